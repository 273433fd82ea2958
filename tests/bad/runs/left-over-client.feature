Feature: A client's answer is left over

  Scenario: The message is never sent
    Given the system "jp-ask-user"
    When the user says "go"
    And the model says "went"
    And the client answers "Deploy now?" with:
      """
      [{"line": {"answer": true}}]
      """
    Then the turn ends completed
