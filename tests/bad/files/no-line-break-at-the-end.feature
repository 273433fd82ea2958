Feature: No line break at the end

  Scenario: It is read all the same
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed