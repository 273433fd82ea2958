Feature: The third time

  What a tool was told before is no answer to what it asks later: each call is judged as the first was.

  Scenario Outline: After two accepts the third call asks, and a cancel and a decline of it are what they are: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "staging"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "staging"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And if asked, the person cancels "Deploy where?"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And if asked, the person rejects "Deploy where?"
    And if asked again, the person rejects "Deploy where?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 2 results of a call begin with "deployed" [MCP-074]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  @answers
  Scenario Outline: After an accept and a decline the next accept goes on with its own content: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "staging"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person rejects "Deploy where?"
    And the model calls "deploy" if it is asked, with:
      """
      {"version": "1.4"}
      """
    And if asked, the person answers "Deploy where?" with "production"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then 2 results of a call begin with "deployed" [MCP-073]
    And where just 3 prompts were shown, "call_1" and "call_3" have different results [MCP-073]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: What does not fit is not acted upon after <before> either: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person <does>
    And the model calls "deploy" if it is asked, with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with 7
    And if asked again, the person rejects "Deploy where?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then <so many> with "deployed" [MCP-077]

    Examples:
      | before | version | does | so many |
      | an accept | 2025-11-25 | answers "Deploy where?" with "staging" | 1 result of a call begins |
      | an accept | 2026-07-28 | answers "Deploy where?" with "staging" | 1 result of a call begins |
      | a decline | 2025-11-25 | rejects "Deploy where?" | 0 results of a call begin |
