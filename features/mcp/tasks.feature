Feature: Tasks that ask

  In 2025-11-25 a call may be a task: it is answered with the task at once, and its result is awaited by another request. Such a tool asks,
  too.

  @job
  Scenario: What a task asks names the task
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}, "tasks": {}}
    When the user says "go"
    And the model calls "job"
    And the person answers "Finish how?" with "well"
    And the model says "done"
    Then each ask of a task names the task [MCP-122]
    And 0 messages tell the client {"method": "elicitation/create", "params": {"task": {}}} [MCP-121]
    And 1 result of a call begins with "finished" [MCP-073]
    And 0 messages tell the client {"method": "notifications/cancelled"}

  @job
  Scenario Outline: A task that asks requires input until it is answered: <act>
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}, "tasks": {}}
    When the user says "go"
    And the model calls "job"
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "meanwhile", "method": "tasks/get", "params": {"taskId": "\u003ctaskId wherever it is>"}}
      """
    And after 1000 ms the person <does>
    And if told, the client answers "\"content\":[" with the line:
      """
      {"jsonrpc": "2.0", "id": "afterwards", "method": "tasks/get", "params": {"taskId": "\u003ctaskId wherever it is>"}}
      """
    And the model says "done"
    Then the answer to "meanwhile" has the status "input_required" of the task [MCP-123]
    And the answer to "afterwards" has another status than "input_required" [MCP-123]

    Examples:
      | act | does |
      | answered | answers "Finish how?" with "well" |
      | declined | rejects "Finish how?" |

  @job
  Scenario: A task that is cancelled stays so, whatever is answered late
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}, "tasks": {}}
    When the user says "go"
    And the model calls "job"
    And SIGINT arrives when "Finish how?" is shown
    And the client answers "elicitation/create" with:
      """
      [{"after_ms": 1000, "line": {"jsonrpc": "2.0", "id": "\u003cid>", "result": {
          "action": "accept", "content": {"\u003cfirst key of properties>": "well"},
          "_meta": {"io.modelcontextprotocol/related-task": {"taskId": "\u003ctaskId wherever it is>"}}
        }}},
       {"after_ms": 2000, "line": {"jsonrpc": "2.0", "id": "late", "method": "tasks/get", "params": {"taskId": "\u003ctaskId wherever it is>"}}}]
      """
    And the run may end while the turn waits
    Then the answer to "late" has the status "cancelled" of the task, or says that it is no more [MCP-124]
    And 0 results of a call begin with "finished" [MCP-124]
