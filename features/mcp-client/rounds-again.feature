Feature: Rounds: more of them, more in each, and other processes

  What a call was comes back in each of its rounds, wherever they are served.

  Scenario: A call in its third round has its arguments still
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
      {"id": "second", "message": "Which team?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Which place?" with {}
    And the person answers "Which team?" with {}
    And the model says "done"
    Then each repeated call has the name and the arguments of the call before it [MCP-084]

  Scenario: In another process of the server a call has its arguments and its state, and its failure is told
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that fails with "no such place"
    And the tool "deploy" asks:
      """
      {"id": "where", "state": "one", "message": "Deploy where?",
       "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And there is another process of the server when "Deploy where?" is shown
    And after 1000 ms the person answers "Deploy where?" with {}
    And the model says "done"
    Then each repeated call has the name and the arguments of the call before it [MCP-084]
    And the last repeated call has the state "one" [MCP-087]
    And the call "call_1" fails [MCP-125]

  Scenario: Where the server dies in two rounds, the call is repeated in another process each time
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
      {"id": "second", "message": "Which team?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And there is another process of the server when "Which place?" is shown
    And after 1000 ms the person answers "Which place?" with {}
    And there is another process of the server when "Which team?" is shown
    And after 1000 ms the person answers "Which team?" with {}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then 2 calls are repeated [MCP-099]
    And the call "call_1" succeeds, telling the model "deployed" [MCP-099]

  Scenario: Where the server dies while a call runs, the call has an outcome
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" takes 60000 ms
    When the user says "go"
    And the model calls "deploy"
    And there is another process of the server when the tool "deploy" runs
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the model is told what became of the call "call_1" [MCP-125]

  Scenario: A round that asks three things has three answers
    Given the system "mcp-client"
    And the profile "2026-07-28"
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
    And the person answers "Which place?" with {}
    And the person answers "Which team?" with {}
    And the person answers "Which day?" with {}
    And the model says "done"
    Then repeated call 1 has the answers: [MCP-086]
      """
      {"first": {"action": "accept", "content": {}}, "second": {"action": "accept", "content": {}},
       "third": {"action": "accept", "content": {}}}
      """

  @pages
  Scenario: Where one of two things is declined, the call is repeated with an answer to both, or not at all
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}, "with": [
        {"id": "page", "mode": "url", "message": "Please sign in.", "url": "https://example.com/in"}
      ]}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, after 1000 ms the person rejects "Which place?"
    And if asked, after 2000 ms the person answers "Please sign in." with "Open"
    And the model says "done"
    Then repeated call 1, if there is one, has the answers: [MCP-086]
      """
      {"first": {"action": "decline"}, "page": {"action": "\u003cact#1>"}}
      """

  Scenario: A round that has a content besides asks all the same
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "round", "result": {"resultType": "input_required", "content": [{"type": "text", "text": "not yet"}],
       "requestState": "one", "inputRequests": {"where": {"method": "elicitation/create", "params": {
        "message": "Deploy where?", "requestedSchema": {"type": "object", "properties": {}}}}}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {}
    And the model says "done"
    Then repeated call 1 has the answers {"where": {"action": "accept", "content": {}}} [MCP-086]

  Scenario: A result without a type is no round: the call is not repeated
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "end", "result": {"content": [{"type": "text", "text": "deployed"}]}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the client sends 1 line with {"method": "tools/call"} [MCP-094]
    And the model is told what became of the call "call_1" [MCP-125]
