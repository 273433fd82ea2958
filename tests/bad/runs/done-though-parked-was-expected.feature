Feature: A run that is done

  Scenario: No question is asked
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model says "went"
    And nobody answers
    Then no prompt is shown
