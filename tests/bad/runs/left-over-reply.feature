Feature: A reply is left over

  Scenario: The second reply is never asked for
    Given the system "jp-ask-user"
    When the user says "go"
    And the model says "went"
    And the model says "went again"
    Then the turn ends completed
