Feature: PilotDeck: questions over an elicitation channel

  A question from start to end, in a few stories: answered, cancelled, not asked at all, and asked over the gateway.

  Scenario: The host is asked, and the answer is the result of the call
    Given the system "pilotdeck"
    And a terminal
    When the user says "plan it"
    And the model asks the user "Which city?" between ["Oslo", "Rome"]
    And the person answers "Which city?" with:
      """
      {"type": "answered", "answers": {"Which city?": "Oslo"}, "annotations": {"Which city?": {"notes": "by train"}}}
      """
    And the model says "planned"
    Then the host is asked with {"toolName": "ask_user_question"} [PD-38]
    And the host is asked without "metadata" [PD-38]
    And the call "call_1" succeeds, telling the model: [PD-46, PD-47, PD-48]
      """
      User has answered your questions: "Which city?"="Oslo" user notes: by train. You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has {"data": {"answers": {"Which city?": "Oslo"}}} [PD-42]
    And 1 event is recorded with {"toolCallId": "call_1"} [I-1]
    And something is recorded with {"type": "text", "text": "planned"}
    And the turn ends completed

  Scenario: A cancel makes the call fail with the reason
    Given the system "pilotdeck"
    And a terminal
    When the user says "plan it"
    And the model asks the user "Which city?" between ["Oslo", "Rome"]
    And the person answers "Which city?" with {"type": "cancelled", "reason": "not now"}
    And the model says "later then"
    Then the call "call_1" fails, telling the model something with "User declined to answer questions (not now)" [PD-41]
    And something is recorded with: [PD-41]
      """
      {"code": "unsupported_tool", "message": "User declined to answer questions (not now)"}
      """
    And 1 event is recorded with {"toolCallId": "call_1"} [I-1]
    And no prompt is left open [I-7]

  Scenario: Invalid arguments make the call fail, and nobody is asked
    Given the system "pilotdeck"
    And a terminal
    When the user says "plan it"
    And the model asks the user "Which city?" between ["Oslo"]
    And the model says "sorry"
    Then no prompt is shown [I-4]
    And the call "call_1" fails, telling the model something with: [PD-14]
      """
      Question "Which city?" must have 2-4 options
      """
    And something is recorded with {"path": "questions[].options", "code": "invalid_schema"} [PD-79]

  Scenario: Without a channel the tool fails
    Given the system "pilotdeck"
    And no terminal
    When the user says "plan it"
    And the model asks the user "Which city?" between ["Oslo", "Rome"]
    And the model says "then I decide"
    Then the call "call_1" fails, telling the model something with: [PD-33]
      """
      ask_user_question requires a host elicitation channel (none registered).
      """

  Scenario: Over the gateway the first reply counts, and any other changes nothing
    Given the scenario "pilotdeck-late-reply"
    And the system "pilotdeck"
    Then 1 message tells the client {"type": "elicitation_request"} [PD-59]
    And 1 message tells the client {"type": "elicitation_response", "delivered": true} [PD-59]
    And 3 messages tell the client {"type": "elicitation_response", "delivered": false} [PD-60]
    And 1 event is recorded with {"toolCallId": "call_1"} [I-1]
    And the call "call_1" succeeds, telling the model:
      """
      User has answered your questions: "Which city?"="Oslo". You can now continue with the user's answers in mind.
      """
    And each call is answered once [I-1]
    And the turn ends completed

  Scenario: A signal cancels the question, and the client is told
    Given the system "pilotdeck"
    And the profile "upstream"
    And a terminal
    When the user says "plan it"
    And the model asks the user "Which city?" between ["Oslo", "Rome"]
    And SIGINT arrives when the client is told "elicitation_request"
    Then the client is told {"type": "elicitation_cancelled", "reason": "aborted"} [PD-61]
    And something is recorded with {"message": "User declined to answer questions (aborted)"} [PD-61]
    And the turn ends interrupted [I-7]
