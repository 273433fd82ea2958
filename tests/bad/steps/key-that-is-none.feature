Feature: An unknown key

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the person presses "Dwon Enter" at "Go?"
    And the model says "hello"
    Then the turn ends completed
