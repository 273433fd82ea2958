Feature: A missing scenario file

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    And the scenario "tests/bad/scenarios/nowhere.json"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
