Feature: A page is opened with the user’s consent

  A server may send the user to a page. To agree is all that the client tells of it.

  @pages
  Scenario Outline: Consent is an accept without a content: <act>, <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "mode": "url", "message": "Please sign in.", "elicitationId": "e-1",
       "url": "https://example.com/a%2Fb?x=1&y=%20#z"}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person <does>
    And the model says "done"
    Then where "Please sign in." was asked about, the tool "deploy" is told {"action": "<told>"} [<row>]
    And where the tool "deploy" may ask, it is told nothing with "content" [<content>]
    And the client has declared "url" where it was called for [MCP-002]

    Examples:
      | act | does | told | version | row | content |
      | opened | answers "Please sign in." with "Open" | accept | 2025-11-25 | MCP-064 | MCP-059.p |
      | opened | answers "Please sign in." with "Open" | accept | 2026-07-28 | MCP-064 | MCP-059.p |
      | declined | rejects "Please sign in." | decline | 2025-11-25 | MCP-055 | MCP-059 |
      | cancelled | cancels "Please sign in." | cancel | 2025-11-25 | MCP-055 | MCP-059 |

  @pages
  Scenario Outline: A page that is not opened is told so in the next round, or the call ends: <act>
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "mode": "url", "message": "Please sign in.", "url": "https://example.com/in"}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person <act> "Please sign in."
    And the model says "then not"
    Then where the call goes on after "Please sign in.", the tool "deploy" is told {"action": "<told>"} [MCP-055]
    And no answer of the client accepts [MCP-064]
    And the model is told what became of the call "call_1" [MCP-097]

    Examples:
      | act | told |
      | rejects | decline |
      | cancels | cancel |

  @pages
  Scenario Outline: The user sees the whole address before they agree: <case>, <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "mode": "url", "message": "Please sign in.", "elicitationId": "e-1", "url": "<url>"}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person rejects "Please sign in."
    And the model says "done"
    Then the prompt contains "<url>" [MCP-066]

    Examples:
      | case | url | version |
      | escapes | https://example.com/a%2Fb?x=1&y=%20#z | 2025-11-25 |
      | escapes | https://example.com/a%2Fb?x=1&y=%20#z | 2026-07-28 |
      | a user and a port | https://example.com@other.example:8443/in | 2025-11-25 |
      | not encrypted | http://127.0.0.1:1/in | 2025-11-25 |
      | long | https://example.com/⟨2000×a⟩?end=1 | 2026-07-28 |

  @pages @shows
  Scenario Outline: The user sees who sends them to a page: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "mode": "url", "message": "Please sign in.", "elicitationId": "e-1", "url": "https://example.com/in"}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person rejects "Please sign in."
    And the model says "done"
    Then the prompt contains "harbour" [MCP-053]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  @pages
  Scenario: A call that wants a page opened first is repeated after the consent, if at all, as a new request
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": "https://example.com/in", "message": "Please sign in."}
      ]}}}
      """
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And if asked, the person answers "Please sign in." with "Open"
    And the model says "done" if it is asked
    Then after "Please sign in.", the client calls "deploy" anew as before and once, or not at all [MCP-070]
    And the model is told what became of the call "call_1" [MCP-125]

  @pages
  Scenario Outline: Without consent, such a call has failed, and is not repeated: <act>
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": "https://example.com/in", "message": "Please sign in."}
      ]}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person <act> "Please sign in."
    And the model says "then not" if it is asked
    Then the client sends 1 line with {"method": "tools/call"} [MCP-071]
    And the model is told what became of the call "call_1" [MCP-071]

    Examples:
      | act |
      | rejects |
      | cancels |

  @declares
  Scenario: A client without pages takes such an error as a failure of the call
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And the setting "capabilities" is {"elicitation": {"form": {}}}
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": "https://example.com/in", "message": "Please sign in."}
      ]}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person cancels "Please sign in."
    And the model says "then not" if it is asked
    Then 0 prompts are shown [MCP-071]
    And the client sends 1 line with {"method": "tools/call"} [MCP-071]
    And the model is told what became of the call "call_1" [MCP-071]

  @pages
  Scenario Outline: What is told as completed and is not open changes nothing: <case>
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "mode": "url", "message": "Please sign in.", "elicitationId": "e-1", "url": "https://example.com/in"}
      """
    When the user says "go"
    And the model calls "deploy"
    And the server sends when "Please sign in." is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": <params>}
      """
    And after 1000 ms the person rejects "Please sign in."
    And the model says "then not"
    Then where "Please sign in." was asked about, the tool "deploy" is told {"action": "decline"} [MCP-069]
    And the call "call_1" succeeds, telling the model "deployed" [MCP-069]

    Examples:
      | case | params |
      | an id that nobody knows | {"elicitationId": "e-2"} |
      | no id | {} |
      | its own id | {"elicitationId": "e-1"} |

  @pages
  Scenario Outline: All pages that a call wants first need consent: <case>
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": "https://example.com/in", "message": "Please sign in."},
        {"mode": "url", "elicitationId": "e-2", "url": "https://example.com/pay", "message": "Please pay."}
      ]}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person <first>
    And if asked, the person <second>
    And the model says "then not" if it is asked
    Then the client sends 1 line with {"method": "tools/call"} [MCP-071]
    And the model is told what became of the call "call_1" [MCP-071]

    Examples:
      | case | first | second |
      | the second is declined | answers "Please sign in." with "Open" | rejects "Please pay." |
      | the first is declined | rejects "Please sign in." | answers "Please pay." with "Open" |

  @pages
  Scenario: What wants a page again needs consent again
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": "https://example.com/in", "message": "Please sign in."}
      ]}}}
      """
    And the tool "deploy" asks:
      """
      {"id": "again", "error": {"code": -32042, "message": "Pay first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-2", "url": "https://example.com/pay", "message": "Please pay."}
      ]}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Please sign in." with "Open"
    And if asked, the person rejects "Please pay."
    And the model says "then not" if it is asked
    Then the client sends at most 2 lines with {"method": "tools/call"} [MCP-071]
    And the model is told what became of the call "call_1" [MCP-071]

  @pages
  Scenario: An error that names no page is a failure of the call
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": []}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "then not" if it is asked
    Then the client sends 1 line with {"method": "tools/call"} [MCP-071]
    And the model is told what became of the call "call_1" [MCP-071]

  @pages
  Scenario Outline: A page and a form at once are answered each as it is: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "mode": "url", "message": "Please sign in.", "elicitationId": "e-1", "url": "https://example.com/in",
       "with": [{"id": "where", "message": "Deploy where?", "requestedSchema": {
        "type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]
      }}]}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, after 2000 ms the person answers "Please sign in." with "Open"
    And if asked, after 1000 ms the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done" if it is asked
    Then where "Deploy where?" was asked about, the tool "deploy" is told: [MCP-063]
      """
      {"action": "accept", "content": {"place": "staging"}}
      """
    And the tool "deploy" is told of "page" without a content [MCP-059.p]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  @pages
  Scenario Outline: A page is neither fetched nor opened before the user agrees: <act>, <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "mode": "url", "message": "Please sign in.", "elicitationId": "e-1", "url": "http://pages.test/in?for=deploy"}
      """
    When the user says "go"
    And the model calls "deploy"
    And after 1000 ms the person <does>
    And the model says "done"
    Then no page is fetched before the user agrees [MCP-065]
    And no page is opened before the user agrees [MCP-064]
    And no line of the client has "grey heron" [MCP-067]
    And the model is told nothing with "grey heron" [MCP-067]

    Examples:
      | act | does | version |
      | opened | answers "Please sign in." with "Open" | 2025-11-25 |
      | opened | answers "Please sign in." with "Open" | 2026-07-28 |
      | declined | rejects "Please sign in." | 2025-11-25 |
      | declined | rejects "Please sign in." | 2026-07-28 |
      | cancelled | cancels "Please sign in." | 2025-11-25 |
      | cancelled | cancels "Please sign in." | 2026-07-28 |

  @pages
  Scenario: A page that an error names is neither fetched nor opened before the user agrees
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": "http://pages.test/in", "message": "Please sign in."}
      ]}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person rejects "Please sign in."
    And the model says "then not" if it is asked
    Then no page is fetched before the user agrees [MCP-065]
    And no page is opened before the user agrees [MCP-070]

  @pages
  Scenario Outline: Of two pages only the one that the user agrees to is fetched or opened: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "one", "mode": "url", "message": "Please sign in.", "elicitationId": "e-1", "url": "http://pages.test/in", "with": [
        {"id": "other", "mode": "url", "message": "Please pay.", "elicitationId": "e-2", "url": "http://pages.test/pay"}
      ]}
      """
    When the user says "go"
    And the model calls "deploy"
    And after 1000 ms the person answers "Please sign in." with "Open"
    And after 3000 ms the person rejects "Please pay."
    And the model says "done"
    Then no page is fetched before the user agrees [MCP-065]
    And no page is opened before the user agrees [MCP-064]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: An address in a form is not fetched: <case>
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Deploy where?", "requestedSchema": <schema>}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Deploy where?" with {"place": "staging"}
    And the model says "done" if it is asked
    Then nothing is fetched [MCP-133]

    Examples:
      | case | schema |
      | a property | {"type": "object", "properties": {"place": {"$ref": "http://pages.test/place.json"}}} |
      | the form | {"$ref": "http://pages.test/form.json", "type": "object", "properties": {"place": {"type": "string"}}} |
      | its dialect | {"$schema": "http://pages.test/dialect.json", "type": "object", "properties": {"place": {"type": "string"}}} |

  Scenario: An address in the schemas of a tool is not fetched
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And the user's configuration:
      """
      {"server": {"replies": {"tools/list": {"result": {"resultType": "complete", "ttlMs": 0, "cacheScope": "private", "tools": [
        {"name": "deploy", "description": "Deploys.",
         "inputSchema": {"type": "object", "properties": {"v": {"$ref": "http://pages.test/in.json"}}},
         "outputSchema": {"type": "object", "properties": {"v": {"$ref": "http://pages.test/out.json"}}}}
      ]}}}}}
      """
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"v": "1.4"}
      """
    And the model says "done" if it is asked
    Then nothing is fetched [MCP-133]
