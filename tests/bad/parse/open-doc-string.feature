Feature: A doc string that does not end

  Scenario: It goes on for ever
    Given the system "jp-ask-user"
    And the user's configuration:
      """
      {"conversation": {}}
