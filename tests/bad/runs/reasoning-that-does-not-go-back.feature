Feature: Reasoning that is sent back changed

  Scenario: Another one was expected
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model first reasons "Slowly."
    And the model says "went"
    And the user says "further" after the turn
    And the model says "there"
    Then the reasoning "slowly" goes back to the model
    And the turn ends completed
