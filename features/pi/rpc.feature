Feature: pi: asking a client

  In RPC mode the questions of a call go to the client in one message, and its answers come back in one. The client
  alone decides how to show them. A reply names its request, and the first valid reply counts.

  Background:
    Given the system "pi"
    And the command line "--mode rpc"

  @field-9
  Scenario: A call sends one request, and the reply to it becomes the result
    When the user says "plan it"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database should we use?", "header": "Database Selection",
         "options": [{"label": "PostgreSQL (Recommended)", "description": "Battle-tested"}, {"label": "SQLite"}]},
        {"question": "Which features?", "options": [{"label": "Logs"}, {"label": "Traces"}], "multiSelect": true},
        {"question": "What should we name this service?"}],
       "metadata": {"source": "setup", "nested": {"list": [1, 2.5, null, "é\u2028"], "empty": {}}}}
      """
    And the client answers "ask_user_request" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<requestId>",
        "answers": [
          {
            "question": "Which database should we use?",
            "answer": "SQLite",
            "selectedOption": "SQLite",
            "wasCustom": false
          },
          {"question": "Which features?", "answer": ["Logs", "Traces"], "wasCustom": false},
          {"question": "What should we name this service?", "answer": "order-processor", "wasCustom": true}
        ]
      }
      """
    And the model says "so be it"
    Then 1 message tells the client: [PI-62]
      """
      {
        "type": "ask_user_request",
        "questions": [
          {
            "question": "Which database should we use?",
            "header": "Database Selection",
            "options": [
              {"label": "PostgreSQL (Recommended)", "description": "Battle-tested"},
              {"label": "SQLite"}
            ]
          },
          {
            "question": "Which features?",
            "options": [{"label": "Logs"}, {"label": "Traces"}],
            "multiSelect": true
          },
          {"question": "What should we name this service?"}
        ]
      }
      """
    And 1 message tells the client {"requestId": "<request#1>"} [PI-62]
    And the messages {"type": "ask_user_request"} have the fields "type requestId questions metadata"
    And 1 message tells the client: [PI-62, PI-77.s]
      """
      {
        "type": "ask_user_request",
        "metadata": {"source": "setup", "nested": {"list": [1, 2.5, null, "é\u2028"], "empty": {}}}
      }
      """
    And the call "call_1" has at least the result: [PI-63]
      """
      {
        "answered": true,
        "answers": [
          {
            "question": "Which database should we use?",
            "answer": "SQLite",
            "selectedOption": "SQLite",
            "wasCustom": false
          },
          {"question": "Which features?", "answer": ["Logs", "Traces"], "wasCustom": false},
          {"question": "What should we name this service?", "answer": "order-processor", "wasCustom": true}
        ]
      }
      """
    And something is recorded with: [PI-77]
      """
      {"mode": "rpc", "metadata": {"source": "setup", "nested": {"list": [1, 2.5, null, "é\u2028"], "empty": {}}}}
      """
    And no prompt is shown [PI-109]
    And no notice tells "Which" [PI-109]
    And no file is written [PI-109]
    And each call is answered once [I-1]
    And the last object recorded with {"answered": true} lacks "pendingFile" [PI-27]
    And the last object recorded with {"answered": true} lacks "connectionLost" [PI-27]
    And the turn ends completed [PI-63]

  Scenario: Empty metadata is part of the request
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}], "metadata": {}}
      """
    And the client answers "ask_user_request" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<requestId>",
        "answers": [{"question": "Name?", "answer": "x", "wasCustom": true}]
      }
      """
    And the model says "so be it"
    Then the messages {"type": "ask_user_request"} have the fields "type requestId questions metadata"
    And the client is told {"type": "ask_user_request", "metadata": {}} [PI-77.s]
    And objects recorded with {"mode": "rpc"} have at "/metadata" in turn [{}] [PI-77]

  Scenario: Metadata with a null in them are in the request as they are in the call
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}], "metadata": {"a": null, "b": {"c": [null]}}}
      """
    And the client answers "ask_user_request" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<requestId>",
        "answers": [{"question": "Name?", "answer": "x", "wasCustom": true}]
      }
      """
    And the model says "so be it"
    Then the client is told {"type": "ask_user_request", "metadata": {"a": null, "b": {"c": [null]}}} [PI-77.s]
    And objects recorded with {"mode": "rpc"} have at "/metadata" in turn [{"a": null, "b": {"c": [null]}}] [PI-77]

  Scenario: Keys that the call leaves out are not in the request
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<requestId>",
        "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]
      }
      """
    And the model says "left it is"
    Then the messages {"type": "ask_user_request"} have the fields "type requestId questions"
    And no message tells the client "metadata" [PI-62]
    And the client is told: [PI-62]
      """
      {
        "type": "ask_user_request",
        "questions": [{"question": "Which way?", "options": [{"label": "left"}, {"label": "right"}]}]
      }
      """
    And the last object recorded with {"mode": "rpc"} lacks "metadata" [PI-77]

  @open
  Scenario: The request names no timeout
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<requestId>",
        "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]
      }
      """
    And the model says "left it is"
    Then no message tells the client "timeout" [PI-62.o]
    And no message tells the client "Timeout" [PI-62.o]

  Scenario: Any text from the client is accepted as the answer
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which way?", "options": [{"label": "left"}]}, {"question": "Why?"}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<requestId>",
        "answers": [
          {"question": "Which way?", "answer": "n/a", "wasCustom": true},
          {"question": "Why?", "answer": "line\u2028one\n\n  \"two\"  ", "wasCustom": true}
        ]
      }
      """
    And the model says "as you like"
    Then the call "call_1" has at least the result: [PI-63, PI-19]
      """
      {"answers": [{"answer": "n/a", "wasCustom": true}, {"answer": "line\u2028one\n\n  \"two\"  ", "wasCustom": true}]}
      """

  @field-1 @field-6
  Scenario: Two calls at once each get their own answer, even in reverse order
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it asks the user "How far?" between ["near", "distant"]
    And the client answers "Which way?" with:
      """
      [{"after_ms": 200, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]}}]
      """
    And the client answers "How far?" with:
      """
      [{"after_ms": 100, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "How far?", "answer": "distant", "wasCustom": false}]}}]
      """
    And the model says "on my way"
    Then the call "call_1" has at least the result: [PI-63, I-3]
      """
      {"answers": [{"question": "Which way?", "answer": "left"}]}
      """
    And the call "call_2" has at least the result: [PI-63, I-3]
      """
      {"answers": [{"question": "How far?", "answer": "distant"}]}
      """
    And the messages {"type": "ask_user_request"} have 2 different "requestId" [PI-63]
    And each call is answered once [I-1]
    And 2 requests reach the model [PI-63]

  Scenario: The same question in two calls at once has two requests
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 100, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]}}]
      """
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 200, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "right", "wasCustom": false}]}}]
      """
    And the model says "both, then"
    Then the call "call_1" has at least the result {"answers": [{"answer": "left"}]} [PI-63, I-3]
    And the call "call_2" has at least the result {"answers": [{"answer": "right"}]} [PI-63, I-3]
    And the messages {"type": "ask_user_request"} have 2 different "requestId" [PI-63]

  Scenario: The first of several replies counts
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 100, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]}},
       {"after_ms": 100, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "right", "wasCustom": false}]}},
       {"after_ms": 60000, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "right", "wasCustom": false}]}}]
      """
    And the model says "left it is"
    Then the answer "left" arrives 1 time [PI-63.o, I-2]
    And the model is told nothing with "right" [PI-63.o, I-2]
    And the client's lines with {"answers": [{"answer": "right"}]} change nothing [PI-63.o]
    And 2 requests reach the model [I-2]
    And each call is answered once [I-1]

  Scenario: A late reply does not answer the next question
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "Which way?" with:
      """
      [{"after_ms": 100, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]}},
       {"after_ms": 200, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "right", "wasCustom": false}]}}]
      """
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "Which way?" with:
      """
      [{"after_ms": 1000, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "up", "wasCustom": true}]}}]
      """
    And the model says "up it is"
    Then the requests are sent at "0 100 1100" [PI-63, I-3]
    And the call "call_1" has at least the result {"answers": [{"answer": "left"}]} [PI-63, I-3]
    And the call "call_2" has at least the result {"answers": [{"answer": "up"}]} [PI-63, I-3]
    And the messages {"type": "ask_user_request"} have 2 different "requestId" [PI-63]

  Scenario Outline: A reply with a wrong request id answers nothing: <what>
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 100, "line": {"type": "ask_user_response", "requestId": <id>, "answers": [{"question": "Which way?", "answer": "right", "wasCustom": false}]}},
       {"after_ms": 1000, "line": {"type": "ask_user_response", "requestId": "\u003crequestId>", "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]}}]
      """
    And the model says "left it is"
    Then the requests are sent at "0 1000" [PI-63]
    And the model is told nothing with "right" [PI-63]
    And the answer "left" arrives 1 time [PI-63]
    And the client's lines with {"answers": [{"answer": "right"}]} change nothing [PI-63.o]

    Examples:
      | what             | id                   |
      | an unknown id    | "no such request"    |
      | an empty id      | ""                   |
      | null             | null                 |
      | the id in a list | ["\\u003crequestId>"] |
      | a number         | 1                    |

  Scenario Outline: A line that is not a valid reply answers nothing: <what>
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 100, "line": <line>},
       {"after_ms": 1000, "line": {"type": "ask_user_response", "requestId": "\u003crequestId>", "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]}}]
      """
    And the model says "left it is"
    Then the requests are sent at "0 1000" [PI-63]
    And the model is told nothing with "right" [PI-63]
    And the answer "left" arrives 1 time [PI-63]

    Examples:
      | what   | line                           |
      | a list | ["ask_user_response", "right"] |
      | a text | "right"                        |
      | null   | null                           |

  Scenario Outline: A line that is not a valid reply answers nothing: <what>
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with:
      """
      [
        {"after_ms": 100, "line": {<type> "requestId": "\u003crequestId>", "answers": [{"question": "Which way?", "answer": "right", "wasCustom": false}]}},
        {
          "after_ms": 1000,
          "line": {
            "type": "ask_user_response", "requestId": "\u003crequestId>",
            "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]
          }
        }
      ]
      """
    And the model says "left it is"
    Then the requests are sent at "0 1000" [PI-63]
    And the model is told nothing with "right" [PI-63]
    And the answer "left" arrives 1 time [PI-63]

    Examples:
      | what         | type                        |
      | another type | "type": "ask_user_request", |
      | no type      |                             |

  @open
  Scenario Outline: An invalid reply leaves the questions open: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which way?", "options": [{"label": "left"}, {"label": "right"}]}, {"question": "What to pack?", "options": [{"label": "food"}, {"label": "water"}], "multiSelect": true}]}
      """
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 100, "line": {"type": "ask_user_response", "requestId": "\u003crequestId>", "answers": <answers>}},
       {"after_ms": 1000, "line": {"type": "ask_user_response", "requestId": "\u003crequestId>", "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}, {"question": "What to pack?", "answer": ["food"], "wasCustom": false}]}}]
      """
    And the model says "left it is"
    Then the requests are sent at "0 1000" [PI-63.o2]
    And the model is told nothing with "\"right\"," [PI-63.o2]
    And the call "call_1" has at least the result {"answers": [{"answer": "left"}, {"answer": ["food"]}]} [PI-63.o2]

    Examples:
      | what                         | answers                                                             |
      | no answers                   | []                                                                  |
      | one answer too few           | [{"question": "Which way?", "answer": "right", "wasCustom": false}] |
      | an object for answers        | {"question": "Which way?", "answer": "right", "wasCustom": false}   |
      | null for answers             | null                                                                |
      | answers that are not objects | ["right", ["water"]]                                                |

  @open
  Scenario Outline: An invalid reply leaves the questions open: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {
        "questions": [
          {"question": "Which way?", "options": [{"label": "left"}, {"label": "right"}]},
          {"question": "What to pack?", "options": [{"label": "food"}, {"label": "water"}], "multiSelect": true}
        ]
      }
      """
    And the client answers "ask_user_request" with:
      """
      [
        {
          "after_ms": 100,
          "line": {"type": "ask_user_response", "requestId": "\u003crequestId>", "answers": [
        {"question": "Which way?", "answer": <way>, "wasCustom": false},
        {"question": "<second>", "answer": <pack>, "wasCustom": false}]}
        },
        {
          "after_ms": 1000,
          "line": {
            "type": "ask_user_response", "requestId": "\u003crequestId>",
            "answers": [
              {"question": "Which way?", "answer": "left", "wasCustom": false},
              {"question": "What to pack?", "answer": ["food"], "wasCustom": false}
            ]
          }
        }
      ]
      """
    And the model says "left it is"
    Then the requests are sent at "0 1000" [PI-63.o2]
    And the model is told nothing with "\"right\"," [PI-63.o2]
    And the call "call_1" has at least the result {"answers": [{"answer": "left"}, {"answer": ["food"]}]} [PI-63.o2]

    Examples:
      | what                                | way       | second        | pack      |
      | an answer to another question       | "right"   | What to wear? | ["water"] |
      | one question answered twice         | "right"   | Which way?    | "right"   |
      | a number for an answer              | 2         | What to pack? | ["water"] |
      | null for an answer                  | null      | What to pack? | ["water"] |
      | a list for a single-select question | ["right"] | What to pack? | ["water"] |
      | a text for a multi-select question  | "right"   | What to pack? | "water"   |

  @open
  Scenario: An invalid reply leaves the questions open: one answer too many
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {
        "questions": [
          {"question": "Which way?", "options": [{"label": "left"}, {"label": "right"}]},
          {"question": "What to pack?", "options": [{"label": "food"}, {"label": "water"}], "multiSelect": true}
        ]
      }
      """
    And the client answers "ask_user_request" with:
      """
      [
        {
          "after_ms": 100,
          "line": {
            "type": "ask_user_response", "requestId": "\u003crequestId>",
            "answers": [
              {"question": "Which way?", "answer": "right", "wasCustom": false},
              {"question": "What to pack?", "answer": ["water"], "wasCustom": false},
              {"question": "And?", "answer": "x", "wasCustom": true}
            ]
          }
        },
        {
          "after_ms": 1000,
          "line": {
            "type": "ask_user_response", "requestId": "\u003crequestId>",
            "answers": [
              {"question": "Which way?", "answer": "left", "wasCustom": false},
              {"question": "What to pack?", "answer": ["food"], "wasCustom": false}
            ]
          }
        }
      ]
      """
    And the model says "left it is"
    Then the requests are sent at "0 1000" [PI-63.o2]
    And the model is told nothing with "\"right\"," [PI-63.o2]
    And the call "call_1" has at least the result {"answers": [{"answer": "left"}, {"answer": ["food"]}]} [PI-63.o2]

  @reference
  Scenario: The client is told what is wrong with its reply
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with:
      """
      [{"line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": []}},
       {"line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "left"}]}}]
      """
    And the model says "left it is"
    Then the messages {"type": "ask_user_error"} repeat the "requestId" of the messages {"type": "ask_user_request"}
    And 1 message tells the client {"type": "ask_user_error", "error": "/answers: expected 1 answers, found 0"}

  @open
  Scenario: Answers in another order go to the questions that they name
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which way?", "options": [{"label": "left"}, {"label": "right"}]}, {"question": "How far?", "options": [{"label": "near"}, {"label": "distant"}]}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<requestId>",
        "answers": [
          {"question": "How far?", "answer": "near", "wasCustom": false},
          {"question": "Which way?", "answer": "right", "wasCustom": false}
        ]
      }
      """
    And the model says "on my way"
    Then the call "call_1" has at least the result: [PI-63.o2]
      """
      {"answers": [{"question": "Which way?", "answer": "right"}, {"question": "How far?", "answer": "near"}]}
      """

  Scenario: A client that leaves before it answers ends the call with connectionLost
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client goes when the client is told "ask_user_request"
    And 1000 ms later a client comes
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 2000, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]}}]
      """
    And the model says "then I decide"
    Then the call "call_1" has at least the result {"answered": false, "connectionLost": true} [PI-64]
    And something is recorded with {"answered": false, "connectionLost": true} [PI-64]
    And nothing is recorded with {"mode": "interactive"} [PI-74]
    And nothing is recorded with {"cancelled": true} [PI-27.o]
    And the answer "left" arrives 0 times [PI-64, I-5]
    And the requests are sent at "0 0" [PI-64]
    And each call is answered once [I-1]
    And the turn ends completed [PI-64]

  @open
  Scenario: The result has an empty list of answers when the client has left
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client goes when the client is told "ask_user_request"
    And the model says "then I decide"
    Then the call "call_1" has the result {"answered": false, "answers": [], "connectionLost": true} [PI-64.o]
    And the call "call_1" succeeds with the JSON {"answered": false, "answers": [], "connectionLost": true} [PI-21.o]
    And the last object recorded with {"connectionLost": true} lacks "answeredAt" [PI-74.o]

  Scenario: A client that leaves ends all open calls with connectionLost
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it asks the user "How far?" between ["near", "distant"]
    And the client goes when the client is told "Which way?"
    And the model says "then I decide"
    Then the call "call_1" has at least the result {"answered": false, "connectionLost": true} [PI-64]
    And the call "call_2" has at least the result {"answered": false, "connectionLost": true} [PI-64]
    And each call is answered once [I-1]
    And something is recorded with: [PI-64]
      """
      {"toolCallId": "call_2", "details": {"answered": false, "connectionLost": true}}
      """

  Scenario: Without a client the call ends at once
    When the client goes at the start
    And the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "then I decide"
    Then the call "call_1" has at least the result {"answered": false, "connectionLost": true} [PI-64.o2]
    And the requests are sent at "0 0" [PI-64.o2]
    And no file is written [PI-109]

  Scenario: A client that comes back is asked the next question
    Given a tool "build" that returns "built"
    And the tool "build" takes 2000 ms
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client goes when the client is told "Which way?"
    And 1000 ms later a client comes
    And the model calls "build"
    And the model asks the user "How far?" between ["near", "distant"]
    And the client answers "How far?" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<requestId>",
        "answers": [{"question": "How far?", "answer": "near", "wasCustom": false}]
      }
      """
    And the model says "near it is"
    Then the call "call_1" has at least the result {"answered": false, "connectionLost": true} [PI-64]
    And the call "call_3" has at least the result {"answered": true, "answers": [{"answer": "near"}]} [PI-63]
    And 2 messages tell the client {"type": "ask_user_request"} [PI-62]
    And the messages {"type": "ask_user_request"} have the fields "type requestId questions"

  Scenario: A client that leaves after its answer changes nothing
    Given a tool "build" that returns "built"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<requestId>",
        "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]
      }
      """
    And the model calls "build"
    And the client goes when the tool "build" runs
    And the model says "left it is"
    Then the call "call_1" has at least the result {"answered": true, "answers": [{"answer": "left"}]} [PI-64]
    And nothing is recorded with {"connectionLost": true} [PI-64]
    And the turn ends completed [PI-64]

  @field-13 @field-14
  Scenario: A question waits a year for its answer
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 31536000000, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]}}]
      """
    And the model says "left it is"
    Then the requests are sent at "0 31536000000" [PI-35, I-9]
    And the call "call_1" has at least the result {"answered": true, "answers": [{"answer": "left"}]} [PI-35]

  Scenario: The time limit of a dialog ends no request of this mode
    Given the setting "dialog_timeout_ms" is 5000
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 60000, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]}}]
      """
    And the model says "left it is"
    Then the call "call_1" has at least the result {"answered": true, "answers": [{"answer": "left"}]} [PI-35]
    And the requests are sent at "0 60000" [PI-35, I-9]

  Scenario: A question that nobody answers goes on waiting
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And nobody answers
    Then 1 message tells the client {"type": "ask_user_request"} [PI-35, I-9]
    And 1 request reaches the model [PI-35, I-9]
    And nothing is recorded with {"toolCallId": "call_1"} [PI-35]
    And no message tells the client "cancel" [PI-35]

  @field-25 @field-36 @field-37
  Scenario: After an abort a reply to the open request no longer counts
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And SIGINT arrives when the client is told "ask_user_request"
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 1000, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]}}]
      """
    Then nothing is recorded with {"answer": "left"} [PI-34]
    And nothing is recorded with {"answered": true} [PI-34]
    And 1 request reaches the model [I-1]
    And the turn ends interrupted [I-1]

  @open
  Scenario: An abort withdraws the open requests
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it asks the user "How far?" between ["near", "distant"]
    And SIGINT arrives when the client is told "Which way?"
    Then something is recorded with: [PI-34.o]
      """
      {"toolCallId": "call_1", "details": {"answered": false, "cancelled": true}}
      """
    And something is recorded with {"toolCallId": "call_2", "details": {"answered": false, "cancelled": true}} [PI-34.o]
    And the messages {"type": "ask_user_cancelled"} repeat the "requestId" of the messages: [PI-34.o]
      """
      {"type": "ask_user_request"}
      """

  Scenario: After an abort the next question has a request of its own, and a late reply is ignored
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And SIGINT arrives when the client is told "Which way?"
    And the client answers "Which way?" with:
      """
      [{"after_ms": 2000, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]}}]
      """
    And 1000 ms later the user says "again"
    And asked "again" the model asks the user "Which way?" between ["left", "right"]
    And the client answers "Which way?" with:
      """
      [{"after_ms": 2000, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "right", "wasCustom": false}]}}]
      """
    And the model says "right it is"
    Then the requests are sent at "0 1000 3000" [PI-63, I-3]
    And the model is told nothing with "\"answer\":\"left\"" [PI-63, I-3]
    And the call "call_2" has at least the result {"answers": [{"answer": "right"}]} [PI-63]

  @field-47 @field-51 @field-50
  Scenario: After a restart the client is asked all questions again, and a late reply is ignored
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which way?", "options": [{"label": "left"}]}, {"question": "Why?"}], "metadata": {"source": "setup"}}
      """
    And the subject is restarted when the client is told "ask_user_request"
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 1000, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "wrong", "wasCustom": true}, {"question": "Why?", "answer": "wrong", "wasCustom": true}]}}]
      """
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 2000, "line": {"type": "ask_user_response", "requestId": "<requestId>", "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}, {"question": "Why?", "answer": "so", "wasCustom": true}]}}]
      """
    And the model says "left it is"
    Then 2 messages tell the client: [PI-37, PI-93, I-10]
      """
      {
        "type": "ask_user_request",
        "questions": [{"question": "Which way?", "options": [{"label": "left"}]}, {"question": "Why?"}],
        "metadata": {"source": "setup"}
      }
      """
    And the messages {"type": "ask_user_request"} have 2 different "requestId" [PI-63]
    And the model is told nothing with "wrong" [PI-63, I-3]
    And the call "call_1" has at least the result {"answers": [{"answer": "left"}, {"answer": "so"}]} [PI-37]

  Scenario: A signal that ends the process leaves the call without a result
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And SIGTERM arrives when the client is told "ask_user_request"
    And the subject exits by itself
    Then nothing is recorded with {"toolCallId": "call_1"} [PI-36]
    And nothing is recorded with {"answered": false} [PI-36]

  Scenario: An invalid call sends no request to the client
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": []}
      """
    And the model says "sorry"
    Then 0 messages tell the client {"questions": []} [PI-12, I-4]
    And 0 messages tell the client {"type": "ask_user_request"} [PI-12, I-4]
    And the call "call_1" fails [PI-12]

  Scenario Outline: Only the client is asked in RPC mode: <how>
    Given <terminal>
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<answered>",
        "answers": [{"question": "Which way?", "answer": "left", "wasCustom": false}]
      }
      """
    And the model says "left it is"
    Then no prompt is shown [PI-109]
    And no notice tells "Which way?" [PI-109]
    And something is recorded with {"mode": "rpc"} [PI-109]
    And the call "call_1" has at least the result {"answered": true} [PI-109]

    Examples:
      | how                | terminal    | answered            |
      | with a terminal    | a terminal  | \\u003crequestId> |
      | without a terminal | no terminal | \\u003crequestId> |
