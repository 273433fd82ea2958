Feature: DeepChat: what holds in every run

  The checks of these scenarios are asked of every other run of the same profile, too. What is wrong once may be right in
  every plain case.

  Background:
    Given the system "deepchat"
    And a terminal

  @in-every-run
  Scenario Outline: A question is stored as an action, without an empty header, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model asks the user "Go?" between ["Red", "Blue"]
    And the person chooses "Red" at "Go?"
    And the model says "done"
    Then each object recorded with {"action_type": "question_request"} also has {"type": "action"} [DC-31]
    And nothing is recorded with {"questionHeader": ""}

    Examples:
      | profile |
      | seed    |
      | head    |

  @in-every-run
  Scenario: A question that waits can be rejected
    Given the profile "seed"
    When the user says "go"
    And the model asks the user "Go?" between ["Red", "Blue"]
    And the person rejects "Go?"
    And the run may end while the turn waits
    Then each prompt that waits offers to reject [DC-83.s]

  @in-every-run
  Scenario: In profile head, a question that waits cannot be rejected, and the tool is never executed
    Given the profile "head"
    When the user says "go"
    And the model asks the user "Go?" between ["Red", "Blue"]
    And the person chooses "Red" at "Go?"
    And the model says "done"
    Then no prompt that waits offers to reject [DC-52]
    And the tool "deepchat_question" runs 0 times [DC-28]
