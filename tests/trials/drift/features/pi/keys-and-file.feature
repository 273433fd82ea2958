Feature: A scenario of the name of a carried one, in which something else happens

  Scenario: Two keys answer the question
    Given the system "pi"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
