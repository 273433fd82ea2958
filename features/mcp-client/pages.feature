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
      | cancelled | cancels "Please sign in." | cancel | 2026-07-28 | MCP-055 | MCP-059 |

  @pages @shows
  Scenario Outline: The user sees the whole address before they agree: <version>
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
    And the person rejects "Please sign in."
    And the model says "done"
    Then the prompt contains "https://example.com/a%2Fb?x=1&y=%20#z" [MCP-066]
    And the prompt contains "harbour" [MCP-053]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  @pages
  Scenario: A call that wants a page opened first is repeated after the consent, as a new request
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
    And if asked, the person answers "Please sign in." with "Open"
    And the model says "done" if it is asked
    Then where "Please sign in." was asked about, the client has called "deploy" anew [MCP-070]
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
