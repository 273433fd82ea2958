Feature: pi: a form by keys, and a pending file without a terminal

  Two scenarios of one question each, which can be played by hand.

  Scenario: Two keys answer the question
    Given the scenario "pi-keys"
    And the system "pi"
    Then the prompt is redrawn with "  > 2. SQLite" [PI-97]
    And the call "call_1" has the result: [PI-23]
      """
      {
        "answered": true,
        "answers": [
          {
            "question": "Which database?",
            "answer": "SQLite",
            "selectedOption": "SQLite",
            "wasCustom": false
          }
        ]
      }
      """
    And every request offers the tool "ask_user" [PI-01]
    And nothing is refused [PI-42]

  Scenario: In print mode the question goes to a file
    Given the scenario "pi-pending-file"
    And the system "pi"
    Then no prompt is shown [PI-105]
    And the file ".pi/pending-questions.json" holds {"questions": [{"question": "Which database?"}]} [PI-49.o]
    And of the call "call_1" the model is told "Questions pending. User input required." [PI-51]
    And the turn ends completed [PI-49]
