Feature: pi: two calls in one message

  The second call asks when the first has ended, and neither is lost, whatever happens in between. The source is silent
  about two calls. We read it so that a terminal never shows two forms at once.

  Background:
    Given the system "pi"
    And a terminal

  @open
  Scenario: Two calls show one form after the other, each with its own answers
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["A", "B"]
    And after 2000 ms the person answers "First?" with "A"
    And after 1000 ms the person answers "Second?" with "B"
    And the model says "done"
    Then prompt 1 contains "First?" [PI-20.o]
    And prompt 2 contains "Second?" [PI-20.o]
    And 2 prompts are shown [PI-20.o]
    And the requests are sent at "0 3000" [PI-20.o]
    And the call "call_1" has the result: [PI-20.o]
      """
      {"answered": true, "answers": [{"question": "First?", "answer": "A", "selectedOption": "A", "wasCustom": false}]}
      """
    And the call "call_2" has the result: [PI-20.o]
      """
      {"answered": true, "answers": [{"question": "Second?", "answer": "B", "selectedOption": "B", "wasCustom": false}]}
      """
    And the results of the last request are "call_1 call_2" [PI-20.o]

  @open
  Scenario: The second form is not shown while the first is open
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["A", "B"]
    And nobody answers
    Then 1 prompt is shown [PI-20.o]
    And the prompt contains "First?" [PI-20.o]
    And the prompt does not contain "Second?" [PI-20.o]

  @open
  Scenario: Three calls show their forms in order
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["A", "B"]
    And in the same message it asks the user "Third?" between ["A", "B"]
    And after 100 ms the person answers "First?" with "A"
    And after 100 ms the person answers "Second?" with "B"
    And after 100 ms the person answers "Third?" with "A"
    And the model says "done"
    Then prompt 1 contains "First?" [PI-20.o]
    And prompt 2 contains "Second?" [PI-20.o]
    And prompt 3 contains "Third?" [PI-20.o]
    And the requests are sent at "0 300" [PI-20.o]
    And each call is answered once [PI-20.o]
    And no prompt is left open [PI-20.o]

  @open
  Scenario: Cancelling the first form does not cancel the second
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["A", "B"]
    And the person cancels "First?"
    And after 1000 ms the person answers "Second?" with "B"
    And the model says "done"
    Then 2 prompts are shown [PI-20.o]
    And the call "call_1" has the result {"answered": false, "answers": [], "cancelled": true} [PI-20.o]
    And the call "call_2" has the result: [PI-20.o]
      """
      {"answered": true, "answers": [{"question": "Second?", "answer": "B", "selectedOption": "B", "wasCustom": false}]}
      """

  @open
  Scenario: Answers in the first form do not count in the second
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And in the same message it calls "ask_user" with:
      """
      {"questions": [{"question": "Third?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Fourth?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the person chooses "B" at "First?"
    And 100 ms later the person answers "First?" with ["B", "D"]
    And the person presses "Esc" at "Third?"
    And the model says "as you like"
    Then no prompt contains "Discard" [PI-20.o]
    And the call "call_1" has the result: [PI-20.o]
      """
      {
        "answered": true,
        "answers": [
          {"question": "First?", "answer": "B", "selectedOption": "B", "wasCustom": false},
          {"question": "Second?", "answer": "D", "selectedOption": "D", "wasCustom": false}
        ]
      }
      """
    And the call "call_2" has the result {"answered": false, "answers": [], "cancelled": true} [PI-20.o]

  @open
  Scenario: A refused second call asks nobody, and the first is still answered
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it calls "ask_user" with:
      """
      {"questions": []}
      """
    And after 1000 ms the person answers "First?" with "A"
    And the model says "done"
    Then 1 prompt is shown [PI-20.o]
    And the call "call_1" has the result: [PI-20.o]
      """
      {"answered": true, "answers": [{"question": "First?", "answer": "A", "selectedOption": "A", "wasCustom": false}]}
      """
    And the call "call_2" fails [PI-20.o]
    And the results of the last request are "call_1 call_2" [PI-20.o]

  @open
  Scenario: An abort at the first form ends both calls, and the second form is never shown
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["A", "B"]
    And SIGINT arrives when "First?" is shown
    And the run may end while the turn waits
    Then 1 prompt is shown [PI-20.o]
    And no prompt is left open [PI-20.o]
    And something is recorded with {"toolCallId": "call_1"} [PI-20.o]
    And something is recorded with {"toolCallId": "call_2"} [PI-20.o]
    And nothing is recorded with {"wasCustom": false} [PI-20.o]
    And the turn ends interrupted [PI-20.o]

  @open
  Scenario: An abort at the second form keeps the answer to the first
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And the person answers "First?" with "A"
    And SIGINT arrives when "Second?" is shown
    And the run may end while the turn waits
    Then 1 record has {"message": {"toolCallId": "call_1"}} [PI-20.o]
    And 1 record has {"message": {"toolCallId": "call_2"}} [PI-20.o]
    And something is recorded with {"selectedOption": "A"} [PI-20.o]
    And no prompt is left open [PI-20.o]

  @open
  Scenario: After a kill at the first form both calls are asked from the start
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And the subject is restarted when "First?" is shown
    And the person answers "First?" with "A"
    And the person answers "First?" with "B"
    And the person answers "Second?" with "C"
    And the model says "done"
    Then 3 prompts are shown [PI-20.o]
    And prompts 1 and 2 are drawn alike [PI-20.o]
    And prompt 3 contains "Second?" [PI-20.o]
    And the call "call_1" has the result: [PI-20.o]
      """
      {"answered": true, "answers": [{"question": "First?", "answer": "B", "selectedOption": "B", "wasCustom": false}]}
      """
    And the call "call_2" has the result: [PI-20.o]
      """
      {"answered": true, "answers": [{"question": "Second?", "answer": "C", "selectedOption": "C", "wasCustom": false}]}
      """

  @open
  Scenario: After a kill at the second form the first stays answered, and the second is asked again
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And the person answers "First?" with "A"
    And the subject is restarted when "Second?" is shown
    And the person answers "Second?" with "D"
    And the person answers "Second?" with "C"
    And the model says "done"
    Then 3 prompts are shown [PI-20.o]
    And prompts 2 and 3 are drawn alike [PI-20.o]
    And 1 record has {"message": {"toolCallId": "call_1"}} [PI-20.o]
    And the call "call_1" has the result: [PI-20.o]
      """
      {"answered": true, "answers": [{"question": "First?", "answer": "A", "selectedOption": "A", "wasCustom": false}]}
      """
    And the call "call_2" has the result: [PI-20.o]
      """
      {"answered": true, "answers": [{"question": "Second?", "answer": "C", "selectedOption": "C", "wasCustom": false}]}
      """

  @open
  Scenario: Another tool runs alongside both calls, and the model waits for all three
    Given a tool "build" that returns "built"
    And the tool "build" takes 1500 ms
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it calls "build"
    And in the same message it asks the user "Second?" between ["C", "D"]
    And after 1000 ms the person answers "First?" with "A"
    And after 1000 ms the person answers "Second?" with "D"
    And the model says "done"
    Then the requests are sent at "0 2000" [PI-20.o]
    And the tool "build" runs 1 time [PI-20.o]
    And the results of the last request are "call_1 call_2 call_3" [PI-20.o]
    And the call "call_2" succeeds, telling the model "built" [PI-20.o]
    And the answer "A" arrives only where it is given [PI-20.o]
    And each call is answered once [PI-20.o]

  @open
  Scenario: A tool that ends while the first form is open does not bring up the second
    Given a tool "build" that returns "built"
    And the tool "build" takes 500 ms
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it calls "build"
    And in the same message it asks the user "Second?" between ["C", "D"]
    And nobody answers
    Then 1 prompt is shown [PI-20.o]
    And 1 record has {"message": {"toolCallId": "call_2"}} [PI-20.o]
    And 1 request reaches the model [PI-20.o]
