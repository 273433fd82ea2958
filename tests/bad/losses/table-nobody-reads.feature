Feature: A table below a step

  Scenario: The keys would be lost
    Given the system "jp-ask-user"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
      | Down  |
      | Enter |
