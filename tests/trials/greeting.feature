Feature: A greeting, as a test

  Scenario: It is answered
    Given the system "pi"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed

  @reference
  Scenario: What is the reference's own
    Given the system "pi"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed

  Scenario: In another system
    Given the system "jp-ask-user"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
