Feature: Each ask is answered by itself

  A server may ask several things at a time, under ids of its own choice. Each of them is settled once.

  Scenario Outline: Two asks at once are answered each by its own act, in whatever order: <version>
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
    And if asked, after 2000 ms the person answers "Which place?" with {"name": "007"}
    And if asked, after 1000 ms the person answers "Which team?" with {"name": "true"}
    And the model says "done"
    Then where "Which team?" was asked about, the questions of the tool "deploy" are answered with: [MCP-047]
      """
      [{"action": "accept", "content": {"name": "007"}}, {"action": "accept", "content": {"name": "true"}}]
      """
    And the responses of the client have the ids [1, 2] [MCP-044]
    And 2 prompts are shown [MCP-048]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario Outline: An id has its type, and is answered with it: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "requestId": 7, "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]
      }, "with": [{"id": "second", "requestId": "7", "message": "Which team?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]
      }}]}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Which place?" with {"name": "left"}
    And if asked, the person rejects "Which team?"
    And the model says "done"
    Then the responses of the client have the ids [7, "7"] [MCP-044]
    And where "Which place?" was asked about, the response to 7 has {"result": {"action": "accept"}} [MCP-044]
    And where "Which team?" was asked about, the response to "7" has {"result": {"action": "decline"}} [MCP-044]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario Outline: An ask under the id of the call that is under way is settled by itself: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "requestId": "\u003ccall>", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    Then where "Deploy where?" was asked about, the tool "deploy" is told: [MCP-046]
      """
      {"action": "accept", "content": {"place": "staging"}}
      """
    And the call "call_1" succeeds, telling the model "deployed" [MCP-046]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario Outline: A mode that nobody knows is refused, and the user sees no form: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "say", "undeclared": true, "mode": "voice", "message": "Say where.", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Say where." with {"place": "staging"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then 0 prompts are shown [MCP-049]
    And where the tool "deploy" may ask, it is not told "accept" [MCP-049]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario: A mode that nobody knows is refused with the error -32602
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "say", "undeclared": true, "mode": "voice", "message": "Say where.", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Say where." with {"place": "staging"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the response to 1 has {"error": {"code": -32602}} [MCP-049]

  @declares
  Scenario Outline: A mode that was not declared is refused with the error -32602, and the user sees nothing: <case>
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is <declared>
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "undeclared": true, "message": "Deploy where?", <ask>}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person cancels "Deploy where?"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the response to 1 has {"error": {"code": -32602}} [MCP-008]
    And 0 prompts are shown [MCP-008]

    Examples:
      | case | declared | ask |
      | a page, and it declares forms | {"elicitation": {"form": {}}} | "mode": "url", "elicitationId": "e", "url": "https://example.com/a" |
      | a page, and it declares no mode | {"elicitation": {}} | "mode": "url", "elicitationId": "e", "url": "https://example.com/a" |
      | a form, and it declares pages | {"elicitation": {"url": {}}} | "mode": "form", "requestedSchema": {"type": "object", "properties": {}} |

  @declares
  Scenario Outline: A client that declares no elicitation answers an ask with an error: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And the setting "capabilities" is {}
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"undeclared": true, "id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the responses of the client have the ids [1] [MCP-009]
    And no answer of the client accepts [MCP-009]
    And the response to 1 is an error [MCP-009.e]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario Outline: Asks of two calls at a time are answered each by its own act: <version>
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
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" asks:
      """
      {"id": "where", "message": "Wipe what?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "wipe"
    And if asked, after 2000 ms the person answers "Deploy where?" with {"place": "staging"}
    And if asked, after 1000 ms the person answers "Wipe what?" with {"place": "sda"}
    And the model says "done"
    Then where "Deploy where?" was asked about, the tool "deploy" is told: [MCP-128]
      """
      {"action": "accept", "content": {"place": "staging"}}
      """
    And where "Wipe what?" was asked about, the tool "wipe" is told: [MCP-128]
      """
      {"action": "accept", "content": {"place": "sda"}}
      """
    And the call "call_1" succeeds, telling the model "deployed" [MCP-125]
    And the call "call_2" succeeds, telling the model "wiped" [MCP-125]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: A form that the protocol does not have is accepted by nobody: <case>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": <property>}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person cancels "Deploy where?"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is not told "accept" [MCP-050]

    Examples:
      | case | version | property |
      | an object in it | 2025-06-18 | {"type": "object", "properties": {"name": {"type": "string"}}} |
      | a text or nothing | 2025-11-25 | {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null} |
      | a list of any texts | 2026-07-28 | {"type": "array", "items": {"type": "string"}} |

  Scenario Outline: Who asks very much at once does not fill the screen, and the session lives: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}, "with": [
        {"id": "more", "times": 99, "message": "And which?", "requestedSchema": {"type": "object", "properties": {}}}
      ]}
      """
    And a tool "status" that returns "ready"
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when "Which place?" is shown
    And the user says "again" after the turn
    And the model calls "status"
    And the model says "done"
    And the run may end while the turn waits
    Then fewer than 100 prompts are shown [MCP-072]
    And the call "call_2" succeeds, telling the model "ready" [MCP-072]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  Scenario Outline: An ask is answered under its id, whatever it looks like: <case>
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
    And the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    Then the responses of the client have the ids [<id>] [MCP-044]
    And where "Deploy where?" was asked about, the tool "deploy" is told {"action": "accept"} [MCP-044]

    Examples:
      | case | id |
      | zero | 0 |
      | below zero | -1 |
      | an empty text | "" |
      | blanks around it | " a " |
      | letters in two parts | "e\\u0301" |
      | the largest that every language has | 9007199254740991 |

  Scenario Outline: Three asks at once are all answered: <version>
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
    And if asked, after 2000 ms the person answers "Which place?" with {}
    And if asked, after 1000 ms the person rejects "Which team?"
    And if asked, the person answers "Which day?" with {}
    And the model says "done"
    Then the responses of the client have the ids [1, 2, 3] [MCP-044]
    And where "Which day?" was asked about, the response to 3 has {"result": {"action": "accept"}} [MCP-047]
    And where "Which team?" was asked about, the response to 2 has {"result": {"action": "decline"}} [MCP-047]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
