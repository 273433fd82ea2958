Feature: Clients that offer something odd

  What a client offers in a wrong shape counts as not offered, and nothing that it says keeps the agent from its work.

  @lines @question_tool
  Scenario Outline: A client that does not properly offer forms is sent none: <case>
    Given the system "acp"
    And a terminal
    And the setting "clientCapabilities" is <offered>
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And if asked, the person cancels "Which way?"
    And the model says "then by myself" if it is asked
    Then 0 messages tell the client {"method": "elicitation/create", "params": {"mode": "form"}} [<row>]
    And 1 message tells the client {"result": {"sessionId": "<session#1>"}} [ACP-023]
    And each prompt of the client is answered once [ACP-023]

    Examples:
      | case | offered | row |
      | null beside pages | {"elicitation": {"form": null, "url": {}}} | ACP-019, ACP-021 |
      | a list | {"elicitation": {"form": []}} | ACP-022 |
      | a text | {"elicitation": {"form": "yes"}} | ACP-022 |
      | false | {"elicitation": {"form": false}} | ACP-022 |
      | a list of modes | {"elicitation": ["form"]} | ACP-022 |

  @lines
  Scenario Outline: A client is asked for no file and no terminal that it does not offer: <case>
    Given the system "acp"
    And a terminal
    And the setting "clientCapabilities" is <offered>
    When the user says "go"
    And the model says "gone"
    Then 0 messages tell the client {"method": "<first>"} [<row>]
    And 0 messages tell the client {"method": "terminal/create"} [ACP-026]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-022]

    Examples:
      | case | offered | first | row |
      | writing alone | {"fs": {"readTextFile": false, "writeTextFile": true}} | fs/read_text_file | ACP-025 |

  @lines
  Scenario: A client that offers its files is not asked for a terminal
    Given the system "acp"
    And a terminal
    And the setting "clientCapabilities" is {"fs": {"readTextFile": true, "writeTextFile": true}, "terminal": false}
    When the user says "go"
    And if told, the client answers "fs/read_text_file" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "<id>", "result": {"content": ""}}}]
      """
    And the model says "gone"
    Then 0 messages tell the client {"method": "terminal/create"} [ACP-026]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-035]

  @lines @question_tool
  Scenario: A form of one session's turn names that session, although another was prompted since
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And that reply takes 5000 ms
    And if asked, the person answers "Which way?" with "left"
    And the client sends when "go" is asked of the model:
      """
      {"jsonrpc": "2.0", "id": "new", "method": "session/new", "params": {"cwd": "/hotseat/project", "mcpServers": []}}
      """
    And the client answers "\"id\":\"new\"" with the line:
      """
      {"jsonrpc": "2.0", "id": "p", "method": "session/prompt",
       "params": {"sessionId": "<sessionId>", "prompt": [{"type": "text", "text": "another"}]}}
      """
    And asked "another" the model says "yes"
    And to every other request the model says "done"
    Then 1 message tells the client {"id": "new", "result": {"sessionId": "<session#2>"}} [ACP-027]
    And 0 messages tell the client {"method": "elicitation/create", "params": {"sessionId": "<session#2>"}} [ACP-068]
    And each prompt of the client is answered once [ACP-116]
