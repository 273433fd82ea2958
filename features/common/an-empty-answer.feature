Feature: An empty answer is not a cancel

  A user who answers with an empty text has not cancelled. The text is an answer, or the question stays open.

  # The question stays open and can still be cancelled.
  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with ""
    And 1000 ms later the person turns "Which way?" down
    And the model says "I see" if it is asked
    And the run is to end done
    Then of the call "call_1" the model is told <told> [I-6]
    And the requests are sent at "0 1000" [I-6]
    And something is recorded with <recorded> [I-6]
    And nothing is recorded with {"answer": ""} [I-6]
    And before 1000 ms nothing is recorded with <cancelled> [I-6]

    Examples:
      | system      | profile | told                            | recorded                                   | cancelled                |
      | jp-ask-user | seed    | "Tool input cancelled by user." | {"outcome": "cancelled", "reason": "user"} | {"outcome": "cancelled"} |
      | jp-inquiry  | seed    | "Tool input cancelled by user." | {"outcome": "cancelled", "reason": "user"} | {"outcome": "cancelled"} |
      | pi          | seed    | "cancelled"                     | {"cancelled": true}                        | {"cancelled": true}      |

  # Profile seed lets the user reject the question. Profile head does not, so the question stays open.
  Scenario Outline: deepchat <profile>
    Given the system "deepchat"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with ""
    And 1000 ms later the person turns "Which way?" down
    And the model says "I see" if it is asked
    And the run is to end <end>
    Then of the call "call_1" the model is told null [I-6]
    And the requests are sent at "0" [I-6]
    And something is recorded with {"questionResolution": "<resolution>"} [I-6]
    And nothing is recorded with {"questionResolution": "replied"} [I-6]
    And before 1000 ms nothing is recorded with {"questionResolution": "rejected"} [I-6]

    Examples:
      | profile | end     | resolution |
      | seed    | settled | rejected   |
      | head    | parked  | asked      |

  # The empty text is the answer, and the cancel comes too late.
  Scenario: pilotdeck seed
    Given the system "pilotdeck"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with ""
    And 1000 ms later the person turns "Which way?" down
    And the model says "I see" if it is asked
    And the run is to end done
    Then of the call "call_1" the model is told "\"Which way?\"=\"\"" [I-6]
    And the requests are sent at "0 0" [I-6]
    And something is recorded with {"answers": {"Which way?": ""}} [I-6]
    And nothing is recorded with {"code": "unsupported_tool"} [I-6]
    And before 1000 ms nothing is recorded with {"code": "unsupported_tool"} [I-6]

  Scenario: jp-ask-user accepts an empty answer to a text question
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with ""
    And 1000 ms later the person turns "Which way?" down
    And the model says "I see"
    Then the requests are sent at "0 0" [I-6]
    And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": ""} [I-6]
    And nothing is recorded with {"outcome": "cancelled"} [I-6]
