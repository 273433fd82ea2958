Feature: DeepChat: what a restart must not change

  The card of a restarted session has the same rules as the one before it: who may type, where the focus is, and what a
  reject or a stop does. A stopped question stays stopped.

  Background:
    Given the system "deepchat"
    And a terminal

  Scenario: A reject at the card of a restarted session does not make the model go on
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the subject is restarted while the turn is paused
    And the person does nothing at "Which one?"
    And after 500 ms the person rejects "Which one?"
    And the model says "I go on" if it is asked
    And the run may end while the turn waits
    Then 1 request reaches the model [DC-43]
    And the last object recorded with {"questionText": "Which one?"} has {"questionResolution": "rejected"} [DC-42]
    And the messages recorded are "user assistant" [DC-42]
    And the last object recorded with {"questionText": "Which one?"} lacks "answerText" [DC-79]

  Scenario: A host's reject after a restart does not make the model go on
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the subject is restarted while the turn is paused
    And 500 ms later the client sends:
      """
      {"type": "respond_tool_interaction", "toolCallId": "call_1", "response": {"kind": "question_reject"}}
      """
    And the model says "I go on" if it is asked
    And the run may end while the turn waits
    Then 1 request reaches the model [DC-43]
    And the last object recorded with {"questionText": "Which one?"} has {"questionResolution": "rejected"} [DC-42]
    And the messages recorded are "user assistant" [DC-42]

  Scenario Outline: After a restart, a question without custom answers takes no text at its card: <which>
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "custom": false, "multiple": <multiple>}
      """
    And the subject is restarted while the turn is paused
    And the person does nothing at "Which?"
    And after 500 ms the person answers "Which?" with "teal"
    And 500 ms later the person answers "Which?" with <answer>
    And the model says "painted"
    Then the user's messages reach the model as ["go", "Blue"] [DC-44]
    And the requests are sent at "0 1000" [DC-44]
    And the last object recorded with {"questionText": "Which?"} has {"questionCustom": false} [DC-80]
    And the last object recorded with {"questionText": "Which?"} has {"questionMultiple": <multiple>} [DC-80]

    Examples:
      | which           | multiple | answer   |
      | one option      | false    | "Blue"   |
      | several options | true     | ["Blue"] |

  Scenario: After a restart, a question without custom answers takes no text from the host
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which one?", "options": [{"label": "Red"}, {"label": "Blue"}], "custom": false}
      """
    And the subject is restarted while the turn is paused
    And 500 ms later the client sends:
      """
      {
        "type": "respond_tool_interaction", "toolCallId": "call_1",
        "response": {"kind": "question_custom", "answerText": "teal"}
      }
      """
    And the person does nothing at "Which one?"
    And after 1000 ms the person chooses "Blue" at "Which one?"
    And the model says "painted"
    Then the user's messages reach the model as ["go", "Blue"] [DC-44]
    And the requests are sent at "0 1000" [DC-44]
    And the last object recorded with {"questionText": "Which one?"} has {"questionCustom": false} [DC-80]

  Scenario Outline: After a restart the input of the card has the focus again: <which>
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": <multiple>}
      """
    And the subject is restarted while the turn is paused
    And the person does nothing at "Which?"
    And after 500 ms the person presses "t e a l <submits>" at "Which?"
    And the model says "painted"
    Then the last object recorded with {"questionText": "Which?"} has {"answerText": "teal"} [DC-62]
    And the user's messages reach the model as ["go", "teal"] [<id>]

    Examples:
      | which           | multiple | submits    | id    |
      | one option      | false    | Enter      | DC-39 |
      | several options | true     | Ctrl-Enter | DC-82 |

  Scenario: A question that was stopped is not shown again by a restart
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And SIGINT arrives while the turn is paused
    And the subject is restarted after the turn
    Then 1 prompt is shown [DC-50, I-7]
    And no prompt is left open [I-7]
    And objects recorded with {"action_type": "question_request"} have at "/status" in turn: [DC-50]
      """
      ["pending", "error"]
      """
    And 1 request reaches the model [DC-50]

  Scenario: After a stop and a restart the next message is no answer
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And SIGINT arrives while the turn is paused
    And the subject is restarted after the turn
    And 1000 ms later the user says "never mind"
    And asked "never mind" the model says "as you wish"
    Then nothing is recorded with {"questionText": "Which one?", "questionResolution": "replied"} [DC-50, I-5]
    And nothing is recorded with {"questionText": "Which one?", "answerText": "never mind"} [I-5]
    And the user's messages reach the model as ["go", "never mind"] [DC-50]
    And 1 prompt is shown [DC-50, I-7]

  Scenario: A stop after a restart settles the question as an error
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the subject is restarted while the turn is paused
    And 500 ms later SIGINT arrives
    Then the last object recorded with {"action_type": "question_request"} has {"status": "error"} [DC-50]
    And the last object recorded with {"questionText": "Which one?"} has {"needsUserAction": false} [DC-33, DC-50]
    And something is recorded with {"status": "aborted", "reason": "user_stop"} [DC-50]
    And no prompt is left open [I-7]
    And 1 request reaches the model [DC-50]
    And the turn ends interrupted [DC-50]
