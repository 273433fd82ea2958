Feature: pi: how long an answer may be

  A typed answer of more than 2000 characters is asked about, and is taken whole by whoever goes on. `⟨2001×x⟩` stands for
  2001 times `x`. The warning may be drawn into the form, or be a prompt of its own.

  Background:
    Given the system "pi"
    And a terminal

  Scenario Outline: More than 2000 characters are asked about, with their number: <number>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "<text>" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, the person answers "Continue anyway?" with true
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

  Scenario Outline: 2000 characters or fewer are not asked about: <count>
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

  Scenario: Until somebody goes on, a long answer is none
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

  Scenario: A long answer that is typed key by key is asked about, too
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨1997×x⟩" at "Name?"
    And 0 ms later the person presses "a Space b c Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, the person answers "Continue anyway?" with true
    And the model says "done"
    Then the prompt is redrawn with "Answer is long (2,001 chars). Continue anyway? [Y/n]" [PI-38]
    And the call "call_1" has the result: [PI-39]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨1997×x⟩a bc", "wasCustom": true}]}
      """

  @open
  Scenario: Enter at the warning is a yes
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
  Scenario Outline: A character is a Unicode scalar value: <what>, <count> of them
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨<count>×<text>⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, the person answers "Continue anyway?" with true
    And the model says "done"
    Then the prompt is redrawn with "Answer is long (<chars> chars)." [PI-38.o]
    And the call "call_1" has the result: [PI-38.o]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨<count>×<text>⟩", "wasCustom": true}]}
      """

    Examples:
      | what                         | count | text | chars |
      | two bytes                    | 2001  | é    | 2,001 |
      | two UTF-16 units             | 2001  | 🎉   | 2,001 |
      | a letter and an accent       | 1001  | é    | 2,002 |
      | three emoji that are one     | 667   | 👩‍💻  | 2,001 |

  @open
  Scenario Outline: What is longer in bytes or in UTF-16 is not longer in characters: <what>
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
      | what             | text |
      | two bytes        | é    |
      | two UTF-16 units | 🎉   |

  @open
  Scenario Outline: A label that is picked is never too long, <how>
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
      | how              | more                  | keys                   | answer                         |
      | by its row       |                       | Down Enter             | "⟨2001×B⟩"                     |
      | one of several   | , "multiSelect": true | Space Enter            | ["⟨2001×A⟩"]                   |
      | beside another   | , "multiSelect": true | Space Down Space Enter | ["⟨2001×A⟩", "⟨2001×B⟩"]       |

  Scenario: Whoever does not go on is back in the input, with the text still there
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨2001×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with false
    And if asked, the person answers "Continue anyway?" with false
    And 1000 ms later the person presses "Backspace Enter" at "Name?"
    And the model says "done"
    Then the prompt is redrawn with "Answer is long (2,001 chars). Continue anyway? [Y/n]" [PI-40]
    And the call "call_1" has the result: [PI-40]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨2000×x⟩", "wasCustom": true}]}
      """
    And the requests are sent at "0 2000" [PI-40]

  @reference
  Scenario Outline: The warning, and the keys that go back from it: <key>
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

  Scenario: Whoever does not go on can go on typing, and is asked again
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨2001×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with false
    And if asked, the person answers "Continue anyway?" with false
    And 1000 ms later the person presses "y Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, the person answers "Continue anyway?" with true
    And the model says "done"
    Then the prompt is redrawn with "Answer is long (2,002 chars). Continue anyway? [Y/n]" [PI-40]
    And the call "call_1" has the result: [PI-40]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨2001×x⟩y", "wasCustom": true}]}
      """

  Scenario Outline: An answer that is typed through Other is asked about, too: <length>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person presses "Down Down Enter" at "Name?"
    And 0 ms later the person pastes "⟨<length>×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, the person answers "Continue anyway?" with true
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

  # The second is asked about, behind its tab; the first is not.
  Scenario: Behind tabs each answer is asked about for itself
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "One"}, {"question": "Why?", "header": "Two"}]}
      """
    And the person pastes "⟨2000×x⟩" at "Name?"
    And 0 ms later the person presses "Enter Left Tab" at "Name?"
    And 1000 ms later the person pastes "⟨2500×y⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, the person answers "Continue anyway?" with true
    And 1000 ms later the person presses "Tab" at "Name?"
    And 0 ms later the person submits "Name?"
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
          {"question": "Why?", "answer": "⟨2500×y⟩", "wasCustom": true}
        ]
      }
      """

  Scenario: All answers together may be as long as they like
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "One"}, {"question": "Why?", "header": "Two"}, {"question": "How?", "header": "Three"}]}
      """
    And the person pastes "⟨2000×x⟩" at "Name?"
    And 0 ms later the person presses "Enter Left Tab" at "Name?"
    And 0 ms later the person pastes "⟨2000×y⟩" at "Name?"
    And 0 ms later the person presses "Enter Left Tab" at "Name?"
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

  Scenario: All answers together may be as long as they like, by meaning, too
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

  Scenario Outline: A long answer by meaning is taken whole: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [<question>]}
      """
    And the person answers "Name?" with <answer>
    And if asked, the person answers "Continue anyway?" with true
    And the model says "done"
    Then the call "call_1" has the result {"answered": true, "answers": [<result>]} [PI-39]

    Examples:
      | what | question | answer | result |
      | a text | {"question": "Name?", "header": "H"} | "⟨2847×x⟩" | {"question": "Name?", "answer": "⟨2847×x⟩", "wasCustom": true} |
      | through Other | {"question": "Name?", "header": "H", "options": [{"label": "A"}, {"label": "B"}]} | "⟨2847×x⟩" | {"question": "Name?", "answer": "⟨2847×x⟩", "wasCustom": true} |
      | of two | {"question": "Name?", "header": "One"}, {"question": "Why?", "header": "Two"} | ["⟨2847×x⟩", "⟨5000×y⟩"] | {"question": "Name?", "answer": "⟨2847×x⟩", "wasCustom": true}, {"question": "Why?", "answer": "⟨5000×y⟩", "wasCustom": true} |

  @reference
  Scenario: Where nothing is typed nothing can be pasted
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
