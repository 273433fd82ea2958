Feature: Two scenarios with one name

  Scenario: A greeting
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed

  Scenario: A greeting
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
