Feature: A run that is parked

  Scenario: No answer comes, and no step says so
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?"}
      """
    Then 1 prompt is shown
