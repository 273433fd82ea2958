Feature: A client carries the question of a server, and the answer back

  The tool of a server asks while it runs. The client shows the question to its user, and the server gets the answer.

  Scenario Outline: The server gets what the user has filled in, as it was given: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "mode": "form", "message": "Deploy how?", "requestedSchema": {
        "type": "object",
        "properties": {
          "place": {"type": "string", "enum": ["staging", "production"]},
          "note": {"type": "string", "title": "Note", "description": "For the log", "maxLength": 40},
          "share": {"type": "number", "minimum": 0, "maximum": 100},
          "count": {"type": "integer", "minimum": 0, "maximum": 9},
          "dry": {"type": "boolean", "default": true},
          "code": {"type": "string"},
          "later": {"type": "string"}
        },
        "required": ["place", "dry"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy how?" with:
      """
      {"place": "production", "note": "", "share": 95.5, "count": 0, "dry": false, "code": " 2"}
      """
    And the model says "done"
    Then where "Deploy how?" was asked about, the tool "deploy" is told: [MCP-063]
      """
      {"action": "accept", "content": {"place": "production", "note": "", "share": 95.5, "count": 0, "dry": false,
        "code": " 2"}}
      """
    And where the tool "deploy" may ask, it is told nothing with "later" [MCP-062]
    And the client has declared "form" where it was called for [MCP-002]
    And the call "call_1" succeeds, telling the model "deployed" [MCP-125]
    And the model is told nothing with "production" [MCP-126]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: Of a choice with titles its value is sent, and never the title: <case>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "zones", "message": "Which zones?", "requestedSchema": {
        "type": "object", "properties": {"zone": <property>}, "required": ["zone"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which zones?" with {"zone": <pick>}
    And the model says "done"
    Then where "Which zones?" was asked about, the tool "deploy" is told: [MCP-061]
      """
      {"action": "accept", "content": {"zone": <pick>}}
      """

    Examples:
      | case | version | property | pick |
      | names beside the choices | 2025-06-18 | {"type": "string", "enum": ["eu", "us"], "enumNames": ["Europe", "America"]} | "us" |
      | titles | 2025-11-25 | {"type": "string", "oneOf": [{"const": "eu", "title": "Europe"}, {"const": "us", "title": "America"}]} | "us" |
      | titles, in rounds | 2026-07-28 | {"type": "string", "oneOf": [{"const": "eu", "title": "Europe"}]} | "eu" |
      | several | 2025-11-25 | {"type": "array", "items": {"type": "string", "enum": ["eu", "us", "as"]}} | ["us", "eu"] |
      | several with titles | 2026-07-28 | {"type": "array", "items": {"anyOf": [{"const": "eu", "title": "Europe"}]}} | ["eu"] |
      | several with titles, by requests | 2025-11-25 | {"type": "array", "items": {"anyOf": [{"const": "eu", "title": "Europe"}]}} | ["eu"] |
      | one of several | 2025-11-25 | {"type": "array", "items": {"type": "string", "enum": ["eu", "us", "as"]}} | ["us"] |
      | a title that is another’s value | 2025-11-25 | {"type": "string", "oneOf": [{"const": "a", "title": "b"}, {"const": "b", "title": "a"}]} | "a" |

  Scenario Outline: The server is told what the user did: <act>, <version>
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
    When the user says "go"
    And the model calls "deploy"
    And the person <act> "Deploy where?"
    And the model says "then not"
    Then where "Deploy where?" was asked about, the tool "deploy" is told {"action": "<told>"} [MCP-055]
    And where the tool "deploy" may ask, it is not told "accept" [MCP-051]
    And no answer that declines or cancels has a content [MCP-059]
    And the model is told what became of the call "call_1" [MCP-125]

    Examples:
      | act | told | version |
      | rejects | decline | 2025-06-18 |
      | rejects | decline | 2025-11-25 |
      | cancels | cancel | 2025-06-18 |
      | cancels | cancel | 2025-11-25 |

  Scenario Outline: After a decline or a cancel the next round says so, or the call ends: <act>
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person <act> "Deploy where?"
    And the model says "then not"
    Then where the call goes on after "Deploy where?", the tool "deploy" is told {"action": "<told>"} [MCP-055]
    And where the tool "deploy" may ask, it is not told "accept" [MCP-051]
    And no answer that declines or cancels has a content [MCP-059]
    And the model is told what became of the call "call_1" [MCP-097]

    Examples:
      | act | told |
      | rejects | decline |
      | cancels | cancel |

  Scenario Outline: A form in which nothing is required and nothing was filled in has a content all the same: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}, "dry": {"type": "boolean"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {}
    And the model says "done"
    Then where "Deploy where?" was asked about, the tool "deploy" is told {"action": "accept", "content": {}} [MCP-058]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  @checks
  Scenario Outline: What does not fit the form is not sent: <case>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Deploy how?", "requestedSchema": {
        "type": "object", "properties": {"it": <property>, "note": {"type": "string"}}, "required": ["it"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy how?" with <wrong>
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then no answer of the client accepts [MCP-060]

    Examples:
      | case | version | property | wrong |
      | another choice | 2025-11-25 | {"type": "string", "enum": ["staging"]} | {"it": "production"} |
      | another choice, in rounds | 2026-07-28 | {"type": "string", "enum": ["staging"]} | {"it": "production"} |
      | a title for its value | 2025-11-25 | {"type": "string", "oneOf": [{"const": "s", "title": "staging"}]} | {"it": "staging"} |
      | too long | 2025-11-25 | {"type": "string", "maxLength": 3} | {"it": "four"} |
      | too short | 2025-06-18 | {"type": "string", "minLength": 3} | {"it": "no"} |
      | too large | 2025-11-25 | {"type": "integer", "maximum": 9} | {"it": 1234} |
      | too small | 2026-07-28 | {"type": "number", "minimum": 0} | {"it": -0.5} |
      | a fraction | 2025-11-25 | {"type": "integer"} | {"it": 1.5} |
      | a text for a number | 2025-11-25 | {"type": "number"} | {"it": "1234"} |
      | a number for yes or no | 2025-06-18 | {"type": "boolean"} | {"it": 1} |
      | no address of mail | 2025-11-25 | {"type": "string", "format": "email"} | {"it": "nobody"} |
      | no day | 2025-11-25 | {"type": "string", "format": "date"} | {"it": "2026-02-30"} |
      | no picks | 2025-11-25 | {"type": "array", "minItems": 1, "items": {"type": "string", "enum": ["eu"]}} | {"it": []} |
      | too many picks | 2026-07-28 | {"type": "array", "maxItems": 1, "items": {"type": "string", "enum": ["eu", "us"]}} | {"it": ["eu", "us"]} |
      | a pick that is not offered | 2025-11-25 | {"type": "array", "items": {"type": "string", "enum": ["eu"]}} | {"it": ["us"]} |
      | one pick for a list | 2025-11-25 | {"type": "array", "items": {"type": "string", "enum": ["eu"]}} | {"it": "eu"} |
      | what is required is missing | 2025-11-25 | {"type": "string"} | {"note": "x"} |
      | nothing at all | 2026-07-28 | {"type": "string"} | {} |

  @checks
  Scenario: What does not fit a second form is not sent either
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "message": "Which team?", "requestedSchema": {
        "type": "object", "properties": {"name": {"type": "string", "enum": ["blue"]}}, "required": ["name"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which place?" with {"name": "north"}
    And the person answers "Which team?" with {"name": "green"}
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where the tool "deploy" may ask, it is told nothing with "green" [MCP-060]

  Scenario Outline: Nobody but the user accepts: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string", "default": "staging"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And nobody answers
    Then where the tool "deploy" may ask, it is not told "accept" [MCP-051]
    And 1 request reaches the model [MCP-126]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: A question without a mode is a form: <version>
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
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    Then where "Deploy where?" was asked about, the tool "deploy" is told: [MCP-045]
      """
      {"action": "accept", "content": {"place": "staging"}}
      """

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  @shows
  Scenario Outline: What the user sees of a form says who asks, and for what: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {
          "place": {"type": "string", "title": "Place", "description": "Where to", "enum": ["staging", "production"]}
        }, "required": ["place"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done"
    Then the prompt contains "harbour" [MCP-053]
    And the prompt contains "Deploy where?" [MCP-054]
    And the prompt contains "Place" [MCP-054]
    And the prompt contains "Where to" [MCP-054]
    And the prompt contains "production" [MCP-054]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  @defaults
  Scenario Outline: What the user leaves as it was filled in goes out as that value: <case>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Deploy how?", "requestedSchema": {
        "type": "object", "properties": {"it": <property>, "note": {"type": "string"}}, "required": ["it"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy how?" with {}
    And the model says "done"
    Then where "Deploy how?" was asked about, the tool "deploy" is told: [MCP-057]
      """
      {"action": "accept", "content": {"it": <value>}}
      """

    Examples:
      | case | version | property | value |
      | yes | 2025-06-18 | {"type": "boolean", "default": true} | true |
      | no | 2025-06-18 | {"type": "boolean", "default": false} | false |
      | no, with forms and pages | 2025-11-25 | {"type": "boolean", "default": false} | false |
      | a text | 2025-11-25 | {"type": "string", "default": "staging"} | "staging" |
      | an empty text | 2026-07-28 | {"type": "string", "default": ""} | "" |
      | zero | 2025-11-25 | {"type": "integer", "minimum": 0, "default": 0} | 0 |
      | zero, of any numbers | 2026-07-28 | {"type": "number", "minimum": -1, "default": 0} | 0 |
      | a part | 2025-11-25 | {"type": "number", "default": 95.5} | 95.5 |
      | a choice | 2026-07-28 | {"type": "string", "enum": ["eu", "us"], "default": "us"} | "us" |
      | the value of a title | 2025-11-25 | {"type": "string", "oneOf": [{"const": "eu", "title": "Europe"}], "default": "eu"} | "eu" |
      | picks | 2026-07-28 | {"type": "array", "items": {"type": "string", "enum": ["eu", "us"]}, "default": ["us"]} | ["us"] |
      | no picks | 2025-11-25 | {"type": "array", "items": {"type": "string", "enum": ["eu", "us"]}, "default": []} | [] |

  @headless
  Scenario Outline: Where nobody could be asked, what is asked all the same is settled, and not accepted: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And no terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "undeclared": true, "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string", "default": "staging"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then no answer of the client accepts [MCP-051]
    And the model is told what became of the call "call_1" [MCP-052]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: A text goes out to the letter: <case>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "note", "message": "Which note?", "requestedSchema": {
        "type": "object", "properties": {"note": <property>}, "required": ["note"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which note?" with {"note": <text>}
    And the model says "done"
    Then where "Which note?" was asked about, the tool "deploy" is told: [MCP-063]
      """
      {"action": "accept", "content": {"note": <text>}}
      """

    Examples:
      | case | version | property | text |
      | letters in two parts | 2025-11-25 | {"type": "string"} | "e\\u0301" |
      | letters written as one | 2026-07-28 | {"type": "string"} | "\\ufb01le" |
      | a face | 2025-06-18 | {"type": "string"} | "\\ud83d\\ude00" |
      | ends of lines and tabs | 2025-11-25 | {"type": "string"} | "a\\r\\nb\\tc\\n" |
      | an escape that is none | 2025-11-25 | {"type": "string"} | "a\\\\nb" |
      | like a page | 2026-07-28 | {"type": "string"} | "<b>&amp;</b>" |
      | blanks around it | 2025-06-18 | {"type": "string"} | "  x  " |
      | the word null | 2025-11-25 | {"type": "string"} | "null" |
      | the word true | 2026-07-28 | {"type": "string"} | "true" |
      | a number in a text | 2025-11-25 | {"type": "string"} | "007" |
      | very long | 2025-11-25 | {"type": "string"} | "⟨20000×x⟩" |
      | an address of mail | 2025-11-25 | {"type": "string", "format": "email"} | "Ada.L+x@Example.COM" |
      | an address of a page | 2026-07-28 | {"type": "string", "format": "uri"} | "https://Example.com/a%2Fb?x=%20" |
      | a day | 2025-06-18 | {"type": "string", "format": "date"} | "2026-02-28" |
      | a time of no zone | 2026-07-28 | {"type": "string", "format": "date-time"} | "2026-02-28T23:59:59+00:00" |
      | a time with a zone | 2025-11-25 | {"type": "string", "format": "date-time"} | "2026-02-28T23:59:59.120+02:00" |
      | as long as it may be, in other letters | 2025-11-25 | {"type": "string", "maxLength": 3} | "éüö" |
      | as long as it may be, in faces | 2026-07-28 | {"type": "string", "maxLength": 2} | "\\ud83d\\ude00\\ud83d\\ude00" |
      | as short as it may be | 2025-06-18 | {"type": "string", "minLength": 2} | "ab" |

  Scenario Outline: A number goes out as it is: <case>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "share", "message": "Which share?", "requestedSchema": {
        "type": "object", "properties": {"share": <property>}, "required": ["share"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which share?" with {"share": <number>}
    And the model says "done"
    Then where "Which share?" was asked about, the tool "deploy" is told: [MCP-063]
      """
      {"action": "accept", "content": {"share": <number>}}
      """

    Examples:
      | case | version | property | number |
      | below zero | 2025-11-25 | {"type": "integer"} | -3 |
      | more than 32 bits | 2026-07-28 | {"type": "integer"} | -3000000000 |
      | the largest that every language has | 2025-11-25 | {"type": "integer"} | 9007199254740991 |
      | many digits | 2025-06-18 | {"type": "number"} | 1.2345678901 |
      | very small | 2025-11-25 | {"type": "number"} | 0.000001 |
      | very large | 2026-07-28 | {"type": "number"} | 1e21 |
      | the largest that is allowed | 2025-11-25 | {"type": "number", "maximum": 9.5} | 9.5 |
      | the smallest that is allowed | 2026-07-28 | {"type": "integer", "minimum": -1} | -1 |

  Scenario Outline: What was not filled in is not sent, and what is empty is: <case>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "how", "message": "Deploy how?", "requestedSchema": {
        "type": "object", "properties": {"it": <property>, "note": {"type": "string"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy how?" with <content>
    And the model says "done"
    Then where "Deploy how?" was asked about, the tool "deploy" is told: [MCP-062]
      """
      {"action": "accept", "content": <content>}
      """
    And where the tool "deploy" may ask, it is told nothing with <missing> [MCP-062]

    Examples:
      | case | version | property | content | missing |
      | a number | 2025-06-18 | {"type": "number"} | {"note": "x"} | "it" |
      | yes or no | 2025-11-25 | {"type": "boolean"} | {"note": "x"} | "it" |
      | picks | 2025-11-25 | {"type": "array", "items": {"type": "string", "enum": ["eu"]}} | {"note": "x"} | "it" |
      | no picks | 2026-07-28 | {"type": "array", "items": {"type": "string", "enum": ["eu"]}} | {"it": []} | "note" |
      | no picks, in requests | 2025-11-25 | {"type": "array", "items": {"type": "string", "enum": ["eu"]}} | {"it": []} | "note" |
      | an empty text | 2025-06-18 | {"type": "string"} | {"it": ""} | "note" |
      | no | 2026-07-28 | {"type": "boolean"} | {"it": false} | "note" |

  Scenario Outline: A second form with the same names starts anew: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}, "note": {"type": "string"}}
      }}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "message": "Which team?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}, "note": {"type": "string"}}
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which place?" with {"place": "staging", "note": "first"}
    And the person answers "Which team?" with {"place": "blue"}
    And the model says "done"
    Then where "Which team?" was asked about, the questions of the tool "deploy" are answered with: [MCP-063]
      """
      [{"action": "accept", "content": {"place": "staging", "note": "first"}},
       {"action": "accept", "content": {"place": "blue"}}]
      """

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: A form that asks for nothing is the user’s to accept, too: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "sure", "message": "Are you sure?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person rejects "Are you sure?"
    And the model says "then not"
    Then 1 prompt is shown [MCP-051]
    And no answer of the client accepts [MCP-051]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: What a form says of itself changes nothing: <case>
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": <message>, "requestedSchema": <schema>}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Where" with {"place": "staging"}
    And the model says "done"
    Then where "Where" was asked about, the tool "deploy" is told: [MCP-063]
      """
      {"action": "accept", "content": {"place": "staging"}}
      """

    Examples:
      | case | message | schema |
      | its dialect | "Where?" | {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {"place": {"type": "string"}}} |
      | a long message | "Where ⟨70000×x⟩" | {"type": "object", "properties": {"place": {"type": "string"}}} |
      | no message | "" | {"type": "object", "properties": {"place": {"type": "string", "title": "Where"}}} |
      | a message with an odd end of line | "Where\\u2028to?" | {"type": "object", "properties": {"place": {"type": "string"}}} |

  Scenario Outline: A property goes out under its name: <name>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"<name>": {"type": "string"}, "other": {"type": "string"}}, "required": ["<name>"]
      }}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with {"<name>": "staging", "other": "blue"}
    And the model says "done"
    Then where "Deploy where?" was asked about, the tool "deploy" is told: [MCP-063]
      """
      {"action": "accept", "content": {"<name>": "staging", "other": "blue"}}
      """

    Examples:
      | name | version |
      | __proto__ | 2025-11-25 |
      | constructor | 2026-07-28 |
      | toString | 2025-06-18 |
      | self | 2025-11-25 |
      | class | 2026-07-28 |
      | model_config | 2025-11-25 |
      | Deploy where? | 2025-11-25 |
      | a.b[0] | 2026-07-28 |
      | 0 | 2025-06-18 |
      | é | 2025-11-25 |
      | action | 2026-07-28 |
      | content | 2025-11-25 |

  Scenario Outline: The same question again is asked again: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which place?" with {"name": "north"}
    And the person answers "Which place?" with {"name": "south"}
    And the model says "done"
    Then 2 prompts are shown [MCP-051]
    And where "Which place?" was asked about, the questions of the tool "deploy" are answered with: [MCP-063]
      """
      [{"action": "accept", "content": {"name": "north"}}, {"action": "accept", "content": {"name": "south"}}]
      """

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |
