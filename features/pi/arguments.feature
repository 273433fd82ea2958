Feature: pi: the arguments of a call

  Which arguments make a call fail, and which have an effect. A call that fails asks nobody anything.

  Background:
    Given the system "pi"

  Scenario: A question is single-select when multiSelect is left out or false
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}, {"label": "B"}]},
                     {"question": "Second?", "multiSelect": false, "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person answers "First?" with {"First?": "A", "Second?": "A"}
    And the model says "done"
    Then the call "call_1" has the result: [PI-06]
      """
      {
        "answered": true,
        "answers": [
          {"question": "First?", "answer": "A", "selectedOption": "A", "wasCustom": false},
          {"question": "Second?", "answer": "A", "selectedOption": "A", "wasCustom": false}
        ]
      }
      """

  Scenario Outline: A question with multiSelect <what> has no checkboxes
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]<multiSelect>}]}
      """
    And the person answers "Which?" with "B"
    And the model says "done"
    Then the prompt does not contain "[ ]" [PI-06]
    And the call "call_1" has the result: [PI-06]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": "B", "selectedOption": "B", "wasCustom": false}]}
      """

    Examples:
      | what     | multiSelect            |
      | left out |                        |
      | false    | , "multiSelect": false |

  Scenario: More questions than the description advises and more options than digits are accepted
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Question 1?", "options": [{"label": "1.1"}, {"label": "1.2"}, {"label": "1.3"}]}, {"question": "Question 2?", "options": [{"label": "2.1"}, {"label": "2.2"}, {"label": "2.3"}]}, {"question": "Question 3?", "options": [{"label": "3.1"}, {"label": "3.2"}, {"label": "3.3"}]}, {"question": "Question 4?", "options": [{"label": "4.1"}, {"label": "4.2"}, {"label": "4.3"}]}, {"question": "Question 5?", "options": [{"label": "5.1"}, {"label": "5.2"}, {"label": "5.3"}]}, {"question": "Question 6?", "options": [{"label": "6.1"}, {"label": "6.2"}, {"label": "6.3"}]}, {"question": "Question 7?", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}, {"label": "o11"}, {"label": "o12"}]}]}
      """
    And the person answers "Question 1?" with ["1.1", "2.2", "3.3", "4.1", "5.2", "6.3", "o12"]
    And the model says "done"
    Then 1 prompt is shown [PI-07]
    And the call "call_1" has the result: [PI-07]
      """
      {
        "answered": true,
        "answers": [
          {"question": "Question 1?", "answer": "1.1", "selectedOption": "1.1", "wasCustom": false},
          {"question": "Question 2?", "answer": "2.2", "selectedOption": "2.2", "wasCustom": false},
          {"question": "Question 3?", "answer": "3.3", "selectedOption": "3.3", "wasCustom": false},
          {"question": "Question 4?", "answer": "4.1", "selectedOption": "4.1", "wasCustom": false},
          {"question": "Question 5?", "answer": "5.2", "selectedOption": "5.2", "wasCustom": false},
          {"question": "Question 6?", "answer": "6.3", "selectedOption": "6.3", "wasCustom": false},
          {"question": "Question 7?", "answer": "o12", "selectedOption": "o12", "wasCustom": false}
        ]
      }
      """

  Scenario: Upstream, 20 questions are accepted
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {
        "questions": [
          {"question": "Question 1?"}, {"question": "Question 2?"}, {"question": "Question 3?"},
          {"question": "Question 4?"}, {"question": "Question 5?"}, {"question": "Question 6?"},
          {"question": "Question 7?"}, {"question": "Question 8?"}, {"question": "Question 9?"},
          {"question": "Question 10?"}, {"question": "Question 11?"}, {"question": "Question 12?"},
          {"question": "Question 13?"}, {"question": "Question 14?"}, {"question": "Question 15?"},
          {"question": "Question 16?"}, {"question": "Question 17?"}, {"question": "Question 18?"},
          {"question": "Question 19?"}, {"question": "Question 20?"}
        ]
      }
      """
    And the person cancels "Question 1?"
    And the model says "done"
    Then 1 prompt is shown [PI-07.u]

  Scenario: Upstream, 50 options are accepted
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {
        "questions": [
          {
            "question": "Question 1?",
            "options": [
              {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"},
              {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}, {"label": "o11"},
              {"label": "o12"}, {"label": "o13"}, {"label": "o14"}, {"label": "o15"}, {"label": "o16"},
              {"label": "o17"}, {"label": "o18"}, {"label": "o19"}, {"label": "o20"}, {"label": "o21"},
              {"label": "o22"}, {"label": "o23"}, {"label": "o24"}, {"label": "o25"}, {"label": "o26"},
              {"label": "o27"}, {"label": "o28"}, {"label": "o29"}, {"label": "o30"}, {"label": "o31"},
              {"label": "o32"}, {"label": "o33"}, {"label": "o34"}, {"label": "o35"}, {"label": "o36"},
              {"label": "o37"}, {"label": "o38"}, {"label": "o39"}, {"label": "o40"}, {"label": "o41"},
              {"label": "o42"}, {"label": "o43"}, {"label": "o44"}, {"label": "o45"}, {"label": "o46"},
              {"label": "o47"}, {"label": "o48"}, {"label": "o49"}, {"label": "o50"}
            ]
          }
        ]
      }
      """
    And the person cancels "Question 1?"
    And the model says "done"
    Then 1 prompt is shown [PI-07.u]

  Scenario: Two questions with the same text are answered separately
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person answers "Which?" with ["A", "B"]
    And the model says "done"
    Then the call "call_1" has the result: [PI-08]
      """
      {
        "answered": true,
        "answers": [
          {"question": "Which?", "answer": "A", "selectedOption": "A", "wasCustom": false},
          {"question": "Which?", "answer": "B", "selectedOption": "B", "wasCustom": false}
        ]
      }
      """

  Scenario: Two options with the same label are both shown
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "Twin", "description": "the first"}, {"label": "Twin", "description": "the second"}]}]}
      """
    And the person answers "Which?" with "Twin"
    And the model says "done"
    Then the prompt shows "the first" above "the second" [PI-08]
    And the call "call_1" has the result: [PI-08]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": "Twin", "selectedOption": "Twin", "wasCustom": false}]
      }
      """

  Scenario: Repeated questions, headers and labels are accepted
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A"}, {"label": "A"}]}, {"question": "Which?", "header": "H", "options": [{"label": "A"}, {"label": "A"}]}]}
      """
    And the person cancels "Which?"
    And the model says "done"
    Then 1 prompt is shown [PI-08.u]

  Scenario Outline: A call with an empty <what> is refused
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [<question>]}
      """
    And if asked, the person cancels ""
    And the model says "sorry"
    Then the call "call_1" fails [PI-09]
    And no prompt is shown [PI-09]

    Examples:
      | what     | question                                                        |
      | question | {"question": ""}                                                |
      | header   | {"question": "Q?", "header": ""}                                |
      | label    | {"question": "Q?", "options": [{"label": "A"}, {"label": ""}]}  |

  Scenario Outline: A <what> of one space is accepted
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [<question>]}
      """
    And if asked, the person answers "" with <answer>
    And the model says "done"
    Then the call "call_1" has the result {"answered": true, "answers": [<result>]} [PI-09]

    Examples:
      | what     | question                          | answer | result                                               |
      | question | {"question": " "}                 | "x"    | {"question": " ", "answer": "x", "wasCustom": true}  |
      | header   | {"question": "Q?", "header": " "} | "x"    | {"question": "Q?", "answer": "x", "wasCustom": true} |

  Scenario: A label of one space is accepted
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Q?", "options": [{"label": "A"}, {"label": " "}]}]}
      """
    And if asked, the person answers "" with " "
    And the model says "done"
    Then the call "call_1" has the result: [PI-09]
      """
      {"answered": true, "answers": [{"question": "Q?", "answer": " ", "selectedOption": " ", "wasCustom": false}]}
      """

  Scenario: Unknown keys in a call have no effect
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "hint": "unknown-1", "required": true, "default": "B", "options": [{"label": "A"}, {"label": "B"}]}],
       "title": "unknown-2", "timeout": 1}
      """
    And if asked, the person answers "Which?" with "A"
    And the model says "done"
    Then the call "call_1" has the result: [PI-10]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": "A", "selectedOption": "A", "wasCustom": false}]}
      """
    And no prompt contains "unknown-" [PI-10]

  Scenario: Unknown keys in a call for a client are not stored in the details
    Given the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "hint": "unknown-1", "options": [{"label": "A"}, {"label": "B"}]}], "title": "unknown-2"}
      """
    And the client answers "Which?" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<requestId>",
        "answers": [{"question": "Which?", "answer": "A", "selectedOption": "A", "wasCustom": false}]
      }
      """
    And the model says "done"
    Then the call "call_1" has the result: [PI-10]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": "A", "selectedOption": "A", "wasCustom": false}]}
      """
    And nothing is recorded with {"mode": "rpc", "title": "unknown-2"} [PI-10]

  @open
  Scenario: An unknown key named suggestions adds no options
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "suggestions": ["chip-a", "chip-b"]}]}
      """
    And the person answers "Which?" with "chip-a"
    And the model says "done"
    Then no prompt contains "chip-b" [PI-10.o]
    And the call "call_1" has the result: [PI-10.o]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": "chip-a", "wasCustom": true}]}
      """

  @field-34 @field-61
  Scenario Outline: A call with <what> fails and asks nobody: <where>
    Given <terminal>
    And the command line "<line>"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      <arguments>
      """
    And the model says "sorry"
    Then the call "call_1" fails [<row>]
    And no prompt is shown [<row>]
    And no file is written [<row>]
    And no message tells the client "ask_user_request" [<row>]
    And the turn ends completed [<row>]

    Examples: on a terminal
      | where         | terminal   | line | row   | what                    | arguments                                                                       |
      | on a terminal | a terminal |      | PI-12 | no questions            | {"questions": []}                                                               |
      | on a terminal | a terminal |      | PI-11 | a text for questions    | {"questions": "Which?"}                                                         |
      | on a terminal | a terminal |      | PI-11 | an object for questions | {"questions": {"question": "Which?"}}                                           |
      | on a terminal | a terminal |      | PI-11 | a text for an option    | {"questions": [{"question": "Which?", "options": [{"label": "A"}, "B"]}]}       |
      | on a terminal | a terminal |      | PI-11 | a text for metadata     | {"questions": [{"question": "Which?"}], "metadata": "setup"}                    |
      | on a terminal | a terminal |      | PI-11 | a list for metadata     | {"questions": [{"question": "Which?"}], "metadata": ["setup"]}                  |
      | on a terminal | a terminal |      | PI-11 | a number for metadata   | {"questions": [{"question": "Which?"}], "metadata": 1}                          |
      | on a terminal | a terminal |      | PI-11 | null for metadata       | {"questions": [{"question": "Which?"}], "metadata": null}                       |
      | on a terminal | a terminal |      | PI-11 | a boolean for metadata  | {"questions": [{"question": "Which?"}], "metadata": true}                       |

    Examples: in print mode
      | where         | terminal   | line | row   | what                 | arguments                                                                       |
      | in print mode | a terminal | -p   | PI-12 | no questions         | {"questions": []}                                                               |
      | in print mode | a terminal | -p   | PI-11 | a text for questions | {"questions": "Which?"}                                                         |
      | in print mode | a terminal | -p   | PI-11 | a text for an option | {"questions": [{"question": "Which?", "options": [{"label": "A"}, "B"]}]}       |
      | in print mode | a terminal | -p   | PI-11 | a text for metadata  | {"questions": [{"question": "Which?"}], "metadata": "setup"}                    |

    Examples: for a client
      | where | terminal | line | row | what | arguments |
      | for a client | no terminal | --mode rpc | PI-12 | no questions | {"questions": []} |
      | for a client | no terminal | --mode rpc | PI-11 | a text for questions | {"questions": "Which?"} |
      | for a client | no terminal | --mode rpc | PI-11 | a text for an option | {"questions": [{"question": "Which?", "options": [{"label": "A"}, "B"]}]} |
      | for a client | no terminal | --mode rpc | PI-11 | a text for metadata | {"questions": [{"question": "Which?"}], "metadata": "setup"} |

  @open
  Scenario: A failed call has an error and no result
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": []}
      """
    And the model says "sorry"
    Then the call "call_1" fails [PI-12.o]
    And the model is told nothing with "\"answered\"" [PI-12.o]
    And nothing is recorded with {"answered": false} [PI-12.o]

  Scenario: A failed call does not block other calls
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": []}
      """
    And in the same message it asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "left"
    And the model asks the user "How far?" between ["near", "far"]
    And the person answers "How far?" with "far"
    And the model says "done"
    Then the call "call_1" fails [PI-12]
    And 2 prompts are shown [PI-12]
    And of the call "call_2" the model is told "left" [PI-12]
    And of the call "call_3" the model is told "far" [PI-12]
    And each call is answered once [PI-12]

  Scenario: The recommended option is shown and returned with its whole label
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "PostgreSQL (Recommended)"}, {"label": "SQLite"}]}]}
      """
    And the person answers "Which?" with "PostgreSQL (Recommended)"
    And the model says "done"
    Then the prompt contains "PostgreSQL (Recommended)" [PI-13]
    And the call "call_1" has the result: [PI-13]
      """
      {
        "answered": true,
        "answers": [
          {
            "question": "Which?",
            "answer": "PostgreSQL (Recommended)",
            "selectedOption": "PostgreSQL (Recommended)",
            "wasCustom": false
          }
        ]
      }
      """
    And something is recorded with: [PI-13]
      """
      {
        "question": "Which?",
        "answer": "PostgreSQL (Recommended)",
        "selectedOption": "PostgreSQL (Recommended)",
        "wasCustom": false
      }
      """

  Scenario: The recommended option reaches a client and comes back with its whole label
    Given the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "PostgreSQL (Recommended)"}, {"label": "SQLite"}]}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<requestId>",
        "answers": [
          {
            "question": "Which?",
            "answer": "PostgreSQL (Recommended)",
            "selectedOption": "PostgreSQL (Recommended)",
            "wasCustom": false
          }
        ]
      }
      """
    And the model says "done"
    Then the client is told: [PI-13]
      """
      {
        "type": "ask_user_request",
        "questions": [{"question": "Which?", "options": [{"label": "PostgreSQL (Recommended)"}, {"label": "SQLite"}]}]
      }
      """
    And the call "call_1" has the result: [PI-13]
      """
      {
        "answered": true,
        "answers": [
          {
            "question": "Which?",
            "answer": "PostgreSQL (Recommended)",
            "selectedOption": "PostgreSQL (Recommended)",
            "wasCustom": false
          }
        ]
      }
      """

  Scenario Outline: A confirmation is a question with the options Yes and No: answered <answer>
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Drop the table?", "options": [{"label": "Yes"}, {"label": "No"}]}]}
      """
    And the person answers "Drop the table?" with <answer>
    And the model says "done"
    Then the call "call_1" has the result {"answered": true, "answers": [<result>]} [PI-14]

    Examples:
      | answer             | result                                                                                          |
      | "Yes"              | {"question": "Drop the table?", "answer": "Yes", "selectedOption": "Yes", "wasCustom": false}   |
      | "No"               | {"question": "Drop the table?", "answer": "No", "selectedOption": "No", "wasCustom": false}     |
      | "only the old one" | {"question": "Drop the table?", "answer": "only the old one", "wasCustom": true}                |
