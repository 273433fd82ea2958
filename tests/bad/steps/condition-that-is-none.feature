Feature: A condition that no request has

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the next request to the model has {"say": "hi"}
    And the model says "hello"
    Then the turn ends completed
