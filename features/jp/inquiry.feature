Feature: The structured inquiry: the assistant answers a tool's question

  Background:
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy" that returns "deployed"

  Scenario Outline: The inquiry asks for the schema of a <type> question, profile seed
    Given the profile "seed"
    And the tool "deploy" asks the <question> "Deploy how?" <end>
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy how?" is answered with <answer>
    And the model says "done"
    Then inquiry 1 asks for the schema: [INQ-04, INQ-09, <ids>]
      """
      {"type": "object",
       "properties": {"inquiry_id": {"type": "string", "const": "\u003cinquiry#1>"}, "answer": <schema>},
       "required": ["inquiry_id", "answer"], "additionalProperties": false}
      """
    And execution 2 of "deploy" has the answers {"how": <answer>} [INQ-09, INQ-14]

    Examples:
      | type | question | end | answer | ids | schema |
      | boolean | boolean question | as "how" | true | INQ-05, INQ-06 | {"type": "boolean"} |
      | select | question | as "how" between ["fast", "safe"] | "safe" | INQ-05.u, INQ-06 | {"type": "string", "enum": ["fast", "safe"]} |
      | text | text question | as "how" | "so" | INQ-05.u, INQ-06 | {"type": "string"} |

  Scenario Outline: The inquiry asks for the schema of a <type> question, profile rfd034
    Given the profile "rfd034"
    And the tool "deploy" asks the <question> "Deploy how?" <end>
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy how?" is answered with <answer>
    And the model says "done"
    Then inquiry 1 asks for the schema: [INQ-04, INQ-09, <ids>]
      """
      {"type": "object", "properties": {"answer": <schema>},
       "required": ["answer"], "additionalProperties": false}
      """
    And execution 2 of "deploy" has the answers {"how": <answer>} [INQ-09, INQ-14]

    Examples:
      | type | question | end | answer | ids | schema |
      | boolean | boolean question | as "how" | false | INQ-05 | {"type": "boolean"} |
      | select | question | as "how" between ["fast", "safe"] | "fast" | INQ-05.u | {"type": "string", "enum": ["fast", "safe"]} |
      | text | text question | as "how" | "" | INQ-05.u | {"type": "string"} |

  Scenario: The assistant sees the conversation with the call paused, and the turn shows no inquiry
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "deploy it, please"
    And the model calls "deploy" with:
      """
      {"where": "production"}
      """
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 continues the conversation [INQ-37]
    And inquiry 1 shows the call "call_1" succeeding with "Tool paused: Deploy now?" [INQ-10.u]
    And inquiry 1 shows the call "call_1" as paused [INQ-10]
    And inquiry 1 asks something with "Deploy now?" [INQ-09, INQ-10]
    And inquiry 1 asks: [INQ-28]
      """
      The tool `deploy` requires additional input.

      Deploy now?

      Provide your answer based on the conversation context.
      """
    And inquiry 1 lets the model call no tool [INQ-29]
    And inquiry 1 lists the tools of the turn [INQ-29]
    And every request offers the tool "deploy" [INQ-29]
    And each call is answered once [INQ-10]
    And the turn's own requests show nothing of an inquiry [INQ-12, REC-36]
    And the arguments of the call "call_1" reach the model as {"where": "production"} [INQ-02, INQ-34]
    And execution 2 of "deploy" has the arguments {"where": "production"} [EXE-11, INQ-02]
    And the results of the last request are "call_1" [REC-36]
    And the call "call_1" succeeds, telling the model "deployed" [REC-36]
    And 3 requests reach the model [INQ-02]
    And event 7 is recorded as:
      """
      {"type": "chat_response", "message": "done"}
      """
    And the events recorded are: [INQ-12]
      """
      turn_start chat_request tool_call_request inquiry_request inquiry_response tool_call_response chat_response
      """
    And event 7 is recorded as:
      """
      {"type": "chat_response", "message": "done"}
      """

  Scenario: A tool with several questions asks the assistant one at a time
    Given the tool "deploy" asks the boolean question "Deploy now?" as "now"
    And the tool "deploy" asks the text question "Which tag?" as "tag"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the inquiry "Which tag?" is answered with "v1"
    And the model says "done"
    Then 2 inquiries reach the model [INQ-16]
    And inquiry 1 asks something with "Deploy now?" [INQ-16]
    And inquiry 1 asks nothing with "Which tag?" [INQ-16]
    And inquiry 1 asks: [INQ-28]
      """
      The tool `deploy` requires additional input.

      Deploy now?

      Provide your answer based on the conversation context.
      """
    And inquiry 2 asks something with "Which tag?" [INQ-16]
    And inquiry 2 asks nothing with "Deploy now?" [INQ-16]
    And inquiry 2 asks: [INQ-28]
      """
      The tool `deploy` requires additional input.

      Which tag?

      Provide your answer based on the conversation context.
      """
    And execution 2 of "deploy" has the answers {"now": true} [INQ-14, INQ-16]
    And execution 3 of "deploy" has the answers {"now": true, "tag": "v1"} [INQ-14, INQ-16]

  Scenario: Parallel tools ask at the same time, and the faster answer is recorded first
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "notify" that returns "notified"
    And the tool "notify" asks the text question "Notify whom?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "notify"
    And after 3000 ms the inquiry "Deploy now?" is answered with true
    And after 1000 ms the inquiry "Notify whom?" is answered with "ops"
    And the model says "done"
    Then the requests are sent at "0 0 0 3000" [INQ-17]
    And event 5 is recorded as: [REC-02]
      """
      {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
       "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}}
      """
    And event 6 is recorded as: [REC-02]
      """
      {"type": "inquiry_request", "id": "call_2.q.1", "source": {"source": "tool", "name": "notify"},
       "question": {"text": "Notify whom?", "answer_type": {"type": "text"}}}
      """
    And the responses recorded are of the inquiries "call_2.q.1 call_1.q.1" [INQ-17]
    And the inquiry "call_2.q.1" is recorded as answered with "ops" [INQ-17]
    And the inquiry "call_1.q.1" is recorded as answered with true [INQ-17]
    And each inquiry recorded has one response [REC-03, REC-09]
    And 2 inquiries reach the model [INQ-18]
    And inquiry 1 asks something with "Deploy now?" [INQ-18]
    And inquiry 1 asks nothing with "Notify whom?" [INQ-18]
    And inquiry 2 asks something with "Notify whom?" [INQ-18]
    And inquiry 2 asks nothing with "Deploy now?" [INQ-18]
    And inquiry 1 shows the call "call_1" succeeding with "Tool paused: Deploy now?" [INQ-10.u]
    And inquiry 1 shows the call "call_1" as paused [INQ-10]
    And inquiry 1 shows the call "call_2" failing with "Tool call was interrupted."
    And inquiry 2 shows the call "call_1" failing with "Tool call was interrupted."
    And inquiry 2 shows the call "call_2" succeeding with "Tool paused: Notify whom?" [INQ-10.u]
    And inquiry 2 shows the call "call_2" as paused [INQ-10]
    And the call "call_1" succeeds, telling the model "deployed" [INQ-17]
    And the call "call_2" succeeds, telling the model "notified" [INQ-17]
    And the results of the last request are "call_1 call_2" [EXE-21]
    And objects recorded with {"type": "tool_call_response"} have at "/id" in turn ["call_1", "call_2"] [EXE-21]

  Scenario: A tool runs on as soon as it is answered, while another still waits
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "notify" that returns "notified"
    And the tool "notify" asks the text question "Notify whom?" as "q"
    And the tool "notify" takes 1500 ms
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "notify"
    And after 3000 ms the inquiry "Deploy now?" is answered with true
    And after 1000 ms the inquiry "Notify whom?" is answered with "ops"
    And the model says "done"
    Then the requests are sent at "0 0 1500 4000" [INQ-17]
    And an execution of the call "call_2" has the answers {"q": "ops"} [INQ-17]
    And the call "call_2" succeeds, telling the model "notified" [INQ-17]

  Scenario: A tool without a question runs on while another asks the assistant
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "lint" that returns "clean"
    And the tool "lint" takes 2000 ms
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "lint"
    And after 3000 ms the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then the tool "lint" runs 1 time
    And the requests are sent at "0 0 3000" [INQ-19]
    And the call "call_2" succeeds, telling the model "clean" [INQ-19]

  Scenario Outline: The inquiry meets <fault>, is retried, and gets its answer
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" meets "<fault>"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then the requests are sent at "<times>" [INQ-26]
    And the inquiry "call_1.q.1" is recorded as answered with true [INQ-09, INQ-26]
    And the inquiries recorded are "call_1.q.1" [REC-01]
    And the call "call_1" succeeds, telling the model "deployed" [INQ-26]

    Examples:
      | fault                      | times              |
      | status 429                 | 0 0 1000 1000      |
      | status 429 retry-after 7   | 0 0 7000 7000      |
      | status 429 retry-after 600 | 0 0 30000 30000    |
      | status 500                 | 0 0 1000 1000      |
      | status 529                 | 0 0 1000 1000      |
      | a dropped connection       | 0 0 1000 1000      |
      | a truncated stream         | 0 0 1000 1000      |
      | a reset connection         | 0 0 1000 1000      |
      | a cut frame                | 0 0 1000 1000      |
      | a cut character            | 0 0 1000 1000      |
      | an overload                | 0 0 1000 1000      |

  Scenario: Three faults in a row: each retry waits twice as long
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" meets "status 500"
    And the inquiry "Deploy now?" meets "a dropped connection"
    And the inquiry "Deploy now?" meets "status 529"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then the requests are sent at "0 0 1000 3000 7000 7000" [INQ-26]
    And the call "call_1" succeeds, telling the model "deployed" [INQ-26]

  Scenario: The turn's own request is retried, too
    When the user says "go"
    And the model's reply first meets "status 500"
    And the model's reply first meets "status 429 retry-after 2"
    And the model says "done"
    Then the requests are sent at "0 1000 3000"
    And the turn ends completed

  Scenario: The turn's own request meets status 401, and the turn fails without a retry
    When the user says "go"
    And the model's reply first meets "status 401"
    Then 1 request reaches the model
    And the turn ends failed

  Scenario: A call id that an earlier turn used belongs to a new call in this turn
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a stored conversation:
      """
      [{"type": "turn_start"}, {"type": "chat_request", "content": "first"},
       {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
       {"type": "tool_call_response", "id": "call_1", "content": "deployed before", "is_error": false},
       {"type": "chat_response", "message": "done before"}]
      """
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then each call is answered once [INQ-10]
    And the call "call_1" succeeds, telling the model "deployed before"
    And the inquiry "call_1.q.1" is recorded as answered with true
