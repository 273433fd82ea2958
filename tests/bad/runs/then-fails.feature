Feature: A Then that fails

  Scenario: One prompt was expected
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model says "went"
    Then 1 prompt is shown
    And the turn ends completed
