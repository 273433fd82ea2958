Feature: The user cancels

  No answer is chosen for a user who cancels. What the model is told, and whether the turn goes on, differs from system
  to system.

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
    And of the call "call_1" the model is told <told>
    And <requests> request reaches the model
    And the answer "left" arrives 0 times [I-5]
    And the answer "right" arrives 0 times [I-5]
    And something is recorded with <recorded> [I-6]
    And <once> [I-1]

    Examples:
      | system | profile | requests | end | told | recorded | once |
      | jp-ask-user | seed | 2 | done | "Tool input cancelled by user." | {"outcome": "cancelled", "reason": "user"} | each inquiry recorded has one response |
      | jp-inquiry | seed | 2 | done | "Tool input cancelled by user." | {"outcome": "cancelled", "reason": "user"} | each inquiry recorded has one response |

  Scenario: pi seed
    Given the system "pi"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person turns "Which way?" down
    And the model says "then not" if it is asked
    And the run is to end done
    Then 1 prompt is shown
    And the call "call_1" has at least the result {"answered": false, "cancelled": true} [I-1, I-6]
    And 2 requests reach the model
    And the answer "left" arrives 0 times [I-5]
    And the answer "right" arrives 0 times [I-5]
    And something is recorded with {"cancelled": true} [I-6]
    And 1 record has {"message": {"toolCallId": "call_1"}} [I-1]

  Scenario: pilotdeck seed
    Given the system "pilotdeck"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person turns "Which way?" down
    And the model says "then not" if it is asked
    And the run is to end done
    Then 1 prompt is shown
    And of the call "call_1" the model is told "User declined to answer questions" [I-1, I-6]
    And 2 request reaches the model
    And the answer "left" arrives 0 times [I-5]
    And the answer "right" arrives 0 times [I-5]
    And something is recorded with {"code": "unsupported_tool", "message": "User declined to answer questions…"} [I-6]
    And 1 record has {"toolCallId": "call_1"} [I-1]

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
    And of the call "call_1" the model is told null [I-1, I-6]
    And 1 request reaches the model
    And the answer "left" arrives 0 times [I-5]
    And the answer "right" arrives 0 times [I-5]
    And something is recorded with <recorded> [I-6]
    And objects recorded with {"action_type": "question_request"} have at "/extra/questionResolution" in turn: [I-1]
      """
      <resolutions>
      """

    Examples:
      | system | profile | end | recorded | resolutions |
      | deepchat | seed | settled | {"status": "denied", "extra": {"questionResolution": "rejected"}} | ["asked", "rejected"] |
      | deepchat | head | parked | {"questionResolution": "asked"} | ["asked"] |

  Scenario: acp question_tool
    Given the system "acp"
    And the profile "question_tool"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person turns "Which way?" down
    And if asked, the person rejects "Which way?"
    And if asked, the person rejects "Which way?"
    And the model says "then not" if it is asked
    Then the answer "left" is told nowhere without "right", unless as a default [ACP-080]
    And the answer "right" is told nowhere without "left", unless as a default [ACP-080]
    And each prompt of the client is answered once [ACP-080]
