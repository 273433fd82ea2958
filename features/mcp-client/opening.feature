Feature: How a client opens, and what it declares

  Two versions open a connection first. In the last one, each request says how it is to be served.

  Scenario Outline: The connection is opened before anything is asked for: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the client opens the connection before it asks for anything [MCP-001]
    And the call "call_1" succeeds, telling the model "deployed" [MCP-125]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario: Each request says of which version it is, and what the client can do
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
    And the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    Then each request of the client says that it is of "2026-07-28", and what the client can do [MCP-016]

  Scenario Outline: A result without a type counts as whole: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the call "call_1" succeeds, telling the model "deployed" [MCP-094]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario Outline: The failure of a tool is told as the server told it: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that fails with "no such place"
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the call "call_1" fails, telling the model something with "no such place" [MCP-125]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: What a client declares names a mode or none: <version>
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
    And the person rejects "Deploy where?"
    And the model says "then not" if it is asked
    Then where the client declares elicitation, it names a mode or none [MCP-003]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: The whole result of a tool is told: <case>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "all", "result": {"content": <content>, "resultType": "complete"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the call "call_1" succeeds, telling the model something with <first> [MCP-125]
    And the call "call_1" succeeds, telling the model something with <last> [MCP-125]

    Examples:
      | case | version | content | first | last |
      | two texts | 2025-11-25 | [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}] | "one" | "two" |
      | two texts, in rounds | 2026-07-28 | [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}] | "one" | "two" |
      | a long one | 2025-06-18 | [{"type": "text", "text": "begin ⟨10000×y⟩ end"}] | "begin" | "y end" |
      | other letters | 2025-11-25 | [{"type": "text", "text": "ﬁle é 😀"}] | "ﬁle" | "é 😀" |
