Feature: A delay of something that does not happen

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When that happens 5 ms later
    And the user says "hi"
    And the model says "hello"
    Then the turn ends completed
