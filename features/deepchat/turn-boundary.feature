Feature: DeepChat: a question is a turn boundary

  The call ends the agent's turn, and the session waits. In profile seed the question must be the only call of its
  message. Otherwise the call fails visibly, and the session does not wait.

  Background:
    Given the system "deepchat"
    And a terminal
    And a tool "write" that returns "written"

  Scenario Outline: The turn stops, and the session waits for the user, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model asks the user "Which colour?" between ["Red", "Blue"]
    And nobody answers
    Then the turn is paused 1 time [DC-19]
    And 1 request reaches the model [DC-19]
    And the run ends parked [DC-19]
    And 1 prompt is shown [DC-02]
    And the messages recorded are "user assistant" [DC-31]
    And message 2 has 1 object with {"type": "action", "action_type": "question_request", "status": "pending"} [DC-31]
    And message 2 has 1 object with {"type": "tool_call", "tool_call": {"id": "call_1"}} [DC-31]
    And message 2 has 1 object with {"action_type": "question_request", "extra": {"needsUserAction": true}} [DC-33]
    And message 2 has 1 object with {"action_type": "question_request", "status": "pending"} [DC-32]

    Examples:
      | profile |
      | seed    |
      | head    |

  Scenario Outline: The session still waits for the answer after an hour, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model asks the user "Which colour?" between ["Red", "Blue"]
    And after 3600000 ms the person chooses "Blue" at "Which colour?"
    And the model says "painted"
    Then the turn is paused 1 time [DC-19]
    And the requests are sent at "0 3600000" [DC-19, I-9]
    And the turn ends completed

    Examples:
      | profile |
      | seed    |
      | head    |

  Scenario: A question after another call in the same message fails, although it comes last
    When the user says "go"
    And the model calls "write"
    And in the same message it calls "question" with:
      """
      {"question": "Which colour?", "options": [{"label": "Red"}, {"label": "Blue"}]}
      """
    And the model says "so be it" if it is asked
    Then the call "call_2" fails [DC-20]
    And no prompt is shown [DC-20]
    And the turn is paused 0 times [DC-22]
    And an object is recorded that fits one of: [DC-22]
      """
      [{"type": "error"}, {"type": "tool_call", "status": "error", "tool_call": {"id": "call_2"}}]
      """
    And the call "call_2" fails, telling the model "Question tool must be the only tool call in a turn." [DC-23]
    And the tool "write" runs 1 time [DC-23]
    And the call "call_1" succeeds, telling the model "written" [DC-23]
    And 2 requests reach the model [DC-23]
    And nothing is recorded with {"action_type": "question_request", "status": "pending"} [DC-72]
    And the turn ends completed [DC-23]

  Scenario: A question before another call in the same message fails
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which colour?", "options": [{"label": "Red"}, {"label": "Blue"}]}
      """
    And in the same message it calls "write"
    And the model says "so be it" if it is asked
    Then the call "call_1" fails [DC-21]
    And no prompt is shown [DC-21]
    And the turn is paused 0 times [DC-22]
    And an object is recorded that fits one of: [DC-22]
      """
      [{"type": "error"}, {"type": "tool_call", "status": "error", "tool_call": {"id": "call_1"}}]
      """
    And the call "call_1" fails, telling the model "Question tool must be the only tool call in a turn." [DC-23]
    And the call "call_2" succeeds, telling the model "written" [DC-23]
    And nothing is recorded with {"action_type": "question_request", "status": "pending"} [DC-72]
    And each call is answered once [DC-23]
    And the results of the last request are "call_1 call_2"

  Scenario: A question between two other calls in the same message fails
    When the user says "go"
    And the model calls "write"
    And in the same message it calls "question" with:
      """
      {"question": "Which colour?", "options": [{"label": "Red"}]}
      """
    And in the same message it calls "write"
    And the model says "so be it" if it is asked
    Then the call "call_2" fails [DC-20]
    And the tool "write" runs 2 times [DC-23]
    And no prompt is shown [DC-21]

  Scenario: Two questions in one message both fail, and neither is asked
    When the user says "go"
    And the model asks the user "First?" between ["Red"]
    And in the same message it asks the user "Second?" between ["Blue"]
    And the model says "so be it" if it is asked
    Then the call "call_1" fails [DC-73]
    And the call "call_2" fails [DC-73]
    And no prompt is shown [DC-73]
    And the turn is paused 0 times [DC-22]
    And nothing is recorded with {"action_type": "question_request", "status": "pending"} [DC-72]
    And the call "call_1" fails, telling the model "Question tool must be the only tool call in a turn." [DC-23]
    And the call "call_2" fails, telling the model "Question tool must be the only tool call in a turn." [DC-23]
    And 2 requests reach the model [DC-23]

  Scenario: A question beside a failing call and a call of an unknown tool fails, too
    Given a tool "lint" that fails with "no linter"
    When the user says "go"
    And the model calls "lint"
    And in the same message it calls "nobody"
    And in the same message it calls "question" with:
      """
      {"question": "Which colour?", "options": [{"label": "Red"}]}
      """
    And the model says "so be it" if it is asked
    Then the call "call_3" fails [DC-20]
    And the call "call_1" fails, telling the model something with "no linter" [DC-23]
    And each call is answered once [DC-23]
    And no prompt is shown [DC-20]
    And nothing is refused

  Scenario: The session does not pause for a failed question while a slow tool beside it runs
    Given the tool "write" takes 500 ms
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which colour?", "options": [{"label": "Red"}]}
      """
    And in the same message it calls "write"
    And the model says "so be it" if it is asked
    Then the requests are sent at "0 500" [DC-23]
    And the turn is paused 0 times [DC-22]
    And the tool "write" runs 1 time [DC-23]

  Scenario: A question that failed beside another call can be asked alone in a later turn
    When the user says "go"
    And the model calls "write"
    And in the same message it asks the user "Which colour?" between ["Red", "Blue"]
    And the model says "so be it" if it is asked
    And the user says "again" after the turn
    And the model asks the user "Which colour?" between ["Red", "Blue"]
    And the person chooses "Blue" at "Which colour?"
    And the model says "painted"
    Then the turn is paused 1 time [DC-22]
    And 1 prompt is shown [DC-20]
    And objects recorded with {"questionText": "Which colour?"} have at "/questionResolution" in turn: [DC-72]
      """
      ["asked", "replied"]
      """
    And the user's messages reach the model as ["go", "again", "Blue"] [DC-37]
    And the messages recorded are "user assistant user assistant user assistant" [DC-37]

  Scenario: A question that failed beside another call can be asked alone in the same turn
    When the user says "go"
    And the model calls "write"
    And in the same message it asks the user "Which colour?" between ["Red", "Blue"]
    And the model asks the user "Which colour?" between ["Red", "Blue"]
    And the person chooses "Blue" at "Which colour?"
    And the model says "painted"
    Then 3 requests reach the model [DC-23]
    And 1 prompt is shown [DC-23]
    And the user's messages reach the model as ["go", "Blue"] [DC-23]

  Scenario: Text before the question does not make it fail
    When the user says "go"
    And the model asks the user "Which colour?" between ["Red", "Blue"]
    And in the same message it says "Before I paint:"
    And the person chooses "Blue" at "Which colour?"
    And the model says "painted"
    Then 1 prompt is shown [DC-74]
    And the turn is paused 1 time [DC-74]
    And something is recorded with {"content": "Before I paint:"} [DC-74]
    And the messages recorded are "user assistant user assistant" [DC-31]
    And message 2 has 1 object with {"action_type": "question_request"} [DC-31]
    And the user's messages reach the model as ["go", "Blue"] [DC-37]

  Scenario: A malformed question beside another call gets the error that it must be the only call
    When the user says "go"
    And the model calls "write"
    And in the same message it calls "question" with:
      """
      {"question": "Which colour?", "options": []}
      """
    And the model says "so be it" if it is asked
    Then the call "call_2" fails, telling the model "Question tool must be the only tool call in a turn." [DC-23]
    And the turn is paused 0 times [DC-22]
    And no prompt is shown [I-4]

  Scenario: A tool call in an earlier message of the turn does not make the question fail
    When the user says "go"
    And the model calls "write"
    And the model asks the user "Which colour?" between ["Red", "Blue"]
    And the person chooses "Blue" at "Which colour?"
    And the model says "painted"
    Then 1 prompt is shown
    And the turn is paused 1 time
    And the user's messages reach the model as ["go", "Blue"]
