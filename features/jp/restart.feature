Feature: Restarting the tools of a batch from the interrupt menu

  Restart discards the results of the batch: none of them is stored, and every call is prepared and run anew. Only the
  attempt count of its questions goes on.

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "lint" that returns "clean"
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" takes 1000 ms

  Scenario Outline: Every call runs again and gets one result, chosen by <how>
    When the user says "go"
    And the model calls "lint"
    And in the same message it calls "deploy"
    And SIGINT arrives when the tool "deploy" runs
    And the person <does>
    And the model says "done"
    Then the execution of "deploy" is cancelled [INT-01, INT-04]
    And the tool "deploy" runs 2 times [INT-04, INT-08]
    And the tool "lint" runs 2 times [INT-08]
    And the events recorded are: [INT-08, INT-10]
      """
      turn_start chat_request tool_call_request tool_call_request tool_call_response tool_call_response chat_response
      """
    And the call "call_1" is recorded as succeeding with "clean" [INT-08]
    And the call "call_2" is recorded as succeeding with "deployed" [INT-08]
    And the results of the last request are "call_1 call_2" [INT-08, EXE-21]
    And 2 requests reach the model [INT-08]
    And the turn ends completed [INT-04]

    Examples:
      | how       | does                                 |
      | its value | answers "Interrupted" with "restart" |
      | its key   | presses "r" at "Interrupted"         |

  Scenario: The arguments of the second run are those of the first
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"where": "production"}
      """
    And SIGINT arrives when the tool "deploy" runs
    And the person answers "Interrupted" with "restart"
    And the model says "done"
    Then execution 2 of "deploy" has the arguments {"where": "production"} [INT-08]
    And execution 2 of "deploy" has the answers {} [INT-08]
    And 2 requests reach the model [INT-08]

  Scenario: A question answered before the restart is asked again, as the next attempt
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And SIGINT arrives 1500 ms after "go" is asked of the model
    And the person answers "Interrupted" with "restart"
    And the person answers "Deploy now?" with false
    And the model says "done"
    Then the inquiries recorded are "call_1.q.1 call_1.q.2" [INT-08]
    And the inquiry ids recorded are "call_1.q.1 call_1.q.2" [REC-05, INT-08]
    And the inquiry "call_1.q.1" is recorded as answered with true [INT-08]
    And the inquiry "call_1.q.2" is recorded as answered with false [INT-08]
    And execution 2 of "deploy" has the answers {"q": true}
    And execution 3 of "deploy" has the answers {} [INT-08]
    And execution 4 of "deploy" has the answers {"q": false} [INT-08]
    And the events recorded are: [INT-08]
      """
      turn_start chat_request tool_call_request inquiry_request inquiry_response inquiry_request inquiry_response tool_call_response chat_response
      """
    And 3 prompts are shown
    And the turn ends completed

  Scenario: A question that arrives once restart is chosen is cancelled and asked again
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when the tool "deploy" runs
    And the person answers "Interrupted" with "restart"
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the inquiries recorded are "call_1.q.1 call_1.q.2" [INT-08]
    And the inquiry ids recorded are "call_1.q.1 call_1.q.2" [REC-05, INT-08]
    And the inquiry "call_1.q.1" is recorded as cancelled by user
    And the inquiry "call_1.q.2" is recorded as answered with true [INT-08]
    And each inquiry recorded has one response [INT-08]
    And each call recorded has one response [INT-08, INT-10]
    And the call "call_1" succeeds, telling the model "deployed" [INT-08]
    And 2 prompts are shown
    And the turn ends completed

  Scenario: An inquiry that arrives once restart is chosen is cancelled and sent under its next id
    Given the system "jp-inquiry"
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the setting "conversation.tools.deploy.questions.q.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when the tool "deploy" runs
    And the person answers "Interrupted" with "restart"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then the inquiries recorded are "call_1.q.1 call_1.q.2" [INT-08, INT-11]
    And the inquiry ids recorded are "call_1.q.1 call_1.q.2" [REC-05, INT-08]
    And the inquiry "call_1.q.1" is recorded as cancelled by user [INT-11]
    And 1 inquiry reaches the model [INT-11]
    And the inquiry "call_1.q.2" is recorded as answered with true [INT-08]
    And each call recorded has one response [INT-08, INT-10]
    And the turn ends completed

  Scenario: Two restarts make three attempts of the same question
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when the tool "deploy" runs
    And 1500 ms later SIGINT arrives
    And the person answers "Interrupted" with "restart"
    And the person answers "Interrupted" with "restart"
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the inquiries recorded are "call_1.q.1 call_1.q.2 call_1.q.3" [INT-08]
    And the inquiry ids recorded are "call_1.q.1 call_1.q.2 call_1.q.3" [REC-05, INT-08]
    And the inquiry "call_1.q.2" is recorded as cancelled by user
    And the inquiry "call_1.q.3" is recorded as answered with true [INT-08]
    And the tool "deploy" runs 4 times [INT-08]
    And each inquiry recorded has one response [INT-08]
    And each call recorded has one response [INT-10]
    And the turn ends completed

  Scenario: A restarted call needs permission again
    Given the setting "conversation.tools.deploy.run" is "ask"
    When the user says "go"
    And the model calls "deploy"
    And the person presses "y" at "Run local deploy tool?"
    And SIGINT arrives when the tool "deploy" runs
    And the person answers "Interrupted" with "restart"
    And the person presses "n" at "Run local deploy tool?"
    And the model says "done"
    Then 3 prompts are shown [INT-08]
    And the tool "deploy" runs 1 time [INT-08]
    And each call recorded has one response [INT-10]
    And the turn ends completed

  Scenario: An answer remembered for the turn survives a restart
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Deploy now?" with true
    And SIGINT arrives 1500 ms after "go" is asked of the model
    And the person answers "Interrupted" with "restart"
    And the model says "done"
    Then 2 prompts are shown [PER-11]
    And the inquiries recorded are "call_1.q.1 call_1.q.2" [INT-08, PER-11]
    And the inquiry ids recorded are "call_1.q.1 call_1.q.2" [REC-05, INT-08]
    And the inquiry "call_1.q.2" is recorded as answered with true [PER-11, REC-23]
    And execution 4 of "deploy" has the answers {"q": true} [PER-11]

  Scenario: A restart does not rerun the calls of an earlier message
    When the user says "go"
    And the model calls "lint"
    And the model calls "deploy"
    And SIGINT arrives when the tool "deploy" runs
    And the person answers "Interrupted" with "restart"
    And the model says "done"
    Then the tool "lint" runs 1 time [INT-08]
    And the tool "deploy" runs 2 times [INT-08]
    And each call is answered once [INT-10]
    And the call "call_1" succeeds, telling the model "clean"
    And the call "call_2" succeeds, telling the model "deployed" [INT-08]

  Scenario: A call whose id an earlier turn has used runs again like any other
    Given a stored conversation:
      """
      [{"type": "turn_start"}, {"type": "chat_request", "content": "first"},
       {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
       {"type": "tool_call_response", "id": "call_1", "content": "deployed before", "is_error": false},
       {"type": "chat_response", "message": "done before"}]
      """
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when the tool "deploy" runs
    And the person answers "Interrupted" with "restart"
    And the model says "done"
    Then the tool "deploy" runs 2 times [INT-08]
    And the call "call_1" is recorded as succeeding with "deployed" [INT-08, INT-10]
    And each call is answered once [INT-10]
    And the turn ends completed

  Scenario: A second SIGINT while a restart is under way shuts down
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when the tool "deploy" runs
    And 500 ms later SIGINT arrives
    And the person answers "Interrupted" with "restart"
    Then the tool "deploy" runs 1 time [INT-14]
    And 1 prompt is shown
    And each call recorded has one response [INT-10]
    And 1 request reaches the model [INT-14]
    And the turn ends interrupted [INT-14]

  Scenario: A restarted batch can be stopped with a message
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when the tool "deploy" runs
    And 1500 ms later SIGINT arrives
    And the person answers "Interrupted" with "restart"
    And the person answers "Interrupted" with "respond"
    And the person answers "Message to the assistant" with "enough"
    And the model says "as you wish"
    Then the tool "deploy" runs 2 times [INT-08]
    And the call "call_1" succeeds, telling the model: [INT-05]
      """
      Tool run cancelled by user with a custom message:

      enough
      """
    And each call recorded has one response [INT-08, INT-10]
    And the turn ends completed
