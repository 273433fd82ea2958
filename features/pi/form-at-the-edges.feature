Feature: pi: the form where lists, keys and texts are unusual

  Long lists that have scrolled, boxes that are cleared again, labels that look like the form's own rows, and texts with
  tabs and signs beyond the usual ones.

  Background:
    Given the system "pi"
    And a terminal

  Scenario: A text for several choices with an empty list of options comes back as a list of one text
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name them?", "multiSelect": true, "options": []}]}
      """
    And the person types "atlas" at "Name them?"
    And the model says "done"
    Then the call "call_1" has at least the result: [PI-26, PI-17]
      """
      {"answered": true, "answers": [{"question": "Name them?", "answer": ["atlas"], "wasCustom": true}]}
      """

  Scenario: An empty list of options behind a tab makes a text, and several choices make it a list of one text
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}]},
        {"question": "Name them?", "multiSelect": true, "options": []}]}
      """
    And the person answers "First?" with ["A", "atlas"]
    And the model says "done"
    Then the call "call_1" has at least the result: [PI-26, PI-17]
      """
      {"answered": true, "answers": [{"answer": "A"}, {"question": "Name them?", "answer": ["atlas"]}]}
      """

  Scenario Outline: An option that is labelled like Other stands above the real Other: <where>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [<options>]}]}
      """
    And nobody answers
    Then below "Which?" the prompt lists: [PI-15]
      """
      [<rows>, "Other (type your answer)"]
      """

    Examples:
      | where          | options                                                  | rows                              |
      | as the last    | {"label": "A"}, {"label": "Other (type your answer)"}    | "A", "Other (type your answer)"   |
      | as the first   | {"label": "Other (type your answer)"}, {"label": "A"}    | "Other (type your answer)", "A"   |
      | as the only one | {"label": "Other (type your answer)"}                   | "Other (type your answer)"        |

  # Where a pick leads to is open, so the reference alone is asked.
  # It is open whether a form moves on by itself. Each choice is made wherever its tab is; elsewhere it is refused.
  Scenario: With everything answered, another option that is picked before the submit counts
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
    And 0 ms later the person presses "Left" at "First?"
    And 0 ms later the person chooses "B" at "First?"
    And 0 ms later the person presses "Left" at "First?"
    And 0 ms later the person chooses "B" at "First?"
    And 0 ms later the person presses "Left" at "First?"
    And 0 ms later the person chooses "B" at "First?"
    And 0 ms later the person submits "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person submits "First?"
    And the model says "done"
    Then the call "call_1" has at least the result:
      """
      {"answered": true, "answers": [{"question": "First?", "answer": "B", "selectedOption": "B"}, {"answer": "C"}]}
      """

  # Whether Enter in the input of Other submits all is open. If so, the text alone is the answer.
  Scenario: A second Space on the row of Other takes the typed text back
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "multiSelect": true, "options": [{"label": "o1"}, {"label": "o2"}]}]}
      """
    And the person presses "Down Down Space" at "Which?"
    And 0 ms later the person pastes "spare" at "Which?"
    And 0 ms later the person presses "Enter" at "Which?"
    And 0 ms later the person presses "Space Up Space" at "Which?"
    And 100 ms later the person presses "Enter" at "Which?"
    And the run may end while the turn waits
    And the model says "done" if it is asked
    Then nothing is recorded with {"answer": ["o2", "spare"]} [PI-42]
    And nothing is recorded with {"answer": ["spare", "o2"]} [PI-42]

  Scenario: A text that is typed beside the option with the same label is in the answer as well
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "multiSelect": true, "options": [{"label": "o1"}, {"label": "o2"}]}]}
      """
    And the person presses "Space Down Down Space" at "Which?"
    And 0 ms later the person pastes "o1" at "Which?"
    And 0 ms later the person presses "Enter" at "Which?"
    And 0 ms later the person submits "Which?"
    And the model says "done"
    Then the call "call_1" has at least the result: [PI-19, PI-26]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": ["o1", "o1"]}]}
      """

  Scenario: Two ticked options with one label are two picks
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "multiSelect": true, "options": [{"label": "same"}, {"label": "same"}]}]}
      """
    And the person presses "Space Down Space Enter" at "Which?"
    And the model says "done"
    Then the call "call_1" has at least the result: [PI-08, PI-26]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": ["same", "same"], "wasCustom": false}]}
      """

  # It is open whether `0` opens the input or goes to the row, and whether an empty text is an answer.
  Scenario Outline: The key 0 leads to Other from a list that has scrolled: <where>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"},
        {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}]}]}
      """
    And the person presses "<keys> 0 Enter" at "Which?"
    And 100 ms later the person types "another" at "Which?"
    And the run may end while the turn waits
    And the model says "done" if it is asked
    Then the last object recorded with {"question": "Which?", "wasCustom": true} fits one of: [PI-45]
      """
      [{"answer": "another"}, {"answer": ""}]
      """
    And nothing is recorded with {"wasCustom": false} [PI-45]

    Examples:
      | where                 | keys                                     |
      | at the sixth option   | Down Down Down Down Down                 |
      | at the last option    | Down Down Down Down Down Down Down       |
      | after moving back up  | Down Down Down Down Down Down Down Up Up |

  Scenario Outline: The key 0 leads to Other where several of many options may be picked: <where>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "multiSelect": true, "options": [{"label": "o1"}, {"label": "o2"},
        {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}]}]}
      """
    And the person presses "<keys>" at "Which?"
    And nobody answers
    Then nothing is refused [PI-45]
    And the prompt is redrawn with something new [PI-45]

    Examples:
      | where                   | keys                             |
      | at the top              | 0                                |
      | after a tick            | Space 0                          |
      | once the list scrolled  | Down Down Down Down Down Down 0  |

  Scenario Outline: A digit picks its option, however many options there are: <digit> of fourteen
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"},
        {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}, {"label": "o9"},
        {"label": "o10"}, {"label": "o11"}, {"label": "o12"}, {"label": "o13"}, {"label": "o14"}]}]}
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
      | 5     |
      | 8     |
      | 9     |

  # Where Other is reached, its row may be shown or its input.
  Scenario Outline: The row of Other is counted on from the options, with <count> of them
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [<first>, {"label": "o2"}, {"label": "o3"},
        {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}, {"label": "o9"},
        {"label": "o10"}]}]}
      """
    And the person presses "Down Down Down Down Down Down Down Down Down Down <more>" at "Which?"
    And nobody answers
    Then no prompt contains " 0. Other (type your answer)" [PI-97]

    Examples:
      | count  | first                          | more |
      | ten    | {"label": "o1"}                |      |
      | eleven | {"label": "o0"}, {"label": "o1"} | Down |

  # It is open whether the ticks of a question that was not confirmed count as an answer.
  Scenario Outline: Esc asks first where one question is answered and boxes of another are ticked: <ticks>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}, {"label": "B"}]},
        {"question": "Second?", "multiSelect": true, "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the person presses "<first> Esc" at "First?"
    And nobody answers
    Then the prompt is redrawn with "Discard " [PI-32]
    And nothing is recorded with {"cancelled": true} [PI-32]

    Examples:
      | ticks    | first             |
      | one box  | Enter Space       |
      | two boxes | Enter Space Down Space |

  Scenario Outline: A pasted text comes back with its blanks as they are: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Say?"}]}
      """
    And the person pastes "<text>" at "Say?"
    And 0 ms later the person presses "Enter" at "Say?"
    And the model says "done"
    Then the call "call_1" has at least the result: [PI-19]
      """
      {"answered": true, "answers": [{"question": "Say?", "answer": "<json>", "wasCustom": true}]}
      """

    Examples:
      | what             | text                | json          |
      | a tab            | key\\u{9}value   | key\\tvalue |
      | tabs at its ends | \\u{9}value\\u{9} | \\tvalue\\t |
      | two tabs         | a\\u{9}\\u{9}b    | a\\t\\tb    |

  Scenario Outline: Backspace takes a whole sign: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Say?"}]}
      """
    And the person pastes "<text>" at "Say?"
    And 0 ms later the person presses "Backspace Enter" at "Say?"
    And the model says "done"
    Then the call "call_1" has at least the result: [PI-19]
      """
      {"answered": true, "answers": [{"question": "Say?", "answer": "<left>", "wasCustom": true}]}
      """

    Examples:
      | what              | text   | left |
      | a face            | ok😀   | ok   |
      | the second of two | 😀🚀   | 😀   |
      | a letter          | okay   | oka  |
