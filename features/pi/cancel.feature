Feature: pi: cancelling a call

  Esc, and the dialog that asks whether to discard the answers. The dialog may be drawn into the form or be a prompt of
  its own. It is open whether a form moves to the next tab by itself, and whether Tab on the last tab leads to the first.
  So the scenarios work either way: what the tab does not offer is refused, and the person tries again one tab further.

  Background:
    Given the system "pi"
    And a terminal

  Scenario Outline: Esc at a single question cancels at once: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H"<more>}]}
      """
    And the person presses "<keys>" at "Which?"
    And the model says "as you like"
    Then the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-30]
    And the requests are sent at "0 0" [PI-30, PI-42]
    And no prompt contains "Discard" [PI-30]
    And nothing is recorded with {"wasCustom": false} [PI-30]
    And nothing is recorded with {"wasCustom": true} [PI-30]
    And the model is told nothing with "wasCustom" [PI-30]
    And no prompt is left open [PI-30]

    Examples:
      | what                   | more                                                                 | keys           |
      | a list                 | , "options": [{"label": "A"}, {"label": "B"}]                        | Esc            |
      | a list, cursor moved   | , "options": [{"label": "A"}, {"label": "B"}]                        | Down Esc       |
      | a text                 |                                                                      | Esc            |
      | a text, half typed     |                                                                      | x y Esc        |
      | checkboxes             | , "multiSelect": true, "options": [{"label": "A"}, {"label": "B"}]   | Esc            |
      | checkboxes, one ticked | , "multiSelect": true, "options": [{"label": "A"}, {"label": "B"}]   | Space Esc      |

  Scenario Outline: A cancelled call returns no answers: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [<questions>]}
      """
    And the person cancels "First?"
    And the model says "as you like"
    Then the call "call_1" has at least the result {"answered": false, "cancelled": true} [<ids>]
    And nothing is recorded with {"wasCustom": false} [PI-34]
    And nothing is recorded with {"wasCustom": true} [PI-34]
    And the model is told nothing with "wasCustom" [PI-34]
    And 2 requests reach the model [<ids>]

    Examples:
      | what           | ids   | questions |
      | one question   | PI-30 | {"question": "First?", "options": [{"label": "A"}, {"label": "B"}]} |
      | two questions  | PI-90 | {"question": "First?", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?"} |

  @open
  Scenario Outline: The answers of a cancelled call are an empty list: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [<questions>]}
      """
    And the person cancels "First?"
    And the model says "as you like"
    Then the call "call_1" has the result {"answered": false, "answers": [], "cancelled": true} [PI-30.o]

    Examples:
      | what           | questions |
      | one question   | {"question": "First?", "options": [{"label": "A"}, {"label": "B"}]} |
      | two questions  | {"question": "First?", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?"} |

  @open
  Scenario: Esc in the input of Other goes back to the list
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person presses "Down Down Enter x Esc" at "Which?"
    And 1000 ms later the person presses "Up Enter" at "Which?"
    And the model says "done"
    Then the requests are sent at "0 1000" [PI-30.o2]
    And the call "call_1" has the result: [PI-30.o2]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": "B", "selectedOption": "B", "wasCustom": false}]}
      """

  Scenario Outline: Esc cancels a form of several questions at once while none is answered: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person presses "<keys>" at "First?"
    And the model says "as you like"
    Then the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-31, PI-90]
    And the requests are sent at "0 0" [PI-31]
    And no prompt contains "Discard" [PI-31]
    And nothing is recorded with {"wasCustom": false} [PI-31]
    And nothing is recorded with {"wasCustom": true} [PI-31]
    And the model is told nothing with "wasCustom" [PI-31]

    Examples:
      | what              | keys             |
      | on the first tab  | Esc              |
      | cursor moved      | Down Esc         |
      | on the third tab  | Tab Tab Esc      |
      | on the Submit tab | Tab Tab Tab Esc  |

  Scenario: Esc with two of three questions answered asks first, and Yes cancels
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And 100 ms later the person answers "First?" with true
    And if asked, after 100 ms the person answers "Discard 2 answers?" with true
    And the model says "as you like"
    Then the prompt is redrawn with "Discard 2 answers?" [PI-32]
    And the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-32, PI-90]
    And nothing is recorded with {"wasCustom": false} [PI-34]
    And nothing is recorded with {"wasCustom": true} [PI-34]
    And the model is told nothing with "wasCustom" [PI-34]
    And no prompt is left open [PI-32]

  Scenario: Esc with two of three questions answered cancels nothing until the dialog is answered
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And nobody answers
    Then the prompt is redrawn with "Discard 2 answers?" [PI-32]
    And 1 request reaches the model [PI-32]
    And nothing is recorded with {"toolCallId": "call_1"} [PI-32]

  Scenario: No in the discard dialog goes back to the form and keeps the answers
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And 100 ms later the person answers "First?" with false
    And if asked, after 100 ms the person answers "Discard 2 answers?" with false
    And 100 ms later the person presses "Left" at "First?"
    And 0 ms later the person chooses "E" at "First?"
    And 0 ms later the person submits "First?"
    And 0 ms later the person presses "Tab Tab" at "First?"
    And 0 ms later the person chooses "E" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And the model says "done"
    Then the prompt is redrawn with "Discard 2 answers?" [PI-32]
    And the call "call_1" has the result: [PI-32]
      """
      {
        "answered": true,
        "answers": [
          {"question": "First?", "answer": "A", "selectedOption": "A", "wasCustom": false},
          {"question": "Second?", "answer": "C", "selectedOption": "C", "wasCustom": false},
          {"question": "Third?", "answer": "E", "selectedOption": "E", "wasCustom": false}
        ]
      }
      """

  Scenario: After a No, another Esc opens the discard dialog again
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And 100 ms later the person answers "First?" with false
    And if asked, after 100 ms the person answers "Discard 2 answers?" with false
    And 100 ms later the person presses "Esc" at "First?"
    And 100 ms later the person answers "First?" with true
    And if asked, after 100 ms the person answers "Discard 2 answers?" with true
    And the model says "as you like"
    Then the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-32]
    And the requests are sent at "0 400" [PI-32]
    And nothing is recorded with {"wasCustom": false} [PI-34]
    And nothing is recorded with {"wasCustom": true} [PI-34]
    And the model is told nothing with "wasCustom" [PI-34]

  @open
  Scenario: The discard dialog says "1 answers" for one answer and counts a changed answer once
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person presses "Enter Left Down Enter" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And nobody answers
    Then the prompt is redrawn with "Discard 1 answers?" [PI-32.o]
    And no prompt contains "Discard 2" [PI-32.o]

  @open
  Scenario: The discard dialog does not count a choice that was not confirmed
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person presses "Enter Down Tab Down" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And nobody answers
    Then the prompt is redrawn with "Discard 1 answers?" [PI-32.o]

  Scenario: Esc on the Submit tab asks about all three answers, and the person replies true
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {
        "questions": [
          {"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]},
          {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]},
          {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}
        ]
      }
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person chooses "E" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "E" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And 100 ms later the person answers "First?" with true
    And if asked, after 100 ms the person answers "Discard 3 answers?" with true
    And 100 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And the model says "done"
    Then the prompt is redrawn with "Discard 3 answers?" [PI-33]
    And the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-33]
    And the requests are sent at "0 200" [PI-33]

  Scenario: Esc on the Submit tab asks about all three answers, and the person replies false
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {
        "questions": [
          {"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]},
          {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]},
          {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}
        ]
      }
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person chooses "E" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "E" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And 100 ms later the person answers "First?" with false
    And if asked, after 100 ms the person answers "Discard 3 answers?" with false
    And 100 ms later the person submits "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And the model says "done"
    Then the prompt is redrawn with "Discard 3 answers?" [PI-33]
    And the call "call_1" has at least the result: [PI-33]
      """
      {
        "answered": true,
        "answers": [
          {"question": "First?", "answer": "A", "selectedOption": "A", "wasCustom": false},
          {"question": "Second?", "answer": "C", "selectedOption": "C", "wasCustom": false},
          {"question": "Third?", "answer": "E", "selectedOption": "E", "wasCustom": false}
        ]
      }
      """
    And the requests are sent at "0 300" [PI-33]

  Scenario: Esc on a question's tab with all questions answered asks first, and Yes cancels
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person chooses "E" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "E" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person presses "Left" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And 100 ms later the person answers "First?" with true
    And if asked, after 100 ms the person answers "Discard 3 answers?" with true
    And the model says "as you like"
    Then the prompt is redrawn with "Discard 3 answers?" [PI-91]
    And the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-91]
    And the requests are sent at "0 200" [PI-91]
    And nothing is recorded with {"wasCustom": false} [PI-34]
    And nothing is recorded with {"wasCustom": true} [PI-34]
    And the model is told nothing with "wasCustom" [PI-34]

  Scenario: Esc on a question's tab with all questions answered asks first, and No keeps the answers
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person chooses "E" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "E" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person presses "Left" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And 100 ms later the person answers "First?" with false
    And if asked, after 100 ms the person answers "Discard 3 answers?" with false
    And 100 ms later the person submits "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And the model says "done"
    Then the prompt is redrawn with "Discard 3 answers?" [PI-91]
    And the call "call_1" has the result: [PI-91]
      """
      {
        "answered": true,
        "answers": [
          {"question": "First?", "answer": "A", "selectedOption": "A", "wasCustom": false},
          {"question": "Second?", "answer": "C", "selectedOption": "C", "wasCustom": false},
          {"question": "Third?", "answer": "E", "selectedOption": "E", "wasCustom": false}
        ]
      }
      """

  @open
  Scenario: A plain Enter at the discard dialog keeps the answers
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}]}]}
      """
    And the person presses "Enter Esc" at "First?"
    And 1000 ms later the person presses "Enter" at "First?"
    And 1000 ms later the person answers "First?" with ["A", "C"]
    And the model says "done"
    Then the requests are sent at "0 2000" [PI-32.o2]
    And the call "call_1" has at least the result: [PI-32.o2]
      """
      {"answered": true, "answers": [{"answer": "A"}, {"answer": "C"}]}
      """

  @open
  Scenario: Aborting the turn cancels the open call and withdraws its prompt
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And SIGINT arrives when "Third?" is shown
    And the run may end while the turn waits
    Then the prompt is withdrawn [PI-34.o]
    And no prompt is left open [PI-34.o]
    And something is recorded with: [PI-34.o]
      """
      {"toolCallId": "call_1", "details": {"answered": false, "answers": [], "cancelled": true}}
      """
    And nothing is recorded with {"wasCustom": false} [PI-34.o]
    And nothing is recorded with {"wasCustom": true} [PI-34.o]
    And the model is told nothing with "wasCustom" [PI-34.o]
    And the turn ends interrupted [PI-34.o]

  @reference
  Scenario: The discard dialog is drawn in place of the question
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And nobody answers
    Then the prompt is redrawn as:
      """
      ────────────────────────────────────────────────────────────
       ← ■ One  ■ Two  □ Three  ✓ Submit →

        Discard 2 answers?

        y Yes • n/Enter/Esc No
      ────────────────────────────────────────────────────────────
      """
