Feature: Loading a session

  An agent that claims `loadSession` goes on with a session after its process is gone. What waited for the user has then come
  to nothing: the agent shows it neither as answered nor as done.

  @permissions
  Scenario: A call that waited for permission when the agent died is not shown as completed, and has not run
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    And the setting "loadSession" is true
    When the user says "off we go"
    And the model calls "deploy"
    And the subject is restarted when "deploy" is shown
    # An agent may go on with the turn when it loads the session.
    And to every other request the model says "then not"
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    And the run may end while the turn waits
    Then where sessions can be loaded, loading shows the client the user's message "off we go" [ACP-121]
    And where sessions can be loaded, no call that was open is shown as completed [ACP-121, ACP-049]
    And where sessions can be loaded, loading shows nothing with "deployed" [ACP-121]
    And the tool "deploy" runs 0 times [ACP-053]
    And where sessions can be loaded, the last request has what the model was told with "off we go" [ACP-121]
    And where "deploy" was asked about once, the model is told of no act of the user [ACP-152]
    And the model is told nothing with "deployed" [ACP-065]

  @question_tool
  Scenario: A question that was open when the agent died is not shown as answered, to the client or to the model
    Given the system "acp"
    And a terminal
    And the setting "loadSession" is true
    When the user says "off we go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the subject is restarted when "Which way?" is shown
    # An agent may go on with the turn when it loads the session.
    And to every other request the model says "then not"
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    And the run may end while the turn waits
    Then where sessions can be loaded, loading shows the client the user's message "off we go" [ACP-121]
    And where sessions can be loaded, no call that was open is shown as completed [ACP-121]
    And where sessions can be loaded, loading shows "left" nowhere without "right" [ACP-121]
    And where sessions can be loaded, loading shows "right" nowhere without "left" [ACP-121]
    And where sessions can be loaded, the last request has what the model was told with "off we go" [ACP-121]
    And the answer "left" is told nowhere without "right" [ACP-078]
    And the answer "right" is told nowhere without "left" [ACP-078]
    And where "Which way?" was asked about once, the model is told of no act of the user [ACP-152]

  Scenario: The result of a call is still there when the session is loaded
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "loadSession" is true
    When the user says "off we go"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "it is there"
    And the subject is restarted after the turn
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then where sessions can be loaded, loading shows the client the user's message "off we go" [ACP-121]
    And where sessions can be loaded, loading shows the client the agent's message "it is there" [ACP-121]
    And where sessions can be loaded, the last request has what the model was told with "off we go" [ACP-121]
    And where sessions can be loaded, the last request has what the model was told with "deployed" [ACP-121]
