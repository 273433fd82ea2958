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
    And after 1000 ms the person answers "Which team?" with {"name": "blue"}
    And the model says "done"
    Then each repeated call has the name and the arguments of the call before it [MCP-084]
    And each repeated call has an id of its own [MCP-085]
    And execution 1 of "deploy" has the arguments {"version": "1.4"} [MCP-084]
    And 1 call is repeated [MCP-086]
    And repeated call 1 has the answers: [MCP-086]
      """
      {"first": {"action": "accept", "content": {"name": "staging"}}, "second": {"action": "accept", "content": {"name": "blue"}}}
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
      | letters in two parts | "e\\u0301" |
      | ends of lines | "a\\r\\nb\\n" |
      | four thousand letters | "⟨4096×s⟩" |
      | sixty thousand letters | "⟨65536×s⟩" |

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
    And repeated call 1, if there is one, has the state "later" [MCP-090]
    And repeated call 1, if there is one, has the answers {} [MCP-090]

  Scenario Outline: A request of the server is dropped: <case>
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
    And the server sends when "Deploy where?" is shown:
      """
      {"jsonrpc": "2.0", "id": 9, "method": "<method>", "params": <params>}
      """
    And after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    Then the client sends no response [MCP-092]
    And 1 prompt is shown [MCP-092]
    And the call "call_1" succeeds, telling the model "deployed" [MCP-092]

    Examples:
      | case | method | params |
      | a ping | ping | {} |
      | an ask | elicitation/create | {"message": "Who?", "requestedSchema": {"type": "object", "properties": {}}} |

  Scenario Outline: A result of an unknown type is not handed on as the tool’s: <case>
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "round", "result": {"resultType": <type>, "content": [{"type": "text", "text": "not of the tool"}]}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the model is told nothing with "not of the tool" [MCP-093]
    And the model is told what became of the call "call_1" [MCP-093]

    Examples:
      | case | type |
      | a word that nobody knows | "partial" |
      | in other letters | "Complete" |
      | null | null |
      | a number | 7 |

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
    Then no answer of the client accepts [MCP-095]
    And the client sends 1 line with {"method": "tools/call"} [MCP-095.f]
    And the call "call_1" fails [MCP-095.f]

    Examples:
      | case | entries |
      | a number for an entry | {"where": 7} |
      | a method that was not declared | {"where": {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 5}}} |
      | the roots, which were not declared | {"roots": {"method": "roots/list", "params": {}}} |
      | a method that nobody knows | {"where": {"method": "elicitation/sing", "params": {"message": "Deploy where?"}}} |
      | a mode that nobody knows | {"where": {"method": "elicitation/create", "params": {"mode": "voice", "message": "Deploy where?"}}} |

  Scenario: A round that asks nothing and has no state does not go on for ever
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "round", "result": {"resultType": "input_required"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done" if it is asked
    Then 0 prompts are shown [MCP-095]
    And the client sends at most 2 lines with {"method": "tools/call"} [MCP-095.f]
    And the model is told what became of the call "call_1" [MCP-095.f]

  Scenario: A round that asks what the client has not, and what it has, claims nothing of the first
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "round", "result": {"resultType": "input_required", "requestState": "one", "inputRequests": {
        "where": {"method": "elicitation/create", "params": {"message": "Deploy where?", "requestedSchema": {
          "type": "object", "properties": {"place": {"type": "string"}}}}},
        "say": {"method": "elicitation/create", "params": {"mode": "voice", "message": "Say where."}}
      }}}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Say where." with {}
    And if asked, the person rejects "Deploy where?"
    And the model says "done" if it is asked
    Then no answer of the client accepts [MCP-095]
    And the model is told what became of the call "call_1" [MCP-095.f]

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

  Scenario: What asks the same again is put to the user again, and the answer is not repeated
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    And the tool "deploy" asks:
      """
      {"id": "again", "key": "where", "message": "Deploy where?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {}
    And the run may end while the turn waits
    Then 1 call is repeated [MCP-096.a]
    And 2 prompts are shown [MCP-096.a]

  Scenario: What asks the same again may be answered otherwise
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}
      }}
      """
    And the tool "deploy" asks:
      """
      {"id": "again", "key": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {"place": "staging"}
    And the person answers "Deploy where?" with {"place": "production"}
    And the model says "done"
    Then repeated call 1 has the answers {"where": {"action": "accept", "content": {"place": "staging"}}} [MCP-089]
    And repeated call 2 has the answers {"where": {"action": "accept", "content": {"place": "production"}}} [MCP-089]
    And each repeated call has an id of its own [MCP-085]

  Scenario: A round that asks nothing after one that asked has no answers
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
      {"id": "round", "result": {"resultType": "input_required", "inputRequests": {}, "requestState": "later"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which place?" with {}
    And the model says "done"
    Then repeated call 2, if there is one, has the state "later" [MCP-090]
    And repeated call 2, if there is one, has the answers {} [MCP-090]
    And the call "call_1" succeeds, telling the model "deployed" [MCP-090]

  Scenario Outline: The arguments come back as they were: <case>
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy" with:
      """
      <arguments>
      """
    And the person answers "Deploy where?" with {}
    And the model says "done"
    Then each repeated call has the name and the arguments of the call before it [MCP-084]
    And execution 2 of "deploy" has the arguments <arguments> [MCP-084]

    Examples:
      | case | arguments |
      | none | {} |
      | falsy ones | {"zero": 0, "empty": "", "no": false, "nothing": null, "list": [], "object": {}} |
      | numbers | {"count": 1, "share": 1.25, "large": 9007199254740991, "below": -3} |
      | letters in two parts, and a face | {"text": "e\\u0301 \\ud83d\\ude00"} |
      | nested ones | {"a": [{"b": [1, [2, null]]}], "c": {"d": {"e": "f"}}} |

  Scenario: The names of what is asked come back as they are
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "Env-Name_1", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}, "with": [
        {"id": "e\u0301 2", "message": "Which team?", "requestedSchema": {"type": "object", "properties": {}}}
      ]}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which place?" with {}
    And the person answers "Which team?" with {}
    And the model says "done"
    Then repeated call 1 has the answers: [MCP-086]
      """
      {"Env-Name_1": {"action": "accept", "content": {}}, "e\u0301 2": {"action": "accept", "content": {}}}
      """

  Scenario: The next call of a tool begins without a state
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {}
    And the model calls "deploy"
    And the person answers "Deploy where?" with {}
    And the model says "done"
    Then 2 calls are repeated [MCP-091]
    And each request of the client says that it is of "2026-07-28", and what the client can do [MCP-016]

  Scenario: A failure that comes in a later round is told as such
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that fails with "no such place"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {}
    And the model says "done"
    Then the call "call_1" fails, telling the model something with "no such place" [MCP-125]

  Scenario: An error that comes in a later round is told as such
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    And the tool "deploy" asks:
      """
      {"id": "over", "error": {"code": -32602, "message": "the state is too old"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {}
    And the model says "done"
    Then the call "call_1" fails [MCP-125]

  Scenario: A call that is declined in its second round has accepted nothing of that round
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "key": "where", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]
      }}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "key": "where", "message": "Which team?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which place?" with {"name": "north"}
    And the person rejects "Which team?"
    And the model says "then not"
    Then repeated call 2, if there is one, has the answers: [MCP-051]
      """
      {"where": {"action": "decline"}}
      """
    And the model is told what became of the call "call_1" [MCP-097]

  Scenario: Where the server dies while the user thinks, the call is repeated in another process
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
    And there is another process of the server when "Deploy where?" is shown
    And after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    Then 1 call is repeated [MCP-099]
    And repeated call 1 has the answers: [MCP-099]
      """
      {"where": {"action": "accept", "content": {"place": "staging"}}}
      """
    And the call "call_1" succeeds, telling the model "deployed" [MCP-099]
