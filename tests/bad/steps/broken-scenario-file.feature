Feature: A scenario file that does not parse

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    And the scenario "tests/bad/scenarios/syntax.json"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
