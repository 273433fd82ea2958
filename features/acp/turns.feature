Feature: Turns and tool calls

  A prompt begins a turn, and its answer tells why the turn ended.

  Scenario: A reply that is cut off ends the turn with max_tokens
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model says "It is a lo"
    And the model's reply is cut off at the output limit
    And asked "" the model says "ng one" if it is asked
    Then a reply that is cut off ends the turn with max_tokens, or the agent goes on by itself [ACP-037]
    And each prompt of the client is answered once

  Scenario: A reply that is a refusal ends the turn with refusal
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model refuses, saying "I will not."
    And asked "" the model says "Then not." if it is asked
    Then a reply that is a refusal ends the turn with refusal, or the agent goes on by itself [ACP-037.r]
    And each prompt of the client is answered once

  Scenario: What the model refused is not shown to it again
    Given the system "acp"
    And a terminal
    When the user says "hatch the plan"
    And the model refuses, saying "I will not."
    And to every other request the model says "Then not."
    And the user says "good day" after the turn
    And asked "good day" the model says "Good day."
    Then where a turn ended with refusal, no later request to the model has "hatch the plan" [ACP-038]
    And where a turn ended with refusal, no later request to the model has "I will not" [ACP-038]
    And the prompt "good day" reaches the model

  Scenario: What was done in a turn that the model then refused is not shown to it again
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "hatch the plan"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And if asked, the person answers "deploy" with "allow_once"
    And the model refuses, saying "I will not."
    And to every other request the model says "Then not."
    And the user says "good day" after the turn
    And asked "good day" the model says "Good day."
    Then where a turn ended with refusal, no later request to the model has "hatch the plan" [ACP-038]
    And where a turn ended with refusal, no later request to the model has "deployed" [ACP-038]
    And the prompt "good day" reaches the model

  Scenario: A tool call is announced, executed, reported and told to the model
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "done"
    Then the tool "deploy" runs 1 time [ACP-039]
    And the call "call_1" succeeds, telling the model something with "deployed" [ACP-039]
    And 2 requests reach the model [ACP-039]
    And 1 message tells the client: [ACP-044]
      """
      {"params": {"update": {"sessionUpdate": "tool_call", "toolCallId": "<call#1>"}}}
      """
    And each tool call is announced before anything else names it [ACP-046]
    And the messages tell the client in this order: [ACP-048]
      """
      [{"params": {"update": {"status": "in_progress"}}},
       {"params": {"update": {"sessionUpdate": "tool_call_update", "status": "completed"}}},
       {"result": {"stopReason": "end_turn"}}]
      """
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-035]

  Scenario: A tool that fails is reported as failed
    Given the system "acp"
    And a terminal
    And a tool "deploy" that fails with "no route"
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "so it goes"
    Then the messages tell the client in this order: [ACP-048]
      """
      [{"params": {"update": {"status": "failed"}}}]
      """
    And 0 messages tell the client {"params": {"update": {"status": "completed"}}} [ACP-048]
    And where the tool "deploy" came to its end, the last request has its result "no route" [ACP-039]

  Scenario: Two calls are two tool calls
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "done"
    Then the tool "deploy" runs 2 times
    And where several tool calls are announced, each has an id of its own [ACP-045]

  Scenario: Two calls with one id of the model are two tool calls
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy" as "same"
    And if asked, the person answers "deploy" with "allow_once"
    And the model calls "deploy" as "same"
    And if asked, the person answers "deploy" with "allow_once"
    And to every other request the model says "done"
    Then the tool "deploy" runs 2 times
    And where several tool calls are announced, each has an id of its own [ACP-045.r]

  Scenario: A prompt is answered although the model fails, and the session goes on
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model's reply first meets "status 400"
    And every other request to the model meets "status 400"
    And the user says "again" after the turn
    And the model says "gone"
    Then each prompt of the client is answered once [ACP-041, ACP-042]
    And the prompt "again" reaches the model [ACP-042]

  @question_tool
  Scenario: A prompt is not answered while the user is asked
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And nobody answers
    And the run is to end parked
    Then no message tells the client "stopReason" [ACP-040]
    And 1 request reaches the model [ACP-075]
    And the model is told nothing with "left" [ACP-075]

  @lines
  Scenario: What is said in one session stays there
    Given the system "acp"
    And a terminal
    When the user says "the blue word"
    And the model says "gone"
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": "new", "method": "session/new", "params": {"cwd": "/hotseat/project", "mcpServers": []}}
      """
    And the client answers "\"id\":\"new\"" with the line:
      """
      {"jsonrpc": "2.0", "id": "p", "method": "session/prompt", "params": {"sessionId": "<sessionId>", "prompt": [{"type": "text", "text": "another"}]}}
      """
    And asked "another" the model says "yes"
    Then 2 requests reach the model
    And the last request has nothing of "the blue word" [ACP-031]
    And 1 message tells the client {"id": "p", "result": {"stopReason": "end_turn"}} [ACP-031]

  Scenario: Once its stdin is closed, the agent ends by itself
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model says "done"
    And the client goes after the turn
    And the subject exits by itself
    Then the process of the subject ends by no signal [ACP-120]

  @lines
  Scenario: A tool that the agent's shell calls runs in the folder of the session
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "folder" is "inner"
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "done"
    Then the tool "deploy" runs 1 time
    And where "deploy" is called from a folder, that is "/hotseat/project/inner" [ACP-030]
