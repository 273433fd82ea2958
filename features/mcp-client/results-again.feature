Feature: What a call came to

  A failure is told as a failure, wherever it comes, and a result as a result, whatever is in it.

  Scenario Outline: A failure is told as such after what went well, and after a decline: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "status" that returns "ready"
    And the tool "status" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    And a tool "deploy" that fails with "no such place"
    When the user says "go"
    And the model calls "status"
    And the person rejects "Deploy where?"
    And the model calls "deploy"
    And the model says "done"
    Then the call "call_2" fails, telling the model something with "no such place" [MCP-125]

    Examples:
      | version |
      | 2025-11-25 |

  Scenario Outline: An error at the first request of a call is told as a failure: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "over", "error": {"code": -32602, "message": "no such place"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the call "call_1" fails [MCP-125]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario: A failure without a text is a failure
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "end", "result": {"content": [], "isError": true}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the call "call_1" fails [MCP-125]

  Scenario Outline: A result with an image beside its text went well: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "end", "result": {"resultType": "complete", "content": [
        {"type": "text", "text": "see the map"}, {"type": "image", "data": "aGk=", "mimeType": "image/png"}
      ]}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the call "call_1" succeeds, telling the model something with "see the map" [MCP-125]

    Examples:
      | version |
      | 2025-11-25 |
