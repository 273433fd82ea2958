Feature: pi: where two rules of a form meet

  Each rule is kept wherever the cursor stands, whatever was done before, and however the input comes to its end. It is
  open whether a form moves to the next tab by itself, so the scenarios work either way.

  Background:
    Given the system "pi"
    And a terminal

  Scenario Outline: Esc with one of two questions answered asks first, on each tab: <where>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}, {"label": "B"}]},
        {"question": "Second?", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person presses "<keys>" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And nobody answers
    Then the prompt is redrawn with "Discard 1 answer" [PI-32]
    And nothing is recorded with {"toolCallId": "call_1"} [PI-32]

    Examples:
      | where             | keys        |
      | one to the left   | Left        |
      | two to the left   | Left Left   |
      | one to the right  | Right       |
      | two to the right  | Right Right |
      | moved in the list | Down        |

  Scenario Outline: A form that is answered and not submitted is cancelled when <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}, {"label": "B"}]},
        {"question": "Second?", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 100 ms later <ends> at "First?"
    And the model says "as you like" if it is asked
    And the run may end while the turn waits
    Then the model is told nothing with "wasCustom" [I-5, PI-34]
    And nothing is recorded with {"wasCustom": false} [I-5, PI-34]
    And nothing is recorded with {"answered": true} [PI-34]

    Examples:
      | what               | ends                |
      | the input ends     | the input ends      |
      | the terminal fails | the terminal breaks |

  Scenario Outline: A text that is typed and not entered is no answer when the input ends: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"<more>}]}
      """
    And the person presses "<keys>" at "Name?"
    And 100 ms later the person pastes "draft" at "Name?"
    And 100 ms later the input ends at "Name?"
    And the model says "as you like" if it is asked
    And the run may end while the turn waits
    Then the model is told nothing with "draft" [I-5]
    And nothing is recorded with {"answered": true} [I-5]

    Examples:
      | what            | more                          | keys       |
      | a text question |                               | a b        |
      | behind Other    | , "options": [{"label": "A"}] | Down Enter |

  Scenario: Esc and No leave every pick of a list of checkboxes
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "multiSelect": true, "options": [{"label": "A"}, {"label": "B"}]},
        {"question": "Second?", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the person presses "Space Down Space Enter" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And 100 ms later the person answers "First?" with false
    And if asked, after 100 ms the person answers "Discard 1 answer" with false
    And 100 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 100 ms later the person submits "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And 0 ms later the person submits "First?"
    And the model says "done"
    Then the call "call_1" has at least the result: [PI-32, PI-26]
      """
      {"answered": true, "answers": [{"question": "First?", "answer": ["A", "B"]}, {"question": "Second?", "answer": "C"}]}
      """

  # The last step answers where the keys did not get as far as that.
  Scenario: An option that is picked after a text was typed leaves nothing of the text
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}, {"label": "B"}]},
        {"question": "Second?", "options": [{"label": "C"}]}]}
      """
    And the person presses "Down Down Enter" at "First?"
    And 0 ms later the person pastes "x" at "First?"
    And 0 ms later the person presses "Enter" at "First?"
    And 0 ms later the person chooses "A" at "First?"
    And 0 ms later the person presses "Left" at "First?"
    And 0 ms later the person chooses "A" at "First?"
    And 0 ms later the person presses "Left" at "First?"
    And 0 ms later the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person submits "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And 100 ms later the person answers "First?" with ["A", "C"]
    And the model says "done"
    Then nothing is recorded with {"question": "First?", "answer": "x"} [PI-23]
    And something is recorded with: [PI-23]
      """
      {"question": "First?", "answer": "A", "selectedOption": "A", "wasCustom": false}
      """
