Feature: pi: answers, and the result that they make

  What is offered to answer with, what an answer looks like however it was given, and what the result has of it. The
  person answers by meaning wherever keys are not what a requirement is about.

  Background:
    Given the system "pi"
    And a terminal

  Scenario Outline: Other stands below <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [<question>]}
      """
    And the person answers "Which?" with <answer>
    And the model says "done"
    Then the prompt shows "<last>" above "Other (type your answer)" [PI-15]
    And below "Which?" the prompt lists <list> [PI-15]
    And something is recorded with {"answer": <written>, "wasCustom": true} [PI-15]

    Examples:
      | what | question | last | answer | written | list |
      | two options | {"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]} | B | "something else" | "something else" | ["A", "B", "Other (type your answer)"] |
      | six options | {"question": "Which?", "options": [{"label": "A"}, {"label": "B"}, {"label": "C"}, {"label": "D"}, {"label": "E"}, {"label": "F"}]} | F | "something else" | "something else" | ["A", "B", "C", "D", "E", "F", "Other (type your answer)"] |
      | several to pick | {"question": "Which?", "multiSelect": true, "options": [{"label": "A"}, {"label": "B"}]} | B | ["something"] | ["something"] | ["A", "B", "Other (type your answer)"] |
      | what the model forbids | {"question": "Which?", "allowOther": false, "custom": false, "other": false, "options": [{"label": "A"}, {"label": "B"}]} | B | "something else" | "something else" | ["A", "B", "Other (type your answer)"] |

  Scenario: Other stands below seven options, where one has to move to it
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}, {"label": "C"}, {"label": "D"}, {"label": "E"}, {"label": "F"}, {"label": "G"}]}]}
      """
    And the person presses "Down Down Down Down Down Down Down Enter" at "Which?"
    And 100 ms later the person types "something else" at "Which?"
    And the model says "done"
    Then the prompt is redrawn with "Other (type your answer)" [PI-15]
    And the call "call_1" has the result: [PI-15, PI-25]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": "something else", "wasCustom": true}]}
      """

  @open
  Scenario Outline: An option of the model's that is called Other is one like any other, <how>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "Left"}, {"label": "Other"}]}]}
      """
    And the person answers "Which?" with <answer>
    And the model says "done"
    Then the prompt shows "2. Other" above "Other (type your answer)" [PI-15.o]
    And the call "call_1" has the result {"answered": true, "answers": [<result>]} [PI-15.o]

    Examples:
      | how        | answer  | result                                                                                    |
      | picked     | "Other" | {"question": "Which?", "answer": "Other", "selectedOption": "Other", "wasCustom": false} |
      | not picked | "other" | {"question": "Which?", "answer": "other", "wasCustom": true}                             |

  Scenario Outline: Without options, be they left out or with multiSelect at false, there is a text to type: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"<more>}]}
      """
    And the person answers "Name?" with "order-processor"
    And the model says "done"
    Then the prompt does not contain "Other" [PI-16]
    And the prompt offers to type [PI-16]
    And the call "call_1" has the result: [PI-16, PI-24]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "order-processor", "wasCustom": true}]}
      """

    Examples:
      | what             | more                                        |
      | the question     |                                             |
      | with a header    | , "header": "Service Setup"                 |
      | of a single pick | , "multiSelect": false                      |

  Scenario: An empty list of options is as good as none
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "options": []}]}
      """
    And if asked, the person answers "Name?" with "order-processor"
    And the model says "done"
    Then the prompt does not contain "Other" [PI-17]
    And the prompt offers to type [PI-17]
    And the call "call_1" has the result: [PI-17]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "order-processor", "wasCustom": true}]}
      """

  Scenario Outline: One option makes two entries, and <which> answers
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "Only"}]}]}
      """
    And if asked, the person answers "Which?" with <answer>
    And the model says "done"
    Then the prompt shows "Only" above "Other (type your answer)" [PI-18]
    And the call "call_1" has the result {"answered": true, "answers": [<result>]} [PI-18]

    Examples:
      | which      | answer | result                                                                                   |
      | the first  | "Only" | {"question": "Which?", "answer": "Only", "selectedOption": "Only", "wasCustom": false} |
      | the second | "none" | {"question": "Which?", "answer": "none", "wasCustom": true}                            |

  Scenario Outline: Nobody judges what is typed: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Port?"}, {"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person answers "Port?" with [<text>, <text>]
    And the model says "done"
    Then the call "call_1" has the result: [PI-19]
      """
      {
        "answered": true,
        "answers": [
          {"question": "Port?", "answer": <text>, "wasCustom": true},
          {"question": "Which?", "answer": <text>, "wasCustom": true}
        ]
      }
      """

    Examples:
      | what                | text                                       |
      | skip                | "skip"                                     |
      | n/a                 | "n/a"                                      |
      | no number           | "use port eight thousand eighty"           |
      | a number            | "8080"                                     |
      | another case        | "a"                                        |
      | blanks about it     | "  padded  "                               |
      | what JSON would be  | "{\\"answer\\": null}"                     |
      | a word of the tool  | "Other (type your answer)"                 |
      | a slash             | "/questions clear"                         |
      | composed or not     | "e\\u0301 \\u00e9"                         |
      | emoji               | "\\ud83d\\udc69\\u200d\\ud83d\\udcbb"      |

  @open @field-40
  Scenario: Nothing typed leaves the question open
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}]}
      """
    And the person presses "Enter" at "Name?"
    And 500 ms later the person types "x" at "Name?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-19.o]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "x", "wasCustom": true}]}
      """
    And the requests are sent at "0 500" [PI-19.o]

  @field-3 @field-4
  Scenario: Every question is put to the user, whatever the first answer says
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Use a database?", "options": [{"label": "No"}, {"label": "Yes"}]},
                     {"question": "Which database, then?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]},
                     {"question": "What is it called?"}]}
      """
    And the person answers "Use a database?" with ["No", "skip", "none"]
    And the model says "done"
    Then 1 prompt is shown [PI-20]
    And the call "call_1" has the result: [PI-20, PI-21]
      """
      {
        "answered": true,
        "answers": [
          {"question": "Use a database?", "answer": "No", "selectedOption": "No", "wasCustom": false},
          {"question": "Which database, then?", "answer": "skip", "wasCustom": true},
          {"question": "What is it called?", "answer": "none", "wasCustom": true}
        ]
      }
      """

  Scenario: Every question can be seen after the first is answered
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Use a database?", "options": [{"label": "No"}, {"label": "Yes"}]},
                     {"question": "Which database, then?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]},
                     {"question": "What is it called?"}]}
      """
    And the person presses "Enter" at "Use a database?"
    And 100 ms later the person presses "Tab" at "Use a database?"
    And 100 ms later the person presses "Tab" at "Use a database?"
    And nobody answers
    Then the prompt is redrawn with "Which database, then?" [PI-20]
    And the prompt is redrawn with "What is it called?" [PI-20]

  @open
  Scenario: Of two calls the second is put to the user when the first has ended
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And after 2000 ms the person answers "First?" with "A"
    And after 1000 ms the person answers "Second?" with "D"
    And the model says "done"
    Then 2 prompts are shown [PI-20.o]
    And the requests are sent at "0 3000" [PI-20.o]
    And each call is answered once [PI-20.o]
    And no prompt is left open [PI-20.o]

  Scenario: Answers stand in the order of their questions, whatever was answered first
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}]}, {"question": "Second?", "options": [{"label": "B"}]}, {"question": "Third?", "options": [{"label": "C"}]}]}
      """
    And the person presses "Tab Tab Enter" at "First?"
    And 100 ms later the person answers "First?" with {"Third?": "C", "Second?": "B", "First?": "A"}
    And the model says "done"
    Then the call "call_1" has the result: [PI-21]
      """
      {
        "answered": true,
        "answers": [
          {"question": "First?", "answer": "A", "selectedOption": "A", "wasCustom": false},
          {"question": "Second?", "answer": "B", "selectedOption": "B", "wasCustom": false},
          {"question": "Third?", "answer": "C", "selectedOption": "C", "wasCustom": false}
        ]
      }
      """

  Scenario Outline: A result of <what> has an answer for each
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": <questions>}
      """
    And the person answers "Q1?" with <answers>
    And the model says "done"
    Then the call "call_1" has the result {"answered": true, "answers": <written>} [PI-21, PI-87]
    And what is recorded with {"mode": "interactive"} has "/answers" in turn as [<written>] [PI-87]
    And nothing is recorded with {"answered": false} [PI-21]

    Examples:
      | what | questions | answers | written |
      | one question | [{"question": "Q1?"}] | "x" | [{"question": "Q1?", "answer": "x", "wasCustom": true}] |
      | three questions | [{"question": "Q1?"}, {"question": "Q2?", "options": [{"label": "A"}]}, {"question": "Q3?", "options": [{"label": "B"}, {"label": "C"}]}] | ["x", "A", "else"] | [{"question": "Q1?", "answer": "x", "wasCustom": true}, {"question": "Q2?", "answer": "A", "selectedOption": "A", "wasCustom": false}, {"question": "Q3?", "answer": "else", "wasCustom": true}] |

  @open
  Scenario: The model is told the result as JSON
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "left"
    And the model says "done"
    Then the call "call_1" succeeds with the JSON: [PI-21.o]
      """
      {
        "answered": true,
        "answers": [{"question": "Which way?", "answer": "left", "selectedOption": "left", "wasCustom": false}]
      }
      """

  Scenario Outline: An answer repeats its question word for word: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": <question>, "header": "H", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person answers "" with "A"
    And the model says "done"
    Then the call "call_1" has the result: [PI-22]
      """
      {
        "answered": true,
        "answers": [{"question": <question>, "answer": "A", "selectedOption": "A", "wasCustom": false}]
      }
      """

    Examples:
      | what            | question                              |
      | blanks about it | "  Which?  "                          |
      | two lines       | "Which?\\n(think twice)"              |
      | quotes          | "Which \\"one\\" \\\\ the other?"     |
      | no letter case  | "WHICH one?"                          |
      | composed or not | "caf\\u00e9 or cafe\\u0301?"          |
      | a number        | "1"                                   |
      | a long one      | "⟨300×which ⟩?"                       |

  Scenario Outline: An option that is picked is the answer, <how>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database?", "options": [{"label": "PostgreSQL", "description": "SQLite"}, {"label": "SQLite", "description": "small"}, {"label": "MongoDB"}]}]}
      """
    And the person <does>
    And the model says "done"
    Then the call "call_1" has the result {"answered": true, "answers": [{"question": "Which database?", "answer": "SQLite", "selectedOption": "SQLite", "wasCustom": false}]} [<row>]
    And nothing is recorded with {"question": "Which database?", "wasCustom": true} [<row>]

    Examples:
      | how                      | does                                    | row   |
      | by meaning               | answers "Which database?" with "SQLite" | PI-23 |
      | by its row and Enter     | presses "Down Enter" at "Which"         | PI-23 |

  @open
  Scenario Outline: The label is told of an option <how>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}]}
      """
    And the person presses "<keys>" at "Which database?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-23.o]
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

    Examples:
      | how                        | keys             |
      | that Enter picked          | Down Enter       |
      | that its digit picked      | 2                |

  Scenario Outline: A text that reads like a label is typed all the same: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "PostgreSQL (Recommended)"}, {"label": "SQLite"}]}]}
      """
    And the person answers "Which?" with <text>
    And the model says "done"
    Then the call "call_1" has the result: [PI-25]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": <text>, "wasCustom": true}]}
      """

    Examples:
      | what                | text                       |
      | without the advice  | "PostgreSQL"               |
      | in another case     | "sqlite"                   |
      | with a blank more   | "SQLite "                  |
      | something else      | "I want to use DynamoDB"   |

  @open
  Scenario: Where one question is answered through Other, the others are answered, too
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database should we use?", "options": [{"label": "PostgreSQL (Recommended)"}, {"label": "SQLite"}]}, {"question": "What should we name this service?"}]}
      """
    And the person answers "Which database" with ["I want to use DynamoDB", "order-processor"]
    And the model says "done"
    Then the call "call_1" has the result: [PI-25.o]
      """
      {
        "answered": true,
        "answers": [
          {
            "question": "Which database should we use?",
            "answer": "I want to use DynamoDB",
            "wasCustom": true
          },
          {"question": "What should we name this service?", "answer": "order-processor", "wasCustom": true}
        ]
      }
      """

  Scenario Outline: Where several may be picked the answer is a list, of <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which features?", "multiSelect": true, "options": [{"label": "Auth"}, {"label": "API"}, {"label": "Admin"}]}]}
      """
    And the person answers "Which features?" with <picks>
    And the model says "done"
    Then something is recorded with {"question": "Which features?", "answer": <written>, "wasCustom": false} [PI-26]
    And nothing is recorded with {"question": "Which features?", "wasCustom": true} [PI-26]
    And the call "call_1" has at least the result: [PI-26]
      """
      {"answered": true, "answers": [{"question": "Which features?", "answer": <written>, "wasCustom": false}]}
      """
    And each of the "answers" in the result of the call "call_1" has the fields: [PI-87]
      """
      question answer wasCustom (selectedOption)
      """
    And each of the "answers" in what is recorded last with {"mode": "interactive"} has the fields: [PI-87]
      """
      question answer wasCustom (selectedOption)
      """

    Examples:
      | what      | picks                     | written                   |
      | one       | ["API"]                   | ["API"]                   |
      | two       | ["Auth", "Admin"]         | ["Auth", "Admin"]         |
      | all three | ["Auth", "API", "Admin"]  | ["Auth", "API", "Admin"]  |

  Scenario Outline: Where one may be picked the answer is a text, with multiSelect <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which feature?"<multiSelect>, "options": [{"label": "Auth"}, {"label": "API"}]}]}
      """
    And the person answers "Which feature?" with "API"
    And the model says "done"
    Then the call "call_1" has the result: [PI-26]
      """
      {
        "answered": true,
        "answers": [{"question": "Which feature?", "answer": "API", "selectedOption": "API", "wasCustom": false}]
      }
      """

    Examples:
      | what     | multiSelect            |
      | left out |                        |
      | at false | , "multiSelect": false |

  @open @field-57 @field-58
  Scenario Outline: Several picks and a text of one's own, <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which features?", "multiSelect": true, "options": [{"label": "Auth"}, {"label": "API"}, {"label": "Admin"}]}]}
      """
    And the person answers "Which features?" with <given>
    And the model says "done"
    Then the call "call_1" has the result: [PI-26.o]
      """
      {"answered": true, "answers": [{"question": "Which features?", "answer": <written>, "wasCustom": <custom>}]}
      """
    And 2 requests reach the model [PI-26.o]

    Examples:
      | what            | given                       | written                     | custom |
      | in order        | ["Auth", "Admin", "Audit"]  | ["Auth", "Admin", "Audit"]  | true   |
      | in another      | ["Audit", "Admin", "Auth"]  | ["Auth", "Admin", "Audit"]  | true   |
      | the text alone  | ["Audit"]                   | ["Audit"]                   | true   |
      | the picks alone | ["Admin", "Auth"]           | ["Auth", "Admin"]           | false  |

  @open
  Scenario: Where several may be picked of nothing, a text is typed, and makes a list of one
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which features?", "multiSelect": true}]}
      """
    And the person answers "Which features?" with "Auth"
    And the model says "done"
    Then the prompt does not contain "Other" [PI-26.o2]
    And the call "call_1" has the result: [PI-26.o2]
      """
      {"answered": true, "answers": [{"question": "Which features?", "answer": ["Auth"], "wasCustom": true}]}
      """

  Scenario Outline: Where somebody has answered, the result says nothing of a file, a cancel or a lost client: <where>
    Given the command line "<line>"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And <answer>
    And the model says "done"
    Then the call "call_1" has the result: [PI-27]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": "A", "selectedOption": "A", "wasCustom": false}]}
      """
    And what is recorded last with {"mode": "<mode>"} is without "pendingFile" [PI-27]
    And what is recorded last with {"mode": "<mode>"} is without "cancelled" [PI-27]
    And what is recorded last with {"mode": "<mode>"} is without "connectionLost" [PI-27]

    Examples:
      | where | line | mode | answer |
      | on a terminal |  | interactive | the person answers "Which?" with "A" |
      | by a client | --mode rpc | rpc | the client answers "ask_user_request" with the line {"type": "ask_user_response", "requestId": "\\u003crequestId>", "answers": [{"question": "Which?", "answer": "A", "selectedOption": "A", "wasCustom": false}]} |

  @open
  Scenario: A cancel is no lost client, and has no file
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person cancels "Which way?"
    And the model says "as you like"
    Then the call "call_1" has the result {"answered": false, "answers": [], "cancelled": true} [PI-27.o]

  @open
  Scenario: A lost client is no cancel, and has no file
    Given the command line "--mode rpc"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client goes when the client is told "ask_user_request"
    And the model says "as you like"
    Then the call "call_1" has the result {"answered": false, "answers": [], "connectionLost": true} [PI-27.o]

  Scenario: A path to an image is typed like any other text
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "What does it look like?"}]}
      """
    And the person answers "What does it look like?" with "@screen.png"
    And the model says "done"
    Then the call "call_1" has the result: [PI-29]
      """
      {
        "answered": true,
        "answers": [{"question": "What does it look like?", "answer": "@screen.png", "wasCustom": true}]
      }
      """
    And nothing is recorded with {"type": "image"} [PI-29]
    And what is recorded last with {"mode": "interactive"} says nothing of "\"attachments\"" [PI-29]
    And what is recorded last with {"mode": "interactive"} says nothing of "\"images\"" [PI-29]
    And each of the "answers" in what is recorded last with {"mode": "interactive"} has the fields: [PI-29]
      """
      question answer wasCustom
      """
    And the user's messages reach the model as ["go"] [PI-29]

  Scenario: A client that answers with an image has given no text
    Given the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "What does it look like?"}]}
      """
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 100, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "What does it look like?", "answer": {"type": "image", "data": "aW1hZ2U="}, "wasCustom": true}]}},
       {"after_ms": 1000, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "What does it look like?", "answer": "like a table", "wasCustom": true}]}}]
      """
    And the model says "done"
    Then the model is told nothing with "aW1hZ2U=" [PI-29]
    And nothing is recorded with {"type": "image"} [PI-29]
    And each of the "answers" in what is recorded last with {"mode": "rpc"} has the fields: [PI-29]
      """
      question answer wasCustom
      """
    And the user's messages reach the model as ["go"] [PI-29]
    And the turn ends completed

  Scenario: Options stand in the order in which they came
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "Zebra (Recommended)"}, {"label": "apple"}, {"label": "Mango"}]}]}
      """
    And the person answers "Which?" with "Mango"
    And the model says "done"
    Then the prompt shows "Zebra (Recommended)" above "apple" [PI-86]
    And the prompt shows "apple" above "Mango" [PI-86]
    And the prompt shows "Mango" above "Other (type your answer)" [PI-15]

  Scenario: Where several may be picked, options stand in the order in which they came, too
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "multiSelect": true, "options": [{"label": "Zebra (Recommended)"}, {"label": "apple"}, {"label": "Mango"}]}]}
      """
    And the person answers "Which?" with ["Mango"]
    And the model says "done"
    Then the prompt shows "Zebra (Recommended)" above "apple" [PI-86]
    And the prompt shows "apple" above "Mango" [PI-86]

  Scenario: The example, with its first option picked and a name typed
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [
        {"question": "Which database should we use?", "header": "Database Selection", "options": [
          {"label": "PostgreSQL (Recommended)", "description": "Battle-tested relational DB"},
          {"label": "SQLite", "description": "Lightweight, file-based"},
          {"label": "MongoDB", "description": "Document store"}]},
        {"question": "What should we name this service?", "header": "Service Setup"}],
       "metadata": {"source": "project-setup"}}
      """
    And the person answers "Which database should we use?" with ["PostgreSQL (Recommended)", "order-processor"]
    And the model says "done"
    Then the call "call_1" has the result: [PI-88]
      """
      {
        "answered": true,
        "answers": [
          {
            "question": "Which database should we use?",
            "answer": "PostgreSQL (Recommended)",
            "selectedOption": "PostgreSQL (Recommended)",
            "wasCustom": false
          },
          {"question": "What should we name this service?", "answer": "order-processor", "wasCustom": true}
        ]
      }
      """

  Scenario: A question to be confirmed can be answered otherwise
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Drop the table?", "options": [{"label": "Yes"}, {"label": "No"}]}]}
      """
    And the person answers "Drop the table?" with "only the old one"
    And the model says "done"
    Then the prompt shows "Yes" above "No" [PI-89]
    And the prompt shows "No" above "Other (type your answer)" [PI-89]
    And below "Drop the table?" the prompt lists ["Yes", "No", "Other (type your answer)"] [PI-89]
    And the call "call_1" has the result: [PI-89, PI-25]
      """
      {"answered": true, "answers": [{"question": "Drop the table?", "answer": "only the old one", "wasCustom": true}]}
      """
