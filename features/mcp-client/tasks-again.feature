Feature: Tasks, in each state

  A task may ask more than once, and asks as any call does.

  @tasks @pages @defaults
  Scenario: What a task asks is answered as what a call asks, and each answer names the task
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}, "url": {}}, "tasks": {"cancel": {}}}
    And the setting "server" is {"tasks": ["deploy"]}
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Deploy how?", "requestedSchema": {"type": "object", "properties": {
        "zone": {"type": "string", "oneOf": [{"const": "eu", "title": "Europe"}]},
        "dry": {"type": "boolean", "default": true}
      }}}
      """
    And the tool "deploy" asks:
      """
      {"id": "page", "mode": "url", "message": "Please sign in.", "elicitationId": "e-1",
       "url": "https://example.com/in"}
      """
    And the tool "deploy" asks:
      """
      {"id": "sure", "message": "Are you sure?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy how?" with {"zone": "eu"}
    And the person answers "Please sign in." with "Open"
    And the person answers "Are you sure?" with {}
    And the model says "done"
    Then where "Please sign in." was asked about, the response to 2 has: [MCP-122.c]
      """
      {"result": {"action": "accept", "_meta": {"io.modelcontextprotocol/related-task": {"taskId": "task-1"}}}}
      """
    And where "Are you sure?" was asked about, the response to 3 has: [MCP-122.c]
      """
      {"result": {"action": "accept", "_meta": {"io.modelcontextprotocol/related-task": {"taskId": "task-1"}}}}
      """
    And the tool "deploy" is told of "page" without a content [MCP-059.p]
    And where the tool "deploy" may ask, it is told nothing with "Europe" [MCP-061]
    And where "Deploy how?" was asked about, the response to 1 has {"result": {"content": {"dry": true}}} [MCP-057]

  @tasks @checks
  Scenario: What does not fit is not sent to a task either
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}, "url": {}}, "tasks": {"cancel": {}}}
    And the setting "server" is {"tasks": ["deploy"]}
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "team", "message": "Which team?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string", "enum": ["blue"]}}, "required": ["name"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which team?" with {"name": "green"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then no answer of the client accepts [MCP-060]

  @tasks
  Scenario Outline: A task that is stopped is given up by its own request: <case>
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}, "url": {}}, "tasks": {"cancel": {}}}
    And the setting "server" is {"tasks": ["deploy"]}
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" takes 60000 ms
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Deploy where?" with {"place": "stable"}
    And SIGINT arrives when the client is told "<moment>"
    And the run may end while the turn waits
    Then 1 message tells the client {"method": "tasks/cancel", "params": {"taskId": "task-1"}} [MCP-124.c]

    Examples:
      | case | moment |
      | before it asks | tasks/result |
      | after it was answered | stable |

  @tasks
  Scenario Outline: What fails as a task fails: <case>
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}, "url": {}}, "tasks": {"cancel": {}}}
    And the setting "server" is {"tasks": ["deploy"]}
    And a tool "deploy" that <does>
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the call "call_1" fails [MCP-125]

    Examples:
      | case | does |
      | a failure | fails with "no such place" |
      | an error | ends without a word |
