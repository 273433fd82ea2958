Feature: Rounds: a result asks, and the call is repeated

  In 2026-07-28 a server asks by the result of a call. The client repeats the call with the answers and the state.

  Scenario: A call is repeated as it was, with the answers of its round alone
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]
      }, "with": [{"id": "second", "message": "Which team?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]
      }}]}
      """
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And after 2000 ms the person answers "Which place?" with {"name": "staging"}
    And after 1000 ms the person rejects "Which team?"
    And the model says "done"
    Then each repeated call is the call before it, with an id of its own [MCP-084]
    And each repeated call is the call before it, with an id of its own [MCP-085]
    And execution 1 of "deploy" has the arguments {"version": "1.4"} [MCP-084]
    And 1 call is repeated [MCP-086]
    And repeated call 1 has the answers: [MCP-086]
      """
      {"first": {"action": "accept", "content": {"name": "staging"}}, "second": {"action": "decline"}}
      """
    And no other request has a state or answers [MCP-091]
    And the client sends 0 lines with {"method": "notifications/cancelled"} [MCP-098]

  Scenario Outline: The state comes back to the letter: <case>
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "state": <state>, "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    Then repeated call 1 has the state <state> [MCP-087]

    Examples:
      | case | state |
      | words | "opaque" |
      | nothing in it | "" |
      | like JSON, with odd blanks | " {\\"a\\": 1 , \\"b\\":\\"x\\"} \\t" |
      | other letters | "\\u00e9\\u0000\\ud83d\\ude00" |
      | like a number | "007" |

  Scenario: A round without a state is answered without one, also after one that had a state
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "state": "one", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "state": null, "message": "Which team?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which place?" with {}
    And the person answers "Which team?" with {}
    And the model says "done"
    Then repeated call 1 has the state "one" [MCP-087]
    And repeated call 2 has no state [MCP-088]
    And repeated call 2 has the answers {"second": {"action": "accept", "content": {}}} [MCP-089]

  Scenario: A state alone asks nobody, and the call is repeated with it
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "round", "result": {"resultType": "input_required", "requestState": "later"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then 0 prompts are shown [MCP-090]
    And repeated call 1 has the state "later" [MCP-090]
    And repeated call 1 has the answers {} [MCP-090]

  Scenario: A request of the server is dropped
    Given the system "mcp-client"
    And the profile "2026-07-28"
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
    And the server sends {"jsonrpc": "2.0", "id": 9, "method": "ping"} when "Deploy where?" is shown
    And after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    Then the client sends no response [MCP-092]
    And the call "call_1" succeeds, telling the model "deployed" [MCP-092]

  Scenario Outline: A result of an unknown type is not handed on as the tool’s: <case>
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "round", "result": {"resultType": "<type>", "content": [{"type": "text", "text": "not of the tool"}]}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the model is told nothing with "not of the tool" [MCP-093]
    And the model is told what became of the call "call_1" [MCP-093]

    Examples:
      | case | type |
      | a word that nobody knows | partial |
      | in other letters | Complete |

  Scenario Outline: What asks for nothing that the client has is asked of nobody, and the call fails: <case>
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "round", "result": {"resultType": "input_required", "inputRequests": <entries>}}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Deploy where?" with {}
    And the model says "done" if it is asked
    Then 0 calls are repeated [MCP-095]
    And the model is told what became of the call "call_1" [MCP-095.f]

    Examples:
      | case | entries |
      | a number for an entry | {"where": 7} |
      | a method that was not declared | {"where": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 5}}} |
      | a method that nobody knows | {"where": {"method": "elicitation/sing", "params": {"message": "Deploy where?"}}} |
      | a mode that nobody knows | {"where": {"method": "elicitation/create", "params": {"mode": "voice", "message": "Deploy where?"}}} |

  Scenario: Two calls of one tool keep each its own state
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And in the same message it calls "deploy" with:
      """
      {"version": "1.5"}
      """
    And the person answers "Deploy where?" with {"place": "one"}
    And the person answers "Deploy where?" with {"place": "two"}
    And the model says "done"
    Then each repeated call has the state of its own call [MCP-091]
    And 2 calls are repeated [MCP-091]
