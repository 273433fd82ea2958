Feature: Line ends of another system

  Scenario: They are line ends
    Given the system "jp-ask-user"
    When the user says "hi"
    And the model calls "ask_user" with:
      """
      {"question": "Go?"}
      """
    And the model says "hello"
    Then the call "call_1" fails, telling the model something with "no interactive terminal"
