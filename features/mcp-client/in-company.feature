Feature: Acts in company, and acts again

  What a user does at one ask says nothing of the others that are open, that were, or that come.

  Scenario Outline: Of three asks at once, <told> at one says nothing of the others: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}, "with": [
        {"id": "second", "message": "Which team?", "requestedSchema": {"type": "object", "properties": {}}},
        {"id": "third", "message": "Which day?", "requestedSchema": {"type": "object", "properties": {}}}
      ]}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, after 3000 ms the person answers "Which place?" with {}
    And if asked, after 1000 ms the person <act> "Which team?"
    And if asked, after 2000 ms the person answers "Which day?" with {}
    And the model says "done"
    Then where "Which place?" was asked about, the response to 1 has {"result": {"action": "accept"}} [MCP-047]
    And where "Which team?" was asked about, the response to 2 has {"result": {"action": "<action>"}} [MCP-047]
    And where "Which day?" was asked about, the response to 3 has {"result": {"action": "accept"}} [MCP-047]

    Examples:
      | act | told | action | version |
      | rejects | a decline | decline | 2025-06-18 |
      | cancels | a cancel | cancel | 2025-11-25 |

  Scenario Outline: Who cancels again is told to have cancelled: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "message": "Which team?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person cancels "Which place?"
    And if asked, the person cancels "Which team?"
    And the model says "done"
    Then where "Which team?" was asked about, the response to 1 has {"result": {"action": "cancel"}} [MCP-055]
    And where "Which team?" was asked about, the response to 2 has {"result": {"action": "cancel"}} [MCP-055]

    Examples:
      | version |
      | 2025-06-18 |

  Scenario Outline: What was accepted twice is not accepted a third time by itself: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}
      }}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}
      }}
      """
    And the tool "deploy" asks:
      """
      {"id": "third", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which place?" with {"name": "north"}
    And if asked, the person answers "Which place?" with {"name": "south"}
    And if asked, the person rejects "Which place?"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the client sends at most <lines> lines with {<accept>} [MCP-051]

    Examples:
      | version | lines | accept |
      | 2025-11-25 | 2 | "result": {"action": "accept"} |

  Scenario Outline: Of two asks with the same words, the act at one is no act at the other: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}
      }, "with": [
        {"id": "second", "message": "Which place?", "requestedSchema": {
          "type": "object", "properties": {"name": {"type": "string"}}
        }}
      ]}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which place?" with {"name": "north"}
    And if asked, the person does nothing at "Which place?"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the client sends at most <lines> with {<accept>} [MCP-051]

    Examples:
      | version | lines | accept |
      | 2025-11-25 | 1 lines | "result": {"action": "accept"} |
      | 2026-07-28 | 0 lines | "params": {"inputResponses": {}} |

  Scenario Outline: While another ask is open, a value is sent for its title, and nothing for what was left: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which zone?", "requestedSchema": {"type": "object", "properties": {
        "zone": {"type": "string", "oneOf": [{"const": "eu", "title": "Europe"}]}, "note": {"type": "string"}
      }}, "with": [{"id": "second", "message": "Which team?", "requestedSchema": {"type": "object", "properties": {}}}]}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, after 1000 ms the person answers "Which zone?" with {"zone": "eu"}
    And if asked, after 3000 ms the person answers "Which team?" with {}
    And the model says "done"
    Then where the tool "deploy" may ask, it is told nothing with "Europe" [MCP-061]
    And where the tool "deploy" may ask, it is told nothing with "note" [MCP-062]

    Examples:
      | version |
      | 2025-11-25 |

  Scenario Outline: What was given in a call before is not given again: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}, "note": {"type": "string"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {"place": "staging", "note": "first"}
    And the model calls "deploy"
    And if asked, the person answers "Deploy where?" with {"place": "production"}
    And the model says "done"
    Then the client sends at most 1 line with {"<member>": <content>} [MCP-062]

    Examples:
      | version | member | content |
      | 2026-07-28 | params | {"inputResponses": {"where": {"content": {"note": "first"}}}} |

  @declares
  Scenario: While a form is open, a page that was not declared is refused, and the user sees nothing of it
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}}
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {"type": "object", "properties": {}}, "with": [
        {"id": "page", "undeclared": true, "mode": "url", "message": "Please sign in.", "elicitationId": "e-1",
         "url": "https://example.com/in"}
      ]}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person cancels "Please sign in."
    And after 1000 ms the person answers "Deploy where?" with {}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the response to 2 has {"error": {"code": -32602}} [MCP-008]
    And the response to 2 has {"error": {"message": "\u003cwhy#1>"}} [MCP-008]
    And 1 prompt is shown [MCP-008]
