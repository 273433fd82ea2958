Feature: PilotDeck: questions over the gateway

  The client gets a question as an event, and its reply names the request. The first reply counts. An abort, a timeout
  and the end of the turn cancel the question. A client that connects later is sent the questions that still wait.

  Background:
    Given the system "pilotdeck"
    And the profile "upstream"
    And a terminal

  Scenario: The client gets the whole question as an event, and its reply answers the call
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "multiSelect": true, "options": [{"label": "A", "description": "a", "preview": "<b>A</b>"}, {"label": "B", "description": ""}]}],
       "metadata": {"source": "plan"}, "annotations": {"Q?": {"notes": "of the call"}}}
      """
    And the client answers "elicitation_request" with the line:
      """
      {
        "type": "elicitation_respond",
        "sessionKey": "session_1",
        "requestId": "<requestId>",
        "answer": {
          "type": "answered",
          "answers": {"Q?": ["A", "B"]},
          "annotations": {"Q?": {"preview": "<b>A</b>", "notes": "n"}}
        }
      }
      """
    And the model says "done"
    Then 1 message tells the client: [PD-59]
      """
      {
        "type": "elicitation_request",
        "toolName": "ask_user_question",
        "questions": [
          {
            "question": "Q?",
            "header": "H",
            "multiSelect": true,
            "options": [
              {"label": "A", "description": "a", "preview": "<b>A</b>"},
              {"label": "B", "description": ""}
            ]
          }
        ]
      }
      """
    And 1 message tells the client {"type": "elicitation_request", "metadata": {"source": "plan"}} [PD-59]
    And 1 message tells the client {"type": "elicitation_response", "delivered": true} [PD-59]
    And the call "call_1" succeeds, telling the model: [PD-59]
      """
      User has answered your questions: "Q?"="A, B" selected preview:
      <b>A</b> user notes: n. You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has: [PD-42]
      """
      {"data": {"answers": {"Q?": ["A", "B"]}, "annotations": {"Q?": {"preview": "<b>A</b>", "notes": "n"}}}}
      """
    And the messages {"type": "elicitation_request"} have the fields: [PD-59]
      """
      type requestId toolCallId toolName (previewFormat) questions metadata
      """
    And no message tells the client "of the call" [PD-87]
    And no message tells the client "elicitation_cancelled" [PD-59]

  Scenario: Fields that are not set are missing from the event
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the client answers "elicitation_request" with the line:
      """
      {
        "type": "elicitation_respond",
        "sessionKey": "session_1",
        "requestId": "<requestId>",
        "answer": {"type": "answered", "answers": {"Q?": "A"}}
      }
      """
    And the model says "done"
    Then 1 message tells the client {"type": "elicitation_request", "questions": [{"question": "Q?"}]} [PD-59]
    And the messages {"type": "elicitation_request"} have the fields: [PD-59]
      """
      type requestId toolCallId toolName (previewFormat) questions
      """
    And the last object recorded with {"answers": {"Q?": "A"}} lacks "annotations" [PD-93]

  Scenario: A cancel by the client makes the call fail with its reason
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the client answers "elicitation_request" with the line:
      """
      {
        "type": "elicitation_respond",
        "sessionKey": "session_1",
        "requestId": "<requestId>",
        "answer": {"type": "cancelled", "reason": "skipped", "answers": {"Q?": "A"}}
      }
      """
    And the model says "as you like"
    Then 1 message tells the client {"type": "elicitation_response", "delivered": true} [PD-59]
    And something is recorded with: [PD-59]
      """
      {"code": "unsupported_tool", "message": "User declined to answer questions (skipped)"}
      """
    And nothing is recorded with {"type": "tool_result"} [PD-92]

  Scenario: A second reply, and a late one, are not delivered and change nothing
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the client answers "elicitation_request" with:
      """
      [{"after_ms": 100, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Q?": "A"}}}},
       {"after_ms": 100, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Q?": "B"}}}},
       {"after_ms": 60000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "cancelled"}}}]
      """
    And the model says "done"
    Then 1 message tells the client {"type": "elicitation_response", "delivered": true} [PD-60]
    And 2 messages tell the client {"type": "elicitation_response", "delivered": false} [PD-60]
    And the answer "\"Q?\"=\"A\"" arrives 1 time [PD-60]
    And the answer "\"Q?\"=\"B\"" arrives 0 times [PD-60]
    And nothing is recorded with {"type": "tool_error"} [PD-60]
    And 2 requests reach the model [PD-60]
    And the requests are sent at "0 100" [PD-60]

  Scenario Outline: A reply <what> is not delivered
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the client answers "elicitation_request" with:
      """
      [{"after_ms": 100, "line": {"type": "elicitation_respond", "sessionKey": <session>, "requestId": <request>, "answer": {"type": "answered", "answers": {"Q?": "A"}}}},
       {"after_ms": 1000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "\u003crequestId>", "answer": {"type": "answered", "answers": {"Q?": "B"}}}}]
      """
    And the model says "done"
    Then 1 message tells the client {"type": "elicitation_response", "delivered": false} [PD-60]
    And 1 message tells the client {"type": "elicitation_response", "delivered": true} [PD-60]
    And the answer "\"Q?\"=\"A\"" arrives 0 times [I-3]
    And the answer "\"Q?\"=\"B\"" arrives 1 time [I-3]
    And the requests are sent at "0 1000" [PD-60]

    Examples:
      | what                               | session     | request             |
      | to an unknown request              | "session_1" | "nobody's"          |
      | with the call id as its request id | "session_1" | "call_1"            |
      | with a null request id             | "session_1" | null                |
      | from another session               | "session_2" | "\\u003crequestId>" |

  @field-6 @field-9
  Scenario: Two questions at once each get their own reply, even in reverse order
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["A", "B"]
    And the client answers "First?" with:
      """
      [{"after_ms": 2000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"First?": "A"}}}}]
      """
    And the client answers "Second?" with:
      """
      [{"after_ms": 1000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Second?": "B"}}}}]
      """
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [I-3]
      """
      User has answered your questions: "First?"="A". You can now continue with the user's answers in mind.
      """
    And the call "call_2" succeeds, telling the model: [I-3]
      """
      User has answered your questions: "Second?"="B". You can now continue with the user's answers in mind.
      """
    And 2 messages tell the client {"type": "elicitation_response", "delivered": true} [PD-59]
    And 2 messages tell the client {"type": "elicitation_request", "toolName": "ask_user_question"} [PD-59]
    And the requests are sent at "0 2000" [PD-68]

  Scenario: Two calls that ask the same at once each get their own reply
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And in the same message it asks the user "Which?" between ["A", "B"]
    And the client answers "elicitation_request" with:
      """
      [{"after_ms": 1000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Which?": "A"}}}}]
      """
    And the client answers "elicitation_request" with:
      """
      [{"after_ms": 2000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Which?": "B"}}}}]
      """
    And the model says "done"
    Then the requests are sent at "0 2000" [I-3]
    And 2 messages tell the client {"type": "elicitation_response", "delivered": true} [PD-60]
    And something is recorded with {"data": {"answers": {"Which?": "A"}}} [I-3]
    And something is recorded with {"data": {"answers": {"Which?": "B"}}} [I-3]
    And the answer "\"Which?\"=\"A\"" arrives 1 time [I-3]
    And the answer "\"Which?\"=\"B\"" arrives 1 time [I-3]

  @field-25 @field-36
  Scenario: An abort while the question waits cancels it, and tells the client
    Given a tool "build" that returns "built"
    And the tool "build" takes 5000 ms
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And in the same message it calls "build"
    And SIGINT arrives when the client is told "elicitation_request"
    Then 1 message tells the client {"type": "elicitation_cancelled", "reason": "aborted"} [PD-61]
    And the last object recorded with {"toolCallId": "call_1"} has: [PD-61]
      """
      {"error": {"code": "unsupported_tool", "message": "User declined to answer questions (aborted)"}}
      """
    And nothing is recorded with {"type": "tool_result"} [PD-61]
    And 1 event is recorded with {"toolCallId": "call_1"} [I-1]
    And the turn ends interrupted [I-7]
    And 1 request reaches the model [PD-61]

  Scenario: An abort while two questions wait cancels both
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["A", "B"]
    And SIGINT arrives when the client is told "Second?"
    Then 2 messages tell the client {"type": "elicitation_cancelled", "reason": "aborted"} [PD-61]
    And the last object recorded with {"toolCallId": "call_1"} has: [PD-61]
      """
      {"error": {"message": "User declined to answer questions (aborted)"}}
      """
    And the last object recorded with {"toolCallId": "call_2"} has: [PD-61]
      """
      {"error": {"message": "User declined to answer questions (aborted)"}}
      """
    And nothing is refused

  @field-37
  Scenario: A reply after the abort is not delivered
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And SIGINT arrives when the client is told "elicitation_request"
    And the client answers "elicitation_request" with:
      """
      [{"after_ms": 1000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Q?": "A"}}}}]
      """
    Then 1 message tells the client {"type": "elicitation_response", "delivered": false} [PD-60]
    And 1 message tells the client {"type": "elicitation_cancelled", "reason": "aborted"} [PD-61]
    And nothing is recorded with {"type": "tool_result"} [PD-60]
    And the turn ends interrupted [PD-60]

  @open
  Scenario: An answer just before an abort at the same instant counts
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the client answers "elicitation_request" with:
      """
      [{"after_ms": 1000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Q?": "A"}}}}]
      """
    And SIGINT arrives when the client is told "elicitation_response"
    And the model says "done" if it is asked
    Then 1 message tells the client {"type": "elicitation_response", "delivered": true} [PD-61.o]
    And no message tells the client "elicitation_cancelled" [PD-61.o]
    And the last object recorded with {"toolCallId": "call_1"} has {"data": {"answers": {"Q?": "A"}}} [PD-61.o]
    And the turn ends interrupted [PD-61.o]

  @open
  Scenario: An answer just after an abort at the same instant is not delivered
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And SIGINT arrives when the client is told "elicitation_request"
    And the client answers "elicitation_cancelled" with the line:
      """
      {
        "type": "elicitation_respond",
        "sessionKey": "session_1",
        "requestId": "<requestId>",
        "answer": {"type": "answered", "answers": {"Q?": "A"}}
      }
      """
    Then 1 message tells the client {"type": "elicitation_response", "delivered": false} [PD-61.o]
    And 1 message tells the client {"type": "elicitation_cancelled"} [PD-61.o]
    And nothing is recorded with {"type": "tool_result"} [PD-61.o]

  Scenario: The turn timeout cancels the waiting question
    Given the setting "turn_timeout_ms" is 60000
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the client answers "elicitation_request" with:
      """
      [{"after_ms": 60001, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Q?": "A"}}}}]
      """
    Then something is recorded with {"message": "turn_timeout"} [PD-62]
    And 1 message tells the client {"type": "elicitation_response", "delivered": false} [PD-62]
    And nothing is recorded with {"type": "tool_result"} [PD-62]
    And the turn ends timed_out [PD-62]
    And 1 request reaches the model [PD-62]
    And 1 message tells the client {"type": "elicitation_cancelled", "reason": "turn_timeout"} [PD-62.c]

  Scenario: An answer just before the turn timeout counts
    Given the setting "turn_timeout_ms" is 60000
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the client answers "elicitation_request" with:
      """
      [{"after_ms": 59999, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Q?": "A"}}}}]
      """
    And the model says "done"
    Then the requests are sent at "0 59999" [PD-62]
    And nothing is recorded with {"message": "turn_timeout"} [PD-62]
    And the turn ends completed [PD-62]

  Scenario: The turn timeout is counted from the beginning of the turn, and not from the question
    Given the setting "turn_timeout_ms" is 60000
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And the client answers "First?" with:
      """
      [{"after_ms": 40000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"First?": "A"}}}}]
      """
    And the model asks the user "Second?" between ["A", "B"]
    And the client answers "Second?" with:
      """
      [{"after_ms": 30000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Second?": "A"}}}}]
      """
    Then the requests are sent at "0 40000" [PD-62]
    And the last object recorded with {"toolCallId": "call_2"} has {"type": "tool_error"} [PD-62]
    And something is recorded with {"message": "turn_timeout"} [PD-62]
    And nothing is recorded with {"answers": {"Second?": "A"}} [PD-62]
    And the turn ends timed_out [PD-62]

  Scenario: The end of the turn cancels the waiting question
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the client sends {"type": "end_turn"} when the client is told "elicitation_request"
    Then something is recorded with {"message": "turn_ended"} [PD-62]
    And nothing is recorded with {"type": "tool_result"} [PD-62]
    And 1 request reaches the model [PD-62]
    And 1 message tells the client {"type": "elicitation_cancelled", "reason": "turn_ended"} [PD-62.c]

  @field-47b
  Scenario: A client that reconnects is sent only the question that still waits, and can answer it
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["A", "B"]
    And the client answers "First?" with the line:
      """
      {
        "type": "elicitation_respond",
        "sessionKey": "session_1",
        "requestId": "<requestId>",
        "answer": {"type": "answered", "answers": {"First?": "A"}}
      }
      """
    And the client goes when the client is told "elicitation_response"
    And 1000 ms later a client comes
    And 1000 ms later a client comes
    And 1000 ms later a client comes
    And the client answers "Second?" with:
      """
      [{"after_ms": 5000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Second?": "B"}}}}]
      """
    And the model says "done"
    Then 1 message tells the client {"type": "elicitation_request", "questions": [{"question": "First?"}]} [PD-63]
    And 4 messages tell the client {"type": "elicitation_request", "questions": [{"question": "Second?"}]} [PD-63]
    And the messages {"questions": [{"question": "Second?"}]} have one "requestId" [PD-63]
    And the answer "\"Second?\"=\"B\"" arrives 1 time [PD-63]
    And the requests are sent at "0 5000" [PD-63]

  Scenario: A client that reconnects is sent the waiting request again before it is answered
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the client goes when the client is told "elicitation_request"
    And 1000 ms later a client comes
    And the client answers "Q?" with:
      """
      [{"after_ms": 3000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Q?": "A"}}}}]
      """
    And the model says "done"
    Then the messages tell the client in this order: [PD-63]
      """
      [{"type": "elicitation_request", "requestId": "<request#1>"}, {"type": "elicitation_request", "requestId": "<request#1>"},
       {"type": "elicitation_response", "delivered": true}]
      """
    And 2 messages tell the client {"type": "elicitation_request"} [PD-63]
    And the requests are sent at "0 3000" [PD-63]

  Scenario: A client that reconnects is sent every question that waits
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["A", "B"]
    And the client goes when the client is told "Second?"
    And 1000 ms later a client comes
    And the client answers "First?" with:
      """
      [{"after_ms": 3000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"First?": "A"}}}}]
      """
    And the client answers "Second?" with:
      """
      [{"after_ms": 4000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Second?": "B"}}}}]
      """
    And the model says "done"
    Then 2 messages tell the client {"type": "elicitation_request", "questions": [{"question": "First?"}]} [PD-63]
    And 2 messages tell the client {"type": "elicitation_request", "questions": [{"question": "Second?"}]} [PD-63]
    And the answer "\"First?\"=\"A\"" arrives 1 time [PD-63]
    And the answer "\"Second?\"=\"B\"" arrives 1 time [PD-63]

  Scenario: The end of the turn ends every question that waits
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["A", "B"]
    And the client sends {"type": "end_turn"} when the client is told "Second?"
    Then the last object recorded with {"toolCallId": "call_1"} has {"type": "tool_error"} [PD-62]
    And the last object recorded with {"toolCallId": "call_2"} has {"type": "tool_error"} [PD-62]
    And 1 request reaches the model [PD-62]

  Scenario: What the user says while a question waits at the client answers nothing
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And meanwhile the user says "A" when the client is told "Which?"
    And the client answers "Which?" with:
      """
      [{"after_ms": 1000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Which?": "B"}}}}]
      """
    And the model says "done"
    # The message may be refused, or kept until the turn is over.
    And asked "A" the model says "thanks" if it is asked
    Then before 1000 ms nothing is recorded with {"toolCallId": "call_1"} [PD-85]
    And something is recorded with {"data": {"answers": {"Which?": "B"}}} [PD-85]
    And nothing is recorded with {"data": {"answers": {"Which?": "A"}}} [PD-85]

  Scenario: An answer without annotations has none of an earlier answer
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And the client answers "First?" with the line:
      """
      {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>",
       "answer": {"type": "answered", "answers": {"First?": "A"}, "annotations": {"First?": {"notes": "of the first"}}}}
      """
    And the model asks the user "Second?" between ["A", "B"]
    And the client answers "Second?" with the line:
      """
      {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>",
       "answer": {"type": "answered", "answers": {"Second?": "B"}}}
      """
    And the model says "done"
    Then something is recorded with {"annotations": {"First?": {"notes": "of the first"}}} [PD-42]
    And nothing is recorded with {"data": {"answers": {"Second?": "B"}, "annotations": {}}} [PD-42, PD-93]

  Scenario: A question that was answered before is put again when the model asks it again
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the client answers "elicitation_request" with the line:
      """
      {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>",
       "answer": {"type": "answered", "answers": {"Which?": "A"}}}
      """
    And the model asks the user "Which?" between ["A", "B"]
    And the client answers "elicitation_request" with the line:
      """
      {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>",
       "answer": {"type": "answered", "answers": {"Which?": "B"}}}
      """
    And the model says "done"
    Then 2 messages tell the client {"type": "elicitation_request"} [PD-40]
    And the messages {"type": "elicitation_request"} have another "requestId" each [PD-59]

  Scenario Outline: A client that connects after the question has ended is sent nothing: <what>
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And <what> when the client is told "elicitation_request"
    And a client comes after the turn
    Then 1 message tells the client {"type": "elicitation_request"} [PD-63]

    Examples:
      | what                                  |
      | SIGINT arrives                        |
      | the client sends {"type": "end_turn"} |

  Scenario: A reply to a question from before a restart does not answer a new question
    When the user says "go"
    And the model asks the user "Delete the old backups?" between ["yes", "no"]
    And the client answers "Delete the old backups?" with:
      """
      [{"after_ms": 2000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Delete the old backups?": "yes"}}}}]
      """
    And the subject is restarted when the client is told "Delete the old backups?"
    # If the question is asked again, it is over before the next one.
    And if told, the client answers "Delete the old backups?" with:
      """
      [{"after_ms": 500, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Delete the old backups?": "no"}}}}]
      """
    And the model says "kept" if it is asked
    And 1000 ms later the user says "again"
    And asked "again" the model asks the user "Which colour?" between ["red", "blue"]
    And the run may end while the turn waits
    Then the messages tell the client in this order: [PD-59]
      """
      [{"type": "elicitation_request", "requestId": "<request#1>"}, {"type": "elicitation_request", "requestId": "<request#2>"}]
      """
    And the messages {"type": "elicitation_request"} have another "requestId" each [PD-59]
    And the messages tell the client in this order: [PD-39]
      """
      [{"toolCallId": "<turn#1>", "questions": [{"question": "Delete the old backups?"}]},
       {"toolCallId": "<turn#2>", "questions": [{"question": "Which colour?"}]}]
      """
    And 1 message tells the client {"type": "elicitation_request", "questions": [{"question": "Which colour?"}]} [PD-59]
    And 1 message tells the client {"type": "elicitation_response", "delivered": false} [PD-60, I-3]
    And nothing is recorded with {"answers": {"Delete the old backups?": "yes"}} [I-3]
    And nothing is recorded with {"text": "User has answered your questions: \"Which colour?\"…"} [I-3]

  Scenario: Each cancel event names its own request, and all requests have the same turn id
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it asks the user "How far?" between ["near", "distant"]
    And SIGINT arrives when the client is told "How far?"
    Then the messages tell the client in this order: [PD-59, PD-61]
      """
      [{"type": "elicitation_request", "requestId": "<request#1>", "toolCallId": "<turn#1>"},
       {"type": "elicitation_request", "requestId": "<request#2>", "toolCallId": "<turn#1>"},
       {"type": "elicitation_cancelled", "requestId": "<request#1>"}, {"type": "elicitation_cancelled", "requestId": "<request#2>"}]
      """
    And the messages {"type": "elicitation_cancelled"} repeat the "requestId" of the messages: [PD-61]
      """
      {"type": "elicitation_request"}
      """
    And the messages {"type": "elicitation_request"} have one "toolCallId" [PD-39]
    And the messages {"type": "elicitation_request"} have 2 different "requestId" [PD-59]
    And 2 messages tell the client {"type": "elicitation_request", "toolName": "ask_user_question"} [PD-59]
