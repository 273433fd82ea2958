Feature: What cucumber itself does

  Background:
    Given the system "pi"
    And a terminal

  @retry(2)
  Scenario: A step that fails once is tried again
    Given a step that fails the first time
    When the user says "go"
    And the model says "done"
    Then the turn ends completed

  @slow
  Scenario: A step of this test changes the scenario
    Given the scenario is called "renamed"
    When the user says "go"
    And the model says "done"
    Then the scenario was played as "renamed"

  @expected-failure
  Scenario: A failure that is expected is a failure here
    When the user says "go"
    And the model says "done"
    Then 1 prompt is shown

  Rule: A rule has scenarios, too

    Scenario Outline: An outline may have an id of the subject's in <place>
      When the user says "go"
      And the model says "<said>"
      Then the turn ends completed

      Examples:
        | place | said   |
        | a     | <x#1>  |
        | b     | <y#1>  |
