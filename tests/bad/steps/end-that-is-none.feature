Feature: An unknown end

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
    And the run ends badly
