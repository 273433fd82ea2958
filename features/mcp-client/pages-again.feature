Feature: Pages, again and in company

  Consent is to one page, once, and nothing that a server says is consent.

  @pages
  Scenario Outline: Who agreed to a page has not agreed to it again: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "mode": "url", "message": "Please sign in.", "elicitationId": "e-1",
       "url": "https://example.com/in"}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "mode": "url", "message": "Please sign in.", "elicitationId": "e-1",
       "url": "https://example.com/in"}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Please sign in." with "Open"
    And if asked, the person rejects "Please sign in."
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the client sends at most <lines> with {<accept>} [MCP-064]

    Examples:
      | version | lines | accept |
      | 2025-11-25 | 1 lines | "result": {"action": "accept"} |
      | 2026-07-28 | 0 lines | "params": {"inputResponses": {"second": {"action": "accept"}}} |

  @pages
  Scenario: A call that wants page after page has an outcome, and wants the same page again in vain
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "one", "error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": "https://example.com/in", "message": "Please sign in."}
      ]}}}
      """
    And the tool "deploy" asks:
      """
      {"id": "two", "error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-2", "url": "https://example.com/pay", "message": "Please pay."}
      ]}}}
      """
    And the tool "deploy" asks:
      """
      {"id": "three", "error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": "https://example.com/in", "message": "Please sign in."}
      ]}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Please sign in." with "Open"
    And if asked, the person answers "Please pay." with "Open"
    And if asked, the person rejects "Please sign in."
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the client sends at most 3 lines with {"method": "tools/call"} [MCP-070]
    And the model is told what became of the call "call_1" [MCP-125]

  @pages
  Scenario: Of three pages that a call wants first each needs consent, and is not fetched before
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": "http://pages.test/in", "message": "Please sign in."},
        {"mode": "url", "elicitationId": "e-2", "url": "http://pages.test/pay", "message": "Please pay."},
        {"mode": "url", "elicitationId": "e-3", "url": "http://pages.test/age", "message": "Please say your age."}
      ]}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, after 1000 ms the person answers "Please sign in." with "Open"
    And if asked, after 2000 ms the person answers "Please pay." with "Open"
    And if asked, after 4000 ms the person rejects "Please say your age."
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the client sends 1 line with {"method": "tools/call"} [MCP-071]
    And no page is fetched before the user agrees [MCP-065]
    And no page is opened before the user agrees [MCP-070]

  @pages
  Scenario Outline: What fails after its page fails: <case>
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that fails with "no such place"
    And the tool "deploy" asks:
      """
      {"id": "page", "error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": "https://example.com/in", "message": "Please sign in."}
      ]}}}
      """
    And the tool "deploy" asks:
      """
      <end>
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Please sign in." with "Open"
    And the model says "done"
    Then the call "call_1" fails [MCP-125]

    Examples:
      | case | end |
      | an error | {"id": "over", "error": {"code": -32602, "message": "no such place"}} |
      | a failure | {"id": "over", "result": {"content": [{"type": "text", "text": "no such place"}], "isError": true}} |

  @pages
  Scenario: A completion of the page that an error names is no consent
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
    And the server sends when "Please sign in." is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": {"elicitationId": "e-1"}}
      """
    And that need not happen
    And if asked, after 1000 ms the person rejects "Please sign in."
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the client sends 1 line with {"method": "tools/call"} [MCP-070]

  @pages
  Scenario: A completion after the call has ended calls nothing again
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
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" asks:
      """
      {"id": "what", "message": "Wipe what?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the server sends when "Wipe what?" is shown:
      """
      {"jsonrpc": "2.0", "method": "notifications/elicitation/complete", "params": {"elicitationId": "e-1"}}
      """
    And if asked, the person answers "Please sign in." with "Open"
    And the model calls "wipe"
    And after 1000 ms the person answers "Wipe what?" with {}
    And the model says "done"
    Then the client sends at most 2 lines with {"method": "tools/call", "params": {"name": "deploy"}} [MCP-069]
    And the call "call_2" succeeds, telling the model "wiped" [MCP-069]

  @pages
  Scenario Outline: The consent to a page has no content while another is open: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "one", "mode": "url", "message": "Please sign in.", "elicitationId": "e-1",
       "url": "https://example.com/in", "with": [
        {"id": "other", "mode": "url", "message": "Please pay.", "elicitationId": "e-2",
         "url": "https://example.com/pay"}
      ]}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, after 1000 ms the person answers "Please sign in." with "Open"
    And if asked, after 2000 ms the person answers "Please pay." with "Open"
    And the model says "done"
    Then the tool "deploy" is told of "one" without a content [MCP-059.p]

    Examples:
      | version |
      | 2025-11-25 |

  Scenario: An address in the words of a form is not fetched
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "where", "message": "Where? See http://pages.test/help", "requestedSchema": {
       "type": "object", "properties": {
        "place": {"type": "string", "description": "See http://pages.test/places"},
        "page": {"type": "string", "format": "uri", "default": "http://pages.test/page"}
      }}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person rejects "Where"
    And the model says "done" if it is asked
    Then nothing is fetched [MCP-133]
