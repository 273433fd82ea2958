Feature: Permission

  A tool that needs the user's permission is executed only after the user has given it.

  @permissions
  Scenario: A permission names the call and its options, and nothing runs before it is answered
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And nobody answers
    And the run is to end parked
    Then 1 prompt is shown [ACP-053]
    And the permission has a session, a tool call and options of the four kinds [ACP-050]
    And each permission has an option [ACP-052]
    And the options of the permission have different ids [ACP-051]
    And what a permission is asked for is told as pending [ACP-047]
    And each tool call is announced before anything else names it [ACP-046]
    And the tool "deploy" runs 0 times [ACP-053]
    And no message tells the client "stopReason" [ACP-040]
    And 0 messages tell the client {"params": {"update": {"status": "completed"}}} [ACP-049]

  @permissions
  Scenario: A call that is permitted runs once, as the model made it
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4", "to": ["eu", "us"]}
      """
    And after 1000 ms the person answers "deploy" with "allow_once"
    And the model says "done"
    Then the tool "deploy" runs 1 time [ACP-054]
    And execution 1 of "deploy" has the arguments {"version": "1.4", "to": ["eu", "us"]} [ACP-054]
    And the call "call_1" succeeds, telling the model something with "deployed" [ACP-039, ACP-054]
    And the messages tell the client in this order: [ACP-048]
      """
      [{"params": {"update": {"status": "completed"}}}]
      """
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-035]

  @lines @permissions
  Scenario Outline: A call that is not permitted does not run: <case>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the client answers "request_permission" with the line {"jsonrpc": "2.0", "id": "\u003cid>", <answer>}
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then the tool "deploy" runs 0 times [<row>]
    And the model is told nothing with "deployed" [<row>]
    And 0 messages tell the client {"params": {"update": {"status": "completed"}}} [<row>]
    And the model is told of no act of the user [ACP-152]
    And each prompt of the client is answered once [<row>]

    Examples:
      | case | answer | row |
      | an option that was not offered | "result": {"outcome": {"outcome": "selected", "optionId": "hotseat-nothing"}} | ACP-062 |
      | an outcome that nobody knows | "result": {"outcome": {"outcome": "approved"}} | ACP-062 |
      | no outcome | "result": {} | ACP-063 |
      | null | "result": null | ACP-063 |
      | an error | "error": {"code": -32603, "message": "failed"} | ACP-063 |
      | an unknown method | "error": {"code": -32601, "message": "no such method"} | ACP-063 |

  @permissions
  Scenario: A call that is rejected does not run, and the turn was not cancelled
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the person rejects "deploy"
    And the model says "then not" if it is asked
    Then the tool "deploy" runs 0 times [ACP-055]
    And the model is told nothing with "deployed" [ACP-065]
    And where what was answered was offered, 0 messages tell the client: [ACP-056]
      """
      {"result": {"stopReason": "cancelled"}}
      """
    And 0 messages tell the client {"params": {"update": {"status": "completed"}}} [ACP-049]

  @permissions
  Scenario: A permission that is answered with cancelled lets nothing run
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the person cancels "deploy"
    And the model says "then not" if it is asked
    Then the tool "deploy" runs 0 times [ACP-060]
    And the model is told nothing with "deployed" [ACP-065]
    And each prompt of the client is answered once [ACP-061]

  @permissions
  Scenario Outline: What is decided for the next equal call: <kind>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "deploy" with "<kind>"
    And the model calls "deploy" if it is asked, with:
      """
      {"version": "1.4"}
      """
    And if asked, the person answers "deploy" with "<kind>"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where what was answered was offered, <prompts> prompts are shown [<row>]
    And where what was answered was offered, the tool "deploy" runs <runs> times [<row>]

    Examples:
      | kind | prompts | runs | row |
      | allow_once | 2 | 2 | ACP-057 |
      | allow_always | 1 | 2 | ACP-058 |
      | reject_always | 1 | 0 | ACP-059 |

  @permissions
  Scenario: Answers in another order than the questions reach each its own call
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the setting "permission" is ["deploy", "wipe"]
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "wipe"
    And if asked, after 2000 ms the person rejects "deploy"
    And if asked, after 1000 ms the person answers "wipe" with "allow_once"
    And the model says "then not" if it is asked
    And the user says "again" after the turn
    And asked "again" the model says "gone"
    Then of several questions at once, the tool "wipe" runs 1 time [ACP-114]
    And where "deploy" was asked about, the tool "deploy" runs 0 times [ACP-114]
    And where "deploy" was asked about, the model is told nothing with "deployed" [ACP-065]
    And where the tool "wipe" came to its end, the last request has its result "wiped" [ACP-151]

  @permissions
  Scenario: Two calls in one message that ask are both executed, and the model has both results
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the setting "permission" is ["deploy", "wipe"]
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "wipe"
    And if asked, after 2000 ms the person answers "deploy" with "allow_once"
    And if asked, after 1000 ms the person answers "wipe" with "allow_once"
    And the model says "done"
    Then the tool "deploy" runs 1 time
    And the tool "wipe" runs 1 time
    And each call is answered once [ACP-115]
    And where "deploy" was asked about, the model is told "deployed" [ACP-115]
    And where "wipe" was asked about, the model is told "wiped" [ACP-115]
    And questions that are open at the same time have different ids [ACP-005]
    And what a permission is asked for is told as pending [ACP-047]

  @lines @permissions
  Scenario: A permission that is given twice lets its call run once
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the client answers "request_permission" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "<id>", "result": {"outcome": {"outcome": "selected", "optionId": "<optionId where kind is allow_once>"}}}},
       {"after_ms": 5, "line": {"jsonrpc": "2.0", "id": "<id>", "result": {"outcome": {"outcome": "selected", "optionId": "<optionId where kind is allow_once>"}}}}]
      """
    And the model says "done"
    Then the tool "deploy" runs 1 time [ACP-112]
    And 2 requests reach the model [ACP-112]
    And each prompt of the client is answered once [ACP-112]

  @question_tool @permissions
  Scenario: A permission and a form that wait at the same time get each its own answer
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it calls "deploy"
    And if asked, after 2000 ms the person answers "Which way?" with "left"
    And if asked, after 1000 ms the person answers "May this run?" with "allow_once"
    And the model says "done" if it is asked
    Then where "Which way?" was asked about, the model is told "left" [ACP-114]
    And where "May this run?" was asked about, the tool "deploy" runs 1 time [ACP-114]
    And questions that are open at the same time have different ids [ACP-005]

  @lines @permissions
  Scenario: A second answer to one permission changes nothing
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the client answers "request_permission" with:
      """
      [{"after_ms": 0, "line": {"jsonrpc": "2.0", "id": "<id>", "result": {"outcome": {"outcome": "cancelled"}}}},
       {"after_ms": 5, "line": {"jsonrpc": "2.0", "id": "<id>", "result": {"outcome": {"outcome": "selected", "optionId": "<optionId where kind is allow_once>"}}}}]
      """
    And the model says "then not" if it is asked
    Then the tool "deploy" runs 0 times [ACP-112]
    And each prompt of the client is answered once [ACP-112]

  @lines @permissions
  Scenario: An answer to nothing leaves the permission open
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the client answers "request_permission" with the line:
      """
      {"jsonrpc": "2.0", "id": "nobody-asked-this", "result": {"outcome": {"outcome": "selected", "optionId": "once"}}}
      """
    And the run is to end parked
    Then the tool "deploy" runs 0 times [ACP-113]
    And 1 prompt is shown [ACP-113]
    And no prompt is withdrawn [ACP-113]

  @permissions
  Scenario: Once the client is gone, a call that waits for permission does not run
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    # An agent may tell its model that nobody is there any more.
    And the model says "then not" if it is asked
    And the client goes when the client is told "request_permission"
    And the subject exits by itself
    Then the tool "deploy" runs 0 times [ACP-118]
    And the model is told nothing with "deployed" [ACP-118]
    And if the model is told a result, that tells of no act of the user [ACP-152]

  @permissions
  Scenario: A call that was executed is told as executed, although another of the same message is rejected
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the setting "permission" is ["deploy", "wipe"]
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "wipe"
    And if asked, after 1000 ms the person answers "deploy" with "allow_once"
    And if asked, after 2000 ms the person rejects "wipe"
    And the model says "then not" if it is asked
    And the user says "again" after the turn
    And asked "again" the model says "gone"
    Then where the tool "deploy" came to its end, the last request has its result "deployed" [ACP-151]
    And the tool "wipe" runs 0 times [ACP-055]
