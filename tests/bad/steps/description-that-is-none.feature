Feature: A description of a tool with a field of its own

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" is described with {"about": "It deploys."}
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
