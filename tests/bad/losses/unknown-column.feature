Feature: An unknown column

  Scenario Outline: It would stay as it is
    Given the system "jp-ask-user"
    When the user says "<txet>"
    And the model says "hello"
    Then the turn ends completed

    Examples:
      | text | number |
      | hi   | 1      |
