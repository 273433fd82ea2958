Feature: The forms of a server, in all their parts

  What a server asks arrives whole, and what comes back to it fits.

  @server_tools
  Scenario: A server's form keeps its title, its description, its pattern, its format and a default of false
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Which place?", "requestedSchema": {
        "type": "object",
        "title": "Deploy",
        "description": "Asked once",
        "properties": {
          "mail": {"type": "string", "format": "email", "minLength": 3},
          "tag": {"type": "string", "pattern": "^v[0-9]+$"},
          "dry": {"type": "boolean", "default": false},
          "zone": {"type": "string", "oneOf": [
            {"const": "a", "title": "A"}, {"const": "b", "title": "B"}, {"const": "c", "title": "C"},
            {"const": "d", "title": "D"}, {"const": "e", "title": "E"}, {"const": "f", "title": "F"},
            {"const": "g", "title": "G"}, {"const": "h", "title": "H"}, {"const": "i", "title": "I"},
            {"const": "j", "title": "J"}, {"const": "k", "title": "K"}, {"const": "l", "title": "L"}
          ]}
        },
        "required": ["mail"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "Which place?" with {"mail": "a@b.example", "tag": "v1", "dry": false, "zone": "l"}
    And the model says "done" if it is asked
    Then where "Which place?" was asked about, the client was asked with: [ACP-126]
      """
      {"requestedSchema": {
        "type": "object",
        "title": "Deploy",
        "description": "Asked once",
        "properties": {
          "mail": {"type": "string", "format": "email", "minLength": 3},
          "tag": {"type": "string", "pattern": "^v[0-9]+$"},
          "dry": {"type": "boolean", "default": false},
          "zone": {"type": "string", "oneOf": [
            {"const": "a", "title": "A"}, {"const": "b", "title": "B"}, {"const": "c", "title": "C"},
            {"const": "d", "title": "D"}, {"const": "e", "title": "E"}, {"const": "f", "title": "F"},
            {"const": "g", "title": "G"}, {"const": "h", "title": "H"}, {"const": "i", "title": "I"},
            {"const": "j", "title": "J"}, {"const": "k", "title": "K"}, {"const": "l", "title": "L"}
          ]}
        },
        "required": ["mail"]
      }}
      """
    And where "Which place?" was asked about, the tool "deploy" is told: [ACP-128]
      """
      {"action": "accept", "content": {"mail": "a@b.example", "tag": "v1", "dry": false, "zone": "l"}}
      """

  @server_tools
  Scenario Outline: The message of a server arrives to its end: <case>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?<message> Choose well.", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "Choose well." with {"place": "here"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where "Which place?" was asked about, the tool "deploy" is told: [ACP-126]
      """
      {"action": "accept", "content": {"place": "here"}}
      """

    Examples:
      | case | message |
      | it is long | ⟨3000× x⟩ |
      | it has several lines | \\n\\nThere are two. |

  @lines @server_tools
  Scenario: What the user fills in comes back to the last character, and each number as it is
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {
          "lines": {"type": "string"}, "long": {"type": "string"},
          "many": {"type": "integer"}, "share": {"type": "number"}
        }
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if told, the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "accept", "content": {
        "lines": " a\r\nb \n", "long": "⟨3000×x⟩ end", "many": 9007199254740991, "share": 0.1}}}}]
      """
    And the model says "done" if it is asked
    Then where "Which place?" was asked about, the tool "deploy" is told: [ACP-128]
      """
      {"action": "accept", "content": {
        "lines": " a\r\nb \n", "long": "⟨3000×x⟩ end", "many": 9007199254740991, "share": 0.1}}
      """

  @server_tools
  Scenario: Two questions of a server that the user dismisses are both told as dismissed
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}
      }}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "message": "Which team?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person cancels "Which place?"
    And if asked, the person cancels "Which team?"
    And the model says "done" if it is asked
    Then where "Which team?" was asked about, the questions of the tool "deploy" are answered with: [ACP-128]
      """
      [{"action": "cancel"}, {"action": "cancel"}]
      """

  @lines @server_tools
  Scenario: A server's form that is accepted without content does not get the content of the one before
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]
      }}
      """
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" asks:
      """
      {"id": "which", "message": "Which disk?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "Which place?" with {"name": "staging"}
    And the model calls "wipe" if it is asked, with:
      """
      {}
      """
    And if asked, the person answers "May this run?" with "allow_once"
    And if told, the client answers "Which disk?" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "accept"}}}]
      """
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where "Which disk?" was asked about, the tool "deploy" is told: [ACP-128]
      """
      {"action": "accept", "content": {"name": "staging"}}
      """
    And where the tool "wipe" may ask, it is told nothing with "staging" [ACP-078]

  @lines @server_tools
  Scenario Outline: An agent declares to no server what its client cannot show, be the server the second: <case>
    Given the system "acp"
    And a terminal
    And the setting "clientCapabilities" is <offered>
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" asks:
      """
      {"id": "which", <mode>"message": "Which disk?", <what>}
      """
    And the setting "servers" is {"other": ["wipe"]}
    When the user says "go"
    And the model calls "wipe"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person cancels "Which disk?"
    And the model says "done" if it is asked
    Then the tool "wipe" may not ask [ACP-122]

    Examples:
      | case | offered | mode | what |
      | a page, and its pages are null | {"elicitation": {"form": {}, "url": null}} | "mode": "url", | "url": "https://example.com/sign-in" |
      | a form, and its forms are null | {"elicitation": {"form": null, "url": {}}} | | "requestedSchema": {"type": "object", "properties": {}} |
