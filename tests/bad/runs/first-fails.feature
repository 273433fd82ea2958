Feature: The first of many scenarios fails

  Scenario: The first
    Given the system "jp-ask-user"
    When the user says "go"
    And the model says "went"
    Then the turn ends interrupted

  Scenario: The second
    Given the system "jp-ask-user"
    When the user says "go"
    And the model says "went"
    Then the turn ends completed

  Scenario: The third
    Given the system "jp-ask-user"
    When the user says "go"
    And the model says "went"
    Then the turn ends completed

  Scenario: The fourth
    Given the system "jp-ask-user"
    When the user says "go"
    And the model says "went"
    Then the turn ends completed

  Scenario: The fifth
    Given the system "jp-ask-user"
    When the user says "go"
    And the model says "went"
    Then the turn ends completed

  Scenario: The sixth
    Given the system "jp-ask-user"
    When the user says "go"
    And the model says "went"
    Then the turn ends completed
