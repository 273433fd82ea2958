Feature: Cancelled questions: every recorded reason, and every way that leads to it

  Background:
    Given the system "jp-ask-user"
    And a tool "deploy" that returns "deployed"

  Rule: Reason user: a person or a signal cancels the question

    Scenario Outline: Cancelled by <way>: the inquiry is recorded with the reason user
      Given a terminal
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "<type>"<options>}
        """
      And <act>
      And the model says "fine"
      Then the inquiry "call_1.answer.1" is recorded as cancelled by user [CAN-18, CAN-18.u, PRM-17, <ids>]
      And the call "call_1" succeeds, telling the model "Tool input cancelled by user." [CAN-16]
      And 1 prompt is shown [EXE-06]
      And 2 requests reach the model
      And the turn ends completed [PRM-17]

      Examples:
        | way                              | type    | options            | act                                    | ids                      |
        | Esc at a boolean prompt          | boolean |                    | the person presses "Esc" at "Go?"      | CAN-01, CAN-01.u, INT-12 |
        | Esc at a select prompt           | select  | , "options": ["a"] | the person presses "Down Esc" at "Go?" | CAN-01, CAN-01.u, INT-12 |
        | Esc at a text prompt             | text    |                    | the person presses "x Esc" at "Go?"    | CAN-01, CAN-01.u, INT-12 |
        | Ctrl-C at a boolean prompt       | boolean |                    | the person presses "Ctrl-C" at "Go?"   | CAN-01, CAN-01.u, INT-12 |
        | Ctrl-C at a select prompt        | select  | , "options": ["a"] | the person presses "Ctrl-C" at "Go?"   | CAN-01, CAN-01.u, INT-12 |
        | Ctrl-C at a text prompt          | text    |                    | the person presses "Ctrl-C" at "Go?"   | CAN-01, CAN-01.u, INT-12 |
        | a cancel action instead of a key | boolean |                    | the person cancels "Go?"               | CAN-01, CAN-01.u         |
        | the end of the input             | text    |                    | the input ends at "Go?"                | CAN-01, CAN-01.u         |

    Scenario Outline: Cancelling does not send the default as the answer: <way>
      Given a terminal
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?", <asked>}
        """
      And <act>
      And the model says "fine"
      Then the model is told nothing with "answer_type" [CAN-01]
      And 1 prompt is shown [EXE-06]
      And the turn ends completed [PRM-17]

      Examples:
        | way                                | asked                                                               | act                                  |
        | Esc at a boolean prompt            | "answer_type": "boolean", "default": true                           | the person presses "Esc" at "Go?"    |
        | Esc at a select prompt             | "answer_type": "select", "options": ["a", "b"], "default": "b"      | the person presses "Esc" at "Go?"    |
        | Esc at a text prompt               | "default": "b"                                                      | the person presses "Esc" at "Go?"    |
        | Ctrl-C at a text prompt            | "default": "b"                                                      | the person presses "Ctrl-C" at "Go?" |
        | a cancel action instead of a key   | "answer_type": "boolean", "default": true                           | the person cancels "Go?"             |
        | the input ends at a boolean prompt | "answer_type": "boolean", "default": true                           | the input ends at "Go?"              |
        | the input ends at a select prompt  | "answer_type": "select", "options": ["a", "b"], "default": "b"      | the input ends at "Go?"              |
        | the input ends at a text prompt    | "default": "b"                                                      | the input ends at "Go?"              |

    Scenario: An empty text is recorded as an answer, not as a cancel
      Given a terminal
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?"}
        """
      And the person presses "Enter" at "Go?"
      And the model says "fine"
      Then the inquiry "call_1.answer.1" is recorded as answered with "" [RES-08]
      And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": ""} [RES-08]
      And 1 prompt is shown [EXE-06]

    Scenario: A tool whose question is cancelled does not run again
      Given a terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And the person cancels "Deploy now?"
      And the model says "fine"
      Then the tool "deploy" runs 1 time
      And the inquiry "call_1.q.1" is recorded as cancelled by user [CAN-01.u]
      And the call "call_1" succeeds, telling the model "Tool input cancelled by user." [CAN-16]

    Scenario: SIGTERM cancels an inquiry that waits for the assistant
      Given no terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And after 5000 ms the inquiry "Deploy now?" is answered with true
      And SIGTERM arrives when "Deploy now?" is asked of the model
      Then the inquiry "call_1.q.1" is recorded as cancelled by user [CAN-11]
      And the tool "deploy" runs 1 time
      And the events recorded are: [CAN-13, INT-10]
        """
        turn_start chat_request tool_call_request inquiry_request inquiry_response tool_call_response
        """
      And the turn ends interrupted

    Scenario: SIGTERM cancels every running tool and open inquiry of a batch
      Given the system "jp-inquiry"
      And no terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And a tool "lint" that returns "clean"
      And the tool "lint" takes 9000 ms
      And a tool "notify" that returns "notified"
      And the tool "notify" asks the text question "Notify whom?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And in the same message it calls "lint"
      And in the same message it calls "notify"
      And after 5000 ms the inquiry "Deploy now?" is answered with true
      And after 5000 ms the inquiry "Notify whom?" is answered with "ops"
      And SIGTERM arrives when "Notify whom?" is asked of the model
      Then the inquiry "call_1.q.1" is recorded as cancelled by user [CAN-11]
      And the inquiry "call_3.q.1" is recorded as cancelled by user [CAN-11]
      And the events recorded are: [INT-10]
        """
        turn_start chat_request tool_call_request tool_call_request tool_call_request inquiry_request inquiry_request inquiry_response inquiry_response tool_call_response tool_call_response tool_call_response
        """
      And each call recorded has one response [INT-10]
      And 2 inquiries are withdrawn [INT-01]
      And the execution of "lint" is cancelled [INT-01]
      And the tool "deploy" runs 1 time
      And the tool "notify" runs 1 time
      And the turn ends interrupted

    Scenario: A question that is already answered stays answered when SIGTERM cancels the rest
      Given a terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And a tool "notify" that returns "notified"
      And the tool "notify" asks the text question "Notify whom?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And in the same message it calls "notify"
      And the person answers "Deploy now?" with true
      And SIGTERM arrives when "Notify whom?" is shown
      Then the inquiry "call_1.q.1" is recorded as answered with true [CAN-13]
      And the inquiry "call_2.q.1" is recorded as cancelled by user
      And each inquiry recorded has one response [CAN-13, REC-03]
      And the events recorded are: [INT-10, REC-08]
        """
        turn_start chat_request tool_call_request tool_call_request inquiry_request inquiry_request inquiry_response inquiry_response tool_call_response tool_call_response
        """

    Scenario: SIGTERM while a prompt is shown withdraws it
      Given a terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And SIGTERM arrives when "Deploy now?" is shown
      Then the prompt is withdrawn
      And the inquiry "call_1.q.1" is recorded as cancelled by user
      And each inquiry recorded has one response [CAN-13]
      And the turn ends interrupted

    Scenario: SIGINT does not cancel a prompt: the prompt completes, and then the turn ends
      Given a terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when "Deploy now?" is shown
      And the person answers "Deploy now?" with true
      Then the inquiry "call_1.q.1" is recorded as answered with true [INT-02, INT-03]
      And the tool "deploy" runs 2 times [INT-03]
      And 1 prompt is shown [INT-02]
      And 1 request reaches the model [INT-03]
      And the turn ends interrupted [INT-02, INT-03]
      And the events recorded are: [INT-03, INT-10]
        """
        turn_start chat_request tool_call_request inquiry_request inquiry_response tool_call_response
        """

    Scenario: SIGINT does not cancel an inquiry: the assistant answers, and then the turn ends
      Given the system "jp-inquiry"
      And a terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And the setting "conversation.tools.deploy.questions.q.target" is "assistant"
      When the user says "go"
      And the model calls "deploy"
      And after 1000 ms the inquiry "Deploy now?" is answered with true
      And SIGINT arrives when "Deploy now?" is asked of the model
      Then the inquiry "call_1.q.1" is recorded as answered with true [INT-02]
      And no prompt is shown [INT-02]
      And the turn ends interrupted [INT-02]

    Scenario: A second SIGINT shuts down: the prompt is withdrawn and the turn ends
      Given a terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when "Deploy now?" is shown
      And SIGINT arrives when "Deploy now?" is shown
      Then the prompt is withdrawn
      And the inquiry "call_1.q.1" is recorded as cancelled by user
      And each call recorded has one response [INT-10]
      And 1 request reaches the model
      And the turn ends interrupted

  Rule: Reason backend_error: the assistant or the prompt fails

    Scenario Outline: The inquiry <how> and fails as backend_error
      Given the system "jp-inquiry"
      And no terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And the inquiry "Deploy now?" <reply>
      And the model says "fine"
      Then the inquiry "call_1.q.1" is recorded as cancelled by backend_error [CAN-18, CAN-18.u, <recorded>]
      And the call "call_1" fails, telling the model something with: [CAN-17]
        """
        The tool 'deploy' asked a follow-up question ("Deploy now?") that was routed to a secondary assistant for resolution, but the secondary assistant failed to provide a valid answer. Error:
        """
      And the call "call_1" fails, telling the model something with "<error>" [<ids>]
      And the call "call_1" fails, telling the model something with: [CAN-17]
        """
        . You may retry the tool call or end the turn.
        """
      And the call "call_1" fails [<fails>]
      And the last object recorded with {"type": "tool_call_response", "id": "call_1"} has {"is_error": true} [INQ-15]
      And the tool "deploy" runs 1 time
      And the turn ends completed

      Examples:
        | how | reply | error | recorded | ids | fails |
        | is refused by the provider | meets "status 400" | Error: | CAN-10 | CAN-17 | INQ-15 |
        | gets no content | gets an empty reply | No structured data in the LLM response | CAN-10 | INQ-24 | INQ-15 |
        | gets text that is not JSON | gets the data "yes, do" | Error: | CAN-10 | CAN-17 | INQ-15 |
        | gets JSON that is not an object | gets the data [true] | Failed to extract answer | CAN-10 | INQ-24 | INQ-15 |
        | gets an object without an answer | gets the data {"inquiry_id": "call_1.q.1"} | Failed to extract answer | CAN-10 | INQ-24 | INQ-15 |
        | gets null for the answer | is answered with null | Failed to extract answer | CAN-10 | INQ-32 | INQ-15 |
        | gets a text for a boolean | is answered with "true" | Error: | CAN-10, INQ-23.u | CAN-17 | INQ-15, INQ-23 |

    Scenario: The inquiry gets a number for a text and fails as backend_error
      Given the system "jp-inquiry"
      And no terminal
      And the tool "deploy" asks the text question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And the inquiry "Deploy now?" is answered with 5
      And the model says "fine"
      Then the inquiry "call_1.q.1" is recorded as cancelled by backend_error [CAN-18, CAN-18.u, CAN-10, INQ-23.u]
      And the call "call_1" fails, telling the model something with: [CAN-17]
        """
        The tool 'deploy' asked a follow-up question ("Deploy now?") that was routed to a secondary assistant for resolution, but the secondary assistant failed to provide a valid answer. Error:
        """
      And the call "call_1" fails [INQ-23]
      And the call "call_1" fails, telling the model something with: [CAN-17]
        """
        . You may retry the tool call or end the turn.
        """
      And the last object recorded with {"type": "tool_call_response", "id": "call_1"} has {"is_error": true} [INQ-15]
      And the tool "deploy" runs 1 time
      And the turn ends completed

    Scenario: The inquiry gets an answer that is not an option and fails as backend_error
      Given the system "jp-inquiry"
      And no terminal
      And the tool "deploy" asks the question "Deploy now?" as "q" between ["a", "b"]
      When the user says "go"
      And the model calls "deploy"
      And the inquiry "Deploy now?" is answered with "c"
      And the model says "fine"
      Then the inquiry "call_1.q.1" is recorded as cancelled by backend_error [CAN-18, CAN-18.u, CAN-10, INQ-23.u]
      And the call "call_1" fails, telling the model something with: [CAN-17]
        """
        The tool 'deploy' asked a follow-up question ("Deploy now?") that was routed to a secondary assistant for resolution, but the secondary assistant failed to provide a valid answer. Error:
        """
      And the call "call_1" fails [INQ-23]
      And the call "call_1" fails, telling the model something with: [CAN-17]
        """
        . You may retry the tool call or end the turn.
        """
      And the last object recorded with {"type": "tool_call_response", "id": "call_1"} has {"is_error": true} [INQ-15]
      And the tool "deploy" runs 1 time
      And the turn ends completed

    @open
    Scenario: An answer with the id of another inquiry fails as backend_error
      Given the system "jp-inquiry"
      And no terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And the inquiry "Deploy now?" gets the data {"inquiry_id": "call_9.q.1", "answer": true}
      And the model says "fine"
      Then the inquiry "call_1.q.1" is recorded as cancelled by backend_error [INQ-35]
      And the call "call_1" fails [INQ-35]
      And the tool "deploy" runs 1 time [INQ-35]

    Scenario Outline: The inquiry meets <fault> and fails without a retry
      Given the system "jp-inquiry"
      And no terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And the inquiry "Deploy now?" meets "<fault>"
      And the model says "fine"
      Then 1 inquiry reaches the model [INQ-26]
      And the requests are sent at "0 0 0" [INQ-26]
      And the inquiry "call_1.q.1" is recorded as cancelled by backend_error [CAN-10, INQ-26]

      Examples:
        | fault             |
        | status 400        |
        | status 401        |
        | status 404        |
        | a malformed event |

    Scenario Outline: The inquiry meets <fault> four times and fails after three retries
      Given the system "jp-inquiry"
      And no terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And the inquiry "Deploy now?" meets "<fault>"
      And the inquiry "Deploy now?" meets "<fault>"
      And the inquiry "Deploy now?" meets "<fault>"
      And the inquiry "Deploy now?" meets "<fault>"
      And the model says "fine"
      Then 4 inquiries reach the model [INQ-26]
      And the inquiry "call_1.q.1" is recorded as cancelled by backend_error [CAN-10, INQ-26]
      And the inquiries recorded are "call_1.q.1" [INQ-26]
      And the call "call_1" fails, telling the model something with: [CAN-17]
        """
        failed to provide a valid answer. Error:
        """

      Examples:
        | fault                |
        | status 429           |
        | status 500           |
        | status 529           |
        | a dropped connection |
        | a truncated stream   |
        | a reset connection   |
        | a cut frame          |
        | a cut character      |
        | an overload          |

    Scenario: The terminal breaks at the prompt, and the question fails as backend_error
      Given a terminal
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?"}
        """
      And the terminal breaks at "Go?"
      And the model says "fine"
      Then the inquiry "call_1.answer.1" is recorded as cancelled by backend_error [CAN-12]
      And the call "call_1" fails, telling the model something with "" [CAN-12]
      And the turn ends completed [PRM-17]

  Rule: Reason no_prompt_backend: only a person may answer, and there is no terminal

    Scenario: A secret question without a terminal fails, and the assistant is not asked
      Given no terminal
      And the tool "deploy" asks the secret question "Passphrase?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And the model says "fine"
      Then the inquiry "call_1.q.1" is recorded as cancelled by no_prompt_backend [RTE-24]
      And no inquiry reaches the model [INQ-31.u]
      And the call "call_1" fails [RTE-24]
      And the call "call_1" fails, telling the model:
        """
        The tool 'deploy' asked for a secret value, which requires an interactive prompt, but no interactive terminal is available.
        """

    Scenario: An exclusive secret without a terminal fails with the error for exclusive questions
      Given no terminal
      And the tool "deploy" asks the secret question "Passphrase?" as "q"
      And its question has exclusive set to true
      When the user says "go"
      And the model calls "deploy"
      And the model says "fine"
      Then the call "call_1" fails, telling the model something with: [RTE-14, RTE-24]
        """
        deploy cannot run because no interactive terminal is available.
        """
      And the inquiry "call_1.q.1" is recorded as cancelled by no_prompt_backend [RTE-24]
      And no inquiry reaches the model [INQ-31, INQ-31.u, RTE-24]

  Rule: Reason assistant_routing_denied: the assistant is configured, but may not answer

    Scenario: A secret question routed to the assistant fails, and the assistant is not asked
      Given a terminal
      And the tool "deploy" asks the secret question "Passphrase?" as "q"
      And the setting "conversation.tools.deploy.questions.q.target" is "assistant"
      When the user says "go"
      And the model calls "deploy"
      And the model says "fine"
      Then the inquiry "call_1.q.1" is recorded as cancelled by assistant_routing_denied [RTE-24]
      And no inquiry reaches the model [INQ-31.u]
      And the call "call_1" fails [RTE-24]
      And the call "call_1" fails, telling the model:
        """
        The tool 'deploy' asked for a secret value, which must be entered by a human and cannot be routed to the assistant.
        """

    Scenario: An exclusive secret routed to the assistant fails with the error for exclusive questions
      Given a terminal
      And the tool "deploy" asks the secret question "Passphrase?" as "q"
      And its question has exclusive set to true
      And the setting "conversation.tools.deploy.questions.q.target" is "assistant"
      When the user says "go"
      And the model calls "deploy"
      And the model says "fine"
      Then the inquiry "call_1.q.1" is recorded as cancelled by assistant_routing_denied [RTE-24]
      And no inquiry reaches the model [INQ-31, INQ-31.u]
      And the call "call_1" fails, telling the model something with "deploy requires a human answer" [RTE-14, RTE-24]

  Rule: Reason invalid_static_answer: the configured answer does not fit the question

    Scenario Outline: The configured answer <answer> does not fit a <type> question and fails the call, target <target>
      Given no terminal
      And the setting "conversation.tools.ask_user.questions.answer.answer" is <answer>
      And the setting "conversation.tools.ask_user.questions.answer.target" is "<target>"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "<type>"<options>}
        """
      And the model says "fine"
      Then the inquiry "call_1.answer.1" is recorded as cancelled by invalid_static_answer [CAN-04, CAN-08, CAN-18]
      And the inquiry "call_1.answer.1" is recorded as cancelled by invalid_static_answer [CAN-18.u, CAN-20, <ids>]
      And the call "call_1" fails, telling the model something with one of: [RTE-12, CAN-09]
        """
        ["conversation.tools.ask_user.questions.answer.answer", "QuestionConfig.answer"]
        """
      And the call "call_1" fails, telling the model something with "do not retry" [RTE-12]
      And no prompt is shown [RTE-09]
      And no inquiry reaches the model [RTE-09]

      Examples:
        | type    | options                 | answer | target    | ids    |
        | boolean |                         | "true" | user      | CAN-05 |
        | boolean |                         | 1      | user      | CAN-05 |
        | text    |                         | true   | user      | CAN-05 |
        | text    |                         | 5      | assistant | CAN-05 |
        | select  | , "options": ["a", "b"] | true   | user      | CAN-05 |
        | select  | , "options": ["a", "b"] | "c"    | user      | CAN-06 |
        | select  | , "options": ["a", "b"] | "A"    | assistant | CAN-06 |

    Scenario: The same configured answer fits one call and not the next
      Given a terminal
      And the setting "conversation.tools.ask_user.questions.answer.answer" is "b"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "select", "options": ["a", "b"]}
        """
      And in the same message it calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "select", "options": ["a", "c"]}
        """
      And in the same message it calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "boolean"}
        """
      And in the same message it calls "ask_user" with:
        """
        {"question": "Go?"}
        """
      And the model says "fine"
      Then the inquiry "call_1.answer.1" is recorded as answered with "b" [CAN-07]
      And the inquiry "call_2.answer.1" is recorded as cancelled by invalid_static_answer [CAN-07]
      And the inquiry "call_3.answer.1" is recorded as cancelled by invalid_static_answer [CAN-07]
      And the inquiry "call_4.answer.1" is recorded as answered with "b" [CAN-07]

    Scenario Outline: A configured answer that does not fit fails, and nobody is asked: target <target>, <terminal>
      Given <terminal>
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And the setting "conversation.tools.deploy.questions.q.answer" is "yes"
      And the setting "conversation.tools.deploy.questions.q.target" is "<target>"
      When the user says "go"
      And the model calls "deploy"
      And the model says "fine"
      Then no prompt is shown [RTE-09]
      And no inquiry reaches the model [RTE-09]
      And the call "call_1" fails, telling the model something with one of: [RTE-12]
        """
        ["conversation.tools.deploy.questions.q.answer", "QuestionConfig.answer"]
        """
      And the call "call_1" fails, telling the model something with "do not retry" [RTE-12]
      And the tool "deploy" runs 1 time [RTE-25]

      Examples:
        | target    | terminal    |
        | user      | a terminal  |
        | user      | no terminal |
        | assistant | a terminal  |

    Scenario: A tool whose configured answer does not fit runs once
      Given a terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And the setting "conversation.tools.deploy.questions.q.answer" is "yes"
      When the user says "go"
      And the model calls "deploy"
      And the model says "fine"
      Then the tool "deploy" runs 1 time [RTE-25]
      And no prompt is shown [RTE-09]
      And the inquiry "call_1.q.1" is recorded as cancelled by invalid_static_answer [CAN-04]

    Scenario: A configured secret that does not fit is neither recorded nor sent to the model
      Given a terminal
      And the secret "hunter2-xyzzy"
      And the tool "deploy" asks the secret question "Passphrase?" as "q"
      And the setting "conversation.tools.deploy.questions.q.answer" is ["hunter2-xyzzy"]
      When the user says "go"
      And the model calls "deploy"
      And the model says "fine"
      Then the inquiry "call_1.q.1" is recorded as cancelled by invalid_static_answer [CAN-04]
      And the secret is recorded nowhere [REC-25]
      And the secret is sent to the model nowhere

  Rule: The rest of the batch goes on

    Scenario: One question fails, and the other calls of the batch still succeed
      Given a terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And the setting "conversation.tools.ask_user.questions.answer.target" is "assistant"
      And a tool "lint" that returns "clean"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?"}
        """
      And in the same message it calls "deploy"
      And in the same message it calls "lint"
      And the person answers "Deploy now?" with true
      And the model says "fine"
      Then the call "call_1" fails, telling the model something with "requires a human answer" [CAN-19]
      And the call "call_2" succeeds, telling the model "deployed" [CAN-19]
      And the call "call_3" succeeds, telling the model "clean" [CAN-19]
      And the results of the last request are "call_1 call_2 call_3" [EXE-21]
      And each call is answered once [CAN-19]

  Rule: Stored responses are read

    Scenario: An unknown stored reason is read, and a new cancel is recorded for the reason user
      Given a terminal
      And a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_0", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_0.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "cancelled", "id": "call_0.q.1", "reason": "moon_phase"},
         {"type": "tool_call_response", "id": "call_0", "content": "no", "is_error": true},
         {"type": "chat_response", "message": "done"}]
        """
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "again"
      And the model calls "deploy"
      And the person cancels "Deploy now?"
      And the model says "fine"
      Then the inquiry "call_1.q.1" is recorded as cancelled by user [CAN-18.u]
      And the turn ends completed [CAN-18.u]

    Scenario: A stored response with an answer but no outcome is accepted
      Given a terminal
      And a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_0", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_0.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "id": "call_0.q.1", "answer": true},
         {"type": "tool_call_response", "id": "call_0", "content": "deployed", "is_error": false},
         {"type": "chat_response", "message": "done"}]
        """
      When the user says "again"
      And the model says "done again"
      Then the turn ends completed [COMPAT-05]
      And 1 request reaches the model [COMPAT-05]

    Scenario: A stored response with neither outcome nor answer is an error
      Given a terminal
      And a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_0", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_0.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "id": "call_0.q.1"},
         {"type": "tool_call_response", "id": "call_0", "content": "no", "is_error": true},
         {"type": "chat_response", "message": "done"}]
        """
      When the user says "again"
      And the subject may exit by itself
      Then the turn ends misconfigured [COMPAT-05]
      And a notice is given [COMPAT-05]
      And 0 requests reach the model [COMPAT-05]
