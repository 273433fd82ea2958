Feature: pi: what holds in every run

  The checks of these scenarios are asked of every other run, too. A member that must not be there may turn up with the
  second question, in the third call, or after an error.

  Background:
    Given the system "pi"

  @in-every-run
  Scenario: A stored answer has no other members than those of the specification, and no image
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Why?"}]}
      """
    And the person answers "Which?" with ["A", "because"]
    And the model says "done"
    Then each object recorded with {"answered": true} has at "/answers" entries with the fields: [PI-29, PI-87]
      """
      question answer wasCustom (selectedOption)
      """
    And nothing is recorded with {"type": "image"} [PI-29]

  @in-every-run
  Scenario: A dialog has the members of its method, and a time limit if there is one
    Given the profile "pi-rpc"
    And no terminal
    And the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Why?"}]}
      """
    And the client answers "Which?" with:
      """
      [{"after_ms": 0, "line": {"type": "extension_ui_response", "id": "<id>", "value": "A"}}]
      """
    And the client answers "Why?" with:
      """
      [{"after_ms": 0, "line": {"type": "extension_ui_response", "id": "<id>", "value": "⟨2001×x⟩"}}]
      """
    And the client answers "confirm" with:
      """
      [{"after_ms": 0, "line": {"type": "extension_ui_response", "id": "<id>", "confirmed": false}}]
      """
    And the client answers "editor" with:
      """
      [{"after_ms": 0, "line": {"type": "extension_ui_response", "id": "<id>", "value": "shorter"}}]
      """
    And the model says "done"
    Then each message to the client with {"method": "select"} has the fields: [PI-65]
      """
      type id method title options (timeout)
      """
    And each message to the client with {"method": "input"} has the fields: [PI-65]
      """
      type id method title placeholder (timeout)
      """
    And each message to the client with {"method": "confirm"} has the fields: [PI-65]
      """
      type id method title message (timeout)
      """
    And each message to the client with {"method": "editor"} has the fields: [PI-65]
      """
      type id method title prefill (timeout)
      """
