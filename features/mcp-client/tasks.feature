Feature: A call that is a task

  In 2025-11-25 a server may have tools that are called as tasks. The call is answered with the task at once, and what the task
  asks comes while its result is awaited.

  @tasks
  Scenario Outline: The answer to what a task asks names the task: <action>
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}, "tasks": {"cancel": {}}}
    And the setting "server" is {"tasks": ["deploy"]}
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And after 1000 ms the person <does>
    And the model says "done"
    Then where "Deploy where?" was asked about, the response to 1 has: [MCP-122.c]
      """
      {"result": {"action": "<action>", "_meta": {"io.modelcontextprotocol/related-task": {"taskId": "task-1"}}}}
      """
    And the call "call_1" succeeds, telling the model "deployed" [MCP-125]
    And 1 prompt is shown

    Examples:
      | action  | does                                             |
      | accept  | answers "Deploy where?" with {"place": "stable"} |
      | decline | rejects "Deploy where?"                          |
      | cancel  | cancels "Deploy where?"                          |

  @tasks
  Scenario: Of two tasks that ask, each has its own answer
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}, "tasks": {"cancel": {}}}
    And the setting "server" is {"tasks": ["deploy", "build"]}
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    And a tool "build" that returns "built"
    And the tool "build" asks:
      """
      {"id": "what", "message": "Build what?", "requestedSchema": {
        "type": "object", "properties": {"part": {"type": "string"}}, "required": ["part"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And after 1000 ms the person answers "Deploy where?" with {"place": "stable"}
    And the model calls "build"
    And after 1000 ms the person answers "Build what?" with {"part": "all"}
    And the model says "done"
    Then where "Deploy where?" was asked about, the response to 1 has: [MCP-122.c]
      """
      {"result": {"content": {"place": "stable"}, "_meta": {"io.modelcontextprotocol/related-task": {"taskId": "task-1"}}}}
      """
    And where "Build what?" was asked about, the response to 2 has: [MCP-122.c]
      """
      {"result": {"content": {"part": "all"}, "_meta": {"io.modelcontextprotocol/related-task": {"taskId": "task-2"}}}}
      """
    And the call "call_1" succeeds, telling the model "deployed" [MCP-125]
    And the call "call_2" succeeds, telling the model "built" [MCP-125]

  @tasks
  Scenario: A turn that is stopped while a task asks gives up the task
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}, "tasks": {"cancel": {}}}
    And the setting "server" is {"tasks": ["deploy"]}
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when "Deploy where?" is shown
    And after 1000 ms the person answers "Deploy where?" with {"place": "stable"}
    And the run may end while the turn waits
    Then 1 message tells the client {"method": "tasks/cancel", "params": {"taskId": "task-1"}} [MCP-124.c]
    And no message tells the client "stable" [MCP-115]
    And no prompt is left open [MCP-115]

  @tasks
  Scenario: What a task asks may be withdrawn, and the task goes on
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}, "tasks": {"cancel": {}}}
    And the setting "server" is {"tasks": ["deploy"]}
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the server gives up {"requestId": 1} when "Deploy where?" is shown
    And after 1000 ms the person answers "Deploy where?" with {"place": "stable"}
    And the model says "done"
    And the run may end while the turn waits
    Then the client sends no response [MCP-111]
    And the call "call_1" succeeds, telling the model "deployed" [MCP-111]
