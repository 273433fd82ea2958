Feature: Steps without requirements that read two lanes

  Scenario: Requests and records
    Given the system "jp-ask-user"
    When the user says "go"
    And the model says "went"
    Then 1 request reaches the model
    And no inquiry is recorded
