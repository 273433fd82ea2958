Feature: An unknown system

  Scenario: It is told before anything runs
    Given the system "jp"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
