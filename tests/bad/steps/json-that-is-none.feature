Feature: Invalid JSON

  Scenario: It is told before anything runs
    Given the system "jp-ask-user"
    And a terminal
    And the setting "conversation.tools.x.enable" is yes
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
