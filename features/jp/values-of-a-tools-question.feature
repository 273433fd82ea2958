Feature: jp: the values and sizes of a tool's question

  What a tool asks, and what it is told, is neither tidied up nor cut, and is compared to the letter.

  Scenario Outline: A configured answer with <what> is no option of a tool's question
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the question "Which?" as "q" between ["a", "b"]
    And the setting "conversation.tools.deploy.questions.q.answer" is <answer>
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the inquiry "call_1.q.1" is recorded as cancelled by invalid_static_answer [CAN-06]
    And the call "call_1" fails [RTE-09]
    And the tool "deploy" runs 1 time [RTE-25]

    Examples:
      | what                        | answer     |
      | a line break at its end     | "a\\n"     |
      | a CR and LF at its end      | "a\\r\\n"  |
      | quotation marks around it   | "\\"a\\""  |
      | apostrophes around it       | "'a'"      |
      | backticks around it         | "`a`"      |
      | a byte order mark before it | "\\ufeffa" |
      | a zero-width space after it | "a\\u200b" |
      | a no-break space after it   | "a\\u00a0" |
      | a full stop after it        | "a."       |

  Scenario Outline: An inquiry's answer with <what> is no option of a tool's question
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the question "Which?" as "q" between ["a", "b"]
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Which?" is answered with <answer>
    And the model says "done"
    Then the inquiry "call_1.q.1" is recorded as cancelled by backend_error [INQ-23.u]
    And the call "call_1" fails [INQ-23]
    And the tool "deploy" runs 1 time

    Examples:
      | what                        | answer     |
      | a line break at its end     | "a\\n"     |
      | a CR and LF at its end      | "a\\r\\n"  |
      | quotation marks around it   | "\\"a\\""  |
      | apostrophes around it       | "'a'"      |
      | backticks around it         | "`a`"      |
      | a byte order mark before it | "\\ufeffa" |
      | a zero-width space after it | "a\\u200b" |
      | a no-break space after it   | "a\\u00a0" |
      | a full stop after it        | "a."       |

  Scenario Outline: A typed answer is told whole to the tool and the record: <what>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the text question "Which?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which?" with <answer>
    And the model says "done"
    Then the inquiry "call_1.q.1" is recorded as answered with <answer> [REC-21]
    And execution 2 of "deploy" has the answers {"q": <answer>} [REC-21, EXE-20]

    Examples:
      | what                           | answer             |
      | a byte order mark before it    | "\\ufeffv1"        |
      | a NUL character in it          | "v\\u0000001"      |
      | 70000 characters               | "⟨70000×x⟩"        |
      | zero-width and no-break spaces | "\\u200bv1\\u00a0" |

  Scenario Outline: A typed answer comes out of ask_user's body whole: <what>
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?"}
      """
    And the person answers "Which?" with <answer>
    And the model says "done"
    Then the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": <answer>} [RES-07]

    Examples:
      | what                           | answer             |
      | a byte order mark before it    | "\\ufeffv1"        |
      | a NUL character in it          | "v\\u0000001"      |
      | 70000 characters               | "⟨70000×x⟩"        |
      | zero-width and no-break spaces | "\\u200bv1\\u00a0" |

  Scenario Outline: A secret reaches the tool whole: <what>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the secret question "Key?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Key?" with <secret>
    And the model says "done"
    Then execution 2 of "deploy" has the answers {"q": <secret>} [EXE-20]
    And the inquiry "call_1.q.1" is recorded as redacted [REC-25]

    Examples:
      | what                    | secret               |
      | a line break at its end | "line 1\\nline 2\\n" |
      | blanks at its ends      | "  pass phrase  "    |

  Scenario: A tool's list of 120 options is recorded whole, and the last one can be the answer
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks:
      """
      {"id": "q", "text": "Which?", "answer_type": {"type": "select", "options": [
        "o0", "o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9", "o10", "o11", "o12", "o13", "o14", "o15",
        "o16", "o17", "o18", "o19", "o20", "o21", "o22", "o23", "o24", "o25", "o26", "o27", "o28", "o29", "o30",
        "o31", "o32", "o33", "o34", "o35", "o36", "o37", "o38", "o39", "o40", "o41", "o42", "o43", "o44", "o45",
        "o46", "o47", "o48", "o49", "o50", "o51", "o52", "o53", "o54", "o55", "o56", "o57", "o58", "o59", "o60",
        "o61", "o62", "o63", "o64", "o65", "o66", "o67", "o68", "o69", "o70", "o71", "o72", "o73", "o74", "o75",
        "o76", "o77", "o78", "o79", "o80", "o81", "o82", "o83", "o84", "o85", "o86", "o87", "o88", "o89", "o90",
        "o91", "o92", "o93", "o94", "o95", "o96", "o97", "o98", "o99", "o100", "o101", "o102", "o103", "o104",
        "o105", "o106", "o107", "o108", "o109", "o110", "o111", "o112", "o113", "o114", "o115", "o116", "o117",
        "o118", "o119"]}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which?" with "o119"
    And the model says "done"
    Then the question of the inquiry "call_1.q.1" is recorded with answer_type set to: [REC-20]
      """
      {"type": "select", "options": [
        {"value": "o0"}, {"value": "o1"}, {"value": "o2"}, {"value": "o3"}, {"value": "o4"}, {"value": "o5"},
        {"value": "o6"}, {"value": "o7"}, {"value": "o8"}, {"value": "o9"}, {"value": "o10"}, {"value": "o11"},
        {"value": "o12"}, {"value": "o13"}, {"value": "o14"}, {"value": "o15"}, {"value": "o16"},
        {"value": "o17"}, {"value": "o18"}, {"value": "o19"}, {"value": "o20"}, {"value": "o21"},
        {"value": "o22"}, {"value": "o23"}, {"value": "o24"}, {"value": "o25"}, {"value": "o26"},
        {"value": "o27"}, {"value": "o28"}, {"value": "o29"}, {"value": "o30"}, {"value": "o31"},
        {"value": "o32"}, {"value": "o33"}, {"value": "o34"}, {"value": "o35"}, {"value": "o36"},
        {"value": "o37"}, {"value": "o38"}, {"value": "o39"}, {"value": "o40"}, {"value": "o41"},
        {"value": "o42"}, {"value": "o43"}, {"value": "o44"}, {"value": "o45"}, {"value": "o46"},
        {"value": "o47"}, {"value": "o48"}, {"value": "o49"}, {"value": "o50"}, {"value": "o51"},
        {"value": "o52"}, {"value": "o53"}, {"value": "o54"}, {"value": "o55"}, {"value": "o56"},
        {"value": "o57"}, {"value": "o58"}, {"value": "o59"}, {"value": "o60"}, {"value": "o61"},
        {"value": "o62"}, {"value": "o63"}, {"value": "o64"}, {"value": "o65"}, {"value": "o66"},
        {"value": "o67"}, {"value": "o68"}, {"value": "o69"}, {"value": "o70"}, {"value": "o71"},
        {"value": "o72"}, {"value": "o73"}, {"value": "o74"}, {"value": "o75"}, {"value": "o76"},
        {"value": "o77"}, {"value": "o78"}, {"value": "o79"}, {"value": "o80"}, {"value": "o81"},
        {"value": "o82"}, {"value": "o83"}, {"value": "o84"}, {"value": "o85"}, {"value": "o86"},
        {"value": "o87"}, {"value": "o88"}, {"value": "o89"}, {"value": "o90"}, {"value": "o91"},
        {"value": "o92"}, {"value": "o93"}, {"value": "o94"}, {"value": "o95"}, {"value": "o96"},
        {"value": "o97"}, {"value": "o98"}, {"value": "o99"}, {"value": "o100"}, {"value": "o101"},
        {"value": "o102"}, {"value": "o103"}, {"value": "o104"}, {"value": "o105"}, {"value": "o106"},
        {"value": "o107"}, {"value": "o108"}, {"value": "o109"}, {"value": "o110"}, {"value": "o111"},
        {"value": "o112"}, {"value": "o113"}, {"value": "o114"}, {"value": "o115"}, {"value": "o116"},
        {"value": "o117"}, {"value": "o118"}, {"value": "o119"}]}
      """
    And execution 2 of "deploy" has the answers {"q": "o119"} [EXE-20]

  Scenario: The last of a tool's 120 options may be configured as the answer
    Given the system "jp-ask-user"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks:
      """
      {"id": "q", "text": "Which?", "answer_type": {"type": "select", "options": [
        "o0", "o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9", "o10", "o11", "o12", "o13", "o14", "o15",
        "o16", "o17", "o18", "o19", "o20", "o21", "o22", "o23", "o24", "o25", "o26", "o27", "o28", "o29", "o30",
        "o31", "o32", "o33", "o34", "o35", "o36", "o37", "o38", "o39", "o40", "o41", "o42", "o43", "o44", "o45",
        "o46", "o47", "o48", "o49", "o50", "o51", "o52", "o53", "o54", "o55", "o56", "o57", "o58", "o59", "o60",
        "o61", "o62", "o63", "o64", "o65", "o66", "o67", "o68", "o69", "o70", "o71", "o72", "o73", "o74", "o75",
        "o76", "o77", "o78", "o79", "o80", "o81", "o82", "o83", "o84", "o85", "o86", "o87", "o88", "o89", "o90",
        "o91", "o92", "o93", "o94", "o95", "o96", "o97", "o98", "o99", "o100", "o101", "o102", "o103", "o104",
        "o105", "o106", "o107", "o108", "o109", "o110", "o111", "o112", "o113", "o114", "o115", "o116", "o117",
        "o118", "o119"]}}
      """
    And the setting "conversation.tools.deploy.questions.q.answer" is "o119"
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the inquiry "call_1.q.1" is recorded as answered with "o119" [RTE-01]
    And execution 2 of "deploy" has the answers {"q": "o119"} [RTE-01]

  Scenario Outline: The text of a tool's question is recorded whole: <what>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks:
      """
      {"id": "q", "text": <text>, "answer_type": {"type": "text"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which" with "x"
    And the model says "done"
    Then the question of the inquiry "call_1.q.1" is recorded with text set to <text> [REC-16]

    Examples:
      | what                 | text                    |
      | 1500 characters      | "Which ⟨1494×x⟩"        |
      | 5000 characters      | "Which ⟨4994×x⟩"        |
      | two blanks and a tab | "Which of a  b\\tor c?" |
      | a blank at each end  | " Which of a? "         |

  Scenario Outline: The default of a tool's question is recorded exactly: <what>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the text question "Which?" as "q"
    And its question has default set to <default>
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which?" with "x"
    And the model says "done"
    Then the question of the inquiry "call_1.q.1" is recorded with default set to <default> [REC-16]

    Examples:
      | what          | default              |
      | over 2^53     | 9007199254740993     |
      | below -(2^53) | -9007199254740993    |
      | 2^64 - 1      | 18446744073709551615 |

  Scenario Outline: A number in a call's arguments reaches both runs of the tool exactly: <what>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"id": <number>}
      """
    And the person answers "Sure?" with true
    And the model says "done"
    Then execution 1 of "deploy" has the arguments {"id": <number>}
    And execution 2 of "deploy" has the arguments {"id": <number>} [EXE-11]

    Examples:
      | what          | number               |
      | over 2^53     | 9007199254740993     |
      | below -(2^53) | -9007199254740993    |
      | 2^64 - 1      | 18446744073709551615 |

  Scenario: An empty context of a tool's question is recorded as an empty one, and none as none
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    And its question has context set to ""
    And the tool "deploy" asks the boolean question "Really?" as "r"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Sure?" with true
    And the person answers "Really?" with true
    And the model says "done"
    Then the question of the inquiry "call_1.q.1" is recorded with context set to "" [REC-16, REC-39]
    And the question of the inquiry "call_1.r.1" is recorded without context [REC-17]

  Scenario Outline: A question's id stands in the inquiry's id to the letter: <what>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "<id>"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Sure?" with true
    And the model says "done"
    Then something is recorded with {"type": "inquiry_request", "id": "call_1.<id>.1"} [REC-04]
    And something is recorded with {"type": "inquiry_response", "id": "call_1.<id>.1"} [REC-04]
    And execution 2 of "deploy" has the answers {"<id>": true} [EXE-20]

    Examples:
      | what          | id            |
      | with blanks   | the key now   |
      | with capitals | TheKey        |
      | with accents  | clé           |
      | with signs    | key/one:two#3 |

  Scenario: A question that is asked ten times has ten attempts
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the text question "Which?" as "q"
    And the tool "deploy" asks its first question 10 times
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which?" with "1"
    And the person answers "Which?" with "2"
    And the person answers "Which?" with "3"
    And the person answers "Which?" with "4"
    And the person answers "Which?" with "5"
    And the person answers "Which?" with "6"
    And the person answers "Which?" with "7"
    And the person answers "Which?" with "8"
    And the person answers "Which?" with "9"
    And the person answers "Which?" with "10"
    And the model says "done"
    Then the inquiry ids recorded are: [REC-04, REC-05]
      """
      call_1.q.1 call_1.q.2 call_1.q.3 call_1.q.4 call_1.q.5 call_1.q.6 call_1.q.7 call_1.q.8 call_1.q.9 call_1.q.10
      """
    And the inquiry "call_1.q.10" is recorded as answered with "10" [REC-05]

  Scenario: A call id that another tool's call takes in a later cycle counts its attempts on
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" asks the boolean question "Wipe now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the model calls "wipe" as "call_1"
    And the person answers "Wipe now?" with false
    And the model says "done"
    Then the inquiry ids recorded are "call_1.q.1 call_1.q.2" [REC-05]

  Scenario Outline: A question that looks like JSON is asked as the text that it is: <what>
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": <question>}
      """
    And the person answers "Which" with "x"
    And the model says "done"
    Then the question of the inquiry "call_1.answer.1" is recorded with text set to <question> [ARG-26]
    And the prompt contains <question> [ARG-32]

    Examples:
      | what             | question                 |
      | a text in quotes | "\\"Which one?\\""       |
      | a list           | "[\\"Which one?\\"]"     |
      | an object        | "{\\"q\\": \\"Which\\"}" |

  Scenario Outline: <what> in a question is no line break, and the question is asked
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": <question>}
      """
    And if asked, the person answers "Remove" with "x"
    And the model says "done"
    Then 1 prompt is shown [ARG-04]
    And the question of the inquiry "call_1.answer.1" is recorded with text set to <question> [ARG-20]

    Examples:
      | what                     | question               |
      | A backslash and an n     | "Remove C:\\\\new?"    |
      | A backslash with r and n | "Remove C:\\\\r\\\\n?" |
      | A percent code of LF     | "Remove a%0Ab?"        |

  Scenario Outline: A boolean question whose default is <what> is refused, and nobody is asked
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Sure?", "answer_type": "boolean", "default": <default>}
      """
    And if asked, the person answers "Sure?" with true
    And the model says "done"
    Then no prompt is shown [ARG-14]
    And the call "call_1" fails [ARG-14]

    Examples:
      | what          | default |
      | an empty text | ""      |
      | a blank       | " "     |
      | the number 0  | 0       |
      | the number 1  | 1       |
      | an empty list | []      |

  Scenario Outline: The key <key> does not stand in for a question that is missing
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"<key>": "Which one?"}
      """
    And if asked, the person answers "Which" with "x"
    And the model says "done"
    Then no prompt is shown [ARG-01, ARG-02]
    And the call "call_1" fails [ARG-01, ARG-02]

    Examples:
      | key      |
      | message  |
      | prompt   |
      | text     |
      | title    |
      | Question |
      | header   |

  Scenario Outline: The key <key> does not stand in for options that are missing
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which one?", "answer_type": "select", "<key>": ["a", "b"]}
      """
    And if asked, the person answers "Which" with "a"
    And the model says "done"
    Then no prompt is shown [ARG-01, ARG-10]
    And the call "call_1" fails [ARG-01, ARG-10]

    Examples:
      | key     |
      | choices |
      | Options |
      | enum    |
      | values  |
      | option  |

  Scenario: A tool that fails without a word has failed all the same
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that fails with ""
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Sure?" with true
    And the model says "done"
    Then the call "call_1" fails [EXE-12]
    And the last object recorded with {"type": "tool_call_response", "id": "call_1"} has {"is_error": true} [EXE-12]
