Feature: A requirement that no document settles

  Scenario: It fails
    Given the system "jp-ask-user"
    When the user says "hi"
    And the model says "hello"
    Then 1 prompt is shown [RES-09]
