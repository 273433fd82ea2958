Feature: A Given below a Then

  Scenario: It would come too late
    Given the system "jp-ask-user"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
    Given a terminal
