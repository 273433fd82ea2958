Feature: A scenario that would take the place of the steps above

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    And the scenario:
      """
      {"system": "jp-ask-user", "operator": [{"when": "start", "does": {"says": "hi"}}]}
      """
    Then the turn ends completed
