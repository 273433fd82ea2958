Feature: Giving up, on either end

  A server may withdraw what it asks, and a user may stop the turn. What comes late changes nothing.

  Scenario Outline: What the server withdraws is taken away, and not answered: <version>
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
    And the server gives up {"requestId": 1} when "Deploy where?" is shown
    And after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    And the run may end while the turn waits
    Then the client sends no response [MCP-111]
    And the call "call_1" succeeds, telling the model "deployed" [MCP-111]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario Outline: What the server withdraws is taken away, whatever its id looks like: <case>
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "requestId": <id>, "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the server gives up {"requestId": <id>} when "Deploy where?" is shown
    And after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    And the run may end while the turn waits
    Then the client sends no response [MCP-111]
    And the call "call_1" succeeds, telling the model "deployed" [MCP-111]

    Examples:
      | case | id |
      | zero | 0 |
      | below zero | -1 |
      | a word | "ask" |
      | a number as a text | "1" |
      | no letter | "" |

  Scenario Outline: A late act at what was withdrawn does not answer the next ask: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]
      }}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "message": "Which team?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the server gives up {"requestId": 1} when "Which place?" is shown
    And after 1000 ms the person answers "Which place?" with {"name": "staging"}
    And after 2000 ms the person rejects "Which team?"
    And the model says "done"
    And the run may end while the turn waits
    Then where "Which team?" was asked about, the tool "deploy" is told {"action": "decline"} [MCP-129]
    And the model is told what became of the call "call_1" [MCP-125]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario Outline: A stopped turn takes away what its call asks, and a later act goes nowhere: <version>
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
    And SIGINT arrives when "Deploy where?" is shown
    And after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the run may end while the turn waits
    Then no answer of the client accepts [MCP-115]
    And what the client gives up is a call of its own [MCP-112.c]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario: A round that asks is over: it is not given up, also where the turn is stopped
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
    And SIGINT arrives when "Deploy where?" is shown
    And the run may end while the turn waits
    And after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    Then the client sends 0 lines with {"method": "notifications/cancelled"} [MCP-098]
    And no answer of the client accepts [MCP-115]

  Scenario Outline: The result of a call that was given up is ignored, and the session lives: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "status" that returns "ready"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if told, the server answers "notifications/cancelled" with the line:
      """
      {"jsonrpc": "2.0", "id": "\u003crequestId>", "result": {"content": [{"type": "text", "text": "too late"}]}}
      """
    And SIGINT arrives when "Deploy where?" is shown
    And the user says "again" after the turn
    And the model calls "status"
    And the model says "here"
    And the run may end while the turn waits
    Then the model is told nothing with "too late" [MCP-134]
    And the call "call_2" succeeds, telling the model "ready" [MCP-134]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario Outline: A cancel that names nothing is ignored: <case>
    Given the system "mcp-client"
    And the profile "2025-11-25"
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
    And the server gives up <params> when "Deploy where?" is shown
    And after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    Then where "Deploy where?" was asked about, the tool "deploy" is told {"action": "accept"} [MCP-120.c]

    Examples:
      | case | params |
      | an id that nobody knows | {"requestId": 77} |
      | the id as a text | {"requestId": "1"} |
      | no id | {} |
      | an object for an id | {"requestId": {"id": 1}} |

  Scenario Outline: A stopped turn gives up the call that runs: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" takes 60000 ms
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when the tool "deploy" runs
    And the run may end while the turn waits
    Then the client sends <lines> with {"method": "notifications/cancelled"} [<row>]
    And what the client gives up is a call of its own [MCP-112.c]

    Examples:
      | version | lines | row |
      | 2025-06-18 | at most 1 line | MCP-112.c |
      | 2025-11-25 | at most 1 line | MCP-112.c |
      | 2026-07-28 | 1 line | MCP-119 |

  Scenario: A call that is repeated is given up by the id of its last request
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
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
    And the person answers "Deploy where?" with {"place": "staging"}
    And SIGINT arrives when the client is told "inputResponses"
    And the run may end while the turn waits
    Then the client sends 1 line with {"method": "notifications/cancelled"} [MCP-119]
    And what the client gives up is the call that it has sent last [MCP-112.c]

  Scenario Outline: Of two asks the one that is withdrawn is taken away, and the other answered: <version>
    Given the system "mcp-client"
    And the profile "<version>"
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
    And the model calls "deploy"
    And the server gives up {"requestId": 2} when "Which team?" is shown
    And if asked, after 1000 ms the person answers "Which team?" with {"name": "blue"}
    And if asked, after 2000 ms the person answers "Which place?" with {"name": "north"}
    And the model says "done"
    And the run may end while the turn waits
    Then where "Which team?" was asked about, the client sends no response to 2 [MCP-111]
    And where "Which place?" was asked about, the response to 1 has {"result": {"content": {"name": "north"}}} [MCP-129]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario Outline: A stopped turn takes away all that its calls ask: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}, "with": [
        {"id": "second", "message": "Which team?", "requestedSchema": {"type": "object", "properties": {}}}
      ]}
      """
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when "Which place?" is shown
    And if asked, after 1000 ms the person answers "Which place?" with {}
    And if asked, after 2000 ms the person answers "Which team?" with {}
    And the run may end while the turn waits
    Then no answer of the client accepts [MCP-115]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: After a stopped turn the next call asks as ever: <version>
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
    And SIGINT arrives when "Deploy where?" is shown
    And after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the user says "again" after the turn
    And the model calls "deploy"
    And after 1000 ms the person rejects "Deploy where?"
    And the model says "then not"
    And the run may end while the turn waits
    Then no answer of the client accepts [MCP-115]
    And where the call goes on after "Deploy where?", the tool "deploy" is told {"action": "decline"} [<row>]
    And the model is told what became of the call "call_2" [MCP-125]

    Examples:
      | version | row |
      | 2025-06-18 | MCP-055 |
      | 2025-11-25 | MCP-055 |
      | 2026-07-28 | MCP-115 |

  Scenario: What is told of a call that was given up is not asked
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" takes 60000 ms
    When the user says "go"
    And the model calls "deploy"
    And if told, the server answers "notifications/cancelled" with the line:
      """
      {"jsonrpc": "2.0", "id": "\u003crequestId>", "result": {"resultType": "input_required", "inputRequests": {
        "where": {"method": "elicitation/create", "params": {"message": "Deploy where?", "requestedSchema": {
          "type": "object", "properties": {"place": {"type": "string"}}}}}}}}
      """
    And SIGINT arrives when the tool "deploy" runs
    And if asked, the person answers "Deploy where?" with {"place": "staging"}
    And the run may end while the turn waits
    Then 0 prompts are shown [MCP-134]
    And the client sends 1 line with {"method": "tools/call"} [MCP-134]
