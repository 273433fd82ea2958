Feature: Messages of the protocol

  What holds for every line between an agent and its client.

  Scenario: Each line of a plain turn is a message, and the prompt's text reaches the model
    Given the system "acp"
    And a terminal
    When the user says "go on, please"
    And the model says "tomtom"
    Then the agent writes nothing but messages [ACP-001]
    And each message of the agent stands whole on its line [ACP-002]
    And each line of the agent is one message [ACP-003]
    And the answer to initialize has the shape of the protocol [ACP-015]
    And each method of the agent is one of the protocol [ACP-012.m]
    And each update is of a kind of the protocol [ACP-043]
    And each update and each question names a session that was begun [ACP-033]
    And each turn ends for a reason of the protocol [ACP-036]
    And the prompt "go on, please" reaches the model [ACP-034]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-035]
    And a message tells the client at least {"result": {"protocolVersion": 1}} [ACP-013]
    And a message tells the client at least: [ACP-016]
      """
      {"result": {"agentInfo": {"name": "<name#1>", "version": "<version#1>"}}}
      """
    And 0 messages tell the client {"method": "fs/read_text_file"} [ACP-025]
    And 0 messages tell the client {"method": "fs/write_text_file"} [ACP-025]
    And 0 messages tell the client {"method": "terminal/create"} [ACP-026]
    And the words "tomtom" are told to the client once [ACP-044.t]
    And the turn ends completed

  Scenario: A text of several lines stands in a message of one line
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "line one\nline two"
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "line three\nline four"
    Then each message of the agent stands whole on its line [ACP-002]
    And the agent writes nothing but messages [ACP-001]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-002]

  @lines
  Scenario: An agent that is offered a version from the future answers with its latest
    Given the system "acp"
    And a terminal
    And the setting "protocolVersion" is 65535
    When the user says "go"
    And the model says "gone" if it is asked
    And the run may end while the turn waits
    Then 1 message tells the client {"result": {"protocolVersion": "<version#1>"}} [ACP-014]
    And 0 messages tell the client {"result": {"protocolVersion": 65535}} [ACP-014]

  @lines
  Scenario: A request is answered once, with its id as a number or as a text
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model says "gone"
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": 71, "method": "session/new", "params": {"cwd": "/hotseat/project", "mcpServers": []}}
      """
    And the client answers "\"id\":71," with the line:
      """
      {"jsonrpc": "2.0", "id": "71", "method": "session/new", "params": {"cwd": "/hotseat/project", "mcpServers": []}}
      """
    Then 1 message tells the client {"id": 71} [ACP-004]
    And 1 message tells the client {"id": "71"} [ACP-004]
    And 1 message tells the client {"id": 71, "result": {"sessionId": "<session#1>"}} [ACP-027]
    And 1 message tells the client {"id": "71", "result": {"sessionId": "<session#2>"}} [ACP-027]

  @lines @question_tool
  Scenario: Notifications are not answered, and change nothing
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "left"
    And the model says "gone"
    And the client sends when "Which way?" is shown:
      """
      {"jsonrpc": "2.0", "method": "_hotseat/nothing", "params": {"_meta": {"x": 1}}}
      """
    And the client sends when "Which way?" is shown:
      """
      {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "no-such-session"}}
      """
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "no-such-session"}}
      """
    Then 0 messages tell the client {"error": {}} [ACP-007]
    And the answer "left" arrives 1 time [ACP-009]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-009, ACP-104]
    And 0 messages tell the client {"result": {"stopReason": "cancelled"}} [ACP-104]
    And the turn ends completed [ACP-009]

  @lines
  Scenario Outline: A request that cannot be served is answered with an error: <case>
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model says "gone"
    And the client sends <line> after the turn
    And the client answers "\"error\"" with the line:
      """
      {"jsonrpc": "2.0", "id": "next", "method": "session/new", "params": {"cwd": "/hotseat/project", "mcpServers": []}}
      """
    Then 1 message tells the client {"id": <id>, "error": {"code": <code>}} [<row>]
    And 1 message tells the client {"id": "next", "result": {}} [<row>]
    And each error of the agent has a code and a message [ACP-154]

    Examples:
      | case                       | line | id | code | row |
      | an unknown method          | {"jsonrpc": "2.0", "id": "x", "method": "session/nothing", "params": {}} | "x" | -32601 | ACP-008 |
      | a method of an extension   | {"jsonrpc": "2.0", "id": "x", "method": "_hotseat/nothing"} | "x" | -32601 | ACP-008 |
      | a session without a folder | {"jsonrpc": "2.0", "id": "x", "method": "session/new", "params": {"mcpServers": []}} | "x" | -32602 | ACP-010 |
      | a prompt without content   | {"jsonrpc": "2.0", "id": "x", "method": "session/prompt", "params": {"prompt": []}} | "x" | -32602 | ACP-010 |
      | no message                 | {"hello": "agent"} | null | -32600 | ACP-011 |

  @lines
  Scenario: A prompt for a session that does not exist is refused
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model says "gone"
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": "x", "method": "session/prompt", "params": {"sessionId": "no-such-session", "prompt": [{"type": "text", "text": "hi"}]}}
      """
    Then 1 message tells the client {"id": "x", "error": {"code": "<code#1>"}} [ACP-032]
    And 1 request reaches the model [ACP-032]

  @lines @question_tool
  Scenario: The client's id of the prompt is no answer to the agent's question with the same id
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "right"
    And the model says "gone"
    And the client sends when "Which way?" is shown:
      """
      {"jsonrpc": "2.0", "id": "agent-1", "method": "session/new", "params": {"cwd": "/hotseat/project", "mcpServers": []}}
      """
    Then 1 message tells the client {"id": "agent-1", "result": {}} [ACP-006, ACP-117]
    And the answer "right" arrives 1 time [ACP-006]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-006]
