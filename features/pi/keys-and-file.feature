Feature: pi: a form by keys, and a pending file without a terminal

  A probe of the vocabulary: redraws by keys, and files.

  Scenario: Two keys answer the question
    Given the scenario "pi-keys"
    And the system "pi"
    Then the prompt is drawn as the lines ["  Which database?", "  > 1. PostgreSQL", "    2. SQLite", "    3. Other (type your answer)"]
    And the prompt is redrawn with "  > 2. SQLite"
    And the call "call_1" succeeds with the JSON {"answered": true, "answers": [{"question": "Which database?", "answer": "SQLite", "selectedOption": "SQLite", "wasCustom": false}]}
    And every request offers the tool "ask_user"
    And nothing is refused

  Scenario: In print mode the question goes to a file
    Given the scenario "pi-pending-file"
    And the system "pi"
    Then no prompt is shown
    And the file ".pi/pending-questions.json" is written with the JSON:
      """
      {"questions": [{"question": "Which database?", "options": ["PostgreSQL", "SQLite"], "answer": null}]}
      """
    And the model is told of "call_1" something with "Questions pending. User input required."
    And the turn ends completed
