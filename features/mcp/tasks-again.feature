Feature: Tasks, further on

  What holds for the asks of a call holds for those of a task, and two tasks do not mix.

  @job
  Scenario Outline: What is no accept of the user does not finish a task, and is over: <case>
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}, "tasks": {}}
    When the user says "go"
    And the model calls "job"
    And the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "\u003cid>", "result": {<answer>, "_meta": {"io.modelcontextprotocol/related-task": {"taskId": "\u003ctaskId wherever it is>"}}}}},
       {"after_ms": 2000, "line": {"jsonrpc": "2.0", "id": "afterwards", "method": "tasks/get", "params": {"taskId": "\u003ctaskId wherever it is>"}}}]
      """
    And if asked again, the person rejects "Finish how?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "finished" [<row>]
    And the answer to "afterwards" has another status than "input_required" [MCP-123]

    Examples:
      | case | row | answer |
      | dismissed | MCP-074 | "action": "cancel" |
      | declined, with content | MCP-076 | "action": "decline", "content": {"\\u003cfirst key of properties>": "well"} |
      | an action that nobody knows | MCP-079 | "action": "later", "content": {"\\u003cfirst key of properties>": "well"} |
      | a number for a text | MCP-077 | "action": "accept", "content": {"\\u003cfirst key of properties>": 7} |
      | no content | MCP-078 | "action": "accept" |

  @job
  Scenario: The asks of two tasks name each its own
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}, "tasks": {}}
    When the user says "go"
    And the model calls "job"
    And the person answers "Finish how?" with "well"
    And the model calls "job"
    And the person answers "Finish how?" with "well"
    And the model says "done"
    Then the messages tell the client in this order: [MCP-122]
      """
      [{"result": {"task": {"taskId": "<task#1>"}}},
       {"method": "elicitation/create", "params": {"_meta": {"io.modelcontextprotocol/related-task": {"taskId": "<task#2>"}}}}]
      """

  @job
  Scenario: Of two tasks, one is given up and the other goes on
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}, "tasks": {}}
    When the user says "go"
    And the model calls "job"
    And in the same message it calls "job"
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "given up", "method": "tasks/cancel", "params": {"taskId": "<taskId wherever it is>"}}
      """
    And the client answers "elicitation/create" with:
      """
      [{"after_ms": 1000, "line": {"jsonrpc": "2.0", "id": "<id>", "result": {
        "action": "accept", "content": {"<first key of properties>": "well"},
        "_meta": {"io.modelcontextprotocol/related-task": {"taskId": "<taskId wherever it is>"}}
      }}}]
      """
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then 1 result of a call begins with "finished" [MCP-124]

  @job
  Scenario: A task is not given up by the cancel of a request
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}, "tasks": {}}
    When the user says "go"
    And the model calls "job"
    And the client sends when "Finish how?" is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "nothing"}}
      """
    And after 1000 ms the person answers "Finish how?" with "well"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then 1 result of a call begins with "finished" [MCP-124]
