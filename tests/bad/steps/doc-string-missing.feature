Feature: A doc string is missing

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    And the user's configuration:
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
