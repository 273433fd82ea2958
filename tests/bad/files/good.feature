Feature: Nothing is wrong here

  @greeting
  Scenario: A greeting
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
