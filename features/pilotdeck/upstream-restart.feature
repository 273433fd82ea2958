Feature: PilotDeck: a restart among answered questions

  What is stored is over: it is not asked or run again, and the model is told of it as before. A question without a result
  is asked again as the model wrote it, or reported.

  Background:
    Given the system "pilotdeck"
    And the profile "upstream"
    And a terminal

  @field-50
  Scenario: After a restart an answered question is not asked again, and each result is told as before
    Given a tool "build" that returns "built"
    And the tool "build" takes 5000 ms
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A", "description": ""}]}]}
      """
    And in the same message it calls "ask_user_question" with:
      """
      {"questions": [{"question": "Second?", "header": "Two", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}],
        "answers": {"Second?": "A"}, "annotations": {"Second?": {"notes": "soon"}}}
      """
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Third?", "header": "Three", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the model calls "build"
    And in the same message it calls "ask_user_question" with:
      """
      {"questions": [{"question": "Fourth?", "header": "Four", "options": [{"label": "A", "description": "", "preview": "<b>A</b>"}, {"label": "B", "description": ""}]}],
        "metadata": {"source": "setup"}}
      """
    And the client answers "Third?" with:
      """
      [{"after_ms": 100, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Third?": "B"}, "annotations": {"Third?": {"notes": "later"}}}}}]
      """
    And the client answers "Fourth?" with:
      """
      [{"after_ms": 400, "line": {"type": "describe_tool", "name": "ask_user_question"}}]
      """
    And the subject is restarted when the client is told "tool_definition"
    # If the question is asked again, the reply to the new request counts.
    And if told, the client answers "Fourth?" with:
      """
      [{"after_ms": 300, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Fourth?": "A"}}}}]
      """
    And the model says "A it is" if it is asked
    And 1000 ms later the user says "and now"
    And asked "and now" the model says "on we go"
    Then each call is answered once [I-10]
    And the ask "Fourth?" is shown again, or the model is told of it [I-10]
    And 1 message tells the client {"questions": [{"question": "Third?"}]} [I-1]
    And no message tells the client "Second?" [PD-37]
    And the tool "build" runs 1 time [I-1]
    And the call "call_1" fails, telling the model something with "2-4 options" [PD-14]
    And the call "call_2" succeeds, telling the model: [PD-48]
      """
      User has answered your questions: "Second?"="A" user notes: soon. You can now continue with the user's answers in mind.
      """
    And the call "call_3" succeeds, telling the model: [PD-48]
      """
      User has answered your questions: "Third?"="B" user notes: later. You can now continue with the user's answers in mind.
      """
    And the turn ends completed [I-10]

  Scenario: After a restart a declined question stays declined
    Given a tool "build" that returns "built"
    And the tool "build" takes 5000 ms
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And the client answers "First?" with:
      """
      [{"after_ms": 100, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "cancelled", "reason": "busy"}}},
       {"after_ms": 400, "line": {"type": "describe_tool", "name": "ask_user_question"}}]
      """
    And the model calls "build"
    And the subject is restarted when the client is told "tool_definition"
    And 1000 ms later the user says "and now"
    And asked "and now" the model says "on we go"
    Then 1 message tells the client {"questions": [{"question": "First?"}]} [I-1]
    And the call "call_1" fails, telling the model something with "User declined to answer questions (busy)" [PD-41]
    And the tool "build" runs 1 time [I-1]
    And each call is answered once [I-10]
    And the turn ends completed [I-10]
