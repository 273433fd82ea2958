Feature: The state of a round

  What the server has given away is not taken back as it stands when it was changed, or belongs to another call.

  @pair
  Scenario: The state of a second round that was changed is not taken as it stands
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And if told, the client answers "\"requestState\":" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "pair", "arguments": {},
        "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "⟨1204×n⟩"}}},
        "requestState": "<requestState>"
      }}
      """
    And if told, the client answers "\"requestState\":" with the line:
      """
      {"jsonrpc": "2.0", "id": "altered", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "pair", "arguments": {},
        "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "two"}}},
        "requestState": "<altered requestState>"
      }}
      """
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "paired" [MCP-101]

  @arguments
  Scenario Outline: The state of one call is refused with arguments that look alike: <case>
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "<version>"}
      """
    And if told, the client answers "\"requestState\":" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "deploy", "arguments": {"version": "<other>"},
        "inputResponses": {"\u003cfirst key of inputRequests>": {"action": "accept", "content": {"\u003cfirst key of properties>": "staging"}}},
        "requestState": "\u003crequestState>"
      }}
      """
    And if asked, after 1000 ms the person rejects "Deploy where?"
    And if asked again, the person rejects "Deploy where?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "deployed" [MCP-102]

    Examples:
      | case | version | other |
      | the end of a long text | release-candidate-of-the-fourth-of-may | release-candidate-of-the-fourth-of-june |
      | letters in another order | rc-12 | rc-21 |
      | a letter that stands for two | fi | ﬁ |

  @pair
  Scenario: What is answered with a state that was changed does not count when the rest is asked for
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And if told, the client answers "\"requestState\":" with the line:
      """
      {"jsonrpc": "2.0", "id": "again", "method": "tools/call", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}},
        "name": "pair", "arguments": {},
        "inputResponses": {"<first key of inputRequests>": {"action": "accept", "content": {"<first key of properties>": "one"}}},
        "requestState": "<altered requestState>"
      }}
      """
    And the person does nothing at "Which second?"
    And if asked, the person answers "Which second?" with "two"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "paired" [MCP-101]
