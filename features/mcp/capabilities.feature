Feature: What a client declares

  A server asks only in the modes that its client has declared.

  Scenario Outline: A client that declares no elicitation is asked nothing: <tool>, <version>, <capabilities>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    And the setting "capabilities" is <capabilities>
    When the user says "go"
    And the model calls "<tool>" with:
      """
      <arguments>
      """
    And the model says "then not" if it is asked
    Then 0 messages tell the client {"method": "elicitation/create"} [MCP-004]
    And 0 messages tell the client {"result": {"inputRequests": {}}} [MCP-004]
    And no prompt is shown

    Examples:
      | version | capabilities | tool | arguments |
      | 2025-06-18 | {} | deploy | {"version": "1.4"} |
      | 2025-06-18 | {"roots": {}} | deploy | {"version": "1.4"} |
      | 2025-11-25 | {} | deploy | {"version": "1.4"} |
      | 2025-11-25 | {"sampling": {}} | deploy | {"version": "1.4"} |
      | 2026-07-28 | {} | deploy | {"version": "1.4"} |
      | 2026-07-28 | {"experimental": {"elicitation": {}}} | deploy | {"version": "1.4"} |

    @ask
    Examples:
      | version | capabilities | tool | arguments |
      | 2025-06-18 | {} | ask | {"question": "Which way?"} |
      | 2025-06-18 | {"sampling": {}} | ask | {"question": "Which way?"} |
      | 2025-11-25 | {} | ask | {"question": "Which way?"} |
      | 2025-11-25 | {"roots": {}} | ask | {"question": "Which way?"} |
      | 2026-07-28 | {} | ask | {"question": "Which way?"} |
      | 2026-07-28 | {"experimental": {"elicitation": {}}} | ask | {"question": "Which way?"} |

    @pair
    Examples:
      | version | capabilities | tool | arguments |
      | 2025-06-18 | {} | pair | {} |
      | 2025-06-18 | {"roots": {}} | pair | {} |
      | 2025-11-25 | {} | pair | {} |
      | 2025-11-25 | {"experimental": {"elicitation": {}}} | pair | {} |
      | 2026-07-28 | {} | pair | {} |
      | 2026-07-28 | {"sampling": {}} | pair | {} |

    @survey
    Examples:
      | version | capabilities | tool | arguments |
      | 2025-06-18 | {} | survey | {} |
      | 2025-06-18 | {"sampling": {}} | survey | {} |
      | 2025-11-25 | {} | survey | {} |
      | 2025-11-25 | {"roots": {}} | survey | {} |
      | 2026-07-28 | {} | survey | {} |
      | 2026-07-28 | {"experimental": {"elicitation": {}}} | survey | {} |

    @connect
    Examples:
      | version | capabilities | tool | arguments |
      | 2025-11-25 | {} | connect | {} |
      | 2025-11-25 | {"experimental": {"elicitation": {}}} | connect | {} |
      | 2026-07-28 | {} | connect | {} |
      | 2026-07-28 | {"sampling": {}} | connect | {} |

  Scenario Outline: A client is asked in no mode that it has not declared: <tool>, <version>, <elicitation>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    And the setting "capabilities" is {"elicitation": <elicitation>}
    When the user says "go"
    And the model calls "<tool>" with:
      """
      <arguments>
      """
    And the model says "then not" if it is asked
    Then 0 messages tell the client {"method": "elicitation/create"} [MCP-005]
    And 0 messages tell the client {"result": {"inputRequests": {}}} [MCP-005]
    And no prompt is shown

    @connect
    Examples:
      | tool | version | elicitation | arguments |
      | connect | 2025-11-25 | {} | {} |
      | connect | 2025-11-25 | {"form": {}} | {} |
      | connect | 2026-07-28 | {} | {} |
      | connect | 2026-07-28 | {"form": {}} | {} |

    Examples:
      | tool | version | elicitation | arguments |
      | deploy | 2025-11-25 | {"url": {}} | {"version": "1.4"} |
      | deploy | 2026-07-28 | {"url": {}} | {"version": "1.4"} |

    @ask
    Examples:
      | tool | version | elicitation | arguments |
      | ask | 2025-11-25 | {"url": {}} | {"question": "Which way?"} |
      | ask | 2026-07-28 | {"url": {}} | {"question": "Which way?"} |

    @pair
    Examples:
      | tool | version | elicitation | arguments |
      | pair | 2025-11-25 | {"url": {}} | {} |
      | pair | 2026-07-28 | {"url": {}} | {} |

    @survey
    Examples:
      | tool | version | elicitation | arguments |
      | survey | 2025-11-25 | {"url": {}} | {} |
      | survey | 2026-07-28 | {"url": {}} | {} |

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

  Scenario Outline: A call that cannot do without asking is told what is required: <tool>, <capabilities>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    And the setting "capabilities" is <capabilities>
    When the user says "go"
    And the model calls "<tool>" with:
      """
      <arguments>
      """
    And the model says "then not"
    Then the error names "<mode>" as what the client lacks [MCP-012]
    And 0 results of a call begin with "<acted>" [MCP-012.e]
    And the call "call_1" fails

    Examples:
      | tool | capabilities | mode | acted | arguments |
      | deploy | {} | form | deployed | {"version": "1.4"} |
      | deploy | {"elicitation": {"url": {}}} | form | deployed | {"version": "1.4"} |

    @ask
    Examples:
      | tool | capabilities | mode | acted | arguments |
      | ask | {} | form | they answered | {"question": "Which way?"} |
      | ask | {"elicitation": {"url": {}}} | form | they answered | {"question": "Which way?"} |

    @pair
    Examples:
      | tool | capabilities | mode | acted | arguments |
      | pair | {} | form | paired | {} |
      | pair | {"elicitation": {"url": {}}} | form | paired | {} |

    @survey
    Examples:
      | tool | capabilities | mode | acted | arguments |
      | survey | {} | form | surveyed | {} |
      | survey | {"elicitation": {"url": {}}} | form | surveyed | {} |

    @connect
    Examples:
      | tool | capabilities | mode | acted | arguments |
      | connect | {} | url | connected | {} |
      | connect | {"elicitation": {"form": {}}} | url | connected | {} |

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
    Then the request "more" is refused with one of the errors <codes> [<row>]
    And 1 result of a call begins with "ready" [<row>]

    Examples:
      | case | meta | codes | row |
      | no version | {"io.modelcontextprotocol/clientCapabilities": {}} | [-32602, -32600, -32601] | MCP-013 |
      | no capabilities | {"io.modelcontextprotocol/protocolVersion": "2026-07-28"} | [-32602] | MCP-013 |
      | an unknown version | {"io.modelcontextprotocol/protocolVersion": "1900-01-01", "io.modelcontextprotocol/clientCapabilities": {}} | [-32022] | MCP-014 |

  Scenario Outline: A list of tools is not told to a client that does not say how it is to be served: <case>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model says "done"
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": "more", "method": "tools/list", "params": {"_meta": <meta>}}
      """
    Then the request "more" is refused with one of the errors <codes> [<row>]

    Examples:
      | case | meta | codes | row |
      | no version | {"io.modelcontextprotocol/clientCapabilities": {}} | [-32602, -32600, -32601] | MCP-013 |
      | no capabilities | {"io.modelcontextprotocol/protocolVersion": "2026-07-28"} | [-32602] | MCP-013 |
      | an unknown version | {"io.modelcontextprotocol/protocolVersion": "1900-01-01", "io.modelcontextprotocol/clientCapabilities": {}} | [-32022] | MCP-014 |

  Scenario Outline: Answers that do not say how they are to be served are not acted upon: <case>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "more", "method": "tools/call", "params": {
        "_meta": <meta>, "name": "deploy", "arguments": {"version": "1.4"},
        "inputResponses": {"\u003cfirst key of inputRequests>": {"action": "accept", "content": {"\u003cfirst key of properties>": "staging"}}},
        "requestState": "\u003crequestState>"
      }}
      """
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then the request "more" is refused with one of the errors <codes> [<row>]
    And 0 results of a call begin with "deployed" [<row>]

    Examples:
      | case | meta | codes | row |
      | no version | {"io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}} | [-32602, -32600, -32601] | MCP-013 |
      | no capabilities | {"io.modelcontextprotocol/protocolVersion": "2026-07-28"} | [-32602] | MCP-013 |
      | an unknown version | {"io.modelcontextprotocol/protocolVersion": "1900-01-01", "io.modelcontextprotocol/clientCapabilities": {}} | [-32022] | MCP-014 |

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
