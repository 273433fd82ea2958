Feature: Answers that are none

  What permits nothing by the letter of the protocol permits nothing, however near it comes to a permission.

  @lines @permissions
  Scenario Outline: What comes near to a permission is none: <case>
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
    And each prompt of the client is answered once [<row>]

    Examples:
      | case | answer | row |
      | the option beside no outcome | "result": {"outcome": "selected", "optionId": "\\u003coptionId where kind is allow_once>"} | ACP-063 |
      | selected without an option | "result": {"outcome": {"outcome": "selected"}} | ACP-062 |
      | the place of an option | "result": {"outcome": {"outcome": "selected", "optionId": 0}} | ACP-062 |
      | the beginning of a word | "result": {"outcome": {"outcome": "selected", "optionId": "allow-hotseat-nothing"}} | ACP-062 |
      | capital letters | "result": {"outcome": {"outcome": "selected", "optionId": "ALLOW-ONCE"}} | ACP-062 |
      | cancelled, with an option | "result": {"outcome": {"outcome": "cancelled", "optionId": "\\u003coptionId where kind is allow_once>"}} | ACP-060 |
      | an unknown outcome, with an option | "result": {"outcome": {"outcome": "approved", "optionId": "\\u003coptionId where kind is allow_once>"}} | ACP-062 |

  @lines @permissions
  Scenario Outline: A second broken answer permits no more than the first: <case>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the setting "permission" is ["deploy", "wipe"]
    When the user says "go"
    And the model calls "deploy"
    And the client answers "request_permission" with the line {"jsonrpc": "2.0", "id": "\u003cid>", <answer>}
    And the model says "then not" if it is asked
    And the user says "again" after the turn
    And the model calls "wipe"
    And if told, the client answers "request_permission" with the line {"jsonrpc": "2.0", "id": "\u003cid>", <answer>}
    And the model says "then not" if it is asked
    And the user says "and then" after the turn
    And asked "and then" the model says "on we go"
    Then where "deploy" was asked about, the tool "deploy" runs 0 times [<row>]
    And where "wipe" was asked about, the tool "wipe" runs 0 times [<row>]
    And where "wipe" was asked about, the model is told nothing with "wiped" [<row>]
    And each prompt of the client is answered once [<row>]
    And if the model is told a result, that tells of no act of the user [ACP-152]

    Examples:
      | case | answer | row |
      | an error | "error": {"code": -32603, "message": "failed"} | ACP-063 |
      | an option that was not offered | "result": {"outcome": {"outcome": "selected", "optionId": "hotseat-nothing"}} | ACP-062 |

  @lines @permissions
  Scenario Outline: What answers nothing leaves the permission open: <case>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the client answers "request_permission" with the line {"jsonrpc": "2.0", <answer>}
    And the run is to end parked
    Then the tool "deploy" runs 0 times [ACP-113]
    And 1 prompt is shown [ACP-113]
    And no prompt is withdrawn [ACP-113]
    And no message tells the client "stopReason" [ACP-113]

    Examples:
      | case | answer |
      | an error for an id that nobody has | "id": "nobody-asked-this", "error": {"code": -32603, "message": "failed"} |

  @lines @permissions
  Scenario: A late answer to the permission of a cancelled turn is none to that of the next turn
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the setting "permission" is ["deploy", "wipe"]
    When the user says "go"
    And the model calls "deploy"
    And the client answers "request_permission" with:
      """
      [{"line": {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "<sessionId>"}}},
       {"after_ms": 1000, "line": {"jsonrpc": "2.0", "id": "<id>", "result": {"outcome": {"outcome": "selected",
        "optionId": "<optionId where kind is allow_once>"}}}}]
      """
    And the user says "again" after the turn
    And the model calls "wipe"
    And if asked, after 2000 ms the person rejects "wipe"
    And the model says "then not" if it is asked
    Then where "wipe" was asked about, the tool "wipe" runs 0 times [ACP-111]
    And the tool "deploy" runs 0 times [ACP-100]

  @lines @question_tool
  Scenario Outline: Content that does not fit the form is not taken as an answer: <case>
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way at fork 1?" between ["left", "right"]
    And the person answers "fork 1" with "left"
    And the model asks the user "Which way at fork 2?" between ["left", "right"]
    And the client answers "fork 2" with the line:
      """
      {"jsonrpc": "2.0", "id": "\u003cid>", "result": {"action": "accept", "content": <content>}}
      """
    And if asked again, the person rejects "fork 2"
    And if asked, the person rejects "fork 2"
    And the model says "then by myself" if it is asked
    And the run may end while the turn waits
    Then where just 2 prompts were shown, "call_1" and "call_2" have different results [<row>]
    And where the form has choices, "call_2" is not told as "call_1" with "<told>" for "left" [<row>]

    Examples:
      | case | content | told | row |
      | a boolean | {"\\u003cfirst key of properties>": true} | true | ACP-079 |
      | a list of one choice | {"\\u003cfirst key of properties>": ["left"]} | ['left'] | ACP-079 |
      | null | {"\\u003cfirst key of properties>": null} | None | ACP-078 |
      | the choice under another name | {"hotseat_other": "left"} | hotseat_other | ACP-078 |
      | a choice in capital letters | {"\\u003cfirst key of properties>": "LEFT "} | LEFT | ACP-079 |
      | the beginning of a choice | {"\\u003cfirst key of properties>": "le"} | le | ACP-079 |
      | an empty text | {"\\u003cfirst key of properties>": ""} | ⟨1×z⟩ | ACP-079 |
