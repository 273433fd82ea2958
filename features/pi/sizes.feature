Feature: pi: many options, many tabs, and long texts

  What holds for a short list also holds for one that scrolls, and what holds for a short text for one of several lines.

  Background:
    Given the system "pi"
    And a terminal

  # It is open whether `0` opens the input of Other or moves the cursor to its row. In the open input, Enter on an empty
  # text either does nothing or answers (this is open as well). On the row, Enter opens the input.
  Scenario Outline: The key 0 leads to Other, not to the tenth option: <count> options
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [
        {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"},
        {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}<more>]}]}
      """
    And the person presses "0 Enter" at "Which?"
    And 100 ms later the person types "another" at "Which?"
    And the model says "done"
    Then nothing is recorded with {"wasCustom": false} [PI-45]
    And the last object recorded with {"question": "Which?", "wasCustom": true} fits one of: [PI-45]
      """
      [{"answer": "another"}, {"answer": ""}]
      """

    Examples:
      | count | more                                                                                       |
      | 10    |                                                                                            |
      | 11    | , {"label": "o11"}                                                                         |
      | 15    | , {"label": "o11"}, {"label": "o12"}, {"label": "o13"}, {"label": "o14"}, {"label": "o15"} |

  # It is open whether a digit answers or only moves the cursor there. In the second case Enter confirms it.
  Scenario Outline: A digit picks its option where others begin with the same digit: <digit>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [
        {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"},
        {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}, {"label": "o11"}, {"label": "o12"},
        {"label": "o13"}, {"label": "o14"}, {"label": "o15"}, {"label": "o16"}, {"label": "o17"}, {"label": "o18"},
        {"label": "o19"}, {"label": "o20"}, {"label": "o21"}]}]}
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
      | digit |
      | 1     |
      | 2     |

  Scenario Outline: Each question has a tab: <count> questions
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "q1?"}, {"question": "q2?"}, {"question": "q3?"}, {"question": "q4?"},
        {"question": "q5?"}, {"question": "q6?"}, {"question": "q7?"}, {"question": "q8?"}<more>]}
      """
    And the person cancels "q1?"
    And the model says "as you like"
    Then the prompt has a line like " ← …  □ …  □ …  □ …  □ …  □ …  □ …  □ …  <tabs>✓ Submit →" [PI-46]

    Examples:
      | count | more                                        | tabs             |
      | 8     |                                             |                  |
      | 9     | , {"question": "q9?"}                       | □ …⟨2× ⟩         |
      | 10    | , {"question": "q9?"}, {"question": "q10?"} | □ …⟨2× ⟩□ …⟨2× ⟩ |

  Scenario Outline: In a scrolling list of checkboxes only the rows that were ticked have a mark: <keys>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "multiSelect": true, "options": [
        {"label": "Alder"}, {"label": "Beech"}, {"label": "Cedar"}, {"label": "Dogwood"}, {"label": "Elm"},
        {"label": "Fir"}, {"label": "Ginkgo"}, {"label": "Hazel"}, {"label": "Ironwood"}]}]}
      """
    And the person presses "<keys>" at "Which?"
    And 1000 ms later the person presses "Enter" at "Which?"
    And the model says "done"
    Then no prompt contains "[x] Cedar" [PI-47]
    And no prompt contains "[x] Dogwood" [PI-47]
    And no prompt contains "[x] Elm" [PI-47]
    And no prompt contains "[x] Fir" [PI-47]
    And no prompt contains "[x] Ginkgo" [PI-47]
    And the prompt is redrawn with "> [x] <ticked>" [PI-47]
    And the prompt is redrawn with "> [ ] Ginkgo" [PI-47]
    And the call "call_1" has at least the result: [PI-47]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": ["<ticked>"], "wasCustom": false}]}
      """

    Examples:
      | keys                                                     | ticked |
      | Space Down Down Down Down Down Down Up Up Up Up Up Up    | Alder  |
      | Down Space Down Down Down Down Down Up Up Up Up Up Up    | Beech  |
      | Down Down Down Down Down Down Down Space Up              | Hazel  |
      | Down Down Down Down Down Down Down Space Up Up Up        | Hazel  |

  Scenario Outline: A header is drawn whole: <length> characters
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "⟨<length>×h⟩"<options>}]}
      """
    And nobody answers
    Then the prompt contains "\n ⟨<length>×h⟩\n\n  Which?\n" [PI-96]

    Examples:
      | length | options                       |
      | 20     | , "options": [{"label": "A"}] |
      | 41     | , "options": [{"label": "A"}] |
      | 45     |                               |
      | 55     | , "options": [{"label": "A"}] |

  Scenario Outline: A scrolling list has its descriptions, too: <kind>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H"<more>, "options": [
        {"label": "o1", "description": "warm"}, {"label": "o2", "description": "cold"}, {"label": "o3"},
        {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7", "description": "dry"}, {"label": "o8"}]}]}
      """
    And the person presses "Down Down Down Down Down Down" at "Which?"
    And nobody answers
    Then the prompt contains "<first> o1\n⟨<indent>× ⟩warm\n" [PI-95]
    And the prompt contains "<second> o2\n⟨<indent>× ⟩cold\n    <third> o3\n" [PI-95]
    And the prompt is redrawn at last with " o7\n⟨<indent>× ⟩dry\n" [PI-95]

    Examples:
      | kind                 | more                  | first | second | third | indent |
      | a list               |                       | 1.    | 2.     | 3.    | 7      |
      | a list of checkboxes | , "multiSelect": true | [ ]   | [ ]    | [ ]   | 8      |

  Scenario Outline: Every line of a question is drawn: <kind>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?\nThink of the cost.\n\nAnd of the time.", "header": "H"<rest>]}
      """
    And nobody answers
    Then the prompt contains "Which?" [PI-96]
    And the prompt contains "Think of the cost." [PI-96]
    And the prompt contains "the time." [PI-96]

    Examples:
      | kind                 | rest                                                |
      | a text               | }                                                   |
      | a list               | , "options": [{"label": "A"}]}                      |
      | a list of checkboxes | , "options": [{"label": "A"}], "multiSelect": true} |

  Scenario Outline: Every line of a question is drawn behind a tab: <kind>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?\nThink of the cost.\n\nAnd of the time."<more>}, {"question": "Second?"}]}
      """
    And nobody answers
    Then the prompt contains "Think of the cost." [PI-20]
    And the prompt contains "And of the time." [PI-20]

    Examples:
      | kind   | more                          |
      | a text |                               |
      | a list | , "options": [{"label": "A"}] |

  # The row of the cursor is among those that are drawn, so no more rows can be hidden than those that follow on it.
  Scenario Outline: After scrolling the form counts only the rows that are still hidden below: <left> left
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H"<more>, "options": [
        {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"},
        {"label": "o6"}, {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}]}]}
      """
    And the person presses "<keys>" at "Which?"
    And nobody answers
    Then the prompt is redrawn at last with "<row>" [PI-44]
    And the prompt is redrawn without "↓ 6 more" [PI-44]
    And the prompt is redrawn without "↓ 5 more" [PI-44]
    And the prompt is redrawn without "↓ 4 more" [PI-44]
    And the prompt is redrawn without "↓ <over> more" [PI-44]

    Examples:
      | left           | more                  | row | over | keys                                         |
      | three          |                       | o8  | 7    | Down Down Down Down Down Down Down           |
      | two            |                       | o9  | 3    | Down Down Down Down Down Down Down Down      |
      | one            |                       | o10 | 2    | Down Down Down Down Down Down Down Down Down |
      | two checkboxes | , "multiSelect": true | o9  | 3    | Down Down Down Down Down Down Down Down      |
