Feature: DeepChat: questions in a queue

  In profile head the answer is the result of the call. Several questions of one message may wait at once, beside other
  calls. They are answered in order, and the turn resumes once, after the last answer.

  Background:
    Given the system "deepchat"
    And the profile "head"
    And a terminal

  Scenario Outline: <what> becomes the result of the call, and not a user message
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And after 500 ms the person <does>
    And the model says "painted"
    Then the call "call_1" succeeds, telling the model "<text>" [DC-53]
    And the user's messages reach the model as ["go"] [DC-53]
    And nothing is recorded with {"role": "user", "content": {"text": "<text>"}} [DC-53]
    And the requests are sent at "0 500" [DC-27]
    And each call is answered once [I-1]

    Examples:
      | what           | text | does                             |
      | A chosen label | Blue | chooses "Blue" at "Which one?"   |
      | A typed answer | teal | types "teal" at "Which one?"     |

  @field-9
  Scenario Outline: A <kind> response from the host answers the question
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the client sends while the turn is paused:
      """
      {"type": "respond_tool_interaction", "toolCallId": "call_1", "response": <response>}
      """
    And the model says "painted"
    Then the call "call_1" succeeds, telling the model "<text>" [DC-52]
    And 1 message tells the client {"toolCallId": "call_1", "resumed": true} [DC-27]
    And 0 messages tell the client {"resumed": false} [DC-27]
    And the last object recorded with {"questionText": "Which one?"} has {"answerText": "<text>"} [DC-35]
    And objects recorded with {"action_type": "question_request"} have at "/status" in turn: [DC-32]
      """
      ["pending", "success"]
      """
    And the prompt offers nothing any more [DC-61]

    Examples:
      | kind            | text | response                                          |
      | question_option | Red  | {"kind": "question_option", "optionLabel": "Red"} |
      | question_custom | teal | {"kind": "question_custom", "answerText": "teal"} |

  Scenario: A chosen follow-up answers the call, and the user's next message goes ahead of queued ones
    When the user says "go"
    And meanwhile the user says "and then the door" when "go" is asked of the model
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the client sends while the turn is paused:
      """
      {"type": "respond_tool_interaction", "toolCallId": "call_1", "response": {"kind": "question_other"}}
      """
    And meanwhile the user says "tell me more" when the client is told "waitingForUserMessage"
    And asked "tell me more" the model says "gladly"
    And asked "and then the door" the model says "painted"
    Then the call "call_1" succeeds, telling the model "User chose to answer with a follow-up message." [DC-54]
    And 1 message tells the client {"toolCallId": "call_1", "resumed": false, "waitingForUserMessage": true} [DC-54]
    And the user's messages reach the model as ["go", "tell me more", "and then the door"] [DC-54]
    And 3 requests reach the model [DC-54]
    And each call is answered once [I-1]
    And the turn ends completed

  Scenario: After a follow-up is chosen, the session waits until the user writes
    When the user says "go"
    And meanwhile the user says "and then the door" when "go" is asked of the model
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the client sends while the turn is paused:
      """
      {"type": "respond_tool_interaction", "toolCallId": "call_1", "response": {"kind": "question_other"}}
      """
    And nobody answers
    Then 1 request reaches the model [DC-54]
    And 1 message tells the client {"resumed": false, "waitingForUserMessage": true} [DC-54]
    And 0 messages tell the client {"resumed": true} [DC-54]
    And the prompt offers nothing any more [DC-61]

  Scenario: A chosen follow-up waits for the user's message, however long a tool beside it runs
    Given a tool "lint" that returns "clean"
    And the tool "lint" takes 1000 ms
    When the user says "go"
    And the model calls "lint"
    And in the same message it asks the user "Which one?" between ["Red", "Blue"]
    And the client sends when "Which one?" is shown:
      """
      {"type": "respond_tool_interaction", "toolCallId": "call_2", "response": {"kind": "question_other"}}
      """
    And 5000 ms later the user says "tell me more"
    And asked "tell me more" the model says "gladly"
    # The card may be drawn while the tool runs, or once it is done.
    Then the requests are sent at one of ["0 5000", "0 6000"] [DC-54]
    And the call "call_2" succeeds, telling the model "User chose to answer with a follow-up message." [DC-54]
    And the call "call_1" succeeds, telling the model "clean" [DC-25]
    And 1 message tells the client {"waitingForUserMessage": true} [DC-54]

  Rule: Several calls in one message

    @field-2 @field-8c
    Scenario Outline: The other calls of the message are run when the question comes <where>
      Given a tool "lint" that returns "clean"
      And the tool "lint" takes 500 ms
      When the user says "go"
      And the model calls "<first>" with:
        """
        <first arguments>
        """
      And in the same message it calls "<second>" with:
        """
        <second arguments>
        """
      And after 2000 ms the person chooses "Blue" at "Which one?"
      And the model says "painted"
      Then the tool "lint" runs 1 time [DC-25]
      And 1 prompt is shown [DC-25]
      And the requests are sent at one of ["0 2000", "0 2500"] [DC-27]
      And the call "<lint>" succeeds, telling the model "clean" [DC-25]
      And the call "<question>" succeeds, telling the model "Blue" [I-8]
      And the results of the last request are "call_1 call_2"
      And each call is answered once [I-1]
      And nothing is refused

      Examples:
        | where | first | second | lint | question | first arguments | second arguments |
        | last | lint | deepchat_question | call_1 | call_2 | {} | {"question": "Which one?", "options": [{"label": "Red"}, {"label": "Blue"}]} |
        | first | deepchat_question | lint | call_2 | call_1 | {"question": "Which one?", "options": [{"label": "Red"}, {"label": "Blue"}]} | {} |

    @field-3
    Scenario: Two questions of one message wait together, and each gets its own answer
      When the user says "go"
      And the model asks the user "First?" between ["Red", "Blue"]
      And in the same message it asks the user "Second?" between ["Red", "Blue"]
      And after 100 ms the person chooses "Red" at "First?"
      And after 200 ms the person chooses "Blue" at "Second?"
      And the model says "painted"
      Then 2 prompts are shown [DC-25]
      And the turn is paused 1 time [DC-25]
      And objects recorded with {"questionText": "First?"} have at "/answerText" in turn [null, "Red"] [DC-26]
      And objects recorded with {"questionText": "Second?"} have at "/answerText" in turn [null, "Blue"] [DC-26]
      And the call "call_1" succeeds, telling the model "Red" [DC-53]
      And the call "call_2" succeeds, telling the model "Blue" [I-3]
      And the requests are sent at one of ["0 200", "0 300"] [DC-27]
      And 2 requests reach the model [DC-27]
      And prompt 1 offers nothing any more [DC-61]
      And prompt 2 offers nothing any more [DC-61]

    Scenario: The acknowledgement of each reply says whether the turn has resumed
      When the user says "go"
      And the model asks the user "First?" between ["Red", "Blue"]
      And in the same message it asks the user "Second?" between ["Red", "Blue"]
      And in the same message it asks the user "Third?" between ["Red", "Blue"]
      And the client sends while the turn is paused:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "Red"}
        }
        """
      And 100 ms later the client sends:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_2",
          "response": {"kind": "question_option", "optionLabel": "Blue"}
        }
        """
      And 100 ms later the client sends:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_3",
          "response": {"kind": "question_custom", "answerText": "teal"}
        }
        """
      And the model says "painted"
      Then the messages tell the client in this order: [DC-27]
        """
        [{"toolCallId": "call_1", "resumed": false}, {"toolCallId": "call_2", "resumed": false}, {"toolCallId": "call_3", "resumed": true}]
        """
      And 1 message tells the client {"resumed": true} [DC-27]
      And 2 requests reach the model [DC-27]
      And the requests are sent at "0 200" [DC-27]
      And the call "call_3" succeeds, telling the model "teal" [DC-53]

    Scenario: A later question cannot be answered before an earlier one
      When the user says "go"
      And the model asks the user "First?" between ["Red", "Blue"]
      And in the same message it asks the user "Second?" between ["Red", "Blue"]
      And the client sends while the turn is paused:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_2",
          "response": {"kind": "question_option", "optionLabel": "Blue"}
        }
        """
      And 100 ms later the client sends:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "Red"}
        }
        """
      And 100 ms later the client sends:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_2",
          "response": {"kind": "question_custom", "answerText": "teal"}
        }
        """
      And the model says "painted"
      Then 1 message tells the client: [DC-26]
        """
        {"toolCallId": "call_2", "error": "Interaction queue out of order. Please handle the first pending item."}
        """
      And objects recorded with {"questionText": "Second?"} have at "/answerText" in turn [null, "teal"] [DC-26]
      And the call "call_1" succeeds, telling the model "Red" [DC-26]
      And the call "call_2" succeeds, telling the model "teal" [DC-26]
      And the requests are sent at "0 200" [DC-27]

    @open
    Scenario: All cards of a message are shown at once
      When the user says "go"
      And the model asks the user "First?" between ["Red", "Blue"]
      And in the same message it asks the user "Second?" between ["Red", "Blue"]
      And after 100 ms the person chooses "Red" at "First?"
      And after 1000 ms the person chooses "Blue" at "Second?"
      And the model says "painted"
      Then the requests are sent at "0 1000" [DC-25.o]

    @open
    Scenario: A card is shown while other calls of the message still run
      Given a tool "lint" that returns "clean"
      And the tool "lint" takes 500 ms
      When the user says "go"
      And the model calls "lint"
      And in the same message it asks the user "Which one?" between ["Red", "Blue"]
      And after 1000 ms the person chooses "Blue" at "Which one?"
      And the model says "painted"
      Then the requests are sent at "0 1000" [DC-25.w]

    @reference
    Scenario: Clicking on a later card shows a notice, in the words of the reference
      When the user says "go"
      And the model asks the user "First?" between ["Red", "Blue"]
      And in the same message it asks the user "Second?" between ["Red", "Blue"]
      And after 100 ms the person chooses "Red" at "Second?"
      And nobody answers
      Then a notice tells "Interaction queue out of order. Please handle the first pending item."

    # If the cards are shown one at a time, the second appears once the first is answered.
    Scenario: The first question is answered before the second, whichever card is clicked first
      When the user says "go"
      And the model asks the user "First?" between ["Red", "Blue"]
      And in the same message it asks the user "Second?" between ["Red", "Blue"]
      And after 100 ms the person chooses "Red" at "Second?"
      And 300 ms later the person chooses "Blue" at "Second?"
      And after 200 ms the person chooses "Red" at "First?"
      And 100 ms later the person chooses "Blue" at "First?"
      And 0 ms later the person presses "Tab" at "First?"
      And the model says "painted"
      Then objects recorded with {"questionText": "First?"} have at "/answerText" in turn [null, "Red"] [DC-26]
      And the requests are sent at one of ["0 400", "0 300"] [DC-26]
      And 2 requests reach the model [DC-27]

    @field-47
    Scenario: Several waiting questions are shown again after a restart, in their order
      When the user says "go"
      And the model asks the user "First?" between ["Red", "Blue"]
      And in the same message it asks the user "Second?" between ["Red", "Blue"]
      And in the same message it asks the user "Third?" between ["Red", "Blue"]
      And the client sends while the turn is paused:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_1",
          "response": {"kind": "question_custom", "answerText": "ochre"}
        }
        """
      And the subject is restarted when "ochre" is shown
      # The cards may be drawn before the restart, too, but an answer there comes too late.
      And if asked, after 300 ms the person chooses "Blue" at "Second?"
      And if asked, after 300 ms the person chooses "Blue" at "Second?"
      And if asked, after 400 ms the person types "teal" at "Third?"
      And if asked, after 400 ms the person types "teal" at "Third?"
      And the model says "painted"
      Then the call "call_1" succeeds, telling the model "ochre" [DC-49]
      And the call "call_2" succeeds, telling the model "Blue" [DC-49]
      And the call "call_3" succeeds, telling the model "teal" [DC-49]
      And 2 requests reach the model [DC-27]

    Scenario: A malformed question fails alone, and the valid question beside it is asked
      When the user says "go"
      And the model calls "deepchat_question" with:
        """
        {"question": "First?"}
        """
      And in the same message it asks the user "Second?" between ["Red", "Blue"]
      And the person chooses "Blue" at "Second?"
      And the model says "painted"
      Then 1 prompt is shown [I-4]
      And the call "call_1" fails, telling the model something with: [DC-15]
        """
        Error: Invalid arguments for deepchat_question.
        """
      And the call "call_2" succeeds, telling the model "Blue" [DC-25]
      And 2 requests reach the model [DC-27]

  Rule: Invalid, repeated and interrupted replies

    Scenario Outline: A reply with <what> gets "<error>", and the question still waits
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the client sends while the turn is paused:
        """
        {"type": "respond_tool_interaction", "toolCallId": "call_1", "response": <response>}
        """
      And after 1000 ms the person chooses "Blue" at "Which one?"
      And the model says "painted"
      Then 1 message tells the client {"toolCallId": "call_1", "error": "<error>"} [<id>]
      And the requests are sent at "0 1000" [<id>]
      And objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "Blue"] [<id>]

      Examples:
        | what              | id    | error                                           | response                                            |
        | an empty text     | DC-56 | Answer cannot be empty.                         | {"kind": "question_custom", "answerText": ""}       |
        | a blank text      | DC-56 | Answer cannot be empty.                         | {"kind": "question_custom", "answerText": " \\n "}  |
        | a blank label     | DC-56 | Answer cannot be empty.                         | {"kind": "question_option", "optionLabel": " "}     |
        | a permission kind | DC-56 | Invalid response kind for question interaction. | {"kind": "permission", "granted": true}             |
        | no kind           | DC-56 | Invalid response kind for question interaction. | {"optionLabel": "Red"}                              |
        | a reject kind     | DC-52 | Invalid response kind for question interaction. | {"kind": "question_reject"}                         |

    @open
    Scenario: A reply with a label that was never offered is not taken as an answer
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the client sends when "Which one?" is shown:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "Green"}
        }
        """
      And 1000 ms later the client sends:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "Blue"}
        }
        """
      And the model says "painted"
      Then the requests are sent at "0 1000" [DC-55.o]
      And objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "Blue"] [DC-55.o]

    Scenario Outline: A reply for <what> gets the error that nothing is pending
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the client sends while the turn is paused:
        """
        {"type": "respond_tool_interaction", <to>, "response": {"kind": "question_option", "optionLabel": "Red"}}
        """
      And after 1000 ms the person chooses "Blue" at "Which one?"
      And the model says "painted"
      Then 1 message tells the client {"error": "No pending interaction found in target message."} [DC-56]
      And the call "call_1" succeeds, telling the model "Blue" [DC-56]

      Examples:
        | what            | to                                                    |
        | an unknown call | "toolCallId": "call_9"                                |
        | another session | "toolCallId": "call_1", "sessionId": "somewhere_else" |
        | another message | "toolCallId": "call_1", "messageId": "another_one"    |

    Scenario: A reply gets the error that nothing is pending if no question was ever asked
      When the user says "go"
      And the model says "hello"
      And the client sends after the turn:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "Red"}
        }
        """
      Then 1 message tells the client {"error": "No pending interaction found in target message."} [DC-56]
      And 1 request reaches the model

    Scenario: The second of two replies at the same instant has no effect
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the client sends when "Which one?" is shown:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "Red"}
        }
        """
      And 0 ms later the client sends:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "Blue"}
        }
        """
      And the model says "painted"
      Then 1 message tells the client {"toolCallId": "call_1", "resumed": false} [DC-57]
      And 1 message tells the client {"toolCallId": "call_1", "resumed": true} [DC-57]
      And the call "call_1" succeeds, telling the model "Red" [DC-57]
      And objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "Red"] [DC-57]
      And 2 requests reach the model [DC-57]
      And the turn ends completed

    Scenario: A call id that is used again in a later turn belongs to the new call
      Given the scenario "deepchat-id-of-before"
      Then objects recorded with {"questionText": "First?"} have at "/answerText" in turn [null, "Red"] [I-3]
      And objects recorded with {"questionText": "Second?"} have at "/answerText" in turn [null, "Blue"] [I-3]
      And 2 messages tell the client {"toolCallId": "call_1", "resumed": true} [DC-27]
      And 0 messages tell the client {"resumed": false} [DC-27]
      And 4 requests reach the model

    Scenario: An abort at the instant of an answer interrupts the turn
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the client sends when "Which one?" is shown:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "Red"}
        }
        """
      And 0 ms later SIGINT arrives
      And the model says "painted" if it is asked
      # An implementation that sends the next request at once has already resumed when the abort comes, and says so.
      Then one of these courses is taken: [DC-58]
        """
        [
          {"told": {"toolCallId": "call_1", "resumed": false}, "requests": 1},
          {"told": {"toolCallId": "call_1", "resumed": true}, "requests": 2}
        ]
        """
      And where the client is told {"resumed": false}, the last object recorded with {"role": "assistant"} has: [DC-58]
        """
        {"status": "error"}
        """
      And the turn ends interrupted [DC-58]
      And the run ends done [DC-58]
      And no prompt is left open [I-7]

    Scenario: After an abort at the instant of an answer the chat goes on
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the client sends when "Which one?" is shown:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "Red"}
        }
        """
      And 0 ms later SIGINT arrives
      And the model says "painted" if it is asked
      And meanwhile the user says "and now?" after the turn
      And asked "and now?" the model says "now it is red"
      Then the user's messages reach the model as ["go", "and now?"] [DC-58]
      And each call is answered once [I-1]
      And the turn ends completed

  Rule: Hooks, and a disabled tool

    Scenario: A question fires no hook and is not executed like a tool
      Given a tool "lint" that returns "clean"
      And the setting "hooks" is true
      When the user says "go"
      And the model calls "lint"
      And in the same message it asks the user "Which one?" between ["Red", "Blue"]
      And the person chooses "Blue" at "Which one?"
      And the model says "painted"
      Then 1 message tells the client {"type": "hook", "event": "PreToolUse", "toolName": "lint"} [DC-28]
      And 0 messages tell the client {"toolName": "deepchat_question"} [DC-28]
      And 1 message tells the client {"type": "hook"} [DC-28]
      And the tool "deepchat_question" runs 0 times [DC-28]
      And the tool "lint" runs 1 time [DC-28]

    Scenario: A call of the disabled question tool fails as not found
      Given the setting "questions" is false
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the model says "then I decide"
      Then the call "call_1" fails, telling the model "Tool deepchat_question not found in any source" [DC-30]
      And no prompt is shown [DC-30]
      And no request offers the tool "deepchat_question" [DC-30]
      And the turn is paused 0 times [DC-30]

  Rule: Reasoning, and replies that are cut off

    @field-49
    Scenario Outline: The model's reasoning before the question is sent back with <what>
      When the user says "go"
      And the model first reasons "Only the user knows the colour."
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And after 500 ms the person <does>
      And the model says "painted"
      Then the reasoning "Only the user knows the colour." goes back to the model [DC-59]
      And the call "call_1" succeeds, telling the model "<text>" [DC-59]
      And something is recorded with {"content": "Only the user knows the colour."} [DC-59]
      And each call is answered once [I-1]
      And 2 requests reach the model

      Examples:
        | what            | text | does                           |
        | a chosen option | Blue | chooses "Blue" at "Which one?" |
        | a typed answer  | teal | types "teal" at "Which one?"   |

    @field-49
    Scenario: The model's reasoning is sent back with the answers to two questions of one message
      When the user says "go"
      And the model first reasons "There are two things to know."
      And the model asks the user "First?" between ["Red", "Blue"]
      And in the same message it asks the user "Second?" between ["Red", "Blue"]
      And the person chooses "Red" at "First?"
      And the person chooses "Blue" at "Second?"
      And the model says "painted"
      Then the reasoning "There are two things to know." goes back to the model [DC-59]
      And the call "call_1" succeeds, telling the model "Red" [DC-53]
      And the call "call_2" succeeds, telling the model "Blue" [DC-53]
      And the results of the last request are "call_1 call_2"

    @field-49
    Scenario: The model's reasoning is still sent back after a restart
      When the user says "go"
      And the model first reasons "Only the user knows the colour."
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the subject is restarted while the turn is paused
      And after 500 ms the person chooses "Red" at "Which one?"
      And the person chooses "Blue" at "Which one?"
      And the model says "painted"
      Then the reasoning "Only the user knows the colour." goes back to the model [DC-59]
      And the call "call_1" succeeds, telling the model "Blue" [DC-59]

    Scenario: No call of a message that was cut off is run, even if it looks complete
      Given a tool "lint" that returns "clean"
      When the user says "go"
      And the model calls "lint"
      And in the same message it asks the user "Which one?" between ["Red", "Blue"]
      And the model's reply is cut off at the output limit
      And the model asks the user "Once more: which one?" between ["Red", "Blue"]
      And the person chooses "Blue" at "which one?"
      And the model says "painted"
      Then the call "call_1" fails, telling the model: [DC-29]
        """
        Tool call was not executed because the model response reached the output token limit, so its arguments may be incomplete. Retry the tool call with complete arguments.
        """
      And the call "call_2" fails, telling the model: [DC-29]
        """
        Tool call was not executed because the model response reached the output token limit, so its arguments may be incomplete. Retry the tool call with complete arguments.
        """
      And the tool "lint" runs 0 times [DC-29]
      And 1 prompt is shown [DC-29]
      And the turn is paused 1 time [DC-29]
      And the call "call_3" succeeds, telling the model "Blue" [DC-29]
      And 3 requests reach the model [DC-29]

    Scenario: A question that was cut off in its arguments fails instead of being repaired
      When the user says "go"
      And the model calls "deepchat_question" with the text:
        """
        {"question": "Which one?", "options": [{"label": "Red"}
        """
      And the model's reply is cut off at the output limit
      And the model says "I shall be brief"
      Then the call "call_1" fails, telling the model: [DC-29]
        """
        Tool call was not executed because the model response reached the output token limit, so its arguments may be incomplete. Retry the tool call with complete arguments.
        """
      And no prompt is shown [DC-29]
      And the turn ends completed
