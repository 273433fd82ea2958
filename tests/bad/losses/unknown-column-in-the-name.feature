Feature: An unknown column in a name

  Scenario Outline: The user says <txet>
    Given the system "jp-ask-user"
    When the user says "<text>"
    And the model says "hello"
    Then the turn ends completed

    Examples:
      | text |
      | hi   |
