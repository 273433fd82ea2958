Feature: The only keyword is misspelt

  Scenaro: It would be a description
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
