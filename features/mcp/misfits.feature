Feature: Misfits in each tool

  What is no accept of the user, or does not fit, is not acted upon, whichever tool has asked.

  Scenario Outline: What is nearly a choice is none: <case>, <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with <answer>
    And if asked again, the person rejects "Deploy where?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "deployed" [MCP-077]

    Examples:
      | case | version | answer |
      | its first letters | 2025-11-25 | "prod" |
      | with blanks around | 2025-11-25 | " staging " |
      | nothing | 2026-07-28 | "" |

  @survey
  Scenario Outline: What is of another type does not fit what may be left out either: <case>, <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "survey"
    And the person answers "Tell us more" with <content>
    And if asked again, the person rejects "Tell us more"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "surveyed" [MCP-077]

    Examples:
      | case | version | content |
      | one for yes | 2025-11-25 | {"name": "Ada", "count": 1, "loud": 1} |
      | null for an address of mail | 2025-11-25 | {"name": "Ada", "count": 1, "mail": null} |
      | a number for an address of mail | 2026-07-28 | {"name": "Ada", "count": 1, "mail": 7} |

  @pair
  Scenario Outline: Of two asks, one that is no accept is enough to do nothing: <case>
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the client answers "elicitation/create" with the line {"jsonrpc": "2.0", "id": "\u003cid>", <answer>}
    And if asked, after 1000 ms the person answers "Which second?" with "two"
    And if asked again, the person rejects "Which first?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "paired" [<row>]
    And the call "call_1" comes to its end [<end>]

    Examples:
      | case | answer | row | end |
      | declined, with content | "result": {"action": "decline", "content": {"\\u003cfirst key of properties>": "one"}} | MCP-076 | MCP-074.e |
      | an action that nobody knows | "result": {"action": "later", "content": {"\\u003cfirst key of properties>": "one"}} | MCP-079 | MCP-079 |
      | a number for a text | "result": {"action": "accept", "content": {"\\u003cfirst key of properties>": 7}} | MCP-077 | MCP-077 |
      | an error | "error": {"code": -32603, "message": "failed"} | MCP-010 | MCP-010 |

  @pair
  Scenario Outline: Of two asks, the first is accepted and the second dismissed: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the person answers "Which first?" with "one"
    And if asked, after 1000 ms the person cancels "Which second?"
    And if asked again, the person rejects "Which second?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "paired" [MCP-074]

    Examples:
      | version |
      | 2025-06-18 |
      | 2026-07-28 |

  @pair
  Scenario: Of two asks, the second is accepted before the first is turned down
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And if asked, the person answers "Which second?" with "two"
    And after 1000 ms the person rejects "Which first?"
    And if asked again, the person rejects "Which first?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "paired" [MCP-074]

  @ask @answers
  Scenario Outline: What is no accept is told otherwise than an accept of the same text: <case>
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "ask" with:
      """
      {"question": "How far?"}
      """
    And the person answers "How far?" with "left"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the client answers "Which way?" with the line:
      """
      {"jsonrpc": "2.0", "id": "\u003cid>", "result": {
        "action": "<action>", "content": {"\u003cfirst key of properties>": "left"}
      }}
      """
    And if asked again, the person rejects "Which way?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then where each of two questions was asked once, "call_1" and "call_2" have different results [<row>]

    Examples:
      | case | action | row |
      | declined | decline | MCP-076 |
      | dismissed | cancel | MCP-076 |
      | an action that nobody knows | later | MCP-079 |

  @ask
  Scenario: A number is no answer to a question in free text
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with 7
    And if asked again, the person rejects "Which way?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then the call "call_1" ends with an error, or the user is asked again [MCP-077]

  @connect
  Scenario: A page that is answered with an error is over
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "connect"
    And if told, the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "<id>", "error": {"code": -32603, "message": "failed"}}
      """
    And if asked, after 1000 ms the person rejects "Sign in first"
    And if asked again, the person rejects "Sign in first"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then the call "call_1" comes to its end [MCP-010]
