Feature: pi: questions and answers in the stored session

  What the details of a stored result contain, what a resumed session or another branch of it contains, and what is left
  after a compaction. The scenarios choose the ids of stored entries.

  Background:
    Given the system "pi"

  Scenario: The details of an answer on a terminal have its questions, answers, time and mode
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database?", "header": "Database", "options": [{"label": "PostgreSQL", "description": "big"}, {"label": "SQLite"}]},
                     {"question": "Which features?", "multiSelect": true, "options": [{"label": "Auth"}, {"label": "API"}]}]}
      """
    And after 61500 ms the person answers "Which database?" with ["SQLite", ["Auth", "API"]]
    And the model says "done"
    Then something is recorded with: [PI-74]
      """
      {
        "mode": "interactive",
        "questions": [
          {
            "question": "Which database?",
            "header": "Database",
            "options": [{"label": "PostgreSQL", "description": "big"}, {"label": "SQLite"}]
          },
          {
            "question": "Which features?",
            "multiSelect": true,
            "options": [{"label": "Auth"}, {"label": "API"}]
          }
        ]
      }
      """
    And something is recorded with {"mode": "interactive", "answeredAt": 61500} [PI-74]
    And something is recorded with: [PI-74, PI-112]
      """
      {"question": "Which database?", "answer": "SQLite", "selectedOption": "SQLite", "wasCustom": false}
      """
    And something is recorded with: [PI-74, PI-112]
      """
      {"question": "Which features?", "answer": ["Auth", "API"], "wasCustom": false}
      """
    And the last object recorded with {"mode": "interactive"} lacks "metadata" [PI-74]

  Scenario: The details of an answer by a client have its questions, answers, time and mode
    Given the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}]}
      """
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 2500, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Name?", "answer": "order-processor", "wasCustom": true}]}}]
      """
    And the model says "done"
    Then something is recorded with {"mode": "rpc", "answeredAt": 2500} [PI-74]
    And something is recorded with: [PI-74, PI-112]
      """
      {
        "mode": "rpc",
        "questions": [{"question": "Name?"}],
        "answers": [{"question": "Name?", "answer": "order-processor", "wasCustom": true}]
      }
      """

  Scenario: The details of questions in a pending file have the questions, no answers and the mode
    Given a terminal
    And the command line "-p"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}]}
      """
    And the model says "waiting"
    Then something is recorded with {"mode": "print", "questions": [{"question": "Name?"}]} [PI-74]
    And nothing is recorded with {"mode": "interactive"} [PI-74]
    And nothing is recorded with {"mode": "rpc"} [PI-74]
    And something is recorded with {"mode": "print", "answered": false, "answers": []} [PI-52.o]

  @open
  Scenario Outline: The details have no answeredAt without an answer: <what>
    Given <terminal>
    And the command line "<line>"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And <end>
    And the model says "as you like"
    Then something is recorded with: [PI-74.o]
      """
      {"mode": "<mode>", "questions": [{"question": "Which way?", "options": [{"label": "left"}, {"label": "right"}]}]}
      """
    And the last object recorded with {"mode": "<mode>"} lacks "answeredAt" [PI-74.o]

    Examples:
      | what          | terminal    | line       | mode        | end                                                     |
      | a cancel      | a terminal  |            | interactive | the person cancels "Which way?"                         |
      | a lost client | no terminal | --mode rpc | rpc         | the client goes when the client is told "ask_user_request" |

  Scenario Outline: Metadata is stored unchanged: <what>
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}], "metadata": <metadata>}
      """
    And the person answers "Name?" with "x"
    And the model says "done"
    Then the last object recorded with {"mode": "interactive"} has {"metadata": <metadata>} [PI-74]
    And objects recorded with {"mode": "interactive"} have at "/metadata" in turn [<metadata>] [PI-77]

    Examples:
      | what          | metadata                                                          |
      | a source      | {"source": "project-setup"}                                       |
      | nested values | {"a": {"b": [1, 2.5, null, true, "é"]}, "questions": [], "mode": "x"} |

  Scenario: Empty metadata is stored, too
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}], "metadata": {}}
      """
    And the person answers "Name?" with "x"
    And the model says "done"
    Then the last object recorded with {"mode": "interactive", "metadata": {}} has: [PI-77]
      """
      {"questions": [{"question": "Name?"}]}
      """

  Scenario Outline: A resumed session has the question and its answer: <how>
    Given a terminal
    And the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "old_1", "name": "ask_user", "arguments": {"questions": [{"question": "Which database?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {"role": "toolResult", "toolCallId": "old_1", "toolName": "ask_user", "content": [{"type": "text", "text": "{\"answered\":true,\"answers\":[{\"question\":\"Which database?\",\"answer\":\"SQLite\",\"selectedOption\":\"SQLite\",\"wasCustom\":false}]}"}],
        "details": {"questions": [{"question": "Which database?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}], "answers": [{"question": "Which database?", "answer": "SQLite", "selectedOption": "SQLite", "wasCustom": false}], "answeredAt": 5, "mode": "interactive"}, "isError": false}},
       {"type": "message", "id": "e4", "parentId": "e3", "message": {"role": "assistant", "content": [{"type": "text", "text": "done"}]}},
       {"type": "message", "id": "f1", "parentId": "e1", "message": {"role": "assistant", "content": [{"type": "text", "text": "nothing to set up"}]}}]
      """
    And the setting "leaf" is "<leaf>"
    When the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then the model is told of the questions ["Which database?"] the answers ["SQLite"] [PI-75]
    And the call "old_1" succeeds with the JSON: [PI-21.o]
      """
      {
        "answered": true,
        "answers": [
          {
            "question": "Which database?",
            "answer": "SQLite",
            "selectedOption": "SQLite",
            "wasCustom": false
          }
        ]
      }
      """
    And the arguments of the call "old_1" reach the model as: [PI-75]
      """
      {"questions": [{"question": "Which database?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}]}
      """
    And no prompt is shown [PI-75]

    Examples:
      | how                   | leaf |
      | resumed at its end    | e4   |
      | resumed at the result | e3   |

  Scenario Outline: A branch without the question has no answer: <how>
    Given a terminal
    And the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "old_1", "name": "ask_user", "arguments": {"questions": [{"question": "Which database?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {"role": "toolResult", "toolCallId": "old_1", "toolName": "ask_user", "content": [{"type": "text", "text": "{\"answered\":true,\"answers\":[{\"question\":\"Which database?\",\"answer\":\"SQLite\",\"selectedOption\":\"SQLite\",\"wasCustom\":false}]}"}],
        "details": {"questions": [{"question": "Which database?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}], "answers": [{"question": "Which database?", "answer": "SQLite", "selectedOption": "SQLite", "wasCustom": false}], "answeredAt": 5, "mode": "interactive"}, "isError": false}},
       {"type": "message", "id": "e4", "parentId": "e3", "message": {"role": "assistant", "content": [{"type": "text", "text": "done"}]}},
       {"type": "message", "id": "f1", "parentId": "e1", "message": {"role": "assistant", "content": [{"type": "text", "text": "nothing to set up"}]}}]
      """
    And the setting "leaf" is "<leaf>"
    When the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then the user's messages reach the model as ["set it up", "and now?"] [PI-75]
    And the model is told nothing with "SQLite" [PI-75]
    And no prompt is shown [PI-75]

    Examples:
      | how                             | leaf |
      | at an entry before the question | e1   |
      | at the end of another branch    | f1   |

  Scenario: The answer is there again after going back before the question and returning
    Given a terminal
    And the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "old_1", "name": "ask_user", "arguments": {"questions": [{"question": "Which database?"}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {"role": "toolResult", "toolCallId": "old_1", "toolName": "ask_user", "content": [{"type": "text", "text": "{\"answered\":true,\"answers\":[{\"question\":\"Which database?\",\"answer\":\"SQLite\",\"wasCustom\":true}]}"}],
        "details": {"questions": [{"question": "Which database?"}], "answers": [{"question": "Which database?", "answer": "SQLite", "wasCustom": true}], "answeredAt": 5, "mode": "interactive"}, "isError": false}},
       {"type": "message", "id": "e4", "parentId": "e3", "message": {"role": "assistant", "content": [{"type": "text", "text": "done"}]}}]
      """
    When the user says "/tree e1"
    And 1000 ms later the user says "/tree e4"
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then the model is told of the questions ["Which database?"] the answers ["SQLite"] [PI-75]
    And the call "old_1" succeeds with the JSON: [PI-21.o]
      """
      {"answered": true, "answers": [{"question": "Which database?", "answer": "SQLite", "wasCustom": true}]}
      """
    And the user's messages reach the model as ["set it up", "and now?"] [PI-75]
    And each call is answered once [PI-75]
    And no prompt is shown [PI-75]

  @open
  Scenario: On a branch from before the question, the same question is asked again
    Given a terminal
    And the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "old_1", "name": "ask_user", "arguments": {"questions": [{"question": "Which database?"}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {"role": "toolResult", "toolCallId": "old_1", "toolName": "ask_user", "content": [{"type": "text", "text": "{\"answered\":true,\"answers\":[{\"question\":\"Which database?\",\"answer\":\"SQLite\",\"wasCustom\":true}]}"}],
        "details": {"questions": [{"question": "Which database?"}], "answers": [{"question": "Which database?", "answer": "SQLite", "wasCustom": true}], "answeredAt": 5, "mode": "interactive"}, "isError": false}},
       {"type": "message", "id": "e4", "parentId": "e3", "message": {"role": "assistant", "content": [{"type": "text", "text": "done"}]}}]
      """
    And the setting "leaf" is "e1"
    When the user says "once more"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database?"}]}
      """
    And the person answers "Which database?" with "PostgreSQL"
    And the model says "done"
    Then 1 prompt is shown [PI-75.o]
    And the call "call_1" has the result: [PI-75.o]
      """
      {"answered": true, "answers": [{"question": "Which database?", "answer": "PostgreSQL", "wasCustom": true}]}
      """
    And the model is told nothing with "SQLite" [PI-75.o]

  Scenario: An answer is still there after a restart
    Given a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "right"
    And the model says "right it is"
    And the subject is restarted after the turn
    And 1000 ms later the user says "which way was it?"
    And asked "which way was it?" the model says "right"
    Then the answer "right" arrives 1 time [PI-75]
    And the call "call_1" has the result: [PI-75]
      """
      {
        "answered": true,
        "answers": [{"question": "Which way?", "answer": "right", "selectedOption": "right", "wasCustom": false}]
      }
      """
    And something is recorded with: [PI-112]
      """
      {"question": "Which way?", "answer": "right", "selectedOption": "right", "wasCustom": false}
      """
    And 1 prompt is shown [PI-75]

  @field-54
  Scenario: A summary has the questions and their answers
    Given a terminal
    And the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "old_1", "name": "ask_user", "arguments": {"questions": [{"question": "Which database for Atlas?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}, {"question": "What is the service behind Kafka called?"}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {"role": "toolResult", "toolCallId": "old_1", "toolName": "ask_user", "content": [{"type": "text", "text": "{\"answered\":true,\"answers\":[{\"question\":\"Which database for Atlas?\",\"answer\":\"PostgreSQL\",\"selectedOption\":\"PostgreSQL\",\"wasCustom\":false},{\"question\":\"What is the service behind Kafka called?\",\"answer\":\"order-processor\",\"wasCustom\":true}]}"}],
        "details": {"questions": [{"question": "Which database for Atlas?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}, {"question": "What is the service behind Kafka called?"}],
          "answered": true, "answers": [{"question": "Which database for Atlas?", "answer": "PostgreSQL", "selectedOption": "PostgreSQL", "wasCustom": false}, {"question": "What is the service behind Kafka called?", "answer": "order-processor", "wasCustom": true}], "answeredAt": 5, "mode": "interactive"}, "isError": false}},
       {"type": "message", "id": "e4", "parentId": "e3", "message": {"role": "assistant", "content": [{"type": "text", "text": "done"}]}}]
      """
    When the user says "/compact"
    # A subject may have the model write the summary. The model then writes it from the request's questions and answers.
    And asked "order-processor" the model says "Atlas: PostgreSQL. Kafka: order-processor." if it is asked
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then of the call "old_1" the model is told null [PI-76]
    And the answer "Atlas" arrives 1 time, a summary in the system prompt included [PI-76]
    And the answer "PostgreSQL" arrives 1 time, a summary in the system prompt included [PI-76]
    And the answer "Kafka" arrives 1 time, a summary in the system prompt included [PI-76]
    And the answer "order-processor" arrives 1 time, a summary in the system prompt included [PI-76]
    And the model is told of the questions ["Atlas", "Kafka"] the answers ["PostgreSQL", "order-processor"] [PI-76]
    And no prompt is shown [PI-76]

  Scenario: A summary is stored, and the model is told it after a restart, too
    Given a terminal
    And the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "old_1", "name": "ask_user", "arguments": {"questions": [{"question": "Which database for Atlas?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}, {"question": "What is the service behind Kafka called?"}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {"role": "toolResult", "toolCallId": "old_1", "toolName": "ask_user", "content": [{"type": "text", "text": "{\"answered\":true,\"answers\":[{\"question\":\"Which database for Atlas?\",\"answer\":\"PostgreSQL\",\"selectedOption\":\"PostgreSQL\",\"wasCustom\":false},{\"question\":\"What is the service behind Kafka called?\",\"answer\":\"order-processor\",\"wasCustom\":true}]}"}],
        "details": {"questions": [{"question": "Which database for Atlas?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}, {"question": "What is the service behind Kafka called?"}],
          "answered": true, "answers": [{"question": "Which database for Atlas?", "answer": "PostgreSQL", "selectedOption": "PostgreSQL", "wasCustom": false}, {"question": "What is the service behind Kafka called?", "answer": "order-processor", "wasCustom": true}], "answeredAt": 5, "mode": "interactive"}, "isError": false}},
       {"type": "message", "id": "e4", "parentId": "e3", "message": {"role": "assistant", "content": [{"type": "text", "text": "done"}]}}]
      """
    When the user says "/compact"
    # A subject may have the model write the summary. The model then writes it from the request's questions and answers.
    And asked "order-processor" the model says "Atlas: PostgreSQL. Kafka: order-processor." if it is asked
    And the subject is restarted after the turn
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then of the call "old_1" the model is told null [PI-76]
    And the answer "Atlas" arrives 1 time, a summary in the system prompt included [PI-76]
    And the answer "PostgreSQL" arrives 1 time, a summary in the system prompt included [PI-76]
    And the answer "Kafka" arrives 1 time, a summary in the system prompt included [PI-76]
    And the answer "order-processor" arrives 1 time, a summary in the system prompt included [PI-76]
    And the model is told of the questions ["Atlas", "Kafka"] the answers ["PostgreSQL", "order-processor"] [PI-76]
    And no prompt is shown [PI-76]

  Scenario: A summary takes questions and answers from the details, not from the text of the result
    Given a terminal
    And the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "old_1", "name": "ask_user", "arguments": {"questions": [{"question": "Which database for Atlas?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}, {"question": "What is the service behind Kafka called?"}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {"role": "toolResult", "toolCallId": "old_1", "toolName": "ask_user", "content": [{"type": "text", "text": "The user has answered."}],
        "details": {"questions": [{"question": "Which database for Atlas?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}, {"question": "What is the service behind Kafka called?"}],
          "answered": true, "answers": [{"question": "Which database for Atlas?", "answer": "PostgreSQL", "selectedOption": "PostgreSQL", "wasCustom": false}, {"question": "What is the service behind Kafka called?", "answer": "order-processor", "wasCustom": true}], "answeredAt": 5, "mode": "interactive"}, "isError": false}},
       {"type": "message", "id": "e4", "parentId": "e3", "message": {"role": "assistant", "content": [{"type": "text", "text": "done"}]}}]
      """
    When the user says "/compact"
    # A subject may have the model write the summary. The model then writes it from the request's questions and answers.
    And asked "order-processor" the model says "Atlas: PostgreSQL. Kafka: order-processor." if it is asked
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then the answer "Atlas" arrives 1 time, a summary in the system prompt included [PI-110]
    And the answer "PostgreSQL" arrives 1 time, a summary in the system prompt included [PI-110]
    And the answer "Kafka" arrives 1 time, a summary in the system prompt included [PI-110]
    And the answer "order-processor" arrives 1 time, a summary in the system prompt included [PI-110]
    And the model is told of the questions ["Atlas", "Kafka"] the answers ["PostgreSQL", "order-processor"] [PI-110]

  Scenario: The summary of a session that was compacted before has its questions and answers still
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}]}
      """
    And the person answers "Which database?" with "SQLite"
    And the model says "done"
    And meanwhile the user says "/compact" after the turn
    And asked "SQLite" the model says "Which database? SQLite." if it is asked
    And 1000 ms later the user says "thanks"
    And asked "thanks" the model says "welcome"
    And 2000 ms later the user says "/compact"
    And asked "SQLite" the model says "Which database? SQLite." if it is asked
    And 3000 ms later the user says "and now?"
    And asked "and now?" the model says "onwards"
    Then the model is told of the questions ["Which database?"] the answers ["SQLite"] [PI-76]

  Scenario: A summary has the answers that were written into the file
    Given no terminal
    And the command line "-c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"questions": [{"question": "Which database for Atlas?", "answer": "SQLite"}]}
      """
    When the model says "so be it"
    And meanwhile the user says "/compact" after the turn
    And asked "SQLite" the model says "Which database for Atlas? SQLite." if it is asked
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "onwards"
    Then the model is told of the questions ["Which database for Atlas?"] the answers ["SQLite"] [PI-76]

  Scenario: A summary has each pick of a question that takes several
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which features?", "multiSelect": true, "options": [{"label": "OAuth"}, {"label": "Audit"}, {"label": "REST"}]}]}
      """
    And the person answers "Which features?" with ["OAuth", "REST"]
    And the model says "done"
    And meanwhile the user says "/compact" after the turn
    And asked "REST" the model says "Which features? OAuth. Which features? REST." if it is asked
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "onwards"
    Then the model is told of the questions ["Which features?", "Which features?"] the answers ["OAuth", "REST"] [PI-76]

  @open
  Scenario: A summary says in words that the user was asked and what they chose
    Given a terminal
    And the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "old_1", "name": "ask_user", "arguments": {"questions": [{"question": "Which database for Atlas?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}, {"question": "What is the service behind Kafka called?"}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {"role": "toolResult", "toolCallId": "old_1", "toolName": "ask_user", "content": [{"type": "text", "text": "{\"answered\":true,\"answers\":[{\"question\":\"Which database for Atlas?\",\"answer\":\"PostgreSQL\",\"selectedOption\":\"PostgreSQL\",\"wasCustom\":false},{\"question\":\"What is the service behind Kafka called?\",\"answer\":\"order-processor\",\"wasCustom\":true}]}"}],
        "details": {"questions": [{"question": "Which database for Atlas?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}, {"question": "What is the service behind Kafka called?"}],
          "answered": true, "answers": [{"question": "Which database for Atlas?", "answer": "PostgreSQL", "selectedOption": "PostgreSQL", "wasCustom": false}, {"question": "What is the service behind Kafka called?", "answer": "order-processor", "wasCustom": true}], "answeredAt": 5, "mode": "interactive"}, "isError": false}},
       {"type": "message", "id": "e4", "parentId": "e3", "message": {"role": "assistant", "content": [{"type": "text", "text": "done"}]}}]
      """
    When the user says "/compact"
    # A subject may have the model write the summary. The model then writes it from the request's questions and answers.
    And asked "processor" the model says "The user was asked. Atlas: PostgreSQL. Kafka: order-processor." if it is asked
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then the answer "user was asked" arrives 1 time [PI-111]
    And the answer "PostgreSQL" arrives 1 time [PI-111]
    And the answer "order-processor" arrives 1 time [PI-111]
    And the model is told of the questions ["Atlas", "Kafka"] the answers ["PostgreSQL", "order-processor"] [PI-111]
    And the model is told nothing with "wasCustom" [PI-111]

  @open
  Scenario: A summary reports no answer for a cancelled question
    Given a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person cancels "Which way?"
    And the model says "as you like"
    And meanwhile the user says "/compact" after the turn
    And asked "Which way?" the model says "The user was asked \"Which way?\" and gave no answer." if it is asked
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then the answer "Which way?" arrives 1 time [PI-111]
    And the answer "left" arrives 0 times [PI-111]
    And the answer "right" arrives 0 times [PI-111]

  Scenario: The model's reply to an answer is stored unchanged
    Given a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "left"
    And the model says "left it is"
    Then something is recorded with {"role": "assistant", "content": [{"type": "text", "text": "left it is"}]} [PI-112]

  Scenario: A long answer is still whole in the next turn
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Why?"}]}
      """
    And the person answers "Why?" with "⟨1500×x⟩ and so on"
    And the model says "done"
    And the user says "more" after the turn
    And asked "more" the model says "on we go"
    Then the answer "⟨1500×x⟩ and so on" arrives 1 time [PI-75]

  Scenario: Both answers of two calls at once are still there after a restart
    Given a terminal
    When the user says "go"
    And the model asks the user "First?" between ["ash", "beech"]
    And in the same message it asks the user "Second?" between ["cedar", "dogwood"]
    And the person answers "First?" with "beech"
    And the person answers "Second?" with "dogwood"
    And the model says "done"
    And the subject is restarted after the turn
    And 1000 ms later the user says "which were they?"
    And asked "which were they?" the model says "both"
    Then the answer "beech" arrives 1 time [PI-75]
    And the answer "dogwood" arrives 1 time [PI-75]

  Scenario: A summary has the answers of both of two calls at once
    Given a terminal
    When the user says "go"
    And the model asks the user "First?" between ["ash", "beech"]
    And in the same message it asks the user "Second?" between ["cedar", "dogwood"]
    And the person answers "First?" with "beech"
    And the person answers "Second?" with "dogwood"
    And the model says "done"
    And meanwhile the user says "/compact" after the turn
    # A subject may have the model write the summary. The model then writes it from the request's questions and answers.
    And asked "beech" the model says "First? beech. Second? dogwood." if it is asked
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then the model is told of the questions ["First?", "Second?"] the answers ["beech", "dogwood"] [PI-76]

  Scenario: A summary has the answer that a client gave
    Given the command line "--mode rpc"
    When the user says "go"
    And the model asks the user "Which tree?" between ["ash", "beech"]
    And the client answers "ask_user_request" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<requestId>",
        "answers": [{"question": "Which tree?", "answer": "beech", "wasCustom": false}]
      }
      """
    And the model says "done"
    And meanwhile the user says "/compact" after the turn
    # A subject may have the model write the summary. The model then writes it from the request's questions and answers.
    And asked "beech" the model says "Which tree? beech." if it is asked
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then the model is told of the questions ["Which tree?"] the answers ["beech"] [PI-76]

  Scenario: A call that was answered is not asked again beside one that was not
    Given a terminal
    And the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null,
        "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [
        {"type": "toolCall", "id": "old_1", "name": "ask_user", "arguments": {"questions": [{"question": "First?"}]}},
        {"type": "toolCall", "id": "old_2", "name": "ask_user", "arguments": {"questions": [{"question": "Second?"}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {
        "role": "toolResult", "toolCallId": "old_1", "toolName": "ask_user", "isError": false,
        "content": [{"type": "text", "text": "answered"}],
        "details": {"answered": true, "answers": [{"question": "First?", "answer": "a", "wasCustom": true}],
          "mode": "interactive", "questions": [{"question": "First?"}]}}}]
      """
    When the person answers "Second?" with "b"
    And the model says "done"
    Then nothing is recorded with {"toolCallId": "old_1"} [I-1]
    And no prompt contains "First?" [I-1]
    And something is recorded with {"question": "Second?", "answer": "b"} [PI-37, I-10]

  Scenario: A call without a result is asked again beside a tool that has run
    Given a terminal
    And the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null,
        "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [
        {"type": "toolCall", "id": "old_1", "name": "build", "arguments": {}},
        {"type": "toolCall", "id": "old_2", "name": "ask_user", "arguments": {"questions": [{"question": "Second?"}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {
        "role": "toolResult", "toolCallId": "old_1", "toolName": "build", "isError": false,
        "content": [{"type": "text", "text": "built"}]}}]
      """
    When the person answers "Second?" with "b"
    And the model says "done"
    Then nothing is recorded with {"toolCallId": "old_1"} [I-1]
    And something is recorded with {"question": "Second?", "answer": "b"} [PI-37, I-10]

  Scenario: After a restart the questions of an ended call are not asked again, and those of the other are
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?"}]}
      """
    And in the same message it calls "ask_user" with:
      """
      {"questions": [{"question": "Second?"}]}
      """
    And the person answers "First?" with "a"
    And the person presses "a" at "Second?"
    And the subject is restarted when "Second?" is shown
    And the person answers "Second?" with "b"
    And the model says "done"
    Then each call is answered once [I-1]
    And the call "call_1" has at least the result: [I-1]
      """
      {"answered": true, "answers": [{"question": "First?", "answer": "a"}]}
      """
    And the call "call_2" has at least the result: [PI-37]
      """
      {"answered": true, "answers": [{"question": "Second?", "answer": "b"}]}
      """

  Scenario: After a restart the questions of a call are asked again, also if another tool of its message has ended
    Given a terminal
    And a tool "read" that returns "text"
    When the user says "go"
    And the model calls "read"
    And in the same message it calls "ask_user" with:
      """
      {"questions": [{"question": "Second?"}]}
      """
    And the person presses "a" at "Second?"
    And the subject is restarted when "Second?" is shown
    And the person answers "Second?" with "b"
    And the model says "done"
    Then each call is answered once [I-1]
    And the call "call_2" has at least the result: [PI-37]
      """
      {"answered": true, "answers": [{"question": "Second?", "answer": "b"}]}
      """
