Feature: pi: several calls, also across an interrupt, a kill and a client that leaves

  Each call comes to an end of its own: the third as well as the first, and a call that is made again is asked again.

  Background:
    Given the system "pi"

  Scenario: A form that was answered before is asked again when the model makes the same call again
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?"}]}
      """
    And the person answers "First?" with ["A", "one"]
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?"}]}
      """
    And if asked, the person answers "First?" with ["B", "two"]
    And the model says "done"
    Then 2 prompts are shown [PI-20, I-5]
    And the call "call_2" has at least the result: [PI-20, I-5]
      """
      {"answered": true, "answers": [{"question": "First?", "answer": "B"}, {"question": "Second?", "answer": "two"}]}
      """

  Scenario: A form that was answered in an earlier turn is asked again when the model makes the same call
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?"}, {"question": "Second?"}]}
      """
    And the person answers "First?" with ["one", "two"]
    And the model says "done"
    And the user says "once more" after the turn
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?"}, {"question": "Second?"}]}
      """
    And if asked, the person cancels "First?"
    And the model says "as you like"
    Then 2 prompts are shown [PI-20]
    And the call "call_2" has at least the result {"answered": false, "cancelled": true} [PI-20, I-5]

  Scenario: Two equal calls in one message are asked one by one, and each has its own answers
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?"}, {"question": "Second?"}]}
      """
    And in the same message it calls "ask_user" with:
      """
      {"questions": [{"question": "First?"}, {"question": "Second?"}]}
      """
    And the person answers "First?" with ["one", "two"]
    And if asked, the person answers "First?" with ["three", "four"]
    And the model says "done"
    Then 2 prompts are shown [PI-20]
    And something is recorded with {"question": "First?", "answer": "three"} [PI-20, I-5]
    And something is recorded with {"question": "Second?", "answer": "four"} [PI-20, I-5]

  Scenario: A client is asked again when the model makes the same call again
    Given the command line "--mode rpc"
    And the profile "seed"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?"}, {"question": "Second?"}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {"type": "ask_user_response", "requestId": "<requestId>", "answers": [
        {"question": "First?", "answer": "one", "wasCustom": true},
        {"question": "Second?", "answer": "two", "wasCustom": true}]}
      """
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?"}, {"question": "Second?"}]}
      """
    And if told, the client answers "ask_user_request" with the line:
      """
      {"type": "ask_user_response", "requestId": "<requestId>", "answers": [
        {"question": "First?", "answer": "three", "wasCustom": true},
        {"question": "Second?", "answer": "four", "wasCustom": true}]}
      """
    And the model says "done"
    Then 2 messages tell the client {"type": "ask_user_request"} [PI-20]
    And the call "call_2" has at least the result: [PI-20, I-5]
      """
      {"answered": true,
        "answers": [{"question": "First?", "answer": "three"}, {"question": "Second?", "answer": "four"}]}
      """

  Scenario: After a kill at the first of three calls each of the three is asked
    Given a terminal
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And in the same message it asks the user "Third?" between ["E", "F"]
    And the person does nothing at "First?"
    And the subject is restarted when "First?" is shown
    And the person answers "First?" with "B"
    And the person answers "Second?" with "D"
    And if asked, the person answers "Third?" with "F"
    And the run may end while the turn waits
    And the model says "done" if it is asked
    Then something is recorded with {"question": "First?", "answer": "B"} [PI-37]
    And something is recorded with {"question": "Second?", "answer": "D"} [PI-37]
    And something is recorded with {"question": "Third?", "answer": "F"} [PI-37, I-10]
    And the call "call_3" has at least the result {"answered": true, "answers": [{"answer": "F"}]} [PI-37, I-10]

  Scenario: A stored message with four calls has each of them asked again
    Given a terminal
    And the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null,
        "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [
        {"type": "toolCall", "id": "old_1", "name": "ask_user", "arguments": {"questions": [{"question": "First?"}]}},
        {"type": "toolCall", "id": "old_2", "name": "ask_user", "arguments": {"questions": [{"question": "Second?"}]}},
        {"type": "toolCall", "id": "old_3", "name": "ask_user", "arguments": {"questions": [{"question": "Third?"}]}},
        {"type": "toolCall", "id": "old_4", "name": "ask_user",
         "arguments": {"questions": [{"question": "Fourth?"}]}}]}}]
      """
    When the person answers "First?" with "a"
    And the person answers "Second?" with "b"
    And if asked, the person answers "Third?" with "c"
    And if asked, the person answers "Fourth?" with "d"
    And the run may end while the turn waits
    And the model says "done" if it is asked
    Then something is recorded with {"question": "Third?", "answer": "c"} [PI-37, I-10]
    And something is recorded with {"question": "Fourth?", "answer": "d"} [PI-37, I-10]

  Scenario: A question without a result is asked again, though a tool that was called after it has ended
    Given a terminal
    And the command line "-c"
    And a tool "build" that returns "built"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null,
        "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [
        {"type": "toolCall", "id": "old_1", "name": "ask_user", "arguments": {"questions": [{"question": "Name?"}]}},
        {"type": "toolCall", "id": "old_2", "name": "build", "arguments": {}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {
        "role": "toolResult", "toolCallId": "old_2", "toolName": "build", "isError": false,
        "content": [{"type": "text", "text": "built"}]}}]
      """
    When if asked, the person answers "Name?" with "atlas"
    And the run may end while the turn waits
    And the model says "done" if it is asked
    Then something is recorded with {"question": "Name?", "answer": "atlas"} [PI-37, I-10]
    And nothing is recorded with {"toolCallId": "old_2"} [I-1]
    And the tool "build" runs 0 times [I-1]

  Scenario: A call that waits when the program is killed is asked again, though a tool beside it has ended
    Given a terminal
    And a tool "build" that returns "built"
    And the tool "build" takes 500 ms
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}]}
      """
    And in the same message it calls "build"
    And the person does nothing at "Name?"
    And the subject is restarted when "built" is stored
    And if asked, the person answers "Name?" with "atlas"
    And the run may end while the turn waits
    And the model says "done" if it is asked
    Then something is recorded with {"question": "Name?", "answer": "atlas"} [PI-37, I-10]
    And the tool "build" runs 1 time [I-1]

  Scenario: All five questions of a call are asked again after a kill
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?"}, {"question": "Second?"}, {"question": "Third?"},
        {"question": "Fourth?"}, {"question": "Fifth?"}]}
      """
    And the person does nothing at "First?"
    And the subject is restarted when "First?" is shown
    And if asked, the person answers "First?" with ["a", "b", "c", "d", "e"]
    And the model says "done"
    Then 2 prompts are shown [PI-37, I-10]
    And the call "call_1" has at least the result: [PI-37]
      """
      {"answered": true,
        "answers": [{"answer": "a"}, {"answer": "b"}, {"answer": "c"}, {"answer": "d"}, {"answer": "e"}]}
      """

  Scenario: An interrupt ends each of four calls that wait
    Given a terminal
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And in the same message it asks the user "Third?" between ["E", "F"]
    And in the same message it asks the user "Fourth?" between ["G", "H"]
    And SIGINT arrives when "First?" is shown
    And the run may end while the turn waits
    Then something is recorded with {"toolCallId": "call_1"} [I-1, I-7]
    And something is recorded with {"toolCallId": "call_2"} [I-1, I-7]
    And something is recorded with {"toolCallId": "call_3"} [I-1, I-7]
    And something is recorded with {"toolCallId": "call_4"} [I-1, I-7]
    And no prompt is left open [I-7]
    And nothing is recorded with {"wasCustom": false} [I-5]
    And the turn ends interrupted [I-7]

  Scenario: An interrupt at the second of four calls ends the other two as well
    Given a terminal
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And in the same message it asks the user "Third?" between ["E", "F"]
    And in the same message it asks the user "Fourth?" between ["G", "H"]
    And the person answers "First?" with "A"
    And SIGINT arrives when "Second?" is shown
    And the run may end while the turn waits
    Then something is recorded with {"toolCallId": "call_3"} [I-1, I-7]
    And something is recorded with {"toolCallId": "call_4"} [I-1, I-7]
    And something is recorded with {"question": "First?", "answer": "A"} [I-1]

  Scenario: A client that leaves with three calls open has lost the connection for each of them
    Given the command line "--mode rpc"
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And in the same message it asks the user "Third?" between ["E", "F"]
    And the client goes when the client is told "First?"
    And the model says "then I decide"
    Then the call "call_1" has at least the result {"answered": false, "connectionLost": true} [PI-64]
    And the call "call_2" has at least the result {"answered": false, "connectionLost": true} [PI-64]
    And the call "call_3" has at least the result {"answered": false, "connectionLost": true} [PI-64]
    And each call is answered once [I-1]

  Scenario: A client that leaves at the second of three calls has answered the first
    Given the command line "--mode rpc"
    And the profile "seed"
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And in the same message it asks the user "Third?" between ["E", "F"]
    And the client answers "First?" with:
      """
      [{"after_ms": 100, "line": {"type": "ask_user_response", "requestId": "<requestId>",
        "answers": [{"question": "First?", "answer": "B", "wasCustom": false}]}}]
      """
    And the client goes when the client is told "First?"
    And that happens 200 ms later
    And the model says "then I decide"
    Then the call "call_1" has at least the result {"answered": true, "answers": [{"answer": "B"}]} [PI-63]
    And the call "call_2" has at least the result {"answered": false, "connectionLost": true} [PI-64]
    And the call "call_3" has at least the result {"answered": false, "connectionLost": true} [PI-64]

  Scenario: The details of a call that lost its client have the mode of the run and the questions
    Given the command line "--mode rpc"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client goes when the client is told "Which way?"
    And the model says "then I decide"
    Then something is recorded with: [PI-74]
      """
      {"toolCallId": "call_1",
        "details": {"connectionLost": true, "mode": "rpc", "questions": [{"question": "Which way?"}]}}
      """

  @open
  Scenario: An interrupt with several requests open tells the client that each of them is taken back
    Given the command line "--mode rpc"
    And the profile "seed"
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And in the same message it asks the user "Third?" between ["E", "F"]
    And SIGINT arrives when the client is told "First?"
    And the run may end while the turn waits
    Then the messages {"type": "ask_user_cancelled"} repeat the "requestId" of the messages: [PI-34.o]
      """
      {"type": "ask_user_request"}
      """
    And the turn ends interrupted [I-7]

  Scenario: A reply without a request id answers none of two calls
    Given the command line "--mode rpc"
    And the profile "seed"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it asks the user "Which way?" between ["left", "right"]
    And the client answers "Which way?" with the line:
      """
      {"type": "ask_user_response", "answers": [{"question": "Which way?", "answer": "right", "wasCustom": false}]}
      """
    And nobody answers
    Then nothing is recorded with {"answer": "right"} [PI-63, I-3]
    And 1 request reaches the model [PI-63]

  Scenario: A second call in print mode leaves the name of the session in the file of its questions
    Given no terminal
    And the command line "-p"
    And the setting "session" is "abc123"
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And the model asks the user "Second?" between ["C", "D"]
    And the model says "then I wait"
    Then something is recorded with {"toolCallId": "call_1", "details": {"pendingFile": "<file#1>"}} [PI-52]
    And something is recorded with {"toolCallId": "call_2", "details": {"pendingFile": "<second#1>"}} [PI-52]
    And the file "<file#1>" holds {"sessionId": "abc123"} [PI-50]
    And the file "<second#1>" holds {"sessionId": "abc123"} [PI-50]

  Scenario: A file that was there before a call is private once its questions are written
    Given no terminal
    And the command line "-p"
    And the setting "session" is "abc123"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"sessionId": "abc123", "timestamp": "2026-02-04T22:16:32Z", "questions": [{"question": "Old?", "answer": null}]}
      """
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And the model says "then I wait"
    Then something is recorded with {"toolCallId": "call_1", "details": {"pendingFile": "<file#1>"}} [PI-52]
    And the file "<file#1>" is private [PI-54]

  Scenario: Three files of the command line go with the first message, and with no later one
    Given no terminal
    And the command line "-p @one.txt @two.txt @three.txt"
    And a file "one.txt" with:
      """
      Anna lives in Oslo.
      """
    And a file "two.txt" with:
      """
      Berta lives in Rome.
      """
    And a file "three.txt" with:
      """
      Clara lives in Bern.
      """
    When the user says "go"
    And the model says "read"
    And the user says "and now?" after the turn
    And the model says "done"
    Then the answer "Anna lives in Oslo." arrives 1 time [PI-57]
    And the answer "Berta lives in Rome." arrives 1 time [PI-57]
    And the answer "Clara lives in Bern." arrives 1 time [PI-57]
