Feature: jp: the structured inquiry again: other faults, other places in the conversation, long questions

  Background:
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy" that returns "deployed"

  Scenario Outline: The inquiry meets <fault>, a passing fault, and is sent again
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" meets "<fault>"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then the requests are sent at "<times>" [INQ-26]
    And the inquiry "call_1.q.1" is recorded as answered with true [INQ-26]
    And the call "call_1" succeeds, telling the model "deployed" [INQ-26]

    Examples:
      | fault                     | times           |
      | status 501                | 0 0 1000 1000   |
      | status 502                | 0 0 1000 1000   |
      | status 503                | 0 0 1000 1000   |
      | status 504                | 0 0 1000 1000   |
      | status 505                | 0 0 1000 1000   |
      | status 507                | 0 0 1000 1000   |
      | status 520                | 0 0 1000 1000   |
      | status 524                | 0 0 1000 1000   |
      | status 530                | 0 0 1000 1000   |
      | status 599                | 0 0 1000 1000   |
      | status 500 retry-after 7  | 0 0 7000 7000   |
      | status 503 retry-after 7  | 0 0 7000 7000   |
      | status 503 retry-after 45 | 0 0 30000 30000 |
      | status 529 retry-after 5  | 0 0 5000 5000   |

  Scenario Outline: The inquiry meets <fault>, a lasting fault, and fails at once
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" meets "<fault>"
    And the model says "done"
    Then 1 inquiry reaches the model [INQ-26]
    And the inquiry "call_1.q.1" is recorded as cancelled by backend_error [CAN-10]
    And the call "call_1" fails [INQ-15]

    Examples:
      | fault      |
      | status 402 |
      | status 403 |
      | status 409 |
      | status 413 |
      | status 422 |
      | status 451 |
      | status 499 |

  Scenario: An inquiry of a call whose id an earlier turn used pauses this turn's call, and no other
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a stored conversation:
      """
      [{"type": "turn_start"}, {"type": "chat_request", "content": "first"},
       {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
       {"type": "tool_call_response", "id": "call_1", "content": "deployed before", "is_error": false},
       {"type": "chat_response", "message": "done before"}]
      """
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then the model is told nothing with "Tool call was interrupted." [INQ-10, INQ-27]
    And inquiry 1 continues the conversation [INQ-37]
    And each call is answered once [INQ-10]

  Scenario: An inquiry of a call whose id an earlier cycle used pauses this cycle's call, and no other
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "lint" that returns "clean"
    When the user says "go"
    And the model calls "lint" as "call_1"
    And the model calls "deploy" as "call_1"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then the model is told nothing with "Tool call was interrupted." [INQ-10, INQ-27]
    And inquiry 1 continues the conversation [INQ-37]
    And each call is answered once [INQ-10]

  Scenario: An inquiry lists a tool that is off and that the configured tool_choice has the turn offer
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the setting "conversation.tools.deploy.enable" is {"state": false}
    And the setting "assistant.tool_choice" is "deploy"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 lists the tools of the turn [INQ-29]
    And inquiry 1 lets the model call no tool [INQ-29]
    And every request offers the tool "deploy"

  Scenario Outline: An inquiry has the main assistant's instructions where <what>
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the setting "assistant" is {"model": {"id": "main"}, "system_prompt": "Help.", "instructions": ["Be brief."]}
    And the setting "conversation.inquiry.assistant" is <inquirer>
    And the setting "conversation.tools.deploy.questions.q.target" is <target>
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 has the system prompt of the turn [INQ-30]

    Examples:
      | what                                | inquirer                   | target                     |
      | nothing else is set                 | {}                         | "assistant"                |
      | the question has a model of its own | {}                         | {"model": {"id": "small"}} |
      | inquiries have a model of their own | {"model": {"id": "small"}} | "assistant"                |

  Scenario: Two inquiries of a turn, of which one has its own model, have the same system prompt
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the tool "deploy" asks the text question "Which tag?" as "tag"
    And the setting "assistant" is {"system_prompt": "Help.", "instructions": ["Be brief."]}
    And the setting "conversation.tools.deploy.questions.q.target" is {"model": {"id": "small"}}
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the inquiry "Which tag?" is answered with "v1"
    And the model says "done"
    Then inquiry 1 has the system prompt of the turn [INQ-30]
    And inquiry 2 has the system prompt of the turn [INQ-21, INQ-30]

  Scenario Outline: A call that broke off <when> is shown to an inquiry as interrupted
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a stored conversation:
      """
      [{"type": "turn_start"}, {"type": "chat_request", "content": "first"},
       {"type": "tool_call_request", "id": "call_0", "name": "deploy", "arguments": {}},
       {"type": "inquiry_request", "id": "call_0.q.1", "source": {"source": "tool", "name": "deploy"},
        "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}},
       {"type": "inquiry_response", "id": "call_0.q.1", <outcome>}]
      """
    When the user says "again"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 shows the call "call_0" failing with "Tool call was interrupted." [INQ-27]
    And inquiry 1 shows the call "call_1" as paused [INQ-10]
    And inquiry 1 continues the conversation [INQ-37]

    Examples:
      | when                                                  | outcome                                  |
      | between its question's answer and its result          | "outcome": "answered", "answer": true    |
      | between its question's refusal and its result         | "outcome": "cancelled", "reason": "user" |
      | between its question's redacted answer and its result | "outcome": "redacted"                    |

  Scenario Outline: An inquiry asks the whole of a question of <what>
    Given the tool "deploy" asks:
      """
      {"id": "q", "text": "<text>", "answer_type": {"type": "boolean"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure" is answered with true
    And the model says "done"
    Then inquiry 1 asks: [INQ-28]
      """
      The tool `deploy` requires additional input.

      <text>

      Provide your answer based on the conversation context.
      """
    And inquiry 1 shows the call "call_1" succeeding with "Tool paused: <text>" [INQ-10.u]

    Examples:
      | what            | text           |
      | 600 characters  | Sure ⟨594×x⟩?  |
      | 2500 characters | Sure ⟨2494×x⟩? |
      | 9000 characters | Sure ⟨8994×x⟩? |

  Scenario Outline: The error of a failed inquiry quotes the whole of a question of <what>
    Given the tool "deploy" asks:
      """
      {"id": "q", "text": "<text>", "answer_type": {"type": "boolean"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure" gets the data {"answer": null}
    And the model says "done"
    Then the call "call_1" fails, telling the model something with "(\"<text>\") that was routed" [CAN-17]

    Examples:
      | what            | text           |
      | 600 characters  | Sure ⟨594×x⟩?  |
      | 2500 characters | Sure ⟨2494×x⟩? |
      | 9000 characters | Sure ⟨8994×x⟩? |
