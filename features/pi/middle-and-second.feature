Feature: pi: the middle case, the second time, and the other way to the same thing

  What is right in the plain case may be wrong in the case between two ends, at the second call, or where the same thing
  is done in another way.

  Scenario: An answer that was typed is kept after a no
    Given the system "pi"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}, {"question": "Second?", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the person pastes "Ada" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 0 ms later the person presses "Esc" at "Name?"
    And 100 ms later the person answers "Name?" with false
    And if asked, after 100 ms the person answers "Discard" with false
    And 100 ms later the person chooses "C" at "Name?"
    And 0 ms later the person presses "Tab" at "Name?"
    And 0 ms later the person chooses "C" at "Name?"
    And 0 ms later the person submits "Name?"
    And 0 ms later the person presses "Tab" at "Name?"
    And 0 ms later the person submits "Name?"
    And 0 ms later the person presses "Tab" at "Name?"
    And 0 ms later the person submits "Name?"
    And 0 ms later the person presses "Tab" at "Name?"
    And 0 ms later the person submits "Name?"
    And 0 ms later the person submits "Name?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-32]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "Ada", "wasCustom": true}, {"question": "Second?", "answer": "C", "selectedOption": "C", "wasCustom": false}]}
      """

  Scenario: A text of more than a million characters has a comma before each three digits
    Given the system "pi"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨617284×xy⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with true
    And if asked, after 1000 ms the person answers "Continue anyway?" with true
    And the model says "done"
    Then the prompt is redrawn with "Answer is long (1,234,568 chars). Continue anyway? [Y/n]" [PI-38]

  Scenario: A text of 150,000 characters comes back whole
    Given the system "pi"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person answers "Name?" with "⟨150000×x⟩"
    And the model says "done"
    Then the call "call_1" has the result: [PI-39]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨150000×x⟩", "wasCustom": true}]}
      """

  Scenario: The text behind Other is still there after a no
    Given the system "pi"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person presses "Down Down Enter" at "Name?"
    And 0 ms later the person pastes "⟨2001×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And 1000 ms later the person answers "Name?" with false
    And if asked, after 1000 ms the person answers "Continue anyway?" with false
    And 2000 ms later the person presses "Backspace Enter" at "Name?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-40]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "⟨2000×x⟩", "wasCustom": true}]}
      """

  Scenario: 9 picks the ninth option
    Given the system "pi"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}]}]}
      """
    And the person presses "9" at "Which?"
    And 100 ms later the person presses "Enter" at "Which?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-43]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": "o9", "selectedOption": "o9", "wasCustom": false}]}
      """

  Scenario: Two of three answered cannot be submitted
    Given the system "pi"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab Enter" at "First?"
    And 1000 ms later the person answers "First?" with ["B", "D", "F"]
    And the model says "done"
    Then the requests are sent at "0 1000" [PI-48]

  Scenario: A question whose options are an empty array has no such key in the file
    Given the system "pi"
    And the profile "seed"
    And the command line "-p"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "options": []}]}
      """
    And the model says "done"
    Then the file ".pi/pending-questions.json" does not contain "options" [PI-50]

  Scenario: The answers of the command line are for the first call, and a second call has none
    Given the system "pi"
    And the profile "seed"
    And the command line has the words ["-p", "--answers", "[\"Ada\"]"]
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}]}
      """
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "City?"}]}
      """
    And the model says "done"
    Then nothing is recorded with {"question": "City?", "answer": "Ada"} [PI-59, I-5]
    And of the call "call_2" the model is told "Questions pending. User input required." [PI-59]

  Scenario: Zero, false, an empty text and null stay in the metadata
    Given the system "pi"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}], "metadata": {"try": 0, "dry": false, "note": "", "of": null}}
      """
    And the person answers "Name?" with "Ada"
    And the model says "done"
    Then the last object recorded with {"mode": "interactive"} has: [PI-77]
      """
      {"metadata": {"try": 0, "dry": false, "note": "", "of": null}}
      """

  Scenario: Seven questions have seven tabs
    Given the system "pi"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "q1?"}, {"question": "q2?"}, {"question": "q3?"}, {"question": "q4?"}, {"question": "q5?"}, {"question": "q6?"}, {"question": "q7?"}]}
      """
    And the person answers "q1?" with ["a", "b", "c", "d", "e", "f", "g"]
    And the model says "done"
    Then the prompt has a line like " ← …  □ …  □ …  □ …  □ …  □ …  □ …  ✓ Submit →" [PI-46]

  Scenario: The second of two questions with the same text is asked, too
    Given the system "pi"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Again?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Again?", "header": "Two", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person presses "Enter" at "Again?"
    And 0 ms later the person presses "Esc" at "Again?"
    And 1000 ms later the person answers "Again?" with true
    And if asked, after 1000 ms the person answers "Discard" with true
    And the model says "done"
    Then the prompt is redrawn with "Discard " [PI-20]

  Scenario: What was typed through Other is custom, also where an option reads the same
    Given the system "pi"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "left"}, {"label": "right"}]}]}
      """
    And the person presses "Down Down Enter" at "Which?"
    And 0 ms later the person pastes "left" at "Which?"
    And 0 ms later the person presses "Enter" at "Which?"
    And the model says "done"
    Then the call "call_1" has the result: [PI-25]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": "left", "wasCustom": true}]}
      """

  Scenario: An interrupt takes the form away while it asks about discarding
    Given the system "pi"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}]}, {"question": "Second?", "options": [{"label": "C"}]}]}
      """
    And the person presses "Enter Esc" at "First?"
    And SIGINT arrives when "Discard " is shown
    Then the prompt is withdrawn [I-7]
    And no prompt is left open [I-7]
