Feature: A scenario without a system

  Scenario: It is told before anything runs
    Given a terminal
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
