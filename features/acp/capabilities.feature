Feature: What the client can show

  An agent asks by a form or by a page only where its client offers that.

  @question_tool
  Scenario Outline: A client that offers no elicitation is sent none: <offered>
    Given the system "acp"
    And a terminal
    And the setting "clientCapabilities" is <offered>
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And if asked, the person rejects "Which way?"
    And the model says "then by myself" if it is asked
    Then 0 messages tell the client {"method": "elicitation/create"} [<row>]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [<end>]
    And the model is told of no act of the user [ACP-152]
    And the answer "left" is told nowhere without "right" [<row>]
    And the answer "right" is told nowhere without "left" [<row>]

    Examples:
      | offered | row | end |
      | null | ACP-018 | ACP-023 |
      | {} | ACP-018 | ACP-023 |
      | {"elicitation": null} | ACP-018 | ACP-023 |
      | {"elicitation": {}} | ACP-019 | ACP-023 |
      | {"elicitation": {"form": null, "url": null}} | ACP-019 | ACP-023 |
      | {"elicitation": {"url": {}}} | ACP-021 | ACP-023 |
      | {"elicitation": "yes"} | ACP-022 | ACP-022 |
      | {"elicitation": {"form": true}} | ACP-022 | ACP-022 |

  @own_tools
  Scenario: A client that offers forms alone is sent no page
    Given the system "acp"
    And a terminal
    And the setting "clientCapabilities" is {"elicitation": {"form": {}}}
    When the user says "go"
    And the model calls "connect" with:
      """
      {"service": "the calendar", "url": "https://example.com/connect"}
      """
    And the model says "then not"
    Then 0 messages tell the client {"method": "elicitation/create"} [ACP-020]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-023]

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
