Feature: What the client can show

  An agent asks by a form or by a page only where its client offers that.

  @lines @question_tool
  Scenario Outline: A client that offers no elicitation is sent none: <offered>
    Given the system "acp"
    And a terminal
    And the setting "clientCapabilities" is <offered>
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And if asked, the person cancels "Which way?"
    And the model says "then by myself" if it is asked
    Then 0 messages tell the client <sent> [<row>]
    And 1 message tells the client {"result": {"sessionId": "<session#1>"}} [<end>]
    And each prompt of the client is answered once [<end>]
    And where nobody was asked, the model is told of no act of the user [ACP-152]

    Examples:
      | offered | sent | row | end |
      | null | {"method": "elicitation/create"} | ACP-018 | ACP-023 |
      | {} | {"method": "elicitation/create"} | ACP-018 | ACP-023 |
      | {"elicitation": null} | {"method": "elicitation/create"} | ACP-018 | ACP-023 |
      | {"elicitation": {}} | {"method": "elicitation/create"} | ACP-019 | ACP-023 |
      | {"elicitation": {"form": null, "url": null}} | {"method": "elicitation/create"} | ACP-019 | ACP-023 |
      | {"elicitation": {"url": {}}} | {"method": "elicitation/create", "params": {"mode": "form"}} | ACP-021 | ACP-023 |
      | {"elicitation": "yes"} | {"method": "elicitation/create"} | ACP-022 | ACP-022 |
      | {"elicitation": {"form": true}} | {"method": "elicitation/create"} | ACP-022 | ACP-022 |

  @lines @own_tools
  Scenario: A client that offers forms alone is sent no page
    Given the system "acp"
    And a terminal
    And the setting "clientCapabilities" is {"elicitation": {"form": {}}}
    When the user says "go"
    And the model calls "connect" with:
      """
      {"service": "the calendar", "url": "https://example.com/connect"}
      """
    And if asked, the person cancels "the calendar"
    And the model says "then not" if it is asked
    Then 0 messages tell the client {"method": "elicitation/create", "params": {"mode": "url"}} [ACP-020]
    And each prompt of the client is answered once [ACP-023]

  @lines
  Scenario: A client that says nothing of its capabilities gets a plain turn
    Given the system "acp"
    And a terminal
    And the setting "clientCapabilities" is null
    When the user says "go"
    And the model says "gone"
    Then 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-017]
    And the words "gone" are told to the client once [ACP-044.t]
    And 0 messages tell the client {"method": "terminal/create"} [ACP-026]
    And 0 messages tell the client {"method": "fs/read_text_file"} [ACP-025]
