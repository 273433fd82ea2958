Feature: Three turns

  Scenario: The first turn
    Given the system "jp-ask-user"
    When the user says "hi"
    Then the turn ends completed [CAN-01]

  Scenario: The turn that goes wrong
    Given the system "jp-ask-user"
    And the command line "misbehave"
    When the user says "hi"
    Then the turn ends completed [CAN-02]

  Scenario: The last turn
    Given the system "jp-ask-user"
    When the user says "hi"
    Then the turn ends completed [CAN-01]
