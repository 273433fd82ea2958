Feature: A field of a question without a tool

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    And its question has exclusive set to true
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
