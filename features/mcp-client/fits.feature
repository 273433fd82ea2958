Feature: What fits a form, and what does not

  Each kind of property has its limits, in every place in which a form may come.

  @checks
  Scenario Outline: What does not fit is not sent, where it is not required and what is before it fits: <case>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Deploy how?", "requestedSchema": {"type": "object", "properties": {
        "dry": {"type": "boolean"}, "it": <property>
      }, "required": ["dry"]}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy how?" with {"dry": true, "it": <wrong>}
    And 1000 ms later the person answers "Deploy how?" with {"dry": true, "it": <then>}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then no answer of the client accepts [MCP-060]

    Examples:
      | case | version | property | wrong | then |
      | null or yes for a number | 2025-11-25 | {"type": "number"} | null | true |
      | yes or a text for a whole number | 2026-07-28 | {"type": "integer"} | true | "5" |
      | a number or null for a text | 2025-06-18 | {"type": "string"} | 5 | null |
      | a word or null for yes or no | 2025-11-25 | {"type": "boolean"} | "true" | null |
      | no address of a page | 2025-06-18 | {"type": "string", "format": "uri"} | "x y" | " https://a.example/ " |
      | no time | 2026-07-28 | {"type": "string", "format": "date-time"} | "noon" | "2026-02-30T00:00:00Z" |
      | a name for its choice | 2025-06-18 | {"type": "string", "enum": ["s"], "enumNames": ["staging"]} | "staging" | 5 |
      | a title or a number for a pick | 2025-11-25 | {"type": "array", "items": {"anyOf": [{"const": "5", "title": "Five"}]}} | ["Five"] | [5] |
      | what is no pick, in rounds | 2026-07-28 | {"type": "array", "items": {"type": "string", "enum": ["5"]}} | [5] | ["Five"] |

  @checks
  Scenario: What does not fit a second round is not sent either
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "message": "Which team?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string", "enum": ["blue"]}}, "required": ["name"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which place?" with {}
    And the person answers "Which team?" with {"name": "green"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is told nothing with "green" [MCP-060]

  @checks
  Scenario Outline: What does not fit is not sent in a second call either: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "status" that returns "ready"
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "second", "message": "Which team?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string", "enum": ["blue"]}}, "required": ["name"]
      }}
      """
    When the user says "go"
    And the model calls "status"
    And the model calls "deploy"
    And the person answers "Which team?" with {"name": "green"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then no answer of the client accepts [MCP-060]

    Examples:
      | version |
      | 2025-06-18 |

  @checks
  Scenario Outline: What does not fit is not sent while another ask is open either: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}, "with": [{
        "id": "second", "message": "Which team?", "requestedSchema": {
          "type": "object", "properties": {"name": {"type": "string", "enum": ["blue"]}}, "required": ["name"]
      }}]}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, after 1000 ms the person answers "Which team?" with {"name": "green"}
    And if asked, after 3000 ms the person answers "Which place?" with {}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is told nothing with "green" [MCP-060]
    And no line of the client has "green" [MCP-060]

    Examples:
      | version |
      | 2025-11-25 |

  Scenario Outline: What just fits goes out as it is: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Deploy how?", "requestedSchema": {"type": "object", "properties": {
        "count": {"type": "integer"}, "mail": {"type": "string", "format": "uri"},
        "book": {"type": "string", "format": "uri"},
        "page": {"type": "string", "format": "uri"}, "day": {"type": "string", "format": "date"},
        "few": {"type": "array", "minItems": 1, "items": {"type": "string", "enum": ["eu", "us"]}},
        "many": {"type": "array", "maxItems": 2, "items": {"anyOf": [
          {"const": "eu", "title": "Europe"}, {"const": "us", "title": "America"}
        ]}}
      }}}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Deploy how?" with:
      """
      {"count": 3.0, "mail": "mailto:ada@example.com", "book": "urn:isbn:9780306406157",
       "page": "https://example.com", "day": "2024-02-29", "few": ["us"], "many": ["eu", "us"]}
      """
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where "Deploy how?" was asked about, the tool "deploy" is told: [MCP-063]
      """
      {"action": "accept", "content":
       {"count": 3.0, "mail": "mailto:ada@example.com", "book": "urn:isbn:9780306406157",
        "page": "https://example.com", "day": "2024-02-29", "few": ["us"], "many": ["eu", "us"]}
      }
      """

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |
