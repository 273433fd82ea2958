Feature: What a client declares

  A server asks only in the modes that its client has declared.

  Scenario Outline: A client that declares no elicitation is asked nothing: <version>, <capabilities>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    And the setting "capabilities" is <capabilities>
    When the user says "go"
    And the model calls "<tool>"
    And the model says "then not" if it is asked
    Then 0 messages tell the client {"method": "elicitation/create"} [MCP-004]
    And 0 messages tell the client {"result": {"resultType": "input_required"}} [MCP-004]
    And no prompt is shown

    Examples:
      | version | capabilities | tool |
      | 2025-06-18 | {} | deploy |
      | 2025-11-25 | {} | deploy |
      | 2026-07-28 | {} | deploy |

    @pair
    Examples:
      | version | capabilities | tool |
      | 2025-06-18 | {"sampling": {}} | pair |

    @connect
    Examples:
      | version | capabilities | tool |
      | 2025-11-25 | {"roots": {}} | connect |
      | 2026-07-28 | {"sampling": {}} | connect |

  Scenario Outline: A client is asked in no mode that it has not declared: <tool>, <version>, <elicitation>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    And the setting "capabilities" is {"elicitation": <elicitation>}
    When the user says "go"
    And the model calls "<tool>"
    And the model says "then not" if it is asked
    Then 0 messages tell the client {"method": "elicitation/create"} [MCP-005]
    And 0 messages tell the client {"result": {"resultType": "input_required"}} [MCP-005]
    And no prompt is shown

    @connect
    Examples:
      | tool | version | elicitation |
      | connect | 2025-11-25 | {} |
      | connect | 2025-11-25 | {"form": {}} |
      | connect | 2026-07-28 | {} |
      | connect | 2026-07-28 | {"form": {}} |

    Examples:
      | tool | version | elicitation |
      | deploy | 2025-11-25 | {"url": {}} |
      | deploy | 2026-07-28 | {"url": {}} |

  @connect
  Scenario Outline: A client without pages is not told to open one first: <elicitation>
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": <elicitation>}
    When the user says "go"
    And the model calls "connect"
    And the model says "then not" if it is asked
    Then 0 messages tell the client {"error": {"code": -32042}} [MCP-043]
    And no prompt is shown

    Examples:
      | elicitation |
      | {} |
      | {"form": {}} |

  @connect
  Scenario: In 2025-06-18 no page is sent, whatever the client declares
    Given the system "mcp"
    And the profile "2025-06-18"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}, "url": {}}}
    When the user says "go"
    And the model calls "connect"
    And the model says "then not" if it is asked
    Then 0 messages tell the client {"params": {"mode": "url"}} [MCP-006]
    And no prompt is shown

  Scenario Outline: What nobody knows of the capability changes nothing: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    And the setting "capabilities" is {"elicitation": <elicitation>}
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "production"
    And the model says "done"
    Then 1 result of a call begins with "deployed" [MCP-007]

    Examples:
      | version | elicitation |
      | 2025-06-18 | {"voice": {}} |
      | 2025-11-25 | {"form": {"applyDefaults": true}, "voice": {}} |
      | 2026-07-28 | {"form": {"applyDefaults": true}, "voice": {}} |

  Scenario Outline: An empty object declares forms: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    And the setting "capabilities" is {"elicitation": {}}
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "production"
    And the model says "done"
    Then 1 result of a call begins with "deployed" [MCP-007]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario: A call that cannot do without asking is told what is required
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    And the setting "capabilities" is {}
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the model says "then not"
    Then a message tells the client at least: [MCP-012]
      """
      {"error": {"code": -32021, "data": {"requiredCapabilities": {"elicitation": {"form": {}}}}}}
      """
    And 0 results of a call begin with "deployed" [MCP-012.e]
    And the call "call_1" fails

  @status
  Scenario: Each request is judged by what it declares itself
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    And the setting "capabilities" is {}
    When the user says "go"
    And the model calls "status"
    And the model says "done"
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": "may", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "1.4"}
      }}
      """
    And 1000 ms later the client sends:
      """
      {"jsonrpc": "2.0", "id": "may not", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}},
        "name": "deploy", "arguments": {"version": "1.4"}
      }}
      """
    Then a message tells the client at least {"id": "may", "result": {"resultType": "input_required"}} [MCP-011]
    And 0 messages tell the client {"id": "may not", "result": {"resultType": "input_required"}} [MCP-011]
    And 1 message tells the client {"id": "may not", "error": {"code": -32021}} [MCP-012]
    And 0 results of a call begin with "deployed" [MCP-012.e]

  @status
  Scenario Outline: A request that does not say how it is to be served is refused: <case>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "status"
    And the model says "done"
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": "more", "method": "tools/call", "params": {
        "_meta": <meta>, "name": "status", "arguments": {}
      }}
      """
    Then 1 message tells the client {"id": "more", "error": {"code": <code>}} [<row>]
    And 1 result of a call begins with "ready" [<row>]

    Examples:
      | case | meta | code | row |
      | no version | {"io.modelcontextprotocol/clientCapabilities": {}} | -32602 | MCP-013 |
      | no capabilities | {"io.modelcontextprotocol/protocolVersion": "2026-07-28"} | -32602 | MCP-013 |
      | an unknown version | {"io.modelcontextprotocol/protocolVersion": "1900-01-01", "io.modelcontextprotocol/clientCapabilities": {}} | -32022 | MCP-014 |

  Scenario: A version that the server does not have is answered with those that it has
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model says "done"
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": "more", "method": "tools/list", "params": {"_meta": {
        "io.modelcontextprotocol/protocolVersion": "1900-01-01", "io.modelcontextprotocol/clientCapabilities": {}
      }}}
      """
    Then the version "1900-01-01" is refused with those that are supported, such as "2026-07-28" [MCP-014]
    And the discovery of the server has the version "2026-07-28" [MCP-015]
