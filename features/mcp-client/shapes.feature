Feature: The shape of what a client sends

  Each line is held against its version of the protocol, in every scenario.

  @in-every-run
  Scenario: What a client sends has the shape of 2025-06-18
    Given the system "mcp-client"
    And the profile "2025-06-18"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" takes 60000 ms
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {"place": "staging"}
    And the model calls "deploy"
    And the person rejects "Deploy where?"
    And the model calls "wipe"
    And SIGINT arrives when the tool "wipe" runs
    And the run may end while the turn waits
    Then no two responses of the client have one id [MCP-044]
    And no answer that declines or cancels has a content [MCP-059]
    And each answer to an ask is an accept, a decline or a cancel [MCP-137]
    And each value of an answer is of a kind of "2025-06-18" [MCP-138]
    And each error has a code and a message [MCP-135.c]
    And what the client gives up is a call of its own [MCP-112.c]
    And the client opens the connection before it asks for anything [MCP-001]

  @in-every-run
  Scenario: What a client sends has the shape of 2025-11-25
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" takes 60000 ms
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {"place": "staging"}
    And the model calls "deploy"
    And the person rejects "Deploy where?"
    And the model calls "wipe"
    And SIGINT arrives when the tool "wipe" runs
    And the run may end while the turn waits
    Then no two responses of the client have one id [MCP-044]
    And no answer that declines or cancels has a content [MCP-059]
    And each answer to an ask is an accept, a decline or a cancel [MCP-137]
    And each value of an answer is of a kind of "2025-11-25" [MCP-138]
    And each error has a code and a message [MCP-135.c]
    And what the client gives up is a call of its own [MCP-112.c]
    And the client opens the connection before it asks for anything [MCP-001]

  @in-every-run
  Scenario: What a client sends has the shape of 2026-07-28
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" takes 60000 ms
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {"place": "staging"}
    And the model calls "deploy"
    And the person rejects "Deploy where?"
    And the model calls "wipe"
    And SIGINT arrives when the tool "wipe" runs
    And the run may end while the turn waits
    Then no answer that declines or cancels has a content [MCP-059]
    And each answer to an ask is an accept, a decline or a cancel [MCP-137]
    And each value of an answer is of a kind of "2026-07-28" [MCP-138]
    And each error has a code and a message [MCP-135.c]
    And what the client gives up is a call of its own [MCP-112.c]
    And each request of the client says that it is of "2026-07-28", and what the client can do [MCP-016]
    And each repeated call has the name and the arguments of the call before it [MCP-084]
    And each repeated call has an id of its own [MCP-085]
    And no other request has a state or answers [MCP-091]
    And the client sends no response [MCP-092]
