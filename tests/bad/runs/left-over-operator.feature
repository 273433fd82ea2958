Feature: A signal is left over

  Scenario: Its moment never comes
    Given the system "jp-ask-user"
    When the user says "go"
    And the model says "went"
    And SIGINT arrives when the tool "deploy" runs
    Then the turn ends completed
