Feature: PilotDeck: at the edges of a call

  The fourth question, the second option, letters that only look alike, texts with odd line breaks, and several dialogs
  at once: the rules are the same there.

  Background:
    Given the system "pilotdeck"
    And a terminal

  Rule: The check of the arguments

    Scenario Outline: An error in the fourth of four questions is reported: <what>
      When the user says "go"
      And the model calls "ask_user_question" with:
        """
        {
          "questions": [
            {
              "question": "1?", "header": "H",
              "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
            },
            {
              "question": "2?", "header": "H",
              "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
            },
            {
              "question": "3?", "header": "H",
              "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
            },
            {
              "question": "4?", "header": "<header>",
              "options": [{"label": "A", "description": ""}, {"label": "<label>", "description": ""}]
            }
          ]
        }
        """
      And if asked, the person answers "4?" with {"4?": "A"}
      And the model says "sorry" if it is asked
      Then something is recorded with: [<id>]
        """
        {"issues": [{"path": "<path>", "code": "invalid_schema", "message": "<message>"}]}
        """
      And no prompt is shown [<id>, I-4]
      And the call "call_1" fails [<id>]

      Examples:
        | what             | id    | header        | label | path                | message                                               |
        | a repeated label | PD-17 | H             | A     | questions[].options | Option labels must be unique within question \\"4?\\" |
        | a long header    | PD-16 | ABCDEFGHIJKLM | B     | questions[].header  | header for \\"4?\\" exceeds 12 chars                  |

    Scenario Outline: A preview in the fourth of four questions is checked: <what>
      When the user says "go"
      And the model calls "ask_user_question" with:
        """
        {
          "questions": [
            {
              "question": "1?", "header": "H",
              "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
            },
            {
              "question": "2?", "header": "H",
              "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
            },
            {
              "question": "3?", "header": "H",
              "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
            },
            {
              "question": "4?", "header": "H",
              "options": [
                {"label": "A", "description": "", "preview": "<first>"},
                {"label": "B", "description": "", "preview": "<second>"}
              ]
            }
          ]
        }
        """
      And if asked, the person answers "4?" with {"4?": "A"}
      And the model says "sorry" if it is asked
      Then something is recorded with: [PD-18, PD-32]
        """
        {
          "issues": [
            {
              "path": "questions[].options[].preview", "code": "invalid_schema",
              "message": "Option \"<label>\" in question \"4?\": …"
            }
          ]
        }
        """
      And no prompt is shown [PD-32, I-4]
      And the call "call_1" fails [PD-32]

      Examples:
        | what                      | first    | second   | label |
        | a document, first option  | <html>   | <b>B</b> | A     |
        | a document, second option | <b>A</b> | <html>   | B     |
        | a script, second option   | <b>A</b> | <script> | B     |
        | plain text, second option | <b>A</b> | B        | B     |

    Scenario Outline: Labels that only look alike are two labels: <what>
      When the user says "go"
      And the model calls "ask_user_question" with:
        """
        {
          "questions": [
            {
              "question": "Q?", "header": "H", "multiSelect": true,
              "options": [{"label": "<one>", "description": ""}, {"label": "<two>", "description": ""}]
            }
          ]
        }
        """
      And if asked, the person answers "Q?" with {"Q?": ["<one>", "<two>"]}
      And the model says "done"
      Then the host is asked with {"questions": [{"options": [{"label": "<one>"}, {"label": "<two>"}]}]} [<id>]
      And nothing is recorded with {"code": "invalid_schema"} [<id>]
      And of the call "call_1" the model is told "\"Q?\"=\"<one>, <two>\"" [<id>]

      Examples:
        | what                           | id           | one | two       |
        | a capital and a small é        | PD-23, PD-81 | É   | é         |
        | a capital and a small я        | PD-23, PD-81 | Я   | я         |
        | the two small sigmas           | PD-81        | σ   | ς         |
        | a sharp s and two s            | PD-81        | ß   | ss        |
        | a letter and its wide form     | PD-81        | A   | Ａ        |
        | a digit and its raised form    | PD-81        | 2   | ²         |
        | two letters and their ligature | PD-81        | fi  | ﬁ         |
        | a space and a no-break space   | PD-81        | a b | a\\u00a0b |

    Scenario Outline: A header is measured with all that it has: <what>
      When the user says "go"
      And the model calls "ask_user_question" with:
        """
        {
          "questions": [
            {
              "question": "Q?", "header": "<header>",
              "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
            }
          ]
        }
        """
      And the model says "sorry" if it is asked
      Then something is recorded with: [PD-16]
        """
        {
          "issues": [
            {"path": "questions[].header", "code": "invalid_schema", "message": "header for \"Q?\" exceeds 12 chars"}
          ]
        }
        """
      And no prompt is shown [PD-16, I-4]

      Examples:
        | what                             | header                          |
        | 12 letters and a joiner          | ABCDEFGHIJKL\\u200d             |
        | 12 letters and a line feed       | ABCDEFGHIJKL\\n                 |
        | 12 letters and a soft hyphen     | ABCDEFGHIJKL\\u00ad             |
        | a family of four and two letters | 👨\\u200d👩\\u200d👧\\u200d👦AB |

    Scenario Outline: A message about a text of two lines has it as it is: <what>
      When the user says "go"
      And the model calls "ask_user_question" with:
        """
        {
          "questions": [
            {
              "question": "One\n\ttwo?", "header": "<header>",
              "options": [{"label": "A\nB", "description": ""}, {"label": "<label>", "description": ""<preview>}]
            }
          ]
        }
        """
      And the model says "sorry" if it is asked
      Then something is recorded with: [<id>]
        """
        {"issues": [{"path": "<path>", "code": "invalid_schema", "message": "<message>"}]}
        """
      And no prompt is shown [<id>, I-4]

      Examples:
        | what | id | header | label | preview | path | message |
        | a repeated label | PD-17 | H | A\\nB |  | questions[].options | Option labels must be unique within question \\"One\\n\\ttwo?\\" |
        | a long header | PD-16 | ABCDEFGHIJKLM | C |  | questions[].header | header for \\"One\\n\\ttwo?\\" exceeds 12 chars |
        | a bad preview | PD-18 | H | C\\nD | , "preview": "" | questions[].options[].preview | Option \\"C\\nD\\" in question \\"One\\n\\ttwo?\\": … |

    Scenario: A message about a question of two lines with one option has it as it is
      When the user says "go"
      And the model calls "ask_user_question" with:
        """
        {"questions": [{"question": "One\n\ttwo?", "header": "H", "options": [{"label": "A", "description": ""}]}]}
        """
      And the model says "sorry" if it is asked
      Then something is recorded with: [PD-14]
        """
        {
          "issues": [
            {
              "path": "questions[].options", "code": "invalid_schema",
              "message": "Question \"One\n\ttwo?\" must have 2-4 options"
            }
          ]
        }
        """
      And no prompt is shown [PD-14, I-4]

    Scenario: A message about a question of two lines that is repeated has it as it is
      When the user says "go"
      And the model calls "ask_user_question" with:
        """
        {
          "questions": [
            {
              "question": "One\ntwo?", "header": "H",
              "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
            },
            {
              "question": "One\ntwo?", "header": "H",
              "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
            }
          ]
        }
        """
      And the model says "sorry" if it is asked
      Then something is recorded with: [PD-15]
        """
        {
          "issues": [
            {
              "path": "questions", "code": "invalid_schema",
              "message": "Question texts must be unique: \"One\ntwo?\""
            }
          ]
        }
        """
      And no prompt is shown [PD-15, I-4]

    Scenario Outline: Arguments against the schema reach nobody: <what>
      When the user says "go"
      And the model calls "ask_user_question" with:
        """
        {
          "questions": [
            {
              "question": "One?", "header": "H",
              "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""<option>}]
            },
            {
              "question": "Two?"<header>,
              "options": [{"label": "A", "description": ""}, {"label": "B"<description>}]<question>
            }
          ]<call>
        }
        """
      And if asked, the person answers "One?" with {"One?": "A", "Two?": "A"}
      And the model says "sorry" if it is asked
      Then the call "call_1" fails [<id>]
      And no prompt is shown [<id>, I-4]

      Examples:
        | what | id | option | header | description | question | call |
        | no header in the second question | PD-07 |  |  | , "description": "" |  |  |
        | a header in the second question that is a number | PD-07 |  | , "header": 7 | , "description": "" |  |  |
        | an unknown key in the second question | PD-07 |  | , "header": "H" | , "description": "" | , "custom": true |  |
        | a text for multiSelect in the second question | PD-07 |  | , "header": "H" | , "description": "" | , "multiSelect": "true" |  |
        | no description in the last option | PD-08 |  | , "header": "H" |  |  |  |
        | a description that is null | PD-08 |  | , "header": "H" | , "description": null |  |  |
        | an unknown key in the second option | PD-08 | , "value": "b" | , "header": "H" | , "description": "" |  |  |
        | an unknown key in the last option | PD-08 |  | , "header": "H" | , "description": "", "value": "b" |  |  |
        | a preview that is a number | PD-08 | , "preview": 7 | , "header": "H" | , "description": "" |  |  |
        | an unknown key in the metadata | PD-09 |  | , "header": "H" | , "description": "" |  | , "metadata": {"reason": "plan"} |
        | an unknown key beside the source | PD-09 |  | , "header": "H" | , "description": "" |  | , "metadata": {"source": "plan", "x": 1} |
        | a source that is a number | PD-09 |  | , "header": "H" | , "description": "" |  | , "metadata": {"source": 7} |

  Rule: The request to the host

    Scenario Outline: The metadata reach the host as they are: <what>
      When the user says "go"
      And the model calls "ask_user_question" with:
        """
        {
          "questions": [
            {
              "question": "Q?", "header": "H",
              "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
            }
          ],
          "metadata": <metadata>
        }
        """
      And the person answers "Q?" with "A"
      And the model says "done"
      Then the host is given "metadata" as <metadata> [PD-38, PD-86]
      And the host is given the fields "toolCallId toolName questions metadata (signal)" [PD-38]

      Examples:
        | what              | metadata            |
        | an empty source   | {"source": ""}      |
        | a blank source    | {"source": " "}     |
        | a source of lines | {"source": "a\\nb"} |

    Scenario: Long texts of a question reach the host whole
      When the user says "go"
      And the model calls "ask_user_question" with:
        """
        {
          "questions": [
            {
              "question": "Q? ⟨300×0123456789⟩end", "header": "H",
              "options": [
                {"label": "A ⟨300×0123456789⟩end", "description": "a ⟨300×0123456789⟩end"},
                {"label": "B", "description": "b ⟨300×0123456789⟩end", "preview": "<b>⟨300×0123456789⟩</b>"}
              ]
            }
          ]
        }
        """
      And the person answers "Q?" with "B"
      And the model says "done"
      Then the host is given "questions" as: [PD-38, PD-24]
        """
        [
          {
            "question": "Q? ⟨300×0123456789⟩end", "header": "H",
            "options": [
              {"label": "A ⟨300×0123456789⟩end", "description": "a ⟨300×0123456789⟩end"},
              {"label": "B", "description": "b ⟨300×0123456789⟩end", "preview": "<b>⟨300×0123456789⟩</b>"}
            ]
          }
        ]
        """
      And something is recorded with {"data": {"questions": [{"question": "Q? ⟨300×0123456789⟩end"}]}} [PD-42]

    Scenario: The turn after an abort asks with an id of its own
      When the user says "go"
      And the model asks the user "First?" between ["A", "B"]
      And SIGINT arrives when "First?" is shown
      And the user says "once more" after the turn
      And the model asks the user "Second?" between ["C", "D"]
      And the person answers "Second?" with "D"
      And the model says "done"
      Then prompts 1 and 2 are asked with another "toolCallId" each [PD-39]
      And 2 prompts are shown [PD-40]
      And the turn ends completed

    Scenario: The host is not asked when the call brings answers and its annotations are null
      When the user says "go"
      And the model calls "ask_user_question" with:
        """
        {
          "questions": [
            {
              "question": "Q?", "header": "H",
              "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
            }
          ],
          "answers": {"Q?": "A"}, "annotations": null
        }
        """
      And if asked, the person answers "Q?" with "B"
      And the model says "done"
      # Annotations that are null may also make the call fail. In no case is the host asked.
      Then no prompt is shown [PD-35]
      And the model is told nothing with "\"Q?\"=\"B\"" [PD-35]

    Scenario Outline: The tool is described <when>
      Given a tool "build" that returns "built"
      And the tool "build" takes 1000 ms
      When the user says "go"
      And the model calls "build"
      And the model asks the user "Which?" between ["A", "B"]
      And the client sends {"type": "describe_tool", "name": "<name>", "input": {"questions": []}} <moment>
      And after 1000 ms the person answers "Which?" with "B"
      And the model says "done"
      Then 1 message tells the client: [PD-03]
        """
        {"type": "tool_definition", "isReadOnly": true, "isConcurrencySafe": true, "requiresUserInteraction": true}
        """
      And 1 message tells the client {"type": "tool_definition", "name": "ask_user_question"} [PD-01]
      And the call "call_2" succeeds, telling the model something with "\"Which?\"=\"B\"" [PD-46]

      Examples:
        | when                   | name              | moment                     |
        | while a question waits | ask_user_question | when "Which?" is shown     |
        | while a tool runs      | AskUserQuestion   | when the tool "build" runs |

  Rule: The sentence

    Scenario Outline: Annotations that are next to nothing are told: <what>
      When the user says "go"
      And the model calls "ask_user_question" with:
        """
        {
          "questions": [
            {
              "question": "<question>", "header": "H",
              "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
            }
          ]
        }
        """
      And the person answers "A" with:
        """
        {"type": "answered", "answers": {"<question>": "A"}, "annotations": {"<question>": <annotation>}}
        """
      And the model says "done"
      Then of the call "call_1" the model is told "questions: <told>. You can now" [<id>]
      And something is recorded with {"data": {"annotations": {"<question>": <annotation>}}} [PD-42]

      Examples:
        | what                           | id           | question | annotation         | told                                        |
        | notes of a line feed           | PD-48, PD-97 | Q        | {"notes": "\\n"}   | \\"Q\\"=\\"A\\" user notes: \\n             |
        | notes of a tab                 | PD-48        | Q        | {"notes": "\\t"}   | \\"Q\\"=\\"A\\" user notes: \\t             |
        | a preview of a blank           | PD-48        | Q        | {"preview": " "}   | \\"Q\\"=\\"A\\" selected preview:\\n\\u0020 |
        | a preview of a line feed       | PD-48        | Q        | {"preview": "\\n"} | \\"Q\\"=\\"A\\" selected preview:\\n\\n     |
        | notes of an empty question     | PD-22, PD-48 |          | {"notes": "n"}     | \\"\\"=\\"A\\" user notes: n                |
        | a preview of an empty question | PD-22, PD-48 |          | {"preview": "<b>"} | \\"\\"=\\"A\\" selected preview:\\n<b>      |

    Scenario Outline: Line ends are told as they are: <what>
      When the user says "go"
      And the model asks the user "Q?" between ["A", "B"]
      And the person answers "Q?" with:
        """
        {
          "type": "answered", "answers": {"Q?": "A<end>B"},
          "annotations": {"Q?": {"preview": "p<end>q", "notes": "n<end>"}}
        }
        """
      And the model says "done"
      Then of the call "call_1" the model is told "\"Q?\"=\"A<end>B\"" [PD-49]
      And of the call "call_1" the model is told "selected preview:\np<end>q user notes: n<end>. " [PD-48, PD-49]
      And something is recorded with {"data": {"answers": {"Q?": "A<end>B"}}} [PD-42]

      Examples:
        | what             | end     |
        | CR LF            | \\r\\n  |
        | CR               | \\r     |
        | a line separator | \\u2028 |

  Rule: Several dialogs

    Scenario: An abort withdraws all of four dialogs
      When the user says "go"
      And the model asks the user "First?" between ["A", "B"]
      And in the same message it asks the user "Second?" between ["A", "B"]
      And in the same message it asks the user "Third?" between ["A", "B"]
      And in the same message it asks the user "Fourth?" between ["A", "B"]
      And SIGINT arrives when "First?" is shown
      And that happens 100 ms later
      Then no prompt is left open [I-7]
      And nothing is recorded with {"type": "tool_result"} [I-5]
      And the turn ends interrupted [I-7]

    Scenario: A cancel while a tool runs leaves the other dialogs
      Given a tool "build" that returns "built"
      And the tool "build" takes 5000 ms
      When the user says "go"
      And the model calls "build"
      And in the same message it asks the user "First?" between ["A", "B"]
      And in the same message it asks the user "Second?" between ["C", "D"]
      And after 100 ms the person cancels "First?"
      And after 1000 ms the person answers "Second?" with "D"
      And the model says "done"
      Then the call "call_3" succeeds, telling the model: [I-3]
        """
        User has answered your questions: "Second?"="D". You can now continue with the user's answers in mind.
        """
      And the call "call_2" fails, telling the model something with "User declined to answer questions" [PD-41]
      And the call "call_1" succeeds, telling the model "built"
      And each call is answered once [I-1]

    Scenario Outline: A second act at an answered dialog is not for the one that still waits: <what>
      When the user says "go"
      And the model asks the user "First?" between ["A", "B"]
      And in the same message it asks the user "Second?" between ["C", "D"]
      And the person answers "First?" with "A"
      And 100 ms later the person <does>
      And after 1000 ms the person answers "Second?" with "D"
      And the model says "done"
      Then the call "call_2" succeeds, telling the model: [I-3]
        """
        User has answered your questions: "Second?"="D". You can now continue with the user's answers in mind.
        """
      And the call "call_1" succeeds, telling the model: [I-2]
        """
        User has answered your questions: "First?"="A". You can now continue with the user's answers in mind.
        """
      And what was done is refused as late [I-2]

      Examples:
        | what      | does                         |
        | an answer | answers "First?" with "late" |
        | a cancel  | cancels "First?"             |

    Scenario: After a restart each of three questions is asked again or reported
      When the user says "go"
      And the model asks the user "First?" between ["A", "B"]
      And in the same message it asks the user "Second?" between ["A", "B"]
      And in the same message it asks the user "Third?" between ["A", "B"]
      And the subject is restarted when "First?" is shown
      And if asked, after 300 ms the person answers "First?" with "A"
      And if asked, after 300 ms the person answers "First?" with "B"
      And if asked, after 300 ms the person answers "Second?" with "B"
      And if asked, after 300 ms the person answers "Second?" with "B"
      And if asked, after 300 ms the person answers "Third?" with "B"
      And if asked, after 300 ms the person answers "Third?" with "B"
      And the model says "so be it" if it is asked
      And 2000 ms later the user says "and now"
      And asked "and now" the model says "on we go"
      Then each call is answered once [I-10]
      And an object is recorded that fits one of: [I-10]
        """
        [{"type": "tool_error", "toolCallId": "call_1"}, {"type": "tool_result", "toolCallId": "call_1"}]
        """
      And an object is recorded that fits one of: [I-10]
        """
        [{"type": "tool_error", "toolCallId": "call_2"}, {"type": "tool_result", "toolCallId": "call_2"}]
        """
      And an object is recorded that fits one of: [I-10]
        """
        [{"type": "tool_error", "toolCallId": "call_3"}, {"type": "tool_result", "toolCallId": "call_3"}]
        """
      And the turn ends completed [I-10]
