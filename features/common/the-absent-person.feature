@endings
Feature: The person who is not there

  A question comes to one of six ends: it is answered, declined or dismissed, its turn is cancelled, its time is up, or it
  reaches nobody. The one who asked is told which, and is told of no act that no person did. A system may have nothing
  for an end: it offers no such act, or the question goes on waiting.

  Each title names who asks, and the end. A `Then` names a requirement where a document demands what it says.

  Scenario Outline: <system> <profile>: answered
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "left"
    And the model says "on we go" if it is asked
    Then the answer "left" arrives <left> [I-1]
    And the answer "right" arrives 0 times [I-5]

    Examples:
      | system | profile | left |
      | jp-ask-user | seed | 1 time |
      | jp-inquiry | seed | 1 time |
      | deepchat | seed | 1 time, a result that repeats it aside |
      | deepchat | head | 1 time |
      | pi | seed | 1 time |
      | pilotdeck | seed | 1 time |

  Scenario Outline: <system> seed: <outcome>
    Given the system "<system>"
    And <where>
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And <happens>
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then of the call "call_1" the model is told <told> [<row>]
    And the answer "left" arrives 0 times [I-5]
    And the answer "right" arrives 0 times [I-5]

    Examples:
      | system | outcome | where | happens | told | row |
      | jp-ask-user | undeliverable | no terminal | nobody answers | "no interactive terminal is available" | RTE-10 |
      | jp-inquiry | undeliverable | no terminal | nobody answers | "no interactive terminal is available" | RTE-10 |
      | jp-ask-user | timed out | a terminal | nobody answers | null | I-1, I-9 |
      | jp-inquiry | timed out | a terminal | nobody answers | null | I-1, I-9 |
      | deepchat | declined | a terminal | the person rejects "Which way?" | null | DC-42 |
      | deepchat | timed out | a terminal | nobody answers | null | DC-19, I-9 |
      | pi | timed out | a terminal | nobody answers | null | PI-35 |
      | pi | undeliverable | no terminal | nobody answers | "Questions pending. User input required." | PI-51 |
      | pilotdeck | dismissed | a terminal | the person cancels "Which way?" | "User declined to answer questions" | PD-41 |
      | pilotdeck | timed out | a terminal | nobody answers | null | PD-89, I-9 |
      | pilotdeck | undeliverable | no terminal | nobody answers | "(none registered)" | PD-33 |

    @rfd082
    Examples:
      | system | outcome | where | happens | told | row |
      | jp-ask-user | dismissed | a terminal | the person cancels "Which way?" | "Tool input cancelled by user." | CAN-16 |
      | jp-inquiry | dismissed | a terminal | the person cancels "Which way?" | "Tool input cancelled by user." | CAN-16 |

  Scenario: pi seed: dismissed
    Given the system "pi"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person cancels "Which way?"
    And the model says "on we go"
    Then the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-30]
    And the answer "left" arrives 0 times [I-5]
    And the answer "right" arrives 0 times [I-5]

  # No document says what the model is told here, so it is only shown.
  Scenario Outline: <system> <profile>: <outcome>
    Given the system "<system>"
    And the profile "<profile>"
    And <where>
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And <happens>
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then of the call "call_1" the model is told <told>
    And the answer "left" arrives 0 times [I-5]
    And the answer "right" arrives 0 times [I-5]

    Examples:
      | system | profile | outcome | where | happens | told |
      | jp-ask-user | seed | declined | a terminal | the person rejects "Which way?" | null |
      | jp-inquiry | seed | declined | a terminal | the person rejects "Which way?" | null |
      | jp-ask-user | seed | turn cancelled | a terminal | SIGTERM arrives when "Which way?" is shown | null |
      | jp-inquiry | seed | turn cancelled | a terminal | SIGTERM arrives when "Which way?" is shown | null |
      | deepchat | seed | dismissed | a terminal | the person cancels "Which way?" | null |
      | deepchat | seed | undeliverable | no terminal | nobody answers | null |
      | deepchat | head | declined | a terminal | the person rejects "Which way?" | null |
      | deepchat | head | dismissed | a terminal | the person cancels "Which way?" | null |
      | deepchat | head | timed out | a terminal | nobody answers | null |
      | deepchat | head | undeliverable | no terminal | nobody answers | null |
      | pi | seed | declined | a terminal | the person rejects "Which way?" | null |
      | pilotdeck | seed | declined | a terminal | the person rejects "Which way?" | "User declined to answer questions" |

  # The request of the next turn shows what the model is told of a turn that was stopped.
  Scenario Outline: <system> <profile>: turn cancelled
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And SIGINT arrives when "Which way?" is shown
    And the user says "and now" after the turn
    And asked "and now" the model says "so be it"
    Then of the call "call_1" the model is told <told>
    And the answer "left" arrives 0 times [I-5]
    And the answer "right" arrives 0 times [I-5]
    And no prompt is left open [I-7]

    Examples:
      | system | profile | told |
      | deepchat | seed | "common.error.userCanceledGeneration" |
      | deepchat | head | "common.error.userCanceledGeneration" |
      | pi | seed | "\\"cancelled\\":true" |
      | pilotdeck | seed | "User declined to answer questions (aborted)" |

  Scenario Outline: pi pi-rpc: <outcome>
    Given the system "pi"
    And the profile "pi-rpc"
    And the command line "--mode rpc"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "select" with the line {"type": "extension_ui_response", "id": "\u003cid>", <reply>}
    And the model says "on we go"
    Then the call "call_1" has at least the result <told> [<row>]

    Examples:
      | outcome | reply | told | row |
      | answered | "value": "left" | {"answers": [{"answer": "left"}]} | PI-65 |
      | dismissed | "cancelled": true | {"answered": false, "cancelled": true} | PI-66 |

  Scenario Outline: pi pi-rpc: <outcome>
    Given the system "pi"
    And the profile "pi-rpc"
    And the command line "--mode rpc"
    And the setting "dialog_timeout_ms" is 60000
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And <happens>
    And the model says "on we go"
    Then the call "call_1" has at least the result <told> [<row>]

    Examples:
      | outcome | happens | told | row |
      | timed out | the run is to end done | {"answered": false, "cancelled": true} | PI-66 |
      | undeliverable | the client goes when the client is told "Which way?" | {"answered": false, "connectionLost": true} | PI-64 |

  Scenario: pi pi-rpc: turn cancelled
    Given the system "pi"
    And the profile "pi-rpc"
    And the command line "--mode rpc"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And SIGINT arrives when the client is told "Which way?"
    And the user says "and now" after the turn
    And asked "and now" the model says "so be it"
    Then the call "call_1" has at least the result {"answered": false, "cancelled": true}
    And the answer "left" arrives 0 times [I-5]

  Scenario Outline: pilotdeck upstream: <outcome>
    Given the system "pilotdeck"
    And the profile "upstream"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "elicitation_request" with the line:
      """
      {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "\u003crequestId>", "answer": <answer>}
      """
    And the model says "on we go"
    Then of the call "call_1" the model is told <told> [<row>]
    And the answer "right" arrives 0 times [I-5]

    Examples:
      | outcome | answer | told | row |
      | answered | {"type": "answered", "answers": {"Which way?": "left"}} | "\\"Which way?\\"=\\"left\\"" | PD-42 |
      | dismissed | {"type": "cancelled", "reason": "user"} | "User declined to answer questions (user)" | PD-41 |

  Scenario Outline: pilotdeck upstream: <outcome>
    Given the system "pilotdeck"
    And the profile "upstream"
    And a terminal
    And the setting "turn_timeout_ms" is 60000
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And <happens>
    And the user says "and now" after the turn
    And asked "and now" the model says "so be it"
    Then of the call "call_1" the model is told <told> [<row>]
    And the answer "left" arrives 0 times [I-5]
    And the answer "right" arrives 0 times [I-5]

    Examples:
      | outcome | happens | told | row |
      | turn cancelled | SIGINT arrives when the client is told "Which way?" | "User declined to answer questions (aborted)" | PD-61 |
      | timed out | the run is to end done | "turn_timeout" | PD-62 |
      | undeliverable | the client goes when the client is told "Which way?" | "turn_timeout" | PD-62 |

  Scenario: acp question_tool: answered
    Given the system "acp"
    And the profile "question_tool"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "left"
    And the model says "on we go" if it is asked
    Then the answer "left" arrives 1 time [ACP-076]
    And the answer "right" is told nowhere without "left" [ACP-076]

  Scenario Outline: acp question_tool: <outcome>
    Given the system "acp"
    And the profile "question_tool"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And <happens>
    And if asked again, the person rejects "Which way?"
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then the answer "left" is told nowhere without "right", unless as a default [<row>]
    And the answer "right" is told nowhere without "left", unless as a default [<row>]

    Examples:
      | outcome | happens | row |
      | declined | the person rejects "Which way?" | ACP-080 |
      | dismissed | the person cancels "Which way?" | ACP-081 |
      | timed out | nobody answers | ACP-075 |

  Scenario: acp question_tool: turn cancelled
    Given the system "acp"
    And the profile "question_tool"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And SIGINT arrives when "Which way?" is shown
    And the user says "and now" after the turn
    And asked "and now" the model says "so be it"
    Then 1 message tells the client {"result": {"stopReason": "cancelled"}} [ACP-096]
    And the answer "left" is told nowhere without "right" [ACP-096]
    And the answer "right" is told nowhere without "left" [ACP-096]

  @lines
  Scenario: acp question_tool: undeliverable
    Given the system "acp"
    And the profile "question_tool"
    And a terminal
    And the setting "clientCapabilities" is {}
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And if asked, the person cancels "Which way?"
    And the model says "on we go" if it is asked
    Then 0 messages tell the client {"method": "elicitation/create"} [ACP-018]
    And where nobody was asked, the model is told of no act of the user [ACP-152]

  @lines
  Scenario: acp question_tool: undeliverable, the client answers with an error
    Given the system "acp"
    And the profile "question_tool"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "<id>", "error": {"code": -32603, "message": "failed"}}
      """
    And if asked again, the person rejects "Which way?"
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then where "Which way?" was asked about once, the model is told of no act of the user [ACP-152]
    And the answer "left" is told nowhere without "right", unless as a default [ACP-083]

  Scenario: acp question_tool: undeliverable, the client leaves
    Given the system "acp"
    And the profile "question_tool"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "on we go" if it is asked
    And the client goes when the client is told "elicitation/create"
    And the subject exits by itself
    Then the answer "left" is told nowhere without "right" [ACP-119]
    And the answer "right" is told nowhere without "left" [ACP-119]

  Scenario Outline: acp server_tools: <outcome>
    Given the system "acp"
    And the profile "server_tools"
    And a terminal
    And a tool "deploy" that repeats what it is told
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person <act> "Deploy where?"
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then where "Deploy where?" was asked about, the tool "deploy" is told <told> [ACP-128]

    Examples:
      | outcome | act | told |
      | declined | rejects | {"action": "decline"} |
      | dismissed | cancels | {"action": "cancel"} |

  Scenario: acp server_tools: answered
    Given the system "acp"
    And the profile "server_tools"
    And a terminal
    And a tool "deploy" that repeats what it is told
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "Deploy where?" with {"place": "staging"}
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then where "Deploy where?" was asked about, the tool "deploy" is told: [ACP-128]
      """
      {"action": "accept", "content": {"place": "staging"}}
      """

  @lines
  Scenario: acp server_tools: turn cancelled
    Given the system "acp"
    And the profile "server_tools"
    And a terminal
    And a tool "deploy" that repeats what it is told
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if told, the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "<sessionId>"}}
      """
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is not told "accept" [ACP-129]
    And where the tool "deploy" may ask, it is not told "decline" [ACP-130]
    And where the tool "deploy" may ask, each question of it is answered or given up [ACP-131]

  Scenario: acp server_tools: timed out
    Given the system "acp"
    And the profile "server_tools"
    And a terminal
    And a tool "deploy" that repeats what it is told
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And nobody answers
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is not told "accept" [ACP-129]
    And where the tool "deploy" may ask, it is not told "decline" [ACP-130]

  @lines
  Scenario: acp server_tools: undeliverable
    Given the system "acp"
    And the profile "server_tools"
    And a terminal
    And the setting "clientCapabilities" is {}
    And a tool "deploy" that repeats what it is told
    And the tool "deploy" asks:
      """
      {"id": "where", "undeclared": true, "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person cancels "Deploy where?"
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then 0 messages tell the client {"method": "elicitation/create"} [ACP-123]
    And where the tool "deploy" may ask, it is not told "accept" [ACP-123]
    And where the tool "deploy" may ask, it is not told "decline" [ACP-130]

  @lines
  Scenario: acp server_tools: undeliverable, the client answers with an error
    Given the system "acp"
    And the profile "server_tools"
    And a terminal
    And a tool "deploy" that repeats what it is told
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if told, the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "<id>", "error": {"code": -32603, "message": "failed"}}
      """
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is not told "accept" [ACP-129]
    And where the tool "deploy" may ask, it is not told "decline" [ACP-130]

  Scenario Outline: mcp <version>: <outcome>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person <acts>
    And if asked again, the person rejects "Deploy where?"
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then <deployed> with "deployed" [<row>]

    Examples:
      | version | outcome | acts | deployed | row |
      | 2025-11-25 | answered | answers "Deploy where?" with "staging" | 1 result of a call begins | MCP-073 |
      | 2025-11-25 | declined | rejects "Deploy where?" | 0 results of a call begin | MCP-074 |
      | 2025-11-25 | dismissed | cancels "Deploy where?" | 0 results of a call begin | MCP-074 |
      | 2026-07-28 | answered | answers "Deploy where?" with "staging" | 1 result of a call begins | MCP-073 |
      | 2026-07-28 | declined | rejects "Deploy where?" | 0 results of a call begin | MCP-074 |
      | 2026-07-28 | dismissed | cancels "Deploy where?" | 0 results of a call begin | MCP-074 |

  Scenario Outline: mcp <version>: turn cancelled
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And SIGINT arrives when "Deploy where?" is shown
    And the user says "and now" after the turn
    And asked "and now" the model says "so be it"
    And the run may end while the turn waits
    Then 0 results of a call begin with "deployed" [MCP-074]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: mcp <version>: timed out
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And nobody answers
    And if asked again, the person rejects "Deploy where?"
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "deployed"

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: mcp <version>: undeliverable
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    And the setting "capabilities" is {}
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And nobody answers
    And if asked again, the person rejects "Deploy where?"
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then 0 messages tell the client {"method": "elicitation/create"} [MCP-004]
    And 0 messages tell the client {"result": {"resultType": "input_required"}} [MCP-004]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: mcp <version>: undeliverable, the client answers with an error
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "\u003cid>", "error": {"code": -32603, "message": "failed"}}
      """
    And if asked again, the person rejects "Deploy where?"
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "deployed" [MCP-010]
    And the call "call_1" comes to its end, or the user is asked again [MCP-010]

    Examples:
      | version |
      | 2025-11-25 |

  Scenario Outline: mcp-client <version>: <outcome>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that repeats what it is told
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person <act> "Deploy where?"
    And the model says "on we go" if it is asked
    Then where the call goes on after "Deploy where?", the tool "deploy" is told {"action": "<told>"} [MCP-055]
    And where the tool "deploy" may ask, it is not told "accept" [MCP-051]

    Examples:
      | outcome | act | told | version |
      | declined | rejects | decline | 2025-11-25 |
      | dismissed | cancels | cancel | 2025-11-25 |
      | declined | rejects | decline | 2026-07-28 |
      | dismissed | cancels | cancel | 2026-07-28 |

  Scenario Outline: mcp-client <version>: answered
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that repeats what it is told
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {"place": "staging"}
    And the model says "on we go" if it is asked
    Then where "Deploy where?" was asked about, the tool "deploy" is told: [MCP-063]
      """
      {"action": "accept", "content": {"place": "staging"}}
      """

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: mcp-client <version>: turn cancelled
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that repeats what it is told
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when "Deploy where?" is shown
    And the user says "and now" after the turn
    And asked "and now" the model says "so be it"
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is not told "accept" [MCP-051]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: mcp-client <version>: timed out
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that repeats what it is told
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And nobody answers
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is not told "accept" [MCP-051]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: mcp-client <version>: timed out, the server gives up
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that repeats what it is told
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the server gives up {"requestId": 1, "reason": "timed out"} when "Deploy where?" is shown
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then the client sends no response [MCP-111]

    Examples:
      | version |
      | 2025-11-25 |

  @declares
  Scenario Outline: mcp-client <version>: undeliverable
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And the setting "capabilities" is {}
    And a tool "deploy" that repeats what it is told
    And the tool "deploy" asks:
      """
      {"id": "where", "undeclared": true, "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person cancels "Deploy where?"
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then no answer of the client accepts [MCP-009]
    And the response to 1 is an error [MCP-009.e]

    Examples:
      | version |
      | 2025-11-25 |

  @declares
  Scenario Outline: mcp-client <version>: undeliverable
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And the setting "capabilities" is {}
    And a tool "deploy" that repeats what it is told
    And the tool "deploy" asks:
      """
      {"id": "where", "undeclared": true, "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person cancels "Deploy where?"
    And the model says "on we go" if it is asked
    And the run may end while the turn waits
    Then no answer of the client accepts [MCP-095]
    And 0 calls are repeated [MCP-095.f]
    And the model is told what became of the call "call_1" [MCP-095.f]

    Examples:
      | version |
      | 2026-07-28 |
