Feature: jp: the second time as the first

  A rule that holds for the first question, call or inquiry holds for the later ones, too.

  Scenario: A tool's switch does not hide the lock of the defaults
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the user's configuration:
      """
      {"conversation": {"tools": {
        "*": {"enable": {"allow_toggle": "never"}},
        "deploy": {"enable": {"state": true}}}}}
      """
    And the command line "-T"
    When the user says "go"
    And the model says "done"
    Then every request offers the tool "deploy" [CFG-34]

  Scenario: A tool's lock does not hide the switch of the defaults
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the user's configuration:
      """
      {"conversation": {"tools": {
        "*": {"enable": {"state": false}},
        "deploy": {"enable": {"allow_toggle": "if_named"}}}}}
      """
    When the user says "go"
    And the model says "done"
    Then no request offers the tool "deploy" [CFG-34]

  Scenario: A question of a tool called ask_user on an MCP server is recorded as asked by the tool
    Given the system "jp-ask-user"
    And a terminal
    And a tool "ask_user"
    And the tool "ask_user" asks the text question "Which?" as "answer"
    And the user's configuration:
      """
      {"conversation": {"tools": {"ask_user": {"source": "mcp"}}}}
      """
    When the user says "go"
    And the model calls "ask_user"
    And the person answers "Which?" with "a"
    And the model says "done"
    Then the inquiry "call_1.answer.1" is recorded as asked by {"source": "tool", "name": "ask_user"} [REC-12]

  Scenario: A secret that is routed to the assistant without a terminal is denied
    Given the system "jp-ask-user"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the secret question "Token?" as "q"
    And the setting "conversation.tools.deploy.questions.q.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the inquiry "call_1.q.1" is recorded as cancelled by assistant_routing_denied [RTE-24]

  Scenario: An inquiry shows what the model reasoned before its call
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    When the user says "go"
    And the model first reasons "I should look first."
    And the model calls "deploy"
    And the inquiry "Sure?" is answered with true
    And the model says "done"
    Then inquiry 1 continues the conversation [INQ-37]

  Scenario: An inquiry shows what the model reasoned earlier in the turn
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    When the user says "go"
    And the model first reasons "I should look first."
    And the model calls "describe_tools" with:
      """
      {"tools": ["deploy"]}
      """
    And the model calls "deploy"
    And the inquiry "Sure?" is answered with true
    And the model says "done"
    Then inquiry 1 continues the conversation [INQ-37]

  Scenario: A second inquiry of a call has all its retries, whatever the first used up
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "p"
    And the tool "deploy" asks the boolean question "Really?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure?" meets "status 500"
    And the inquiry "Sure?" meets "status 500"
    And the inquiry "Sure?" is answered with true
    And the inquiry "Really?" meets "status 500"
    And the inquiry "Really?" meets "status 500"
    And the inquiry "Really?" is answered with true
    And the model says "done"
    Then 6 inquiries reach the model [INQ-26]
    And the requests are sent at "0 0 1000 3000 3000 4000 6000 6000" [INQ-26]
    And the inquiry "call_1.q.1" is recorded as answered with true [INQ-26]

  Scenario: A retry after 0 seconds is sent at once
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure?" meets "status 429 retry-after 0"
    And the inquiry "Sure?" is answered with true
    And the model says "done"
    Then the requests are sent at "0 0 0 0" [INQ-26]

  Scenario: SIGINT at the first of two questions ends the turn without a further request
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "p"
    And the tool "deploy" asks the boolean question "Really?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when "Sure?" is shown
    And the person answers "Sure?" with true
    And the person answers "Really?" with true
    And the model says "done" if it is asked
    Then 1 request reaches the model [INT-03]
    And the call "call_1" is recorded as succeeding with "ok" [INT-03]
    And the turn ends interrupted [INT-03]

  Scenario: The schema of a question that is asked again has the id of that attempt
    Given the system "jp-inquiry"
    And the profile "seed"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    And the tool "deploy" asks its first question 2 times
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure?" is answered with true
    And the inquiry "Sure?" is answered with true
    And the model says "done"
    Then inquiry 1 asks for the schema: [INQ-06]
      """
      {"type": "object",
       "properties": {"inquiry_id": {"type": "string", "const": "<inquiry#1>"}, "answer": {"type": "boolean"}},
       "required": ["inquiry_id", "answer"], "additionalProperties": false}
      """
    And something is recorded with {"type": "inquiry_request", "id": "<inquiry#1>"} [INQ-06]
    And inquiry 2 asks for the schema: [INQ-06]
      """
      {"type": "object",
       "properties": {"inquiry_id": {"type": "string", "const": "<inquiry#2>"}, "answer": {"type": "boolean"}},
       "required": ["inquiry_id", "answer"], "additionalProperties": false}
      """
    And something is recorded with {"type": "inquiry_request", "id": "<inquiry#2>"} [INQ-06]

  Scenario Outline: With <argv> on the command line an inquiry still lets the model call no tool
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    And the command line "<argv>"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure?" is answered with true
    And the model says "done"
    Then inquiry 1 lets the model call no tool [INQ-29]

    Examples:
      | argv      |
      | -u deploy |
      | -u        |

  Scenario: A failed inquiry about a call's second question quotes that question
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "p"
    And the tool "deploy" asks the boolean question "Really?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure?" is answered with true
    And the inquiry "Really?" gets the data {"answer": "maybe"}
    And the model says "done"
    Then the call "call_1" fails, telling the model something with "(\"Really?\")" [CAN-17]

  Scenario: An inquiry lists the tools with their descriptions
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure?" is answered with true
    And the model says "done"
    Then the description of "deploy" reaches the model as "The scenario's tool deploy." [INQ-29]

  Scenario: One question's label is not the label of the tool's other question
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "p"
    And the tool "deploy" asks the boolean question "Really?" as "q"
    And the setting "conversation.tools.deploy.questions.p.prompt_label" is "Release desk"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Sure?" with true
    And the person answers "Really?" with true
    And the model says "done"
    Then prompt 1 contains "Release desk" [PRM-01, EXE-24]

  Scenario: A label for a question that is not asked is on no prompt
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Really?" as "q"
    And the setting "conversation.tools.deploy.questions.p.prompt_label" is "Release desk"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Really?" with true
    And the model says "done"
    Then no prompt contains "Release desk" [PRM-02]

  Scenario: A user's words for a parameter leave the rest of the definition as it is
    Given the system "jp-ask-user"
    And a terminal
    And the setting "conversation.tools.ask_user.parameters.question.description" is "In German."
    When the user says "go"
    And the model says "done"
    Then the definition of "ask_user" has false at "/additionalProperties" [SCH-10]
    And the definition of "ask_user" has ["question"] at "/required" [SCH-10, CFG-17, CFG-21]

  Scenario: All stored changes of the configuration are in force
    Given the system "jp-ask-user"
    And a terminal
    And a stored conversation:
      """
      [
        {"type": "config_delta",
         "delta": {"conversation": {"tools": {"ask_user": {
           "questions": {"answer": {"prompt_label": "Release desk"}}}}}}},
        {"type": "turn_start"}, {"type": "chat_request", "content": "hello"},
        {"type": "chat_response", "message": "hello"},
        {"type": "config_delta",
         "delta": {"conversation": {"tools": {"ask_user": {"enable": {"allow_toggle": "any"}}}}}},
        {"type": "turn_start"}, {"type": "chat_request", "content": "again"},
        {"type": "chat_response", "message": "hello"}
      ]
      """
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?"}
      """
    And the person answers "Which?" with "x"
    And the model says "done"
    Then the prompt contains "Release desk" [CFG-23]

  Scenario: An answer remembered in a turn that SIGTERM ended is forgotten
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    And a tool "build"
    And the tool "build" takes 60000 ms
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Sure?" with true
    And the model calls "build"
    And SIGTERM arrives when the tool "build" runs
    And the user says "go on" after the turn
    And the model calls "deploy"
    And if asked, the person answers "Sure?" with false
    And the model says "done"
    Then 2 prompts are shown [PER-09]

  Scenario: The inquiry about a second question shows the call as paused by that question
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "p"
    And the tool "deploy" asks the boolean question "Really?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure?" is answered with true
    And the inquiry "Really?" is answered with true
    And the model says "done"
    Then inquiry 1 shows the call "call_1" succeeding with "Tool paused: Sure?" [INQ-10.u]
    And inquiry 2 shows the call "call_1" succeeding with "Tool paused: Really?" [INQ-10.u]

  Scenario: A second execution has all arguments of the call, null and empty ones, too
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"tag": null, "force": false, "note": "", "to": []}
      """
    And the person answers "Sure?" with true
    And the model says "done"
    Then execution 2 of "deploy" has the arguments {"tag": null, "force": false, "note": "", "to": []} [EXE-11]

  Scenario: A wait that the provider asked for does not lengthen the waits after it
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure?" meets "status 429 retry-after 7"
    And the inquiry "Sure?" meets "status 500"
    And the inquiry "Sure?" is answered with true
    And the model says "done"
    Then the requests are sent at "0 0 7000 9000 9000" [INQ-26]

  Scenario: Stored answers that are empty are not sent to the model
    Given the system "jp-ask-user"
    And a terminal
    And a stored conversation:
      """
      [{"type": "turn_start"}, {"type": "chat_request", "content": "hello"},
       {"type": "tool_call_request", "id": "call_0", "name": "deploy", "arguments": {"tag": "v1"}, "tool_answers": {}},
       {"type": "tool_call_response", "id": "call_0", "content": "ok", "is_error": false},
       {"type": "chat_response", "message": "hello"}]
      """
    And a tool "deploy"
    When the user says "go"
    And the model says "done"
    Then the arguments of the call "call_0" reach the model as {"tag": "v1"} [COMPAT-09]

  Scenario: A secret that is asked again is typed without echo again
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the secret question "Token?" as "q"
    And the tool "deploy" asks its first question 2 times
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Token?" with "abc"
    And the person answers "Token?" with "abcd"
    And the model says "done"
    Then 2 prompts are shown [PRM-18]
    And the last prompt with "Token?" hides what is typed [PRM-18]
