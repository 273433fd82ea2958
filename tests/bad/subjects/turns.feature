Feature: Three turns

  Scenario: The one before
    Given the system "jp-ask-user"
    When the user says "hi"
    Then the turn ends completed [CAN-01]

  Scenario: The one in which it goes wrong
    Given the system "jp-ask-user"
    And the command line "misbehave"
    When the user says "hi"
    Then the turn ends completed [CAN-02]

  Scenario: The one behind
    Given the system "jp-ask-user"
    When the user says "hi"
    Then the turn ends completed [CAN-01]
