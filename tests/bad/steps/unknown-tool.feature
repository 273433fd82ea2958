Feature: An unknown tool

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    And the tool "deploy" takes 500 ms
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
