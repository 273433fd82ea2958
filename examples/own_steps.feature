Feature: Deployments are asked about

  Background:
    Given the system "pi"
    And a terminal

  Scenario: A user in a hurry is asked once
    Given a user who takes 1 question
    When the model wants to know where to deploy
    And the person answers "Where?" with "staging"
    And the model says "done"
    Then the user is not asked too much
    And 1 prompt is shown

  Scenario: A user with time is asked twice
    Given a user who takes 2 questions
    When the model wants to know where to deploy
    And in the same message it asks the user "Now?" between ["yes", "no"]
    And the person answers "Where?" with "staging"
    And the person answers "Now?" with "no"
    And the model says "later, then"
    Then the user is not asked too much
    And 2 prompts are shown
