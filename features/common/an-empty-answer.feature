Feature: An empty answer is not a cancel

  A user who answers with an empty text has not cancelled. The text is an answer, or the question stays open.

  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with ""
    And 1000 ms later the person turns "Which way?" down
    And the model says "I see" if it is asked
    And the run is to end <end>
    Then of the call "call_1" the model is told <told> [I-6]
    And the requests are sent at "<times>" [I-6]
    And something is recorded with <recorded> [I-6]
    And nothing is recorded with {<unrecorded>} [I-6]
    And before 1000 ms nothing is recorded with {<cancelled>} [I-6]

    Examples:
      | system | profile | end | times | told | recorded | unrecorded | cancelled |
      | deepchat | seed | settled | 0 | null | {"questionResolution": "rejected"} | "questionResolution": "replied" | "questionResolution": "rejected" |
      | deepchat | head | parked | 0 | null | {"questionResolution": "asked"} | "questionResolution": "replied" | "questionResolution": "rejected" |
      | pilotdeck | seed | done | 0 0 | "\\"Which way?\\"=\\"\\"" | {"answers": {"Which way?": ""}} | "code": "unsupported_tool" | "code": "unsupported_tool" |

  Scenario Outline: <system> seed
    Given the system "<system>"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with ""
    And 1000 ms later the person turns "Which way?" down
    And the model says "I see" if it is asked
    And the run is to end done
    Then of the call "call_1" the model is told "Tool input cancelled by user."
    And the model is told nothing with "\"answer\"" [I-6]
    And the requests are sent at "0 1000" [I-6]
    And something is recorded with {"outcome": "cancelled", "reason": "user"} [I-6]
    And nothing is recorded with {"answer": ""} [I-6]
    And before 1000 ms nothing is recorded with {"outcome": "cancelled"} [I-6]

    Examples:
      | system      |
      | jp-ask-user |
      | jp-inquiry  |

  Scenario: pi seed
    Given the system "pi"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with ""
    And 1000 ms later the person turns "Which way?" down
    And the model says "I see" if it is asked
    And the run is to end done
    Then the call "call_1" has at least the result {"answered": false, "cancelled": true}
    And the requests are sent at "0 1000"
    And something is recorded with {"cancelled": true}
    And nothing is recorded with {"answer": ""}
    And before 1000 ms nothing is recorded with {"cancelled": true} [I-6]

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
