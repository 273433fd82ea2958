Feature: What a server withdraws, and what it cannot

  What is withdrawn goes from the screen, and nothing is sent for it. A cancel that names no open ask changes nothing.

  Scenario Outline: What the server withdraws goes from the screen, and a late act is not sent: <case>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "First?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "message": "Share?", "requestedSchema": {
        "type": "object", "properties": {"share": {"type": "<type>"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person <before>
    And the server gives up {"requestId": 2<reason>} when "Share?" is shown
    And after 1000 ms the person <late>
    And the model says "done"
    And the run may end while the turn waits
    Then where "Share?" was asked about, the client sends no response to 2 [MCP-111]
    And no prompt is left open [MCP-111]
    And the call "call_1" succeeds, telling the model "deployed" [MCP-111]

    Examples:
      | case | version | type | before | reason | late |
      | an accept after an accept | 2025-06-18 | string | answers "First?" with {} |  | answers "Share?" with {"share": "x"} |
      | an accept after a decline | 2025-11-25 | number | rejects "First?" | , "reason": "over" | answers "Share?" with {"share": 5} |
      | a decline | 2025-11-25 | string | answers "First?" with {} |  | rejects "Share?" |
      | a cancel | 2025-06-18 | boolean | rejects "First?" | , "reason": "" | cancels "Share?" |

  @pages
  Scenario: A page that is withdrawn goes from the screen, and a late consent opens nothing
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "mode": "url", "message": "Please sign in.", "elicitationId": "e-1", "url": "http://pages.test/in"}
      """
    When the user says "go"
    And the model calls "deploy"
    And the server gives up {"requestId": 1} when "Please sign in." is shown
    And after 1000 ms the person answers "Please sign in." with "Open"
    And the model says "done"
    And the run may end while the turn waits
    Then the client sends no response [MCP-111]
    And no prompt is left open [MCP-111]
    And nothing is fetched [MCP-129]

  Scenario Outline: Of three asks two are withdrawn, and the third is answered: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}, "with": [
        {"id": "second", "message": "Which team?", "requestedSchema": {"type": "object", "properties": {}}},
        {"id": "third", "message": "Which day?", "requestedSchema": {"type": "object", "properties": {}}}
      ]}
      """
    When the user says "go"
    And the model calls "deploy"
    And the server gives up {"requestId": 1} when "Which place?" is shown
    And the server gives up {"requestId": 3} when "Which day?" is shown
    And if asked, after 2000 ms the person answers "Which team?" with {}
    And the model says "done"
    And the run may end while the turn waits
    Then the responses of the client have the ids [2] [MCP-111]
    And no prompt is left open [MCP-111]

    Examples:
      | version |
      | 2025-11-25 |

  Scenario Outline: What is withdrawn while another call runs goes from the screen: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "requestId": "a", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" asks:
      """
      {"id": "what", "requestId": "b", "message": "Wipe what?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "wipe"
    And the server gives up {"requestId": "a"} when "Deploy where?" is shown
    And if asked, after 1000 ms the person answers "Deploy where?" with {"place": "sda"}
    And if asked, after 2000 ms the person answers "Wipe what?" with {}
    And the model says "done"
    And the run may end while the turn waits
    Then where "Deploy where?" was asked about, the client sends no response to "a" [MCP-111]
    And no prompt is left open [MCP-111]
    And where "Wipe what?" was asked about, the response to "b" has {"result": {"action": "accept"}} [MCP-128]

    Examples:
      | version |
      | 2025-06-18 |

  Scenario Outline: A withdrawal that crosses the answer changes nothing: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "message": "Which team?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which place?" with {}
    And the server gives up {"requestId": 1} when "Which team?" is shown
    And after 1000 ms the person answers "Which team?" with {}
    And the model says "done"
    Then the responses of the client have the ids [1, 2] [MCP-120.c]
    And where "Which team?" was asked about, the response to 2 has {"result": {"action": "accept"}} [MCP-120.c]

    Examples:
      | version |
      | 2025-11-25 |

  Scenario Outline: To withdraw an ask under the id of its call is not to end the call: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "requestId": "\u003ccall>", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the server answers "tools/call" with:
      """
      [{"after_ms": 1000, "line": {
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "\u003cid>"}
      }}]
      """
    And after 3000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the call "call_1" succeeds, telling the model "deployed" [MCP-046]
    And no prompt is left open [MCP-111]

    Examples:
      | version |
      | 2025-06-18 |

  Scenario Outline: A cancel of the client’s own call is no cancel of an ask, and the call has its result: <version>
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
    And the server answers "tools/call" with:
      """
      [{"after_ms": 500, "line": {
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "\u003cid>"}
      }}]
      """
    And after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where "Deploy where?" was asked about, the tool "deploy" is told {"action": "accept"} [MCP-120.c]
    And the call "call_1" succeeds, telling the model "deployed" [MCP-120.c]

    Examples:
      | version |
      | 2025-11-25 |

  Scenario: A cancel of the client’s own call does not end it while it runs in a round
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" takes 2000 ms
    When the user says "go"
    And the model calls "deploy"
    And the server answers "tools/call" with:
      """
      [{"after_ms": 500, "line": {
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "\u003cid>"}
      }}]
      """
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the call "call_1" succeeds, telling the model "deployed" [MCP-120.c]
