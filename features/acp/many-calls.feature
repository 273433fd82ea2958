Feature: Many calls, and what they carry

  However many calls a message has, each comes to its own end; and what is sent arrives to the last character.

  Scenario: Five calls of one message all run, two equal ones among them
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"to": "eu"}
      """
    And in the same message it calls "deploy" with:
      """
      {"to": "eu"}
      """
    And in the same message it calls "deploy" with:
      """
      {"to": "us"}
      """
    And in the same message it calls "deploy" with:
      """
      {"to": "as"}
      """
    And in the same message it calls "deploy" with:
      """
      {"to": "af"}
      """
    And if asked, the person answers "deploy" with "allow_once"
    And if asked, the person answers "deploy" with "allow_once"
    And if asked, the person answers "deploy" with "allow_once"
    And if asked, the person answers "deploy" with "allow_once"
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "done"
    Then the tool "deploy" runs 5 times [ACP-054]
    And each call is answered once [ACP-115]
    And of the call "call_5" the model is told "deployed" [ACP-039]

  Scenario: Of two calls of one message, each has the result of its own, although the first fails
    Given the system "acp"
    And a terminal
    And a tool "deploy" that fails with "no route"
    And a tool "wipe" that returns "wiped"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "wipe"
    And if asked, the person answers "deploy" with "allow_once"
    And if asked, the person answers "wipe" with "allow_once"
    And the model says "done"
    Then of the call "call_1" the model is told "no route" [ACP-039]
    And of the call "call_2" the model is told "wiped" [ACP-039]

  Scenario: Each of two calls of one message is reported at its end
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "wipe"
    And if asked, the person answers "deploy" with "allow_once"
    And if asked, the person answers "wipe" with "allow_once"
    And the model says "done"
    Then the messages tell the client in this order: [ACP-048]
      """
      [{"params": {"update": {"toolCallId": "<call#1>", "status": "completed"}}},
       {"params": {"update": {"toolCallId": "<call#2>", "status": "completed"}}}]
      """

  Scenario: Arguments arrive as the model gave them: null, empty, large, padded and in other scripts
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"a": null, "b": "", "c": [], "d": {}, "e": false, "f": 0, "n": 9007199254740991, "r": 0.5,
       "s": " x ", "t": "a\r\nb\n", "u": "Ärger ↯ 日本 😀", "v": [null, "", [], {"w": null}]}
      """
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "done"
    Then the tool "deploy" runs 1 time [ACP-054]
    And execution 1 of "deploy" has the arguments: [ACP-054]
      """
      {"a": null, "b": "", "c": [], "d": {}, "e": false, "f": 0, "n": 9007199254740991, "r": 0.5,
       "s": " x ", "t": "a\r\nb\n", "u": "Ärger ↯ 日本 😀", "v": [null, "", [], {"w": null}]}
      """

  Scenario: A long prompt reaches the model from its beginning to its end
    Given the system "acp"
    And a terminal
    When the user says "begin ⟨70000×x⟩ end"
    And the model says "done"
    Then the prompt "begin ⟨70000×x⟩ end" reaches the model [ACP-034]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-035]

  @lines
  Scenario Outline: Each text of a prompt reaches the model: <case>
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model says "gone"
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": "new", "method": "session/new", "params": {"cwd": "/hotseat/project", "mcpServers": []}}
      """
    And the client answers "\"id\":\"new\"" with the line:
      """
      {"jsonrpc": "2.0", "id": "p", "method": "session/prompt",
       "params": {"sessionId": "\u003csessionId>", "prompt": <prompt>}}
      """
    And to every other request the model says "yes"
    Then the prompt "another word" reaches the model [ACP-034]
    And 1 message tells the client {"id": "p", "result": {"stopReason": "end_turn"}} [ACP-035]

    Examples:
      | case | prompt |
      | with annotations | [{"type": "text", "text": "another word", "annotations": {"priority": 1}, "_meta": {"x": 1}}] |
      | in the second block | [{"type": "text", "text": "one"}, {"type": "text", "text": "another word"}] |
      | beside a link | [{"type": "text", "text": "another word"}, {"type": "resource_link", "name": "a", "uri": "file:///a"}] |

  @lines
  Scenario Outline: A request is answered with its own id, also where it is refused: <id>
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model says "gone"
    And the client sends {"jsonrpc": "2.0", "id": <id>, "method": "session/nothing", "params": {}} after the turn
    Then 1 message tells the client {"id": <id>, "error": {}} [ACP-004]

    Examples:
      | id |
      | 71 |
      | "" |

  @lines
  Scenario Outline: A prompt of the wrong shape is answered: <case>
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model says "gone"
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": "new", "method": "session/new", "params": {"cwd": "/hotseat/project", "mcpServers": []}}
      """
    And the client answers "\"id\":\"new\"" with the line:
      """
      {"jsonrpc": "2.0", "id": "p", "method": "session/prompt",
       "params": {"sessionId": "\u003csessionId>", "prompt": <prompt>}}
      """
    And to every other request the model says "yes"
    Then 1 message tells the client {"id": "p"} [ACP-004]

    Examples:
      | case | prompt |
      | a text without its text | [{"type": "text"}] |

  @lines @question_tool
  Scenario: A prompt that comes during a turn is answered, and so is the turn's own
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "p", "method": "session/prompt",
        "params": {"sessionId": "<sessionId>", "prompt": [{"type": "text", "text": "another"}]}}},
       {"after_ms": 1000, "line": {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "cancel"}}}]
      """
    And to every other request the model says "done"
    Then 1 message tells the client {"id": "p"} [ACP-004]
    And each prompt of the client is answered once [ACP-004]

  @lines
  Scenario: What was said in a turn that was cancelled is not sent to the model in another session
    Given the system "acp"
    And a terminal
    When the user says "the blue word"
    And asked "blue" the model says "never heard" if it is asked
    And SIGINT arrives when "the blue word" is asked of the model
    And the client sends after the turn:
      """
      {"jsonrpc": "2.0", "id": "new", "method": "session/new", "params": {"cwd": "/hotseat/project", "mcpServers": []}}
      """
    And the client answers "\"id\":\"new\"" with the line:
      """
      {"jsonrpc": "2.0", "id": "p", "method": "session/prompt",
       "params": {"sessionId": "<sessionId>", "prompt": [{"type": "text", "text": "another"}]}}
      """
    And asked "another" the model says "yes"
    Then the last request has nothing of "the blue word" [ACP-031]
    And 1 message tells the client {"id": "p", "result": {"stopReason": "end_turn"}} [ACP-031]

  @lines
  Scenario Outline: A request to give up a prompt that is over cancels nothing: <id>
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model says "gone"
    And the client sends {"jsonrpc": "2.0", "method": "$/cancel_request", "params": {"requestId": <id>}} after the turn
    And 10 ms later the user says "again"
    And asked "again" the model says "gone again"
    Then 2 messages tell the client {"result": {"stopReason": "end_turn"}} [ACP-109]

    Examples:
      | id |
      | 2 |

  @lines @question_tool
  Scenario: A request to give up names a prompt by its id, and not by that id as a text
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And after 1000 ms the person answers "Which way?" with "left"
    And the model says "left it is"
    And the client sends when "Which way?" is shown:
      """
      {"jsonrpc": "2.0", "method": "$/cancel_request", "params": {"requestId": "2"}}
      """
    Then the answer "left" arrives 1 time [ACP-109]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-109]
