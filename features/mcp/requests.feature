Feature: What each request and each tool is asked to heed

  Each request is judged by what it says itself, whichever tool it calls and whatever came before it.

  @job
  Scenario Outline: A task asks no client that cannot be asked: <capabilities>
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is <capabilities>
    When the user says "go"
    And the model calls "job"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 messages tell the client {"method": "elicitation/create"} [<row>]
    And no prompt is shown

    Examples:
      | capabilities | row |
      | {"tasks": {}} | MCP-004 |
      | {"elicitation": {"url": {}}, "tasks": {}} | MCP-005 |

  Scenario: An ask is no task itself because the client knows tasks of another kind
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}, "tasks": {}}
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "staging"
    And the model says "done"
    Then 0 messages tell the client {"method": "elicitation/create", "params": {"task": {}}} [MCP-121]
    And 1 result of a call begins with "deployed" [MCP-073]

  Scenario Outline: After a round that was answered, a call that declares nothing is not asked: <tool>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "<tool>" with:
      """
      <arguments>
      """
    And if asked, the person answers "<asked>" with <answer>
    And the model says "done"
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": "may not", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}},
        "name": "<tool>", "arguments": <arguments>
      }}
      """
    Then 0 messages tell the client {"id": "may not", "result": {"inputRequests": {}}} [MCP-011]

    Examples:
      | tool | asked | answer | arguments |
      | deploy | Deploy where? | "staging" | {"version": "1.4"} |

    @connect
    Examples:
      | tool | asked | answer | arguments |
      | connect | Sign in first | "Open" | {} |

    @survey
    Examples:
      | tool | asked | answer | arguments |
      | survey | Tell us more | {"name": "Ada", "count": 1} | {} |

  @pair
  Scenario: A round asks for nothing more where the call that goes on with it declares nothing
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}},
        "name": "pair", "arguments": {},
        "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "one"}}},
        "requestState": "<requestState>"
      }}
      """
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 messages tell the client {"id": "again", "result": {"inputRequests": {}}} [MCP-011]
    And 1 message tells the client {"id": "again"} [MCP-011]

  Scenario Outline: The discovery of a server is asked for as any other request: <case>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model says "done"
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": "more", "method": "server/discover", "params": {"_meta": <meta>}}
      """
    Then 1 message tells the client {"id": "more", "error": {"code": <code>}} [<row>]

    Examples:
      | case | meta | code | row |
      | no capabilities | {"io.modelcontextprotocol/protocolVersion": "2026-07-28"} | -32602 | MCP-013 |
      | an unknown version | {"io.modelcontextprotocol/protocolVersion": "1900-01-01", "io.modelcontextprotocol/clientCapabilities": {}} | -32022 | MCP-014 |
