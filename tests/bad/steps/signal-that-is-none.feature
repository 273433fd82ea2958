Feature: An unknown signal

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And SIGHUP arrives when "Go?" is shown
    And the model says "hello"
    Then the turn ends completed
