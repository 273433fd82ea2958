Feature: A call that is given up

  The client gives up a call, or its user stops the turn, while the server asks.

  Scenario Outline: A call that is given up while it asks has no response, and its ask is withdrawn: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client sends when "Deploy where?" is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2, "reason": "no need"}}
      """
    And the model says "then not"
    And the run may end while the turn waits
    Then 0 messages tell the client {"id": 2, "result": {}} [MCP-113]
    And 0 messages tell the client {"id": 2, "error": {}} [MCP-113]
    And a message tells the client at least {"method": "notifications/cancelled"} [MCP-114]
    And the prompt is withdrawn
    And what the server gives up is a request of its own that is open [MCP-112]
    And 0 results of a call begin with "deployed" [MCP-074]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  @status
  Scenario Outline: A turn that is stopped while a server asks gives up the call: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And SIGINT arrives when "Deploy where?" is shown
    And the user says "again" after the turn
    And the model calls "status"
    And the model says "done"
    Then 0 results of a call begin with "deployed" [MCP-074]
    And 1 result of a call begins with "ready" [MCP-116]
    And no prompt is left open

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  @status
  Scenario Outline: An answer that crosses the withdrawal is ignored, and the next call works: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}},
       {"line": {"jsonrpc": "2.0", "id": "\u003cid>", "result": {
         "action": "accept", "content": {"\u003cfirst key of properties>": "staging"}}}}]
      """
    And the model calls "status"
    And the model says "done"
    Then 0 results of a call begin with "deployed" [MCP-116]
    And 1 result of a call begins with "ready" [MCP-116]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario Outline: The cancel of what is not under way is ignored: <case>, <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client sends when "Deploy where?" is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": <params>}
      """
    And after 1000 ms the person answers "Deploy where?" with "staging"
    And the model says "done"
    Then 1 result of a call begins with "deployed" [MCP-120]

    Examples:
      | case | version | params |
      | unknown | 2025-06-18 | {"requestId": "nothing"} |
      | finished | 2025-11-25 | {"requestId": 1} |
      | malformed | 2025-11-25 | {"requestId": null} |
      | without an id | 2025-11-25 | {} |
      | unknown | 2026-07-28 | {"requestId": 4711} |

  Scenario Outline: After a call that was given up, and a late answer, the next call asks and acts as ever: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.3"}
      """
    And the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}},
       {"line": {"jsonrpc": "2.0", "id": "\u003cid>", "result": {
         "action": "accept", "content": {"\u003cfirst key of properties>": "staging"}}}}]
      """
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And if asked, after 1000 ms the person answers "Deploy where?" with "staging"
    And if asked, after 2000 ms the person answers "Deploy where?" with "production"
    And the model says "done"
    Then 1 result of a call begins with "deployed" [MCP-116]
    And the call "call_2" comes to its end [MCP-116]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  @pair
  Scenario Outline: A call that asks twice and is given up has all that it asks withdrawn: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the client sends when "Which first?" is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
      """
    And the model says "then not"
    And the run may end while the turn waits
    Then a message tells the client at least {"method": "notifications/cancelled"} [MCP-114]
    And no prompt is left open [MCP-114]
    And what the server gives up is a request of its own that is open [MCP-112]
    And 0 results of a call begin with "paired" [MCP-074]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario: The id of a cancel has its type
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client sends when "Deploy where?" is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "2"}}
      """
    And after 1000 ms the person answers "Deploy where?" with "staging"
    And the model says "done"
    Then 1 result of a call begins with "deployed" [MCP-120.i]
