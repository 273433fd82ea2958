Feature: ask_user: one question, one typed answer, one result

  Background:
    Given the system "jp-ask-user"
    And a terminal

  Scenario Outline: The result of a <type> answer carries its type
    When the user says "go"
    And the model calls "ask_user" with:
      """
      <arguments>
      """
    And the person answers "Go?" with <answer>
    And the model says "done"
    Then the call "call_1" succeeds with the JSON <body> [<id>, RES-04, RES-05, RES-10, EXE-05, ARG-08]
    And the inquiries recorded are "call_1.answer.1" [EXE-01, EXE-06]
    And the inquiry ids recorded are "call_1.answer.1" [REC-04]
    And the question of the inquiry "call_1.answer.1" is recorded with exclusive set to true [EXE-03, REC-19]
    And the question of the inquiry "call_1.answer.1" is recorded with persistence set to "none" [EXE-04, REC-19]
    And 2 requests reach the model [EXE-11, EXE-12]
    And 1 record has {"type": "turn_start"} [EXE-12]
    And each call is answered once [EXE-12]
    And each inquiry recorded has one response [REC-01, REC-03, CAN-13]

    Examples:
      | type    | arguments                                                              | answer   | body                                          | id     |
      | boolean | {"question": "Go?", "answer_type": "boolean"}                          | true     | {"answer_type": "boolean", "answer": true}    | RES-01 |
      | select  | {"question": "Go?", "answer_type": "select", "options": ["true", "b"]} | "true"   | {"answer_type": "select", "answer": "true"}   | RES-02 |
      | text    | {"question": "Go?", "answer_type": "text"}                             | "true"   | {"answer_type": "text", "answer": "true"}     | RES-03 |

  Scenario Outline: A text answer reaches the model unchanged: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?"}
      """
    And the person answers "Go?" with <answer>
    And the model says "done"
    Then the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": <answer>} [REC-34, <ids>]
    And the inquiry "call_1.answer.1" is recorded as answered with <answer> [REC-34, <ids>]

    Examples:
      | what                            | answer                         | ids    |
      | a path                          | "/tmp/output"                  | RES-03 |
      | text that looks like a secret   | "api_key=sk-12345"             | RES-07 |
      | quotes and backslashes          | "say \\"hi\\" \\\\ bye"            | RES-07 |
      | line breaks                     | "one\\ntwo"                     | RES-07 |
      | control characters              | "a\\u0001\\u001b[31mb"           | RES-07 |
      | characters beyond ASCII         | "Grüße, 世界 🙂"               | RES-07 |
      | blanks at both ends             | "  so\\t"                       | RES-07 |
      | line breaks at both ends        | "\\n\\nso\\n"                   | RES-07 |
      | an empty answer                 | ""                             | RES-08 |
      | JSON                            | "{\\"answer_type\\": \\"text\\"}"  | RES-07 |
      | composed and decomposed accents | "caf\\u00e9, cafe\\u0301"       | RES-07 |
      | a Windows line break            | "one\\r\\ntwo"                   | RES-07 |
      | 20,000 characters               | "⟨20000×x⟩"                    | RES-07 |

  Scenario: An answered call keeps the arguments that the model sent, and gets one result
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "context": "because"}
      """
    And the person answers "Go?" with "yes"
    And the model says "done"
    Then the arguments of the call "call_1" reach the model as: [EXE-11, INQ-34]
      """
      {"question": "Go?", "context": "because"}
      """
    And event 3 is recorded as: [INQ-34]
      """
      {"type": "tool_call_request", "id": "call_1", "name": "ask_user",
       "arguments": {"question": "Go?", "context": "because"}}
      """
    And the results of the last request are "call_1" [EXE-12]

  @open
  Scenario: The result is compact JSON with answer_type first
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean"}
      """
    And the person answers "Go?" with true
    And the model says "done"
    Then the call "call_1" succeeds, telling the model "{\"answer_type\":\"boolean\",\"answer\":true}" [RES-09]

  Scenario: The same question in two calls of a turn is asked twice
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean"}
      """
    And the person answers "Go?" with true
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean"}
      """
    And the person answers "Go?" with false
    And the model says "done"
    Then 2 prompts are shown [EXE-19]
    And the call "call_1" succeeds with the JSON {"answer_type": "boolean", "answer": true} [EXE-19]
    And the call "call_2" succeeds with the JSON {"answer_type": "boolean", "answer": false} [EXE-19, RES-01]

  Scenario: Two questions at once get a prompt each, and each call gets its own answer
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "First?"}
      """
    And in the same message it calls "ask_user" with:
      """
      {"question": "Second?"}
      """
    And the person answers "First?" with "one"
    And the person answers "Second?" with "two"
    And the model says "done"
    Then 2 prompts are shown [EXE-19]
    And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "one"} [EXE-19]
    And the call "call_2" succeeds with the JSON {"answer_type": "text", "answer": "two"} [EXE-19]
    And the results of the last request are "call_1 call_2" [EXE-21]

  Scenario: Without any configuration, ask_user is offered and needs no permission
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean"}
      """
    And the person answers "Go?" with true
    And the model says "done"
    Then every request offers the tool "ask_user" [CFG-03, SCH-01, SCH-13]
    And 1 prompt is shown [EXE-16, EXE-17]
    And the prompt shows "Assistant" above "Go?" [CFG-25]
    And the call "call_1" succeeds with the JSON {"answer_type": "boolean", "answer": true} [CFG-03, EXE-16]
    And the call "call_1" succeeds with the JSON {"answer_type": "boolean", "answer": true} [EXE-17, EXE-25]

  Scenario: ask_user draws the same prompt as any other tool's question
    Given a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the boolean question "Go on?" as "q"
    And its question has persistence set to "none"
    And the setting "conversation.tools.deploy.questions.q.prompt_label" is "Assistant"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go on?", "answer_type": "boolean"}
      """
    And the person answers "Go on?" with true
    And the model calls "deploy"
    And the person answers "Go on?" with true
    And the model says "done"
    Then prompts 1 and 2 are drawn alike [PRM-21]
    And prompt 2 contains "Assistant" [PRM-14]
    And prompt 1 is drawn as:
      """
      Assistant
      ? Go on? [y,n,?]
      """

  Scenario: A configured label replaces "Assistant" in the prompt and changes nothing else
    Given the setting "conversation.tools.ask_user.questions.answer.prompt_label" is "Robot"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean"}
      """
    And the person answers "Go?" with true
    And the model says "done"
    Then the prompt shows "Robot" above "Go?" [CFG-37, CFG-17, CFG-22, CFG-23, CFG-40, EXE-02, EXE-24]
    And the prompt does not contain "Assistant" [CFG-37]
    And the prompt is drawn as the lines ["Robot", "? Go? [y,n,?]"]
    And the inquiry "call_1.answer.1" is recorded as asked by {"source": "assistant"} [REC-14]
    And 1 prompt is shown [CFG-17]
    And every request offers the tool "ask_user" [CFG-17]
    And the properties of "ask_user" are "question context answer_type options default" [CFG-17]
    And the definition of "ask_user" has ["question"] at "/required" [CFG-17]
    And the call "call_1" succeeds with the JSON {"answer_type": "boolean", "answer": true} [CFG-17, EXE-24]

  Scenario: A label on the command line wins over the one in the user's file
    Given the setting "conversation.tools.ask_user.questions.answer.prompt_label" is "Robot"
    And the command line's configuration:
      """
      {"conversation": {"tools": {"ask_user": {"questions": {"answer": {"prompt_label": "Claude"}}}}}}
      """
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean"}
      """
    And the person answers "Go?" with true
    And the model says "done"
    Then the prompt contains "Claude" [CFG-23]
    And the prompt does not contain "Robot" [CFG-23]

  Scenario: The user's configuration cannot make the question non-exclusive or remembered
    Given no terminal
    And the setting "conversation.tools.ask_user.questions.answer.exclusive" is false
    And the setting "conversation.tools.ask_user.questions.answer.persistence" is "turn"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean"}
      """
    And the model says "done"
    Then the inquiry "call_1.answer.1" is recorded as cancelled by no_prompt_backend [CFG-29]
    And no inquiry reaches the model [CFG-29]
    And the question of the inquiry "call_1.answer.1" is recorded with exclusive set to true [CFG-29]
    And the question of the inquiry "call_1.answer.1" is recorded with persistence set to "none" [CFG-29]

  Scenario: A configured persistence does not bring up the keys that remember an answer
    Given the setting "conversation.tools.ask_user.questions.answer.persistence" is "turn"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean"}
      """
    And the person answers "Go?" with true
    And the model says "done"
    Then of the keys "y Y n N" the prompt offers "y n" [CFG-29, EXE-04]

  Scenario: Target, answer and label of a question may all be configured at once
    Given the user's configuration:
      """
      {"conversation": {"tools": {"ask_user": {"questions": {"answer": {
        "target": "user", "answer": "backup", "prompt_label": "Robot"}}}}}}
      """
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?"}
      """
    And the model says "done"
    Then the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "backup"} [CFG-40]
    And the turn ends completed [CFG-40]

  Scenario: Two layers of configured questions are merged by question and by field
    Given a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the boolean question "Deploy now?" as "now"
    And the tool "deploy" asks the text question "Which tag?" as "tag"
    And the user's configuration:
      """
      {"conversation": {"tools": {"deploy": {"questions": {
        "now": {"prompt_label": "Ops", "target": "assistant"}, "tag": {"answer": "v1"}}}}}}
      """
    And the command line's configuration:
      """
      {"conversation": {"tools": {"deploy": {"questions": {"now": {"target": "user"}}}}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the prompt shows "Ops" above "Deploy now?" [CFG-35]
    And execution 3 of "deploy" has the answers {"now": true, "tag": "v1"} [CFG-35]

  Scenario Outline: Switched off by <setting>, ask_user is not offered
    Given the setting "conversation.tools.ask_user.enable" is <setting>
    When the user says "go"
    And the model says "done"
    Then no request offers the tool "ask_user" [SCH-14]

    Examples:
      | setting          |
      | {"state": false} |
      | false            |

  # A model that calls it all the same has made the name up. What its call does is not said.
  @reference
  Scenario Outline: Switched off by <setting>, ask_user is neither offered nor run
    Given the setting "conversation.tools.ask_user.enable" is <setting>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?"}
      """
    And the model says "done"
    Then no request offers the tool "ask_user"
    And no prompt is shown

    Examples:
      | setting          |
      | {"state": false} |
      | false            |

  Scenario: A local tool named ask_user replaces the built-in one
    Given a tool "ask_user" that returns "my own"
    And the setting "conversation.tools.ask_user.source" is "local"
    And the tool "ask_user" asks the boolean question "Mine?" as "answer"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?"}
      """
    And the person answers "Mine?" with true
    And the model says "done"
    Then the call "call_1" succeeds, telling the model "my own" [CFG-19, CFG-20, CFG-21]
    And the tool "ask_user" runs 2 times [CFG-20]
    And the prompt shows "Assistant" above "Mine?" [CFG-20, CFG-21]
    And the inquiry "call_1.answer.1" is recorded as asked by {"source": "tool", "name": "ask_user"} [REC-13]
    And the properties of "ask_user" are "question context answer_type options default" [CFG-21]

  Scenario Outline: With the source <source> and no such tool, ask_user is offered but its call fails
    Given the setting "conversation.tools.ask_user.source" is "<source>"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?"}
      """
    And the model says "sorry"
    Then no prompt is shown [CFG-20]
    And no inquiry is recorded [CFG-20]
    And the call "call_1" fails, telling the model something with "" [CFG-20]
    And every request offers the tool "ask_user" [CFG-21]
    And the properties of "ask_user" are "question context answer_type options default" [CFG-21]

    Examples:
      | source  |
      | local   |
      | mcp.web |

  Scenario: Every field of the built-in tool may be set
    Given the user's configuration:
      """
      {"conversation": {"tools": {"ask_user": {
        "source": "local", "command": "ask-me", "parameters": {"urgency": {"type": "string"}},
        "enable": true, "run": "ask", "result": "ask", "style": {"hidden": false}, "description": "Asks."}}}}
      """
    When the user says "go"
    And the model says "done"
    Then the turn ends completed [CFG-19, CFG-40]
    And the description of "ask_user" speaks of "Asks." [CFG-40]
    And the properties of "ask_user" are "question context answer_type options default urgency" [CFG-19]
