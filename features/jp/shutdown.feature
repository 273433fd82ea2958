Feature: Shutting down by signal: what each signal stops, and what is still recorded

  The first SIGINT brings up a menu or waits for the open question, the second shuts down gracefully, and the third ends
  the process. SIGTERM shuts down gracefully at once, and SIGQUIT waits for nothing.

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"

  Rule: The first SIGINT brings up the menu or waits for a question

    Scenario: While a tool runs and no question is open, the first SIGINT brings up the menu
      Given the tool "deploy" takes 1000 ms
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person answers "Interrupted" with "continue"
      And the model says "done"
      Then prompt 1 contains "Interrupted" [INT-02]
      And the turn ends completed [INT-02]

    Scenario Outline: While <who> is asked, SIGINT shows no menu even if a tool runs: the turn ends afterwards
      Given the system "jp-inquiry"
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And the setting "conversation.tools.deploy.questions.q.target" is "<target>"
      And a tool "build" that returns "built"
      And the tool "build" takes 2000 ms
      When the user says "go"
      And the model calls "build"
      And in the same message it calls "deploy"
      And SIGINT arrives when "Deploy now?" is <asked>
      And <answer>
      Then <prompts> shown [INT-02]
      And the inquiry "call_2.q.1" is recorded as answered with true [INT-02, INT-03]
      And the call "call_1" is recorded as succeeding with "built" [INT-02, INT-03]
      And the call "call_2" is recorded as succeeding with "deployed" [INT-03]
      And <requests> the model [INT-03]
      And the turn ends interrupted [INT-02, INT-03]

      Examples:
        | who           | target    | asked              | answer                                                        | prompts      | requests          |
        | the person    | user      | shown              | the person answers "Deploy now?" with true                    | 1 prompt is  | 1 request reaches |
        | the assistant | assistant | asked of the model | after 1000 ms the inquiry "Deploy now?" is answered with true | no prompt is | 2 requests reach  |

    Scenario: Once the question is answered, SIGINT brings up the menu again
      Given the tool "deploy" takes 1000 ms
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And the person answers "Deploy now?" with true
      And SIGINT arrives 1500 ms after "go" is asked of the model
      And the person answers "Interrupted" with "continue"
      And the model says "done"
      Then 2 prompts are shown [INT-02]
      And prompt 2 contains "Interrupted" [INT-02]
      And the call "call_1" succeeds, telling the model "deployed"
      And the turn ends completed [INT-02]

    Scenario: SIGINT waits for a permission prompt, too, and then the turn ends
      Given the setting "conversation.tools.deploy.run" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when "Run local deploy tool?" is shown
      And the person presses "y" at "Run local deploy tool?"
      Then 1 prompt is shown [INT-02]
      And the tool "deploy" runs 1 time [INT-02]
      And the call "call_1" is recorded as succeeding with "deployed" [INT-10]
      And 1 request reaches the model [INT-02]
      And the turn ends interrupted [INT-02]

    Scenario: SIGINT waits for a delivery prompt, too, and then the turn ends
      Given the setting "conversation.tools.deploy.result" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when "Deliver the result" is shown
      And the person presses "y" at "Deliver the result"
      Then 1 prompt is shown [INT-02]
      And the call "call_1" is recorded as succeeding with "deployed" [INT-10]
      And 1 request reaches the model [INT-02]
      And the turn ends interrupted [INT-02]

  Rule: SIGINT during a question

    Scenario Outline: After SIGINT <how>, and then the turn ends
      Given the tool "deploy" asks the question "Deploy how?" as "how" between ["fast", "safe"]
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when "Deploy how?" is shown
      And <act>
      Then the inquiry "call_1.how.1" is recorded as <recorded> [INT-03]
      And the call "call_1" is recorded as succeeding with "<told>" [INT-03]
      And the tool "deploy" runs <times> [INT-03]
      And 1 request reaches the model [INT-03]
      And the turn ends interrupted [INT-02, INT-03]

      Examples:
        | how | act | recorded | told | times |
        | the prompt is answered | the person presses "Down Enter" at "Deploy how?" | answered with "safe" | deployed | 2 times |
        | the prompt is cancelled | the person presses "Esc" at "Deploy how?" | cancelled by user | Tool input cancelled by user. | 1 time |

    Scenario: After SIGINT the waiting prompts are still shown and answered, and then the turn ends
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And a tool "notify" that returns "notified"
      And the tool "notify" asks the text question "Notify whom?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And in the same message it calls "notify"
      And SIGINT arrives when "Deploy now?" is shown
      And the person answers "Deploy now?" with true
      And the person answers "Notify whom?" with "ops"
      Then 2 prompts are shown
      And the call "call_1" is recorded as succeeding with "deployed" [INT-03]
      And the call "call_2" is recorded as succeeding with "notified" [INT-03]
      And 1 request reaches the model [INT-03]
      And the turn ends interrupted [INT-03]

    Scenario Outline: <key> at one prompt cancels that question, and no other
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And a tool "notify" that returns "notified"
      And the tool "notify" asks the text question "Notify whom?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And in the same message it calls "notify"
      And the person presses "<key>" at "Deploy now?"
      And the person types "ops" at "Notify whom?"
      And the model says "done"
      Then the inquiry "call_1.q.1" is recorded as cancelled by user [INT-12, CAN-01.u]
      And the inquiry "call_2.q.1" is recorded as answered with "ops" [INT-12, CAN-19]
      And the call "call_1" succeeds, telling the model "Tool input cancelled by user." [CAN-16]
      And the call "call_2" succeeds, telling the model "notified" [CAN-19]
      And the turn ends completed [INT-12]

      Examples:
        | key    |
        | Esc    |
        | Ctrl-C |

  Rule: A second and a third SIGINT

    Scenario: The second SIGINT withdraws the menu and shuts down
      Given the tool "deploy" takes 1000 ms
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And 100 ms later SIGINT arrives
      Then the prompt is withdrawn [INT-14]
      And the execution of "deploy" is cancelled [INT-01, INT-14]
      And each call recorded has one response [INT-10, INT-14]
      And the call "call_1" is recorded as failing with "Tool call was interrupted."
      And 1 request reaches the model [INT-14]
      And the turn ends interrupted [INT-14]
      And the run ends done [INT-14]

    Scenario: The second SIGINT at the prompt for a stop message shuts down, too
      Given the tool "deploy" takes 1000 ms
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person presses "s" at "Interrupted"
      And SIGINT arrives when "Message to the assistant" is shown
      Then the prompt is withdrawn [INT-14]
      And each call recorded has one response [INT-10]
      And 1 request reaches the model [INT-14]
      And the turn ends interrupted [INT-14]

    Scenario: The second SIGINT cancels the question that the first left open
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when "Deploy now?" is shown
      And 100 ms later SIGINT arrives
      And the person presses "?" at "Deploy now?"
      And 200 ms later the person answers "Deploy now?" with true
      Then the prompt is withdrawn [INT-14]
      And what was done is refused as late
      And the inquiry "call_1.q.1" is recorded as cancelled by user
      And each inquiry recorded has one response [CAN-13]
      And each call recorded has one response [INT-10]
      And the turn ends interrupted [INT-14]
      And the run ends done [INT-14]

    Scenario: The third SIGINT ends the process at once, with exit code 130
      Given the tool "deploy" takes 1000 ms
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And 100 ms later SIGINT arrives
      And 100 ms later SIGINT arrives
      And the subject exits by itself
      Then the subject exits with 130 [INT-14]
      And the run ends exited [INT-14]
      And the events recorded are "turn_start chat_request tool_call_request" [INT-14]

    Scenario: Three SIGINTs that begin at a question end the process with exit code 130
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And a tool "build" that returns "built"
      And the tool "build" takes 9000 ms
      When the user says "go"
      And the model calls "build"
      And in the same message it calls "deploy"
      And SIGINT arrives when "Deploy now?" is shown
      And 100 ms later SIGINT arrives
      And 100 ms later SIGINT arrives
      And the subject exits by itself
      Then the prompt is withdrawn [INT-14]
      And the execution of "build" is cancelled [INT-01, INT-14]
      And the inquiry "call_2.q.1" is recorded as cancelled by user
      And the subject exits with 130 [INT-14]

  Rule: SIGTERM and SIGQUIT

    Scenario: SIGTERM while a tool runs shuts down gracefully, without a menu
      Given the tool "deploy" takes 1000 ms
      When the user says "go"
      And the model calls "deploy"
      And SIGTERM arrives when the tool "deploy" runs
      Then no prompt is shown [INT-14]
      And the execution of "deploy" is cancelled [INT-14]
      And each call recorded has one response [INT-10, INT-14]
      And 1 request reaches the model [INT-14]
      And the turn ends interrupted [INT-14]
      And the run ends done [INT-14]

    Scenario: SIGTERM at the menu shuts down gracefully, too
      Given the tool "deploy" takes 1000 ms
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And SIGTERM arrives when "Interrupted" is shown
      Then the prompt is withdrawn [INT-14]
      And each call recorded has one response [INT-10, INT-14]
      And the turn ends interrupted [INT-14]
      And the run ends done [INT-14]

    Scenario: SIGTERM while the model answers ends the turn
      When the user says "go"
      And SIGTERM arrives when "go" is asked of the model
      And the model calls "deploy"
      Then the tool "deploy" runs 0 times [INT-14]
      And the events recorded are "turn_start chat_request" [INT-14]
      And the turn ends interrupted [INT-14]
      And the run ends done [INT-14]

    Scenario: SIGTERM with calls in every state: each call gets exactly one response
      Given the system "jp-inquiry"
      And a tool "lint" that returns "clean"
      And a tool "build" that returns "built"
      And the tool "build" takes 9000 ms
      And a tool "notify" that returns "notified"
      And the tool "notify" asks the text question "Notify whom?" as "q"
      And a tool "choose" that returns "chosen"
      And the tool "choose" asks the text question "Which one?" as "q"
      And the setting "conversation.tools.choose.questions.q.target" is "assistant"
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And the setting "conversation.tools.guard.run" is "ask"
      And a tool "guard" that returns "guarded"
      And the setting "conversation.tools.report.result" is "ask"
      And a tool "report" that returns "reported"
      When the user says "go"
      And the model calls "guard"
      And in the same message it calls "lint"
      And in the same message it calls "build"
      And in the same message it calls "deploy"
      And in the same message it calls "notify"
      And in the same message it calls "choose"
      And in the same message it calls "report"
      And the person presses "y" at "Run local guard tool?"
      And after 5000 ms the inquiry "Which one?" is answered with "this"
      And SIGTERM arrives 1000 ms after "Which one?" is asked of the model
      Then each call recorded has one response [INT-10]
      And each inquiry recorded has one response [CAN-13]
      And the inquiry "call_4.q.1" is recorded as cancelled by user
      And the inquiry "call_5.q.1" is recorded as cancelled by user
      And the inquiry "call_6.q.1" is recorded as cancelled by user [CAN-11]
      And the call "call_1" is recorded as succeeding with "guarded" [INT-10]
      And the call "call_2" is recorded as succeeding with "clean" [INT-10]
      And the execution of "build" is cancelled [INT-01]
      And 1 inquiry is withdrawn [INT-01]
      And 2 requests reach the model [INT-14]
      And the turn ends interrupted [INT-14]

    Scenario Outline: SIGQUIT ends the process without waiting while <what>
      Given the tool "deploy" takes 1000 ms
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And SIGQUIT arrives when <moment>
      And the subject exits by itself
      Then the run ends exited [INT-14]
      And the events recorded are "<recorded>" [INT-14]

      Examples:
        | what                | moment                       | recorded |
        | the model answers   | "go" is asked of the model   | turn_start chat_request |
        | a tool runs         | the tool "deploy" runs       | turn_start chat_request tool_call_request |
        | the person is asked | "Deploy now?" is shown       | turn_start chat_request tool_call_request inquiry_request |

    Scenario: SIGQUIT ends the process without waiting while the assistant is asked
      Given the system "jp-inquiry"
      And no terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And after 5000 ms the inquiry "Deploy now?" is answered with true
      And SIGQUIT arrives 1000 ms after "Deploy now?" is asked of the model
      And the subject exits by itself
      Then the run ends exited [INT-14]
      And the subject exits at 1000 ms [INT-14]
      And the events recorded are "turn_start chat_request tool_call_request inquiry_request" [INT-14]
