Feature: A When without a step

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model cals "ask_user"
    And the model says "hello"
    Then the turn ends completed
