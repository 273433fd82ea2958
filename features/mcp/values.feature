Feature: Texts that reach the tool as they were given

  What the user has typed is the content of the answer. Many texts differ by a sign that is easily lost.

  @ask @answers
  Scenario Outline: Answers that differ in what is hardly seen are told apart: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north east"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north\u00a0east"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north  east"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north\u200b east"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north\ufe0f east"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north\u0000 east"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "\ufeffnorth east"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north+east"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north%20east"
    And the model says "done"
    Then where just 9 prompts were shown, "call_1" and "call_2" have different results [MCP-073]
    And where just 9 prompts were shown, "call_1" and "call_3" have different results [MCP-073]
    And where just 9 prompts were shown, "call_1" and "call_4" have different results [MCP-073]
    And where just 9 prompts were shown, "call_1" and "call_5" have different results [MCP-073]
    And where just 9 prompts were shown, "call_1" and "call_6" have different results [MCP-073]
    And where just 9 prompts were shown, "call_1" and "call_7" have different results [MCP-073]
    And where just 9 prompts were shown, "call_1" and "call_8" have different results [MCP-073]
    And where just 9 prompts were shown, "call_1" and "call_9" have different results [MCP-073]
    And each ask has an id of its own [MCP-020]

    Examples:
      | version |
      | 2025-11-25 |

  @ask @answers
  Scenario Outline: Answers that differ in a sign that means something elsewhere are told apart: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north."
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north\u003cb>"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north{version}"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north #east"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north, east"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north, west"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north-east"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north–east"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north\neast"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "north\r\neast"
    And the model says "done"
    Then where just 11 prompts were shown, "call_1" and "call_2" have different results [MCP-073]
    And where just 11 prompts were shown, "call_1" and "call_3" have different results [MCP-073]
    And where just 11 prompts were shown, "call_1" and "call_4" have different results [MCP-073]
    And where just 11 prompts were shown, "call_1" and "call_5" have different results [MCP-073]
    And where just 11 prompts were shown, "call_6" and "call_7" have different results [MCP-073]
    And where just 11 prompts were shown, "call_8" and "call_9" have different results [MCP-073]
    And where just 11 prompts were shown, "call_10" and "call_11" have different results [MCP-073]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  @ask @answers
  Scenario Outline: Answers that a program could read as something else are told apart: <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "7"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "007"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "$HOME"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "${HOME}"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "~root"
    And the model calls "ask" with:
      """
      {"question": "Which way?"}
      """
    And the person answers "Which way?" with "/root"
    And the model says "done"
    Then the calls "call_1" and "call_2" have different results [MCP-073]
    And where just 6 prompts were shown, "call_3" and "call_4" have different results [MCP-073]
    And where just 6 prompts were shown, "call_5" and "call_6" have different results [MCP-073]

    Examples:
      | version |
      | 2025-11-25 |
      | 2026-07-28 |

  @ask
  Scenario Outline: What is asked in other words of the model has the shape of the protocol: <case>, <version>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "ask" with:
      """
      <arguments>
      """
    And the person answers "<question>" with <answer>
    And the model says "done"
    Then each ask has a message [MCP-021]
    And each form has a schema with properties [MCP-022]
    And each property of a form is of a kind of "<version>" [MCP-024]
    And each default of a form fits its property [MCP-026]
    And the call "call_1" succeeds, telling the model something with <answer>

    Examples:
      | case | version | question | answer | arguments |
      | digits alone | 2025-11-25 | 42 | "2" | {"question": "42", "options": ["1", "2"]} |
      | six choices | 2026-07-28 | Which way? | "on" | {"question": "Which way?", "options": ["up", "down", "on", "off", "in", "out"]} |

  @ask
  Scenario Outline: What is asked in other words of the model has choices of the first version: <case>
    Given the system "mcp"
    And the profile "<version>"
    And a terminal
    When the user says "go"
    And the model calls "ask" with:
      """
      <arguments>
      """
    And the person answers "<question>" with <answer>
    And the model says "done"
    Then each ask has a message [MCP-021]
    And each form has a schema with properties [MCP-022]
    And each property of a form is of a kind of "<version>" [MCP-024]
    And each choice of a form is one of texts [MCP-025]
    And the call "call_1" succeeds, telling the model something with <answer>

    Examples:
      | case | version | question | answer | arguments |
      | six choices | 2025-06-18 | Which way? | "on" | {"question": "Which way?", "options": ["up", "down", "on", "off", "in", "out"]} |
