Feature: Reasoning twice before a message

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model first reasons "first"
    And the model first reasons "second"
    And the model says "hello"
    Then the turn ends completed
