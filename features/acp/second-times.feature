Feature: The second time

  What an agent does well once it does well again, in the same turn and in the next one.

  Scenario: A second turn that is cancelled while the model is asked ends as the first did
    Given the system "acp"
    And a terminal
    When the user says "go"
    And asked "go" the model says "never heard" if it is asked
    And SIGINT arrives when "go" is asked of the model
    And the user says "again" after the turn
    And asked "again" the model says "never heard" if it is asked
    And SIGINT arrives when "again" is asked of the model
    And the user says "once more" after the turn
    And asked "once more" the model says "gone"
    Then 2 messages tell the client {"result": {"stopReason": "cancelled"}} [ACP-094]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-104]
    And each prompt of the client is answered once [ACP-105]

  @permissions
  Scenario: A second turn that is cancelled while a permission is open ends as the first did
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the setting "permission" is ["deploy", "wipe"]
    When the user says "go"
    And the model calls "deploy"
    And the model says "never heard" if it is asked
    And SIGINT arrives when "deploy" is shown
    And the user says "again" after the turn
    And the model calls "wipe"
    And the model says "never heard" if it is asked
    And SIGINT arrives when "wipe" is shown
    And the user says "once more" after the turn
    And asked "once more" the model says "gone"
    Then 2 messages tell the client {"result": {"stopReason": "cancelled"}} [ACP-095]
    And the tool "deploy" runs 0 times [ACP-100]
    And the tool "wipe" runs 0 times [ACP-100]
    And 0 messages tell the client {"params": {"update": {"status": "completed"}}} [ACP-049]
    And each prompt of the client is answered once [ACP-105]

  Scenario: A turn that is cancelled while the model is asked again, after a call, ends as cancelled
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "never heard" if it is asked
    And that reply takes 5000 ms
    And SIGINT arrives 1000 ms after "go" is asked of the model
    Then 1 message tells the client {"result": {"stopReason": "cancelled"}} [ACP-094]
    And 0 messages tell the client {"error": {}} [ACP-094]
    And each prompt of the client is answered once [ACP-094]

  @permissions
  Scenario: A second call that is rejected is no more completed than the first
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the setting "permission" is ["deploy", "wipe"]
    When the user says "go"
    And the model calls "deploy"
    And the person rejects "deploy"
    And the model says "then not" if it is asked
    And the user says "again" after the turn
    And the model calls "wipe"
    And if asked, the person rejects "wipe"
    And the model says "then not" if it is asked
    And the user says "and then" after the turn
    And asked "and then" the model says "on we go"
    Then where "deploy" was asked about, the tool "deploy" runs 0 times [ACP-055]
    And where "wipe" was asked about, the tool "wipe" runs 0 times [ACP-055]
    And where "wipe" was asked about, 0 messages tell the client: [ACP-049]
      """
      {"params": {"update": {"status": "completed"}}}
      """

  Scenario: A second tool that fails is no more completed than the first
    Given the system "acp"
    And a terminal
    And a tool "deploy" that fails with "no route"
    And a tool "wipe" that fails with "no disk"
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And the model calls "wipe"
    And if asked, the person answers "wipe" with "allow_once"
    And the model says "so it goes"
    Then 0 messages tell the client {"params": {"update": {"status": "completed"}}} [ACP-048]
    And of the call "call_1" the model is told "no route" [ACP-039]
    And of the call "call_2" the model is told "no disk" [ACP-039]

  Scenario: A call runs with its own arguments, and not with those of the call before
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4", "to": "eu"}
      """
    And if asked, the person answers "deploy" with "allow_once"
    And the model calls "deploy" with:
      """
      {"version": "2.0"}
      """
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "done"
    Then execution 1 of "deploy" has the arguments {"version": "1.4", "to": "eu"} [ACP-054]
    And execution 2 of "deploy" has the arguments {"version": "2.0"} [ACP-054]

  Scenario: Two calls of two turns with one id of the model are two tool calls
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy" as "same"
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "done"
    And the user says "again" after the turn
    And the model calls "deploy" as "same"
    And if asked, the person answers "deploy" with "allow_once"
    And to every other request the model says "done"
    Then the tool "deploy" runs 2 times [ACP-039]
    And where several tool calls are announced, each has an id of its own [ACP-045.r]

  Scenario: What the model says in a second turn, and beside and after a call, is told once
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model says "tomtom"
    And the user says "again" after the turn
    And the model calls "deploy"
    And in the same message it says "gonggong"
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "dumdum"
    Then the words "tomtom" are told to the client once [ACP-044.t]
    And the words "gonggong" are told to the client once [ACP-044.t]
    And the words "dumdum" are told to the client once [ACP-044.t]

  Scenario: A second prompt at which the model fails is answered as the first was
    Given the system "acp"
    And a terminal
    When the user says "go"
    And every other request to the model meets "status 400"
    And the user says "again" after the turn
    And the user says "once more" after the turn
    And asked "once more" the model says "gone"
    Then each prompt of the client is answered once [ACP-041]
    And the prompt "once more" reaches the model [ACP-042]

  Scenario: A prompt is answered although the model fails after a call, and the session goes on
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And every other request to the model meets "status 400"
    And the user says "again" after the turn
    And asked "again" the model says "gone"
    Then each prompt of the client is answered once [ACP-041]
    And the prompt "again" reaches the model [ACP-042]

  Scenario: A reply that is cut off after a call ends the turn with max_tokens, and is told
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "It is a tomtom and"
    And the model's reply is cut off at the output limit
    And asked "" the model says " a gong" if it is asked
    Then a reply that is cut off ends the turn with max_tokens, or the agent goes on by itself [ACP-037]
    And the words "It is a tomtom and" are told to the client once [ACP-044.t]

  Scenario: A reply that is a refusal after a call ends the turn with refusal
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And the model refuses, saying "I will not tomtom."
    And asked "" the model says "Then not." if it is asked
    Then a reply that is a refusal ends the turn with refusal, or the agent goes on by itself [ACP-037.r]

  @question_tool
  Scenario Outline: A second form that is <act> ends no turn, and tells nothing of the one before
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way at fork 1?" between ["left", "right"]
    And the person answers "fork 1" with "left"
    And the model asks the user "Which way at fork 2?" between ["left", "right"]
    And the person <does> "fork 2"
    And if asked again, the person rejects "fork 2"
    And the model says "then by myself" if it is asked
    And the user says "again" after the turn
    And asked "again" the model asks the user "Which way at fork 3?" between ["left", "right"]
    And the person <does> "fork 3"
    And if asked again, the person rejects "fork 3"
    And the model says "then by myself" if it is asked
    And the user says "and then" after the turn
    And asked "and then" the model says "on we go"
    Then where just 3 prompts were shown, "call_1" and "call_2" have different results [<row>]
    And where just 3 prompts were shown, "call_1" and "call_3" have different results [<row>]
    And 0 messages tell the client {"result": {"stopReason": "cancelled"}} [<row>]

    Examples:
      | act | does | row |
      | declined | rejects | ACP-080 |
      | dismissed | cancels | ACP-081 |

  @lines @question_tool
  Scenario Outline: A second form without an answer takes neither a choice nor the answer before: <case>
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way at fork 1?" between ["left", "right"]
    And the person answers "fork 1" with "left"
    And the model asks the user "Which way at fork 2?" between ["left", "right"]
    And the client answers "fork 2" with the line {"jsonrpc": "2.0", "id": "\u003cid>", <answer>}
    And if asked again, the person rejects "fork 2"
    And the model says "then by myself" if it is asked
    And the user says "again" after the turn
    And asked "again" the model asks the user "Which way at fork 3?" between ["left", "right"]
    And the client answers "fork 3" with the line {"jsonrpc": "2.0", "id": "\u003cid>", <answer>}
    And if asked again, the person rejects "fork 3"
    And the model says "then by myself" if it is asked
    And the user says "and then" after the turn
    And asked "and then" the model says "on we go"
    Then where just 3 prompts were shown, "call_1" and "call_2" have different results [<row>]
    And where just 3 prompts were shown, "call_1" and "call_3" have different results [<row>]

    Examples:
      | case | answer | row |
      | no content | "result": {"action": "accept"} | ACP-078 |
      | an error | "error": {"code": -32603, "message": "failed"} | ACP-083 |

  @question_tool
  Scenario: Two forms of a turn name different calls, if they name any
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way at fork 1?" between ["left", "right"]
    And the person answers "fork 1" with "left"
    And the model asks the user "Which way at fork 2?" between ["one", "two", "three", "four", "five", "six"]
    And the person answers "fork 2" with "six"
    And the model says "done"
    Then where "fork 1" and "fork 2" were asked about, they name different calls [ACP-068]
    And where "fork 2" was asked about, of the call "call_2" the model is told "six" [ACP-076]
