Feature: Not UTF-8

  Scenario: A word in another encoding
    Given the system "jp-ask-user"
    When the user says "café"
    And the model says "hello"
    Then the turn ends completed
