Feature: Rounds

  In 2026-07-28 a server asks by the result of the call, and the client calls again with the answers. Nothing of that is a request
  of the server, and what the server must remember it sends along.

  Scenario Outline: A result that asks has the shape of the protocol: <tool>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "<tool>"
    And if asked, the person answers "Deploy where?" with "staging"
    And if asked, the person answers "Which first?" with "one"
    And if asked, the person answers "Which second?" with "two"
    And if asked, the person answers "Sign in first" with "Open"
    And the model says "done"
    Then the server sends no request [MCP-033, MCP-018]
    And each round has requests, a state, or both [MCP-035]
    And each result says its type [MCP-036]
    And each entry of a round has a method of the protocol and its params [MCP-037]
    And each state of a round is a text [MCP-039]
    And 0 messages tell the client {"id": 0, "result": {"resultType": "input_required"}} [MCP-034]
    And 0 messages tell the client {"id": 1, "result": {"resultType": "input_required"}} [MCP-034]
    And 0 messages tell the client {"error": {"code": -32042}} [MCP-040]
    And 0 messages tell the client {"method": "notifications/elicitation/complete"} [MCP-040]
    And 0 messages tell the client {"method": "notifications/cancelled"} [MCP-040]

    Examples:
      | tool |
      | deploy |

    @pair
    Examples:
      | tool |
      | pair |

    @connect
    Examples:
      | tool |
      | connect |

  @pair
  Scenario: Two questions of one round are answered in any order
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the person answers "Which second?" with "two"
    And after 1000 ms the person answers "Which first?" with "one"
    And the model says "done"
    Then 1 result of a call begins with "paired" [MCP-073]
    And the call "call_1" succeeds, telling the model "paired one and two"
    And the requests are sent at "0 1000"

  Scenario Outline: A state that was changed is not taken as it stands: <case>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "1.4"},
        "inputResponses": {"\u003cfirst key of inputRequests>": {"action": "accept", "content": {"\u003cfirst key of properties>": "staging"}}}, <state>
      }}
      """
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then where a round has a state, 0 results of a call begin with "deployed" [MCP-101]
    And 1 message tells the client {"id": "again"} [MCP-101]

    Examples:
      | case | state |
      | made up | "requestState": "made-up" |
      | another letter | "requestState": "\\u003caltered requestState>" |
      | cut | "requestState": "\\u003ccut requestState>" |
      | said twice | "requestState": "\\u003cdoubled requestState>" |
      | empty | "requestState": "" |
      | a number | "requestState": 7 |
      | null | "requestState": null |

  Scenario Outline: The state of one call is refused with another: <case>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "<version>"}
      """
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "<tool>", "arguments": <arguments>,
        "inputResponses": {"\u003cfirst key of inputRequests>": {"action": "accept", "content": {"\u003cfirst key of properties>": "staging"}}}, "requestState": "\u003crequestState>"
      }}
      """
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "<word>" [MCP-102]
    And 1 message tells the client {"id": "again"} [MCP-102]

    @arguments
    Examples:
      | case | version | tool | arguments | word |
      | other arguments | 1.4 | deploy | {"version": "2.0"} | deployed |
      | arguments in other letters | rc | deploy | {"version": "RC"} | deployed |
      | arguments with other accents | é | deploy | {"version": "è"} | deployed |
      | arguments with a blank more | rc | deploy | {"version": "rc "} | deployed |

    @survey
    Examples:
      | case | version | tool | arguments | word |
      | another tool | 1.4 | survey | {} | surveyed |

  Scenario Outline: What may happen once does not happen again when its round is sent <case>
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
          "inputResponses": {"\u003cfirst key of inputRequests>": {"action": "accept", "content": {"\u003cfirst key of properties>": "staging"}}},
          "requestState": "\u003crequestState>"
        }}},
        {"line": {"jsonrpc": "2.0", "id": "once more", "method": "tools/call", "params": {
          "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
          "name": "deploy", "arguments": {"version": "1.4"},
          "inputResponses": {"\u003cfirst key of inputRequests>": {"action": "accept", "content": {"\u003cfirst key of properties>": "<answer>"}}},
          "requestState": "\u003crequestState>"
        }}}
      ]
      """
    And the model says "done"
    Then every result that begins with "deployed" is one and the same [MCP-104]
    And 1 message tells the client {"id": "once more"} [MCP-104]

    Examples:
      | case | answer |
      | a second time | staging |
      | with another answer | production |

  @pair
  Scenario: A missing answer is asked for again
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
        "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "one"}}}, "requestState": "<requestState>"
      }}
      """
    And the person answers "Which second?" with "never heard"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then a message tells the client at least {"id": "again", "result": {"resultType": "input_required"}} [MCP-105]

  Scenario: Answers that were not asked for are ignored
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "1.4"},
        "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "staging"}}, "more": {"action": "accept", "content": {"place": "production"}}}, "requestState": "<requestState>"
      }}
      """
    And the model says "done"
    Then 1 result of a call begins with "deployed" [MCP-106]

  Scenario Outline: Answers of a wrong shape are not acted upon: <case>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "1.4"},
        "inputResponses": <answers>, "requestState": "\u003crequestState>"
      }}
      """
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "deployed" [<row>]
    And 1 message tells the client {"id": "again"} [<row>]

    Examples:
      | case | answers | row |
      | null | null | MCP-107 |
      | a list | [{"action": "accept"}] | MCP-107 |
      | a text | "accept" | MCP-107 |

  Scenario Outline: An answer that is no accept of the user is not acted upon: <case>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "1.4"},
        "inputResponses": {"\u003cfirst key of inputRequests>": <answer>}, "requestState": "\u003crequestState>"
      }}
      """
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "deployed" [<row>]
    And 1 message tells the client {"id": "again"} [<row>]

    Examples:
      | case | answer | row |
      | a number for an answer | 7 | MCP-107 |
      | the answer of another method | {"roots": []} | MCP-107 |
      | an envelope | {"id": 1, "result": {"action": "accept", "content": {"\\u003cfirst key of properties>": "staging"}}} | MCP-107 |
      | an action that nobody knows | {"action": "later", "content": {"\\u003cfirst key of properties>": "staging"}} | MCP-079 |
      | declined, with content | {"action": "decline", "content": {"\\u003cfirst key of properties>": "staging"}} | MCP-076 |
      | cancelled, with content | {"action": "cancel", "content": {"\\u003cfirst key of properties>": "staging"}} | MCP-076 |
      | accepted without content | {"action": "accept"} | MCP-078 |
      | a number for a text | {"action": "accept", "content": {"\\u003cfirst key of properties>": 7}} | MCP-077 |
      | a choice that was not offered | {"action": "accept", "content": {"\\u003cfirst key of properties>": "nowhere"}} | MCP-077 |

  Scenario: Answers with the very first call answer nothing
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model says "done"
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": "first", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "1.4"},
        "inputResponses": {"place": {"action": "accept", "content": {"place": "staging"}}}
      }}
      """
    Then 0 results of a call begin with "deployed" [MCP-108]

  @status
  Scenario: A round that is never gone on with holds up nothing
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And in the same message it calls "status"
    And the client sends when "Deploy where?" is shown:
      """
      {"jsonrpc": "2.0", "id": "more", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "status", "arguments": {}
      }}
      """
    And nobody answers
    Then 2 results of a call begin with "ready" [MCP-109]

  @pair
  Scenario: The rounds of two calls do not mix, whichever goes on first
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And in the same message it calls "pair"
    And after 2000 ms the person answers "Deploy where?" with "staging"
    And the person answers "Which first?" with "one"
    And after 1000 ms the person answers "Which second?" with "two"
    And the model says "done"
    Then 1 result of a call begins with "deployed" [MCP-110]
    And 1 result of a call begins with "paired" [MCP-110]
    And the call "call_2" succeeds, telling the model "paired one and two"

  @survey
  Scenario Outline: What does not fit a form of many kinds is not acted upon in rounds: <case>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "survey"
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "survey", "arguments": {},
        "inputResponses": {"\u003cfirst key of inputRequests>": {"action": "accept", "content": <content>}},
        "requestState": "\u003crequestState>"
      }}
      """
    And if asked again, the person rejects "Tell us more"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "surveyed" [MCP-077]
    And 1 message tells the client {"id": "again"} [MCP-077]

    Examples:
      | case | content |
      | too long | {"name": "an exceedingly long name", "count": 1} |
      | too many | {"name": "Ada", "count": 101} |
      | a fraction for a whole number | {"name": "Ada", "count": 0.5} |
      | a text for a number | {"name": "Ada", "count": "1"} |
      | a text for yes or no | {"name": "Ada", "count": 1, "loud": "yes"} |
      | the title of a choice | {"name": "Ada", "count": 1, "zone": "Europe"} |
      | a pick that was not offered | {"name": "Ada", "count": 1, "days": ["sun"]} |
      | no pick where one is needed | {"name": "Ada", "count": 1, "langs": []} |
      | no address of mail | {"name": "Ada", "count": 1, "mail": "nobody"} |
      | what is required is missing | {"count": 1} |

  Scenario Outline: A round is served by another process: <tool>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"version": "1.4"}
      """
    And there is another process of the server when "<asked>" is shown
    And after 1000 ms the person answers "<asked>" with <answer>
    And the model says "done"
    Then 1 result of a call begins with "<word>" [MCP-100]

    Examples:
      | tool | asked | answer | word |
      | deploy | Deploy where? | "staging" | deployed |

    @survey
    Examples:
      | tool | asked | answer | word |
      | survey | Tell us more | {"name": "Ada", "count": 1} | surveyed |

  @pair
  Scenario: A round of two questions is served by another process
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And there is another process of the server when "Which second?" is shown
    And after 1000 ms the person answers "Which first?" with "one"
    And after 2000 ms the person answers "Which second?" with "two"
    And the model says "done"
    Then 1 result of a call begins with "paired" [MCP-100]
