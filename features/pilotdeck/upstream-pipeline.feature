Feature: PilotDeck: the checks before the question is asked

  The checks of a call before anybody is asked, in order: the name, the schema, whether the user may be asked, the
  tool's own rules, the channel. An error tells the model the code, the tool and the reason.

  Background:
    Given the system "pilotdeck"
    And the profile "upstream"
    And a terminal

  Scenario Outline: The tool is found by <what>
    Given the setting "channel" is "host"
    When the user says "go"
    And the model calls "<name>" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "Q?" with "A"
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-53]
      """
      User has answered your questions: "Q?"="A". You can now continue with the user's answers in mind.
      """
    And the host is asked with {"toolName": "ask_user_question"} [PD-01]

    Examples:
      | what                                | name              |
      | its name                            | ask_user_question |
      | its alias                           | AskUserQuestion   |
      | its alias with a small first letter | askUserQuestion   |
      | its name with capitals              | Ask_User_Question |
      | its name with hyphens               | ask-user-question |

  Scenario: A call of an unknown tool fails, and a host tool with a similar name is still found
    Given a tool "askuserquestion" that returns "of the host"
    When the user says "go"
    And the model calls "question_for_the_user" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the model calls "askuserquestion"
    And the model says "done"
    Then the call "call_1" fails, telling the model something with "question_for_the_user" [PD-53]
    And the call "call_2" succeeds, telling the model "of the host" [PD-53]
    And no message tells the client "elicitation_request" [PD-53]

  Scenario Outline: The schema check refuses <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""<option>}]<question>}]<more>}
      """
    And the model says "sorry"
    Then the last object recorded with {"code": "invalid_tool_input"} has: [PD-56]
      """
      {"issues": [{"path": "<path>", "code": "<code>"}]}
      """
    And the call "call_1" fails, telling the model something with "invalid_tool_input" [PD-57]
    And the call "call_1" fails, telling the model something with "ask_user_question" [PD-57]
    And no message tells the client "elicitation_request" [PD-53]

    Examples:
      | what | option | question | more | path | code |
      | a preview that is a number | , "preview": 7 |  |  | $.questions[0].options[1].preview | invalid_type |
      | an unknown key of an option | , "value": "b" |  |  | $.questions[0].options[1].value | unknown_property |
      | a null preview | , "preview": null |  |  | $.questions[0].options[1].preview | invalid_type |
      | a null multiSelect |  | , "multiSelect": null |  | $.questions[0].multiSelect | invalid_type |
      | metadata that are null |  |  | , "metadata": null | $.metadata | invalid_type |
      | a text for multiSelect |  | , "multiSelect": "no" |  | $.questions[0].multiSelect | invalid_type |
      | an unknown key of a question |  | , "id": "q1" |  | $.questions[0].id | unknown_property |
      | answers that are a list |  |  | , "answers": ["A"] | $.answers | invalid_type |
      | answers that are null |  |  | , "answers": null | $.answers | invalid_type |
      | annotations that are a text |  |  | , "annotations": "n" | $.annotations | invalid_type |
      | an unknown key of the metadata |  |  | , "metadata": {"target": 1} | $.metadata.target | unknown_property |
      | a source that is a number |  |  | , "metadata": {"source": 1} | $.metadata.source | invalid_type |
      | an unknown key of the call |  |  | , "title": "t" | $.title | unknown_property |

  Scenario Outline: The schema check refuses a call without <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {<arguments>}
      """
    And the model says "sorry"
    Then the last object recorded with {"code": "invalid_tool_input"} has: [PD-56]
      """
      {"issues": [{"path": "<path>", "code": "<code>"}]}
      """
    And no message tells the client "elicitation_request" [PD-53]

    Examples:
      | what | arguments | path | code |
      | questions |  | $.questions | required |
      | a list of questions | "questions": {"question": "Q?"} | $.questions | invalid_type |
      | the options of a question | "questions": [{"question": "Q?", "header": "H"}] | $.questions[0].options | required |

  Scenario Outline: The schema check refuses a call without <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{<keys>, "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}<second>]}
      """
    And the model says "sorry"
    Then the last object recorded with {"code": "invalid_tool_input"} has: [PD-56]
      """
      {"issues": [{"path": "<path>", "code": "<code>"}]}
      """
    And no message tells the client "elicitation_request" [PD-53]

    Examples:
      | what | keys | second | path | code |
      | the text of a question | "header": "H" |  | $.questions[0].question | required |
      | the header of a question | "question": "Q?" |  | $.questions[0].header | required |
      | an object for the second question | "question": "Q?", "header": "H" | , "R?" | $.questions[1] | invalid_type |

  Scenario Outline: The schema check refuses a call without <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [<options>]}]}
      """
    And the model says "sorry"
    Then the last object recorded with {"code": "invalid_tool_input"} has: [PD-56]
      """
      {"issues": [{"path": "<path>", "code": "required"}]}
      """
    And no message tells the client "elicitation_request" [PD-53]

    Examples:
      | what | options | path |
      | the label of an option | {"label": "A", "description": ""}, {"description": ""} | $.questions[0].options[1].label |
      | the description of an option | {"label": "A"}, {"label": "B", "description": ""} | $.questions[0].options[0].description |

  Scenario: All schema errors are reported, and the tool's own rules are not checked
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "options": [{"label": 7, "description": ""}], "extra": 1},
                     {"question": "Q?", "header": "ABCDEFGHIJKLM", "options": []}],
       "metadata": "plan"}
      """
    And the model says "sorry"
    Then something is recorded with {"path": "$.questions[0].header", "code": "required"} [PD-56]
    And something is recorded with {"path": "$.questions[0].options[0].label", "code": "invalid_type"} [PD-56]
    And something is recorded with {"path": "$.questions[0].extra", "code": "unknown_property"} [PD-56]
    And something is recorded with {"path": "$.metadata", "code": "invalid_type"} [PD-56]
    And the last object recorded with {"code": "invalid_tool_input"} has {"issues": [{}, {}, {}, {}]} [PD-56]
    And nothing is recorded with {"code": "invalid_schema"} [PD-53]

  Scenario Outline: Limits are checked by the tool's own rules, not by the schema: <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [<questions>]}
      """
    And the model says "sorry"
    Then the last object recorded with {"code": "invalid_tool_input"} has: [PD-11]
      """
      {"issues": [{"path": "<path>", "code": "invalid_schema", "message": "<message>"}]}
      """
    And the call "call_1" fails, telling the model something with "<message>" [PD-57]
    And no message tells the client "elicitation_request" [PD-11]

    Examples:
      | what        | questions | path      | message               |
      | no question |           | questions | Provide 1-4 questions |

  Scenario Outline: Limits are checked by the tool's own rules, not by the schema: <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "ABCDEFGHIJKLM", "options": [<options>]}]}
      """
    And the model says "sorry"
    Then the last object recorded with {"code": "invalid_tool_input"} has: [PD-11]
      """
      {"issues": [{"path": "<path>", "code": "invalid_schema", "message": "<message>"}]}
      """
    And the call "call_1" fails, telling the model something with "<message>" [PD-57]
    And no message tells the client "elicitation_request" [PD-11]

    Examples:
      | what | options | path | message |
      | one option | {"label": "A", "description": ""} | questions[].options | Question \\"Q?\\" must have 2-4 options |
      | a long header | {"label": "A", "description": ""}, {"label": "B", "description": ""} | questions[].header | header for \\"Q?\\" exceeds 12 chars |

  Scenario: Limits are checked by the tool's own rules, not by the schema: five options
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "Q?", "header": "H",
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
    Then the last object recorded with {"code": "invalid_tool_input"} has: [PD-11]
      """
      {
        "issues": [
          {
            "path": "questions[].options", "code": "invalid_schema",
            "message": "Question \"Q?\" must have 2-4 options"
          }
        ]
      }
      """
    And the call "call_1" fails, telling the model something with "Question \"Q?\" must have 2-4 options" [PD-57]
    And no message tells the client "elicitation_request" [PD-11]

  Scenario Outline: With prompts disabled, <what> fails before the tool's own rules are checked
    Given the setting "prompts" is false
    When the user says "go"
    And the model calls "<name>" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": ""}<option>]}]<answers>}
      """
    And the model says "as you like"
    Then something is recorded with: [PD-54]
      """
      {
        "code": "unsupported_tool",
        "message": "ask_user_question requires user interaction, but this session is running with prompts disabled."
      }
      """
    And the call "call_1" fails, telling the model something with: [PD-54]
      """
      ask_user_question requires user interaction, but this session is running with prompts disabled.
      """
    And nothing is recorded with {"type": "tool_result"} [PD-54]
    And no message tells the client "elicitation_request" [PD-54]
    And the turn ends completed

    Examples:
      | what                             | name              | option                              | answers                  |
      | a valid question                 | ask_user_question | , {"label": "B", "description": ""} |                          |
      | a question by the alias          | AskUserQuestion   | , {"label": "B", "description": ""} |                          |
      | a call with answers              | ask_user_question | , {"label": "B", "description": ""} | , "answers": {"Q?": "A"} |
      | a question with one option       | ask_user_question |                                     |                          |
      | a question with a repeated label | ask_user_question | , {"label": "A", "description": ""} |                          |

  Scenario: With prompts disabled, a schema error is still reported as one
    Given the setting "prompts" is false
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the model says "sorry"
    Then something is recorded with {"path": "$.questions[0].header", "code": "required"} [PD-53]
    And the model is told nothing with "prompts disabled" [PD-53]

  Scenario: Without a channel and with prompts disabled, the error names the prompts
    Given no terminal
    And the setting "prompts" is false
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the model says "sorry"
    Then something is recorded with: [PD-53]
      """
      {"message": "ask_user_question requires user interaction, but this session is running with prompts disabled."}
      """
    And the model is told nothing with "none registered" [PD-53]

  Scenario: Without a channel the tool's own rules are still checked first
    Given no terminal
    When the user says "go"
    And the model asks the user "Q?" between ["A"]
    And the model asks the user "Q?" between ["A", "B"]
    And the model says "sorry"
    Then the last object recorded with {"toolCallId": "call_1"} has: [PD-53]
      """
      {"error": {"issues": [{"path": "questions[].options", "code": "invalid_schema"}]}}
      """
    And the last object recorded with {"toolCallId": "call_2"} has: [PD-53]
      """
      {
        "error": {
          "code": "unsupported_tool",
          "message": "ask_user_question requires a host elicitation channel (none registered)."
        }
      }
      """
    And the call "call_2" fails, telling the model something with: [PD-57]
      """
      ask_user_question requires a host elicitation channel (none registered).
      """
    And the call "call_2" fails, telling the model something with "unsupported_tool" [PD-57]

  @field-30
  Scenario Outline: The tool is not offered when <what>
    Given the setting "<setting>" is <value>
    And a tool "build" that returns "built"
    When the user says "go"
    And the model says "hello"
    Then no request offers the tool "ask_user_question" [PD-55]
    And every request offers the tool "build" [PD-55]

    Examples:
      | what                     | setting | value       |
      | prompts are disabled     | prompts | false       |
      | the run is of a subagent | run     | "subagent"  |
      | the run is a cron run    | run     | "cron"      |
      | the run is always on     | run     | "always_on" |

  Scenario Outline: In a run of kind <run> a call of the tool fails and asks nobody
    Given the setting "run" is "<run>"
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the model says "as you like"
    Then the call "call_1" fails, telling the model something with "" [PD-55]
    And no message tells the client "elicitation_request" [PD-55]
    And nothing is recorded with {"type": "tool_result"} [PD-55]
    And the turn ends completed

    Examples:
      | run       |
      | subagent  |
      | always_on |

  Scenario Outline: In the mode <mode> the tool is offered and asks the user
    Given the setting "mode" is "<mode>"
    And the setting "channel" is "host"
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the person answers "Q?" with "B"
    And the model says "done"
    Then every request offers the tool "ask_user_question" [PD-55]
    And the call "call_1" succeeds, telling the model: [PD-55]
      """
      User has answered your questions: "Q?"="B". You can now continue with the user's answers in mind.
      """

    Examples:
      | mode    |
      | default |
      | plan    |
      | ask     |

  Scenario: In a cron run a question fails and ends the run
    Given the setting "run" is "cron"
    And a tool "build" that returns "built"
    And the tool "build" takes 1000 ms
    When the user says "go"
    And the model calls "build"
    And in the same message it asks the user "Q?" between ["A", "B"]
    And the model says "as you like" if it is asked
    Then the last object recorded with {"toolCallId": "call_2"} has: [PD-64]
      """
      {"error": {"code": "cron_interaction_required"}}
      """
    And 1 request reaches the model [PD-64]
    And the turn ends interrupted [PD-64]
    And the execution of "build" is cancelled [PD-64]
    And no message tells the client "elicitation_request" [PD-64]
    And nothing is recorded with {"type": "tool_result"} [PD-64]

  Scenario: In a cron run a call with answers asks nobody, and the run goes on
    Given the setting "run" is "cron"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}], "answers": {"Q?": "A"}}
      """
    And the model says "done"
    Then nothing is recorded with {"code": "cron_interaction_required"} [PD-64]
    And the turn ends completed [PD-64]

  @reference
  Scenario: How the reference words an error
    When the user says "go"
    And the model asks the user "Q?" between ["A"]
    And the model says "sorry"
    Then the call "call_1" fails, telling the model:
      """
      TOOL_ERROR[invalid_tool_input][ask_user_question][fix_input]
      Summary: The arguments break the rules of the tool.
      Evidence:
      - invalid_schema at questions[].options
      Original error:
      Question "Q?" must have 2-4 options
      Next actions:
      1. Mend what is named, and call the tool again.
      """

  Scenario Outline: An error tells the model its code, the tool and the message: <what>
    Given the setting "channel" is "host"
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And <how>
    And the model says "as you like"
    Then the call "call_1" fails, telling the model something with "<code>" [PD-57]
    And the call "call_1" fails, telling the model something with "ask_user_question" [PD-57]
    And the call "call_1" fails, telling the model something with "<message>" [PD-57]

    Examples:
      | what | how | code | message |
      | a cancel | the person answers "Q?" with {"type": "cancelled", "reason": "a\\nb"} | unsupported_tool | User declined to answer questions (a\\nb) |
      | a broken channel | the terminal breaks at "Q?" | tool_execution_failed | tool_execution_failed |
