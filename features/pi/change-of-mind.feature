Feature: pi: the second time, and a change of mind

  A person picks, types, changes an answer, goes back, cancels, and is asked again. What counts is what stands there in
  the end. It is open whether a form moves to the next tab by itself, so the scenarios work either way: what a tab does
  not offer is refused.

  Background:
    Given the system "pi"
    And a terminal

  # It is open whether Enter submits nothing at all or leaves the question open.
  Scenario Outline: Enter with no box ticked picks nothing: the cursor on <where>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "multiSelect": true,
        "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}]}]}
      """
    And the person presses "<keys> Enter" at "Which?"
    And 1000 ms later the person answers "Which?" with ["o3"]
    And the model says "done"
    Then nothing is recorded with {"answer": ["<row>"]} [PI-47, I-5]
    And nothing is recorded with {"answer": "<row>"} [PI-26]
    And the last object recorded with {"question": "Which?", "wasCustom": false} fits one of: [PI-47]
      """
      [{"answer": []}, {"answer": ["o3"]}]
      """

    Examples:
      | where          | keys        | row |
      | the first row  |             | o1  |
      | the second row | Down        | o2  |
      | a cleared row  | Space Space | o1  |

  Scenario Outline: A question that is answered a second time counts once: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}, {"label": "B"}]},
        {"question": "Second?", "options": [{"label": "C"}, {"label": "D"}]},
        {"question": "Third?", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person chooses "<again>" at "First?"
    And 0 ms later the person presses "Left" at "First?"
    And 0 ms later the person chooses "<again>" at "First?"
    And 0 ms later the person presses "Left" at "First?"
    And 0 ms later the person chooses "<again>" at "First?"
    And 0 ms later the person presses "Left" at "First?"
    And 0 ms later the person chooses "<again>" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And nobody answers
    Then the prompt is redrawn with "Discard 2 answers?" [PI-32]
    And no prompt contains "Discard 3" [PI-32]

    Examples:
      | what                     | again |
      | the first one, changed   | B     |
      | the second one, changed  | D     |
      | the first one, as it was | A     |

  Scenario: Esc and No leave an answer that was typed through Other as it is
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}, {"label": "B"}]},
        {"question": "Second?", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the person presses "Down Down Enter" at "First?"
    And 0 ms later the person pastes "x" at "First?"
    And 0 ms later the person presses "Enter" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And 100 ms later the person answers "First?" with false
    And if asked, after 100 ms the person answers "Discard 2 answers?" with false
    And 100 ms later the person submits "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-32]
      """
      {
        "answered": true,
        "answers": [
          {"question": "First?", "answer": "x", "wasCustom": true},
          {"question": "Second?", "answer": "C", "selectedOption": "C", "wasCustom": false}
        ]
      }
      """

  # The last step answers where the keys did not get as far as that.
  Scenario Outline: A text typed after an option was picked leaves nothing of the pick: <how>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}, {"label": "B"}]},
        {"question": "Second?", "options": [{"label": "C"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person presses "<back> Down Down Enter" at "First?"
    And 0 ms later the person pastes "x" at "First?"
    And 0 ms later the person presses "Enter" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person submits "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And 100 ms later the person answers "First?" with ["x", "C"]
    And the model says "done"
    Then nothing is recorded with {"question": "First?", "answer": "x", "selectedOption": "A"} [PI-25]
    And nothing is recorded with {"wasCustom": true, "selectedOption": "A"} [PI-25]

    Examples:
      | how                 | back |
      | after moving back   | Left |
      | without moving back |      |

  Scenario Outline: An option picked after a text was typed is no custom answer: <how>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}, {"label": "B"}]},
        {"question": "Second?", "options": [{"label": "C"}]}]}
      """
    And the person presses "Down Down Enter" at "First?"
    And 0 ms later the person pastes "x" at "First?"
    And 0 ms later the person presses "Enter" at "First?"
    And 0 ms later the person presses "<back>" at "First?"
    And 0 ms later the person <picks> at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person submits "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And 100 ms later the person answers "First?" with ["B", "C"]
    And the model says "done"
    Then nothing is recorded with {"question": "First?", "answer": "B", "wasCustom": true} [PI-23]
    And nothing is recorded with {"wasCustom": true, "selectedOption": "B"} [PI-23]

    Examples:
      | how          | back | picks              |
      | by its label | Left | chooses "B"        |
      | with Enter   | Left | presses "Up Enter" |

  Scenario: The same boxes asked again after a cancel are empty
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "multiSelect": true,
        "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person presses "Space Esc" at "Which?"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "multiSelect": true,
        "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person presses "Down Space Enter" at "Which?"
    And the model says "done"
    Then prompt 2 contains "[ ] A" [PI-34]
    And nothing is recorded with {"answer": ["A", "B"]} [PI-34, I-5]
    And the call "call_2" has at least the result: [PI-34]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": ["B"], "wasCustom": false}]}
      """

  Scenario: The same text asked again after a cancel is empty
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person presses "x y Esc" at "Name?"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person presses "z Enter" at "Name?"
    And the model says "done"
    Then the call "call_2" has the result: [PI-34, I-5]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "z", "wasCustom": true}]}
      """

  Scenario: A second form begins at its first question, wherever the first form was left
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "One?", "header": "H1", "options": [{"label": "A"}]}, {"question": "Two?", "header": "H2", "options": [{"label": "B"}]}, {"question": "Then?", "header": "H3", "options": [{"label": "E"}]}]}
      """
    And the person presses "Tab Tab Esc" at "One?"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Three?", "header": "H3", "options": [{"label": "C"}]}, {"question": "Four?", "header": "H4", "options": [{"label": "D"}]}]}
      """
    And the person answers "Three?" with ["C", "D"]
    And the model says "done"
    Then prompt 2 contains "Three?" [PI-34]
    And prompt 2 contains "C" [PI-34]
    And the call "call_2" has at least the result: [PI-20]
      """
      {"answered": true, "answers": [{"answer": "C"}, {"answer": "D"}]}
      """

  Scenario: A second long text in one form is warned of, too
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}, {"question": "Why?"}, {"question": "How?"}]}
      """
    And the person pastes "⟨2001×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, after 1000 ms the person answers "Continue anyway?" with true
    And 1000 ms later the person presses "Tab" at "Name?"
    And 0 ms later the person pastes "⟨2500×y⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And nobody answers
    Then the prompt is redrawn with "Answer is long (2,001 chars). Continue anyway? [Y/n]" [PI-38]
    And the prompt is redrawn with "Answer is long (2,500 chars). Continue anyway? [Y/n]" [PI-38, PI-92]

  Scenario: A long text in a second call is warned of, too
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}]}
      """
    And the person pastes "⟨2001×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, the person answers "2,001 chars" with true
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Why?"}]}
      """
    And the person pastes "⟨2500×y⟩" at "Why?"
    And 0 ms later the person presses "Enter" at "Why?"
    And nobody answers
    Then the prompt is redrawn with "Answer is long (2,500 chars). Continue anyway? [Y/n]" [PI-38, PI-92]

  # Where Space does not lead to the input of Other, the last step answers the question.
  Scenario: A long text typed among checkboxes is not returned before the warning is confirmed
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "multiSelect": true, "options": [{"label": "A"}]}]}
      """
    And the person presses "Down Space" at "Which?"
    And 0 ms later the person pastes "⟨2001×x⟩" at "Which?"
    And 0 ms later the person presses "Enter" at "Which?"
    And 0 ms later the person submits "Which?"
    And 1000 ms later the person answers "Which?" with true
    And if asked, after 1000 ms the person answers "Continue anyway?" with true
    And 1000 ms later the person answers "Which?" with ["A"]
    And the model says "done"
    Then before 1000 ms nothing is recorded with {"answer": ["⟨2001×x⟩"]} [PI-38]

  # It is open whether what is typed or ticked without Enter is an answer already.
  Scenario Outline: Esc never asks about no answers at all: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?"<more>}, {"question": "Second?"}]}
      """
    And the person presses "<keys> Esc" at "First?"
    And 1000 ms later the person answers "First?" with true
    And if asked, after 1000 ms the person answers "Discard" with true
    And the model says "as you like"
    Then no prompt contains "Discard 0" [PI-31]
    And the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-90]

    Examples:
      | what                 | keys  | more                                               |
      | a text is half typed | x y   |                                                    |
      | one letter is typed  | x     |                                                    |
      | a box is ticked      | Space | , "multiSelect": true, "options": [{"label": "A"}] |

  Scenario: Each of two calls has its own metadata in its details
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}]}], "metadata": {"n": 1, "of": "one"}}
      """
    And in the same message it calls "ask_user" with:
      """
      {"questions": [{"question": "Second?", "options": [{"label": "B"}]}], "metadata": {"n": 2}}
      """
    And the person answers "First?" with "A"
    And the person answers "Second?" with "B"
    And the model says "done"
    Then something is recorded with {"toolCallId": "call_1", "details": {"metadata": {"n": 1, "of": "one"}}} [PI-77]
    And something is recorded with {"toolCallId": "call_2", "details": {"metadata": {"n": 2}}} [PI-77]
    And nothing is recorded with {"toolCallId": "call_2", "details": {"metadata": {"n": 1}}} [PI-77, I-3]
    And nothing is recorded with {"toolCallId": "call_2", "details": {"metadata": {"of": "one"}}} [PI-77, I-3]

  Scenario: A cancel of the first of two calls does not count for the second
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And the person presses "Esc" at "First?"
    And after 1000 ms the person answers "Second?" with "D"
    And the model says "done"
    Then nothing is recorded with {"toolCallId": "call_2", "details": {"cancelled": true}} [I-3]
    And something is recorded with {"question": "Second?", "answer": "D"} [PI-20]

  Scenario Outline: A form with <open> question still open is not submitted
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?"<more>}, {"question": "Second?", "options": [{"label": "C"}]}]}
      """
    And the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Right Right Enter" at "First?"
    And 1000 ms later the person answers "First?" with [<answer>, "C"]
    And the model says "done"
    Then the requests are sent at "0 1000" [PI-48]

    Examples:
      | open       | more                                               | answer |
      | a text     |                                                    | "x"    |
      | a checkbox | , "multiSelect": true, "options": [{"label": "A"}] | ["A"]  |
      | a list     | , "options": [{"label": "A"}]                      | "A"    |
