Feature: A stored conversation is read in every older form, and written in today's form

  `conversation export` reads a stored conversation and writes it as today's JSON or as Markdown. Old forms are read,
  and unknown events are kept.

  Background:
    Given the system "jp-ask-user"
    And the command line "conversation export json"

  Rule: Questions

    Scenario: A question without the fields of RFD 083 is exported without them
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": true},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.json" has the event: [COMPAT-02]
        """
        {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
         "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}}
        """

    Scenario: Fields that spell out a default are read, and left out of the export
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}, "default": false, "context": null,
                       "exclusive": false, "persistence": "turn"}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": true},
         {"type": "inquiry_request", "id": "call_1.r.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Really?", "answer_type": {"type": "boolean"}, "exclusive": false, "persistence": "none"}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.r.1", "answer": true},
         {"type": "inquiry_request", "id": "call_1.s.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Sure?", "answer_type": {"type": "boolean"}, "exclusive": true, "persistence": "turn"}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.s.1", "answer": true},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.json" has the event: [COMPAT-10]
        """
        {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
         "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}, "default": false}}
        """
      And the file "conversation.json" has the event: [COMPAT-10]
        """
        {"type": "inquiry_request", "id": "call_1.r.1", "source": {"source": "tool", "name": "deploy"},
         "question": {"text": "Really?", "answer_type": {"type": "boolean"}, "persistence": "none"}}
        """
      And the file "conversation.json" has the event: [COMPAT-10]
        """
        {"type": "inquiry_request", "id": "call_1.s.1", "source": {"source": "tool", "name": "deploy"},
         "question": {"text": "Sure?", "answer_type": {"type": "boolean"}, "exclusive": true}}
        """

    Scenario: A question of ask_user is exported with all its fields
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "ask_user", "arguments": {"question": "Which?"}},
         {"type": "inquiry_request", "id": "call_1.answer.1", "source": {"source": "assistant"},
          "question": {"text": "Which?", "default": "b", "context": "two\nlines",
                       "answer_type": {"type": "select", "options": [{"value": "a"}, {"value": "b"}]},
                       "exclusive": true, "persistence": "none"}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.answer.1", "answer": "b"},
         {"type": "tool_call_response", "id": "call_1", "content": "{}", "is_error": false}]
        """
      Then the file "conversation.json" has the event: [COMPAT-03, COMPAT-19]
        """
        {"type": "inquiry_request", "id": "call_1.answer.1", "source": {"source": "assistant"},
         "question": {"text": "Which?", "default": "b", "context": "two\nlines",
         "answer_type": {"type": "select", "options": [{"value": "a"}, {"value": "b"}]},
         "exclusive": true, "persistence": "none"}}
        """

  Rule: Responses

    Scenario Outline: A response <what> is read, and written in today's form
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.answer", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Deploy how?", "answer_type": {"type": "text"}}},
         {"type": "inquiry_response", "id": "call_1.answer", <stored>},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.json" has the event: [<ids>]
        """
        {"type": "inquiry_response", "id": "call_1.answer", <written>}
        """
      And the file "conversation.json" has the events: [COMPAT-08]
        """
        turn_start tool_call_request:call_1 inquiry_request:call_1.answer inquiry_response:call_1.answer tool_call_response:call_1
        """

      Examples:
        | what                       | stored                 | written                                  | ids       |
        | with only the answer true  | "answer": true         | "outcome": "answered", "answer": true    | COMPAT-04 |
        | with only the answer false | "answer": false        | "outcome": "answered", "answer": false   | COMPAT-04 |
        | with only a text answer    | "answer": "fast"       | "outcome": "answered", "answer": "fast"  | COMPAT-04 |
        | with only an empty answer  | "answer": ""           | "outcome": "answered", "answer": ""      | COMPAT-04 |
        | cancelled without a reason | "outcome": "cancelled" | "outcome": "cancelled", "reason": "user" | COMPAT-06 |
        | that is redacted           | "outcome": "redacted"  | "outcome": "redacted"                    | REC-26    |

    Scenario Outline: A response <what> is read, and written in today's form
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.answer", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Deploy how?", "answer_type": {"type": "text"}}},
         {"type": "inquiry_response", "id": "call_1.answer", "outcome": "cancelled", "reason": <reason>},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.json" has the event: [<ids>]
        """
        {"type": "inquiry_response", "id": "call_1.answer", "outcome": "cancelled", "reason": <reason>}
        """
      And the file "conversation.json" has the events: [COMPAT-08]
        """
        turn_start tool_call_request:call_1 inquiry_request:call_1.answer inquiry_response:call_1.answer tool_call_response:call_1
        """

      Examples:
        | what                                         | reason       | ids                         |
        | cancelled for the reason user                | "user"       | CAN-18.u                    |
        | cancelled for an unknown reason              | "moon_phase" | CAN-15, CAN-18.u, COMPAT-07 |
        | cancelled for a capitalised reason           | "User"       | CAN-15, COMPAT-07           |
        | cancelled for a reason with blanks around it | " user "     | CAN-15, COMPAT-07           |
        | cancelled for an empty reason                | ""           | CAN-15, COMPAT-07           |
        | cancelled for the reason unknown             | "unknown"    | CAN-15, COMPAT-07           |
        | cancelled for a reason that is not ASCII     | "späť-🌒"     | CAN-15, COMPAT-07           |

    Scenario: The Markdown export shows each answer, and each cancel with its reason
      Given the command line "conversation export markdown"
      And a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.a.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Now?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.a.1", "answer": true},
         {"type": "inquiry_request", "id": "call_1.b.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Where to?", "answer_type": {"type": "text"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.b.1", "answer": "a \"b\"\nc"},
         {"type": "inquiry_request", "id": "call_1.c.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "How often?", "answer_type": {"type": "text"}}},
         {"type": "inquiry_response", "id": "call_1.c.1", "answer": {"times": [1, 2]}},
         {"type": "inquiry_request", "id": "call_1.d.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Passphrase?", "answer_type": {"type": "secret"}}},
         {"type": "inquiry_response", "outcome": "redacted", "id": "call_1.d.1"},
         {"type": "inquiry_request", "id": "call_1.e.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Why?", "answer_type": {"type": "text"}}},
         {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.e.1", "reason": "user"},
         {"type": "inquiry_request", "id": "call_1.f.1", "source": {"source": "assistant"},
          "question": {"text": "Who?", "answer_type": {"type": "text"}, "exclusive": true}},
         {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.f.1", "reason": "no_prompt_backend"},
         {"type": "inquiry_request", "id": "call_1.g.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "When?", "answer_type": {"type": "text"}}},
         {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.g.1", "reason": "moon_phase"},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.md" has the line "Answer: true" [REC-37]
      And the file "conversation.md" has the line "Answer: \"a \\\"b\\\"\\nc\"" [REC-37]
      And the file "conversation.md" has the line "Answer: {\"times\":[1,2]}" [COMPAT-04, REC-37]
      And the file "conversation.md" has the line "Answer: <redacted>" [REC-37]
      And the file "conversation.md" has the line "Cancelled (user)" [REC-37]
      And the file "conversation.md" has the line "Cancelled (no_prompt_backend)" [REC-37]
      And the file "conversation.md" has the line "Cancelled (moon_phase)" [CAN-15, REC-37]

  Rule: Unknown and malformed events

    Scenario: Events of an unknown type are kept unchanged and in place
      Given a stored conversation:
        """
        [{"type": "compaction", "timestamp": "2027-01-01 00:00:00.0", "from": 3, "kept": ["a", {"type": "turn_start"}], "x": null},
         {"type": "turn_start"},
         {"type": "Turn_Start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Go?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_withdrawn", "id": "call_1.q.1", "outcome": "answered", "answer": true},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": true},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false},
         {"type": "later", "deep": {"deeper": [[1.5, -0.25, 1e3]]}}]
        """
      Then the file "conversation.json" has the events: [COMPAT-12]
        """
        compaction turn_start Turn_Start tool_call_request:call_1 inquiry_request:call_1.q.1 inquiry_withdrawn:call_1.q.1 inquiry_response:call_1.q.1 tool_call_response:call_1 later
        """
      And the file "conversation.json" has the event: [COMPAT-12]
        """
        {"type": "compaction", "timestamp": "2027-01-01 00:00:00.0", "from": 3, "kept": ["a", {"type": "turn_start"}], "x": null}
        """
      And the file "conversation.json" has the event: [COMPAT-12]
        """
        {"type": "Turn_Start"}
        """
      And the file "conversation.json" has the event: [COMPAT-12]
        """
        {"type": "inquiry_withdrawn", "id": "call_1.q.1", "outcome": "answered", "answer": true}
        """
      And the file "conversation.json" has the event: [COMPAT-12]
        """
        {"type": "later", "deep": {"deeper": [[1.5, -0.25, 1e3]]}}
        """

    Scenario: Answers stored with an old call are ignored, and left out of the export
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {"where": "here"}, "tool_answers": {"q": true}},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false},
         {"type": "tool_call_request", "id": "call_2", "name": "deploy", "arguments": {}, "tool_answers": "bm9uc2Vuc2U="},
         {"type": "tool_call_response", "id": "call_2", "content": "deployed", "is_error": false}]
        """
      Then the file "conversation.json" has the event: [COMPAT-09]
        """
        {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {"where": "here"}}
        """
      And the file "conversation.json" has the event: [COMPAT-09]
        """
        {"type": "tool_call_request", "id": "call_2", "name": "deploy", "arguments": {}}
        """

    Scenario Outline: An event of a known type that does not parse fails the export: <what>
      Given a stored conversation:
        """
        [{"type": "turn_start"}, {"type": "chat_request", "content": "deploy it"},
         <event>,
         {"type": "chat_response", "message": "done"}]
        """
      When the subject may exit by itself
      Then the turn ends misconfigured [COMPAT-12]
      And no file is written [COMPAT-12]

      Examples:
        | what | event |
        | a message without content | {"type": "chat_request"} |
        | a message with a number for content | {"type": "chat_request", "content": 5} |
        | an empty reply | {"type": "chat_response"} |
        | a call without an id | {"type": "tool_call_request", "name": "deploy", "arguments": {}} |
        | a call with a list for arguments | {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": [1]} |
        | a result with a string for is_error | {"type": "tool_call_response", "id": "call_1", "content": "x", "is_error": "no"} |
        | an inquiry without a question | {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "assistant"}} |
        | an inquiry without a source | {"type": "inquiry_request", "id": "call_1.q.1", "question": {"text": "Go?", "answer_type": {"type": "text"}}} |
        | an answered response without an answer | {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1"} |
        | an unknown outcome | {"type": "inquiry_response", "outcome": "deferred", "id": "call_1.q.1"} |
        | a reason that is a number | {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.q.1", "reason": 7} |
        | a response without an id | {"type": "inquiry_response", "outcome": "redacted"} |

    Scenario Outline: An event of a known type that does not parse fails the export: <what>
      Given a stored conversation:
        """
        [{"type": "turn_start"}, {"type": "chat_request", "content": "deploy it"},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "<source>"},
          "question": {"text": "Go?", "answer_type": {"type": "<answer type>"}<more>}},
         {"type": "chat_response", "message": "done"}]
        """
      When the subject may exit by itself
      Then the turn ends misconfigured [COMPAT-12]
      And no file is written [COMPAT-12]

      Examples:
        | what                                   | source    | answer type | more                       |
        | an inquiry from an unknown source      | moon      | text        |                            |
        | a question with an unknown answer type | assistant | form        |                            |
        | a question with an unknown persistence | assistant | text        | , "persistence": "session" |

    Scenario: A response with neither outcome nor answer fails the export with a notice
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Go?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "id": "call_1.q.1"},
         {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false}]
        """
      When the subject may exit by itself
      Then the turn ends misconfigured [COMPAT-05]
      And a notice is given [COMPAT-05]
      And no file is written [COMPAT-05]
