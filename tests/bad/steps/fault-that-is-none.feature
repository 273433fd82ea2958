Feature: An unknown fault

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model's reply first meets "a slow network"
    And the model says "hello"
    Then the turn ends completed
