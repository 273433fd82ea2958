Feature: The shape of what a server sends

  Each line is held against its version of the protocol, in every scenario.

  @in-every-run
  Scenario: What a server sends has the shape of 2025-06-18
    Given the system "mcp"
    And the profile "2025-06-18"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.3"}
      """
    And the client sends when "Deploy where?" is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
      """
    And after 1000 ms the person answers "Deploy where?" with "production"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "staging"
    And the model says "done"
    Then each ask has a message [MCP-021]
    And each error has a code and a message [MCP-135]
    And no two responses of the server have one id [MCP-136]
    And each form has a schema with properties [MCP-022]
    And each property of a form is of a kind of "2025-06-18" [MCP-024]
    And each default of a form fits its property [MCP-026]
    And each ask has an id of its own [MCP-020]
    And 0 messages tell the client {"result": {"resultType": "input_required"}} [MCP-018]
    And what the server gives up is a request of its own that is open [MCP-112]
    And 0 messages tell the client {"params": {"mode": "url"}} [MCP-006]

  @in-every-run
  Scenario: What a server sends has the shape of 2025-11-25
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.3"}
      """
    And the client sends when "Deploy where?" is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
      """
    And after 1000 ms the person answers "Deploy where?" with "production"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "staging"
    And the model says "done"
    Then each ask has a message [MCP-021]
    And each error has a code and a message [MCP-135]
    And no two responses of the server have one id [MCP-136]
    And each form has a schema with properties [MCP-022]
    And each property of a form is of a kind of "2025-11-25" [MCP-024]
    And each default of a form fits its property [MCP-026]
    And each ask has an id of its own [MCP-020]
    And 0 messages tell the client {"result": {"resultType": "input_required"}} [MCP-018]
    And what the server gives up is a request of its own that is open [MCP-112]
    And the mode of each form is form, or left out [MCP-023]
    And nothing is told as completed but a page that the server has sent [MCP-041]
    And each error that wants pages opened names them [MCP-042]

  @in-every-run
  Scenario: What a server sends has the shape of 2026-07-28
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "staging"
    And the model says "done"
    Then each ask has a message [MCP-021]
    And each error has a code and a message [MCP-135]
    And no two responses of the server have one id [MCP-136]
    And each form has a schema with properties [MCP-022]
    And each property of a form is of a kind of "2026-07-28" [MCP-024]
    And each default of a form fits its property [MCP-026]
    And the mode of each form is form, or left out [MCP-023]
    And the server sends no request [MCP-033, MCP-018]
    And each round has requests, a state, or both [MCP-035]
    And each result says its type [MCP-036]
    And each entry of a round has a method of the protocol and its params [MCP-037]
    And each state of a round is a text [MCP-039]
    And 0 messages tell the client {"error": {"code": -32042}} [MCP-040]
    And 0 messages tell the client {"method": "notifications/elicitation/complete"} [MCP-040]
    And 0 messages tell the client {"method": "notifications/cancelled"} [MCP-040]

  @connect @in-every-run
  Scenario: A page that a server sends has the shape of 2025-11-25
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "connect"
    And if asked, the person answers "Sign in first" with "Open"
    And if asked again, the person rejects "Sign in first"
    And the model says "done"
    Then each page has an address [MCP-027]
    And the address of each page is https [MCP-029]

  @connect @in-every-run
  Scenario: A page that a server sends has the shape of 2026-07-28
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "connect"
    And if asked, the person answers "Sign in first" with "Open"
    And if asked again, the person rejects "Sign in first"
    And the model says "done"
    Then each page has an address [MCP-027]
    And the address of each page is https [MCP-029]
    And no page has an elicitationId [MCP-028.n]
