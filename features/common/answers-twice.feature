Feature: The user answers twice

  The first answer counts, and it counts once.

  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "left"
    And 1000 ms later the person answers "Which way?" with "right"
    And the model says "left it is"
    Then the answer "left" arrives <times> [I-1]
    And what is done last at a prompt changes nothing [I-2]
    And the answer "right" arrives 0 times [I-2]
    And 2 requests reach the model [I-1]
    And <once> [I-1]
    And no prompt is withdrawn [I-1]
    And no prompt is left open [I-7]
    And the turn ends completed [I-1]

    Examples:
      | system      | profile | times  | once                                               |
      | jp-ask-user | seed    | 1 time | each inquiry recorded has one response             |
      | jp-inquiry  | seed    | 1 time | each inquiry recorded has one response             |
      | pi          | seed    | 1 time | 1 record has {"message": {"toolCallId": "call_1"}} |
      | pilotdeck   | seed    | 1 time | 1 record has {"toolCallId": "call_1"}              |

  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "left"
    And 1000 ms later the person answers "Which way?" with "right"
    And the model says "left it is"
    Then the answer "left" arrives <times> [I-1]
    And what is done last at a prompt changes nothing [I-2]
    And the answer "right" arrives 0 times [I-2]
    And 2 requests reach the model [I-1]
    And objects recorded with {"action_type": "question_request"} have at "/extra/questionResolution" in turn: [I-1]
      """
      ["asked", "replied"]
      """
    And no prompt is withdrawn [I-1]
    And no prompt is left open [I-7]
    And the turn ends completed [I-1]

    Examples:
      | system   | profile | times                                  |
      | deepchat | seed    | 1 time, a result that repeats it aside |
      | deepchat | head    | 1 time                                 |

  Scenario: acp question_tool
    Given the system "acp"
    And the profile "question_tool"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "left"
    And 1000 ms later the person answers "Which way?" with "right"
    And the model says "left it is"
    Then the answer "left" arrives 1 time [ACP-076]
    And what is done last at a prompt changes nothing
    And the answer "right" is told nowhere without "left" [ACP-076]
    And 2 requests reach the model
    And each prompt of the client is answered once [ACP-004]
    And no prompt is withdrawn
    And no prompt is left open
    And the turn ends completed
