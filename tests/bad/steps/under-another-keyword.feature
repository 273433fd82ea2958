Feature: A step under the wrong keyword

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    And the user says "hello"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
