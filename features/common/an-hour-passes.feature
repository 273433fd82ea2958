Feature: An hour passes

  Time alone answers nothing: a user who comes back from lunch finds the question still open.

  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And after 3600000 ms the person answers "Which way?" with "right"
    And the model says "right it is"
    Then the requests are sent at "0 3600000" [I-9]
    And the answer "right" arrives <times> [I-9]
    And the answer "left" arrives 0 times [I-5, I-9]
    And no prompt is withdrawn [I-1, I-7]
    And no prompt is left open [I-7]
    And the turn ends completed [I-9]

    Examples:
      | system      | profile | times                                  |
      | jp-ask-user | seed    | 1 time                                 |
      | jp-inquiry  | seed    | 1 time                                 |
      | deepchat    | seed    | 1 time, a result that repeats it aside |
      | deepchat    | head    | 1 time                                 |
      | pi          | seed    | 1 time                                 |
      | pilotdeck   | seed    | 1 time                                 |

  Scenario: acp question_tool
    Given the system "acp"
    And the profile "question_tool"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And after 3600000 ms the person answers "Which way?" with "right"
    And the model says "right it is"
    Then the requests are sent at "0 3600000" [ACP-075]
    And the answer "right" arrives 1 time [ACP-076]
    And the answer "left" is told nowhere without "right" [ACP-076]
    And no prompt is withdrawn
    And no prompt is left open
    And the turn ends completed
