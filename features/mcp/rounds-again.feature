Feature: Rounds, further on

  What holds for the first round of a call holds for the second, and for what comes long after it.

  @pair
  Scenario: An answer that is missing is asked for by another round, and is no error
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "pair", "arguments": {},
        "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "one"}}},
        "requestState": "<requestState>"
      }}
      """
    And the person does nothing at "Which first?"
    And the person does nothing at "Which second?"
    And if asked, the person answers "Which first?" with "one"
    And if asked, the person answers "Which second?" with "two"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then a message tells the client at least {"id": "again", "result": {"resultType": "input_required"}} [MCP-105]
    And 0 messages tell the client {"error": {}} [MCP-105]

  @pair
  Scenario: A round that one process has asked for is gone on with in another
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "pair", "arguments": {},
        "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "one"}}},
        "requestState": "<requestState>"
      }}
      """
    And there is another process of the server when the client is told "\"again\""
    And the person does nothing at "Which first?"
    And the person does nothing at "Which second?"
    And if asked, after 1000 ms the person answers "Which first?" with "one"
    And if asked, after 1000 ms the person answers "Which second?" with "two"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then 0 messages tell the client {"error": {}} [MCP-100]

  @pair
  Scenario: Answers that are missing again and again are asked for each time
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "none", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "pair", "arguments": {},
        "inputResponses": {},
        "requestState": "<requestState>"
      }}
      """
    And if told, the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "one", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "pair", "arguments": {},
        "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "one"}}},
        "requestState": "<requestState>"
      }}
      """
    And if told, the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "none again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "pair", "arguments": {},
        "inputResponses": {},
        "requestState": "<requestState>"
      }}
      """
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then a message tells the client at least {"id": "none", "result": {"resultType": "input_required"}} [MCP-105]
    And a message tells the client at least {"id": "one", "result": {"resultType": "input_required"}} [MCP-105]
    And a message tells the client at least {"id": "none again", "result": {"resultType": "input_required"}} [MCP-105]
    And 0 results of a call begin with "paired" [MCP-105]

  @pair
  Scenario: Answers that were not asked for are ignored in the second round, too
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "pair", "arguments": {},
        "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "one"}}},
        "requestState": "<requestState>"
      }}
      """
    And if told, the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "more", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "pair", "arguments": {},
        "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "two"}}, "more": {"action": "accept", "content": {"more": "x"}}},
        "requestState": "<requestState>"
      }}
      """
    And the person does nothing at "Which first?"
    And the person does nothing at "Which second?"
    And if asked, the person does nothing at "Which first?"
    And if asked, the person does nothing at "Which second?"
    And if asked, the person answers "Which first?" with "one"
    And if asked, the person answers "Which second?" with "two"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then 0 messages tell the client {"error": {}} [MCP-106]

  Scenario Outline: A round that is gone on with without its answer does nothing: <case>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And if told, the client answers "\"requestState\":" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "1.4"},
        <given>"requestState": "\u003crequestState>"
      }}
      """
    And if asked, after 1000 ms the person rejects "Deploy where?"
    And if asked again, the person rejects "Deploy where?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "deployed" [<row>]

    Examples:
      | case | row | given |
      | no answers at all | MCP-105 | |
      | one by another name | MCP-106 | "inputResponses": {"more": {"action": "accept", "content": {"\\u003cfirst key of properties>": "staging"}}}, |

  Scenario: Answers by the right name are no answers without the state of their round
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And if told, the client answers "\"requestState\":" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "1.4"},
        "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "staging"}}}
      }}
      """
    And if asked, after 1000 ms the person rejects "Deploy where?"
    And if asked again, the person rejects "Deploy where?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "deployed" [MCP-108]

  @ask
  Scenario: What may happen once does not happen again when much else has happened since
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with:
      """
      [
        {"line": {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
          "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
          "name": "deploy", "arguments": {"version": "1.4"},
          "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "staging"}}},
          "requestState": "<requestState>"
        }}},
        {"after_ms": 5000, "line": {"jsonrpc": "2.0", "id": "once more", "method": "tools/call", "params": {
          "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
          "name": "deploy", "arguments": {"version": "1.4"},
          "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "production"}}},
          "requestState": "<requestState>"
        }}}
      ]
      """
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "left"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "left"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "left"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "left"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "left"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "left"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "left"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "left"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "left"
    And the model says "done"
    Then every result that begins with "deployed" is one and the same [MCP-104]
    And 1 message tells the client {"id": "once more"} [MCP-104]

  Scenario: Rounds that are never gone on with do not use up the server
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model says "done"
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": "call 1", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "1.1"}
      }}
      """
    And 100 ms later the client sends:
      """
      {"jsonrpc": "2.0", "id": "call 2", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "1.2"}
      }}
      """
    And 100 ms later the client sends:
      """
      {"jsonrpc": "2.0", "id": "call 3", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "1.3"}
      }}
      """
    And 100 ms later the client sends:
      """
      {"jsonrpc": "2.0", "id": "call 4", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "1.4"}
      }}
      """
    And 100 ms later the client sends:
      """
      {"jsonrpc": "2.0", "id": "call 5", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "1.5"}
      }}
      """
    Then a message tells the client at least {"id": "call 1", "result": {"resultType": "input_required"}} [MCP-109]
    And a message tells the client at least {"id": "call 5", "result": {"resultType": "input_required"}} [MCP-109]
