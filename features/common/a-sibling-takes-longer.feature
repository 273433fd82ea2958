Feature: A sibling tool takes longer than the user

  The answer goes to the call that asked, however long other tools take.

  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    And a tool "build" that returns "built"
    And the tool "build" takes <takes> ms
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it calls "build"
    And if asked, after 1000 ms the person answers "Which way?" with "left"
    And the model says "done"
    Then the tool "build" runs 1 time [I-8]
    And execution 1 of "build" has the answers {} [I-8]
    And of the call "call_2" the model is told "built" [I-8]
    And of the call "call_1" the model is told <told> [I-8]
    And the answer "left" arrives <times> times [I-1, I-8]
    And each call is answered once [I-8]
    And 2 requests reach the model
    And no prompt is left open [I-7]

    Examples:
      | system      | profile | takes | times | told                                                  |
      | jp-ask-user | seed    | 1500  | 1     | "left"                                                |
      | jp-inquiry  | seed    | 1500  | 1     | "ok"                                                  |
      | deepchat    | head    | 1500  | 1     | "left"                                                |
      | pi          | seed    | 1500  | 1     | "left"                                                |
      | pilotdeck   | seed    | 1500  | 1     | "\\"Which way?\\"=\\"left\\""                         |

  # In this profile the question is rejected. Not every system has to run the other call and go on with the turn then.
  Scenario: deepchat seed
    Given the system "deepchat"
    And a terminal
    And a tool "build" that returns "built"
    And the tool "build" takes 1500 ms
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it calls "build"
    And if asked, after 1000 ms the person answers "Which way?" with "left"
    And the model says "done" if it is asked
    Then the call "call_1" fails [DC-20]
    And the answer "left" arrives 0 times [I-1, I-8]
    And the tool "build" runs 1 time [DC-23]
    And execution 1 of "build" has the answers {} [DC-23]
    And of the call "call_2" the model is told "built" [DC-23]
    And each call is answered once [DC-23]
    And 2 requests reach the model [DC-23]
    And no prompt is left open [I-7]

  # The other tool may ask for a permission first.
  Scenario: acp question_tool
    Given the system "acp"
    And the profile "question_tool"
    And a terminal
    And a tool "build" that returns "built"
    And the tool "build" takes 1500 ms
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it calls "build"
    And if asked, the person answers "build" with "allow_once"
    And if asked, after 1000 ms the person answers "Which way?" with "left"
    And the model says "done"
    Then the tool "build" runs 1 time
    And execution 1 of "build" has the answers {}
    And where the tool "build" came to its end, the last request has its result "built" [ACP-039]
    And where "Which way?" was asked about, the model is told "left" [ACP-076]
    And the answer "left" arrives 1 time
    And each call is answered once [ACP-115]
    And 2 requests reach the model
    And no prompt is left open
