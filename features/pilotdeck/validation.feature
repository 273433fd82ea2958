Feature: PilotDeck: the tool's own check of the arguments

  Only the first error in a fixed order is reported. Its path has no index, its code is always the same, and its message
  is exact. Nobody is asked, whatever else the call contains.

  Background:
    Given the system "pilotdeck"
    And a terminal

  Scenario Outline: A call with <what> fails and asks nobody
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {<arguments>}
      """
    And the model says "sorry"
    Then something is recorded with: [<id>]
      """
      {"issues": [{"path": "questions", "code": "invalid_schema", "message": "<message>"}]}
      """
    And the call "call_1" fails, telling the model something with "<message>" [<id>]
    And no prompt is shown [<id>]

    Examples:
      | what | id | message | arguments |
      | an empty list of questions | PD-12 | Provide 1-4 questions | "questions": [] |
      | questions that are null | PD-12 | Provide 1-4 questions | "questions": null |
      | questions that are a text | PD-12 | Provide 1-4 questions | "questions": "Which?" |
      | questions that are a number | PD-12 | Provide 1-4 questions | "questions": 4 |
      | questions that are an object | PD-12 | Provide 1-4 questions | "questions": {"0": {"question": "Q", "header": "H", "options": []}, "length": 1} |
      | metadata but no questions | PD-12 | Provide 1-4 questions | "metadata": {} |
      | no arguments | PD-12 | Provide 1-4 questions |  |

  Scenario: A call with five questions fails and asks nobody
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "1", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "2", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "3", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "4", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "5", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          }
        ]
      }
      """
    And the model says "sorry"
    Then something is recorded with: [PD-13]
      """
      {"issues": [{"path": "questions", "code": "invalid_schema", "message": "At most 4 questions allowed"}]}
      """
    And the call "call_1" fails, telling the model something with "At most 4 questions allowed" [PD-13]
    And no prompt is shown [PD-13]

  Scenario: A call with six questions without options fails and asks nobody
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {"question": "1", "header": "H", "options": []},
          {"question": "1", "header": "H", "options": []},
          {"question": "1", "header": "H", "options": []},
          {"question": "1", "header": "H", "options": []},
          {"question": "1", "header": "H", "options": []},
          {"question": "1", "header": "H", "options": []}
        ]
      }
      """
    And the model says "sorry"
    Then something is recorded with: [PD-13]
      """
      {"issues": [{"path": "questions", "code": "invalid_schema", "message": "At most 4 questions allowed"}]}
      """
    And the call "call_1" fails, telling the model something with "At most 4 questions allowed" [PD-13]
    And no prompt is shown [PD-13]

  Scenario: Four questions with four options each are asked
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "1", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}, {"label": "C", "description": ""}, {"label": "D", "description": ""}]},
        {"question": "2", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}, {"label": "C", "description": ""}, {"label": "D", "description": ""}]},
        {"question": "3", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}, {"label": "C", "description": ""}, {"label": "D", "description": ""}]},
        {"question": "4", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}, {"label": "C", "description": ""}, {"label": "D", "description": ""}]}]}
      """
    And the person answers "4" with {"1": "A", "2": "B", "3": "C", "4": "D"}
    And the model says "done"
    Then the host is asked with: [PD-13]
      """
      {"questions": [{"question": "1"}, {"question": "2"}, {"question": "3"}, {"question": "4"}]}
      """
    And the host is asked with: [PD-14]
      """
      {"questions": [{}, {}, {}, {"options": [{"label": "A"}, {"label": "B"}, {"label": "C"}, {"label": "D"}]}]}
      """
    And nothing is recorded with {"code": "invalid_schema"} [PD-23]
    And of the call "call_1" the model is told "\"1\"=\"A\", \"2\"=\"B\", \"3\"=\"C\", \"4\"=\"D\"" [PD-23]

  Scenario Outline: A question with <what> fails and is not asked
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which \"one\"?", "header": "H"<options>}]}
      """
    And the model says "sorry"
    Then something is recorded with: [PD-14, PD-19, PD-79]
      """
      {
        "issues": [
          {
            "path": "questions[].options",
            "code": "invalid_schema",
            "message": "Question \"Which \"one\"?\" must have 2-4 options"
          }
        ]
      }
      """
    And no prompt is shown [PD-14]

    Examples:
      | what                     | options                                          |
      | an empty list of options | , "options": []                                  |
      | one option               | , "options": [{"label": "A", "description": ""}] |
      | null for options         | , "options": null                                |
      | a text for options       | , "options": "AB"                                |
      | an object for options    | , "options": {"A": "", "B": ""}                  |
      | no key for options       |                                                  |

  Scenario: A question with five options fails and is not asked
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "Which \"one\"?", "header": "H",
            "options": [
              {"label": "A", "description": ""},
              {"label": "B", "description": ""},
              {"label": "C", "description": ""},
              {"label": "D", "description": ""},
              {"label": "E", "description": ""}
            ]
          }
        ]
      }
      """
    And the model says "sorry"
    Then something is recorded with: [PD-14, PD-19, PD-79]
      """
      {
        "issues": [
          {
            "path": "questions[].options",
            "code": "invalid_schema",
            "message": "Question \"Which \"one\"?\" must have 2-4 options"
          }
        ]
      }
      """
    And no prompt is shown [PD-14]

  Scenario Outline: Two questions are not asked if the second <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "One?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "<text>", "header": "<header>", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}, {"label": "<label>", "description": ""<preview>}]}]}
      """
    And the model says "sorry"
    Then something is recorded with: [<id>, PD-79]
      """
      {"issues": [{"path": "<path>", "code": "invalid_schema", "message": "<message>"}]}
      """
    And something is recorded with {"path": "<path>", "message": "<message>"} [PD-19]
    And no prompt is shown [<id>]

    Examples:
      | what | id | text | header | label | preview | path | message |
      | repeats the text of the first | PD-15 | One? | H | C |  | questions | Question texts must be unique: \\"One?\\" |
      | has too long a header | PD-16 | Two? | ABCDEFGHIJKLM | C |  | questions[].header | header for \\"Two?\\" exceeds 12 chars |
      | repeats a label | PD-17 | Two? | H | A |  | questions[].options | Option labels must be unique within question \\"Two?\\" |
      | has a preview that is not HTML | PD-18 | Two? | H | C | , "preview": "" | questions[].options[].preview | Option \\"C\\" in question \\"Two?\\": … |

  Scenario Outline: An error in question 3 is reported: <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "One?", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "Two?", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "<text>", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "<label>", "description": ""}]
          }
        ]
      }
      """
    And the model says "sorry"
    Then something is recorded with: [<id>]
      """
      {"issues": [{"path": "<path>", "code": "invalid_schema", "message": "<message>"}]}
      """
    And no prompt is shown [<id>]

    Examples:
      | what | id | text | label | path | message |
      | the text of the first question again | PD-15 | One? | B | questions | Question texts must be unique: \\"One?\\" |
      | a repeated label | PD-17 | Three? | A | questions[].options | Option labels must be unique within question \\"Three?\\" |

  Scenario Outline: An error in question 4 is reported: <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "One?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "Two?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "Three?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "<label>", "description": ""}]},
        {"question": "<fourth>", "header": "<header>", "options": [{"label": "A", "description": ""}<second option>]}]}
      """
    And the model says "sorry"
    Then something is recorded with: [<id>]
      """
      {"issues": [{"path": "<path>", "code": "invalid_schema", "message": "<message>"}]}
      """
    And no prompt is shown [<id>]

    Examples:
      | what | id | label | fourth | header | second option | path | message |
      | a long header | PD-16 | B | Four? | ABCDEFGHIJKLM | , {"label": "B", "description": ""} | questions[].header | header for \\"Four?\\" exceeds 12 chars |
      | one option | PD-14 | A | Four? | H |  | questions[].options | Question \\"Four?\\" must have 2-4 options |

  Scenario: An error in question 4 is reported: the text of the third question again
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "One?", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "Two?", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "Three?", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "Three?", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          }
        ]
      }
      """
    And the model says "sorry"
    Then something is recorded with: [PD-15]
      """
      {
        "issues": [
          {"path": "questions", "code": "invalid_schema", "message": "Question texts must be unique: \"Three?\""}
        ]
      }
      """
    And no prompt is shown [PD-15]

  Scenario Outline: Within one question the check reports <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "One?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "One?", "header": "<header>", "options": [{"label": "A", "description": ""}<second>]}]}
      """
    And the model says "sorry"
    Then something is recorded with: [PD-20, PD-21]
      """
      {"issues": [{"path": "<path>", "code": "invalid_schema", "message": "<message>"}]}
      """
    And no prompt is shown [PD-20]

    Examples:
      | what | header | second | path | message |
      | one option before a repeated text | H |  | questions[].options | Question \\"One?\\" must have 2-4 options |
      | a repeated text before a long header | ABCDEFGHIJKLM | , {"label": "B", "description": ""} | questions | Question texts must be unique: \\"One?\\" |

  Scenario Outline: Within one question the check reports <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "One?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "Two?", "header": "ABCDEFGHIJKLM", "options": [{"label": "A", "description": ""<preview>}<second>]}]}
      """
    And the model says "sorry"
    Then something is recorded with: [PD-20, PD-21]
      """
      {
        "issues": [
          {
            "path": "questions[].header", "code": "invalid_schema",
            "message": "header for \"Two?\" exceeds 12 chars"
          }
        ]
      }
      """
    And no prompt is shown [PD-20]

    Examples:
      | what                                  | preview              | second                              |
      | a long header before a repeated label |                      | , {"label": "A", "description": ""} |
      | a long header before a bad preview    | , "preview": "plain" | , {"label": "B", "description": ""} |

  Scenario: Within one question the check reports the repeated label of an option before its preview
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "One?", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "Two?", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "A", "description": "", "preview": "plain"}]
          }
        ]
      }
      """
    And the model says "sorry"
    Then something is recorded with: [PD-20, PD-21]
      """
      {
        "issues": [
          {
            "path": "questions[].options", "code": "invalid_schema",
            "message": "Option labels must be unique within question \"Two?\""
          }
        ]
      }
      """
    And no prompt is shown [PD-20]

  Scenario: Within one question the check reports a preview of option 1 before the label of option 2
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "One?", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "Two?", "header": "H",
            "options": [{"label": "A", "description": "", "preview": "<html>"}, {"label": "A", "description": ""}]
          }
        ]
      }
      """
    And the model says "sorry"
    Then something is recorded with: [PD-20, PD-21]
      """
      {
        "issues": [
          {
            "path": "questions[].options[].preview", "code": "invalid_schema",
            "message": "Option \"A\" in question \"Two?\": …"
          }
        ]
      }
      """
    And no prompt is shown [PD-20]

  Scenario Outline: Of two questions the check reports <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "One?", "header": "ABCDEFGHIJKLM",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "<text>", "header": "<header 2>",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          }
        ]
      }
      """
    And the model says "sorry"
    Then something is recorded with: [PD-20, PD-80]
      """
      {
        "issues": [
          {
            "path": "questions[].header", "code": "invalid_schema",
            "message": "header for \"One?\" exceeds 12 chars"
          }
        ]
      }
      """
    And no prompt is shown [PD-80]

    Examples:
      | what                                                              | text | header 2      |
      | a long header in the first before its text repeated in the second | One? | H             |
      | a long header in the first before a long header in the second     | Two? | NOPQRSTUVWXYZ |

  Scenario: Of two questions the check reports a bad preview in the first before its text repeated in the second
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "One?", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": "", "preview": "<body>"}]
          },
          {
            "question": "One?", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          }
        ]
      }
      """
    And the model says "sorry"
    Then something is recorded with: [PD-20, PD-80]
      """
      {
        "issues": [
          {
            "path": "questions[].options[].preview", "code": "invalid_schema",
            "message": "Option \"B\" in question \"One?\": …"
          }
        ]
      }
      """
    And no prompt is shown [PD-80]

  Scenario: Of two questions the check reports a repeated label in the first before a long header in the second
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "One?", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "A", "description": ""}]
          },
          {
            "question": "Two?", "header": "ABCDEFGHIJKLM",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          }
        ]
      }
      """
    And the model says "sorry"
    Then something is recorded with: [PD-20, PD-80]
      """
      {
        "issues": [
          {
            "path": "questions[].options", "code": "invalid_schema",
            "message": "Option labels must be unique within question \"One?\""
          }
        ]
      }
      """
    And no prompt is shown [PD-80]

  Scenario: Of two questions the check reports one option in the second before every other error in the first
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "One?", "header": "ABCDEFGHIJKLM",
            "options": [{"label": "A", "description": ""}, {"label": "A", "description": "", "preview": "plain"}]
          },
          {"question": "One?", "header": "H", "options": [{"label": "A", "description": ""}]}
        ]
      }
      """
    And the model says "sorry"
    Then something is recorded with: [PD-20, PD-80]
      """
      {
        "issues": [
          {
            "path": "questions[].options", "code": "invalid_schema",
            "message": "Question \"One?\" must have 2-4 options"
          }
        ]
      }
      """
    And no prompt is shown [PD-80]

  Scenario Outline: A header of <what> is accepted
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "<header>", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "Q?" with "A"
    And the model says "done"
    Then the host is asked with {"questions": [{"header": "<header>"}]} [PD-25]
    And nothing is recorded with {"path": "questions[].header"} [PD-16]

    Examples:
      | what                       | header                                                                               |
      | 12 ASCII letters           | ABCDEFGHIJKL                                                                         |
      | 12 letters in JSON escapes | \\u0041BCDEFGHIJK\\u004c                                                             |
      | 6 emoji                    | 😀😀😀😀😀😀                                                                               |
      | 12 Chinese characters      | 漢漢漢漢漢漢漢漢漢漢漢漢                                                                         |
      | 12 accented letters        | éééééééééééé                                                                         |
      | 12 blanks                  | \\u0020\\u0020\\u0020\\u0020\\u0020\\u0020\\u0020\\u0020\\u0020\\u0020\\u0020\\u0020 |

  Scenario Outline: A header of <what> is too long
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "<header>", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the model says "sorry"
    Then something is recorded with: [PD-16, PD-25]
      """
      {
        "issues": [
          {
            "path": "questions[].header",
            "code": "invalid_schema",
            "message": "header for \"Q?\" exceeds 12 chars"
          }
        ]
      }
      """
    And no prompt is shown [PD-16]

    Examples:
      | what                             | header                                                                                      |
      | 13 ASCII letters                 | ABCDEFGHIJKLM                                                                               |
      | 7 emoji                          | 😀😀😀😀😀😀😀                                                                                     |
      | 6 emoji and a letter             | 😀😀😀😀😀😀A                                                                                     |
      | 13 Chinese characters            | 漢漢漢漢漢漢漢漢漢漢漢漢漢                                                                               |
      | 7 letters with combining accents | e\\u0301e\\u0301e\\u0301e\\u0301e\\u0301e\\u0301e\\u0301                                    |
      | 12 letters and a blank           | ABCDEFGHIJKL\\u0020                                                                         |
      | 13 blanks                        | \\u0020\\u0020\\u0020\\u0020\\u0020\\u0020\\u0020\\u0020\\u0020\\u0020\\u0020\\u0020\\u0020 |

  Scenario: Empty strings are accepted as text, header and label
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "", "header": "", "options": [{"label": "", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "B" with {"type": "answered", "answers": {"": ""}}
    And the model says "done"
    Then the host is asked with: [PD-22]
      """
      {"questions": [{"question": "", "header": "", "options": [{"label": ""}, {"label": "B"}]}]}
      """
    And of the call "call_1" the model is told "\"\"=\"\"" [PD-22]

  Scenario Outline: An empty <what> that is repeated is refused like any other
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "", "header": "", "options": [{"label": "", "description": ""}, {"label": "<label>", "description": ""}]},
        {"question": "<text>", "header": "", "options": [{"label": "", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the model says "sorry"
    Then something is recorded with: [<id>]
      """
      {"issues": [{"path": "<path>", "code": "invalid_schema", "message": "<message>"}]}
      """
    And no prompt is shown [<id>]

    Examples:
      | what          | id    | label | text | path                | message                                             |
      | question text | PD-15 | B     |      | questions           | Question texts must be unique: \\"\\"               |
      | option label  | PD-17 |       | Q    | questions[].options | Option labels must be unique within question \\"\\" |

  @field-60
  Scenario Outline: Accepted as different question texts: <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "<one>", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "<two>", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "" with {"<one>": "A", "<two>": "B"}
    And the model says "done"
    Then the host is asked with {"questions": [{"question": "<one>"}, {"question": "<two>"}]} [PD-81]
    And the last object recorded with {"questions": [{}, {}]} has {"answers": {"<one>": "A", "<two>": "B"}} [PD-81]
    And nothing is recorded with {"code": "invalid_schema"} [PD-15]

    Examples:
      | what                                            | one       | two              |
      | One? and one?                                   | One?      | one?             |
      | a text and the same text with a blank after it  | One?      | One?\\u0020      |
      | a text and the same text with a blank before it | One?      | \\u0020One?      |
      | a text with one blank and with two              | a\\u0020b | a\\u0020\\u0020b |
      | é composed and é decomposed                     | \\u00e9   | e\\u0301         |
      | a letter and its wide form                      | A?        | \\uff21?         |
      | ß and ss                                        | ß         | ss               |
      | a text with a space and with a no-break space   | a\\u0020b | a\\u00a0b        |

  Scenario Outline: Accepted as different option labels: <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "<one>", "description": ""}, {"label": "<two>", "description": ""}]}]}
      """
    And the person answers "Q?" with {"Q?": ["<one>", "<two>"]}
    And the model says "done"
    Then the host is asked with {"questions": [{"options": [{"label": "<one>"}, {"label": "<two>"}]}]} [<id>]
    And the last object recorded with {"questions": [{}]} has {"answers": {"Q?": ["<one>", "<two>"]}} [<id>]

    Examples:
      | what                                                  | id    | one     | two      |
      | a and A                                               | PD-23 | a       | A        |
      | ı and i                                               | PD-81 | ı       | i        |
      | a label and the same label with a blank after it      | PD-81 | A       | A\\u0020 |
      | a label and the same label with a line break after it | PD-81 | A       | A\\n     |
      | é composed and é decomposed                           | PD-81 | \\u00e9 | e\\u0301 |
      | an empty label and a blank                            | PD-81 |         | \\u0020  |

  @field-60
  Scenario Outline: A JSON escape does not make <what> different
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "One?", "header": "H", "options": [{"label": "A", "description": "first"}, {"label": "<label>", "description": "second"}]},
        {"question": "<text>", "header": "I", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the model says "sorry"
    Then something is recorded with: [<id>]
      """
      {"issues": [{"path": "<path>", "code": "invalid_schema", "message": "<message>"}]}
      """
    And of the call "call_1" the model is told "<message>" [<id>]
    And no prompt is shown [<id>]

    Examples:
      | what                     | id    | label   | text       | path                | message                                                 |
      | a repeated question text | PD-15 | B       | \\u004fne? | questions           | Question texts must be unique: \\"One?\\"               |
      | a repeated option label  | PD-17 | \\u0041 | Two?       | questions[].options | Option labels must be unique within question \\"One?\\" |

  Scenario: Two questions may share labels, headers and descriptions
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "One?", "header": "H", "options": [{"label": "Yes", "description": "d"}, {"label": "No", "description": "d"}]},
        {"question": "Two?", "header": "H", "options": [{"label": "Yes", "description": "d"}, {"label": "No", "description": "d"}]}]}
      """
    And the person answers "One?" with {"One?": "Yes", "Two?": "Yes"}
    And the model says "done"
    Then nothing is recorded with {"code": "invalid_schema"} [PD-23]
    And the last object recorded with {"questions": [{}, {}]} has {"answers": {"One?": "Yes", "Two?": "Yes"}} [PD-23]

  Scenario: Valid arguments come out of the check unchanged
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": " Q? ", "header": " H ", "multiSelect": false,
        "options": [{"label": " A ", "description": " a ", "preview": " <b>A</b> "}, {"label": "B\n", "description": ""}]}]}
      """
    And the person answers "Q?" with {"type": "answered", "answers": {" Q? ": " A "}}
    And the model says "done"
    Then the host is given "questions" as: [PD-24]
      """
      [
        {
          "question": " Q? ",
          "header": " H ",
          "multiSelect": false,
          "options": [
            {"label": " A ", "description": " a ", "preview": " <b>A</b> "},
            {"label": "B\n", "description": ""}
          ]
        }
      ]
      """
    And the last object recorded with {"answers": {" Q? ": " A "}} is: [PD-24, PD-42]
      """
      {"questions": [{"question": " Q? ", "header": " H ", "multiSelect": false,
        "options": [{"label": " A ", "description": " a ", "preview": " <b>A</b> "}, {"label": "B\n", "description": ""}]}],
       "answers": {" Q? ": " A "}}
      """

  Scenario Outline: The check gives the same result with <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H"<of the question>, "options": [{"label": "A", "description": "<description>"}, {"label": "B", "description": "<description>"}]}]<beside>}
      """
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H"<of the question>, "options": [{"label": "A", "description": "<description>"}, {"label": "A", "description": "<description>"}]}]<beside>}
      """
    And if asked, the person answers "Q?" with "A"
    And the model says "done"
    Then of the call "call_1" the model is told "User has answered your questions: " [PD-82]
    And the last object recorded with {"toolCallId": "call_2"} has: [PD-82]
      """
      {
        "error": {
          "issues": [
            {
              "path": "questions[].options",
              "code": "invalid_schema",
              "message": "Option labels must be unique within question \"Q?\""
            }
          ]
        }
      }
      """
    And the call "call_2" fails, telling the model something with: [PD-82]
      """
      Option labels must be unique within question "Q?"
      """

    Examples:
      | what | of the question | description | beside |
      | answers |  | d | , "answers": {"Q?": "C"} |
      | answers to questions that were not asked |  | d | , "answers": {"Z": ["A", "A"], "": ""} |
      | empty answers |  | d | , "answers": {} |
      | annotations |  | d | , "annotations": {"Q?": {"preview": "<html>"}, "Z": {"notes": ""}} |
      | metadata |  | d | , "metadata": {"source": "ABCDEFGHIJKLMNOP"} |
      | multiSelect set to true | , "multiSelect": true | d |  |
      | multiSelect set to false | , "multiSelect": false | d |  |
      | empty descriptions |  |  |  |
      | descriptions with html and script tags |  | <html><script> |  |

  Scenario: A missing header is not counted as too long
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the model says "sorry"
    Then the call "call_1" fails, telling the model something with "" [PD-83]
    And nothing is recorded with {"path": "questions[].header"} [PD-83]
    And the model is told nothing with "exceeds 12 chars" [PD-83]
    And no prompt is shown [PD-83]

  Scenario: Upstream, a missing header is a schema error
    Given the profile "upstream"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the model says "sorry"
    Then something is recorded with {"path": "$.questions[0].header", "code": "required"} [PD-83]
    And nothing is recorded with {"path": "questions[].header"} [PD-83]
