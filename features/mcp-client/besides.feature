Feature: What comes besides, and much of it

  No schema of the protocol is closed, and a notification asks for nothing.

  Scenario Outline: Keys that the protocol does not name do not spoil a form: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "timeoutMs": 5000, "elicitationId": "e-1",
       "_meta": {"progressToken": "p"}, "requestedSchema": {
        "type": "object", "title": "Place", "properties": {"place": {"type": "string", "pattern": "^[a-z]+$"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where "Deploy where?" was asked about, the tool "deploy" is told: [MCP-063]
      """
      {"action": "accept", "content": {"place": "staging"}}
      """

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: What a server tells beside its ask changes nothing: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the server sends when "Deploy where?" is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "thinking"}}
      """
    And the server sends when "Deploy where?" is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {}}
      """
    And the server sends when "Deploy where?" is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/nobody/knows", "params": {"it": 1}}
      """
    And if asked, after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the call "call_1" succeeds, telling the model "deployed" [MCP-125]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario: A request of the server for what was not declared is dropped, too
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
    When the user says "go"
    And the model calls "deploy"
    And the server sends when "Deploy where?" is shown:
      """
      {"jsonrpc": "2.0", "id": 9, "method": "roots/list", "params": {}}
      """
    And after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    Then the client sends no response [MCP-092]

  Scenario: Where very much is asked at once, each ask has its response
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}, "with": [
        {"id": "more", "times": 24, "message": "And which?", "requestedSchema": {"type": "object", "properties": {}}}
      ]}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, after 1000 ms the person answers "Which place?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And if asked, after 1000 ms the person answers "And which?" with {}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the responses of the client have the ids: [MCP-044]
      """
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]
      """
