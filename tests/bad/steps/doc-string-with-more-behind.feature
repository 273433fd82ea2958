Feature: A doc string with text after its JSON

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model calls "ask_user" with:
      """
      {"question": "Go?"}, {"question": "Stop?"}
      """
    And the model says "hello"
    Then the turn ends completed
