Feature: Two questions at once

  Each answer goes to its own question, or nothing is asked at all.

  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it asks the user "How far?" between ["near", "distant"]
    And if asked, the person answers "Which way?" with "left"
    And if asked, the person answers "How far?" with "distant"
    And the model says "on my way"
    Then <prompts> prompts are shown
    And of the call "call_1" the model is told <first> [I-3]
    And of the call "call_2" the model is told <second> [I-3]
    And the answer "left" arrives <times> times [I-1, I-3]
    And the answer "distant" arrives <times> times [I-1, I-3]
    And each call is answered once [I-1]
    And 2 requests reach the model
    And no prompt is left open [I-7]
    And the turn ends completed

    Examples:
      | system      | profile | prompts | times | first                         | second                         |
      | jp-ask-user | seed    | 2       | 1     | "left"                        | "distant"                      |
      | deepchat    | head    | 2       | 1     | "left"                        | "distant"                      |
      | pi          | seed    | 2       | 1     | "left"                        | "distant"                      |
      | pilotdeck   | seed    | 2       | 1     | "\\"Which way?\\"=\\"left\\"" | "\\"How far?\\"=\\"distant\\"" |

  Scenario: jp-inquiry seed
    Given the system "jp-inquiry"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it asks the user "How far?" between ["near", "distant"]
    And if asked, the person answers "Which way?" with "left"
    And if asked, the person answers "How far?" with "distant"
    And the model says "on my way"
    Then 2 prompts are shown
    And an execution of the call "call_1" has the answers {"choice": "left"} [I-3]
    And an execution of the call "call_2" has the answers {"choice": "distant"} [I-3]
    And the answer "left" arrives 1 time [I-1, I-3]
    And the answer "distant" arrives 1 time [I-1, I-3]
    And each call is answered once [I-1]
    And 2 requests reach the model
    And no prompt is left open [I-7]
    And the turn ends completed

  # In this profile both are rejected. Not every system has to go on with the turn then.
  Scenario: deepchat seed
    Given the system "deepchat"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it asks the user "How far?" between ["near", "distant"]
    And if asked, the person answers "Which way?" with "left"
    And if asked, the person answers "How far?" with "distant"
    And the model says "on my way" if it is asked
    Then no prompt is shown [DC-73]
    And the call "call_1" fails [DC-73]
    And the call "call_2" fails [DC-73]
    And the answer "left" arrives 0 times [I-1, I-3]
    And the answer "distant" arrives 0 times [I-1, I-3]
    And each call is answered once [DC-23]
    And 2 requests reach the model [DC-23]
    And no prompt is left open [I-7]

  # An agent may ask one question after the other, or tell the model why it asks only one of them.
  Scenario: acp question_tool
    Given the system "acp"
    And the profile "question_tool"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it asks the user "How far?" between ["near", "distant"]
    And if asked, the person answers "Which way?" with "left"
    And if asked, the person answers "How far?" with "distant"
    And the model says "on my way"
    Then 2 prompts are shown
    And where "Which way?" was asked about, the model is told "left" [ACP-115]
    And where "How far?" was asked about, the model is told "distant" [ACP-115]
    And the answer "left" arrives only where it is given [ACP-076]
    And the answer "distant" arrives only where it is given [ACP-076]
    And each call is answered once [ACP-115]
    And 2 requests reach the model
    And no prompt is left open
    And the turn ends completed
