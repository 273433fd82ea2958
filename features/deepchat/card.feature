Feature: DeepChat: the card of a question

  What the card shows while the question waits, what keys and clicks do, and what the card shows afterwards. The words
  on the buttons are free; the drawings at the end are this project's own.

  Background:
    Given the system "deepchat"
    And a terminal

  Scenario Outline: Header, question, options and input are on the card, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"header": "Colour", "question": "Which one?", "options": [{"label": "Red", "description": "warm"}, {"label": "Blue"}]}
      """
    And nobody answers
    Then prompt 1 contains "Colour" [DC-83]
    And the prompt shows "Colour" above "Which one?"
    And the prompt shows "Which one?" above "Red" [DC-83]
    And the prompt offers the choices ["Red", "Blue"] [DC-83]
    And the prompt offers to type [DC-83]
    And the prompt shows "Red" above "warm" [DC-70]
    And the prompt shows "warm" above "Blue" [DC-70]

    Examples:
      | profile | tool              |
      | seed    | question          |
      | head    | deepchat_question |

  Scenario: The card offers to reject, and has no input when custom answers are off
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which one?", "options": [{"label": "Red"}, {"label": "Blue"}], "custom": false}
      """
    And nobody answers
    Then the prompt offers to reject [DC-83.s]
    And the prompt offers no typing [DC-83.s]
    And the prompt offers the choices ["Red", "Blue"] [DC-83]

  Scenario: In profile head the card cannot be rejected
    Given the profile "head"
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And nobody answers
    Then the prompt offers no reject [DC-52]
    And the prompt offers the choices ["Red", "Blue"] [DC-83]

  # A call with other keys may also fail.
  Scenario Outline: Only the label and the description of an option are shown, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"question": "Which one?", "options": [{"label": "Red", "description": "warm", "value": "payload", "prompt": "payload"}]}
      """
    And if asked, the person chooses "Red" at "Which one?"
    And the model says "painted" if it is asked
    Then no prompt contains "payload" [DC-65]
    And nothing is recorded with {"answerText": "payload"} [DC-65]
    And the last object recorded with {"role": "user"} does not contain "payload" [DC-65]
    And the model is told nothing with "payload", errors aside [DC-65]
    And the prompt contains "warm" [DC-11]
    And the last object recorded with {"questionText": "Which one?"} has {"answerText": "Red"} [DC-11]
    And the model is told nothing with "payload" [DC-11]

    Examples:
      | profile | tool              |
      | seed    | question          |
      | head    | deepchat_question |

  Scenario Outline: An answered card shows the question and the answer, and no controls, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue", "Green"]
    And the person chooses "Blue" at "Which one?"
    And the model says "painted"
    Then the prompt is redrawn at last with "Which one?" [DC-61]
    And the prompt is redrawn with something new [DC-61]
    And the prompt is redrawn at last with "Blue" [DC-61]
    And the prompt offers nothing any more [DC-61]
    And the prompt is redrawn without "Green" [DC-85]
    And no prompt is left open [I-7]

    Examples:
      | profile |
      | seed    |
      | head    |

  Scenario Outline: A card that was answered by typing shows the typed answer, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the person types "turquoise" at "Which one?"
    And the model says "painted"
    Then the prompt is redrawn at last with "turquoise" [DC-61]
    And the prompt offers nothing any more [DC-61]
    And the prompt is redrawn without "Red" [DC-85]

    Examples:
      | profile |
      | seed    |
      | head    |

  Scenario: A rejected card says so, and has no controls
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the person rejects "Which one?"
    And the run may end while the turn waits
    Then the prompt is redrawn at last with "Which one?" [DC-61.s]
    And the prompt is redrawn with something new [DC-61.s]
    And the prompt offers nothing any more [DC-61.s]
    And the prompt is redrawn without "Blue" [DC-85]
    And the prompt is redrawn with something new [DC-85.s]

  Scenario: A chat message answers the question and collapses the card
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the user says "paint it green" while the turn is paused
    And the model says "painted"
    Then the prompt is redrawn at last with "paint it" [DC-61]
    And the prompt offers nothing any more [DC-61]
    And the prompt is redrawn without "Blue" [DC-85]

  Scenario Outline: Each question belongs to the message that asks it, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model asks the user "First?" between ["Red"]
    And the person chooses "Red" at "First?"
    And the model says "one"
    And the user says "again" after the turn
    And the model asks the user "Second?" between ["Blue"]
    And nobody answers
    Then message 2 has 1 object with {"questionText": "First?"} [DC-61]
    And message 2 has 0 objects with {"questionText": "Second?"} [DC-61]
    And the last message has 1 object with {"questionText": "Second?", "questionResolution": "asked"} [DC-61]
    And the last message has 0 objects with {"questionText": "First?"} [DC-61]

    Examples:
      | profile |
      | seed    |
      | head    |

  Scenario Outline: The input of the card has the focus, and Enter submits the typed answer, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the person presses "t e a l Enter" at "Which one?"
    And the model says "painted"
    Then the last object recorded with {"questionText": "Which one?"} has {"answerText": "teal"} [DC-62]
    And nothing is refused

    Examples:
      | profile |
      | seed    |
      | head    |

  # Whether the arrow keys start on the first option or before it is free.
  Scenario Outline: Arrow keys move through the options, and <key> chooses one, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"question": "Which one?", "options": [{"label": "Red"}, {"label": "Green"}, {"label": "Blue"}], "custom": false}
      """
    And the person presses "<keys>" at "Which one?"
    And the model says "painted"
    Then the last object recorded with {"questionText": "Which one?"} fits one of: [<id>]
      """
      [{"answerText": "<label>"}, {"answerText": "<before>"}]
      """
    And 2 requests reach the model [<id>]

    Examples:
      | profile | tool              | key   | keys               | label | before | id     |
      | seed    | question          | Enter | Down Down Enter    | Blue  | Green  | DC-62  |
      | head    | deepchat_question | Enter | Down Down Enter    | Blue  | Green  | DC-62  |
      | seed    | question          | Space | Down Down Up Space Enter | Green | Red | DC-86 |
      | head    | deepchat_question | Space | Down Down Up Space Enter | Green | Red | DC-86 |

  Scenario: Several options can be chosen and submitted by keyboard alone
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Green"}, {"label": "Blue"}], "multiple": true, "custom": false}
      """
    And the person presses "Down Space Down Space" at "Which?"
    And 1000 ms later the person presses "Ctrl-Enter" at "Which?"
    And the model says "painted"
    Then the last object recorded with {"questionText": "Which?"} fits one of: [DC-86]
      """
      [{"answerText": "Green\nBlue"}, {"answerText": "Red\nGreen"}]
      """
    And the requests are sent at "0 1000" [DC-62.s]

  @open
  Scenario Outline: Enter alone does not submit a multiple-choice card: <where>
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true, "custom": <custom>}
      """
    And the person presses "<keys>" at "Which?"
    And 1000 ms later the person presses "Ctrl-Enter" at "Which?"
    And the model says "painted"
    Then the requests are sent at "0 1000" [DC-62.o]
    And the last object recorded with {"questionText": "Which?"} fits one of <texts> [DC-62.o]

    Examples:
      | where              | custom | keys             | texts                                            |
      | focus on the list  | false  | Down Space Enter | [{"answerText": "Blue"}, {"answerText": "Red"}]  |
      | focus in the input | true   | x Enter          | [{"answerText": "x"}]                            |

  Scenario: Clicking a chosen option of a multiple-choice card again unselects it
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true}
      """
    And the person chooses "Red" at "Which?"
    And 100 ms later the person chooses "Blue" at "Which?"
    And 100 ms later the person chooses "Red" at "Which?"
    And 100 ms later the person submits "Which?"
    And the model says "painted"
    Then the prompt offers several choices at a time [DC-84]
    And the user's messages reach the model as ["go", "Blue"] [DC-84]
    And the requests are sent at "0 300" [DC-84]

  Scenario: In profile head only one option can be chosen, even when the call sets multiple
    Given the profile "head"
    When the user says "go"
    And the model calls "deepchat_question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true}
      """
    And the person chooses "Red" at "Which?"
    And 100 ms later the person chooses "Blue" at "Which?"
    And the model says "painted"
    Then the prompt offers one choice at a time [DC-60]
    And the call "call_1" succeeds, telling the model "Red" [DC-60]
    And the requests are sent at "0 0" [DC-60]
    And the last object recorded with {"action_type": "question_request"} has: [DC-60]
      """
      {"extra": {"questionMultiple": true}}
      """

  @reference
  Scenario: How a single-choice card is drawn
    When the user says "go"
    And the model calls "question" with:
      """
      {"header": "Colour", "question": "Which one?", "options": [{"label": "Red", "description": "warm"}, {"label": "Blue"}]}
      """
    And the person presses "Tab Down Enter" at "Which one?"
    And the model says "painted"
    Then the prompt is drawn as:
      """
      Colour
      Which one?
        Red
            warm
        Blue
      > Your own answer:
        [Send] [Reject]
      """
    And the prompt is redrawn with "> Blue"
    And the prompt is redrawn as:
      """
      Colour
      Which one?
      Selected: Blue
      """

  @reference
  Scenario: How a multiple-choice card is drawn
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue", "description": "cold"}], "multiple": true}
      """
    And the person presses "n o w Tab Down Space" at "Which?"
    And 100 ms later the person rejects "Which?"
    Then the prompt is drawn as:
      """
      Which?
        [ ] Red
        [ ] Blue
            cold
      > Your own answer:
        [Send] [Reject]
      """
    And the prompt is redrawn with "> [x] Blue\n      cold\n  Your own answer: now"
    And the prompt is redrawn as:
      """
      Which?
      Rejected
      """

  @reference
  Scenario: How a card in profile head is drawn
    Given the profile "head"
    When the user says "go"
    And the model calls "deepchat_question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true, "custom": false}
      """
    And the person presses "Down Enter" at "Which?"
    And the model says "painted"
    Then the prompt is drawn as:
      """
      Which?
      > Red
        Blue
      """
    And the prompt is redrawn as:
      """
      Which?
      Selected: Blue
      """
