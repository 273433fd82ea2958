Feature: The script runs out

  Scenario: A reply is missing after the call
    Given the system "jp-ask-user"
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy"
    Then the turn ends completed
