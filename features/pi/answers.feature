Feature: pi: answers and the result of the call

  What the form offers as answers, what an answer looks like, and what the result contains. The person presses keys only
  where a requirement is about keys; otherwise the scenario gives the answer directly.

  Background:
    Given the system "pi"
    And a terminal

  Scenario Outline: The form adds Other below <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", <keys> "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person answers "Which?" with <answer>
    And the model says "done"
    Then the prompt shows "B" above "Other (type your answer)" [PI-15]
    And below "Which?" the prompt lists ["A", "B", "Other (type your answer)"] [PI-15]
    And something is recorded with {"answer": <written>, "wasCustom": true} [PI-15]

    Examples:
      | what | keys | answer | written |
      | two options |  | "something else" | "something else" |
      | the options of a multi-select question | "multiSelect": true, | ["something"] | ["something"] |
      | options although the model forbids it | "allowOther": false, "custom": false, "other": false, | "something else" | "something else" |

  Scenario: The form adds Other below six options
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {
        "questions": [
          {
            "question": "Which?",
            "options": [
              {"label": "A"}, {"label": "B"}, {"label": "C"}, {"label": "D"}, {"label": "E"}, {"label": "F"}
            ]
          }
        ]
      }
      """
    And the person answers "Which?" with "something else"
    And the model says "done"
    Then the prompt shows "F" above "Other (type your answer)" [PI-15]
    And below "Which?" the prompt lists ["A", "B", "C", "D", "E", "F", "Other (type your answer)"] [PI-15]
    And something is recorded with {"answer": "something else", "wasCustom": true} [PI-15]

  Scenario: The form adds Other below seven options, and the person reaches it by moving down
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
  Scenario Outline: An option that the model itself calls Other is an ordinary option: <how>
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
      | how                         | answer  | result                                                                                    |
      | picked by the person        | "Other" | {"question": "Which?", "answer": "Other", "selectedOption": "Other", "wasCustom": false} |
      | typed in lower case instead | "other" | {"question": "Which?", "answer": "other", "wasCustom": true}                             |

  Scenario Outline: A question without options asks for a text: <what>
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
      | what                   | more                                        |
      | the question alone     |                                             |
      | with a header          | , "header": "Service Setup"                 |
      | with multiSelect false | , "multiSelect": false                      |

  Scenario: An empty list of options counts as no options, and the form asks for a text
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

  Scenario Outline: A single option is listed with Other, and the answer can be <which>
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
      | which        | answer | result                                                                                   |
      | the option   | "Only" | {"question": "Which?", "answer": "Only", "selectedOption": "Only", "wasCustom": false} |
      | a typed text | "none" | {"question": "Which?", "answer": "none", "wasCustom": true}                            |

  Scenario Outline: Any typed text is accepted as the answer: <what>
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
      | what                            | text                                       |
      | skip                            | "skip"                                     |
      | n/a                             | "n/a"                                      |
      | words for a number              | "use port eight thousand eighty"           |
      | a number                        | "8080"                                     |
      | a label in another case         | "a"                                        |
      | blanks around it                | "  padded  "                               |
      | JSON                            | "{\\"answer\\": null}"                     |
      | the label of Other              | "Other (type your answer)"                 |
      | a slash command                 | "/questions clear"                         |
      | composed and decomposed accents | "e\\u0301 \\u00e9"                         |
      | emoji                           | "\\ud83d\\udc69\\u200d\\ud83d\\udcbb"      |

  @open @field-40
  Scenario: Enter on an empty input leaves the question open
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
  Scenario: The second of two calls asks its question when the first has ended
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

  Scenario: The result lists answers in the order of the questions, whatever was answered first
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

  Scenario: The result has one answer per question: one question
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Q1?"}]}
      """
    And the person answers "Q1?" with "x"
    And the model says "done"
    Then the call "call_1" has the result: [PI-21, PI-87]
      """
      {"answered": true, "answers": [{"question": "Q1?", "answer": "x", "wasCustom": true}]}
      """
    And objects recorded with {"mode": "interactive"} have at "/answers" in turn: [PI-87]
      """
      [[{"question": "Q1?", "answer": "x", "wasCustom": true}]]
      """
    And nothing is recorded with {"answered": false} [PI-21]

  Scenario: The result has one answer per question: three questions
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {
        "questions": [
          {"question": "Q1?"},
          {"question": "Q2?", "options": [{"label": "A"}]},
          {"question": "Q3?", "options": [{"label": "B"}, {"label": "C"}]}
        ]
      }
      """
    And the person answers "Q1?" with ["x", "A", "else"]
    And the model says "done"
    Then the call "call_1" has the result: [PI-21, PI-87]
      """
      {
        "answered": true,
        "answers": [
          {"question": "Q1?", "answer": "x", "wasCustom": true},
          {"question": "Q2?", "answer": "A", "selectedOption": "A", "wasCustom": false},
          {"question": "Q3?", "answer": "else", "wasCustom": true}
        ]
      }
      """
    And objects recorded with {"mode": "interactive"} have at "/answers" in turn: [PI-87]
      """
      [
        [
          {"question": "Q1?", "answer": "x", "wasCustom": true},
          {"question": "Q2?", "answer": "A", "selectedOption": "A", "wasCustom": false},
          {"question": "Q3?", "answer": "else", "wasCustom": true}
        ]
      ]
      """
    And nothing is recorded with {"answered": false} [PI-21]

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
      | what                            | question                              |
      | blanks around it                | "  Which?  "                          |
      | two lines                       | "Which?\\n(think twice)"              |
      | quotes                          | "Which \\"one\\" \\\\ the other?"     |
      | capital letters                 | "WHICH one?"                          |
      | composed and decomposed accents | "caf\\u00e9 or cafe\\u0301?"          |
      | a number                        | "1"                                   |
      | a long question                 | "⟨300×which ⟩?"                       |

  Scenario Outline: The label of the picked option is the answer: <how>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database?", "options": [{"label": "PostgreSQL", "description": "SQLite"}, {"label": "SQLite", "description": "small"}, {"label": "MongoDB"}]}]}
      """
    And the person <does>
    And the model says "done"
    Then the call "call_1" has the result: [<row>]
      """
      {
        "answered": true,
        "answers": [
          {"question": "Which database?", "answer": "SQLite", "selectedOption": "SQLite", "wasCustom": false}
        ]
      }
      """
    And nothing is recorded with {"question": "Which database?", "wasCustom": true} [<row>]

    Examples:
      | how                        | does                                    | row   |
      | picked by its label        | answers "Which database?" with "SQLite" | PI-23 |
      | picked with Down and Enter | presses "Down Enter" at "Which"         | PI-23 |

  @open
  Scenario Outline: The result names the picked option by its label: <how>
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
      | how                 | keys             |
      | picked with Enter   | Down Enter       |
      | picked by its digit | 2                |

  Scenario Outline: A typed text is a custom answer, even when it resembles a label: <what>
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
      | what                          | text                       |
      | a label without (Recommended) | "PostgreSQL"               |
      | a label in another case       | "sqlite"                   |
      | a label with a trailing blank | "SQLite "                  |
      | a text unlike any label       | "I want to use DynamoDB"   |

  @open
  Scenario: A typed answer through Other and the answer to another question are both returned
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

  Scenario Outline: The answer to a multi-select question is a list: <what>
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
    And each of the "answers" in the last object recorded with {"mode": "interactive"} has the fields: [PI-87]
      """
      question answer wasCustom (selectedOption)
      """

    Examples:
      | what                     | picks                     | written                   |
      | one option picked        | ["API"]                   | ["API"]                   |
      | two options picked       | ["Auth", "Admin"]         | ["Auth", "Admin"]         |
      | all three options picked | ["Auth", "API", "Admin"]  | ["Auth", "API", "Admin"]  |

  Scenario Outline: The answer to a single-select question is a text: multiSelect <what>
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
      | false    | , "multiSelect": false |

  @open @field-57 @field-58
  Scenario Outline: A multi-select answer lists picked labels in option order, then the typed text: <what>
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
      | what                | given                       | written                     | custom |
      | given in that order | ["Auth", "Admin", "Audit"]  | ["Auth", "Admin", "Audit"]  | true   |
      | given in reverse    | ["Audit", "Admin", "Auth"]  | ["Auth", "Admin", "Audit"]  | true   |
      | only a text         | ["Audit"]                   | ["Audit"]                   | true   |
      | only labels         | ["Admin", "Auth"]           | ["Auth", "Admin"]           | false  |

  @open
  Scenario: A multi-select question without options asks for a text, and the answer is a list of one
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

  Scenario: An answered result has no pendingFile, cancelled or connectionLost: on a terminal
    Given the command line ""
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person answers "Which?" with "A"
    And the model says "done"
    Then the call "call_1" has the result: [PI-27]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": "A", "selectedOption": "A", "wasCustom": false}]
      }
      """
    And the last object recorded with {"mode": "interactive"} lacks "pendingFile" [PI-27]
    And the last object recorded with {"mode": "interactive"} lacks "cancelled" [PI-27]
    And the last object recorded with {"mode": "interactive"} lacks "connectionLost" [PI-27]

  Scenario: An answered result has no pendingFile, cancelled or connectionLost: by a client
    Given the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {
        "type": "ask_user_response", "requestId": "\u003crequestId>",
        "answers": [{"question": "Which?", "answer": "A", "selectedOption": "A", "wasCustom": false}]
      }
      """
    And the model says "done"
    Then the call "call_1" has the result: [PI-27]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": "A", "selectedOption": "A", "wasCustom": false}]
      }
      """
    And the last object recorded with {"mode": "rpc"} lacks "pendingFile" [PI-27]
    And the last object recorded with {"mode": "rpc"} lacks "cancelled" [PI-27]
    And the last object recorded with {"mode": "rpc"} lacks "connectionLost" [PI-27]

  @open
  Scenario: A cancelled result has neither connectionLost nor pendingFile
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person cancels "Which way?"
    And the model says "as you like"
    Then the call "call_1" has the result {"answered": false, "answers": [], "cancelled": true} [PI-27.o]

  @open
  Scenario: A result after a lost client has neither cancelled nor pendingFile
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
    And the last object recorded with {"mode": "interactive"} does not contain "\"attachments\"" [PI-29]
    And the last object recorded with {"mode": "interactive"} does not contain "\"images\"" [PI-29]
    And each of the "answers" in the last object recorded with {"mode": "interactive"} has the fields: [PI-29]
      """
      question answer wasCustom
      """
    And the user's messages reach the model as ["go"] [PI-29]

  Scenario: An image in a client's reply is not accepted as an answer
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
    And each of the "answers" in the last object recorded with {"mode": "rpc"} has the fields: [PI-29]
      """
      question answer wasCustom
      """
    And the user's messages reach the model as ["go"] [PI-29]
    And the turn ends completed

  Scenario: The form keeps the order of the options
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

  Scenario: The form keeps the order of the options of a multi-select question
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "multiSelect": true, "options": [{"label": "Zebra (Recommended)"}, {"label": "apple"}, {"label": "Mango"}]}]}
      """
    And the person answers "Which?" with ["Mango"]
    And the model says "done"
    Then the prompt shows "Zebra (Recommended)" above "apple" [PI-86]
    And the prompt shows "apple" above "Mango" [PI-86]

  Scenario: The documented example returns the picked first option and the typed name
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

  Scenario: A yes-or-no question also accepts a typed answer
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
