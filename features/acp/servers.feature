Feature: What a server's tool asks

  A tool of the session's MCP server asks the user while it runs. The agent carries the question to its client, and the
  answer back. Nothing obliges an agent to do so: it declares to its servers whether it does.

  @server_tools
  Scenario: The question goes on as the server asks it, and the answer comes back as the user gave it
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Which place?", "requestedSchema": {
        "type": "object",
        "properties": {
          "place": {"type": "string", "title": "Place", "enum": ["staging", "production"], "default": "staging"},
          "note": {"type": "string", "description": "For the log", "maxLength": 40},
          "share": {"type": "number", "minimum": 0, "maximum": 1, "default": 0.5},
          "count": {"type": "integer", "minimum": 0, "maximum": 9},
          "dry": {"type": "boolean", "default": true}
        },
        "required": ["place", "dry"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "Which place?" with {"place": "production", "note": "", "count": 0, "dry": false}
    And the model says "done" if it is asked
    Then each question that goes on to the client has a mode [ACP-124]
    And where "Which place?" was asked about, the client was asked with {"mode": "form"} [ACP-124]
    And where "Which place?" was asked about, the client was asked with {"sessionId": "<session#1>"} [ACP-125]
    And where "Which place?" was asked about, 1 message tells the client: [ACP-125]
      """
      {"result": {"sessionId": "<session#1>"}}
      """
    And each question that goes on to the client names the call that asks it [ACP-125]
    And where "Which place?" was asked about, the client was asked with: [ACP-126]
      """
      {"message": "<message#1>", "requestedSchema": {
        "type": "object",
        "properties": {
          "place": {"type": "string", "title": "Place", "default": "staging"},
          "note": {"type": "string", "description": "For the log", "maxLength": 40},
          "share": {"type": "number", "minimum": 0, "maximum": 1, "default": 0.5},
          "count": {"type": "integer", "minimum": 0, "maximum": 9},
          "dry": {"type": "boolean", "default": true}
        },
        "required": ["place", "dry"]
      }}
      """
    And where "Which place?" was asked about, the tool "deploy" is told: [ACP-128]
      """
      {"action": "accept", "content": {"place": "production", "note": "", "count": 0, "dry": false}}
      """
    And where the tool "deploy" came to its end, the last request has its result "deployed" [ACP-039]
    And the model is told nothing with "production" [ACP-134]

  @server_tools
  Scenario Outline: Of several choices those that the user picked come back, in their order: <picks>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Which zones?", "requestedSchema": {
        "type": "object",
        "properties": {"zones": {
          "type": "array", "items": {"anyOf": [
            {"const": "eu", "title": "Europe"}, {"const": "us", "title": "America"}, {"const": "as", "title": "Asia"}
          ]}, "minItems": 1
        }},
        "required": ["zones"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "Which zones?" with {"zones": <picks>}
    And the model says "done" if it is asked
    Then where "Which zones?" was asked about, the tool "deploy" is told: [ACP-128]
      """
      {"action": "accept", "content": {"zones": <picks>}}
      """
    And where "Which zones?" was asked about, the client was asked with: [ACP-126]
      """
      {"requestedSchema": {"properties": {"zones": {"items": {"anyOf": [
        {"const": "eu", "title": "Europe"}, {"const": "us", "title": "America"}, {"const": "as", "title": "Asia"}
      ]}, "minItems": 1}}}}
      """

    Examples:
      | picks |
      | ["us", "eu"] |
      | ["as"] |

  @server_tools
  Scenario Outline: The server is told what the user did: <act>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person <act> "Which place?"
    And the model says "done" if it is asked
    Then where "Which place?" was asked about, the tool "deploy" is told {"action": "<told>"} [ACP-128]
    And where the tool "deploy" may ask, it is not told "accept" [ACP-129]
    And each prompt of the client is answered once [ACP-004]

    Examples:
      | act     | told    |
      | rejects | decline |
      | cancels | cancel  |

  @lines @server_tools
  Scenario Outline: What the user has not settled is not told as accepted or declined: <case>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if told, the client answers "elicitation/create" with the line {"jsonrpc": "2.0", "id": "\u003cid>", <answer>}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is not told "accept" [ACP-129]
    And where the tool "deploy" may ask, it is not told "decline" [ACP-130]

    Examples:
      | case | answer |
      | an error | "error": {"code": -32603, "message": "failed"} |
      | an action that nobody knows | "result": {"action": "_later", "content": {"place": "staging"}} |
      | no action | "result": {"content": {"place": "staging"}} |

  @server_tools
  Scenario: While a server asks, neither its call nor the turn comes to its end
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And the model says "too early" if it is asked
    And the run may end while the turn waits
    Then where "Which place?" was asked about, the turn waits [ACP-040]

  @server_tools
  Scenario: What the user has left empty is not filled in
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}, "dry": {"type": "boolean"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "Which place?" with {}
    And the model says "done" if it is asked
    Then where "Which place?" was asked about, the tool "deploy" is told {"action": "accept", "content": {}} [ACP-128]

  @lines @server_tools
  Scenario Outline: An accepted form without what it requires has no answer, although there is a default: <case>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string", "default": "staging"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if told, the client answers "elicitation/create" with the line {"jsonrpc": "2.0", "id": "\u003cid>", <answer>}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is told nothing with "staging" [ACP-078]

    Examples:
      | case | answer |
      | no content | "result": {"action": "accept"} |
      | the content null | "result": {"action": "accept", "content": null} |
      | an empty content | "result": {"action": "accept", "content": {}} |

  @lines @server_tools
  Scenario Outline: Nothing beside a refusal is passed on: <action>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if told, the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "\u003cid>", "result": {"action": "<action>", "content": {"place": "staging"}}}
      """
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is told nothing with "staging" [ACP-082]
    And where "Which place?" was asked about, the tool "deploy" is told {"action": "<action>"} [ACP-128]

    Examples:
      | action  |
      | decline |
      | cancel  |

  @server_tools
  Scenario: A tool that asks twice gets each answer for its own question
    Given the system "acp"
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
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "Which place?" with {"name": "007"}
    And if asked, the person answers "Which team?" with {"name": "true"}
    And the model says "done" if it is asked
    Then where "Which team?" was asked about, the questions of the tool "deploy" are answered with: [ACP-128]
      """
      [{"action": "accept", "content": {"name": "007"}}, {"action": "accept", "content": {"name": "true"}}]
      """

  @server_tools
  Scenario: A turn that is cancelled leaves no question of a server open
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, after 5000 ms the person cancels "Which place?"
    And SIGINT arrives 1000 ms after "go" is asked of the model
    And the model says "then not" if it is asked
    Then where the tool "deploy" may ask, each question of it is answered or given up [ACP-131]
    And where the tool "deploy" may ask, it is not told "accept" [ACP-129]
    And each prompt of the client is answered once [ACP-004]

  @server_tools
  Scenario: A page of a server has an id, also where the server gives it none
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "mode": "url", "message": "Please sign in.", "url": "https://example.com/a%2Fb?x=1&y=%20#z"}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "Please sign in." with "Open"
    And the model says "done" if it is asked
    Then where "Please sign in." was asked about, the client was asked with: [ACP-132]
      """
      {"mode": "url", "url": "https://example.com/a%2Fb?x=1&y=%20#z", "elicitationId": "<page#1>"}
      """
    And where "Please sign in." was asked about, the tool "deploy" is told {"action": "accept"} [ACP-128]

  @server_tools
  Scenario Outline: A form that this protocol does not have does not go on as it is: <case>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        <more>"type": "object", "properties": {"place": <property>}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person cancels "Which place?"
    And the model says "done" if it is asked
    Then where the tool "deploy" may ask, each form that goes on is one of this protocol [ACP-127]
    And where the tool "deploy" may ask, each question of it is answered or given up [ACP-123]
    And where the tool "deploy" may ask, it is not told "accept" [ACP-129]

    Examples:
      | case | more | property |
      | an object in it | | {"type": "object", "properties": {"name": {"type": "string"}}} |
      | a list of any texts | | {"type": "array", "items": {"type": "string"}} |
      | a text or nothing | | {"anyOf": [{"type": "string"}, {"type": "null"}], "default": null} |
      | two types | | {"type": ["string", "null"]} |
      | a list of numbers | | {"type": "array", "items": {"type": "number"}} |
      | names beside the choices | | {"type": "string", "enum": ["s", "p"], "enumNames": ["Staging", "Production"]} |
      | a word of its dialect | "$schema": "https://json-schema.org/draft/2020-12/schema", | {"type": "string"} |

  @server_tools
  Scenario: Names beside the choices of a server's form stay with their choices
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {
          "place": {"type": "string", "enum": ["s", "p"], "enumNames": ["Staging", "Production"]}
        }, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "Which place?" with {"place": "p"}
    And the model says "done" if it is asked
    Then where "Which place?" was asked about, the title of "s" is "Staging" [ACP-127]
    And where "Which place?" was asked about, the title of "p" is "Production" [ACP-127]
    And where "Which place?" was asked about, the tool "deploy" is told: [ACP-128]
      """
      {"action": "accept", "content": {"place": "p"}}
      """

  @lines @server_tools
  Scenario Outline: An agent declares to its servers only what its own client can show: <case>
    Given the system "acp"
    And a terminal
    And the setting "clientCapabilities" is <offered>
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", <mode>"message": "Which place?", <what>}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person cancels "Which place?"
    And the model says "done" if it is asked
    Then the tool "deploy" may not ask [ACP-122]

    Examples:
      | case | offered | mode | what |
      | a form, and it can show nothing | {} | | "requestedSchema": {"type": "object", "properties": {}} |
      | a form, and it can show pages | {"elicitation": {"url": {}}} | | "requestedSchema": {"type": "object", "properties": {}} |
      | a page, and it can show forms | {"elicitation": {"form": {}}} | "mode": "url", | "url": "https://example.com/sign-in" |
      | a form, and it names no mode | {"elicitation": {}} | | "requestedSchema": {"type": "object", "properties": {}} |
      | a form, and its modes are null | {"elicitation": {"form": null, "url": null}} | | "requestedSchema": {"type": "object", "properties": {}} |

  @lines @server_tools
  Scenario Outline: A question that nobody can be asked is answered by the agent: <case>
    Given the system "acp"
    And a terminal
    And the setting "clientCapabilities" is <offered>
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "undeclared": true, <mode>"message": "Which place?", <what>}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person cancels "Which place?"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, each question of it is answered or given up [ACP-123]
    And where the tool "deploy" may ask, it is not told "accept" [ACP-123]
    And 0 messages tell the client {"method": "elicitation/create"} [ACP-123]
    And each prompt of the client is answered once [ACP-123]

    Examples:
      | case | offered | mode | what |
      | a form, and it can show nothing | {} | | "requestedSchema": {"type": "object", "properties": {}} |
      | a page, and it can show forms | {"elicitation": {"form": {}}} | "mode": "url", | "url": "https://example.com/sign-in" |
      | a form, and it can show pages | {"elicitation": {"url": {}}} | | "requestedSchema": {"type": "object", "properties": {}} |
      | a mode that nobody knows | {"elicitation": {"form": {}, "url": {}}} | "mode": "_voice", | "prompt": "Say it." |

  @server_tools
  Scenario: Two tools that ask at the same time get each its own answer, in whatever order they are given
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
    And in the same message it calls "wipe"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, after 2000 ms the person answers "Which place?" with {"name": "staging"}
    And if asked, after 1000 ms the person answers "Which disk?" with {"name": "sda"}
    And the model says "done" if it is asked
    Then where "Which place?" was asked about, the tool "deploy" is told: [ACP-128]
      """
      {"action": "accept", "content": {"name": "staging"}}
      """
    And where "Which disk?" was asked about, the tool "wipe" is told: [ACP-128]
      """
      {"action": "accept", "content": {"name": "sda"}}
      """
    And where the tool "deploy" came to its end, the last request has its result "deployed" [ACP-039]
    And where the tool "wipe" came to its end, the last request has its result "wiped" [ACP-039]
    And where "Which place?" and "Which disk?" were asked about, they name different calls [ACP-125]

  @server_tools
  Scenario: Two servers that ask under one id get each its own answer
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
    And the setting "servers" is {"other": ["wipe"]}
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "wipe"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, after 2000 ms the person answers "Which place?" with {"name": "staging"}
    And if asked, after 1000 ms the person answers "Which disk?" with {"name": "sda"}
    And the model says "done" if it is asked
    Then where "Which place?" was asked about, the tool "deploy" is told: [ACP-128]
      """
      {"action": "accept", "content": {"name": "staging"}}
      """
    And where "Which disk?" was asked about, the tool "wipe" is told: [ACP-128]
      """
      {"action": "accept", "content": {"name": "sda"}}
      """
    And where the tool "deploy" came to its end, the last request has its result "deployed" [ACP-039]
    And where the tool "wipe" came to its end, the last request has its result "wiped" [ACP-039]

  @server_tools
  Scenario: The tools of two servers are both there
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the setting "servers" is {"other": ["wipe"]}
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And the model calls "wipe"
    And if asked, the person answers "wipe" with "allow_once"
    And the model says "done"
    Then the tool "deploy" runs 1 time [ACP-029]
    And the tool "wipe" runs 1 time [ACP-029]
    And where the tool "wipe" came to its end, the last request has its result "wiped" [ACP-039]

  @lines @server_tools
  Scenario: A question of a server that is answered twice has the first answer
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if told, the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "accept", "content": {"place": "s"}}}},
       {"after_ms": 5, "line": {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "accept", "content": {"place": "p"}}}}]
      """
    And the model says "done" if it is asked
    Then where "Which place?" was asked about, the questions of the tool "deploy" are answered with: [ACP-112]
      """
      [{"action": "accept", "content": {"place": "s"}}]
      """
    And where the tool "deploy" came to its end, the last request has its result "deployed" [ACP-039]

  @server_tools
  Scenario: Once the client is gone, a server is not told that its question was accepted
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And the model says "done" if it is asked
    And SIGTERM arrives 1000 ms after "go" is asked of the model
    And the subject exits by itself
    Then where the tool "deploy" may ask, it is not told "accept" [ACP-129]

  @server_tools
  Scenario: What a tool asks in a second call is asked anew
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "Which place?" with {"name": "staging"}
    And if asked, the person answers "Which place?" with {"name": "production"}
    And the model says "done" if it is asked
    Then where "Which place?" was asked about, the questions of the tool "deploy" are answered with: [ACP-128]
      """
      [{"action": "accept", "content": {"name": "staging"}}, {"action": "accept", "content": {"name": "production"}}]
      """

  @lines @server_tools
  Scenario: A server's question is settled by a cancel also where the client never answers it
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if told, the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "<sessionId>"}}}]
      """
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is not told "accept" [ACP-129]
    And where the tool "deploy" may ask, each question of it is answered or given up [ACP-131]

  @lines @server_tools
  Scenario: An answer that comes after the cancel is not told to the server as accepted
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if told, the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "<sessionId>"}}},
       {"after_ms": 10, "line": {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "accept", "content": {"place": "s"}}}}]
      """
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is not told "accept" [ACP-111]
    And where the tool "deploy" may ask, each question of it is answered or given up [ACP-131]

  @server_tools
  Scenario: A server is started with the arguments and the variables that its client names
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    # A tool that asks is called at its server, and never by a shell.
    And the tool "deploy" asks:
      """
      {"id": "which", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {"place": {"type": "string"}}}}
      """
    And the setting "serverCommand" is:
      """
      {"args": ["two words", "", "-x", "\"quoted\"", "$HOME", "a\\b", "*"],
       "env": {"HOTSEAT_SERVER_WORDS": "two words", "HOTSEAT_SERVER_EMPTY": "", "HOTSEAT_SERVER_SIGNS": "$HOME=\"1\";"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "May this run?" with "allow_once"
    And if asked, the person answers "Which place?" with {"place": "here"}
    And the model says "done" if it is asked
    Then the server of "deploy" was started as the client says [ACP-028]
