Feature: Secrets that differ

  Scenario: A tool is given another secret than expected
    Given the system "jp-inquiry"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the secret question "Passphrase?" as "pass"
    And the secret "hunter2-plugh"
    When the user says "go"
    And the model calls "deploy"
    And the person enters the secret "hunter2-xyzzy" at "Passphrase?"
    And the model says "done"
    Then execution 2 of "deploy" has the answers {"pass": "hunter2-plugh"}
