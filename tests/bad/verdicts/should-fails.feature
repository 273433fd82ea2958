Feature: A should that fails

  Scenario: The description does not say what is expected
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model says "done"
    Then 1 prompt is shown [SCH-12.s]
