Feature: A stopped turn, in each state

  A stop takes from the screen what its call asks. What is given up is the request that is under way.

  Scenario Outline: A stopped turn takes all from the screen that its call asks: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}, "with": [
        {"id": "second", "message": "Which team?", "requestedSchema": {"type": "object", "properties": {}}},
        {"id": "third", "message": "Which day?", "requestedSchema": {"type": "object", "properties": {}}}
      ]}
      """
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when "Which place?" is shown
    And if asked, after 1000 ms the person answers "Which day?" with {}
    And the run may end while the turn waits
    Then no answer of the client accepts [MCP-115]
    And no prompt is left open [MCP-115]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  @pages
  Scenario Outline: A stopped turn takes a page from the screen, and opens none: <version>
    Given the system "mcp-client"
    And the profile "<version>"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "mode": "url", "message": "Please sign in.", "elicitationId": "e-1", "url": "http://pages.test/in"}
      """
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when "Please sign in." is shown
    And after 1000 ms the person answers "Please sign in." with "Open"
    And the run may end while the turn waits
    Then no page is fetched before the user agrees [MCP-065]
    And no page is opened before the user agrees [MCP-064]
    And no answer of the client accepts [MCP-115]
    And no prompt is left open [MCP-115]

    Examples:
      | version |
      | 2025-11-25 |

  Scenario: A call in its third round is given up by the id of its last request
    Given the system "mcp-client"
    And the profile "2026-07-28"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" takes 60000 ms
    And the tool "deploy" asks:
      """
      {"id": "first", "message": "Which place?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    And the tool "deploy" asks:
      """
      {"id": "second", "message": "Which team?", "requestedSchema": {"type": "object", "properties": {}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which place?" with {}
    And the person answers "Which team?" with {}
    And SIGINT arrives when the client is told "\"second\":"
    And the run may end while the turn waits
    Then the client sends 1 line with {"method": "notifications/cancelled"} [MCP-119]
    And what the client gives up is the call that it has sent last [MCP-112.c]

  @pages
  Scenario: A call that was repeated for a page is given up by the id of its last request, if at all
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" takes 60000 ms
    And the tool "deploy" asks:
      """
      {"id": "page", "error": {"code": -32042, "message": "Sign in first", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": "https://example.com/in", "message": "Please sign in."}
      ]}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "Please sign in." with "Open"
    And SIGINT arrives when "Please sign in." is shown
    And that happens 3000 ms later
    And that need not happen
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then what the client gives up is the call that it has sent last [MCP-112.c]

  @pages
  Scenario: A page that is told of a call that was given up is not asked about
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" takes 60000 ms
    When the user says "go"
    And the model calls "deploy"
    And if told, the server answers "notifications/cancelled" with the line:
      """
      {"jsonrpc": "2.0", "id": "\u003crequestId>", "error": {"code": -32042, "message": "In", "data": {"elicitations": [
        {"mode": "url", "elicitationId": "e-1", "url": "https://example.com/in", "message": "Please sign in."}
      ]}}}
      """
    And SIGINT arrives when the tool "deploy" runs
    And if asked, the person answers "Please sign in." with "Open"
    And the run may end while the turn waits
    Then 0 prompts are shown [MCP-134]
    And the client sends 1 line with {"method": "tools/call"} [MCP-134]
