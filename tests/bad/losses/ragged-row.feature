Feature: A row that is shorter than its header

  Scenario Outline: A column would stay as it is
    Given the system "jp-ask-user"
    When the user says "<text>"
    And the model says "<reply>"
    Then the turn ends completed

    Examples:
      | text | reply |
      | hi   | hello |
      | bye  |
