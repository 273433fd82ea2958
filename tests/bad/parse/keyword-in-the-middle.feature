Feature: A keyword is misspelt below the first step

  Scenario: It is no step any more
    Given the system "jp-ask-user"
    When the user says "hi"
    Thne the turn ends completed
