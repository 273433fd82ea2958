Feature: Three turns that are stopped, and then answered

  Scenario: The first turn
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And SIGTERM arrives when "Go?" is shown
    And after 1000 ms the person answers "Go?" with "Yes"
    Then no prompt is left open [CAN-01]

  Scenario: The turn that goes wrong
    Given the system "jp-ask-user"
    And the command line "misbehave"
    And a terminal
    When the user says "hi"
    And SIGTERM arrives when "Go?" is shown
    And after 1000 ms the person answers "Go?" with "Yes"
    Then no prompt is left open [CAN-02]

  Scenario: The last turn
    Given the system "jp-ask-user"
    And a terminal
    When the user says "hi"
    And SIGTERM arrives when "Go?" is shown
    And after 1000 ms the person answers "Go?" with "Yes"
    Then no prompt is left open [CAN-01]
