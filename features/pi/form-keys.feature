Feature: pi: the keys of the form

  What each key does: to move, to pick, to type, and to go from question to question. Keys whose meaning the source leaves
  undecided have scenarios of their own, tagged @open.

  Background:
    Given the system "pi"
    And a terminal

  # It is open whether `0` opens the input of Other or moves the cursor to its row. In the open input, Enter on an empty
  # text either does nothing or answers (this is open as well). On the row, Enter opens the input.
  Scenario Outline: Other in a scrolling list is reached by <how>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}]}]}
      """
    And the person presses "<keys> Enter" at "Which?"
    And 100 ms later the person types "another" at "Which?"
    And the model says "done"
    Then the last object recorded with {"question": "Which?", "wasCustom": true} fits one of: [PI-45]
      """
      [{"answer": "another"}, {"answer": ""}]
      """
    And nothing is recorded with {"wasCustom": false} [PI-45]

    Examples:
      | how                    | keys                                              |
      | the key 0              | 0                                                 |
      | the key 0 after moving | Down Down Down 0                                  |
      | moving down            | Down Down Down Down Down Down Down Down           |

  # It is open whether a digit answers or only moves the cursor there. In the second case Enter confirms it.
  Scenario Outline: A digit picks the option with that number: <digit> of <count>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [<options>]}]}
      """
    And the person presses "<digit> Enter" at "Which?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-43]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": "o<digit>", "selectedOption": "o<digit>", "wasCustom": false}]
      }
      """

    Examples:
      | digit | count | options |
      | 1 | 2 | {"label": "o1"}, {"label": "o2"} |
      | 2 | 2 | {"label": "o1"}, {"label": "o2"} |
      | 3 | 3 | {"label": "o1"}, {"label": "o2"}, {"label": "o3"} |
      | 4 | 4 | {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"} |
      | 5 | 5 | {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"} |
      | 6 | 6 | {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"} |
      | 1 | 8 | {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"} |
      | 3 | 8 | {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"} |
      | 5 | 8 | {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"} |

  Scenario: The digit beside Other leads to its input
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}]}]}
      """
    And the person presses "4 Enter" at "Which?"
    And 100 ms later the person types "another" at "Which?"
    And the model says "done"
    Then the prompt contains "4. Other (type your answer)" [PI-97]
    And the last object recorded with {"question": "Which?", "wasCustom": true} fits one of: [PI-43]
      """
      [{"answer": "another"}, {"answer": ""}]
      """

  @open
  Scenario: A digit answers at once, without Enter
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}]}]}
      """
    And the person presses "2" at "Which?"
    And 1000 ms later the person presses "Enter" at "Which?"
    And the model says "done"
    Then the requests are sent at "0 0" [PI-43.o2]
    And the call "call_1" has the result: [PI-43.o2]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": "o2", "selectedOption": "o2", "wasCustom": false}]
      }
      """

  @open
  Scenario Outline: The tenth option and later ones are reached with the arrow keys: option <number>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}, {"label": "o11"}, {"label": "o12"}]}]}
      """
    And the person presses "Down Down Down Down Down Down Down Down Down <more> Enter" at "Which?"
    And the model says "done"
    Then the prompt is redrawn at last with "\n  > <number>. o<number>\n" [PI-43.o]
    And the call "call_1" has the result: [PI-43.o]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": "o<number>", "selectedOption": "o<number>", "wasCustom": false}]
      }
      """

    Examples:
      | number | more      |
      | 10     |           |
      | 12     | Down Down |

  @open
  Scenario: Pressing 1 and 0 does not pick the tenth option
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}, {"label": "o11"}, {"label": "o12"}]}]}
      """
    And the person presses "1 0 Enter" at "Which?"
    And 100 ms later the person types "another" at "Which?"
    And the model says "done"
    Then nothing is recorded with {"selectedOption": "o10"} [PI-43.o]
    And something is recorded with {"selectedOption": "o1"} [PI-43.o]

  @open
  Scenario Outline: A digit picks by the place in the whole list: <digit>, <where>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}, {"label": "o11"}, {"label": "o12"}]}]}
      """
    And the person presses "<keys> <digit> Enter" at "Which?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-99.o]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": "o<digit>", "selectedOption": "o<digit>", "wasCustom": false}]
      }
      """

    Examples:
      | digit | where                  | keys                                              |
      | 7     | below the visible rows |                                                   |
      | 9     | below the visible rows |                                                   |
      | 8     | scrolled into view     | Down Down Down Down Down Down Down Down           |
      | 2     | scrolled out of view   | Down Down Down Down Down Down Down Down           |

  @open
  Scenario: The rows of a scrolled list keep their numbers
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}]}]}
      """
    And the person presses "Down Down Down Down Down" at "Which?"
    And nobody answers
    Then the prompt has at last the lines: [PI-99.o]
      """
      [
        "    2. o2",
        "    3. o3",
        "    4. o4",
        "    5. o5",
        "  > 6. o6",
        "    ↓ 3 more..."
      ]
      """

  @open
  Scenario: The key 0 is refused in a list that does not scroll
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}]}]}
      """
    And the person presses "0" at "Which?"
    And 100 ms later the person presses "Enter" at "Which?"
    And the model says "done"
    Then what was done is refused as not_offered [PI-99.o]
    And the call "call_1" has the result: [PI-99.o]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": "o1", "selectedOption": "o1", "wasCustom": false}]
      }
      """

  Scenario Outline: Up and Down move, and Enter confirms: <keys>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}]}]}
      """
    And the person presses "<keys> Enter" at "Which?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-42]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": "<picked>", "selectedOption": "<picked>", "wasCustom": false}]
      }
      """

    Examples:
      | keys              | picked |
      | Down              | o2     |
      | Down Down         | o3     |
      | Down Down Up      | o2     |
      | Down Up           | o1     |

  Scenario: Up and Down move in a scrolling list, and the list follows the cursor
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}]}]}
      """
    And the person presses "Down Down Down Down Down Down Up Enter" at "Which?"
    And the model says "done"
    Then the prompt is redrawn with "  > 7. o7\n" [PI-42]
    And the call "call_1" has the result: [PI-42]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": "o6", "selectedOption": "o6", "wasCustom": false}]
      }
      """

  Scenario Outline: Tab, Left and Right move between questions: <keys>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}]}]}
      """
    And the person presses "<keys>" at "First?"
    And nobody answers
    Then the prompt is redrawn at last with "\n  <question>\n\n  > 1. <label>\n" [PI-42]

    Examples:
      | keys             | question | label |
      | Tab              | Second?  | C     |
      | Tab Tab          | Third?   | E     |
      | Right            | Second?  | C     |
      | Right Right      | Third?   | E     |
      | Tab Left         | First?   | A     |
      | Right Right Left | Second?  | C     |

  @open
  Scenario Outline: The cursor stops at both ends of a list: <keys>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}]}]}
      """
    And the person presses "<keys>" at "Which?"
    And nobody answers
    Then the prompt is redrawn at last with "\n  > <row>\n" [PI-42.o]

    Examples:
      | keys                     | row                        |
      | Up                       | 1. o1                      |
      | Down Down Down Down Down | 3. Other (type your answer) |

  @open
  Scenario: Tab stops at the Submit tab
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}]}]}
      """
    And the person presses "Tab Tab Tab Left" at "First?"
    And nobody answers
    Then the prompt is redrawn at last with "\n  Second?\n" [PI-42.o2]

  Scenario Outline: Tab, Left and Right go from question to question: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One"<kind>}, {"question": "Second?", "header": "Two"<kind>}]}
      """
    And the person presses "<keys>" at "First?"
    And nobody answers
    Then the prompt is redrawn at last with "\n  <question>\n" [PI-42]

    # Whether Left and Right move the cursor of a text instead is not stated, so they are pressed where there is none.
    Examples:
      | what                                 | keys            | question | kind                                                               |
      | Right from an empty input            | Right           | Second?  |                                                                    |
      | Tab from an empty input              | Tab             | Second?  |                                                                    |
      | Left from an empty input             | Tab Left        | First?   |                                                                    |
      | Tab from an input with a text        | x Tab           | Second?  |                                                                    |
      | Right from a list of several choices | Right           | Second?  | , "multiSelect": true, "options": [{"label": "A"}, {"label": "B"}] |
      | Tab after a tick                     | Space Tab       | Second?  | , "multiSelect": true, "options": [{"label": "A"}, {"label": "B"}] |
      | Left after a move in the list        | Right Down Left | First?   | , "options": [{"label": "A"}, {"label": "B"}]                      |

  Scenario: Moving to another question picks nothing
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the person presses "Down Tab Left Tab Left" at "First?"
    And 100 ms later the person answers "First?" with ["A", "D"]
    And the model says "done"
    Then the call "call_1" has the result: [PI-42]
      """
      {
        "answered": true,
        "answers": [
          {"question": "First?", "answer": "A", "selectedOption": "A", "wasCustom": false},
          {"question": "Second?", "answer": "D", "selectedOption": "D", "wasCustom": false}
        ]
      }
      """

  Scenario Outline: Space ticks and clears an option, and Enter submits the ticked options: <keys>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "multiSelect": true, "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}]}]}
      """
    And the person presses "<keys>" at "Which?"
    And 100 ms later the person presses "Enter" at "Which?"
    And the model says "done"
    Then the requests are sent at "0 100" [PI-47]
    And the call "call_1" has at least the result: [PI-42, PI-47]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": <answer>, "wasCustom": false}]}
      """

    Examples:
      | keys                              | answer             |
      | Space                             | ["o1"]             |
      | Down Space                        | ["o2"]             |
      | Space Down Down Space             | ["o1", "o3"]       |
      | Space Down Space Up Space         | ["o2"]             |
      | Space Space Space                 | ["o1"]             |
      | Space Down Space Down Space       | ["o1", "o2", "o3"] |

  Scenario: Space ticks the checkbox of a row, and a second Space clears it
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "multiSelect": true, "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}]}]}
      """
    And the person presses "Down Space Space" at "Which?"
    And nobody answers
    Then the prompt contains "  > [ ] o1\n    [ ] o2\n    [ ] o3\n" [PI-47]
    And the prompt is redrawn with "    [ ] o1\n  > [x] o2\n    [ ] o3\n" [PI-47]
    And the prompt is redrawn at last with "    [ ] o1\n  > [ ] o2\n    [ ] o3\n" [PI-47]
    And the prompt does not contain "1. " [PI-103]

  @open
  Scenario: Enter submits nothing while no option is ticked
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "multiSelect": true, "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}]}]}
      """
    And the person presses "Enter" at "Which?"
    And 1000 ms later the person presses "Down Space Enter" at "Which?"
    And the model says "done"
    Then the requests are sent at "0 1000" [PI-47.o]
    And the call "call_1" has at least the result: [PI-47.o]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": ["o2"], "wasCustom": false}]}
      """

  Scenario: A form of several questions can be submitted only when each is answered
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "B"}]}]}
      """
    And the person presses "Enter Tab Tab Enter" at "First?"
    And 1000 ms later the person answers "First?" with ["A", "B"]
    And the model says "done"
    Then the requests are sent at "0 1000" [PI-48]
    And the call "call_1" has the result: [PI-48]
      """
      {
        "answered": true,
        "answers": [
          {"question": "First?", "answer": "A", "selectedOption": "A", "wasCustom": false},
          {"question": "Second?", "answer": "B", "selectedOption": "B", "wasCustom": false}
        ]
      }
      """

  @open
  Scenario: Enter goes on to the next tab, and the last tab shows the answers
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "Apple"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "Damson"}]}]}
      """
    And the person presses "Enter" at "First?"
    And 100 ms later the person presses "Down Enter" at "First?"
    And 100 ms later the person presses "Enter" at "First?"
    And the model says "done"
    Then the prompt is redrawn with "\n  Second?\n" [PI-48.o]
    And the prompt is redrawn at last with "Apple" [PI-48.o]
    And the prompt is redrawn at last with "Damson" [PI-48.o]
    And the prompt is redrawn without "Second?" [PI-48.o]
    And the requests are sent at "0 200" [PI-48.o]
    And the call "call_1" has the result: [PI-48.o]
      """
      {
        "answered": true,
        "answers": [
          {"question": "First?", "answer": "Apple", "selectedOption": "Apple", "wasCustom": false},
          {"question": "Second?", "answer": "Damson", "selectedOption": "Damson", "wasCustom": false}
        ]
      }
      """

  Scenario: Typed text answers the open question, and becomes a user message only afterwards
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person types "order-processor" at "Name?"
    And the model says "done"
    And the user says "thanks" after the turn
    And the model says "any time"
    Then the prompt offers to type [PI-94]
    And the call "call_1" has the result: [PI-94]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "order-processor", "wasCustom": true}]}
      """
    And the user's messages reach the model as ["go", "thanks"] [PI-94]
    And no prompt is left open [PI-94]
