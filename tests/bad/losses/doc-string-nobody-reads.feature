Feature: A doc string below a step without one

  Scenario: The arguments would be lost
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model calls "ask_user"
      """
      {"question": "Go?"}
      """
    And the model says "hello"
    Then the turn ends completed
