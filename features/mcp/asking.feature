Feature: What a server asks

  A tool of a server asks the user of its client by a form or by a page, as the version of the protocol has them.

  Scenario Outline: A form is asked as its version has it, and the tool goes on with its answer: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "production"
    And the model says "done"
    Then each ask has a message [MCP-021]
    And each form has a schema with properties [MCP-022]
    And each property of a form is of a kind of "<version>" [MCP-024]
    And 1 result of a call begins with "deployed" [MCP-073]
    And the call "call_1" succeeds, telling the model something with "deployed" [MCP-073]
    And no prompt is left open
    And the turn ends completed

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  @answers
  Scenario Outline: Of two calls with one question each goes on with its own answer: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "production"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "staging"
    And the model says "done"
    Then 2 results of a call begin with "deployed" [MCP-073]
    And where each of two questions was asked once, "call_1" and "call_2" have different results [MCP-073]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  @survey
  Scenario Outline: Each thing that a form asks for is of a kind of its version, and its default fits: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "survey"
    And the person answers "Tell us more" with {"name": "Zoë ", "count": 0, "share": 0.5, "loud": false}
    And the model says "done"
    Then each property of a form is of a kind of "<version>" [MCP-024]
    And each default of a form fits its property [MCP-026]
    And 1 result of a call begins with "surveyed" [MCP-073]
    And the call "call_1" succeeds, telling the model something with "\"name\":\"Zoë \""
    And the call "call_1" succeeds, telling the model something with "\"count\":0,\"share\":0.5,\"loud\":false"

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  @survey
  Scenario: In 2025-06-18 choices are texts with names, and no lists
    Given the system "mcp"
    And the profile "2025-06-18"
    And a terminal
    When the user says "go"
    And the model calls "survey"
    And the person answers "Tell us more" with {"name": "Ada", "count": 100, "level": "high"}
    And the model says "done"
    Then each choice of a form is one of texts [MCP-025]
    And each property of a form is of a kind of "2025-06-18" [MCP-024]
    And 1 result of a call begins with "surveyed" [MCP-073]

  Scenario Outline: The mode of a form is form, or is left out: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "staging"
    And the model says "done"
    Then the mode of each form is form, or left out [MCP-023]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  @pair
  Scenario Outline: Each ask is a request with an id of its own: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the person answers "Which second?" with "two"
    And the person answers "Which first?" with "one"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "Deploy where?" with "staging"
    And the model says "done"
    Then each ask has an id of its own [MCP-020]
    And 1 result of a call begins with "paired" [MCP-073]
    And the call "call_1" succeeds, telling the model "paired one and two"
    And 1 result of a call begins with "deployed" [MCP-073]
    And 0 messages tell the client {"result": {"resultType": "input_required"}} [MCP-018]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |

  @connect
  Scenario Outline: A page has an address, and to open it is not told as more: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "connect"
    And if asked, the person answers "Sign in first" with "Open"
    And if asked again, the person rejects "Sign in first"
    And the model says "done"
    Then each page has an address [MCP-027]
    And the address of each page is https [MCP-029]
    And each ask has a message [MCP-021]
    And the call "call_1" comes to its end [MCP-073]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  @connect
  Scenario: Two pages in 2025-11-25 have different ids
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "connect"
    And if asked, the person answers "Sign in first" with "Open"
    And the model calls "connect"
    And if asked, the person rejects "Sign in first"
    And if asked again, the person rejects "Sign in first"
    And the model says "done"
    Then each page has an elicitationId of its own [MCP-028]

  @connect
  Scenario: A page in 2026-07-28 has no id
    Given the system "mcp"
    And the profile "2026-07-28"
    And a terminal
    When the user says "go"
    And the model calls "connect"
    And if asked, the person answers "Sign in first" with "Open"
    And if asked again, the person rejects "Sign in first"
    And the model says "done"
    Then no page has an elicitationId [MCP-028.n]

  @status
  Scenario: A tool that asks nothing is served while another waits for its answer
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And in the same message it calls "status"
    And after 1000 ms the person answers "Deploy where?" with "staging"
    And the model says "done"
    Then 1 result of a call begins with "ready" [MCP-073]
    And 1 result of a call begins with "deployed" [MCP-073]
    And the requests are sent at "0 1000"

  Scenario: The model calls what the server does not have, and the turn goes on
    Given the system "mcp"
    And the profile "2025-11-25"
    And a terminal
    When the user says "go"
    And the model calls "destroy"
    And the model says "then not"
    Then the call "call_1" fails
    And no prompt is shown
    And the turn ends completed

  @pair @answers
  Scenario Outline: Each of two questions gets its own answer, in whatever order the user gives them: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "pair"
    And the person answers "Which first?" with "one"
    And after 1000 ms the person answers "Which second?" with "two"
    And the model calls "pair"
    And after 1000 ms the person answers "Which first?" with "two"
    And the person answers "Which second?" with "one"
    And the model says "done"
    Then 2 results of a call begin with "paired" [MCP-073]
    And where just 4 prompts were shown, "call_1" and "call_2" have different results [MCP-073]

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  @pair @answers
  Scenario Outline: Two questions with the same words are two: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "pair" with:
      """
      {"first": "Which one?", "second": "Which one?"}
      """
    And the person answers "Which one?" with "one"
    And the person answers "Which one?" with "two"
    And the model says "done"
    Then 1 result of a call begins with "paired" [MCP-073]
    And the call "call_1" succeeds, telling the model "paired one and two"

    Examples:
      | version |
      | 2025-06-18 |
      | 2025-11-25 |
      | 2026-07-28 |

  @ask
  Scenario Outline: What is asked in words of the model has the shape of the protocol: <case>, <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "ask" with:
      """
      <arguments>
      """
    And the person answers "Which way?" with "left"
    And the model says "done"
    Then each ask has a message [MCP-021]
    And each form has a schema with properties [MCP-022]
    And each property of a form is of a kind of "<version>" [MCP-024]
    And the call "call_1" succeeds, telling the model something with "left"

    Examples:
      | case | version | arguments |
      | with choices | 2025-06-18 | {"question": "Which way?", "options": ["left", "right"]} |
      | with choices | 2025-11-25 | {"question": "Which way?", "options": ["left", "right"]} |
      | with choices | 2026-07-28 | {"question": "Which way?", "options": ["left", "right"]} |
      | with one choice | 2025-11-25 | {"question": "Which way?", "options": ["left"]} |
      | in free text | 2025-06-18 | {"question": "Which way?"} |
      | in free text | 2025-11-25 | {"question": "Which way?"} |
      | in free text | 2026-07-28 | {"question": "Which way?"} |
