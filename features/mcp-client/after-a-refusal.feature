Feature: After what did not fit

  What does not fit a form is not sent. The ask may stay open, come again or be cancelled, and is settled once.

  @checks
  Scenario Outline: What did not fit may be given again, and is answered once: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Deploy how?", "requestedSchema": {"type": "object", "properties": {
        "count": {"type": "integer", "maximum": 9}, "note": {"type": "string"}
      }, "required": ["count"]}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy how?" with {"count": 1234, "note": "scrap"}
    And 1000 ms later the person answers "Deploy how?" with {"count": 5}
    And if asked, the person answers "count" with {"count": 5}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the responses of the client have the ids [1] [MCP-044]
    And where the tool "deploy" may ask, it is told nothing with "scrap" [MCP-062]

    Examples:
      | version |
      | 2025-06-18 |

  @checks
  Scenario: What did not fit may be given again in a round, and the call has an outcome
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Deploy how?", "requestedSchema": {"type": "object", "properties": {
        "count": {"type": "integer", "maximum": 9}, "note": {"type": "string"}
      }, "required": ["count"]}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy how?" with {"count": 1234, "note": "scrap"}
    And 1000 ms later the person answers "Deploy how?" with {"count": 5}
    And if asked, the person answers "count" with {"count": 5}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the model is told what became of the call "call_1" [MCP-125]
    And where the tool "deploy" may ask, it is told nothing with "scrap" [MCP-062]

  @checks
  Scenario Outline: What does not fit the second time either is not sent, and goes with no decline: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Deploy how?", "requestedSchema": {"type": "object", "properties": {
        "count": {"type": "integer", "maximum": 9}, "note": {"type": "string"}
      }, "required": ["count"]}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy how?" with {"count": 1234}
    And 1000 ms later the person answers "Deploy how?" with {"count": 77}
    And 1000 ms later the person rejects "Deploy how?"
    And if asked, the person rejects "count"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then no answer of the client accepts [MCP-060]
    And no answer that declines or cancels has a content [MCP-059]
    And the model is told what became of the call "call_1" [MCP-125]

    Examples:
      | version |
      | 2025-11-25 |

  @checks @defaults
  Scenario Outline: After what did not fit, what is filled in still goes out: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Deploy how?", "requestedSchema": {"type": "object", "properties": {
        "dry": {"type": "boolean", "default": true}, "note": {"type": "string", "maxLength": 5}
      }, "required": ["dry"]}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy how?" with {"note": "too long"}
    And 1000 ms later the person answers "Deploy how?" with {"note": "short"}
    And if asked, the person answers "dry" with {"note": "short"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the responses of the client have the ids [1] [MCP-044]
    And where the tool "deploy" may ask, it is told nothing with "too long" [MCP-060]

    Examples:
      | version |
      | 2025-11-25 |
