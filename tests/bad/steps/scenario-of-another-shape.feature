Feature: A scenario with a field that no scenario has

  Scenario: It is told before anything runs
    Given the scenario:
      """
      {"system": "jp-ask-user", "operator": [{"when": "start", "do": {"says": "hi"}}]}
      """
    When the model says "hello"
    Then the turn ends completed
