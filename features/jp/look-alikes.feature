Feature: jp: a text that only resembles another is another text

  Options, answers and ids are compared to the letter. A text that looks like a number, a value or JSON stays a text.

  Background:
    Given a terminal

  Scenario Outline: A default that only resembles an option is refused: <what>
    Given the system "jp-ask-user"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?", "answer_type": "select", "options": <options>, "default": <default>}
      """
    And if asked, the person cancels "?"
    And the model says "done"
    Then no prompt is shown [ARG-17]
    And the call "call_1" fails [ARG-17]

    Examples:
      | what                         | options          | default     |
      | an empty text                | ["a", "b"]       | ""          |
      | a blank                      | ["a", "b"]       | " "         |
      | a blank after it             | ["a", "b"]       | "a "        |
      | a blank before it            | ["a", "b"]       | " a"        |
      | the other case               | ["a", "b"]       | "A"         |
      | an accent of its own         | ["café", "b"]    | "cafe\\u0301" |
      | an accent left out           | ["café", "b"]    | "cafe"      |
      | another spelling of a number | ["1", "2"]       | "1.0"       |
      | its place                    | ["a", "b"]       | "1"         |
      | its beginning                | ["apply", "b"]   | "app"       |
      | a text in quotes             | ["a", "b"]       | "\\"a\\""     |
      | full width                   | ["a", "b"]       | "ａ"        |
      | both options                 | ["a", "b"]       | "a, b"      |

  Scenario Outline: A configured answer that only resembles an option does not answer: <what>
    Given the system "jp-ask-user"
    And the setting "conversation.tools.ask_user.questions.answer.answer" is <answer>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?", "answer_type": "select", "options": <options>}
      """
    And the model says "done"
    Then the inquiry "call_1.answer.1" is recorded as cancelled by invalid_static_answer [CAN-04, CAN-06]
    And the call "call_1" fails [RTE-09]

    Examples:
      | what                         | options       | answer       |
      | a blank after it             | ["a", "b"]    | "a "         |
      | the other case               | ["a", "b"]    | "A"          |
      | an accent of its own         | ["café", "b"] | "cafe\\u0301" |
      | another spelling of a number | ["1", "2"]    | "1.0"        |
      | a number                     | ["1", "2"]    | 1            |
      | its beginning                | ["apply"]     | "app"        |
      | a list with it               | ["a", "b"]    | ["a"]        |

  Scenario Outline: A configured text answers as it is: <what>
    Given the system "jp-ask-user"
    And the setting "conversation.tools.ask_user.questions.answer.answer" is <answer>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?"}
      """
    And the model says "done"
    Then no prompt is shown [RTE-08]
    And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": <answer>} [RTE-08, RES-02]

    Examples:
      | what         | answer      |
      | a number     | "8080"      |
      | a fraction   | "1.50"      |
      | an exponent  | "1e3"       |
      | true         | "true"      |
      | null         | "null"      |
      | JSON         | "{\\"a\\": 1}" |
      | a list       | "[]"        |
      | blanks       | "  "        |
      | nothing      | ""          |
      | blank ends   | " v1 "      |

  Scenario Outline: An option that looks like a value is chosen as a text: <what>
    Given the system "jp-ask-user"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?", "answer_type": "select", "options": ["other", <option>], "default": <option>}
      """
    And the person answers "Which?" with <option>
    And the model says "done"
    Then the call "call_1" succeeds with the JSON {"answer_type": "select", "answer": <option>} [RES-02, RES-07]
    And the inquiry "call_1.answer.1" is recorded as answered with <option> [REC-21]
    And the question of the inquiry "call_1.answer.1" is recorded with default set to <option> [REC-16]

    Examples:
      | what         | option |
      | a digit      | "2"    |
      | a number     | "8080" |
      | a fraction   | "1.0"  |
      | below zero   | "-1"   |
      | true         | "true" |
      | null         | "null" |
      | an object    | "{}"   |
      | a list       | "[1]"  |

  Scenario: Of two options that differ only in case the default is the one that it is to the letter
    Given the system "jp-ask-user"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?", "answer_type": "select", "options": ["abort", "Abort"], "default": "Abort"}
      """
    And the person presses "Enter" at "Which?"
    And the model says "done"
    Then the call "call_1" succeeds with the JSON {"answer_type": "select", "answer": "Abort"} [ARG-18, PRM-09]

  Scenario Outline: A context is recorded as it is, whatever it looks like: <what>
    Given the system "jp-ask-user"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Apply?", "context": <context>}
      """
    And the person answers "Apply?" with "x"
    And the model says "done"
    Then the question of the inquiry "call_1.answer.1" is recorded with context set to <context> [ARG-20, REC-39]

    Examples:
      | what          | context                   |
      | a blank       | " "                       |
      | JSON          | "{\\"a\\":1}"             |
      | a list        | "[1, 2]"                  |
      | null          | "null"                    |
      | CR and LF     | "one\\r\\ntwo"            |
      | a CR alone    | "one\\rtwo"               |
      | a question    | "Which?"                  |

  Scenario Outline: A label is drawn as it is configured: <what>
    Given the system "jp-ask-user"
    And the setting "conversation.tools.ask_user.questions.answer.prompt_label" is "<label>"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean"}
      """
    And the person answers "Go?" with true
    And the model says "done"
    Then the prompt contains "<label>" [CFG-37]
    And the prompt does not contain "Assistant" [CFG-37]

    Examples:
      | what            | label           |
      | nothing         |                 |
      | small letters   | deploy bot      |
      | capital letters | DEPLOY BOT      |
      | digits          | 007             |
      | brackets        | [ops] (night)   |
      | another script  | Équipe de nuit  |

  Scenario: An entry for a question whose id differs in case is for another question
    Given the system "jp-ask-user"
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Deploy now?" as "confirm"
    And the setting "conversation.tools.deploy.questions.Confirm.answer" is true
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with false
    And the model says "done"
    Then 1 prompt is shown [RTE-22]
    And execution 2 of "deploy" has the answers {"confirm": false} [RTE-22]

  Scenario Outline: An assistant's answer that only resembles one of the type answers nothing: <what>
    Given the system "jp-inquiry"
    And a tool "deploy"
    And the tool "deploy" asks:
      """
      {"id": "q", "text": "Which?", "answer_type": <type>}
      """
    And the setting "conversation.tools.deploy.questions.q.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Which?" is answered with <answer>
    And the model says "done"
    Then the inquiry "call_1.q.1" is recorded as cancelled by backend_error [INQ-23]
    And the call "call_1" fails [INQ-15]
    And the tool "deploy" runs 1 time [INQ-15]

    Examples:
      | what                    | type                                      | answer   |
      | one for yes             | {"type": "boolean"}                       | 1        |
      | nought for no           | {"type": "boolean"}                       | 0        |
      | a word for yes          | {"type": "boolean"}                       | "yes"    |
      | an empty text for no    | {"type": "boolean"}                       | ""       |
      | a list with yes         | {"type": "boolean"}                       | [true]   |
      | an object for yes       | {"type": "boolean"}                       | {}       |
      | a number for a text     | {"type": "text"}                          | 8080     |
      | yes for a text          | {"type": "text"}                          | true     |
      | a list for a text       | {"type": "text"}                          | ["a"]    |
      | the other case          | {"type": "select", "options": ["a", "b"]} | "A"      |
      | a blank after an option | {"type": "select", "options": ["a", "b"]} | "a "     |
      | an empty text           | {"type": "select", "options": ["a", "b"]} | ""       |
      | a place                 | {"type": "select", "options": ["a", "b"]} | 1        |
      | a list with an option   | {"type": "select", "options": ["a", "b"]} | ["a"]    |

  Scenario Outline: Stored answers of an old call are no arguments, whatever they are: <what>
    Given the system "jp-ask-user"
    And a tool "deploy"
    And a stored conversation:
      """
      [{"type": "turn_start"},
       {"type": "chat_request", "content": "deploy it"},
       {"type": "tool_call_request", "id": "call_0", "name": "deploy", "arguments": {"tag": "v1", "tool_answers": <answers>}},
       {"type": "tool_call_response", "id": "call_0", "content": "deployed", "is_error": false},
       {"type": "chat_response", "message": "done before"}]
      """
    When the user says "go"
    And the model says "done"
    Then the arguments of the call "call_0" reach the model as {"tag": "v1"} [COMPAT-09, INQ-34]

    Examples:
      | what      | answers         |
      | an answer | {"q": true}     |
      | none      | {}              |
      | null      | null            |
      | a list    | []              |
      | a text    | "bm9uc2Vuc2U="  |

