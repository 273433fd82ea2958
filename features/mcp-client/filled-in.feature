Feature: What a form has filled in

  A property with a default starts with that value, in whatever company its form comes.

  @defaults
  Scenario Outline: What is left as it was filled in goes out beside what was touched: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Deploy how?", "requestedSchema": {"type": "object", "properties": {
        "note": {"type": "string"}, "team": {"type": "string", "default": "blue"},
        "count": {"type": "integer", "default": 3},
        "day": {"type": "string", "format": "date", "default": "2026-02-28"},
        "zone": {"type": "string", "enum": ["eu", "us"], "enumNames": ["Europe", "America"], "default": "us"},
        "zones": {"type": "array", "items": {"anyOf": [{"const": "eu", "title": "Europe"}]}, "default": ["eu"]}
      }}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy how?" with {"note": "x"}
    And the model says "done"
    Then where "Deploy how?" was asked about, the tool "deploy" is told: [MCP-057]
      """
      {"action": "accept", "content": {
        "note": "x", "team": "blue", "count": 3, "day": "2026-02-28", "zone": "us", "zones": ["eu"]
      }}
      """

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  @defaults
  Scenario Outline: What is filled in goes out after a stopped turn and after a decline: <version>
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
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" asks:
      """
      {"id": "what", "message": "Wipe what?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Deploy how?", "requestedSchema": {
        "type": "object", "properties": {"dry": {"type": "boolean", "default": true}}
      }}
      """
    When the user says "go"
    And the model calls "status"
    And SIGINT arrives when "Deploy where?" is shown
    And the user says "again" after the turn
    And the model calls "wipe"
    And the person rejects "Wipe what?"
    And the model calls "deploy"
    And the person answers "Deploy how?" with {}
    And the model says "done"
    Then where "Deploy how?" was asked about, the tool "deploy" is told: [MCP-057]
      """
      {"action": "accept", "content": {"dry": true}}
      """

    Examples:
      | version |
      | 2025-06-18 |

  @defaults
  Scenario Outline: What is filled in goes out of both of two forms at once: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Deploy how?", "requestedSchema": {
        "type": "object", "properties": {"dry": {"type": "boolean", "default": true}}
      }, "with": [{"id": "second", "message": "Wipe how?", "requestedSchema": {
        "type": "object", "properties": {"dry": {"type": "boolean", "default": true}}
      }}]}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, after 1000 ms the person answers "Deploy how?" with {}
    And if asked, after 3000 ms the person answers "Wipe how?" with {}
    And the model says "done"
    Then where "Wipe how?" was asked about, the questions of the tool "deploy" are answered with: [MCP-057]
      """
      [{"action": "accept", "content": {"dry": true}}, {"action": "accept", "content": {"dry": true}}]
      """

    Examples:
      | version |
      | 2025-11-25 |
