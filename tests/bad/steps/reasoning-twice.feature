Feature: Reasoning before a message, and again before it

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model first reasons "first"
    And the model first reasons "second"
    And the model says "hello"
    Then the turn ends completed
