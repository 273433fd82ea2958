Feature: An unknown profile

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And the profile "rfd999"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
