Feature: The user answers after the abort

  When the user stops the agent at a question, the question is withdrawn. A later answer has no effect.

  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And <signal> arrives when "Which way?" is shown
    And after 1000 ms the person answers "Which way?" with "left"
    And the model says "then not" if it is asked
    And the run is to end <end>
    Then no prompt is left open [I-7]
    And what is done last at a prompt changes nothing [I-2]
    And the answer "left" arrives 0 times [I-5]
    And <requests> request reaches the model
    And something is recorded with <recorded> [I-1]

    Examples:
      | system      | profile | signal  | requests | end    | recorded                                     |
      | jp-ask-user | seed    | SIGTERM | 1        | done   | {"outcome": "cancelled", "reason": "user"}   |
      | jp-inquiry  | seed    | SIGTERM | 1        | done   | {"outcome": "cancelled", "reason": "user"}   |
      | deepchat    | seed    | SIGINT  | 1        | done   | {"action_type": "question_request", "extra": {"needsUserAction": false}} |
      | deepchat    | head    | SIGINT  | 1        | done   | {"action_type": "question_request", "extra": {"needsUserAction": false}} |
      | pi          | seed    | SIGINT  | 1        | done   | {"toolCallId": "call_1"} |
      | pilotdeck   | seed    | SIGINT  | 1        | done   | {"type": "tool_error", "toolCallId": "call_1"} |

  Scenario: acp question_tool
    Given the system "acp"
    And the profile "question_tool"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And SIGINT arrives when "Which way?" is shown
    And after 1000 ms the person answers "Which way?" with "left"
    And the model says "then not" if it is asked
    Then no prompt is left open
    And what is done last at a prompt changes nothing
    And the answer "left" arrives 0 times [ACP-096]
    And 1 request reaches the model [ACP-098]
    And each prompt of the client is answered once [ACP-096]
