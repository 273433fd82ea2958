Feature: Answers and cancels at the wrong time

  A second answer, a late one, and the cancel of one of two calls touch nothing else.

  @pair
  Scenario Outline: A second answer to the first of two asks changes nothing while the other is open: <case>
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "\u003cid>", "result": {
          "action": "accept", "content": {"\u003cfirst key of properties>": "one"}}}},
       {"after_ms": 500, "line": {"jsonrpc": "2.0", "id": "\u003cid>", "result": <again>}}]
      """
    And after 1000 ms the person answers "Which second?" with "two"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then 1 result of a call begins with "paired" [MCP-080]
    And no message tells the client "zebra" [MCP-080]

    Examples:
      | case | again |
      | another text | {"action": "accept", "content": {"\\u003cfirst key of properties>": "zebra"}} |
      | a decline | {"action": "decline"} |

  @ask @answers
  Scenario: Of two calls of one tool, one is given up and answered late, and the other and the next go on
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And in the same message it calls "ask" with:
      """
      {"question": "How far?"}
      """
    And the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}},
       {"line": {"jsonrpc": "2.0", "id": "<id>", "result": {
         "action": "accept", "content": {"<first key of properties>": "zebra"}}}}]
      """
    And if asked, after 1000 ms the person answers "How far?" with "left"
    And the model calls "ask" with:
      """
      {"question": "What else?"}
      """
    And if asked, after 1000 ms the person answers "What else?" with "right"
    And the model says "done"
    Then no message tells the client "zebra" [MCP-116]
    And the call "call_2" succeeds, telling the model something with "left" [MCP-073]
    And the call "call_3" succeeds, telling the model something with "right" [MCP-116]

  @pair
  Scenario: A call that is given up when one of its asks is answered has no response, and gives up the other alone
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "<id>", "result": {
          "action": "accept", "content": {"<first key of properties>": "one"}}}},
       {"after_ms": 1000, "line": {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}}]
      """
    And the model says "then not"
    And the run may end while the turn waits
    Then 0 messages tell the client {"id": 2, "result": {}} [MCP-113]
    And 0 messages tell the client {"id": 2, "error": {}} [MCP-113]
    And a message tells the client at least {"method": "elicitation/create", "id": "<ask#1>"}
    And 0 messages tell the client {"method": "notifications/cancelled", "params": {"requestId": "<ask#1>"}} [MCP-112]

  @pair
  Scenario: Of two asks, one that was turned down is not given up
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "decline"}}
      """
    And if asked, after 1000 ms the person answers "Which second?" with "two"
    And if asked again, the person rejects "Which first?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then a message tells the client at least {"method": "elicitation/create", "id": "<ask#1>"}
    And 0 messages tell the client {"method": "notifications/cancelled", "params": {"requestId": "<ask#1>"}} [MCP-112]

  @connect
  Scenario: A call that is given up while its page is open has no result
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "connect"
    And if told, the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
      """
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 messages tell the client {"id": 2, "result": {}} [MCP-113]

  Scenario: The second call that is given up has no response either
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 2}}
      """
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3}}
      """
    And the model says "then not"
    And the run may end while the turn waits
    Then 0 messages tell the client {"id": 3, "result": {}} [MCP-113]
    And 0 messages tell the client {"id": 3, "error": {}} [MCP-113]
    And 0 results of a call begin with "deployed" [MCP-074]

  Scenario: The cancel of an id that a later call has does not touch that call
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client sends when "Deploy where?" is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 3}}
      """
    And after 1000 ms the person answers "Deploy where?" with "staging"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And if asked, the person answers "Deploy where?" with "production"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then 2 results of a call begin with "deployed" [MCP-120]
