Feature: DeepChat: input that means harm

  Too much, not what it says, or meant for somebody else's screen: from the model, and from the host. What is shown of it
  is harmless, what is stored is what was said, and nothing breaks.

  Background:
    Given the system "deepchat"
    And a terminal

  Scenario: Hundreds of options, and a label of thousands of characters
    Given the scenario "deepchat-hundreds-of-options"
    Then the call "call_1" fails [DC-18]
    And the call "call_2" fails [DC-18]
    And 1 prompt is shown [DC-18]
    And the turn is paused 1 time [DC-24]
    And the user's messages reach the model as ["go", "once more", "and again", "Blue"] [DC-37]
    And nothing is recorded with {"questionText": "Which of hundreds?"} [DC-18]
    And the turn ends completed

  Scenario Outline: Half a surrogate pair in <what> breaks nothing, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with the text "{\"question\": \"Which<question>?\", \"header\": \"h<header>\", \"options\": [{\"label\": \"Red<label>\", \"description\": \"d<description>\"}, {\"label\": \"Blue\"}], \"custom\": false}"
    And the person chooses "Blue" at "Which"
    And the model says "painted"
    Then 1 prompt is shown [DC-03]
    And what is recorded last with {"action_type": "question_request"} has {"status": "success"} [DC-32]
    And the turn ends completed

    Examples:
      | profile | tool              | what           | question | header   | label        | description |
      | seed    | question          | the question   | \\\\ud83d |         |              |             |
      | seed    | question          | a label        |          |          | \\\\ude42    |             |
      | seed    | question          | header and all | \\\\ud83d | \\\\ud83d | \\\\ud83dx  | \\\\udc00   |
      | head    | deepchat_question | the question   | \\\\ud83d |         |              |             |
      | head    | deepchat_question | a label        |          |          | \\\\ude42    |             |

  Scenario: Escapes, nulls and marks of direction change nothing, and the answer is what the label was
    When the user says "go"
    And the model calls "question" with:
      """
      {"header": "A\u001b[2JB", "question": "Go\u0000?\u202e oN", "custom": false,
       "options": [{"label": "Red\u001b[31m", "description": "\u2066warm\u0007"}, {"label": "Blue"}]}
      """
    And the person answers "Go" with "Red\u001b[31m"
    And the model says "painted"
    Then the user's messages reach the model as ["go", "Red\u001b[31m"] [DC-37]
    And what is recorded last with {"action_type": "question_request"} has: [DC-78]
      """
      {"extra": {"answerText": "Red\u001b[31m", "questionText": "Go\u0000?\u202e oN"}}
      """

  @reference
  Scenario: Escapes, nulls and marks of direction, drawn
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

  Scenario: HTML and templates are text like any other
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
    And what is recorded last with {"action_type": "question_request"} has: [DC-35]
      """
      {"extra": {"answerText": "<script>x()</script>"}}
      """
    And what is recorded last with {"action_type": "question_request"} has: [DC-80]
      """
      {"extra": {"questionHeader": "<b>H</b>"}}
      """

  @field-59
  Scenario Outline: A label that reads like <what> is one label
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": <label>}, {"label": "Blue"}], "multiple": true}
      """
    And the person answers "Which?" with [<label>, "Blue"]
    And the model says "painted"
    Then the user's messages reach the model as ["go", <said>] [DC-38]
    And what is recorded last with {"questionText": "Which?"} has {"answerText": <said>} [DC-78]

    Examples:
      | what      | label       | said              |
      | two       | "Red, Pink" | "Red, Pink\\nBlue" |
      | a number  | "2"         | "2\\nBlue"         |
      | JSON      | "[\\"a\\"]" | "[\\"a\\"]\\nBlue" |
      | a command | "/reject"   | "/reject\\nBlue"   |

  @open
  Scenario: Each of two options with one label can be chosen
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

  Scenario: Two questions under one id keep an answer each
    Given the scenario "deepchat-one-id-twice"
    Then 2 prompts are shown [DC-25]
    And what is recorded with {"questionText": "First?"} has "/answerText" in turn as [null, "Red"] [I-3]
    And what is recorded with {"questionText": "Second?"} has "/answerText" in turn as [null, "Blue"] [I-3]
    And the requests are sent at "0 100" [DC-27]

  Scenario Outline: Arguments of <what> are no question, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with the text "<text>"
    And the model says "as you like" if it is asked
    Then the call "call_1" fails [DC-05]
    And no prompt is shown [I-4]
    And the turn is paused 0 times [DC-24]

    Examples:
      | profile | tool              | what          | text                                                                                 |
      | seed    | question          | nothing       |                                                                                      |
      | seed    | question          | a truth value | true                                                                                 |
      | seed    | question          | a number      | 17                                                                                   |
      | seed    | question          | brackets      | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[ |
      | head    | deepchat_question | nothing       |                                                                                      |
      | head    | deepchat_question | a truth value | true                                                                                 |
      | head    | deepchat_question | quotes        | \\"\\"\\"\\"                                                                         |

  Scenario Outline: A line of the host that is <what> is nothing to the question, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the client sends <line> while the turn is paused
    And after 1000 ms the person chooses "Blue" at "Which one?"
    And the model says "painted"
    Then the requests are sent at "0 1000" [DC-46]
    And what is recorded with {"questionText": "Which one?"} has "/answerText" in turn as [null, "Blue"] [DC-46]

    Examples:
      | profile | what               | line                                                                                          |
      | seed    | no object          | [["Red"]]                                                                                     |
      | seed    | without a type     | {"toolCallId": "call_1", "response": {"kind": "question_option", "optionLabel": "Red"}}       |
      | seed    | without a call     | {"type": "respond_tool_interaction", "response": {"kind": "question_reject"}}                 |
      | seed    | without a response | {"type": "respond_tool_interaction", "toolCallId": "call_1"}                                  |
      | seed    | a follow-up        | {"type": "respond_tool_interaction", "toolCallId": "call_1", "response": {"kind": "question_other"}} |
      | head    | no object          | [["Red"]]                                                                                     |
      | head    | without a call     | {"type": "respond_tool_interaction", "response": {"kind": "question_other"}}                  |
      | head    | without a response | {"type": "respond_tool_interaction", "toolCallId": "call_1"}                                  |

  Scenario: A stored block that is broken does not keep the chat from loading
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
