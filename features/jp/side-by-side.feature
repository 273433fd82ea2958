Feature: jp: each rule holds beside others

  An argument is judged beside other arguments, a layer beside other layers, and a prompt beside other prompts.

  Scenario Outline: A bad argument is refused beside good ones: <what>
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      <arguments>
      """
    And if asked, the person cancels "?"
    And the model says "done"
    Then no prompt is shown [<id>]
    And the call "call_1" fails [<id>]

    Examples:
      | what                                         | id     | arguments                                                                                      |
      | a line break in the question, a context      | ARG-04 | {"question": "a\\nb?", "context": "c"}                                                         |
      | a line break in the question, a long context | ARG-04 | {"question": "a\\r\\nb?", "context": "c\\nd"}                                                  |
      | a line break in the question, a default      | ARG-04 | {"question": "a\\nb?", "default": "c"}                                                         |
      | a line break in a boolean question, default  | ARG-04 | {"question": "a\\nb?", "answer_type": "boolean", "default": true}                              |
      | a line break in a select question            | ARG-04 | {"question": "a\\nb?", "answer_type": "select", "options": ["c", "d"]}                         |
      | no question, a context                       | ARG-02 | {"context": "c?"}                                                                              |
      | no question, options and a default           | ARG-02 | {"answer_type": "select", "options": ["a?", "b"], "default": "b"}                              |
      | an empty question, a context                 | ARG-03 | {"question": "", "context": "c?"}                                                              |
      | an empty question, a default                 | ARG-03 | {"question": "", "default": "c?"}                                                              |
      | select without options, a context            | ARG-10 | {"question": "a?", "context": "c", "answer_type": "select"}                                    |
      | select without options, a default            | ARG-10 | {"question": "a?", "answer_type": "select", "default": "b"}                                    |
      | select with no option, a context             | ARG-11 | {"question": "a?", "context": "c", "answer_type": "select", "options": []}                     |
      | boolean with options, a context              | ARG-12 | {"question": "a?", "context": "c", "answer_type": "boolean", "options": ["b"]}                 |
      | boolean with options, a default              | ARG-12 | {"question": "a?", "answer_type": "boolean", "options": ["b"], "default": true}                |
      | text with options, a context                 | ARG-13 | {"question": "a?", "context": "c", "answer_type": "text", "options": ["b"]}                    |
      | text with options, a default among them      | ARG-13 | {"question": "a?", "options": ["b"], "default": "b"}                                           |
      | a boolean's default is a text, a context     | ARG-14 | {"question": "a?", "context": "c", "answer_type": "boolean", "default": "true"}                |
      | a text's default is a boolean, a context     | ARG-15 | {"question": "a?", "context": "c", "default": true}                                            |
      | a select's default is a boolean, a context   | ARG-16 | {"question": "a?", "context": "c", "answer_type": "select", "options": ["b"], "default": true} |
      | a select's default is no option, a context   | ARG-17 | {"question": "a?", "context": "c", "answer_type": "select", "options": ["b"], "default": "d"}  |

  Scenario: The error for a question of several lines leads to context even if there is one
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "One\nTwo?", "context": "Three."}
      """
    And if asked, the person cancels "Two?"
    And the model says "done"
    Then the call "call_1" fails, telling the model something with "context" [ARG-05]

  Scenario Outline: What is remembered for one tool and id does not serve another pair that reads alike: <what>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "<tool>"
    And the tool "<tool>" asks the boolean question "Sure?" as "<id>"
    And a tool "<other>"
    And the tool "<other>" asks the boolean question "Really?" as "<other id>"
    When the user says "go"
    And the model calls "<tool>"
    And the person answers and remembers "Sure?" with true
    And the model calls "<other>"
    And if asked, the person answers "Really?" with false
    And the model says "done"
    Then 2 prompts are shown [PER-08]
    And execution 2 of "<other>" has the answers {"<other id>": false} [PER-08]

    Examples:
      | what                  | tool | id         | other     | other id |
      | one underscore        | git  | push_force | git_push  | force    |
      | two underscores       | git  | push__now  | git__push | now      |
      | a hyphen              | git  | push-force | git-push  | force    |
      | nothing between       | git  | push       | gitp      | ush      |
      | ids and tools swapped | git  | push       | push      | git      |
      | tools of two cases    | git  | push       | Git       | push     |

  Scenario Outline: A layer for all tools does not change ask_user beside one of its own: <own>, <setting> = <value>
    Given the system "jp-ask-user"
    And a terminal
    And the setting "conversation.tools.*.<setting>" is "<value>"
    And the setting "conversation.tools.ask_user.<own>" is <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?"}
      """
    And if asked, the person presses "y" at "ask_user tool"
    And the person answers "Which?" with "a"
    And if asked, the person presses "y" at "Deliver"
    And the model says "done"
    Then 1 prompt is shown [CFG-34]
    And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "a"} [CFG-34]

    Examples:
      | setting | value | own                           | what         |
      | run     | ask   | questions.answer.prompt_label | "Bot"        |
      | run     | ask   | description                   | "Asks."      |
      | run     | ask   | enable                        | true         |
      | run     | ask   | questions.answer.target       | "user"       |
      | run     | skip  | questions.answer.prompt_label | "Bot"        |
      | result  | ask   | questions.answer.prompt_label | "Bot"        |
      | result  | ask   | description                   | "Asks."      |
      | result  | ask   | run                           | "unattended" |
      | result  | skip  | questions.answer.prompt_label | "Bot"        |
      | run     | ask   | result                        | "unattended" |

  Scenario: A switch for all tools does not switch off ask_user beside a label of its own
    Given the system "jp-ask-user"
    And a terminal
    And the setting "conversation.tools.*.enable" is {"state": false}
    And the setting "conversation.tools.ask_user.questions.answer.prompt_label" is "Bot"
    When the user says "go"
    And the model says "done"
    Then every request offers the tool "ask_user" [CFG-34]

  Scenario: Permission to deliver a result is asked for after the questions that wait already
    Given the system "jp-ask-user"
    And a terminal
    And a tool "read" that returns "text"
    And the tool "read" takes 500 ms
    And the setting "conversation.tools.read.result" is "ask"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "First?"}
      """
    And in the same message it calls "ask_user" with:
      """
      {"question": "Second?"}
      """
    And in the same message it calls "read"
    And after 1000 ms the person answers "First?" with "a"
    And after 1000 ms the person answers "Second?" with "b"
    And the person answers "Deliver" with true
    And the model says "done"
    Then prompt 1 contains "First?" [PRM-16]
    And prompt 2 contains "Second?" [PRM-16]
    And prompt 3 contains "Deliver" [PRM-16]

  Scenario: The text of a result is asked for after the questions that wait already
    Given the system "jp-ask-user"
    And a terminal
    And a tool "read" that returns "text"
    And the tool "read" takes 500 ms
    And the setting "conversation.tools.read.result" is "edit"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "First?"}
      """
    And in the same message it calls "ask_user" with:
      """
      {"question": "Second?"}
      """
    And in the same message it calls "read"
    And after 1000 ms the person answers "First?" with "a"
    And after 1000 ms the person answers "Second?" with "b"
    And the person answers "Result of read" with "mine"
    And the model says "done"
    Then prompt 2 contains "Second?" [PRM-16]

  Scenario: A question is asked after the permission to deliver a result that waits already
    Given the system "jp-ask-user"
    And a terminal
    And a tool "read" that returns "text"
    And the tool "read" takes 500 ms
    And the setting "conversation.tools.read.result" is "ask"
    And a tool "deploy"
    And the tool "deploy" takes 700 ms
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "First?"}
      """
    And in the same message it calls "deploy"
    And in the same message it calls "read"
    And after 1000 ms the person answers "First?" with "a"
    And the person answers "Deliver" with true
    And the person answers "Sure?" with true
    And the model says "done"
    Then prompt 1 contains "First?" [PRM-16]
    And prompt 2 contains "Deliver" [PRM-16]
    And prompt 3 contains "Sure?" [PRM-16]

  Scenario Outline: The responses stand in the order of the calls when a tool is called twice: <what>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "read" that returns "text"
    And the tool "read" takes <read> ms
    And a tool "build"
    And the tool "build" takes <build> ms
    When the user says "go"
    And the model calls "read"
    And in the same message it calls "build"
    And in the same message it calls "read"
    And in the same message it calls "build"
    And the model says "done"
    Then the results of the last request are "call_1 call_2 call_3 call_4" [EXE-21]

    Examples:
      | what            | read | build |
      | at once         | 0    | 0     |
      | read is faster  | 10   | 500   |
      | build is faster | 500  | 10    |

  Scenario: The responses stand in the order of the calls when ask_user is called around a tool
    Given the system "jp-ask-user"
    And a terminal
    And a tool "read" that returns "text"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "First?"}
      """
    And in the same message it calls "read"
    And in the same message it calls "ask_user" with:
      """
      {"question": "Second?"}
      """
    And the person answers "First?" with "a"
    And the person answers "Second?" with "b"
    And the model says "done"
    Then the results of the last request are "call_1 call_2 call_3" [EXE-21]

  Scenario: A context beside the question is no part of what an inquiry asks
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    And its question has context set to "It takes a while."
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure?" is answered with true
    And the model says "done"
    Then inquiry 1 asks: [INQ-28]
      """
      The tool `deploy` requires additional input.

      Sure?

      Provide your answer based on the conversation context.
      """

  Scenario Outline: Two calls of one tool at once each run on with answers of their own, <what>
    Given the system "<system>"
    And a terminal
    And a tool "deploy"
    And in the call "call_1" the tool "deploy" asks:
      """
      {"id": "a", "text": "First?", "answer_type": {"type": "text"}}
      """
    And in the call "call_2" the tool "deploy" asks:
      """
      {"id": "b", "text": "Second?", "answer_type": {"type": "text"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "deploy"
    And the person answers "First?" with "one"
    And the person answers "Second?" with "two"
    And the model says "done"
    Then an execution of the call "call_1" has the answers {"a": "one"} [EXE-20, I-8]
    And an execution of the call "call_2" has the answers {"b": "two"} [EXE-20, I-8]

    Examples:
      | what            | system      |
      | with ask_user   | jp-ask-user |
      | inquiries       | jp-inquiry  |

  # `hotseat explore` plays it in every order.
  Scenario: Three tools ask, one question is cancelled, and the run is interrupted
    Given the system "jp-inquiry"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "notify" that returns "notified"
    And the tool "notify" asks the text question "Notify whom?" as "q"
    And a tool "lint" that returns "clean"
    And the tool "lint" asks the text question "Lint what?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "notify"
    And in the same message it calls "lint"
    And if asked, the person answers "Deploy now?" with true
    And if asked, the person cancels "Notify whom?"
    And if asked, the person answers "Lint what?" with "all"
    And SIGINT arrives when "Deploy now?" is shown
    Then each inquiry recorded has one response [CAN-13]
    And each call recorded has one response [INT-10]
    And no prompt is left open [I-7]
    And the turn ends interrupted
