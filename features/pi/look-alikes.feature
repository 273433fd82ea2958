Feature: pi: texts that look like something else

  A label may look like the decoration of a row, a typed text like a value, and the text of a question like a key. They
  are texts all the same. A value of the wrong type is not taken for one of the right type.

  Background:
    Given the system "pi"
    And a terminal

  Scenario Outline: A picked label comes back letter for letter: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": <label>}, {"label": "Drop"}]}]}
      """
    And the person presses "Enter" at "Which?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-23]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": <label>, "selectedOption": <label>, "wasCustom": false}]
      }
      """

    Examples:
      | what                        | label                |
      | a number with a dot         | "1. Keep"            |
      | another number with a dot   | "2. Keep"            |
      | a number with a bracket     | "2) Keep"            |
      | a number in brackets        | "(3) Keep"           |
      | a letter with a bracket     | "a) Keep"            |
      | a ticked box                | "[x] Keep"           |
      | an empty box                | "[ ] Keep"           |
      | a cursor                    | "> Keep"             |
      | a dash before it            | "- Keep"             |
      | a star before it            | "* Keep"             |
      | a description behind a dash | "Keep - the old one" |
      | a description behind colons | "Keep: the old one"  |
      | a remark in brackets        | "Keep (default)"     |
      | a dot at the end            | "Keep."              |
      | commas                      | "Read, write, run"   |
      | marks of bold text          | "**Keep**"           |
      | quotes around it            | "\\"Keep\\""         |
      | a scroll mark               | "↓ 3 more..."        |
      | a mark of custom answers    | "(custom) Keep"      |

  Scenario Outline: The blanks of a picked label stay in both places: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": <label>}, {"label": "Drop"}]}]}
      """
    And the person presses "Enter" at "Which?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-23]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": <label>, "selectedOption": <label>, "wasCustom": false}]
      }
      """

    Examples:
      | what             | label         |
      | around it        | " Keep "      |
      | before it        | "  Keep"      |
      | behind it        | "Keep "       |
      | two inside       | "Keep  it"    |
      | a tab inside     | "Keep\\tit"   |
      | a no-break space | "Keep\\u00a0" |

  Scenario Outline: A text is returned as it was typed: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Value?", "header": "H"}]}
      """
    And the person pastes <text> at "Value?"
    And 0 ms later the person presses "Enter" at "Value?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-19, PI-24]
      """
      {"answered": true, "answers": [{"question": "Value?", "answer": <text>, "wasCustom": true}]}
      """

    Examples:
      | what                   | text                |
      | none                   | "none"              |
      | None with a capital    | "None"              |
      | null                   | "null"              |
      | undefined              | "undefined"         |
      | true                   | "true"              |
      | no                     | "no"                |
      | y                      | "y"                 |
      | a hyphen               | "-"                 |
      | q                      | "q"                 |
      | cancel                 | "cancel"            |
      | exit                   | "exit"              |
      | a number               | "007"               |
      | a number with exponent | "1e3"               |
      | a list in JSON         | "[\\"a\\",\\"b\\"]" |
      | an empty list in JSON  | "[]"                |
      | an object in JSON      | "{\\"a\\": 1}"      |
      | a text in JSON         | "\\"a\\""           |
      | commas                 | "a, b"              |
      | one of several lines   | "- a\\n- b"         |
      | an exclamation mark    | "!ls"               |
      | a slash                | "/new"              |

  Scenario Outline: A key that is a command elsewhere types its character: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Value?", "header": "H"}]}
      """
    And the person presses "<keys> Enter" at "Value?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-19, PI-24]
      """
      {"answered": true, "answers": [{"question": "Value?", "answer": "<text>", "wasCustom": true}]}
      """

    Examples:
      | what                | keys  | text |
      | a question mark     | a ? b | a?b  |
      | an exclamation mark | ! l s | !ls  |
      | a slash             | / x   | /x   |
      | a digit             | 1 2   | 12   |
      | q                   | q     | q    |

  Scenario Outline: A text is returned as it was typed through Other: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Value?", "header": "H", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person presses "Down Down Enter" at "Value?"
    And 0 ms later the person pastes <text> at "Value?"
    And 0 ms later the person presses "Enter" at "Value?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-19, PI-25]
      """
      {"answered": true, "answers": [{"question": "Value?", "answer": <text>, "wasCustom": true}]}
      """

    Examples:
      | what                       | text                |
      | none                       | "none"              |
      | null                       | "null"              |
      | the number of an option    | "2"                 |
      | the number of its own row  | "3"                 |
      | an option with its number  | "2. B"              |
      | a list in JSON             | "[\\"A\\",\\"B\\"]" |
      | both labels                | "A, B"              |
      | a label with a blank ahead | " A"                |

  Scenario Outline: Line breaks at the ends of a typed text stay: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Value?", "header": "H"<options>}]}
      """
    And the person answers "Value?" with <text>
    And the model says "done"
    Then the call "call_1" has the result: [PI-19]
      """
      {"answered": true, "answers": [{"question": "Value?", "answer": <text>, "wasCustom": true}]}
      """

    Examples:
      | what                    | options                       | text      |
      | one behind it           |                               | "a\\n"    |
      | two behind it           |                               | "a\\n\\n" |
      | one before it           |                               | "\\na"    |
      | one behind it, by Other | , "options": [{"label": "A"}] | "a\\n"    |

  Scenario Outline: Line breaks at the ends of a pasted text stay: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Value?", "header": "H"}]}
      """
    And the person pastes <text> at "Value?"
    And 0 ms later the person presses "Enter" at "Value?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-19]
      """
      {"answered": true, "answers": [{"question": "Value?", "answer": <text>, "wasCustom": true}]}
      """

    Examples:
      | what          | text      |
      | one behind it | "a\\n"    |
      | two behind it | "a\\n\\n" |
      | one before it | "\\na"    |

  Scenario Outline: Answers keep the order of their questions when these are <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "<first>"}, {"question": "<second>"}, {"question": "<third>"}]}
      """
    And the person answers "<first>" with ["x", "y", "z"]
    And the model says "done"
    Then the call "call_1" has the result: [PI-21, PI-22]
      """
      {
        "answered": true,
        "answers": [
          {"question": "<first>", "answer": "x", "wasCustom": true},
          {"question": "<second>", "answer": "y", "wasCustom": true},
          {"question": "<third>", "answer": "z", "wasCustom": true}
        ]
      }
      """

    Examples:
      | what                         | first | second | third     |
      | a word and two numbers       | Why?  | 42     | 7         |
      | falling numbers              | 3     | 2      | 1         |
      | numbers of different lengths | 10    | 9      | 100       |
      | words of JavaScript          | Why?  | length | __proto__ |
      | one text in two cases        | B     | a      | A         |

  # It is open whether a form moves to the next tab by itself. What a tab does not offer is refused.
  Scenario Outline: Picks keep the order of their questions when these are <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "<first>", "options": [{"label": "Ash"}]},
        {"question": "<second>", "options": [{"label": "Beech"}]}]}
      """
    And the person chooses "Ash" at "<first>"
    And 0 ms later the person chooses "Beech" at "<first>"
    And 0 ms later the person presses "Tab" at "<first>"
    And 0 ms later the person chooses "Beech" at "<first>"
    And 0 ms later the person submits "<first>"
    And 0 ms later the person presses "Tab" at "<first>"
    And 0 ms later the person submits "<first>"
    And 0 ms later the person presses "Tab" at "<first>"
    And 0 ms later the person submits "<first>"
    And the model says "done"
    Then the call "call_1" has the result: [PI-21]
      """
      {
        "answered": true,
        "answers": [
          {"question": "<first>", "answer": "Ash", "selectedOption": "Ash", "wasCustom": false},
          {"question": "<second>", "answer": "Beech", "selectedOption": "Beech", "wasCustom": false}
        ]
      }
      """

    Examples:
      | what                | first | second    |
      | a word and a number | Why?  | 42        |
      | falling numbers     | 2     | 1         |
      | words of JavaScript | Why?  | __proto__ |

  Scenario Outline: A client's answers keep the order of their questions when these are <what>
    Given the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "<first>"}, {"question": "<second>"}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {"type": "ask_user_response", "requestId": "\u003crequestId>", "answers": [
        {"question": "<first>", "answer": "x", "wasCustom": true},
        {"question": "<second>", "answer": "y", "wasCustom": true}]}
      """
    And the model says "done"
    Then the call "call_1" has the result: [PI-21]
      """
      {
        "answered": true,
        "answers": [
          {"question": "<first>", "answer": "x", "wasCustom": true},
          {"question": "<second>", "answer": "y", "wasCustom": true}
        ]
      }
      """

    Examples:
      | what                | first | second    |
      | a word and a number | Why?  | 42        |
      | falling numbers     | 2     | 1         |
      | words of JavaScript | Why?  | __proto__ |

  Scenario Outline: A key of an option that has no meaning changes nothing: <key>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H",
        "options": [{"label": "Ash", <more>}, {"label": "Beech"}]}]}
      """
    And if asked, the person presses "Enter" at "Which?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-10]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": "Ash", "selectedOption": "Ash", "wasCustom": false}]
      }
      """
    And nothing is recorded with {"answer": "unlike"} [PI-23]
    And nothing is recorded with {"selectedOption": "unlike"} [PI-23]
    And no prompt contains "unlike" [PI-10]

    Examples:
      | key         | more                |
      | value       | "value": "unlike"   |
      | id          | "id": "unlike"      |
      | key         | "key": "unlike"     |
      | name        | "name": "unlike"    |
      | text        | "text": "unlike"    |
      | title       | "title": "unlike"   |
      | preview     | "preview": "unlike" |
      | recommended | "recommended": true |
      | disabled    | "disabled": true    |
      | hidden      | "hidden": true      |
      | custom      | "custom": true      |

  Scenario Outline: The form adds Other below an option that resembles it: <label>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H"<more>, "options": [{"label": "Red"}, {"label": "<label>"}]}]}
      """
    And nobody answers
    Then below "Which?" the prompt lists ["Red", "<label>", "Other (type your answer)"] [PI-15]

    Examples:
      | label           | more                  |
      | Other           |                       |
      | Other colour    |                       |
      | Others          |                       |
      | Something else  |                       |
      | None of these   |                       |
      | Type something. |                       |
      | Custom          |                       |
      | Another colour  | , "multiSelect": true |
      | Other (any)     | , "multiSelect": true |

  Scenario Outline: The recommended option stays at its place: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H"<more>,
        "options": [{"label": "<first>"}, {"label": "<second>"}, {"label": "<third>"}]}]}
      """
    And nobody answers
    Then below "Which?" the prompt lists ["<first>", "<second>", "<third>", "Other (type your answer)"] [PI-86]

    Examples:
      | what                | more                  | first | second          | third           |
      | the second          |                       | A     | B (Recommended) | C               |
      | the last            |                       | A     | B               | C (Recommended) |
      | two of them         |                       | A     | B (Recommended) | C (Recommended) |
      | in lower case       |                       | A     | B (recommended) | C               |
      | the second checkbox | , "multiSelect": true | A     | B (Recommended) | C               |

  Scenario Outline: A value of the wrong type fails the call, and nobody is asked: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}]}, <question>]}
      """
    And the model says "sorry"
    Then the call "call_1" fails [I-4]
    And no prompt is shown [I-4]

    Examples:
      | what                       | question                                                                    |
      | multiSelect "true"         | {"question": "Which?", "options": [{"label": "A"}], "multiSelect": "true"}  |
      | multiSelect "false"        | {"question": "Which?", "options": [{"label": "A"}], "multiSelect": "false"} |
      | multiSelect 1              | {"question": "Which?", "options": [{"label": "A"}], "multiSelect": 1}       |
      | multiSelect 0              | {"question": "Which?", "options": [{"label": "A"}], "multiSelect": 0}       |
      | multiSelect in a list      | {"question": "Which?", "options": [{"label": "A"}], "multiSelect": [true]}  |
      | a number for a header      | {"question": "Which?", "header": 1}                                         |
      | a list for a header        | {"question": "Which?", "header": ["H"]}                                     |
      | a number for a question    | {"question": 42}                                                            |
      | an object for a question   | {"question": {"text": "Which?"}}                                            |
      | no question                | {"options": [{"label": "A"}]}                                               |
      | a text for options         | {"question": "Which?", "options": "A"}                                      |
      | an object for options      | {"question": "Which?", "options": {"label": "A"}}                           |
      | a number for a label       | {"question": "Which?", "options": [{"label": "A"}, {"label": 2}]}           |
      | an option without a label  | {"question": "Which?", "options": [{"label": "A"}, {"description": "B"}]}   |
      | a number for a description | {"question": "Which?", "options": [{"label": "A", "description": 1}]}       |
      | a list for an option       | {"question": "Which?", "options": [{"label": "A"}, ["B"]]}                  |

  Scenario Outline: A bare text among the options fails the call wherever it stands: <where>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": <first>}, {"question": "Second?", "options": <second>},
        {"question": "Third?", "options": <third>}]}
      """
    And the model says "sorry"
    Then the call "call_1" fails [PI-11]
    And no prompt is shown [PI-11, I-4]

    Examples:
      | where                             | first                                 | second                | third            |
      | the second question, all options  | [{"label": "A"}]                      | ["A", "B"]            | [{"label": "A"}] |
      | the second question, last option  | [{"label": "A"}]                      | [{"label": "A"}, "B"] | [{"label": "A"}] |
      | the last question                 | [{"label": "A"}]                      | [{"label": "A"}]      | ["A"]            |
      | the first question, middle option | [{"label": "A"}, "B", {"label": "C"}] | [{"label": "A"}]      | [{"label": "A"}] |

  Scenario Outline: Characters that cannot be seen count for the limit: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Value?", "header": "H"}]}
      """
    And the person pastes "<text>" at "Value?"
    And 0 ms later the person presses "Enter" at "Value?"
    And nobody answers
    Then the prompt is redrawn with "Answer is long (2,005 chars). Continue anyway? [Y/n]" [PI-38]
    And nothing is recorded with {"toolCallId": "call_1"} [PI-38]

    Examples:
      | what                     | text                  |
      | blanks behind the text   | ⟨1995×x⟩⟨10× ⟩        |
      | blanks before the text   | ⟨10× ⟩⟨1995×x⟩        |
      | blanks on both sides     | ⟨5× ⟩⟨1995×x⟩⟨5× ⟩    |
      | blanks inside the text   | ⟨995×x⟩⟨10× ⟩⟨1000×x⟩ |
      | blanks and a last letter | ⟨2004× ⟩x             |

  Scenario: The letter that the warning prints in capitals confirms the long text
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Value?", "header": "H"}]}
      """
    And the person pastes "⟨2001×x⟩" at "Value?"
    And 0 ms later the person presses "Enter" at "Value?"
    And 1000 ms later the person presses "Y" at "Value?"
    And if asked, the person presses "Y" at "Continue anyway?"
    And 1000 ms later the person answers "Value?" with true
    And the model says "done"
    Then the requests are sent at one of ["0 1000", "0 0"] [PI-38]
    And the call "call_1" has the result: [PI-39]
      """
      {"answered": true, "answers": [{"question": "Value?", "answer": "⟨2001×x⟩", "wasCustom": true}]}
      """

  Scenario Outline: A key that means something in the list is only a letter in the input of Other: <key>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Value?", "header": "H", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person presses "Down Down Enter <key> Enter" at "Value?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-25]
      """
      {"answered": true, "answers": [{"question": "Value?", "answer": "<text>", "wasCustom": true}]}
      """

    Examples:
      | key       | text |
      | 1         | 1    |
      | 2         | 2    |
      | 3         | 3    |
      | 9         | 9    |
      | 0         | 0    |
      | 8 0 8 0   | 8080 |
      | a Space b | a b  |
      | y         | y    |
      | n         | n    |
      | j         | j    |
      | k         | k    |
      | o         | o    |
      | q         | q    |
      | @         | @    |

  Scenario Outline: A key that means something in a form is only a letter in a text: <key>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Value?", "header": "H"}]}
      """
    And the person presses "<key> Enter" at "Value?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-24]
      """
      {"answered": true, "answers": [{"question": "Value?", "answer": "<text>", "wasCustom": true}]}
      """

    Examples:
      | key       | text |
      | 1         | 1    |
      | 0         | 0    |
      | a Space b | a b  |
      | y         | y    |
      | n         | n    |
      | j         | j    |
      | q         | q    |
      | @         | @    |

  # Where Space does not lead to the input of Other, the last step answers the question.
  Scenario Outline: No key is lost while Other is typed among checkboxes: <key>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Value?", "header": "H", "multiSelect": true, "options": [{"label": "A"}]}]}
      """
    And the person presses "Down Space a <key> b Enter" at "Value?"
    And 0 ms later the person presses "Enter" at "Value?"
    And 1000 ms later the person answers "Value?" with ["A"]
    And the model says "done"
    Then nothing is recorded with {"answer": ["ab"]} [PI-19]
    And nothing is recorded with {"answer": ["A", "ab"]} [PI-19]

    Examples:
      | key   |
      | Space |
      | 1     |
      | x     |
      | 0     |
