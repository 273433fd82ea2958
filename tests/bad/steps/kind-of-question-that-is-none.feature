Feature: An unknown kind of question

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    And the tool "deploy" asks the number question "How many?" as "n"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
