Feature: A scenario without steps

  Scenario: It would pass

  Scenario: It is read
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
