Feature: A cancel of the server that names nothing

  In every version, and also while a round asks, it is ignored.

  Scenario Outline: What the server cancels while a round asks is ignored: <case>
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
    And the server gives up <params> when "Deploy where?" is shown
    And after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where "Deploy where?" was asked about, the tool "deploy" is told {"action": "accept"} [MCP-120.c]

    Examples:
      | case | params |
      | an id that nobody knows | {"requestId": 77} |
      | no id | {} |

  Scenario Outline: A cancel that has no params at all is ignored: <version>
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
    And the server sends {"jsonrpc": "2.0", "method": "notifications/cancelled"} when "Deploy where?" is shown
    And after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where "Deploy where?" was asked about, the tool "deploy" is told {"action": "accept"} [MCP-120.c]

    Examples:
      | version |
      | 2025-11-25 |
