Feature: Played by hand

  These scenarios demand nothing: a person at a terminal may do anything.

  Scenario: Three kinds of answers
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which way?", "answer_type": "select", "options": ["left", "right", "straight on"]}
      """
    And the model calls "ask_user" with:
      """
      {"question": "Your name?", "context": "It is printed on the ticket."}
      """
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean", "default": true}
      """
    And the model says "gone"

  Scenario: A card
    Given the system "deepchat"
    And a terminal
    When the user says "go"
    And the model calls "question" with:
      """
      {"header": "Colour", "question": "Which ones?", "multiple": true,
       "options": [{"label": "Red", "description": "warm"}, {"label": "Blue"}, {"label": "Green"}]}
      """
    And the model says "painted"

  Scenario: A panel
    Given the system "pilotdeck"
    And the profile "upstream"
    And a terminal
    And the setting "channel" is "panel"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "Which city?", "header": "City", "options": [{"label": "Oslo", "description": "north"}, {"label": "Rome", "description": "south"}]},
        {"question": "By what?", "header": "Way", "multiSelect": true, "options": [{"label": "Train", "description": ""}, {"label": "Bus", "description": ""}]}]}
      """
    And the model says "booked"

  Scenario: A host
    Given the system "pilotdeck"
    And a terminal
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which city?", "header": "City", "options": [{"label": "Oslo", "description": "north"}, {"label": "Rome", "description": "south"}]}]}
      """
    And the model says "booked"

  Scenario: A minute to answer
    Given the system "pilotdeck"
    And the profile "upstream"
    And a terminal
    And the setting "channel" is "panel"
    And the setting "turn_timeout_ms" is 60000
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which city?", "header": "City", "options": [{"label": "Oslo", "description": "north"}, {"label": "Rome", "description": "south"}]}]}
      """

  Scenario: Wide and combined characters
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "どの道を行きますか、左ですか、右ですか、それとも真っ直ぐ行きますか?", "answer_type": "select", "options": ["左 👩‍👩‍👧", "Cafe\u0301 ❤️", "直"]}
      """
    And the model says "gone"

  Scenario: Two questions, one after the other
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "First?"}
      """
    And the model calls "ask_user" with:
      """
      {"question": "Second?"}
      """
    And the model says "gone"

  Scenario: Notes and a decision
    Given the system "pi"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Any notes?", "header": "Notes"},
        {"question": "Delete the database?", "header": "Delete", "options": [{"label": "Yes"}, {"label": "No"}]}]}
      """
    And the model says "kept"
