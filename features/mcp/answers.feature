Feature: What becomes of an answer

  What the user did decides what the tool does: nothing else is an answer.

  @pair
  Scenario Outline: Of two asks of a call, one accept is not enough: the <turned> is turned down, <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And if asked, the person answers "Which <answered>?" with "<word>"
    And if asked, the person rejects "Which <turned>?"
    And if asked again, the person rejects "Which <turned>?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "paired" [MCP-074]
    And the call "call_1" comes to its end, or the user is asked again [MCP-074.e]

    Examples:
      | turned | answered | word | version    |
      | first  | second   | two  | 2025-11-25 |
      | second | first    | one  | 2025-11-25 |
      | first  | second   | two  | 2026-07-28 |
      | second | first    | one  | 2026-07-28 |

  Scenario Outline: What needs an accept is not done when the user <act>: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person <act> "Deploy where?"
    And if asked again, the person rejects "Deploy where?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "deployed" [MCP-074]
    And the call "call_1" comes to its end, or the user is asked again [MCP-074.e]

    Examples:
      | act | version |
      | rejects | 2025-06-18 |
      | rejects | 2025-11-25 |
      | rejects | 2026-07-28 |
      | cancels | 2025-06-18 |
      | cancels | 2025-11-25 |
      | cancels | 2026-07-28 |

  @survey
  Scenario Outline: What needs an accept is not done when the user <act> a form of many kinds: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "survey"
    And the person <act> "Tell us more"
    And if asked again, the person rejects "Tell us more"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "surveyed" [MCP-074]
    And the call "call_1" comes to its end, or the user is asked again [MCP-074.e]

    Examples:
      | act     | version    |
      | rejects | 2025-06-18 |
      | rejects | 2025-11-25 |
      | rejects | 2026-07-28 |
      | cancels | 2025-06-18 |
      | cancels | 2025-11-25 |
      | cancels | 2026-07-28 |

  Scenario Outline: A decline is told otherwise than a cancel: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person rejects "Deploy where?"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person cancels "Deploy where?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then where each of two questions was asked once, "call_1" and "call_2" have different results [MCP-075]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  Scenario Outline: What is no accept of the user is not acted upon: <case>
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with the line {"jsonrpc": "2.0", "id": "\u003cid>", <answer>}
    And if asked again, the person rejects "Deploy where?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "deployed" [<row>]
    And the call "call_1" comes to its end, or the user is asked again [<end>]

    Examples:
      | case | answer | row | end |
      | declined, with content | "result": {"action": "decline", "content": {"\\u003cfirst key of properties>": "staging"}} | MCP-076 | MCP-074.e |
      | cancelled, with content | "result": {"action": "cancel", "content": {"\\u003cfirst key of properties>": "staging"}} | MCP-076 | MCP-074.e |
      | an action that nobody knows | "result": {"action": "later", "content": {"\\u003cfirst key of properties>": "staging"}} | MCP-079 | MCP-079 |
      | an action in other letters | "result": {"action": "ACCEPT", "content": {"\\u003cfirst key of properties>": "staging"}} | MCP-079 | MCP-079 |
      | an action with blanks | "result": {"action": " accept ", "content": {"\\u003cfirst key of properties>": "staging"}} | MCP-079 | MCP-079 |
      | no action | "result": {"content": {"\\u003cfirst key of properties>": "staging"}} | MCP-079 | MCP-079 |
      | accepted without content | "result": {"action": "accept"} | MCP-078 | MCP-078 |
      | accepted with the content null | "result": {"action": "accept", "content": null} | MCP-078 | MCP-078 |
      | accepted with nothing in it | "result": {"action": "accept", "content": {}} | MCP-078 | MCP-078 |
      | an error | "error": {"code": -32603, "message": "failed"} | MCP-010 | MCP-010 |
      | an error about the mode | "error": {"code": -32602, "message": "not declared"} | MCP-010 | MCP-010 |

  Scenario Outline: What is no accept of the user is not acted upon: <case>
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with the line {"jsonrpc": "2.0", "id": "\u003cid>", <answer>}
    And if asked again, the person rejects "Deploy where?"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "deployed" [MCP-077]
    And the call "call_1" ends with an error, or the user is asked again [MCP-077]

    Examples:
      | case | answer |
      | a number for a text | "result": {"action": "accept", "content": {"\\u003cfirst key of properties>": 7}} |
      | null for a text | "result": {"action": "accept", "content": {"\\u003cfirst key of properties>": null}} |
      | a choice that was not offered | "result": {"action": "accept", "content": {"\\u003cfirst key of properties>": "nowhere"}} |
      | a list for one | "result": {"action": "accept", "content": {"\\u003cfirst key of properties>": ["staging"]}} |

  @survey
  Scenario Outline: What does not fit a form of many kinds is not acted upon: <case>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "survey"
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "\u003cid>", "result": {"action": "accept", "content": <content>}}
      """
    And if asked again, the person rejects "Tell us more"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then 0 results of a call begin with "surveyed" [MCP-077]
    And the call "call_1" ends with an error, or the user is asked again [MCP-077]

    Examples:
      | case | version | content |
      | too long | 2025-11-25 | {"name": "an exceedingly long name", "count": 1} |
      | too short | 2025-11-25 | {"name": "", "count": 1} |
      | too many | 2025-11-25 | {"name": "Ada", "count": 101} |
      | below zero | 2025-11-25 | {"name": "Ada", "count": -1} |
      | a fraction for a whole number | 2025-11-25 | {"name": "Ada", "count": 0.5} |
      | a text for a number | 2025-11-25 | {"name": "Ada", "count": "1"} |
      | a text for yes or no | 2025-11-25 | {"name": "Ada", "count": 1, "loud": "yes"} |
      | the name of a choice | 2025-11-25 | {"name": "Ada", "count": 1, "level": "High"} |
      | the title of a choice | 2025-11-25 | {"name": "Ada", "count": 1, "zone": "Europe"} |
      | a pick that was not offered | 2025-11-25 | {"name": "Ada", "count": 1, "days": ["sun"]} |
      | one for several | 2025-11-25 | {"name": "Ada", "count": 1, "days": "mon"} |
      | the title of a pick | 2025-11-25 | {"name": "Ada", "count": 1, "langs": ["German"]} |
      | no pick where one is needed | 2025-11-25 | {"name": "Ada", "count": 1, "langs": []} |
      | what is required is missing | 2025-11-25 | {"count": 1} |
      | yes for a number | 2025-11-25 | {"name": "Ada", "count": true} |
      | the word true for yes or no | 2025-11-25 | {"name": "Ada", "count": 1, "loud": "true"} |
      | a fraction between the limits | 2025-11-25 | {"name": "Ada", "count": 50.5} |
      | a part that is too large | 2025-11-25 | {"name": "Ada", "count": 1, "share": 1.01} |
      | one letter too long | 2025-11-25 | {"name": "⟨21×é⟩", "count": 1} |
      | a choice in other letters | 2025-11-25 | {"name": "Ada", "count": 1, "level": "HIGH"} |
      | no address of mail | 2025-11-25 | {"name": "Ada", "count": 1, "mail": "nobody"} |
      | no day of the calendar | 2025-11-25 | {"name": "Ada", "count": 1, "day": "2027-02-30"} |
      | a pick among others | 2025-11-25 | {"name": "Ada", "count": 1, "days": ["mon", "sun"]} |
      | the content as a text | 2025-11-25 | "{\\"name\\": \\"Ada\\", \\"count\\": 1}" |
      | no time of a day | 2025-11-25 | {"name": "Ada", "count": 1, "when": "2027-02-28"} |
      | no address of a page | 2025-11-25 | {"name": "Ada", "count": 1, "site": "no address"} |
      | too long in 2025-06-18 | 2025-06-18 | {"name": "an exceedingly long name", "count": 1} |
      | too many in 2025-06-18 | 2025-06-18 | {"name": "Ada", "count": 101} |
      | a fraction for a whole number in 2025-06-18 | 2025-06-18 | {"name": "Ada", "count": 0.5} |
      | a text for a number in 2025-06-18 | 2025-06-18 | {"name": "Ada", "count": "1"} |
      | yes for a number in 2025-06-18 | 2025-06-18 | {"name": "Ada", "count": true} |
      | a text for yes or no in 2025-06-18 | 2025-06-18 | {"name": "Ada", "count": 1, "loud": "yes"} |
      | the name of a choice in 2025-06-18 | 2025-06-18 | {"name": "Ada", "count": 1, "level": "High"} |
      | another choice in 2025-06-18 | 2025-06-18 | {"name": "Ada", "count": 1, "level": "middle"} |
      | no address of mail in 2025-06-18 | 2025-06-18 | {"name": "Ada", "count": 1, "mail": "nobody"} |
      | what is required is missing in 2025-06-18 | 2025-06-18 | {"count": 1} |

  Scenario: A second answer changes nothing, and the next call works
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "decline"}}},
       {"line": {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "accept", "content": {"<first key of properties>": "staging"}}}}]
      """
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "accept", "content": {"<first key of properties>": "staging"}}}
      """
    And the model says "done"
    Then 1 result of a call begins with "deployed" [MCP-080]
    And the call "call_1" comes to its end [MCP-080]

  Scenario: An answer to an id that was never used changes nothing
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client sends {"jsonrpc": "2.0", "id": 4711, "result": {"action": "decline"}} when "Deploy where?" is shown
    And after 1000 ms the person answers "Deploy where?" with "production"
    And the model says "done"
    Then 1 result of a call begins with "deployed" [MCP-080]

  Scenario: A text that looks like the id of an ask is no answer to it
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And if told, the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "<text of id>", "result": {"action": "decline"}}}]
      """
    And after 1000 ms the person answers "Deploy where?" with "production"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then 1 result of a call begins with "deployed" [MCP-081]

  @survey
  Scenario Outline: What just fits is acted upon: <case>, <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "survey"
    And the person answers "Tell us more" with <content>
    And the model says "done"
    Then 1 result of a call begins with "surveyed" [MCP-077.f]

    Examples:
      | case | version | content |
      | the largest, and the longest in other letters | 2025-06-18 | {"name": "⟨20×é⟩", "count": 100, "share": 1} |
      | the longest in faces | 2025-06-18 | {"name": "⟨20×😀⟩", "count": 0, "share": 0} |
      | the shortest, and the least | 2025-06-18 | {"name": "x", "count": 0, "share": 0} |
      | the largest, and the longest in other letters | 2025-11-25 | {"name": "⟨20×é⟩", "count": 100, "share": 1} |
      | the longest in faces | 2025-11-25 | {"name": "⟨20×😀⟩", "count": 0, "share": 0} |
      | the shortest, and all picks | 2025-11-25 | {"name": "x", "count": 1, "days": ["tue", "mon"], "langs": ["fr"], "zone": "us"} |
      | the largest, and the longest in other letters | 2026-07-28 | {"name": "⟨20×é⟩", "count": 100, "share": 1} |
      | the longest in faces | 2026-07-28 | {"name": "⟨20×😀⟩", "count": 0, "share": 0} |
      | the shortest, and all picks | 2026-07-28 | {"name": "x", "count": 1, "days": ["tue", "mon"], "langs": ["fr"], "zone": "us"} |

  @ask @answers
  Scenario Outline: Two answers that differ a little are told apart: <case>, <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with <one>
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with <other>
    And the model says "done"
    Then where each of two questions was asked once, "call_1" and "call_2" have different results [MCP-073]

    Examples:
      | case | version | one | other |
      | a blank at the end | 2025-11-25 | "north" | "north " |
      | a blank at the end | 2026-07-28 | "north" | "north " |
      | a blank before | 2025-11-25 | "north" | " north" |
      | a blank before | 2026-07-28 | "north" | " north" |
      | a new line at the end | 2025-11-25 | "north" | "north\\n" |
      | a new line at the end | 2026-07-28 | "north" | "north\\n" |
      | a new line or a blank | 2025-11-25 | "north east" | "north\\neast" |
      | a new line or a blank | 2026-07-28 | "north east" | "north\\neast" |
      | a tab or a blank | 2025-11-25 | "north east" | "north\\teast" |
      | a tab or a blank | 2026-07-28 | "north east" | "north\\teast" |
      | large letters | 2025-11-25 | "north" | "North" |
      | large letters | 2026-07-28 | "north" | "North" |
      | letters of one look | 2025-11-25 | "\\u00e9" | "e\\u0301" |
      | letters of one look | 2026-07-28 | "\\u00e9" | "e\\u0301" |
      | a letter that stands for two | 2025-11-25 | "fi" | "\\ufb01" |
      | a letter that stands for two | 2026-07-28 | "fi" | "\\ufb01" |
      | other letters | 2025-11-25 | "ä" | "ö" |
      | other letters | 2026-07-28 | "ä" | "ö" |
      | faces | 2025-11-25 | "😀" | "😎" |
      | faces | 2026-07-28 | "😀" | "😎" |
      | marks of quotation | 2026-07-28 | "it's" | "it\\"s" |
      | a character and its name | 2025-06-18 | "a & b" | "a &amp; b" |
      | a backslash | 2025-11-25 | "a\\\\nb" | "a\\nb" |
      | the end of a long text | 2026-07-28 | "⟨1001×n⟩" | "⟨1000×n⟩" |
      | the end of a very long text | 2025-06-18 | "⟨20001×n⟩" | "⟨20000×n⟩" |
      | a word for nothing | 2025-11-25 | "null" | "none" |
      | nothing or a blank | 2026-07-28 | "" | " " |
      | yes in letters | 2025-06-18 | "true" | "True" |

  @status
  Scenario Outline: What is answered with an error leaves the connection as it was: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "\u003cid>", "error": {"code": -32603, "message": "failed"}}
      """
    And if asked again, the person rejects "Deploy where?"
    And the model calls "status"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "staging"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then 1 result of a call begins with "ready" [MCP-080]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
