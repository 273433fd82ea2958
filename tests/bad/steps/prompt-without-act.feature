Feature: A later act at a prompt without an act

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And 500 ms later the person answers "Go?" with true
    And the model says "hello"
    Then the turn ends completed
