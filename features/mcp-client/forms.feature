Feature: A client carries the question of a server, and the answer back

  The tool of a server asks while it runs. The client shows the question to its user, and the server gets the answer.

  Scenario Outline: The server gets what the user has filled in, as it was given: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "mode": "form", "message": "Deploy how?", "requestedSchema": {
        "type": "object",
        "properties": {
          "place": {"type": "string", "enum": ["staging", "production"]},
          "note": {"type": "string", "title": "Note", "description": "For the log", "maxLength": 40},
          "share": {"type": "number", "minimum": 0, "maximum": 100},
          "count": {"type": "integer", "minimum": 0, "maximum": 9},
          "dry": {"type": "boolean", "default": true},
          "code": {"type": "string"},
          "later": {"type": "string"}
        },
        "required": ["place", "dry"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy how?" with:
      """
      {"place": "production", "note": "", "share": 95.5, "count": 0, "dry": false, "code": " 2"}
      """
    And the model says "done"
    Then where "Deploy how?" was asked about, the tool "deploy" is told: [MCP-063]
      """
      {"action": "accept", "content": {"place": "production", "note": "", "share": 95.5, "count": 0, "dry": false,
        "code": " 2"}}
      """
    And where the tool "deploy" may ask, it is told nothing with "later" [MCP-062]
    And the client has declared "form" where it was called for [MCP-002]
    And where the client declares elicitation, it names a mode or none [MCP-003]
    And the call "call_1" succeeds, telling the model "deployed" [MCP-125]
    And the model is told nothing with "production" [MCP-126]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: Of a choice with titles its value is sent, and never the title: <case>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "zones", "message": "Which zones?", "requestedSchema": {
        "type": "object", "properties": {"zone": <property>}, "required": ["zone"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which zones?" with {"zone": <pick>}
    And the model says "done"
    Then where "Which zones?" was asked about, the tool "deploy" is told: [MCP-061]
      """
      {"action": "accept", "content": {"zone": <pick>}}
      """

    Examples:
      | case | version | property | pick |
      | names beside the choices | 2025-06-18 | {"type": "string", "enum": ["eu", "us"], "enumNames": ["Europe", "America"]} | "us" |
      | titles | 2025-11-25 | {"type": "string", "oneOf": [{"const": "eu", "title": "Europe"}, {"const": "us", "title": "America"}]} | "us" |
      | titles, in rounds | 2026-07-28 | {"type": "string", "oneOf": [{"const": "eu", "title": "Europe"}]} | "eu" |
      | several | 2025-11-25 | {"type": "array", "items": {"type": "string", "enum": ["eu", "us", "as"]}} | ["us", "eu"] |
      | several with titles | 2026-07-28 | {"type": "array", "items": {"anyOf": [{"const": "eu", "title": "Europe"}]}} | ["eu"] |

  Scenario Outline: The server is told what the user did: <act>, <version>
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
    And the person <act> "Deploy where?"
    And the model says "then not"
    Then where "Deploy where?" was asked about, the tool "deploy" is told {"action": "<told>"} [MCP-055]
    And where the tool "deploy" may ask, it is not told "accept" [MCP-051]
    And no answer that declines or cancels has a content [MCP-059]
    And the model is told what became of the call "call_1" [<ends>]

    Examples:
      | act | told | version | ends |
      | rejects | decline | 2025-06-18 | MCP-125 |
      | rejects | decline | 2025-11-25 | MCP-125 |
      | rejects | decline | 2026-07-28 | MCP-097 |
      | cancels | cancel | 2025-06-18 | MCP-125 |
      | cancels | cancel | 2025-11-25 | MCP-125 |
      | cancels | cancel | 2026-07-28 | MCP-097 |

  Scenario Outline: A form in which nothing is required and nothing was filled in has a content all the same: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}, "dry": {"type": "boolean"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {}
    And the model says "done"
    Then where "Deploy where?" was asked about, the tool "deploy" is told {"action": "accept", "content": {}} [MCP-058]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  @shows
  Scenario Outline: What does not fit the form is not sent: <case>
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Deploy how?", "requestedSchema": {
        "type": "object", "properties": {"it": <property>}, "required": ["it"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy how?" with {"it": <wrong>}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is told nothing with <piece> [MCP-060]

    Examples:
      | case | property | wrong | piece |
      | another choice | {"type": "string", "enum": ["staging"]} | "production" | "production" |
      | too long | {"type": "string", "maxLength": 3} | "four" | "four" |
      | too large | {"type": "integer", "maximum": 9} | 1234 | "1234" |
      | a fraction | {"type": "integer"} | 1.5 | "1.5" |
      | a text for a number | {"type": "number"} | "1234" | "1234" |

  Scenario Outline: Nobody but the user accepts: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string", "default": "staging"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And nobody answers
    Then where the tool "deploy" may ask, it is not told "accept" [MCP-051]
    And 1 request reaches the model [MCP-126]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: A question without a mode is a form: <version>
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
    And the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    Then where "Deploy where?" was asked about, the tool "deploy" is told: [MCP-045]
      """
      {"action": "accept", "content": {"place": "staging"}}
      """

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  @shows
  Scenario Outline: What the user sees of a form says who asks, and for what: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {
          "place": {"type": "string", "title": "Place", "description": "Where to", "enum": ["staging", "production"]}
        }, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    Then the prompt contains "harbour" [MCP-053]
    And the prompt contains "Deploy where?" [MCP-054]
    And the prompt contains "Place" [MCP-054]
    And the prompt contains "Where to" [MCP-054]
    And the prompt contains "production" [MCP-054]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |
