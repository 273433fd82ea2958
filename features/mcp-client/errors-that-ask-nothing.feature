Feature: An error that asks for nothing

  An error that wants pages and names none is a failure of the call.

  @pages
  Scenario: An error that wants pages and has no data is a failure of the call
    Given the system "mcp-client"
    And the profile "2025-11-25"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks:
      """
      {"id": "page", "error": {"code": -32042, "message": "Sign in first"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then the model is told what became of the call "call_1" [MCP-071]
