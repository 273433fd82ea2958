Feature: The user cancels

  Nothing is decided for somebody who would not decide. What the model is told of it, and whether the turn goes on,
  is each system's own.

  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person turns "Which way?" down
    And the model says "then not" if it is asked
    And the run is to end <end>
    Then 1 prompt is shown
    And of the call "call_1" the model is told <told> [I-1, I-6]
    And <requests> request reaches the model
    And the answer "left" arrives 0 times [I-5]
    And the answer "right" arrives 0 times [I-5]
    And something is recorded with <recorded> [I-6]

    Examples:
      | system      | profile | requests | end    | told                                  | recorded                                          |
      | jp-ask-user | seed    | 2        | done   | "Tool input cancelled by user."       | {"outcome": "cancelled", "reason": "user"}        |
      | jp-inquiry  | seed    | 2        | done   | "Tool input cancelled by user."       | {"outcome": "cancelled", "reason": "user"}        |
      | deepchat    | seed    | 1        | settled | null                                  | {"status": "denied", "extra": {"questionResolution": "rejected"}} |
      | deepchat    | head    | 1        | parked | null                                  | {"questionResolution": "asked"}                   |
      | pilotdeck   | seed    | 2        | done   | "User declined to answer questions"   | {"code": "unsupported_tool", "message": "User declined to answer questions…"} |
