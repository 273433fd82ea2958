Feature: Interrupts while tools run: the menu, and what a stop leaves behind

  While no question is open, the first SIGINT brings up a menu. What the person chooses there decides what the
  model is told of the calls that had not finished; those that had finished keep their results.

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "lint" that returns "clean"
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" takes 1000 ms

  Rule: The menu

    Scenario Outline: Continue leaves the tools running, chosen by <how>
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person <does>
      And the model says "done"
      Then 1 prompt is shown [INT-02, INT-04]
      And the tool "deploy" runs 1 time [INT-04]
      And the call "call_1" succeeds, telling the model "deployed" [INT-04]
      And the requests are sent at "0 1000" [INT-04]
      And the events recorded are "turn_start chat_request tool_call_request tool_call_response chat_response" [INT-10]
      And the turn ends completed [INT-04]

      Examples:
        | how       | does                                |
        | its value | answers "Interrupted" with "continue" |
        | its key   | presses "c" at "Interrupted"          |

    Scenario: The menu offers four ways out and help
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person presses "c" at "Interrupted"
      And the model says "done"
      Then of the keys "c s t r" the prompt offers "c s t r" [INT-04]
      And the prompt is drawn as the lines ["? Interrupted [c,s,t,r,?]"]

    Scenario Outline: Leaving the menu shuts down: <act>
      When the user says "go"
      And the model calls "lint"
      And in the same message it calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And <act>
      Then the execution of "deploy" is cancelled [INT-01, INT-04]
      And 1 request reaches the model [INT-04]
      And the call "call_1" is recorded as succeeding with "clean" [INT-10]
      And each call recorded has one response [INT-10]
      And the events recorded are: [INT-10]
        """
        turn_start chat_request tool_call_request tool_call_request tool_call_response tool_call_response
        """
      And the turn ends interrupted [INT-04]
      And the run ends done

      Examples:
        | act                                         |
        | the person cancels "Interrupted"            |
        | the person presses "Esc" at "Interrupted"   |
        | the person presses "Ctrl-C" at "Interrupted" |
        | the input ends at "Interrupted"             |

    Scenario: The menu goes away once the tools have finished, and nothing is stopped
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person presses "?" at "Interrupted"
      And 1500 ms later the person answers "Interrupted" with "exit"
      And the model says "done"
      Then the prompt is withdrawn
      And what was done is refused as late
      And the call "call_1" succeeds, telling the model "deployed" [INT-10]
      And the turn ends completed

    Scenario: A question that comes while the menu is shown waits behind it
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person presses "?" at "Interrupted"
      And 1500 ms later the person answers "Interrupted" with "continue"
      And the person answers "Deploy now?" with true
      And the model says "done"
      Then prompt 1 contains "Interrupted" [PRM-16]
      And prompt 2 contains "Deploy now?" [INT-04, PRM-16]
      And 2 prompts are shown [PRM-16]
      And the requests are sent at "0 2500" [INT-04]
      And the inquiry "call_1.q.1" is recorded as answered with true
      And the call "call_1" succeeds, telling the model "deployed" [INT-04]

    Scenario: A stop at the menu also cancels an open inquiry, and its call gets the message
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And the setting "conversation.tools.deploy.questions.q.target" is "assistant"
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person presses "?" at "Interrupted"
      And 1500 ms later the person answers "Interrupted" with "respond"
      And the person answers "Message to the assistant" with "not today"
      And after 5000 ms the inquiry "Deploy now?" is answered with true
      And the model says "as you wish"
      Then 1 inquiry is withdrawn [INT-01]
      And the inquiry "call_1.q.1" is recorded as cancelled by user [CAN-11]
      And each inquiry recorded has one response [INT-01]
      And the tool "deploy" runs 1 time [INT-01]
      And the requests are sent at "0 1000 1500" [INT-05]
      And the call "call_1" succeeds, telling the model: [INT-05]
        """
        Tool run cancelled by user with a custom message:

        not today
        """
      And the turn ends completed [INT-04]

    Scenario: An exit at the menu also cancels a waiting question, which is never shown
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And the setting "conversation.tools.deploy.cancellation_response" is "Stopped by hand."
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person presses "?" at "Interrupted"
      And 1500 ms later the person answers "Interrupted" with "exit"
      Then 1 prompt is shown
      And the inquiry "call_1.q.1" is recorded as cancelled by user
      And each inquiry recorded has one response [INT-06]
      And the call "call_1" is recorded as succeeding with "Stopped by hand." [INT-06, INT-07]
      And the tool "deploy" runs 1 time
      And the turn ends interrupted [INT-07]

    Scenario: Cancelling the message returns to the menu, and nothing is stopped
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person presses "s" at "Interrupted"
      And the person cancels "Message to the assistant"
      And the person presses "c" at "Interrupted"
      And the model says "done"
      Then the call "call_1" succeeds, telling the model "deployed" [INT-04]
      And the turn ends completed [INT-04]

    Scenario: After Continue, the person may interrupt again
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And 300 ms later SIGINT arrives
      And the person presses "c" at "Interrupted"
      And the person presses "t" at "Interrupted"
      Then 2 prompts are shown
      And the execution of "deploy" is cancelled [INT-07]
      And the run ends done [INT-14]
      And the turn ends interrupted [INT-07]

    Scenario: Without a terminal SIGINT shows no menu, and the turn ends once the tools finish
      Given no terminal
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      Then no prompt is shown
      And the call "call_1" is recorded as succeeding with "deployed" [INT-10]
      And the turn ends interrupted

  Rule: Stopping with a message

    Scenario Outline: The message becomes the result of each unfinished call: <message>
      Given a tool "notify" that returns "notified"
      And the tool "notify" takes 2000 ms
      And the setting "conversation.tools.deploy.cancellation_response" is "Nobody should read this."
      When the user says "go"
      And the model calls "lint"
      And in the same message it calls "notify"
      And in the same message it calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person answers "Interrupted" with "respond"
      And the person answers "Message to the assistant" with "<message>"
      And the model says "as you wish"
      Then the call "call_1" succeeds, telling the model "clean" [INT-05]
      And the call "call_2" succeeds, telling the model: [INT-05]
        """
        Tool run cancelled by user with a custom message:

        <message>
        """
      And the call "call_3" succeeds, telling the model: [INT-05]
        """
        Tool run cancelled by user with a custom message:

        <message>
        """
      And the results of the last request are "call_1 call_2 call_3" [EXE-21, INT-10]
      And the execution of "notify" is cancelled [INT-01]
      And the execution of "deploy" is cancelled [INT-01]
      And the tool "notify" runs 1 time
      And 2 requests reach the model [INT-04]
      And the turn ends completed [INT-04]

      Examples:
        | message                    |
        | use staging                |
        | no: {'json': 1}, <b>please |

    Scenario: A call that already failed keeps its error instead of the message
      Given a tool "check" that fails with "exit status 1"
      When the user says "go"
      And the model calls "check"
      And in the same message it calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person presses "s" at "Interrupted"
      And the person types "stop" at "Message to the assistant"
      And the model says "as you wish"
      Then the call "call_1" fails, telling the model "exit status 1" [INT-05]
      And the call "call_2" succeeds, telling the model: [INT-05]
        """
        Tool run cancelled by user with a custom message:

        stop
        """

    Scenario: A tool that asks after the stop gets the message, and nobody is asked
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person answers "Interrupted" with "respond"
      And the person answers "Message to the assistant" with "not today"
      And the model says "as you wish"
      Then 2 prompts are shown
      And the inquiry "call_1.q.1" is recorded as cancelled by user
      And the call "call_1" succeeds, telling the model: [INT-05]
        """
        Tool run cancelled by user with a custom message:

        not today
        """
      And the tool "deploy" runs 1 time
      And the inquiries are recorded between their call and its result [REC-08]

    Scenario: A call that runs again after its answer gets the message, too
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And the setting "conversation.tools.deploy.cancellation_response" is "Nobody should read this."
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And 1300 ms later SIGINT arrives
      And the person answers "Interrupted" with "continue"
      And the person answers "Deploy now?" with true
      And the person answers "Interrupted" with "respond"
      And the person answers "Message to the assistant" with "use staging"
      And the model says "as you wish"
      Then the tool "deploy" runs 2 times [INT-04]
      And the call "call_1" succeeds, telling the model: [INT-05]
        """
        Tool run cancelled by user with a custom message:

        use staging
        """

    Scenario: The message applies to this batch only
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person answers "Interrupted" with "respond"
      And the person answers "Message to the assistant" with "once more"
      And the model calls "deploy"
      And the model says "done"
      Then the call "call_1" succeeds, telling the model: [INT-05]
        """
        Tool run cancelled by user with a custom message:

        once more
        """
      And the call "call_2" succeeds, telling the model "deployed" [INT-05]
      And 2 prompts are shown
      And the turn ends completed

  Rule: Stopping without a message

    Scenario: Each call gets the cancellation response configured for its own tool
      Given a tool "notify" that returns "notified"
      And the tool "notify" takes 2000 ms
      And the setting "conversation.tools.deploy.cancellation_response" is "The deployment was stopped by hand."
      And the setting "conversation.tools.notify.cancellation_response" is "Nobody was notified."
      And the setting "conversation.tools.lint.cancellation_response" is "Nobody should read this."
      When the user says "go"
      And the model calls "lint"
      And in the same message it calls "notify"
      And in the same message it calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person answers "Interrupted" with "respond"
      And the person presses "Enter" at "Message to the assistant"
      And the model says "as you wish"
      Then the call "call_1" succeeds, telling the model "clean" [INT-06]
      And the call "call_2" succeeds, telling the model "Nobody was notified." [INT-06]
      And the call "call_3" succeeds, telling the model "The deployment was stopped by hand." [INT-06]
      And the turn ends completed [INT-04]

    Scenario: The cancellation response for all tools serves a tool without its own
      Given the setting "conversation.tools.*.cancellation_response" is "Stopped."
      And a tool "notify" that returns "notified"
      And the tool "notify" takes 1000 ms
      And the setting "conversation.tools.notify.cancellation_response" is ""
      When the user says "go"
      And the model calls "notify"
      And in the same message it calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person answers "Interrupted" with "respond"
      And the person answers "Message to the assistant" with ""
      And the model says "as you wish"
      Then the call "call_1" succeeds, telling the model "" [INT-06]
      And the call "call_2" succeeds, telling the model "Stopped." [INT-06]

  Rule: Stopping and exiting

    Scenario Outline: Exit stores the responses and sends the model nothing, chosen by <how>
      Given the setting "conversation.tools.deploy.cancellation_response" is "Stopped by hand."
      When the user says "go"
      And the model calls "lint"
      And in the same message it calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person <does>
      Then 1 request reaches the model [INT-07]
      And the call "call_1" is recorded as succeeding with "clean" [INT-07]
      And the call "call_2" is recorded as succeeding with "Stopped by hand." [INT-06, INT-07]
      And the events recorded are: [INT-07, INT-10]
        """
        turn_start chat_request tool_call_request tool_call_request tool_call_response tool_call_response
        """
      And the execution of "deploy" is cancelled [INT-01]
      And the turn ends interrupted [INT-07]
      And the run ends done

      Examples:
        | how       | does                              |
        | its value | answers "Interrupted" with "exit" |
        | its key   | presses "t" at "Interrupted"      |

    Scenario: A tool that asks after the exit is cancelled, and the person is not asked
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And the setting "conversation.tools.deploy.cancellation_response" is "Stopped by hand."
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person answers "Interrupted" with "exit"
      Then 1 prompt is shown
      And the inquiry "call_1.q.1" is recorded as cancelled by user
      And the call "call_1" is recorded as succeeding with "Stopped by hand." [INT-06, INT-07]
      And the tool "deploy" runs 1 time
      And each call recorded has one response [INT-10]
      And the turn ends interrupted [INT-07]

    Scenario: The turn after an exit works like any other
      When the user says "go"
      And the model calls "deploy"
      And SIGINT arrives when the tool "deploy" runs
      And the person answers "Interrupted" with "exit"
      And the user says "again" after the turn
      And the model calls "deploy"
      And the model says "done"
      Then the call "call_2" succeeds, telling the model "deployed" [INT-07]
      And each call is answered once [INT-10]
      And each call recorded has one response [INT-10]
      And 3 requests reach the model [INT-07]
      And the turn ends completed

  Rule: Questions that come after a stop or SIGTERM

    Scenario Outline: An inquiry that comes after <what> is cancelled for the reason user
      Given the system "jp-inquiry"
      And <terminal>
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And the setting "conversation.tools.deploy.questions.q.target" is "<target>"
      When the user says "go"
      And the model calls "deploy"
      And <signal> arrives when the tool "deploy" runs
      And <act>
      Then no inquiry reaches the model [INT-11, INQ-25]
      And the inquiries recorded are "call_1.q.1" [INT-11]
      And the inquiry "call_1.q.1" is recorded as cancelled by user [INT-11, INQ-25, CAN-11]
      And each inquiry recorded has one response [INT-11]
      And the tool "deploy" runs 1 time [INT-11]
      And 1 request reaches the model
      And each call recorded has one response [INT-10]
      And the turn ends interrupted

      Examples:
        | what                       | terminal    | target    | signal  | act                                          |
        | SIGTERM without a terminal | no terminal | user      | SIGTERM | 100 ms later SIGTERM arrives                 |
        | SIGTERM at a terminal      | a terminal  | assistant | SIGTERM | 100 ms later SIGTERM arrives                 |
        | an exit at the menu        | a terminal  | assistant | SIGINT  | the person answers "Interrupted" with "exit" |
        | a cancelled menu           | a terminal  | assistant | SIGINT  | the person cancels "Interrupted"             |

    Scenario Outline: An exclusive question after SIGTERM is cancelled without mention of an assistant: <where>
      Given <terminal>
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And its question has exclusive set to true
      When the user says "go"
      And the model calls "deploy"
      And SIGTERM arrives when the tool "deploy" runs
      Then no prompt is shown
      And the inquiry "call_1.q.1" is recorded as cancelled by user
      And the call "call_1" is recorded as succeeding with "Tool input cancelled by user."
      And the turn ends interrupted [INT-14]

      Examples:
        | where              | terminal    |
        | at a terminal      | a terminal  |
        | without a terminal | no terminal |

    Scenario: The model is told that an inquiry after SIGTERM was cancelled
      Given the system "jp-inquiry"
      And no terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And SIGTERM arrives when the tool "deploy" runs
      Then event 6 is recorded as: [INT-11, INQ-25, CAN-17]
        """
        {"type": "tool_call_response", "id": "call_1", "is_error": true,
         "content": "The tool 'deploy' asked a follow-up question (\"Deploy now?\") that was routed to a secondary assistant for resolution, but the secondary assistant failed to provide a valid answer. Error: Inquiry cancelled. You may retry the tool call or end the turn."}
        """

    Scenario Outline: SIGTERM <ms> ms after an inquiry cancels it, with its answer due after <answer> ms
      Given the system "jp-inquiry"
      And no terminal
      And the tool "deploy" takes 0 ms
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And after <answer> ms the inquiry "Deploy now?" is answered with true
      And SIGTERM arrives <ms> ms after "Deploy now?" is asked of the model
      Then the inquiry "call_1.q.1" is recorded as cancelled by user [INQ-25, CAN-11]
      And 1 inquiry is withdrawn [INT-01, INQ-25]
      And the tool "deploy" runs 1 time [INQ-25]
      And each inquiry recorded has one response [CAN-13]
      And the turn ends interrupted

      Examples:
        | ms   | answer |
        | 0    | 0      |
        | 3000 | 3000   |
        | 2999 | 3000   |

    Scenario: An answer that arrived 1 ms before SIGTERM stays an answer
      Given the system "jp-inquiry"
      And no terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And after 3000 ms the inquiry "Deploy now?" is answered with true
      And SIGTERM arrives 3001 ms after "Deploy now?" is asked of the model
      Then the inquiry "call_1.q.1" is recorded as answered with true [INQ-25, CAN-13]
      And execution 2 of "deploy" has the answers {"q": true} [INQ-25]
      And the execution of "deploy" is cancelled [INT-01]
      And each call recorded has one response [INT-10]
      And the turn ends interrupted
