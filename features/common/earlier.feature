Feature: An earlier conversation

  The user answers two questions, turns a third one down, and the model makes a call that is refused. No turn leaves
  anything behind for the next one. `Given an earlier conversation` puts these turns before a scenario.

  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "the first earlier matter"
    And the model asks the user "Earlier, which way?" between ["up", "down"]
    And the person answers "Earlier, which way?" with "up"
    And the model asks the user "Earlier, how far?" between ["near", "far"]
    And the person answers "Earlier, how far?" with "far"
    And the model says "the first earlier matter is done"
    And the user says "the second earlier matter" after the turn
    And the model asks the user "Earlier, what for?" between ["fun", "work"]
    And the person turns "Earlier, what for?" down
    And the model says "the second earlier matter is done" if it is asked
    And the user says "the third earlier matter" after the turn
    And the model asks the user nothing
    And the model says "every earlier matter is done" if it is asked
    Then 3 prompts are shown [I-4]
    And the answer "fun" arrives 0 times [I-5]
    And the answer "work" arrives 0 times [I-5]
    And no prompt is left open [I-7]

    Examples:
      | system      | profile |
      | jp-ask-user | seed    |
      | jp-inquiry  | seed    |
      | pi          | seed    |
      | pilotdeck   | seed    |
      | deepchat    | seed    |

  Scenario: deepchat head
    Given the system "deepchat"
    And the profile "head"
    And a terminal
    When the user says "the first earlier matter"
    And the model asks the user "Earlier, which way?" between ["up", "down"]
    And the person answers "Earlier, which way?" with "up"
    And the model asks the user "Earlier, how far?" between ["near", "far"]
    And the person answers "Earlier, how far?" with "far"
    And the model says "the first earlier matter is done"
    And the user says "the second earlier matter" after the turn
    And the model asks the user nothing
    And the model says "every earlier matter is done" if it is asked
    Then 2 prompts are shown [I-4]
    And the answer "up" arrives 1 time [I-1]
    And the answer "far" arrives 1 time [I-1]
    And no prompt is left open [I-7]

  Scenario: pilotdeck upstream
    Given the system "pilotdeck"
    And the profile "upstream"
    And a terminal
    When the user says "the first earlier matter"
    And the model asks the user "Earlier, which way?" between ["up", "down"]
    And if asked, the person answers "Earlier, which way?" with "up"
    And the client answers "Earlier, which way?" with the line:
      """
      {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>",
       "answer": {"type": "answered", "answers": {"Earlier, which way?": "up"}}}
      """
    And the model asks the user "Earlier, how far?" between ["near", "far"]
    And if asked, the person answers "Earlier, how far?" with "far"
    And the client answers "Earlier, how far?" with the line:
      """
      {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>",
       "answer": {"type": "answered", "answers": {"Earlier, how far?": "far"}}}
      """
    And the model says "the first earlier matter is done"
    And the user says "the second earlier matter" after the turn
    And the model asks the user "Earlier, what for?" between ["fun", "work"]
    And if asked, the person cancels "Earlier, what for?"
    And the client answers "Earlier, what for?" with the line:
      """
      {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>",
       "answer": {"type": "cancelled", "reason": "user"}}
      """
    And the model says "the second earlier matter is done" if it is asked
    And the user says "the third earlier matter" after the turn
    And the model asks the user nothing
    And the model says "every earlier matter is done" if it is asked
    Then 3 messages tell the client {"type": "elicitation_request"} [I-4]
    And the answer "fun" arrives 0 times [I-5]
    And the answer "work" arrives 0 times [I-5]

  Scenario: pi seed over RPC
    Given the system "pi"
    And the profile "seed"
    And the command line "--mode rpc"
    When the user says "the first earlier matter"
    And the model asks the user "Earlier, which way?" between ["up", "down"]
    And the client answers "Earlier, which way?" with the line:
      """
      {"type": "ask_user_response", "requestId": "<requestId>",
       "answers": [{"question": "Earlier, which way?", "answer": "up", "selectedOption": "up", "wasCustom": false}]}
      """
    And the model asks the user "Earlier, how far?" between ["near", "far"]
    And the client answers "Earlier, how far?" with the line:
      """
      {"type": "ask_user_response", "requestId": "<requestId>",
       "answers": [{"question": "Earlier, how far?", "answer": "far", "selectedOption": "far", "wasCustom": false}]}
      """
    And the model says "the first earlier matter is done"
    And the user says "the second earlier matter" after the turn
    And the model asks the user nothing
    And the model says "every earlier matter is done" if it is asked
    Then 2 messages tell the client {"type": "ask_user_request"} [I-4]
    And the answer "up" arrives 1 time [I-1]
    And the answer "far" arrives 1 time [I-1]

  Scenario: pi pi-rpc
    Given the system "pi"
    And the profile "pi-rpc"
    And the command line "--mode rpc"
    When the user says "the first earlier matter"
    And the model asks the user "Earlier, which way?" between ["up", "down"]
    And the client answers "Earlier, which way?" with the line:
      """
      {"type": "extension_ui_response", "id": "<id>", "value": "up"}
      """
    And the model asks the user "Earlier, how far?" between ["near", "far"]
    And the client answers "Earlier, how far?" with the line:
      """
      {"type": "extension_ui_response", "id": "<id>", "value": "far"}
      """
    And the model says "the first earlier matter is done"
    And the user says "the second earlier matter" after the turn
    And the model asks the user "Earlier, what for?" between ["fun", "work"]
    And the client answers "Earlier, what for?" with the line:
      """
      {"type": "extension_ui_response", "id": "<id>", "cancelled": true}
      """
    And the model says "the second earlier matter is done" if it is asked
    And the user says "the third earlier matter" after the turn
    And the model asks the user nothing
    And the model says "every earlier matter is done" if it is asked
    Then 3 messages tell the client {"method": "select"} [I-4]
    And the answer "fun" arrives 0 times [I-5]
    And the answer "work" arrives 0 times [I-5]

  Scenario: acp seed
    Given the system "acp"
    And a terminal
    And a tool "probe" that returns "probed"
    When the user says "the first earlier matter"
    And the model calls "probe"
    And if asked, the person answers "probe" with "allow_once"
    And the model says "the first earlier matter is done"
    And the user says "the second earlier matter" after the turn
    And the model says "every earlier matter is done"
    Then each prompt of the client is answered once [ACP-004]
    And the tool "probe" runs 1 time [ACP-049]
    And no prompt is left open
