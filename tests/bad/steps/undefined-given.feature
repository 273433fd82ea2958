Feature: A Given without a step

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    And a terminla
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
