Feature: Reasoning without its message

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model says "hello"
    And the model first reasons "too late"
    And the model's reply first meets "status 401"
    Then the turn ends completed
