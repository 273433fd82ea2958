Feature: The arguments of ask_user: which are accepted, and how wrong ones are refused

  A call with wrong arguments asks nobody: the model is told what is wrong, and the turn goes on.

  Background:
    Given the system "jp-ask-user"
    And a terminal

  Scenario Outline: Refused: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      <arguments>
      """
    And the model says "sorry"
    Then the call "call_1" fails, telling the model something with "<hint>" [ARG-22, ARG-22.u, ARG-31, <ids>]
    And no prompt is shown [ARG-21, <ids>]
    And no inquiry reaches the model [ARG-21]
    And no inquiry is recorded [ARG-21]
    And the events recorded are: [ARG-21, ARG-22]
      """
      turn_start chat_request tool_call_request tool_call_response chat_response
      """
    And the turn ends completed [ARG-22]

    Examples:
      | what | arguments | hint | ids |
      | no question | {"context": "x"} | question | ARG-02 |
      | no arguments at all | {} | question | ARG-02, ARG-25 |
      | an empty question | {"question": ""} | question | ARG-03 |
      | a line break at the start of the question | {"question": "\\nGo?"} | context | ARG-04, ARG-05 |
      | a line break in the middle of the question | {"question": "Go\\nthere?"} | context | ARG-04, ARG-05 |
      | a line break at the end of the question | {"question": "Go?\\n"} | context | ARG-04, ARG-05 |
      | a Windows line break in the question | {"question": "Go?\\r\\nReally?"} | context | ARG-04, ARG-05 |
      | a Windows line break at the end of the question | {"question": "Go?\\r\\n"} | context | ARG-04, ARG-05 |
      | select without options | {"question": "Go?", "answer_type": "select"} | options | ARG-10, ARG-24 |
      | select with an empty list of options | {"question": "Go?", "answer_type": "select", "options": []} | options | ARG-11 |
      | options for a boolean question | {"question": "Go?", "answer_type": "boolean", "options": ["a"]} | options | ARG-12, ARG-24 |
      | options for a text question | {"question": "Go?", "answer_type": "text", "options": ["a"]} | options | ARG-13, ARG-24 |
      | options without an answer type | {"question": "Go?", "options": ["a"]} | options | ARG-13, ARG-07 |
      | a text default for boolean | {"question": "Go?", "answer_type": "boolean", "default": "true"} | default | ARG-14, ARG-24, ARG-26 |
      | a number default for boolean | {"question": "Go?", "answer_type": "boolean", "default": 1} | default | ARG-14 |
      | a boolean default for text | {"question": "Go?", "default": true} | default | ARG-15 |
      | a number default for text | {"question": "Go?", "answer_type": "text", "default": 5} | default | ARG-15 |

  Scenario Outline: Refused: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "select", "options": <options>, "default": <default>}
      """
    And the model says "sorry"
    Then the call "call_1" fails, telling the model something with "default" [ARG-22, ARG-22.u, ARG-31, <ids>]
    And no prompt is shown [ARG-21, <ids>]
    And no inquiry reaches the model [ARG-21]
    And no inquiry is recorded [ARG-21]
    And the events recorded are: [ARG-21, ARG-22]
      """
      turn_start chat_request tool_call_request tool_call_response chat_response
      """
    And the turn ends completed [ARG-22]

    Examples:
      | what                                                  | options     | default | ids            |
      | a boolean default for select                          | ["a"]       | true    | ARG-16         |
      | a list default for select                             | ["a"]       | ["a"]   | ARG-16         |
      | a default that is not an option                       | ["a", "b"]  | "c"     | ARG-17, ARG-24 |
      | a default that differs from its option in case        | ["a", "b"]  | "A"     | ARG-17         |
      | a default with a trailing blank that its option lacks | ["a", "b"]  | "a "    | ARG-17         |
      | a default without the leading blank of its option     | [" a", "b"] | "a"     | ARG-17         |

  @open
  Scenario Outline: Refused: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      <arguments>
      """
    And the model says "sorry"
    Then the call "call_1" fails, telling the model something with "<hint>" [<ids>]
    And no prompt is shown [<ids>]
    And no inquiry is recorded [<ids>]
    And the turn ends completed [<ids>]

    Examples: What the specification leaves open, as this project reads it
      | what | arguments | hint | ids |
      | a blank question | {"question": "  "} | question | ARG-34 |
      | a lone carriage return in the question | {"question": "Go\\rthere?"} | question | ARG-34 |
      | a question that is a number | {"question": 5} | question | ARG-27 |
      | select with null for the options | {"question": "Go?", "answer_type": "select", "options": null} | options | ARG-33 |
      | a context that is a list | {"question": "Go?", "context": ["a"]} | context | ARG-27 |
      | options that are a string | {"question": "Go?", "answer_type": "select", "options": "a"} | options | ARG-27 |
      | an option that is a number | {"question": "Go?", "answer_type": "select", "options": ["a", 5]} | options | ARG-27 |
      | the answer type secret | {"question": "Go?", "answer_type": "secret"} | answer_type | ARG-09 |
      | the answer type multi_select | {"question": "Go?", "answer_type": "multi_select", "options": ["a"]} | answer_type | ARG-09 |
      | a capitalised answer type | {"question": "Go?", "answer_type": "Boolean"} | answer_type | ARG-09 |
      | an answer type that is not a string | {"question": "Go?", "answer_type": true} | answer_type | ARG-09 |
      | an empty list of options for a boolean question | {"question": "Go?", "answer_type": "boolean", "options": []} | options | ARG-33 |

  @open
  Scenario Outline: Refused: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      <arguments>
      """
    And the model says "sorry"
    Then the call "call_1" fails, telling the model something with "<hint>" [ARG-30]
    And no prompt is shown [ARG-30]
    And no inquiry is recorded [ARG-30]
    And the turn ends completed [ARG-30]

    Examples:
      | what | arguments | hint |
      | an empty question without options (the question is reported) | {"question": "", "answer_type": "select"} | question |
      | a line break and needless options (the line break is reported) | {"question": "Go\\nthere?", "answer_type": "boolean", "options": ["a"]} | context |

  @open
  Scenario: Refused: needless options and a wrong default (the options are reported)
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean", "options": ["a"], "default": 5}
      """
    And the model says "sorry"
    Then the call "call_1" fails, telling the model something with "options" [ARG-30]
    And no prompt is shown [ARG-30]
    And no inquiry is recorded [ARG-30]
    And the turn ends completed [ARG-30]

  Scenario: An empty question is refused without a terminal, too
    Given no terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": ""}
      """
    And the model says "sorry"
    Then the call "call_1" fails, telling the model something with "question" [ARG-03]
    And no inquiry reaches the model [ARG-21]
    And the events recorded are: [ARG-21, ARG-22]
      """
      turn_start chat_request tool_call_request tool_call_response chat_response
      """

  Scenario: Arguments that are not JSON fail the call, and nobody is asked
    When the user says "go"
    And the model calls "ask_user" with the text "{\"question\": \"Go?"
    And the model says "sorry"
    Then the call "call_1" fails, telling the model something with "JSON"
    And no prompt is shown
    And the turn ends completed

  Scenario: A call to an unknown tool fails, and the turn goes on
    When the user says "go"
    And the model calls "ask_users"
    And the model says "sorry"
    Then the call "call_1" fails, telling the model "Tool not found: ask_users"
    And the turn ends completed

  Scenario: An alias of the built-in tool has no executor, and its call fails
    Given the setting "conversation.tools.ask.source" is "builtin.ask_user"
    And the setting "conversation.tools.ask.run" is "unattended"
    When the user says "go"
    And the model calls "ask" with:
      """
      {"question": "Go?"}
      """
    And the model says "sorry"
    Then the call "call_1" fails [EXE-15]
    And the call "call_1" fails, telling the model "Tool not found: ask" [EXE-15.u]
    And no prompt is shown [EXE-15]

  Scenario Outline: Accepted: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      <arguments>
      """
    And if asked, the person answers "Go?" with <answer>
    And the model says "done"
    Then the call "call_1" succeeds with the JSON {"answer_type": "<type>", "answer": <answer>} [<ids>]
    And 1 prompt is shown [<ids>]

    Examples:
      | what | arguments | answer | type | ids |
      | no answer type | {"question": "Go?"} | "yes" | text | ARG-07, RES-06, ARG-06 |
      | an unknown argument | {"question": "Go?", "urgency": "high"} | "yes" | text | ARG-01.i |
      | a context of several lines | {"question": "Go?", "context": "a\\nb"} | "yes" | text | ARG-06 |
      | options given as JSON in a string | {"question": "Go?", "answer_type": "select", "options": "[\\"a\\", \\"b\\"]"} | "b" | select | ARG-26 |
      | options that repeat | {"question": "Go?", "answer_type": "select", "options": ["a", "a", ""]} | "a" | select | ARG-35 |
      | null for every optional argument | {"question": "Go?", "context": null, "options": null, "default": null} | "yes" | text | ARG-33 |
      | a Unicode line separator in the question | {"question": "Really\\u2028Go?"} | "yes" | text | ARG-34 |
      | a Unicode paragraph separator in the question | {"question": "Really\\u2029Go?"} | "yes" | text | ARG-34 |
      | the default false | {"question": "Go?", "answer_type": "boolean", "default": false} | true | boolean | ARG-19 |

  Scenario: The arguments appear unchanged in the recorded question and in the prompt
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Apply with backup, or overwrite?", "context": "It changes\nproduction. Really?",
       "answer_type": "select", "options": ["overwrite", "backup"], "default": "backup"}
      """
    And the person presses "Enter" at "Apply with backup, or overwrite?"
    And the model says "done"
    Then the question of the inquiry "call_1.answer.1" is recorded as: [ARG-01, ARG-06, ARG-18, ARG-20, ARG-32, REC-16]
      """
      {"text": "Apply with backup, or overwrite?",
       "answer_type": {"type": "select", "options": [{"value": "overwrite"}, {"value": "backup"}]},
       "default": "backup", "context": "It changes\nproduction. Really?", "exclusive": true, "persistence": "none"}
      """
    And the question of the inquiry "call_1.answer.1" is recorded with answer_type set to: [REC-20]
      """
      {"type": "select", "options": [{"value": "overwrite"}, {"value": "backup"}]}
      """
    And the question of the inquiry "call_1.answer.1" is recorded with context set to: [REC-39, COMPAT-19]
      """
      "It changes\nproduction. Really?"
      """
    And the question of the inquiry "call_1.answer.1" is recorded with exclusive set to true [REC-19, REC-39]
    And the question of the inquiry "call_1.answer.1" is recorded with persistence set to "none" [REC-19, REC-39]
    And the prompt contains "Assistant" [CFG-25]
    And the prompt shows "It changes" above "production. Really?" [ARG-06, ARG-20, ARG-32]
    And the prompt shows "production. Really?" above "Apply with backup, or overwrite?" [ARG-20, ARG-32, PRM-03]
    And the prompt contains "> backup"
    And the prompt offers the choices ["overwrite", "backup"] [ARG-20]
    And the prompt is drawn as:
      """
      Assistant
      It changes
      production. Really?
      ? Apply with backup, or overwrite?
        overwrite
      > backup
      [↑↓ to move, enter to select, type to filter]
      """
    And the call "call_1" succeeds with the JSON {"answer_type": "select", "answer": "backup"} [ARG-18, RES-02]

  Scenario Outline: The default <default> is drawn in the prompt, and Enter answers with it
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean", "default": <default>}
      """
    And the person presses "Enter" at "Go?"
    And the model says "done"
    Then the question of the inquiry "call_1.answer.1" is recorded with default set to <default> [ARG-18, ARG-19]
    And the prompt contains "<drawn>"
    And the call "call_1" succeeds with the JSON {"answer_type": "boolean", "answer": <default>} [ARG-18, ARG-19]
    And the call "call_1" succeeds with the JSON {"answer_type": "boolean", "answer": <default>} [RES-01]

    Examples:
      | default | drawn |
      | false   | (n)   |
      | true    | (y)   |

  Scenario: A text default that looks like JSON stays text
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "default": "true"}
      """
    And the person presses "Enter" at "Go?"
    And the model says "done"
    Then the question of the inquiry "call_1.answer.1" is recorded with default set to "true" [ARG-18, ARG-26]
    And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "true"} [ARG-18, ARG-26]

  Scenario: Unknown arguments are ignored, even those named like fields of a question
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "id": "other", "text": "Stop?", "type": "boolean", "secret": true, "exclusive": false,
       "persistence": "turn", "label": "Robot", "prompt_label": "Robot", "answer": "backup", "answers": {"answer": "backup"}}
      """
    And if asked, the person answers "Go?" with "yes"
    And the model says "done"
    Then no prompt contains "Robot" [ARG-01]
    And no prompt contains "Stop?" [ARG-01]
    And nothing is recorded with {"answer_type": {"type": "boolean"}} [ARG-01]
    And the prompt is drawn as the lines ["Assistant", "? Go?"]
    And the question of the inquiry "call_1.answer.1" is recorded as: [ARG-01.i]
      """
      {"text": "Go?", "answer_type": {"type": "text"}, "exclusive": true, "persistence": "none"}
      """
    And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "yes"} [ARG-01.i]
