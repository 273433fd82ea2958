Feature: What is recorded of a question

  Every question of a tool is recorded as a request and one response, whatever becomes of it, and no provider sees
  either.

  Background:
    Given the system "jp-ask-user"
    And a tool "deploy" that returns "deployed"

  Scenario Outline: A request and a response are recorded between the call and its result: <route>
    Given <terminal>
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the setting "conversation.tools.deploy.questions.q.answer" is <configured>
    When the user says "go"
    And the model calls "deploy"
    And <act>
    And the model says "done"
    Then the events recorded are: [REC-01, REC-02, REC-08]
      """
      turn_start chat_request tool_call_request inquiry_request inquiry_response tool_call_response chat_response
      """
    And the inquiry "call_1.q.1" is recorded before it is asked [REC-02]
    And each inquiry recorded has one response [REC-01, REC-03]
    And the inquiries are recorded between their call and its result [REC-08]
    And the inquiry "call_1.q.1" is recorded as asked by {"source": "tool", "name": "deploy"} [REC-12, REC-11.u]
    And the turn's own requests show nothing of an inquiry [REC-27, REC-36]
    And every request offers the tool "ask_user" [SCH-13]

    Examples:
      | route               | terminal    | configured | act                                                 |
      | a prompt            | a terminal  | null       | the person answers "Deploy now?" with true          |
      | a cancelled prompt  | a terminal | null       | the person cancels "Deploy now?"                    |
      | the assistant       | no terminal | null       | the inquiry "Deploy now?" is answered with true     |
      | a failing assistant | no terminal | null       | the inquiry "Deploy now?" gets an empty reply       |

  Scenario: A configured answer is recorded as a request and a response, too
    Given no terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the setting "conversation.tools.deploy.questions.q.answer" is true
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the events recorded are: [REC-01, REC-02, RTE-07.u]
      """
      turn_start chat_request tool_call_request inquiry_request inquiry_response tool_call_response chat_response
      """
    And event 5 is recorded in the form: [REC-22, REC-26]
      """
      {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": true}
      """
    And no inquiry reaches the model [RTE-01, EXE-14]
    And the tool "deploy" runs 2 times [EXE-14]

  Scenario Outline: Fields of a tool's question cannot change who is recorded as asking: source <source>
    Given a terminal
    And the tool "deploy" asks:
      """
      {"id": "q", "text": "Deploy now?", "answer_type": {"type": "boolean"},
       "source": {"source": "assistant"}, "name": "ask_user", "tool": "ask_user"}
      """
    And the setting "conversation.tools.deploy.source" is "<source>"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the inquiry "call_1.q.1" is recorded as asked by {"source": "tool", "name": "deploy"} [REC-12, REC-11.u]

    Examples:
      | source |
      | local  |
      | mcp    |

  Scenario: A prompt label does not change who is recorded as asking
    Given a terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the setting "conversation.tools.deploy.questions.q.prompt_label" is "Assistant"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the inquiry "call_1.q.1" is recorded as asked by {"source": "tool", "name": "deploy"} [REC-14]

  Scenario: A configured secret is recorded without its value
    Given a terminal
    And the secret "hunter2-xyzzy"
    And the tool "deploy" asks the secret question "Passphrase?" as "q"
    And the setting "conversation.tools.deploy.questions.q.answer" is "hunter2-xyzzy"
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then event 5 is recorded in the form: [REC-25, REC-26]
      """
      {"type": "inquiry_response", "outcome": "redacted", "id": "call_1.q.1"}
      """
    And the secret is recorded nowhere [REC-25]
    And the tool "deploy" runs 2 times

  Scenario: A question of ask_user is recorded as asked by the assistant
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean"}
      """
    And the person answers "Go?" with true
    And the model says "done"
    Then the inquiry "call_1.answer.1" is recorded as asked by {"source": "assistant"} [REC-10, REC-10.u]
    And event 4 is recorded as: [REC-10.u, REC-16, REC-19]
      """
      {"type": "inquiry_request", "id": "call_1.answer.1", "source": {"source": "assistant"},
       "question": {"text": "Go?", "answer_type": {"type": "boolean"}, "exclusive": true, "persistence": "none"}}
      """
    And event 5 is recorded in the form: [REC-21, REC-26]
      """
      {"type": "inquiry_response", "outcome": "answered", "id": "call_1.answer.1", "answer": true}
      """

  Scenario: A question without optional fields is recorded in the same form as before
    Given a terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the question of the inquiry "call_1.q.1" is recorded as: [REC-17, REC-18, CFG-31]
      """
      {"text": "Deploy now?", "answer_type": {"type": "boolean"}}
      """
    And the prompt is drawn as the lines ["? Deploy now? [y,Y,n,N,?]"]
    And the prompt does not contain "deploy" [CFG-22, CFG-31, PRM-02]
    And of the keys "y Y n N" the prompt offers "y Y n N" [CFG-31, COMPAT-01, PER-01, PRM-05]

  Scenario: A question that spells out the defaults is recorded without them
    Given a terminal
    And the tool "deploy" asks:
      """
      {"id": "q", "text": "Deploy now?", "answer_type": {"type": "boolean"},
       "context": null, "exclusive": false, "persistence": "turn"}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the question of the inquiry "call_1.q.1" is recorded as: [REC-17]
      """
      {"text": "Deploy now?", "answer_type": {"type": "boolean"}}
      """
    And of the keys "y Y n N" the prompt offers "y Y n N" [PER-16]

  Scenario Outline: An optional field of a question is recorded as the tool sent it: <field>
    Given a terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And its question has <field> set to <value>
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the question of the inquiry "call_1.q.1" is recorded as: [REC-16, REC-39, <ids>]
      """
      {"text": "Deploy now?", "answer_type": {"type": "boolean"}, "<field>": <value>}
      """

    Examples:
      | field       | value             | ids       |
      | default     | false             | REC-18    |
      | context     | "3 files\\nmore" | COMPAT-19 |
      | exclusive   | true              | REC-17    |
      | persistence | "none"            | PER-16    |

  @open
  Scenario: The older name pre_amble is read as the context, and not written
    Given a terminal
    And the tool "deploy" asks:
      """
      {"id": "q", "text": "Deploy now?", "answer_type": {"type": "boolean"}, "pre_amble": "3 files changed"}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the prompt shows "3 files changed" above "Deploy now?" [COMPAT-13]
    And the question of the inquiry "call_1.q.1" is recorded as: [COMPAT-13]
      """
      {"text": "Deploy now?", "answer_type": {"type": "boolean"}, "context": "3 files changed"}
      """

  Scenario Outline: An answer type in its older form is not accepted: <type>
    Given a terminal
    And the tool "deploy" asks:
      """
      {"id": "q", "text": "Deploy now?", "answer_type": <type>}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then no prompt is shown [COMPAT-14]
    And no inquiry is recorded [COMPAT-14]

    Examples:
      | type                           |
      | "Text"                         |
      | "Boolean"                      |
      | {"Select": {"options": ["a"]}} |

  Scenario: An answer type in its new form is accepted
    Given a terminal
    And the tool "deploy" asks:
      """
      {"id": "q", "text": "Deploy now?", "answer_type": {"type": "text"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with "yes"
    And the model says "done"
    Then execution 2 of "deploy" has the answers {"q": "yes"} [COMPAT-14]

  Scenario: A tool with two questions is recorded with both, and its answers accumulate
    Given a terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "now"
    And the tool "deploy" asks the text question "Which tag?" as "tag"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the person answers "Which tag?" with "v1"
    And the model says "done"
    Then the inquiries recorded are "call_1.now.1 call_1.tag.1"
    And the events recorded are: [REC-09]
      """
      turn_start chat_request tool_call_request inquiry_request inquiry_response inquiry_request inquiry_response tool_call_response chat_response
      """
    And each inquiry recorded has one response [REC-03, REC-09]
    And execution 3 of "deploy" has the answers {"now": true, "tag": "v1"} [EXE-20]
    And the tool "deploy" runs 3 times [EXE-11]

  Scenario: A repeated question is recorded again, and the latest answer counts
    Given a terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the tool "deploy" asks its first question 2 times
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with false
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the inquiry ids recorded are "call_1.q.1 call_1.q.2" [REC-29]
    And the inquiry "call_1.q.1" is recorded as answered with false [REC-29]
    And the inquiry "call_1.q.2" is recorded as answered with true [REC-29]
    And execution 2 of "deploy" has the answers {"q": false} [EXE-20.u]
    And execution 3 of "deploy" has the answers {"q": true} [EXE-20.u]
    And each inquiry recorded has one response [REC-29]

  Scenario: Questions of parallel tools are recorded under their own ids
    Given a terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "notify" that returns "notified"
    And the tool "notify" asks the boolean question "Notify all?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "notify"
    And the person answers "Deploy now?" with true
    And the person answers "Notify all?" with false
    And the model says "done"
    Then each inquiry recorded has one response [REC-03, REC-09]
    And the inquiry "call_1.q.1" is recorded as answered with true [REC-09]
    And the inquiry "call_2.q.1" is recorded as answered with false [REC-09]

  Scenario: A new turn restarts the attempt count
    Given a terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a stored conversation:
      """
      [{"type": "turn_start"},
       {"type": "chat_request", "content": "deploy it"},
       {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
       {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
        "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}},
       {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": true},
       {"type": "tool_call_response", "id": "call_1", "content": "deployed", "is_error": false},
       {"type": "chat_response", "message": "done"}]
      """
    When the user says "again"
    And the model calls "deploy"
    And the person answers "Deploy now?" with false
    And the model says "done again"
    Then the inquiry ids recorded are "call_1.q.1" [REC-06]
    And the inquiry "call_1.q.1" is recorded as answered with false

  Scenario: ask_user asks the person again in every turn
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "First?"}
      """
    And the person answers "First?" with "one"
    And the model says "done"
    And the user says "again" after the turn
    And the model calls "ask_user" with:
      """
      {"question": "Second?"}
      """
    And the person answers "Second?" with "two"
    And the model says "done again"
    Then 2 prompts are shown [EXE-25]
    And the call "call_2" succeeds with the JSON {"answer_type": "text", "answer": "two"} [EXE-25]

  Scenario Outline: A question with an invalid id is refused: <what>
    Given a terminal
    And the tool "deploy" asks:
      """
      {"id": "<id>", "text": "Deploy now?", "answer_type": {"type": "boolean"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the call "call_1" fails, telling the model:
      """
      tool produced an invalid inquiry: question id must be non-empty and must not contain '.'
      """
    And no inquiry is recorded
    And no prompt is shown

    Examples:
      | what             | id  |
      | an empty id      |     |
      | an id with a dot | a.b |

  Scenario: Answers stored with an old call are not replayed
    Given no terminal
    And a stored conversation:
      """
      [{"type": "turn_start"},
       {"type": "chat_request", "content": "deploy it"},
       {"type": "tool_call_request", "id": "call_0", "name": "deploy", "arguments": {"where": "production"},
        "tool_answers": {"q": true}},
       {"type": "tool_call_response", "id": "call_0", "content": "deployed", "is_error": false},
       {"type": "chat_response", "message": "done"}]
      """
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "again"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with false
    And the model says "done again"
    Then the arguments of the call "call_0" reach the model as {"where": "production"} [INQ-34]
    And inquiry 1 continues the conversation [INQ-37]
    And execution 1 of "deploy" has the answers {} [INQ-34]
    And execution 2 of "deploy" has the answers {"q": false} [INQ-34]

  Scenario: A call without a question records no inquiry
    Given a terminal
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the events recorded are "turn_start chat_request tool_call_request tool_call_response chat_response"
    And no inquiry is recorded
