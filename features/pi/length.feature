Feature: pi: how long an answer may be

  A typed answer of more than 2000 characters leads to a warning, and is taken whole when the person confirms it.
  `⟨2001×x⟩` stands for 2001 times `x`. The warning may be drawn into the form or be a prompt of its own.

  Background:
    Given the system "pi"
    And a terminal

  Scenario Outline: More than 2000 characters lead to a warning with their number: <number>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "<text>" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, after 1000 ms the person answers "Continue anyway?" with true
    And the model says "done"
    Then the prompt is redrawn with "Answer is long (<number> chars). Continue anyway? [Y/n]" [PI-38]
    And the call "call_1" has the result: [PI-39]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "<text>", "wasCustom": true}]}
      """

    Examples:
      | number | text                |
      | 2,001  | ⟨2001×x⟩            |
      | 2,847  | ⟨2847×x⟩           |
      | 70,000 | ⟨70000×y⟩           |
      | 2,004  | ⟨1000×ab⟩ and       |

  Scenario Outline: 2000 characters or fewer lead to no warning: <count>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨<count>×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And the model says "done"
    Then the requests are sent at "0 0" [PI-38]
    And the call "call_1" has the result: [PI-38]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨<count>×x⟩", "wasCustom": true}]}
      """
    And no prompt contains "Answer is long" [PI-38]

    Examples:
      | count |
      | 1999  |
      | 2000  |

  Scenario: A long answer is not given until the warning is confirmed
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨2001×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And nobody answers
    Then the prompt is redrawn with "Answer is long (2,001 chars). Continue anyway? [Y/n]" [PI-38]
    And 1 request reaches the model [PI-38]
    And nothing is recorded with {"toolCallId": "call_1"} [PI-38]

  Scenario: A long answer typed key by key leads to the warning, too
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨1997×x⟩" at "Name?"
    And 0 ms later the person presses "a Space b c Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, after 1000 ms the person answers "Continue anyway?" with true
    And the model says "done"
    Then the prompt is redrawn with "Answer is long (2,001 chars). Continue anyway? [Y/n]" [PI-38]
    And the call "call_1" has the result: [PI-39]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨1997×x⟩a bc", "wasCustom": true}]}
      """

  @open
  Scenario: Enter at the warning confirms the long answer
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨2001×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person presses "Enter" at "Name?"
    And if asked, the person presses "Enter" at "Continue anyway?"
    And the model says "done"
    Then the prompt is redrawn with "Answer is long (2,001 chars). Continue anyway? [Y/n]" [PI-38.o2]
    And the call "call_1" has the result: [PI-38.o2]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨2001×x⟩", "wasCustom": true}]}
      """

  @open
  Scenario Outline: The warning counts Unicode scalar values: <count> times <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨<count>×<text>⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, after 1000 ms the person answers "Continue anyway?" with true
    And the model says "done"
    Then the prompt is redrawn with "Answer is long (<chars> chars)." [PI-38.o]
    And the call "call_1" has the result: [PI-38.o]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨<count>×<text>⟩", "wasCustom": true}]}
      """

    Examples:
      | what                             | count | text | chars |
      | a character of two bytes         | 2001  | é    | 2,001 |
      | a character of two UTF-16 units  | 2001  | 🎉   | 2,001 |
      | a letter with a combining accent | 1001  | é    | 2,002 |
      | an emoji of three scalar values  | 667   | 👩‍💻  | 2,001 |

  @open
  Scenario Outline: 2000 characters lead to no warning, however they are encoded: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨2000×<text>⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And the model says "done"
    Then the requests are sent at "0 0" [PI-38.o]
    And the call "call_1" has the result: [PI-38.o]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨2000×<text>⟩", "wasCustom": true}]}
      """

    Examples:
      | what                  | text |
      | two bytes each        | é    |
      | two UTF-16 units each | 🎉   |

  @open
  Scenario Outline: A picked label of more than 2000 characters leads to no warning: <how>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"<more>, "options": [{"label": "⟨2001×A⟩"}, {"label": "⟨2001×B⟩"}]}]}
      """
    And the person presses "<keys>" at "Name?"
    And the model says "done"
    Then no prompt contains "Answer is long" [PI-38.o3]
    And the requests are sent at "0 0" [PI-38.o3]
    And something is recorded with {"question": "Name?", "answer": <answer>, "wasCustom": false} [PI-38.o3]

    Examples:
      | how                   | more                  | keys                   | answer                         |
      | a single pick         |                       | Down Enter             | "⟨2001×B⟩"                     |
      | one checkbox ticked   | , "multiSelect": true | Space Enter            | ["⟨2001×A⟩"]                   |
      | two checkboxes ticked | , "multiSelect": true | Space Down Space Enter | ["⟨2001×A⟩", "⟨2001×B⟩"]       |

  Scenario: A No at the warning goes back to the input and keeps the text
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨2001×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with false
    And if asked, after 1000 ms the person answers "Continue anyway?" with false
    And 1000 ms later the person presses "Backspace Enter" at "Name?"
    And the model says "done"
    Then the prompt is redrawn with "Answer is long (2,001 chars). Continue anyway? [Y/n]" [PI-40]
    And the call "call_1" has the result: [PI-40]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨2000×x⟩", "wasCustom": true}]}
      """
    And the requests are sent at "0 2000" [PI-40]

  @reference
  Scenario Outline: The warning is drawn below the input, and the key <key> goes back
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨2001×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person presses "<key>" at "Name?"
    And nobody answers
    Then the prompt is redrawn with "x█\n\n  Answer is long (2,001 chars). Continue anyway? [Y/n]\n"
    And the prompt is redrawn at last with "x█\n\n  Enter to submit • Esc to cancel\n"

    Examples:
      | key |
      | n   |
      | Esc |

  Scenario: After a No at the warning the person can type on, and is warned again
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨2001×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with false
    And if asked, after 1000 ms the person answers "Continue anyway?" with false
    And 1000 ms later the person presses "y Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, after 1000 ms the person answers "Continue anyway?" with true
    And the model says "done"
    Then the prompt is redrawn with "Answer is long (2,002 chars). Continue anyway? [Y/n]" [PI-38, PI-40]
    And the call "call_1" has the result: [PI-40]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨2001×x⟩y", "wasCustom": true}]}
      """

  Scenario Outline: The limit also applies to an answer typed through Other: <length> characters
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person presses "Down Down Enter" at "Name?"
    And 0 ms later the person pastes "⟨<length>×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, after 1000 ms the person answers "Continue anyway?" with true
    And the model says "done"
    Then the requests are sent at "0 <time>" [PI-38]
    And the call "call_1" has the result: [PI-39]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨<length>×x⟩", "wasCustom": true}]}
      """

    Examples:
      | length | time |
      | 2000   | 0    |
      | 2001   | 1000 |

  # The second answer leads to the warning, behind its tab; the first does not.
  # Enter may move to the next tab or stay. So the second answer is the one to the second or to the third question.
  Scenario: Behind tabs the limit applies to each answer separately
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "One"}, {"question": "Why?", "header": "Two"}, {"question": "How?", "header": "Three"}]}
      """
    And the person pastes "⟨2000×x⟩" at "Name?"
    And 0 ms later the person presses "Enter Tab" at "Name?"
    And 1000 ms later the person pastes "⟨2500×y⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, after 1000 ms the person answers "Continue anyway?" with true
    And 1000 ms later the person answers "Name?" with ["⟨2000×x⟩", "⟨2500×y⟩", "⟨2500×y⟩"]
    And the model says "done"
    Then the prompt is redrawn with "Answer is long (2,500 chars). Continue anyway? [Y/n]" [PI-38]
    And no prompt contains "2,000 chars" [PI-92]
    And no prompt contains "4,500 chars" [PI-92]
    And the call "call_1" has the result: [PI-39]
      """
      {
        "answered": true,
        "answers": [
          {"question": "Name?", "answer": "⟨2000×x⟩", "wasCustom": true},
          {"question": "Why?", "answer": "⟨2500×y⟩", "wasCustom": true},
          {"question": "How?", "answer": "⟨2500×y⟩", "wasCustom": true}
        ]
      }
      """

  Scenario: Several answers within the limit lead to no warning, however long they are together
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "One"}, {"question": "Why?", "header": "Two"}, {"question": "How?", "header": "Three"}]}
      """
    And the person pastes "⟨2000×x⟩" at "Name?"
    And 0 ms later the person presses "Enter Tab" at "Name?"
    And 0 ms later the person pastes "⟨2000×y⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with ["⟨2000×x⟩", "⟨2000×y⟩", "⟨2000×z⟩"]
    And the model says "done"
    Then no prompt contains "Answer is long" [PI-92]
    And the requests are sent at "0 1000" [PI-92]
    And the call "call_1" has the result: [PI-92]
      """
      {
        "answered": true,
        "answers": [
          {"question": "Name?", "answer": "⟨2000×x⟩", "wasCustom": true},
          {"question": "Why?", "answer": "⟨2000×y⟩", "wasCustom": true},
          {"question": "How?", "answer": "⟨2000×z⟩", "wasCustom": true}
        ]
      }
      """

  Scenario: Several answers within the limit lead to no warning when they are given all at once
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "One"}, {"question": "Why?", "header": "Two"}]}
      """
    And the person answers "Name?" with ["⟨2000×x⟩", "⟨2000×y⟩"]
    And the model says "done"
    Then no prompt contains "Answer is long" [PI-92]
    And the call "call_1" has the result: [PI-92]
      """
      {
        "answered": true,
        "answers": [
          {"question": "Name?", "answer": "⟨2000×x⟩", "wasCustom": true},
          {"question": "Why?", "answer": "⟨2000×y⟩", "wasCustom": true}
        ]
      }
      """

  Scenario Outline: A long answer that is given without keys is taken whole: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"<options>}]}
      """
    And the person answers "Name?" with <answer>
    And if asked, the person answers "Continue anyway?" with true
    And the model says "done"
    Then the call "call_1" has the result {"answered": true, "answers": [<result>]} [PI-39]

    Examples:
      | what | options | answer | result |
      | to a text question |  | "⟨2847×x⟩" | {"question": "Name?", "answer": "⟨2847×x⟩", "wasCustom": true} |
      | through Other | , "options": [{"label": "A"}, {"label": "B"}] | "⟨2847×x⟩" | {"question": "Name?", "answer": "⟨2847×x⟩", "wasCustom": true} |

  Scenario: A long answer that is given without keys is taken whole: to both of two questions
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "One"}, {"question": "Why?", "header": "Two"}]}
      """
    And the person answers "Name?" with ["⟨2847×x⟩", "⟨5000×y⟩"]
    And if asked, the person answers "Continue anyway?" with true
    And the model says "done"
    Then the call "call_1" has the result: [PI-39]
      """
      {
        "answered": true,
        "answers": [
          {"question": "Name?", "answer": "⟨2847×x⟩", "wasCustom": true},
          {"question": "Why?", "answer": "⟨5000×y⟩", "wasCustom": true}
        ]
      }
      """

  @reference
  Scenario: Pasting into a list is refused
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person pastes "2" at "Name?"
    And 100 ms later the person presses "Enter" at "Name?"
    And the model says "done"
    Then what was done is refused as not_offered
    And the call "call_1" has the result:
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "A", "selectedOption": "A", "wasCustom": false}]}
      """
