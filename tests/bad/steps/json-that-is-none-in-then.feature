Feature: Invalid JSON in a Then

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
    And the prompt is drawn as the lines [Go?]
