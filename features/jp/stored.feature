Feature: A stored conversation is read in every shape it has had, and written in one

  `conversation export` reads what is stored and writes it out: as the JSON that is stored today, or as Markdown. Old
  shapes are read, and what nobody knows is kept.

  Background:
    Given the system "jp-ask-user"
    And the command line "conversation export json"

  Rule: Questions

    Scenario: What RFD 083 brought has defaults where it is left out, and nothing is added to the question
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

    Scenario: What is spelt out needlessly is read, and left out
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

    Scenario: A question of ask_user comes through whole
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

    Scenario Outline: A response <what> is read, and written as today's
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
        | what | stored | written | ids |
        | of a flat yes | "answer": true | "outcome": "answered", "answer": true | COMPAT-04 |
        | of a flat no | "answer": false | "outcome": "answered", "answer": false | COMPAT-04 |
        | of a flat text | "answer": "fast" | "outcome": "answered", "answer": "fast" | COMPAT-04 |
        | of a flat empty text | "answer": "" | "outcome": "answered", "answer": "" | COMPAT-04 |
        | without a reason | "outcome": "cancelled" | "outcome": "cancelled", "reason": "user" | COMPAT-06 |
        | for the reason user | "outcome": "cancelled", "reason": "user" | "outcome": "cancelled", "reason": "user" | CAN-18.u |
        | for a reason of the future | "outcome": "cancelled", "reason": "moon_phase" | "outcome": "cancelled", "reason": "moon_phase" | CAN-15, CAN-18.u, COMPAT-07 |
        | for a reason in capitals | "outcome": "cancelled", "reason": "User" | "outcome": "cancelled", "reason": "User" | CAN-15, COMPAT-07 |
        | for a reason of blanks | "outcome": "cancelled", "reason": " user " | "outcome": "cancelled", "reason": " user " | CAN-15, COMPAT-07 |
        | for an empty reason | "outcome": "cancelled", "reason": "" | "outcome": "cancelled", "reason": "" | CAN-15, COMPAT-07 |
        | for a reason called unknown | "outcome": "cancelled", "reason": "unknown" | "outcome": "cancelled", "reason": "unknown" | CAN-15, COMPAT-07 |
        | for a reason of other letters | "outcome": "cancelled", "reason": "späť-🌒" | "outcome": "cancelled", "reason": "späť-🌒" | CAN-15, COMPAT-07 |
        | that is redacted | "outcome": "redacted" | "outcome": "redacted" | REC-26 |

    Scenario: For a person to read
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

  Rule: What nobody knows yet

    Scenario: Events of a type that nobody knows are kept as they were, where they were
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

    Scenario: Answers that an old call carries along are read over, and gone afterwards
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

    Scenario Outline: An event of a known type that does not parse makes loading fail: <what>
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
        | a message without a text | {"type": "chat_request"} |
        | a message of a number | {"type": "chat_request", "content": 5} |
        | a reply of nothing | {"type": "chat_response"} |
        | a call without an id | {"type": "tool_call_request", "name": "deploy", "arguments": {}} |
        | a call with a list | {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": [1]} |
        | a result that is half flagged | {"type": "tool_call_response", "id": "call_1", "content": "x", "is_error": "no"} |
        | an inquiry without a question | {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "assistant"}} |
        | an inquiry of nobody | {"type": "inquiry_request", "id": "call_1.q.1", "question": {"text": "Go?", "answer_type": {"type": "text"}}} |
        | an inquiry of a third kind | {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "moon"}, "question": {"text": "Go?", "answer_type": {"type": "text"}}} |
        | a question of no known type | {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "assistant"}, "question": {"text": "Go?", "answer_type": {"type": "form"}}} |
        | a question of another policy | {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "assistant"}, "question": {"text": "Go?", "answer_type": {"type": "text"}, "persistence": "session"}} |
        | an answer without a value | {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1"} |
        | an outcome of the future | {"type": "inquiry_response", "outcome": "deferred", "id": "call_1.q.1"} |
        | a reason that is no word | {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.q.1", "reason": 7} |
        | a response to nothing | {"type": "inquiry_response", "outcome": "redacted"} |

    Scenario: What is wrong with a response that says nothing is told to whoever runs it
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
