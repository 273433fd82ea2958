Feature: Two systems

  Scenario: One of the first
    Given the system "jp-ask-user"
    When the user says "hi"
    Then the turn ends completed

  Scenario: One of the second
    Given the system "pi"
    When the user says "hi"
    Then the turn ends completed

  Scenario: One more of the first
    Given the system "jp-ask-user"
    When the user says "hi"
    Then the turn ends completed
