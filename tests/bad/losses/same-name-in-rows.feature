Feature: Two rows with one name

  Scenario Outline: The user says <text>
    Given the system "jp-ask-user"
    When the user says "<text>"
    And the model says "hello"
    Then the turn ends completed

    Examples:
      | text |
      | hi   |
      | hi   |
