Feature: A delay of a reply that is not there

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And that reply takes 5 ms
    And the model says "hello"
    Then the turn ends completed
