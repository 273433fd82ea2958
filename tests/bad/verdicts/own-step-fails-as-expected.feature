Feature: A step without a requirement that is expected to fail

  @expected-failure
  Scenario: The configured answer is not the one that is expected
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the setting "conversation.tools.deploy.questions.q.answer" is true
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then 1 prompt is shown
