Feature: An act is left over

  Scenario: The prompt is never shown
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model says "went"
    And the person answers "Deploy now?" with true
    Then the turn ends completed
