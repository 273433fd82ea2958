Feature: A call without its message

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And in the same message it calls "ask_user"
    And the model says "hello"
    Then the turn ends completed
