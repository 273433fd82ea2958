Feature: Cancelling

  A user who stops the turn gets its end, whatever is under way.

  Scenario: A turn that is cancelled while the model is asked ends as cancelled
    Given the system "acp"
    And a terminal
    When the user says "go"
    And asked "go" the model says "never heard" if it is asked
    And SIGINT arrives when "go" is asked of the model
    Then 1 message tells the client {"result": {"stopReason": "cancelled"}} [ACP-094]
    And 0 messages tell the client {"error": {}} [ACP-094]
    And 1 request reaches the model [ACP-098]
    And the request to the model is given up [ACP-098]
    And nothing of a turn is told after a prompt's answer [ACP-099]
    And the turn ends interrupted

  @permissions
  Scenario: A turn that is cancelled while a permission is open ends as cancelled
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the model says "never heard" if it is asked
    And SIGINT arrives when "deploy" is shown
    Then 1 message tells the client {"result": {"stopReason": "cancelled"}} [ACP-095]
    And the tool "deploy" runs 0 times [ACP-100]
    And 1 request reaches the model [ACP-098]
    And nothing of a turn is told after a prompt's answer [ACP-099]
    And the prompt is withdrawn
    And no prompt is left open

  @lines @permissions
  Scenario: A permission that is given after the cancel lets nothing run
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the model says "never heard" if it is asked
    And SIGINT arrives when "deploy" is shown
    And the client answers "request_permission" with:
      """
      [{"after_ms": 10, "line": {"jsonrpc": "2.0", "id": "<id>", "result": {"outcome": {"outcome": "selected", "optionId": "<optionId where kind is allow_once>"}}}}]
      """
    Then the tool "deploy" runs 0 times [ACP-100]
    And 1 message tells the client {"result": {"stopReason": "cancelled"}} [ACP-100]

  @lines @permissions
  Scenario: A permission that is answered with an error after the cancel does not keep the turn from ending
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the model says "never heard" if it is asked
    And the client answers "request_permission" with:
      """
      [{"line": {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "<sessionId>"}}},
       {"after_ms": 10, "line": {"jsonrpc": "2.0", "id": "<id>", "error": {"code": -32800, "message": "cancelled"}}}]
      """
    Then 1 message tells the client {"result": {"stopReason": "cancelled"}} [ACP-101]
    And 1 request reaches the model [ACP-098]
    And what is given up is a question of the agent that was open [ACP-110]
    And the tool "deploy" runs 0 times [ACP-100]

  Scenario: A call that was executed is told as executed, although the turn is then cancelled
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" takes 5000 ms
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "wipe"
    And if asked, the person answers "deploy" with "allow_once"
    And if asked, the person answers "wipe" with "allow_once"
    And the model says "never heard" if it is asked
    And SIGINT arrives 1000 ms after "go" is asked of the model
    And the user says "again" after the turn
    And asked "again" the model says "gone"
    Then what was done is refused as late
    And where the tool "deploy" came to its end, the last request has its result "deployed" [ACP-151]

  @lines @question_tool
  Scenario: A form that is never answered does not keep a cancelled turn from ending
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "never heard" if it is asked
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "<sessionId>"}}
      """
    And the run may end while the turn waits
    Then 1 message tells the client {"result": {"stopReason": "cancelled"}} [ACP-102]
    And 1 message tells the client {"method": "$/cancel_request"} [ACP-103]
    And 1 request reaches the model [ACP-098]

  @lines @question_tool
  Scenario: What is answered after the agent has given up its question is not used
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "never heard" if it is asked
    And the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "<sessionId>"}}},
       {"after_ms": 1000, "line": {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "accept", "content": {"<first key of properties>": "left"}}}}]
      """
    And the user says "again" after the turn
    And 2000 ms later the user says "once more"
    And asked "again" the model says "gone"
    And asked "once more" the model says "still gone"
    And the run may end while the turn waits
    Then the answer "left" is told nowhere without "right" [ACP-111]
    And 1 message tells the client {"result": {"stopReason": "cancelled"}} [ACP-096]

  @lines @question_tool
  Scenario: To close a session ends its turn as cancelled, although a form is open
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "never heard" if it is asked
    And the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "close", "method": "session/close", "params": {"sessionId": "<sessionId>"}}},
       {"after_ms": 10, "line": {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "cancel"}}}]
      """
    And the run may end while the turn waits
    Then where sessions can be closed, closing one ends its turn as a cancel does [ACP-107]

  @lines @permissions
  Scenario: To close a session ends its turn as cancelled, although a permission is open
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the model says "never heard" if it is asked
    And the client answers "request_permission" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "close", "method": "session/close", "params": {"sessionId": "<sessionId>"}}},
       {"after_ms": 10, "line": {"jsonrpc": "2.0", "id": "<id>", "result": {"outcome": {"outcome": "cancelled"}}}}]
      """
    And the run may end while the turn waits
    Then where sessions can be closed, closing one ends its turn as a cancel does [ACP-107]
    And the tool "deploy" runs 0 times [ACP-053]

  @lines @permissions
  Scenario: A permission of one session does not keep another's turn from its end
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And after 1000 ms the person answers "deploy" with "allow_once"
    And the model says "done"
    And the client answers "request_permission" with the line:
      """
      {"jsonrpc": "2.0", "id": "new", "method": "session/new", "params": {"cwd": "/hotseat/project", "mcpServers": []}}
      """
    And the client answers "\"id\":\"new\"" with the line:
      """
      {"jsonrpc": "2.0", "id": "p", "method": "session/prompt", "params": {"sessionId": "<sessionId>", "prompt": [{"type": "text", "text": "another"}]}}
      """
    And asked "another" the model says "yes"
    Then 1 message tells the client {"id": "p", "result": {"stopReason": "end_turn"}} [ACP-116]
    And the requests are sent at "0 0 1000" [ACP-116]
    And the tool "deploy" runs 1 time [ACP-116]

  @lines @question_tool
  Scenario: Questions of two sessions get each its own answer, in whatever order they are given
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "new", "method": "session/new", "params": {"cwd": "/hotseat/project", "mcpServers": []}}
      """
    And the client answers "\"id\":\"new\"" with the line:
      """
      {"jsonrpc": "2.0", "id": "p", "method": "session/prompt", "params": {"sessionId": "<sessionId>", "prompt": [{"type": "text", "text": "another"}]}}
      """
    And asked "another" the model asks the user "How far?" between ["near", "distant"]
    And after 2000 ms the person answers "Which way?" with "left"
    And if asked, after 1000 ms the person answers "How far?" with "distant"
    And to every other request the model says "done"
    Then where "Which way?" was asked about, of the call "call_1" the model is told "left" [ACP-114]
    And where "How far?" was asked about, of the call "call_2" the model is told "distant" [ACP-114]
    And the requests are sent at "0 0 1000 2000" [ACP-116]
    And 1 message tells the client {"id": "p", "result": {"stopReason": "end_turn"}} [ACP-116]

  @question_tool
  Scenario: A turn that is cancelled while a form is open ends as cancelled
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "never heard" if it is asked
    And SIGINT arrives when "Which way?" is shown
    Then 1 message tells the client {"result": {"stopReason": "cancelled"}} [ACP-096]
    And 0 messages tell the client {"error": {}} [ACP-096]
    And 1 request reaches the model [ACP-098]
    And nothing of a turn is told after a prompt's answer [ACP-099]

  Scenario: A turn that is cancelled while a tool runs ends as cancelled
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" takes 5000 ms
    When the user says "go"
    And the model calls "deploy"
    And the model says "never heard" if it is asked
    And if asked, the person answers "deploy" with "allow_once"
    And SIGINT arrives when the tool "deploy" runs
    Then what was done is refused as late
    And the execution of "deploy" is cancelled
    And 1 message tells the client {"result": {"stopReason": "cancelled"}} [ACP-097]
    And 1 request reaches the model [ACP-098]
    And nothing of a turn is told after a prompt's answer [ACP-099]

  @lines @question_tool
  Scenario: A second cancel changes nothing, and the next turn is not cancelled
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And SIGINT arrives when "Which way?" is shown
    And 10 ms later the user says "again"
    And the client answers "elicitation/create" with:
      """
      [{"after_ms": 1, "line": {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "<sessionId>"}}}]
      """
    And asked "again" the model says "gone"
    Then 1 message tells the client {"result": {"stopReason": "cancelled"}} [ACP-104]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-104]
    And each prompt of the client is answered once [ACP-042, ACP-105]
    And the model is told what became of the call "call_1" [ACP-153]

  @lines @question_tool
  Scenario: A cancel of another session leaves the question open
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And after 1000 ms the person answers "Which way?" with "left"
    And the model says "left it is"
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "new", "method": "session/new", "params": {"cwd": "/hotseat/project", "mcpServers": []}}
      """
    And the client answers "\"id\":\"new\"" with the line:
      """
      {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "<sessionId>"}}
      """
    Then 1 message tells the client {"id": "new", "result": {}} [ACP-117]
    And the answer "left" arrives 1 time [ACP-106]
    And no prompt is withdrawn [ACP-106]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-106]

  @lines @question_tool
  Scenario: A request to give up what was never asked changes nothing
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And after 1000 ms the person answers "Which way?" with "left"
    And the model says "left it is"
    And the client sends when "Which way?" is shown:
      """
      {"jsonrpc": "2.0", "method": "$/cancel_request", "params": {"requestId": "never-asked"}}
      """
    And the client sends when "Which way?" is shown:
      """
      {"jsonrpc": "2.0", "method": "$/cancel_request", "params": {"requestId": 0}}
      """
    Then the answer "left" arrives 1 time [ACP-109]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-109]
    And 0 messages tell the client {"error": {}} [ACP-109]

  @lines @question_tool
  Scenario: A request to give up the prompt leaves it answered once
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And after 1000 ms the person answers "Which way?" with "left"
    And the model says "left it is" if it is asked
    And the client sends when "Which way?" is shown:
      """
      {"jsonrpc": "2.0", "method": "$/cancel_request", "params": {"requestId": 2}}
      """
    Then each prompt of the client is answered once [ACP-108]
    And no prompt is left open
