Feature: A doc string that is not JSON

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model calls "ask_user" with:
      """
      {"question": "Go?"
       "answer_type": "boolean"}
      """
    And the model says "hello"
    Then the turn ends completed
