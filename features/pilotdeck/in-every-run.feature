Feature: PilotDeck: what holds in every run

  The checks of these scenarios are asked of every other run, too. A member that must not be there may turn up with the
  second question, in the third call, or after an error.

  Background:
    Given the system "pilotdeck"

  @in-every-run
  Scenario: A result has one block of text, and its data have no other members than those of the specification
    Given a terminal
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}],
        "metadata": {"source": "setup"}}
      """
    And the person answers "Which?" with "A"
    And the model says "done"
    Then each object recorded with {"toolName": "ask_user_question", "data": {}} has at "/content" 1 entry [PD-98]
    And each object recorded with {"toolName": "ask_user_question"} has at "/data" the fields: [PD-93]
      """
      questions answers (annotations)
      """

  @in-every-run
  Scenario: The host is not sent the answers and annotations of a call, and nothing that is null
    Given a terminal
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}],
        "annotations": {"Which?": {"notes": "soon"}}}
      """
    And the person answers "Which?" with "A"
    And the model says "done"
    Then each request to the host has the fields "toolCallId toolName questions (metadata) (signal)" [PD-38, PD-87]
