Feature: A cut-off message that is missing

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model's reply first meets "status 500"
    And the model's reply is cut off at the output limit
    And the model says "hello"
    Then the turn ends completed
