Feature: An outline without examples

  Scenario Outline: Its columns would stay
    Given the system "jp-ask-user"
    When the user says "<text>"
    And the model says "hello"
    Then the turn ends completed
