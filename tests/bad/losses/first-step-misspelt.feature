Feature: The first step is misspelt

  Scenario: It would be a description
    Givne the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
