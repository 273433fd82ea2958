Feature: A doc string of another shape

  Scenario: It is told before anything runs
    Given the system "pilotdeck"
    When the user says "hi"
    And the client answers "Go?" with:
      """
      [{"after_ms": "soon", "line": {}}]
      """
    And the model says "hello"
    Then the turn ends completed
