Feature: Forms

  An agent asks by a form what its user shall decide.

  @question_tool
  Scenario: A form has a message, a session and flat properties, and its answer reaches the model
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And after 1000 ms the person answers "Which way?" with "right"
    And the model says "right it is"
    Then the host is asked with {"mode": "form", "message": "<message#1>"} [ACP-066]
    And the host is asked with {"sessionId": "<session#1>"} [ACP-067]
    And 1 message tells the client {"result": {"sessionId": "<session#1>"}} [ACP-068]
    And the host is asked with {"requestedSchema": {"type": "object", "properties": {}}} [ACP-070]
    And the form is flat [ACP-071]
    And the choices of the form are texts, or values with titles [ACP-072]
    And the answer "right" arrives 1 time [ACP-076]
    And the answer "left" is told nowhere without "right" [ACP-076]
    And the requests are sent at "0 1000" [ACP-075]
    And 1 message tells the client {"result": {"stopReason": "end_turn"}} [ACP-035]

  @own_tools
  Scenario Outline: A default has the type of its property, and is no answer by itself: <case>
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which way?", <more>, "default": "left"}
      """
    And the person answers "Which way?" with <answer>
    And the model says "done"
    Then the host is asked with {"requestedSchema": {"properties": {"answer": {"default": <default>}}}} [ACP-073]
    And each default of the form has the type of its property [ACP-073]
    And the answer "right" arrives 1 time [ACP-076]
    And the answer "left" is told nowhere without "right" [ACP-076]

    Examples:
      | case | more | answer | default |
      | one of several | "options": ["left", "right"] | "right" | "left" |
      | some of several | "options": ["left", "right"], "several": true | ["right"] | ["left"] |
      | a free text | "several": false | "right" | "left" |

  @own_tools
  Scenario Outline: The default of a form is not told as the answer of a user who <act> it
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which way?", "options": ["left", "right"], "default": "left"}
      """
    And the person answers "Which way?" with "left"
    And the model calls "ask_user" with:
      """
      {"question": "Which way?", "options": ["left", "right"], "default": "left"}
      """
    And the person <act> "Which way?"
    And if asked, the person <act> "Which way?"
    And if asked, the person <act> "Which way?"
    And the model says "then by myself" if it is asked
    Then the calls "call_1" and "call_2" have different results [ACP-086]
    And each prompt of the client is answered once [<row>]

    Examples:
      | act | row |
      | rejects | ACP-080 |
      | cancels | ACP-081 |

  @own_tools
  Scenario: Of a free text every character reaches the model
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "What is its name?"}
      """
    And the person answers "What is its name?" with "Ärger & \"Söhne\" <1>"
    And the model says "done"
    Then the answer "Ärger & \"Söhne\" <1>" arrives 1 time [ACP-076]

  @lines @question_tool
  Scenario Outline: What is no answer of the user is not told as one: <case>
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "elicitation/create" with the line {"jsonrpc": "2.0", "id": "\u003cid>", <answer>}
    And if asked again, the person rejects "Which way?"
    And if asked, the person rejects "Which way?"
    And the model says "then by myself" if it is asked
    And the run may end while the turn waits
    Then the answer "left" is told nowhere without "right", unless as a default [<row>]
    And the answer "right" is told nowhere without "left", unless as a default [<row>]
    And each prompt of the client is answered once [<row>]

    Examples:
      | case | answer | row |
      | accepted without content | "result": {"action": "accept"} | ACP-078 |
      | accepted with the content null | "result": {"action": "accept", "content": null} | ACP-077, ACP-078 |
      | accepted without the field | "result": {"action": "accept", "content": {}} | ACP-078 |
      | declined, with content | "result": {"action": "decline", "content": {"\\u003cfirst key of properties>": "left"}} | ACP-082 |
      | cancelled, with content | "result": {"action": "cancel", "content": {"\\u003cfirst key of properties>": "left"}} | ACP-082 |
      | an action that nobody knows | "result": {"action": "_later", "content": {"\\u003cfirst key of properties>": "left"}} | ACP-084 |
      | no action | "result": {"content": {"\\u003cfirst key of properties>": "left"}} | ACP-083 |
      | an error | "error": {"code": -32603, "message": "failed"} | ACP-083 |
      | invalid params | "error": {"code": -32602, "message": "bad"} | ACP-083 |

  @lines @question_tool
  Scenario: A number for a text is not taken as the answer
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "accept", "content": {"<first key of properties>": "left"}}}
      """
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "elicitation/create" with the line:
      """
      {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "accept", "content": {"<first key of properties>": 7771}}}
      """
    And if asked, the person does nothing at "Which way?"
    And if asked, the person does nothing at "Which way?"
    And if asked, the person rejects "Which way?"
    And if asked, the person rejects "Which way?"
    And the model says "then by myself" if it is asked
    And the run may end while the turn waits
    Then where the form has choices, "call_2" is not told as "call_1" with "7771" for "left" [ACP-079]
    And each prompt of the client is answered once [ACP-079]

  @lines @question_tool
  Scenario Outline: What the client does not say is not told as an act of the user: <case>
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "elicitation/create" with the line {"jsonrpc": "2.0", "id": "\u003cid>", <answer>}
    And the model says "then by myself" if it is asked
    And the run may end while the turn waits
    Then where "Which way?" was asked about once, the model is told of no act of the user [<row>]

    Examples:
      | case | answer | row |
      | accepted without content | "result": {"action": "accept"} | ACP-152 |
      | an action that nobody knows | "result": {"action": "_later", "content": {"\\u003cfirst key of properties>": "left"}} | ACP-084 |
      | no action | "result": {} | ACP-152 |
      | an error | "error": {"code": -32603, "message": "failed"} | ACP-152 |
      | invalid params | "error": {"code": -32602, "message": "bad"} | ACP-152 |

  @question_tool
  Scenario: A pick that was not offered is not taken
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "left"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "straight on"
    And if asked, the person rejects "Which way?"
    And if asked, the person rejects "Which way?"
    And the model says "then by myself" if it is asked
    Then where the form has choices, "call_2" is not told as "call_1" with "straight on" for "left" [ACP-079]

  @lines @question_tool
  Scenario: A second answer to one form changes nothing
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "elicitation/create" with:
      """
      [{"line": {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "accept", "content": {"<first key of properties>": "left"}}}},
       {"after_ms": 5, "line": {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "accept", "content": {"<first key of properties>": "right"}}}}]
      """
    And the model says "left it is"
    Then the answer "right" is told nowhere without "left" [ACP-112]
    And 2 requests reach the model [ACP-112]
    And each prompt of the client is answered once [ACP-112]

  @question_tool
  Scenario: After a decline the turn goes on, and nothing was chosen
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person turns "Which way?" down
    And if asked, the person rejects "Which way?"
    And if asked, the person rejects "Which way?"
    And the model says "then by myself" if it is asked
    Then the answer "left" is told nowhere without "right", unless as a default [ACP-080]
    And the answer "right" is told nowhere without "left", unless as a default [ACP-080]
    And each prompt of the client is answered once [ACP-080]

  @question_tool
  Scenario: After a cancel of the form the turn goes on, and nothing was chosen
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person cancels "Which way?"
    And if asked, the person cancels "Which way?"
    And if asked, the person cancels "Which way?"
    And the model says "then by myself" if it is asked
    Then the answer "left" is told nowhere without "right", unless as a default [ACP-081]
    And the answer "right" is told nowhere without "left", unless as a default [ACP-081]
    And each prompt of the client is answered once [ACP-081]

  @lines @question_tool
  Scenario: Accepted without content and accepted with the content null come to the same
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way at fork 1?" between ["left", "right"]
    And the client answers "fork 1" with the line {"jsonrpc": "2.0", "id": "\u003cid>", "result": {"action": "accept"}}
    And if asked again, the person rejects "Which way at fork 1?"
    And the model says "then by myself" if it is asked
    And the user says "again" after the turn
    And asked "again" the model asks the user "Which way at fork 2?" between ["left", "right"]
    And the client answers "fork 2" with the line:
      """
      {"jsonrpc": "2.0", "id": "<id>", "result": {"action": "accept", "content": null}}
      """
    And if asked again, the person rejects "Which way at fork 2?"
    And the model says "then by myself" if it is asked
    And the user says "and then" after the turn
    And asked "and then" the model says "on we go"
    Then where each of two questions was asked once, "call_1" and "call_2" have like results [ACP-077]

  @question_tool
  Scenario: The model can tell a question that was declined from one that was cancelled
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way at fork 1?" between ["left", "right"]
    And the person rejects "Which way at fork 1?"
    And if asked again, the person rejects "Which way at fork 1?"
    And the model says "then by myself" if it is asked
    And the user says "again" after the turn
    And asked "again" the model asks the user "Which way at fork 2?" between ["left", "right"]
    And the person cancels "Which way at fork 2?"
    And if asked again, the person rejects "Which way at fork 2?"
    And the model says "then by myself" if it is asked
    And the user says "and then" after the turn
    And asked "and then" the model says "on we go"
    Then where each of two questions was asked once, "call_1" and "call_2" have different results [ACP-085]

  @question_tool
  Scenario: Once the client is gone, no answer is made up
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    # An agent may tell its model that nobody is there any more.
    And the model says "then not" if it is asked
    And the client goes when the client is told "elicitation/create"
    And the subject exits by itself
    Then the answer "left" is told nowhere without "right" [ACP-119]
    And the answer "right" is told nowhere without "left" [ACP-119]
    And if the model is told a result, that tells of no act of the user [ACP-119]
