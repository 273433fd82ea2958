Feature: jp: long lists, long texts and odd texts arrive whole

  No document sets a limit for them, and none lets an agent tidy them up.

  Scenario: A list of 100 options is offered and recorded whole, and the last one can be chosen
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?", "answer_type": "select", "options": [
        "o0", "o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9", "o10", "o11", "o12", "o13", "o14", "o15",
        "o16", "o17", "o18", "o19", "o20", "o21", "o22", "o23", "o24", "o25", "o26", "o27", "o28", "o29",
        "o30", "o31", "o32", "o33", "o34", "o35", "o36", "o37", "o38", "o39", "o40", "o41", "o42", "o43",
        "o44", "o45", "o46", "o47", "o48", "o49", "o50", "o51", "o52", "o53", "o54", "o55", "o56", "o57",
        "o58", "o59", "o60", "o61", "o62", "o63", "o64", "o65", "o66", "o67", "o68", "o69", "o70", "o71",
        "o72", "o73", "o74", "o75", "o76", "o77", "o78", "o79", "o80", "o81", "o82", "o83", "o84", "o85",
        "o86", "o87", "o88", "o89", "o90", "o91", "o92", "o93", "o94", "o95", "o96", "o97", "o98", "o99"]}
      """
    And the person answers "Which?" with "o99"
    And the model says "done"
    Then the prompt offers the choices: [ARG-20, PRM-10.u]
      """
      [
        "o0", "o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9", "o10", "o11", "o12", "o13", "o14", "o15",
        "o16", "o17", "o18", "o19", "o20", "o21", "o22", "o23", "o24", "o25", "o26", "o27", "o28", "o29",
        "o30", "o31", "o32", "o33", "o34", "o35", "o36", "o37", "o38", "o39", "o40", "o41", "o42", "o43",
        "o44", "o45", "o46", "o47", "o48", "o49", "o50", "o51", "o52", "o53", "o54", "o55", "o56", "o57",
        "o58", "o59", "o60", "o61", "o62", "o63", "o64", "o65", "o66", "o67", "o68", "o69", "o70", "o71",
        "o72", "o73", "o74", "o75", "o76", "o77", "o78", "o79", "o80", "o81", "o82", "o83", "o84", "o85",
        "o86", "o87", "o88", "o89", "o90", "o91", "o92", "o93", "o94", "o95", "o96", "o97", "o98", "o99"]
      """
    And the question of the inquiry "call_1.answer.1" is recorded with answer_type set to: [REC-16]
      """
      {"type": "select", "options": [
        {"value": "o0"}, {"value": "o1"}, {"value": "o2"}, {"value": "o3"}, {"value": "o4"}, {"value": "o5"},
        {"value": "o6"}, {"value": "o7"}, {"value": "o8"}, {"value": "o9"}, {"value": "o10"},
        {"value": "o11"}, {"value": "o12"}, {"value": "o13"}, {"value": "o14"}, {"value": "o15"},
        {"value": "o16"}, {"value": "o17"}, {"value": "o18"}, {"value": "o19"}, {"value": "o20"},
        {"value": "o21"}, {"value": "o22"}, {"value": "o23"}, {"value": "o24"}, {"value": "o25"},
        {"value": "o26"}, {"value": "o27"}, {"value": "o28"}, {"value": "o29"}, {"value": "o30"},
        {"value": "o31"}, {"value": "o32"}, {"value": "o33"}, {"value": "o34"}, {"value": "o35"},
        {"value": "o36"}, {"value": "o37"}, {"value": "o38"}, {"value": "o39"}, {"value": "o40"},
        {"value": "o41"}, {"value": "o42"}, {"value": "o43"}, {"value": "o44"}, {"value": "o45"},
        {"value": "o46"}, {"value": "o47"}, {"value": "o48"}, {"value": "o49"}, {"value": "o50"},
        {"value": "o51"}, {"value": "o52"}, {"value": "o53"}, {"value": "o54"}, {"value": "o55"},
        {"value": "o56"}, {"value": "o57"}, {"value": "o58"}, {"value": "o59"}, {"value": "o60"},
        {"value": "o61"}, {"value": "o62"}, {"value": "o63"}, {"value": "o64"}, {"value": "o65"},
        {"value": "o66"}, {"value": "o67"}, {"value": "o68"}, {"value": "o69"}, {"value": "o70"},
        {"value": "o71"}, {"value": "o72"}, {"value": "o73"}, {"value": "o74"}, {"value": "o75"},
        {"value": "o76"}, {"value": "o77"}, {"value": "o78"}, {"value": "o79"}, {"value": "o80"},
        {"value": "o81"}, {"value": "o82"}, {"value": "o83"}, {"value": "o84"}, {"value": "o85"},
        {"value": "o86"}, {"value": "o87"}, {"value": "o88"}, {"value": "o89"}, {"value": "o90"},
        {"value": "o91"}, {"value": "o92"}, {"value": "o93"}, {"value": "o94"}, {"value": "o95"},
        {"value": "o96"}, {"value": "o97"}, {"value": "o98"}, {"value": "o99"}]}
      """
    And the call "call_1" succeeds with the JSON {"answer_type": "select", "answer": "o99"} [RES-02, RES-07]

  Scenario: The schema of an inquiry lists all of 100 options
    Given the system "jp-inquiry"
    And the profile "seed"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks:
      """
      {"id": "q", "text": "Which?", "answer_type": {"type": "select", "options": [
        "o0", "o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9", "o10", "o11", "o12", "o13", "o14", "o15",
        "o16", "o17", "o18", "o19", "o20", "o21", "o22", "o23", "o24", "o25", "o26", "o27", "o28", "o29",
        "o30", "o31", "o32", "o33", "o34", "o35", "o36", "o37", "o38", "o39", "o40", "o41", "o42", "o43",
        "o44", "o45", "o46", "o47", "o48", "o49", "o50", "o51", "o52", "o53", "o54", "o55", "o56", "o57",
        "o58", "o59", "o60", "o61", "o62", "o63", "o64", "o65", "o66", "o67", "o68", "o69", "o70", "o71",
        "o72", "o73", "o74", "o75", "o76", "o77", "o78", "o79", "o80", "o81", "o82", "o83", "o84", "o85",
        "o86", "o87", "o88", "o89", "o90", "o91", "o92", "o93", "o94", "o95", "o96", "o97", "o98", "o99"]}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Which?" is answered with "o99"
    And the model says "done"
    Then inquiry 1 asks for the schema: [INQ-05.u]
      """
      {"type": "object",
       "properties": {
         "inquiry_id": {"type": "string", "const": "<inquiry#1>"},
         "answer": {"type": "string", "enum": [
        "o0", "o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9", "o10", "o11", "o12", "o13", "o14", "o15",
        "o16", "o17", "o18", "o19", "o20", "o21", "o22", "o23", "o24", "o25", "o26", "o27", "o28", "o29",
        "o30", "o31", "o32", "o33", "o34", "o35", "o36", "o37", "o38", "o39", "o40", "o41", "o42", "o43",
        "o44", "o45", "o46", "o47", "o48", "o49", "o50", "o51", "o52", "o53", "o54", "o55", "o56", "o57",
        "o58", "o59", "o60", "o61", "o62", "o63", "o64", "o65", "o66", "o67", "o68", "o69", "o70", "o71",
        "o72", "o73", "o74", "o75", "o76", "o77", "o78", "o79", "o80", "o81", "o82", "o83", "o84", "o85",
        "o86", "o87", "o88", "o89", "o90", "o91", "o92", "o93", "o94", "o95", "o96", "o97", "o98", "o99"]}},
       "required": ["inquiry_id", "answer"], "additionalProperties": false}
      """
    And execution 2 of "deploy" has the answers {"q": "o99"} [INQ-14]

  Scenario Outline: A context of ask_user is recorded as it is: <what>
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Apply?", "context": "<context>"}
      """
    And the person answers "Apply?" with "x"
    And the model says "done"
    Then the question of the inquiry "call_1.answer.1" is recorded with context set to "<context>" [ARG-20, REC-39]

    Examples:
      | what                     | context                                       |
      | all lines indented       | \\u0020\\u0020\\u0020\\u0020a = 1\\n    b = 2 |
      | indented with tabs       | \\ta = 1\\n\\tb = 2                           |
      | blanks at ends of lines  | one  \\ntwo\\t                                |
      | blank first lines        | \\n\\none                                     |
      | several blank lines      | one\\n\\n\\n\\ntwo                            |
      | several blanks in a line | one   two                                     |
      | 5000 characters          | ⟨5000×x⟩                                      |
      | Markdown                 | # one\\n\\n* `two`                            |

  Scenario Outline: The context of a tool's question is recorded as it is: <what>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the text question "Apply?" as "q"
    And its question has context set to "<context>"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Apply?" with "x"
    And the model says "done"
    Then the question of the inquiry "call_1.q.1" is recorded with context set to "<context>" [REC-39]

    Examples:
      | what                    | context                                       |
      | all lines indented      | \\u0020\\u0020\\u0020\\u0020a = 1\\n    b = 2 |
      | blanks at ends of lines | one  \\ntwo\\t                                |
      | blank first lines       | \\n\\none                                     |
      | 5000 characters         | ⟨5000×x⟩                                      |

  Scenario: The indentation of a context is drawn
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Apply?", "context": "    a = 1\n      b = 2"}
      """
    And the person answers "Apply?" with "x"
    And the model says "done"
    Then the prompt contains "    a = 1" [ARG-32]
    And the prompt contains "      b = 2" [ARG-32]

  Scenario Outline: Every line of a context of <lines> lines is drawn above the question
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Apply?", "context": "⟨<before>×a line\n⟩the last line"}
      """
    And the person answers "Apply?" with "x"
    And the model says "done"
    Then the prompt shows "the last line" above "Apply?" [PRM-03, ARG-32]

    Examples:
      | lines | before |
      | 11    | 10     |
      | 31    | 30     |
      | 201   | 200    |

  Scenario: Every line of a long context of a tool's question is drawn above it
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Apply?" as "q"
    And its question has context set to "⟨200×a line\n⟩the last line"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Apply?" with true
    And the model says "done"
    Then the prompt shows "the last line" above "Apply?" [PRM-03]

  Scenario Outline: A question is recorded with its text as it is: <what>
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "<text>"}
      """
    And the person answers "Which" with "x"
    And the model says "done"
    Then the question of the inquiry "call_1.answer.1" is recorded with text set to "<text>" [ARG-20, ARG-32]

    Examples:
      | what                   | text                        |
      | two blanks in a row    | Which of a  b?              |
      | a tab                  | Which of a\\tb?             |
      | blanks at its ends     | \\u0020 Which of a? \\u0020 |
      | 250 characters         | Which ⟨244×x⟩               |
      | 5000 characters        | Which ⟨4994×x⟩              |
      | Markdown and a percent | Which of *a* or `b`, 5%?    |

  Scenario: Two blanks in a row stay in the line that asks
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which of a  b?"}
      """
    And the person answers "Which of a" with "x"
    And the model says "done"
    Then the prompt contains "Which of a  b?" [ARG-32]

  Scenario Outline: A text answer that looks like another JSON value stays a text: <what>
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?"}
      """
    And the person answers "Which?" with "<answer>"
    And the model says "done"
    Then the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "<answer>"} [RES-07]
    And the inquiry "call_1.answer.1" is recorded as answered with "<answer>" [REC-21]

    Examples:
      | what               | answer |
      | digits after zeros | 007    |
      | an integer         | 42     |
      | a negative number  | -1     |
      | a decimal fraction | 1.50   |
      | a power of ten     | 1e3    |
      | null               | null   |
      | true               | true   |
      | an empty list      | []     |
      | an empty object    | {}     |
      | a yes              | yes    |

  Scenario Outline: An option that looks like another JSON value stays a text: <what>
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?", "answer_type": "select", "options": ["other", "<option>"]}
      """
    And the person answers "Which?" with "<option>"
    And the model says "done"
    Then the call "call_1" succeeds with the JSON {"answer_type": "select", "answer": "<option>"} [RES-07]

    Examples:
      | what               | option |
      | digits after zeros | 007    |
      | a power of ten     | 1e3    |
      | null               | null   |
      | false              | false  |
      | an empty list      | []     |

  Scenario Outline: A configured text that looks like another JSON value stays a text: <text>
    Given the system "jp-ask-user"
    And a terminal
    And the setting "conversation.tools.ask_user.questions.answer.answer" is "<text>"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?"}
      """
    And the model says "done"
    Then the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "<text>"} [RES-07]

    Examples:
      | text  |
      | 007   |
      | null  |
      | false |

  Scenario Outline: Of options that differ in the case only, the chosen one is the answer: the <place>
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?", "answer_type": "select", "options": ["Abort", "abort", "ABORT"]}
      """
    And the person answers "Which?" with "<option>"
    And the model says "done"
    Then the call "call_1" succeeds with the JSON {"answer_type": "select", "answer": "<option>"} [RES-07]

    Examples:
      | place  | option |
      | second | abort  |
      | third  | ABORT  |

  Scenario Outline: Without a terminal the refusal has the tool's name to the letter: <tool>
    Given the system "jp-ask-user"
    And no terminal
    And a tool "<tool>"
    And the tool "<tool>" asks the boolean question "Sure?" as "q"
    And its question has exclusive set to true
    When the user says "go"
    And the model calls "<tool>"
    And the model says "done"
    Then the call "call_1" fails, telling the model: [RTE-10, RTE-14]
      """
      <tool> cannot run because no interactive terminal is available. Do not retry this tool call in this turn; continue without user input or explain what information is missing.
      """

    Examples:
      | tool          |
      | Deploy        |
      | Deploy-2      |
      | mcp__Git_Push |
      | ALL_CAPS      |

  Scenario Outline: The refusal to ask the assistant has the tool's name to the letter: <tool>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "<tool>"
    And the tool "<tool>" asks the boolean question "Sure?" as "q"
    And its question has exclusive set to true
    And the setting "conversation.tools.<tool>.questions.q.target" is "assistant"
    When the user says "go"
    And the model calls "<tool>"
    And the model says "done"
    Then the call "call_1" fails, telling the model: [RTE-11, RTE-14]
      """
      <tool> requires a human answer and cannot be routed to the assistant. Do not retry this tool call in this turn.
      """

    Examples:
      | tool          |
      | Deploy        |
      | Deploy-2      |
      | mcp__Git_Push |

  Scenario Outline: The error of a failed inquiry quotes the whole question: <what>
    Given the system "jp-inquiry"
    And no terminal
    And a tool "Deploy"
    And the tool "Deploy" asks the boolean question "<text>" as "q"
    When the user says "go"
    And the model calls "Deploy"
    And the inquiry "Sure" gets the data {"answer": null}
    And the model says "done"
    Then the call "call_1" fails, telling the model something with "The tool 'Deploy' asked a follow-up" [CAN-17]
    And the call "call_1" fails, telling the model something with "(\"<text>\")" [CAN-17]

    Examples:
      | what            | text                        |
      | two lines       | Sure?\\nReally?             |
      | a blank line    | Sure of this:\\n\\n+ a line |
      | quotation marks | Sure of \\"x\\"?            |
      | a backslash     | Sure of a\\\\b?             |
      | 300 characters  | Sure of ⟨292×x⟩             |
      | two blanks      | Sure of  this?              |

  Scenario Outline: The waiting call is shown as paused by the whole question: <what>
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "<text>" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure" is answered with true
    And the model says "done"
    Then inquiry 1 shows the call "call_1" succeeding with "Tool paused: <text>" [INQ-10.u]

    Examples:
      | what            | text             |
      | two lines       | Sure?\\nReally?  |
      | quotation marks | Sure of \\"x\\"? |
      | 300 characters  | Sure of ⟨292×x⟩  |

  Scenario Outline: A tool's result reaches the model as it is: <what>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that <ends> "<result>"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Sure?" with true
    And the model says "done"
    Then the call "call_1" <told>, telling the model "<result>" [EXE-12]

    Examples:
      | what                      | ends       | told     | result                |
      | blanks and a line at ends | returns    | succeeds | \\n  ok  \\n          |
      | an error with blanks      | fails with | fails    | \\n  not so\\n\\n     |
      | blank lines               | returns    | succeeds | \\n\\none\\n\\n\\ntwo |
      | 5000 characters           | returns    | succeeds | ⟨5000×x⟩              |
      | nothing at all            | returns    | succeeds |                       |

  Scenario: The blanks in and around options are recorded as they are
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?", "answer_type": "select", "options": [" a", "b ", "c  d", "e"]}
      """
    And the person answers "Which?" with "e"
    And the model says "done"
    Then the question of the inquiry "call_1.answer.1" is recorded with answer_type set to: [ARG-20, REC-20]
      """
      {"type": "select", "options": [{"value": " a"}, {"value": "b "}, {"value": "c  d"}, {"value": "e"}]}
      """

  Scenario Outline: A message at a stop reaches the model as it is: <what>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" takes 60000 ms
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when the tool "deploy" runs
    And the person answers "Interrupted" with "respond"
    And the person answers "Message to the assistant" with "<message>"
    And the model says "done"
    Then the call "call_1" succeeds, telling the model "<told>" [INT-05]

    Examples:
      | what              | message    | told                                                              |
      | blanks before it  | \\n  use b | Tool run cancelled by user with a custom message:\\n\\n\\n  use b |
      | blanks at its end | use b  \\n | Tool run cancelled by user with a custom message:\\n\\nuse b  \\n |
      | a line at its end | use b\\n   | Tool run cancelled by user with a custom message:\\n\\nuse b\\n   |
      | two blanks in it  | use  b     | Tool run cancelled by user with a custom message:\\n\\nuse  b     |
      | 3000 characters   | ⟨3000×x⟩   | Tool run cancelled by user with a custom message:\\n\\n⟨3000×x⟩   |

  Scenario: An inquiry lists the tools with descriptions of several sentences and lines whole
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    And the setting "conversation.tools.deploy.description" is "Deploys it. This takes a while.\n\nDo it once."
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure?" is answered with true
    And the model says "done"
    Then the description of "deploy" reaches the model as "Deploys it. This takes a while.\n\nDo it once." [INQ-29]
