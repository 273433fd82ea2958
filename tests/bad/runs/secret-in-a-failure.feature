Feature: A secret in a scenario that fails

  Scenario: The answer is not the one that is expected
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the secret question "Passphrase?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person enters the secret "hunter2-xyzzy" at "Passphrase?"
    And the model says "done"
    Then execution 2 of "deploy" has the answers {"q": "another"}
    And execution 1 of "deploy" has the answers {"q": "hunter2-xyzzy"}
