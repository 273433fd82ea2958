Feature: jp: configured again: answers, targets, switches and changes

  A setting holds each time it is asked for, whatever its value looks like.

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"

  Scenario Outline: A configured answer serves each time a tool asks, <terminal>
    Given <terminal>
    And the tool "deploy" asks the text question "Which?" as "q"
    And its question has exclusive set to <exclusive>
    And the tool "deploy" asks its first question 3 times
    And the setting "conversation.tools.deploy.questions.q.answer" is "v1"
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Which?" with "v2"
    And the model says "done"
    Then no prompt is shown [RTE-01]
    And no inquiry reaches the model [RTE-01]
    And the inquiry ids recorded are "call_1.q.1 call_1.q.2 call_1.q.3" [REC-05]
    And the inquiry "call_1.q.2" is recorded as answered with "v1" [RTE-01]
    And the inquiry "call_1.q.3" is recorded as answered with "v1" [RTE-01]
    And the call "call_1" succeeds, telling the model "deployed" [RTE-01]

    Examples:
      | terminal    | exclusive |
      | a terminal  | false     |
      | no terminal | true      |

  Scenario: A configured answer serves each call of a turn, and each turn
    Given the tool "deploy" asks the boolean question "Sure?" as "q"
    And the setting "conversation.tools.deploy.questions.q.answer" is false
    When the user says "go"
    And the model calls "deploy"
    And the model calls "deploy"
    And the model says "done"
    And the user says "again" after the turn
    And the model calls "deploy"
    And the model says "done"
    Then no prompt is shown [RTE-01]
    And the inquiries recorded are "call_1.q.1 call_2.q.1 call_3.q.1" [RTE-01]
    And the inquiry "call_3.q.1" is recorded as answered with false [RTE-01]

  Scenario Outline: A tool's <type> question whose configured answer is <what> fails its call
    Given the tool "deploy" asks the <question>
    And the setting "conversation.tools.deploy.questions.q.answer" is <answer>
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person cancels "Which?"
    And the model says "done"
    Then no prompt is shown [RTE-09]
    And the inquiry "call_1.q.1" is recorded as cancelled by invalid_static_answer [CAN-05]
    And the call "call_1" fails [RTE-09]
    And the tool "deploy" runs 1 time [RTE-25]

    Examples:
      | what            | answer | type    | question                                   |
      | an empty list   | []     | boolean | boolean question "Which?" as "q"           |
      | an empty object | {}     | boolean | boolean question "Which?" as "q"           |
      | the number 0    | 0      | boolean | boolean question "Which?" as "q"           |
      | an empty text   | ""     | boolean | boolean question "Which?" as "q"           |
      | an empty list   | []     | text    | text question "Which?" as "q"              |
      | an empty object | {}     | text    | text question "Which?" as "q"              |
      | false           | false  | text    | text question "Which?" as "q"              |
      | the number 0    | 0      | text    | text question "Which?" as "q"              |
      | an empty list   | []     | select  | question "Which?" as "q" between ["a", ""] |
      | an empty object | {}     | select  | question "Which?" as "q" between ["a", ""] |
      | false           | false  | select  | question "Which?" as "q" between ["a", ""] |

  Scenario Outline: An unknown target is refused at the <place> of a tool's questions
    Given the setting "conversation.tools.deploy.questions" is <questions>
    When the user says "go"
    And the model says "done" if it is asked
    And the subject may exit by itself
    Then the turn ends misconfigured [CFG-33, CFG-39]
    And 0 requests reach the model [CFG-33, CFG-39]

    Examples:
      | place    | questions                                                                       |
      | only one | {"now": {"target": "robot"}}                                                    |
      | first    | {"now": {"target": "robot"}, "tag": {"target": "user"}}                         |
      | second   | {"now": {"target": "user"}, "tag": {"target": "robot"}}                         |
      | third    | {"now": {"answer": true}, "tag": {"prompt_label": "Ops"}, "z": {"target": "x"}} |

  Scenario Outline: With enable = <enable> over a layer in which <name> is off, it stays off
    Given a tool "lint"
    And the user's configuration:
      """
      {"conversation": {"tools": {"<name>": {"enable": <below>}}}}
      """
    And the user's configuration:
      """
      {"conversation": {"tools": {"<name>": {"enable": <enable>}}}}
      """
    When the user says "go"
    And the model says "done"
    Then no request offers the tool "<name>"
    And every request offers the tool "lint"

    Examples:
      | name     | below                                        | enable                       |
      | ask_user | {"state": false}                             | {"allow_toggle": "never"}    |
      | ask_user | {"state": false, "allow_toggle": "if_named"} | {"allow_toggle": "any"}      |
      | deploy   | {"state": false}                             | {"allow_toggle": "never"}    |
      | deploy   | false                                        | {"allow_toggle": "if_named"} |

  Scenario: A lock that the command line's layer adds leaves the tool off, and -t of its name is refused
    Given the setting "conversation.tools.deploy.enable" is {"state": false}
    And the command line's configuration:
      """
      {"conversation": {"tools": {"deploy": {"enable": {"allow_toggle": "never"}}}}}
      """
    And the command line "-t deploy"
    When the user says "go"
    And the model says "done" if it is asked
    And the subject may exit by itself
    Then the turn ends misconfigured [CFG-14]
    And a notice tells "cannot enable `deploy`: this tool is configured as locked-off" [CFG-14]
    And 0 requests reach the model [CFG-14]

  Scenario Outline: A label that the command line changes <what> is stored, and nothing else
    Given the setting "conversation.tools.deploy.questions.q.prompt_label" is <below>
    And the setting "conversation.tools.deploy.questions.q.answer" is true
    And the command line's configuration:
      """
      {"conversation": {"tools": {"deploy": {"questions": {"q": {"prompt_label": <above>, "answer": true}}}}}}
      """
    When the user says "go"
    And the model says "done"
    Then event 1 is recorded as:
      """
      {"type": "config_delta", "delta": {"conversation": {"tools": {"deploy":
        {"questions": {"q": {"prompt_label": <above>}}}}}}}
      """
    And the events recorded are "config_delta turn_start chat_request chat_response"

    Examples:
      | what                    | below | above  |
      | to the empty text       | "Ops" | ""     |
      | from the empty text     | ""    | "Ops"  |
      | in the case of a letter | "Ops" | "ops"  |
      | by a blank at its end   | "Ops" | "Ops " |

  Scenario Outline: An answer that the command line changes <what> is stored, and holds
    Given the tool "deploy" asks the <type> question "Which?" as "q"
    And the setting "conversation.tools.deploy.questions.q.answer" is <below>
    And the setting "conversation.tools.deploy.questions.q.prompt_label" is "Ops"
    And the command line's configuration:
      """
      {"conversation": {"tools": {"deploy": {"questions": {"q": {"answer": <above>, "prompt_label": "Ops"}}}}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then event 1 is recorded as:
      """
      {"type": "config_delta", "delta": {"conversation": {"tools": {"deploy":
        {"questions": {"q": {"answer": <above>}}}}}}}
      """
    And no prompt is shown [RTE-01]
    And the inquiry "call_1.q.1" is recorded as answered with <above> [RTE-01]

    Examples:
      | what                          | type    | below  | above |
      | from true to false            | boolean | true   | false |
      | from false to true            | boolean | false  | true  |
      | from a text to the empty text | text    | "v1"   | ""    |
      | from the number 1 to true     | boolean | 1      | true  |
      | from the number 0 to false    | boolean | 0      | false |
      | from the text true to true    | boolean | "true" | true  |

  Scenario: A change of the stored conversation that the command line takes back is stored as another
    Given a stored conversation:
      """
      [{"type": "config_delta", "delta": {"conversation": {"tools": {"deploy":
         {"questions": {"q": {"answer": true}}}}}}},
       {"type": "turn_start"}, {"type": "chat_request", "content": "hello"}, {"type": "chat_response", "message": "hi"}]
      """
    And the tool "deploy" asks the boolean question "Which?" as "q"
    And the command line's configuration:
      """
      {"conversation": {"tools": {"deploy": {"questions": {"q": {"answer": false}}}}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then 1 event is recorded with {"type": "config_delta"}
    And execution 2 of "deploy" has the answers {"q": false} [RTE-01]

  Scenario: -T of a tool of the host's that no layer speaks of is stored, and the tool is off
    Given a tool "lint"
    And the command line "-T deploy"
    When the user says "go"
    And the model says "done"
    Then event 1 is recorded as:
      """
      {"type": "config_delta", "delta": {"conversation": {"tools": {"deploy": {"enable": {"state": false}}}}}}
      """
    And no request offers the tool "deploy"
    And every request offers the tool "lint"

  Scenario: -T without a name is stored for each tool of the host's that it switches off
    Given a tool "lint"
    And the command line "-T"
    When the user says "go"
    And the model says "done"
    Then event 1 is recorded as:
      """
      {"type": "config_delta", "delta": {"conversation": {"tools":
        {"deploy": {"enable": {"state": false}}, "lint": {"enable": {"state": false}}}}}}
      """
    And every request offers the tool "ask_user" [CFG-04]

  Scenario: A tool that is switched off with -T stays off when the subject starts anew
    Given a tool "lint"
    And a stored conversation:
      """
      [{"type": "config_delta", "delta": {"conversation": {"tools": {"deploy": {"enable": {"state": false}}}}}},
       {"type": "turn_start"}, {"type": "chat_request", "content": "hello"}, {"type": "chat_response", "message": "hi"}]
      """
    When the user says "go"
    And the model says "done"
    Then no request offers the tool "deploy"
    And every request offers the tool "lint"

  Scenario Outline: A tool of the host's with the name <name> asks as itself
    Given a tool "<name>" that returns "mine"
    And the tool "<name>" asks the boolean question "Sure?" as "answer"
    When the user says "go"
    And the model calls "<name>"
    And the person answers "Sure?" with true
    And the model says "done"
    Then the inquiry "call_1.answer.1" is recorded as asked by {"source": "tool", "name": "<name>"} [REC-12]
    And the call "call_1" succeeds, telling the model "mine"

    Examples:
      | name        |
      | ask_user_x  |
      | my_ask_user |
      | Ask_User    |
      | askuser     |
      | assistant   |
      | user        |
      | builtin     |

  Scenario Outline: Without a terminal the assistant answers a question of a tool named <name>
    Given the system "jp-inquiry"
    And no terminal
    And a tool "<name>" that returns "mine"
    And the tool "<name>" asks the boolean question "Sure?" as "answer"
    When the user says "go"
    And the model calls "<name>"
    And the inquiry "Sure?" is answered with true
    And the model says "done"
    Then the inquiry "call_1.answer.1" is recorded as asked by {"source": "tool", "name": "<name>"} [REC-12]
    And the inquiry "call_1.answer.1" is recorded as answered with true [RTE-03]

    Examples:
      | name        |
      | ask_user_x  |
      | my_ask_user |
      | Ask_User    |
