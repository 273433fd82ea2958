Feature: pi: answering a pending file

  The questions of an earlier run wait in a file. The user answers them in a message, in the file itself or on the
  command line. What cannot be used is refused, and the file stays.

  Background:
    Given the system "pi"
    And no terminal
    And the setting "session" is "abc123"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": [{"type": "text", "text": "plan it"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "call_0", "name": "ask_user", "arguments":
         {"questions": [{"question": "Which database should we use?", "options": [{"label": "PostgreSQL (Recommended)"}, {"label": "SQLite"}]}, {"question": "What should we name this service?"}], "metadata": {"source": "setup"}}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {"role": "toolResult", "toolCallId": "call_0", "toolName": "ask_user", "content": [{"type": "text", "text": "Questions pending. User input required."}], "isError": false,
         "details": {"answered": false, "answers": [], "pendingFile": ".pi/pending-questions.json", "mode": "print", "metadata": {"source": "setup"},
           "questions": [{"question": "Which database should we use?", "options": [{"label": "PostgreSQL (Recommended)"}, {"label": "SQLite"}]}, {"question": "What should we name this service?"}]}}},
       {"type": "message", "id": "e4", "parentId": "e3", "message": {"role": "assistant", "content": [{"type": "text", "text": "then I wait"}]}}]
      """

  Scenario: A message and the attached file reach the model, and the file is removed
    Given the command line "-p @.pi/pending-questions.json"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "sessionId": "abc123",
        "timestamp": "2026-02-04T22:16:32Z",
        "questions": [
          {
            "question": "Which database, of the two?",
            "options": ["PostgreSQL (Recommended)", "SQLite"],
            "answer": null
          },
          {"question": "What should we name this service?", "answer": null}
        ]
      }
      """
    When the user says "use postgres, call it order-processor"
    And the model says "so be it"
    Then the answer "use postgres, call it order-processor" arrives 1 time [PI-57]
    And the answer "Which database, of the two?" arrives 1 time [PI-57]
    And 1 request reaches the model [PI-57]
    And nothing is recorded with {"answered": true} [PI-57]
    And the file ".pi/pending-questions.json" is removed [PI-60]
    And the turn ends completed [PI-57]

  Scenario: Another file attached to a message is not treated as a pending file
    Given the command line "-p @notes.txt @.pi/pending-questions.json"
    And a file "notes.txt" with:
      """
      Names are short here.
      """
    And a file ".pi/pending-questions.json" with the JSON {"questions": [{"question": "Name?", "answer": null}]}
    When the user says "order-processor"
    And the model says "so be it"
    Then the answer "Names are short here." arrives 1 time [PI-57]
    And the answer "order-processor" arrives 1 time [PI-57]
    And the file "notes.txt" is left alone [PI-60]
    And the file ".pi/pending-questions.json" is removed [PI-60]

  Scenario: A pending file that is attached by another spelling of its path is removed
    Given the command line "-p @./.pi/pending-questions.json"
    And a file ".pi/pending-questions.json" with the JSON {"questions": [{"question": "Name?", "answer": null}]}
    When the user says "order-processor"
    And the model says "so be it"
    Then the answer "order-processor" arrives 1 time [PI-57]
    And the file ".pi/pending-questions.json" is removed [PI-60]

  Scenario: With -c an answer stays with its question when the user moves the questions in the file
    Given the command line "-p -c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"questions": [{"question": "What should we name this service?", "answer": "order-processor"},
        {"question": "Which database should we use?", "options": ["PostgreSQL (Recommended)", "SQLite"], "answer": "SQLite"}]}
      """
    When the model says "so be it"
    Then something is recorded with {"question": "Which database should we use?", "answer": "SQLite"} [PI-58]
    And nothing is recorded with {"question": "Which database should we use?", "answer": "order-processor"} [PI-58]

  Scenario Outline: With -c the answers in the file go to the model: <how>
    Given <terminal>
    And the command line "<line>"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "sessionId": "abc123",
        "timestamp": "2026-02-04T22:16:32Z",
        "questions": [
          {
            "question": "Which database should we use?",
            "options": ["PostgreSQL (Recommended)", "SQLite"],
            "answer": "SQLite"
          },
          {"question": "What should we name this service?", "answer": "order-processor"}
        ]
      }
      """
    When the model says "so be it"
    Then the answer "order-processor" arrives 1 time [PI-58]
    And the answer "SQLite" arrives 1 time [PI-58]
    And the model is told of the questions ["Which database should we use?", "name this service?"] the answers: [PI-58]
      """
      ["SQLite", "order-processor"]
      """
    And something is recorded with: [PI-59.o2]
      """
      {"question": "Which database should we use?", "answer": "SQLite", "selectedOption": "SQLite", "wasCustom": false}
      """
    And something is recorded with: [PI-59.o2]
      """
      {"question": "What should we name this service?", "answer": "order-processor", "wasCustom": true}
      """
    And 1 request reaches the model [PI-58]
    And no prompt is shown [PI-58]
    And the file ".pi/pending-questions.json" is removed [PI-60]
    And the turn ends completed [PI-58]

    Examples:
      | how                | terminal    | line  |
      | without a terminal | no terminal | -c    |
      | with a terminal    | a terminal  | -c    |
      | in print mode      | a terminal  | -p -c |

  Scenario: A custom answer in the file reaches the model
    Given the command line "-c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "sessionId": "abc123",
        "timestamp": "2026-02-04T22:16:32Z",
        "questions": [
          {
            "question": "Which database should we use?",
            "options": ["PostgreSQL (Recommended)", "SQLite"],
            "answer": "MariaDB"
          },
          {"question": "What should we name this service?", "answer": "order-processor"}
        ]
      }
      """
    When the model says "so be it"
    Then the answer "MariaDB" arrives 1 time [PI-58]
    And the answer "order-processor" arrives 1 time [PI-58]
    And something is recorded with: [PI-59.o2]
      """
      {"question": "Which database should we use?", "answer": "MariaDB", "wasCustom": true}
      """

  Scenario: A file with only shortened questions and answers is accepted
    Given the command line "-c"
    And a file ".pi/pending-questions.json" with:
      """
      {
        "questions": [
          { "question": "Which database?", "answer": "PostgreSQL (Recommended)" },
          { "question": "Service name?", "answer": "order-processor" }
        ]
      }
      """
    When the model says "so be it"
    Then the answer "order-processor" arrives 1 time [PI-107]
    And the answer "PostgreSQL (Recommended)" arrives 1 time [PI-107]
    And 1 request reaches the model [PI-107]
    And the turn ends completed [PI-107]

  Scenario: Custom answers in a shortened file reach the model
    Given the command line "-c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "questions": [
          {"question": "Which database?", "answer": "MariaDB"},
          {"question": "Service name?", "answer": "order-processor"}
        ]
      }
      """
    When the model says "so be it"
    Then the answer "MariaDB" arrives 1 time [PI-107]
    And the answer "order-processor" arrives 1 time [PI-107]
    And something is recorded with {"question": "Which database should we use?", "answer": "MariaDB"} [PI-22]
    And something is recorded with {"answer": "MariaDB", "wasCustom": true} [PI-59.o2]

  @open
  Scenario Outline: An edited file is accepted: <what>
    Given the command line "-c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"questions": [
        {"question": "<first question>", "answer": <database>},
        {"question": "What should we name this service?", "answer": "order-processor"}<more>]}
      """
    When the model says "so be it"
    Then something is recorded with: [PI-58.o2, PI-59.o2]
      """
      {"question": "Which database should we use?", "answer": <database>, "wasCustom": <custom>}
      """
    And something is recorded with: [PI-58.o2]
      """
      {"question": "What should we name this service?", "answer": "order-processor", "wasCustom": true}
      """
    And the answer "order-processor" arrives 1 time [PI-58.o2]
    And the answer <database> arrives 1 time [PI-58.o2]
    And the turn ends completed [PI-58.o2]

    Examples:
      | what | database | custom | first question | more |
      | one question shortened | "SQLite" | false | Database? |  |
      | one question more | "SQLite" | false | Which database should we use? | , {"question": "And a pony?", "answer": "yes"} |
      | a label in another case | "sqlite" | true | Which database should we use? |  |
      | a custom answer | "MariaDB" | true | Which database should we use? |  |

  @open
  Scenario: An edited file is accepted: questions in another order
    Given the command line "-c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "questions": [
          {"question": "What should we name this service?", "answer": "order-processor"},
          {"question": "Which database should we use?", "answer": "SQLite"}
        ]
      }
      """
    When the model says "so be it"
    Then something is recorded with: [PI-58.o2, PI-59.o2]
      """
      {"question": "Which database should we use?", "answer": "SQLite", "wasCustom": false}
      """
    And something is recorded with: [PI-58.o2]
      """
      {"question": "What should we name this service?", "answer": "order-processor", "wasCustom": true}
      """
    And the answer "order-processor" arrives 1 time [PI-58.o2]
    And the answer "SQLite" arrives 1 time [PI-58.o2]
    And the turn ends completed [PI-58.o2]

  @open
  Scenario: An edited file is accepted: extra keys
    Given the command line "-c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "note": 1,
        "questions": [
          {"question": "Which database should we use?", "answer": "SQLite", "why": "small"},
          {"question": "What should we name this service?", "answer": "order-processor"}
        ]
      }
      """
    When the model says "so be it"
    Then something is recorded with: [PI-58.o2, PI-59.o2]
      """
      {"question": "Which database should we use?", "answer": "SQLite", "wasCustom": false}
      """
    And something is recorded with: [PI-58.o2]
      """
      {"question": "What should we name this service?", "answer": "order-processor", "wasCustom": true}
      """
    And the answer "order-processor" arrives 1 time [PI-58.o2]
    And the answer "SQLite" arrives 1 time [PI-58.o2]
    And the turn ends completed [PI-58.o2]

  @open
  Scenario Outline: A file without a usable answer to each question is refused and stays: <what>
    Given the command line "-c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"questions": [
        {"question": "Which database should we use?"<database>},
        {"question": "What should we name this service?", "answer": <name>}]}
      """
    When the subject may exit by itself
    Then the file ".pi/pending-questions.json" is left alone [PI-58.o2]
    And 0 requests reach the model [PI-58.o2]
    And nothing is recorded with {"answer": "order-processor"} [PI-58.o2]
    And a notice is given [PI-58.o2]

    Examples:
      | what                                | database               | name              |
      | one answer null                     | , "answer": null       | "order-processor" |
      | one answer left out                 |                        | "order-processor" |
      | all answers null                    | , "answer": null       | null              |
      | a list for a single-select question | , "answer": ["SQLite"] | "order-processor" |

  @open
  Scenario: A file without a usable answer to each question is refused and stays: one question missing
    Given the command line "-c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"questions": [{"question": "What should we name this service?", "answer": "order-processor"}]}
      """
    When the subject may exit by itself
    Then the file ".pi/pending-questions.json" is left alone [PI-58.o2]
    And 0 requests reach the model [PI-58.o2]
    And nothing is recorded with {"answer": "order-processor"} [PI-58.o2]
    And a notice is given [PI-58.o2]

  @open
  Scenario Outline: A file of another session is refused and stays: <how>
    Given <terminal>
    And the command line "-c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "sessionId": "another",
        "timestamp": "2026-02-04T22:16:32Z",
        "questions": [
          {"question": "Which database should we use?", "answer": "SQLite"},
          {"question": "What should we name this service?", "answer": "order-processor"}
        ]
      }
      """
    When the subject may exit by itself
    Then the file ".pi/pending-questions.json" is left alone [PI-58.o]
    And 0 requests reach the model [PI-58.o]
    And nothing is recorded with {"answer": "order-processor"} [PI-58.o]
    And a notice is given [PI-58.o]

    Examples:
      | how                | terminal    |
      | without a terminal | no terminal |
      | with a terminal    | a terminal  |

  @open
  Scenario: A file of another session stays when it is attached to a message
    Given the command line "-p @./.pi/pending-questions.json"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"sessionId": "another", "questions": [{"question": "Which database should we use?", "answer": null}]}
      """
    When the user says "use postgres"
    And the model says "so be it"
    Then the file ".pi/pending-questions.json" is left alone [PI-58.o]
    And a notice is given [PI-58.o]

  @open
  Scenario Outline: Anything but a file of questions is refused and stays: <what>
    Given the command line "-c"
    And <given>
    When the subject may exit by itself
    Then the file ".pi/pending-questions.json" is left alone [PI-58.o2]
    And 0 requests reach the model [PI-58.o2]
    And a notice is given [PI-58.o2]

    Examples:
      | what | given |
      | a JSON text | a file ".pi/pending-questions.json" with the JSON "order-processor" |
      | an object without questions | a file ".pi/pending-questions.json" with the JSON {"answers": ["SQLite", "order-processor"]} |
      | a folder | a folder ".pi/pending-questions.json" |
      | a link | a link ".pi/pending-questions.json" to "../notes.json" |
      | a binary file | a file ".pi/pending-questions.json" that is no text |

  @open
  Scenario: Anything but a file of questions is refused and stays: questions outside a list
    Given the command line "-c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"questions": {"question": "Which database should we use?", "answer": "SQLite"}}
      """
    When the subject may exit by itself
    Then the file ".pi/pending-questions.json" is left alone [PI-58.o2]
    And 0 requests reach the model [PI-58.o2]
    And a notice is given [PI-58.o2]

  @open
  Scenario: Anything but a file of questions is refused and stays: a number for an answer
    Given the command line "-c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "questions": [
          {"question": "Which database should we use?", "answer": 1},
          {"question": "What should we name this service?", "answer": "order-processor"}
        ]
      }
      """
    When the subject may exit by itself
    Then the file ".pi/pending-questions.json" is left alone [PI-58.o2]
    And 0 requests reach the model [PI-58.o2]
    And a notice is given [PI-58.o2]

  @open
  Scenario: A truncated file is refused and stays
    Given the command line "-c"
    And a file ".pi/pending-questions.json" with:
      """
      {"questions": [{"question": "Which database should we use?", "answer": "SQLite"}, {"question": "What should we name this service?", "answer": "order-pro
      """
    When the subject may exit by itself
    Then the file ".pi/pending-questions.json" is left alone [PI-58.o2]
    And 0 requests reach the model [PI-58.o2]
    And a notice is given [PI-58.o2]

  Scenario: Without a pending file -c continues the session as before
    Given a terminal
    And the command line "-c"
    When the user says "go"
    And the model says "gone"
    Then the user's messages reach the model as ["plan it", "go"] [PI-58]
    And the turn ends completed [PI-58]

  Scenario: Answers on the command line go to the questions of a call in their order
    Given a stored conversation:
      """
      []
      """
    And the command line has the words:
      """
      ["-p", "--answers", "[\"PostgreSQL (Recommended)\", \"SQLite\", [\"Logs\", \"Traces\"]]"]
      """
    When the user says "plan it"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database should we use?", "options": [{"label": "SQLite"}, {"label": "PostgreSQL (Recommended)"}]},
        {"question": "What should we name this service?"},
        {"question": "What else?", "options": [{"label": "Logs"}, {"label": "Traces"}], "multiSelect": true}]}
      """
    And the model says "so be it"
    Then the call "call_1" has at least the result: [PI-59]
      """
      {
        "answered": true,
        "answers": [{"answer": "PostgreSQL (Recommended)"}, {"answer": "SQLite"}, {"answer": ["Logs", "Traces"]}]
      }
      """
    And the call "call_1" has at least the result: [PI-59.o2]
      """
      {"answers": [{"wasCustom": false}, {"wasCustom": true}, {}]}
      """
    And no prompt is shown [PI-59]
    And no file is written [PI-60]
    And 2 requests reach the model [PI-59]
    And the turn ends completed [PI-59]

  Scenario: Answers on the command line go to the questions in the pending file
    Given the command line has the words ["-p", "--answers", "[\"PostgreSQL (Recommended)\", \"order-processor\"]"]
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "sessionId": "abc123",
        "timestamp": "2026-02-04T22:16:32Z",
        "questions": [
          {
            "question": "Which database should we use?",
            "options": ["PostgreSQL (Recommended)", "SQLite"],
            "answer": null
          },
          {"question": "What should we name this service?", "answer": null}
        ]
      }
      """
    When the model says "so be it"
    Then the answer "order-processor" arrives 1 time [PI-59]
    And the answer "PostgreSQL (Recommended)" arrives 1 time [PI-59]
    And the model is told of the questions ["Which database should we use?", "name this service?"] the answers: [PI-59]
      """
      ["PostgreSQL (Recommended)", "order-processor"]
      """
    And something is recorded with: [PI-59.o2]
      """
      {
        "question": "Which database should we use?",
        "answer": "PostgreSQL (Recommended)",
        "selectedOption": "PostgreSQL (Recommended)",
        "wasCustom": false
      }
      """
    And something is recorded with: [PI-59.o2]
      """
      {"question": "What should we name this service?", "answer": "order-processor", "wasCustom": true}
      """
    And no file is written [PI-60]
    And the turn ends completed [PI-59]

  Scenario: Custom answers on the command line reach the model
    Given the command line has the words ["-p", "--answers", "[\"MariaDB\", \"order-processor\"]"]
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "sessionId": "abc123",
        "timestamp": "2026-02-04T22:16:32Z",
        "questions": [
          {
            "question": "Which database should we use?",
            "options": ["PostgreSQL (Recommended)", "SQLite"],
            "answer": null
          },
          {"question": "What should we name this service?", "answer": null}
        ]
      }
      """
    When the model says "so be it"
    Then the answer "MariaDB" arrives 1 time [PI-59]
    And the answer "order-processor" arrives 1 time [PI-59]
    And something is recorded with: [PI-59.o2]
      """
      {"question": "Which database should we use?", "answer": "MariaDB", "wasCustom": true}
      """

  Scenario Outline: An answer of the wrong shape on the command line is never returned as it is: <what>
    Given a stored conversation:
      """
      []
      """
    And the command line has the words ["-p", "--answers", <answers>]
    When the user says "plan it"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}, {"label": "C"}]<more>}]}
      """
    And the model says "as you like"
    Then nothing is recorded with {"answer": <wrong>} [PI-26]
    And the model is told nothing with <told> [PI-26]

    Examples:
      | what                                | more                  | answers             | wrong | told                   |
      | a list for a single-select question |                       | "[[\\"B\\"]]"       | ["B"] | "\\"answer\\":[\\"B\\"]" |
      | a text for a multi-select question  | , "multiSelect": true | "[\\"B\\"]"         | "B"   | "\\"answer\\":\\"B\\""   |

  @open
  Scenario: Multi-select answers on the command line list labels in option order, then custom texts
    Given a stored conversation:
      """
      []
      """
    And the command line has the words ["-p", "--answers", "[[\"own\", \"C\", \"A\", \"C\"]]"]
    When the user says "plan it"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "multiSelect": true, "options": [{"label": "A"}, {"label": "B"}, {"label": "C"}]}]}
      """
    And the model says "as you like"
    Then the call "call_1" has the result: [PI-26.o]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": ["A", "C", "own"], "wasCustom": true}]}
      """
    And 2 requests reach the model [PI-26.o]

  @open
  Scenario Outline: Unusable answers on the command line fail the call: <what>
    Given a stored conversation:
      """
      []
      """
    And the command line has the words ["-p", "--answers", <answers>]
    When the user says "plan it"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database should we use?", "options": [{"label": "SQLite"}]}, {"question": "What should we name this service?"}]}
      """
    And the model says "as you like"
    Then the call "call_1" fails [PI-59.o]
    And the model is told nothing with "order-processor" [PI-59.o]
    And nothing is recorded with {"answered": true} [PI-59.o]

    Examples:
      | what                                | answers                                                |
      | too few                             | "[\\"order-processor\\"]"                              |
      | too many                            | "[\\"SQLite\\", \\"order-processor\\", \\"a third\\"]" |
      | no answers                          | "[]"                                                   |
      | a list for a single-select question | "[[\\"SQLite\\"], \\"order-processor\\"]"              |
      | an empty list for a text question   | "[\\"SQLite\\", []]"                                   |

  @open
  Scenario Outline: A wrong number of answers for the pending file is refused, and the file stays: <what>
    Given the command line has the words ["-p", "--answers", <answers>]
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "sessionId": "abc123",
        "questions": [
          {
            "question": "Which database should we use?",
            "options": ["PostgreSQL (Recommended)", "SQLite"],
            "answer": null
          },
          {"question": "What should we name this service?", "answer": null}
        ]
      }
      """
    When the subject may exit by itself
    Then the file ".pi/pending-questions.json" is left alone [PI-59.o]
    And 0 requests reach the model [PI-59.o]
    And nothing is recorded with {"answered": true} [PI-59.o]
    And a notice is given [PI-59.o]

    Examples:
      | what     | answers                                                |
      | too few  | "[\\"order-processor\\"]"                              |
      | too many | "[\\"SQLite\\", \\"order-processor\\", \\"a third\\"]" |

  Scenario Outline: The command /questions shows the pending questions: <how>
    Given <terminal>
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "sessionId": "abc123",
        "timestamp": "2026-02-04T22:16:32Z",
        "questions": [
          {
            "question": "Which database should we use?",
            "options": ["PostgreSQL (Recommended)", "SQLite"],
            "answer": "SQLite"
          },
          {"question": "What should we name this service?", "answer": null}
        ]
      }
      """
    When the user says "/questions"
    Then a notice tells "Which database should we use?" [PI-61]
    And a notice tells "What should we name this service?" [PI-61]
    And the file ".pi/pending-questions.json" is left alone [PI-61]
    And 0 requests reach the model [PI-61]

    Examples:
      | how                | terminal    |
      | with a terminal    | a terminal  |
      | without a terminal | no terminal |

  Scenario: The command /questions clear removes the pending file
    Given a terminal
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "sessionId": "abc123",
        "questions": [
          {"question": "Which database should we use?", "answer": "SQLite"},
          {"question": "What should we name this service?", "answer": null}
        ]
      }
      """
    When the user says "/questions clear"
    Then the file ".pi/pending-questions.json" is removed [PI-61]
    And 0 requests reach the model [PI-61]
    And nothing is recorded with {"answered": true} [PI-61]

  Scenario: The command /questions with an unknown word gives a notice and removes nothing
    Given a terminal
    And a file ".pi/pending-questions.json" with the JSON {"questions": [{"question": "Which?", "answer": null}]}
    When the user says "/questions claer"
    Then the file ".pi/pending-questions.json" is left alone [PI-61]
    And a notice is given [PI-61]
    And 0 requests reach the model [PI-61]

  Scenario Outline: Without a pending file the command "<command>" changes nothing
    Given a terminal
    When the user says "<command>"
    And 1000 ms later the user says "go"
    And asked "go" the model says "gone"
    Then no file is written [PI-61]
    And 1 request reaches the model [PI-61]
    And the turn ends completed [PI-61]

    Examples:
      | command          |
      | /questions       |
      | /questions clear |

  Scenario: The command /questions shows what the same run has left pending
    Given the command line "-p"
    And a stored conversation:
      """
      []
      """
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "then I wait"
    And the user says "/questions" after the turn
    Then a notice tells "Which way?" [PI-61]
    And 2 requests reach the model [PI-61]

  @reference
  Scenario: Two answered files are used together, and a third without answers is reported and stays
    Given the command line "-c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "questions": [
          {"question": "Which database should we use?", "answer": "SQLite"},
          {"question": "What should we name this service?", "answer": "order-processor"}
        ]
      }
      """
    And a file ".pi/pending-questions-2.json" with the JSON:
      """
      {"questions": [{"question": "How far?", "answer": "distant"}]}
      """
    And a file ".pi/pending-questions-3.json" with the JSON {"questions": [{"question": "How fast?", "answer": null}]}
    When the model says "so be it"
    Then the answer "order-processor" arrives 1 time
    And the answer "distant" arrives 1 time
    And the file ".pi/pending-questions.json" is removed
    And the file ".pi/pending-questions-2.json" is removed
    And the file ".pi/pending-questions-3.json" is left alone
    And a notice tells ".pi/pending-questions-3.json"
    And 1 request reaches the model
