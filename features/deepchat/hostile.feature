Feature: DeepChat: hostile input

  Oversized, malformed and misleading input from the model and from the host. It is shown harmlessly, stored unchanged,
  and breaks nothing.

  Background:
    Given the system "deepchat"
    And a terminal

  Scenario: Calls with hundreds of options or a label of thousands of characters fail, and the next is asked
    Given the scenario "deepchat-hundreds-of-options"
    Then the call "call_1" fails [DC-18]
    And the call "call_2" fails [DC-18]
    And 1 prompt is shown [DC-18]
    And the turn is paused 1 time [DC-24]
    And the user's messages reach the model as ["go", "once more", "and again", "Blue"] [DC-37]
    And nothing is recorded with {"questionText": "Which of hundreds?"} [DC-18]
    And the turn ends completed

  Scenario Outline: A question with an unpaired surrogate in <what> is asked and answered, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with the text:
      """
      {"question": "Which<question>?", "header": "h<header>", "options": [{"label": "Red<label>", "description": "d<description>"}, {"label": "Blue"}], "custom": false}
      """
    And the person chooses "Blue" at "Which"
    And the model says "painted"
    Then 1 prompt is shown [DC-03]
    And the last object recorded with {"action_type": "question_request"} has {"status": "success"} [DC-32]
    And the turn ends completed

    Examples:
      | profile | tool              | what         | question | header  | label    | description |
      | seed    | question          | its text     | \\ud83d  |         |          |             |
      | seed    | question          | a label      |          |         | \\ude42  |             |
      | seed    | question          | every string | \\ud83d  | \\ud83d | \\ud83dx | \\udc00     |
      | head    | deepchat_question | its text     | \\ud83d  |         |          |             |
      | head    | deepchat_question | a label      |          |         | \\ude42  |             |

  Scenario: Control characters and direction marks reach the stored chat and the model unchanged
    When the user says "go"
    And the model calls "question" with:
      """
      {"header": "A\u001b[2JB", "question": "Go\u0000?\u202e oN", "custom": false,
       "options": [{"label": "Red\u001b[31m", "description": "\u2066warm\u0007"}, {"label": "Blue"}]}
      """
    And the person answers "Go" with "Red\u001b[31m"
    And the model says "painted"
    Then the user's messages reach the model as ["go", "Red\u001b[31m"] [DC-37]
    And the last object recorded with {"action_type": "question_request"} has: [DC-78]
      """
      {"extra": {"answerText": "Red\u001b[31m", "questionText": "Go\u0000?\u202e oN"}}
      """

  @reference
  Scenario: How control characters and direction marks are drawn
    When the user says "go"
    And the model calls "question" with:
      """
      {"header": "A\u001b[2JB", "question": "Go\u0000?\u202e oN", "custom": false,
       "options": [{"label": "Red\u001b[31m", "description": "\u2066warm\u0007"}, {"label": "Blue"}]}
      """
    And the person presses "Enter" at "Go"
    And the model says "painted"
    Then the prompt is drawn as:
      """
      A␛[2JB
      Go␀?� oN
      > Red␛[31m
            �warm␇
        Blue
        [Reject]
      """
    And the prompt is redrawn as:
      """
      A␛[2JB
      Go␀?� oN
      Selected: Red␛[31m
      """

  Scenario: HTML and template markers are shown and stored as plain text
    When the user says "go"
    And the model calls "question" with:
      """
      {"header": "<b>H</b>", "question": "<img src=x onerror=\"alert(1)\"> {{secret}} %s ${HOME}?",
       "options": [{"label": "<script>x()</script>", "description": "[a](javascript:b)"}, {"label": "../../etc"}]}
      """
    And the person chooses "<script>x()</script>" at "onerror"
    And the model says "painted"
    Then the prompt contains "<img src=x onerror=\"alert(1)\"> {{secret}} %s ${HOME}?" [DC-83]
    And the prompt offers the choices ["<script>x()</script>", "../../etc"] [DC-07]
    And the last object recorded with {"action_type": "question_request"} has: [DC-35]
      """
      {"extra": {"answerText": "<script>x()</script>"}}
      """
    And the last object recorded with {"action_type": "question_request"} has: [DC-80]
      """
      {"extra": {"questionHeader": "<b>H</b>"}}
      """

  @field-59
  Scenario Outline: A label that looks like <what> is treated as one label
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": <label>}, {"label": "Blue"}], "multiple": true}
      """
    And the person answers "Which?" with [<label>, "Blue"]
    And the model says "painted"
    Then the user's messages reach the model as ["go", <said>] [DC-38]
    And the last object recorded with {"questionText": "Which?"} has {"answerText": <said>} [DC-78]

    Examples:
      | what       | label       | said              |
      | two labels | "Red, Pink" | "Red, Pink\\nBlue" |
      | a number   | "2"         | "2\\nBlue"         |
      | JSON       | "[\\"a\\"]" | "[\\"a\\"]\\nBlue" |
      | a command  | "/reject"   | "/reject\\nBlue"   |

  Scenario: Two options with the same label can both be chosen
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Red"}], "multiple": true, "custom": false}
      """
    And the person chooses "Red" at "Which?"
    And 0 ms later the person chooses "Red" at "Which?"
    And 0 ms later the person submits "Which?"
    And the model says "painted"
    Then the user's messages reach the model as ["go", "Red\nRed"] [DC-16.o]
    And 1 prompt is shown [DC-16]

  Scenario: Two questions with the same call id each get their own answer
    Given the scenario "deepchat-one-id-twice"
    Then 2 prompts are shown [DC-25]
    And objects recorded with {"questionText": "First?"} have at "/answerText" in turn [null, "Red"] [I-3]
    And objects recorded with {"questionText": "Second?"} have at "/answerText" in turn [null, "Blue"] [I-3]
    And the requests are sent at "0 100" [DC-27]

  Scenario Outline: A call fails and asks nothing when its arguments are <what>, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with the text "<text>"
    And the model says "as you like" if it is asked
    Then the call "call_1" fails [DC-05]
    And no prompt is shown [I-4]
    And the turn is paused 0 times [DC-24]

    Examples:
      | profile | tool              | what          | text                                                                                 |
      | seed    | question          | empty         |                                                                                      |
      | seed    | question          | a boolean     | true                                                                                 |
      | seed    | question          | a number      | 17                                                                                   |
      | seed    | question          | only brackets | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[ |
      | head    | deepchat_question | empty         |                                                                                      |
      | head    | deepchat_question | a boolean     | true                                                                                 |
      | head    | deepchat_question | only quotes   | \\"\\"\\"\\"                                                                         |

  Scenario Outline: A line from the host <what> is ignored, and the question still waits, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the client sends <line> while the turn is paused
    And after 1000 ms the person chooses "Blue" at "Which one?"
    And the model says "painted"
    Then the requests are sent at "0 1000" [DC-46]
    And objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "Blue"] [DC-46]

    Examples:
      | profile | what               | line                                                                                          |
      | seed    | that is a list     | [["Red"]]                                                                                     |
      | seed    | without a type     | {"toolCallId": "call_1", "response": {"kind": "question_option", "optionLabel": "Red"}}       |
      | seed    | without a response | {"type": "respond_tool_interaction", "toolCallId": "call_1"}                                  |
      | seed    | with a follow-up   | {"type": "respond_tool_interaction", "toolCallId": "call_1", "response": {"kind": "question_other"}} |
      | head    | that is a list     | [["Red"]]                                                                                     |
      | head    | without a response | {"type": "respond_tool_interaction", "toolCallId": "call_1"}                                  |

  Scenario: A corrupt stored question does not prevent the chat from loading
    Given a stored conversation:
      """
      [{"id": "m1", "role": "user", "content": {"text": "hello"}},
       {"id": "m2", "role": "assistant", "content": [
         {"type": "action", "action_type": "question_request", "status": "pending", "tool_call": {"id": "old_1"},
          "extra": {"needsUserAction": true, "questionText": "Which one?", "questionOptions": "no JSON", "questionResolution": "asked"}}]}]
      """
    When the user says "go"
    And the model says "gone"
    Then no prompt is shown
    And the user's messages reach the model as ["hello", "go"]
    And the turn ends completed
