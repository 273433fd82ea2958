Feature: Examples without a table

  Scenario Outline: It would vanish
    Given the system "jp-ask-user"
    When the user says "<text>"
    And the model says "hello"
    Then the turn ends completed

    Examples:
