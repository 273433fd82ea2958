Feature: The word above the table is misspelt

  Scenario Outline: It has no rows then
    Given the system "jp-ask-user"
    When the user says "<text>"
    And the model says "hello"
    Then the turn ends completed

    Exmaples:
      | text |
      | hi   |
