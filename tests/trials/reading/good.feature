Feature: A feature with a mistake in it

  Scenario: Without a mistake
    Given the system "pi"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed

  Scenario: With one
    Given the system "pi"
    When the user says "hi"
    And the model whispers "hello"
    Then the turn ends completed
