Feature: A scenario with the name of a carried one and another content

  Scenario: Two keys answer the question
    Given the system "pi"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
