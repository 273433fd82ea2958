Feature: A stored conversation that was cut off or damaged is repaired when it is read

  Half of an inquiry is dropped, the other half is not invented, and each turn is repaired by itself. The output of
  `conversation export` shows the repair.

  Background:
    Given the system "jp-ask-user"
    And the command line "conversation export json"

  Rule: Inquiries

    Scenario: A request without a response and a response without a request are dropped
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Never answered?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_request", "id": "call_1.q.2", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Answered?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.2", "answer": true},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.3", "answer": true},
         {"type": "inquiry_response", "outcome": "redacted", "id": "call_1.r.1"},
         {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.s.1", "reason": "user"},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.json" has the events: [REC-31, REC-32]
        """
        turn_start tool_call_request:call_1 inquiry_request:call_1.q.2 inquiry_response:call_1.q.2 tool_call_response:call_1
        """

    Scenario: A response before its request does not pair with it, and both are dropped
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": true},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Too late?", "answer_type": {"type": "boolean"}}},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.json" has the events: [REC-31, REC-32]
        """
        turn_start tool_call_request:call_1 tool_call_response:call_1
        """

    Scenario: Requests and responses pair within one turn only
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Cut off?", "answer_type": {"type": "boolean"}}},
         {"type": "tool_call_response", "id": "call_1", "content": "failed", "is_error": true},
         {"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": true},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false},
         {"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Third?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": false},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false},
         {"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Fourth?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.q.1", "reason": "user"},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.json" has the events: [REC-31, REC-32]
        """
        turn_start tool_call_request:call_1 tool_call_response:call_1 turn_start tool_call_request:call_1 tool_call_response:call_1 turn_start tool_call_request:call_1 inquiry_request:call_1.q.1 inquiry_response:call_1.q.1 tool_call_response:call_1 turn_start tool_call_request:call_1 inquiry_request:call_1.q.1 inquiry_response:call_1.q.1 tool_call_response:call_1
        """

    Scenario: Repeated ids in the old two-part form pair in their order
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "First?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_request", "id": "call_1.q", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Second?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q", "answer": true},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q", "answer": false},
         {"type": "inquiry_request", "id": "call_1.q", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Third?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.q", "reason": "user"},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.json" has the events: [COMPAT-08, REC-31]
        """
        turn_start tool_call_request:call_1 inquiry_request:call_1.q inquiry_request:call_1.q inquiry_response:call_1.q inquiry_response:call_1.q inquiry_request:call_1.q inquiry_response:call_1.q tool_call_response:call_1
        """
      And the file "conversation.json" is written with the JSON: [COMPAT-08]
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "First?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_request", "id": "call_1.q", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Second?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q", "answer": true},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q", "answer": false},
         {"type": "inquiry_request", "id": "call_1.q", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Third?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.q", "reason": "user"},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """

    Scenario: Surplus requests and surplus responses are dropped from the end
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "First?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q", "answer": true},
         {"type": "inquiry_request", "id": "call_1.q", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Is it one too many?", "answer_type": {"type": "boolean"}}},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false},
         {"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "First?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q", "answer": true},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q", "answer": "one too many"},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false},
         {"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "First?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_request", "id": "call_1.q", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Second?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_request", "id": "call_1.q", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Is it one too many?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q", "answer": true},
         {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.q", "reason": "user"},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.json" has the events: [COMPAT-08, REC-31, REC-32]
        """
        turn_start tool_call_request:call_1 inquiry_request:call_1.q inquiry_response:call_1.q tool_call_response:call_1 turn_start tool_call_request:call_1 inquiry_request:call_1.q inquiry_response:call_1.q tool_call_response:call_1 turn_start tool_call_request:call_1 inquiry_request:call_1.q inquiry_request:call_1.q inquiry_response:call_1.q inquiry_response:call_1.q tool_call_response:call_1
        """
      And the file "conversation.json" does not contain "one too many" [COMPAT-08]

    Scenario: An inquiry id of any form pairs with the same id
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "inq_1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Go?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "inq_1", "answer": true},
         {"type": "inquiry_request", "id": "", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Go?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "", "answer": true},
         {"type": "inquiry_request", "id": "a.b.c.d.e", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Go?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "a.b.c.d.e", "answer": true},
         {"type": "inquiry_request", "id": "call_9.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Of a call that is not there?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_9.q.1", "answer": true},
         {"type": "inquiry_request", "id": "call_1.q.zero", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Go?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.zero", "answer": true},
         {"type": "inquiry_request", "id": "call_1.q.2", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Go?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_request", "id": "call_1.q.02", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Go?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.02", "answer": true},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.2", "answer": false},
         {"type": "inquiry_request", "id": "tool_call.deploy.call_1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Of RFD 028?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "tool_call.deploy.call_1", "answer": true},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.json" has the events: [REC-07]
        """
        turn_start tool_call_request:call_1 inquiry_request:inq_1 inquiry_response:inq_1 inquiry_request: inquiry_response: inquiry_request:a.b.c.d.e inquiry_response:a.b.c.d.e inquiry_request:call_9.q.1 inquiry_response:call_9.q.1 inquiry_request:call_1.q.zero inquiry_response:call_1.q.zero inquiry_request:call_1.q.2 inquiry_request:call_1.q.02 inquiry_response:call_1.q.02 inquiry_response:call_1.q.2 inquiry_request:tool_call.deploy.call_1 inquiry_response:tool_call.deploy.call_1 tool_call_response:call_1
        """

    Scenario: Ids that only look alike do not pair
      Given the command line "conversation export markdown"
      And a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "One?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.01", "answer": true},
         {"type": "inquiry_request", "id": "call_1.r.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Two?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.r", "answer": true},
         {"type": "inquiry_request", "id": "Call_1.s.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Three?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.s.1", "answer": true},
         {"type": "inquiry_request", "id": "call_1.t.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Four?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.t.1", "answer": true},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.md" does not contain "One?" [REC-07, REC-31]
      And the file "conversation.md" does not contain "Two?" [REC-07, REC-31]
      And the file "conversation.md" does not contain "Three?" [REC-07, REC-31]
      And the file "conversation.md" has the line "Four?" [REC-07]
      And the file "conversation.md" has the line "Answer: true" [REC-07]

    Scenario: The Markdown export does not invent the end of an open inquiry
      Given the command line "conversation export markdown"
      And a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}}]
        """
      Then the file "conversation.md" has the line "deploy it" [REC-32]
      And the file "conversation.md" does not contain "Answer:" [REC-32]
      And the file "conversation.md" does not contain "Cancelled (" [REC-32]
      And the file "conversation.md" does not contain "Deploy now?" [REC-31]

  Rule: Calls

    Scenario: A call that was cut off gets a result, and the next turn stays unchanged
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "turn_start"},
         {"type": "chat_request", "content": "and now?"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false},
         {"type": "chat_response", "message": "done"}]
        """
      Then the file "conversation.json" has the events: [INT-10]
        """
        turn_start chat_request tool_call_request:call_1 tool_call_response:call_1 turn_start chat_request tool_call_request:call_1 tool_call_response:call_1 chat_response
        """

    Scenario: A file ends in the middle of an inquiry: the open half is dropped, and each call gets a result
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "tool_call_request", "id": "call_2", "name": "lint", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Go?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.q.1", "reason": "user"},
         {"type": "inquiry_request", "id": "call_1.q.2", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Go?", "answer_type": {"type": "boolean"}}}]
        """
      Then the file "conversation.json" has the events: [INT-10, REC-31, REC-32]
        """
        turn_start chat_request tool_call_request:call_1 tool_call_request:call_2 inquiry_request:call_1.q.1 inquiry_response:call_1.q.1 tool_call_response:call_1 tool_call_response:call_2
        """

    Scenario: A result without a call is dropped, and so is a second result
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_response", "id": "call_0", "content": "deployed", "is_error": false},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false},
         {"type": "tool_call_response", "id": "call_1", "content": "again", "is_error": false},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "tool_call_response", "id": "call_1", "content": "once more", "is_error": false},
         {"type": "chat_response", "message": "done"}]
        """
      Then the file "conversation.json" has the events: [INT-10]
        """
        turn_start tool_call_request:call_1 tool_call_response:call_1 tool_call_request:call_1 tool_call_response:call_1 chat_response
        """
      And the file "conversation.json" does not contain "again"

    Scenario: A complete conversation is exported unchanged
      Given a stored conversation:
        """
        [{"type": "turn_start", "timestamp": "2026-01-01 00:00:00.0", "event_id": "a1b2c3d"},
         {"type": "chat_request", "content": "deploy it", "timestamp": "2026-01-01 00:00:01.0"},
         {"type": "chat_response", "reasoning": "hm", "metadata": {"signature": "x"}},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {"where": {"a": [1, null]}}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Go?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": true},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false, "request_id": "z9y8x7w"},
         {"type": "chat_response", "data": {"b": 2}},
         {"type": "chat_response", "message": "done"}]
        """
      Then the file "conversation.json" is written with the JSON: [COMPAT-15]
        """
        [{"type": "turn_start", "timestamp": "2026-01-01 00:00:00.0", "event_id": "a1b2c3d"},
         {"type": "chat_request", "content": "deploy it", "timestamp": "2026-01-01 00:00:01.0"},
         {"type": "chat_response", "reasoning": "hm", "metadata": {"signature": "x"}},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {"where": {"a": [1, null]}}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Go?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": true},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false, "request_id": "z9y8x7w"},
         {"type": "chat_response", "data": {"b": 2}},
         {"type": "chat_response", "message": "done"}]
        """

    Scenario: Each event keeps every member that a stored conversation may have
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it", "author": "ann", "schema": {"type": "object"}},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "user"},
          "question": {"text": "Where?", "default": "a", "context": " two\nlines ", "exclusive": true, "persistence": "none",
            "answer_type": {"type": "select", "options": [{"value": "a", "description": "the a"}, {"value": 2}]}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": "a"},
         {"type": "inquiry_request", "id": "call_1.r.1", "source": {"source": "other", "name": "hook"},
          "question": {"text": "Token?", "answer_type": {"type": "secret"}}},
         {"type": "inquiry_response", "outcome": "redacted", "id": "call_1.r.1"},
         {"type": "tool_call_response", "id": "call_1", "content": " ", "is_error": true},
         {"type": "chat_response", "message": " done\n"}]
        """
      Then the file "conversation.json" is written with the JSON: [COMPAT-15]
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it", "author": "ann", "schema": {"type": "object"}},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "user"},
          "question": {"text": "Where?", "default": "a", "context": " two\nlines ", "exclusive": true, "persistence": "none",
            "answer_type": {"type": "select", "options": [{"value": "a", "description": "the a"}, {"value": 2}]}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": "a"},
         {"type": "inquiry_request", "id": "call_1.r.1", "source": {"source": "other", "name": "hook"},
          "question": {"text": "Token?", "answer_type": {"type": "secret"}}},
         {"type": "inquiry_response", "outcome": "redacted", "id": "call_1.r.1"},
         {"type": "tool_call_response", "id": "call_1", "content": " ", "is_error": true},
         {"type": "chat_response", "message": " done\n"}]
        """

    Scenario: A stored call without arguments is read as a call with none
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy"},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.json" has the events: [COMPAT-15]
        """
        turn_start chat_request tool_call_request:call_1 tool_call_response:call_1
        """

    Scenario: An unknown event is kept, and does not pair with an inquiry
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Go?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_withdrawn", "id": "call_1.q.1", "outcome": "answered", "answer": true},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.json" has the events: [REC-31, REC-32]
        """
        turn_start tool_call_request:call_1 inquiry_withdrawn:call_1.q.1 tool_call_response:call_1
        """
      And the file "conversation.json" has the event: [COMPAT-12]
        """
        {"type": "inquiry_withdrawn", "id": "call_1.q.1", "outcome": "answered", "answer": true}
        """

    Scenario: An empty conversation is exported as an empty list
      Then the file "conversation.json" is written with the JSON: [COMPAT-15]
        """
        []
        """
      And nothing is refused
