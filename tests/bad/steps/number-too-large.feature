Feature: A number that is too large

  Scenario: Time goes no further
    Given the system "jp-ask-user"
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" takes 99999999999999999999 ms
    When the user says "hi"
    And the model calls "deploy"
    And the model says "hello"
    Then the turn ends completed
