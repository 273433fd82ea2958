Feature: The routing table: who answers a tool's question

  The six rows of RFD 083's table, each with its neighbours. `ask_user` asks exclusive questions; the tool `deploy`
  asks one that anybody may answer.

  Background:
    Given the system "jp-ask-user"

  Rule: Row 1, a configured answer is used, and nobody is asked

    Scenario Outline: Row 1: a configured answer beats every guard, target <target>, <terminal>
      Given <terminal>
      And the setting "conversation.tools.ask_user.questions.answer.answer" is "backup"
      And the setting "conversation.tools.ask_user.questions.answer.target" is <target>
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Which way?", "answer_type": "select", "options": ["backup", "overwrite", "abort"]}
        """
      And the model says "done"
      Then no prompt is shown [RTE-01, RTE-08, EXE-14, EXE-16, EXE-17]
      And no inquiry reaches the model [RTE-01, RTE-08, EXE-14]
      And the inquiry "call_1.answer.1" is recorded as answered with "backup" [REC-22, CFG-26, CFG-40]
      And the inquiry "call_1.answer.1" is recorded as answered with "backup" [EXE-02, EXE-13, EXE-24]
      And the call "call_1" succeeds with the JSON: [RTE-01, RTE-08, RTE-07, RTE-07.u, EXE-16, EXE-17, EXE-24]
        """
        {"answer_type": "select", "answer": "backup"}
        """
      And 2 requests reach the model [EXE-14]
      And the turn ends completed

      Examples:
        | target                           | terminal    |
        | "user"                           | a terminal  |
        | "user"                           | no terminal |
        | "assistant"                      | a terminal  |
        | "assistant"                      | no terminal |
        | {"model": {"id": "small-model"}} | no terminal |

    Scenario: Row 1: a configured answer is used for a non-exclusive question, too
      Given a terminal
      And a tool "deploy" that returns "deployed"
      And the tool "deploy" asks the boolean question "Deploy now?" as "confirm"
      And the setting "conversation.tools.deploy.questions.confirm.answer" is false
      When the user says "go"
      And the model calls "deploy"
      And the model says "done"
      Then no prompt is shown [RTE-01]
      And the tool "deploy" runs 2 times [EXE-14]
      And execution 1 of "deploy" has the answers {} [EXE-13.u]
      And execution 2 of "deploy" has the answers {"confirm": false} [EXE-13.u]
      And the call "call_1" succeeds, telling the model "deployed"

    Scenario: Row 1: an answer configured for another question has no effect
      Given no terminal
      And the setting "conversation.tools.ask_user.questions.reply.answer" is "backup"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Which way?"}
        """
      And the model says "done"
      Then the inquiry "call_1.answer.1" is recorded as cancelled by no_prompt_backend [RTE-22]

    Scenario: Row 1: an answer that the model sends along has no effect
      Given no terminal
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Which way?", "answer": "backup", "answers": {"answer": "backup"}}
        """
      And the model says "done"
      # Whether the keys are ignored or refused is open.
      Then the call "call_1" fails [ARG-01]
      And the answer "backup" arrives 0 times [ARG-01]
      And the inquiry "call_1.answer.1" is recorded as cancelled by no_prompt_backend

  Rule: Row 2, the user at a terminal is prompted

    Scenario Outline: Row 2: with a terminal and <how>, the person is asked
      Given a terminal
      And <setting>
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Apply?", "answer_type": "boolean"}
        """
      And the person answers "Apply?" with true
      And the model says "done"
      Then 1 prompt is shown [RTE-02, CFG-27, <id>]
      And no inquiry reaches the model [RTE-02, CFG-39]
      And the inquiry "call_1.answer.1" is recorded as answered with true [REC-21]
      And the call "call_1" succeeds with the JSON {"answer_type": "boolean", "answer": true} [RTE-02, EXE-05]

      Examples:
        | how             | setting                                                                         | id             |
        | the target user | the setting "conversation.tools.ask_user.questions.answer.target" is "user"     | CFG-33, CFG-40 |
        | no target       | the setting "conversation.tools.ask_user.questions.other.target" is "assistant" | RTE-20         |

    Scenario: Row 2: a non-exclusive question goes to the user, too
      Given a terminal
      And a tool "deploy" that returns "deployed"
      And the tool "deploy" asks the boolean question "Deploy now?" as "confirm"
      When the user says "go"
      And the model calls "deploy"
      And the person answers "Deploy now?" with true
      And the model says "done"
      Then 1 prompt is shown [RTE-02, RTE-20]
      And no inquiry reaches the model [RTE-02]
      And execution 2 of "deploy" has the answers {"confirm": true} [EXE-20]

  Rule: Row 3, without a terminal the assistant answers what anybody may answer

    Scenario Outline: Row 3: without a terminal the assistant answers a <type> question
      Given the system "jp-inquiry"
      And no terminal
      And a tool "deploy" that returns "deployed"
      And <asks>
      When the user says "go"
      And the model calls "deploy"
      And the inquiry "Deploy how?" is answered with <answer>
      And the model says "done"
      Then no prompt is shown [RTE-03]
      And 1 inquiry reaches the model [RTE-03, INQ-22, COMPAT-01]
      And the inquiry "call_1.how.1" is recorded as answered with <answer> [REC-24]
      And event 5 is recorded in the form: [REC-24, REC-26]
        """
        {"type": "inquiry_response", "outcome": "answered", "id": "call_1.how.1", "answer": <answer>}
        """
      And execution 2 of "deploy" has the answers {"how": <answer>} [INQ-14]
      And the call "call_1" succeeds, telling the model "deployed" [RTE-03]

      Examples:
        | type    | asks                                                                                     | answer |
        | boolean | the tool "deploy" asks the boolean question "Deploy how?" as "how"                        | true   |
        | select  | the tool "deploy" asks the question "Deploy how?" as "how" between ["fast", "safe"]       | "safe" |
        | text    | the tool "deploy" asks the text question "Deploy how?" as "how"                           | ""     |

    Scenario: Row 3: the question's default is not used as the answer
      Given the system "jp-inquiry"
      And no terminal
      And a tool "deploy" that returns "deployed"
      And the tool "deploy" asks the boolean question "Deploy now?" as "confirm"
      And its question has default set to true
      When the user says "go"
      And the model calls "deploy"
      And the inquiry "Deploy now?" is answered with false
      And the model says "done"
      Then execution 2 of "deploy" has the answers {"confirm": false} [RTE-19]

  Rule: Row 4, without a terminal a question that only a human may answer fails

    Scenario: Row 4: ask_user without a terminal
      Given no terminal
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Apply?", "answer_type": "boolean", "default": true}
        """
      And the model says "done"
      Then no prompt is shown [RTE-13]
      And no inquiry reaches the model [RTE-13, INQ-22, INQ-31]
      And the call "call_1" fails, telling the model: [RTE-04, RTE-10, RTE-15, RTE-17, RTE-19]
        """
        ask_user cannot run because no interactive terminal is available. Do not retry this tool call in this turn; continue without user input or explain what information is missing.
        """
      And the inquiry "call_1.answer.1" is recorded as cancelled by no_prompt_backend [CAN-02, CAN-02.u, CAN-18]
      And the inquiry "call_1.answer.1" is recorded as cancelled by no_prompt_backend [CAN-18.u, CAN-20]
      And event 5 is recorded as: [CAN-14]
        """
        {"type": "inquiry_response", "id": "call_1.answer.1", "outcome": "cancelled", "reason": "no_prompt_backend"}
        """
      And event 6 is recorded as: [CAN-14, RTE-10, RTE-15, RTE-17]
        """
        {"type": "tool_call_response", "id": "call_1", "is_error": true,
         "content": "ask_user cannot run because no interactive terminal is available. Do not retry this tool call in this turn; continue without user input or explain what information is missing."}
        """
      And the turn ends completed [RTE-15]

    Scenario: Row 4: any tool's exclusive question fails without a terminal, and the tool is not run again
      Given no terminal
      And a tool "wipe" that returns "wiped"
      And the tool "wipe" asks the boolean question "Wipe the disk?" as "confirm"
      And its question has exclusive set to true
      When the user says "go"
      And the model calls "wipe"
      And the model says "done"
      Then the tool "wipe" runs 1 time [RTE-16]
      And no inquiry reaches the model [RTE-14, RTE-13, INQ-31]
      And the call "call_1" fails, telling the model: [RTE-14, RTE-10]
        """
        wipe cannot run because no interactive terminal is available. Do not retry this tool call in this turn; continue without user input or explain what information is missing.
        """
      And the inquiry "call_1.confirm.1" is recorded as cancelled by no_prompt_backend [RTE-14]

  Rule: Row 5, the assistant answers what it is configured for

    Scenario Outline: Row 5: the assistant answers, target <target>, <terminal>
      Given the system "jp-inquiry"
      And <terminal>
      And a tool "deploy" that returns "deployed"
      And the tool "deploy" asks the boolean question "Deploy now?" as "confirm"
      And the setting "conversation.tools.deploy.questions.confirm.target" is <target>
      When the user says "go"
      And the model calls "deploy"
      And the inquiry "Deploy now?" is answered with true
      And the model says "done"
      Then no prompt is shown [RTE-05, INQ-03]
      And 1 inquiry reaches the model [RTE-05, INQ-01, CFG-33]
      And 3 requests reach the model [INQ-01]
      And the turn's own requests show nothing of an inquiry [INQ-01, INQ-03]
      And the tool "deploy" runs 2 times [INQ-14]
      And the call "call_1" succeeds, telling the model "deployed" [RTE-05, CFG-39]

      Examples:
        | target                           | terminal    |
        | "assistant"                      | a terminal  |
        | "assistant"                      | no terminal |
        | {"model": {"id": "small-model"}} | a terminal  |

  Rule: Row 6, a question that only a human may answer is not routed to the assistant

    Scenario Outline: Row 6: ask_user fails, target <target>, <terminal>
      Given <terminal>
      And the setting "conversation.tools.ask_user.questions.answer.target" is <target>
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Apply?", "answer_type": "boolean"}
        """
      And the model says "done"
      Then no prompt is shown [RTE-06, RTE-13]
      And no inquiry reaches the model [RTE-06, RTE-13, INQ-31]
      And the call "call_1" fails, telling the model: [RTE-06, RTE-11, RTE-15, RTE-17, RTE-21, CFG-28]
        """
        ask_user requires a human answer and cannot be routed to the assistant. Do not retry this tool call in this turn.
        """
      And the inquiry "call_1.answer.1" is recorded as cancelled by assistant_routing_denied [CAN-03, CAN-03.u, CAN-18]
      And the inquiry "call_1.answer.1" is recorded as cancelled by assistant_routing_denied [CAN-18.u, CAN-20, RTE-23]
      And event 5 is recorded as: [CAN-14]
        """
        {"type": "inquiry_response", "id": "call_1.answer.1", "outcome": "cancelled", "reason": "assistant_routing_denied"}
        """
      And the call "call_1" is recorded as failing with: [RTE-11, RTE-15]
        """
        ask_user requires a human answer and cannot be routed to the assistant. Do not retry this tool call in this turn.
        """
      And no notice is given [CFG-28]

      Examples:
        | target                           | terminal    |
        | "assistant"                      | a terminal  |
        | "assistant"                      | no terminal |
        | {"model": {"id": "small-model"}} | a terminal  |

    Scenario: Row 6: any tool's exclusive question fails when its target is the assistant
      Given a terminal
      And a tool "wipe" that returns "wiped"
      And the tool "wipe" asks the boolean question "Wipe the disk?" as "confirm"
      And its question has exclusive set to true
      And the setting "conversation.tools.wipe.questions.confirm.target" is "assistant"
      When the user says "go"
      And the model calls "wipe"
      And the model says "done"
      Then the tool "wipe" runs 1 time [RTE-16]
      And no inquiry reaches the model [RTE-14, INQ-31]
      And the call "call_1" fails, telling the model: [RTE-14, RTE-11]
        """
        wipe requires a human answer and cannot be routed to the assistant. Do not retry this tool call in this turn.
        """

  Rule: Unknown targets, and labels

    Scenario Outline: An unknown target is a configuration error: <target>
      Given a terminal
      And the setting "conversation.tools.ask_user.questions.answer.target" is <target>
      When the user says "go"
      And the subject may exit by itself
      Then the turn ends misconfigured [CFG-33, <ids>]
      And 0 requests reach the model [CFG-33, <ids>]

      Examples:
        | target      | ids    |
        | "user_only" | CFG-39 |
        | "robot"     | CFG-39 |
        | ""          | CFG-39 |

    Scenario Outline: The label <label> does not change who answers, <terminal>
      Given <terminal>
      And a tool "deploy" that returns "deployed"
      And the tool "deploy" asks the boolean question "Deploy now?" as "confirm"
      And the setting "conversation.tools.deploy.questions.confirm.prompt_label" is <label>
      And the setting "conversation.tools.deploy.questions.confirm.target" is "<target>"
      And the setting "conversation.tools.ask_user.questions.answer.prompt_label" is <label>
      And the setting "conversation.tools.ask_user.questions.answer.target" is "<target>"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Apply?"}
        """
      And in the same message it calls "deploy"
      And the inquiry "Deploy now?" is answered with true
      And the model says "done"
      Then no prompt is shown [RTE-26]
      And 1 inquiry reaches the model [RTE-26]
      And the inquiry "call_1.answer.1" is recorded as cancelled by <reason> [RTE-26]
      And the inquiry "call_2.confirm.1" is recorded as answered with true [RTE-26]

      Examples:
        | label       | terminal    | target    | reason                   |
        | "Assistant" | no terminal | user      | no_prompt_backend        |
        | "user"      | no terminal | user      | no_prompt_backend        |
        | null        | no terminal | user      | no_prompt_backend        |
        | "user"      | a terminal  | assistant | assistant_routing_denied |
        | null        | a terminal  | assistant | assistant_routing_denied |
