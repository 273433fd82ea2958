Feature: pi: asking a host through dialogs

  In pi's own protocol a host is sent one dialog after another: a list, a line of text, an editor for a text, or a
  yes-or-no dialog. Each dialog has an id, and a reply names it. The result of a call is the same as in other modes.

  Background:
    Given the system "pi"
    And the profile "pi-rpc"
    And the command line "--mode rpc"

  @field-16
  Scenario: Two questions are sent as two dialogs, first a list and then a line of text
    When the user says "plan it"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}, {"question": "Which name?"}]}
      """
    And the client answers "Which database?" with:
      """
      [{"after_ms": 100, "line": {"type": "extension_ui_response", "id": "<id>", "value": "SQLite"}}]
      """
    And the client answers "Which name?" with:
      """
      [{"after_ms": 100, "line": {"type": "extension_ui_response", "id": "<id>", "value": "order-processor"}}]
      """
    And the model says "so be it"
    Then the messages tell the client in this order: [PI-65]
      """
      [{"type": "extension_ui_request", "id": "<dialog#1>", "method": "select", "title": "Which database?", "options": ["PostgreSQL", "SQLite", "Other (type your answer)"]},
       {"type": "extension_ui_request", "id": "<dialog#2>", "method": "input", "title": "Which name?"}]
      """
    And 1 message tells the client {"method": "input", "placeholder": "…"} [PI-65]
    And 1 message tells the client {"method": "select"} [PI-65]
    And 1 message tells the client {"method": "input"} [PI-65]
    And no message tells the client "ask_user_request" [PI-65]
    And the requests are sent at "0 200" [PI-65]
    And the call "call_1" has the result: [PI-65, PI-27]
      """
      {
        "answered": true,
        "answers": [
          {
            "question": "Which database?",
            "answer": "SQLite",
            "selectedOption": "SQLite",
            "wasCustom": false
          },
          {"question": "Which name?", "answer": "order-processor", "wasCustom": true}
        ]
      }
      """
    And something is recorded with {"mode": "rpc"} [PI-65]
    And no prompt is shown [PI-109]
    And no message tells the client "timeout" [PI-35, PI-69]

  Scenario: Two questions with one text are two dialogs, and each has its own answer
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}, {"question": "Name?"}, {"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]},
        {"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the client answers "Name?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "Ada"}
    And the client answers "Name?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "Bob"}
    And the client answers "Which?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "B"}
    And the client answers "Which?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "A"}
    And the model says "done"
    Then the call "call_1" has the result: [PI-08, PI-21, PI-65]
      """
      {
        "answered": true,
        "answers": [
          {"question": "Name?", "answer": "Ada", "wasCustom": true},
          {"question": "Name?", "answer": "Bob", "wasCustom": true},
          {"question": "Which?", "answer": "B", "selectedOption": "B", "wasCustom": false},
          {"question": "Which?", "answer": "A", "selectedOption": "A", "wasCustom": false}
        ]
      }
      """
    And 2 messages tell the client {"method": "input", "title": "Name?"} [PI-20, PI-65]
    And 2 messages tell the client {"method": "select", "title": "Which?"} [PI-20, PI-65]

  Scenario: Picking Other opens a dialog for a line of text
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "select" with the line:
      """
      {"type": "extension_ui_response", "id": "<id>", "value": "Other (type your answer)"}
      """
    And the client answers "input" with the line {"type": "extension_ui_response", "id": "<id>", "value": "straight on"}
    And the model says "so be it"
    Then the messages tell the client in this order: [PI-65]
      """
      [{"method": "select", "options": ["left", "right", "Other (type your answer)"]}, {"method": "input", "title": "Which way?"}]
      """
    And the call "call_1" has the result: [PI-65]
      """
      {"answered": true, "answers": [{"question": "Which way?", "answer": "straight on", "wasCustom": true}]}
      """

  Scenario: Cancelling the line of text goes back to the list
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "select" with the line:
      """
      {"type": "extension_ui_response", "id": "<id>", "value": "Other (type your answer)"}
      """
    And the client answers "input" with the line {"type": "extension_ui_response", "id": "<id>", "cancelled": true}
    And the client answers "select" with the line {"type": "extension_ui_response", "id": "<id>", "value": "left"}
    And the model says "left it is"
    Then the call "call_1" has the result:
      """
      {
        "answered": true,
        "answers": [{"question": "Which way?", "answer": "left", "selectedOption": "left", "wasCustom": false}]
      }
      """

  @reference
  Scenario: A multi-select question sends the list again after each tick, until Submit
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which features?", "options": [{"label": "Logs"}, {"label": "Traces"}, {"label": "Alerts"}], "multiSelect": true}]}
      """
    And the client answers "select" with the line {"type": "extension_ui_response", "id": "<id>", "value": "[ ] Alerts"}
    And the client answers "select" with the line {"type": "extension_ui_response", "id": "<id>", "value": "[ ] Traces"}
    And the client answers "select" with the line {"type": "extension_ui_response", "id": "<id>", "value": "[ ] Logs"}
    And the client answers "select" with the line {"type": "extension_ui_response", "id": "<id>", "value": "[x] Traces"}
    And the client answers "select" with the line {"type": "extension_ui_response", "id": "<id>", "value": "Submit"}
    And the model says "so be it"
    Then the messages tell the client in this order:
      """
      [{"options": ["[ ] Logs", "[ ] Traces", "[ ] Alerts", "Other (type your answer)"]},
       {"options": ["[ ] Logs", "[ ] Traces", "[x] Alerts", "Other (type your answer)", "Submit"]},
       {"options": ["[ ] Logs", "[x] Traces", "[x] Alerts", "Other (type your answer)", "Submit"]},
       {"options": ["[x] Logs", "[x] Traces", "[x] Alerts", "Other (type your answer)", "Submit"]},
       {"options": ["[x] Logs", "[ ] Traces", "[x] Alerts", "Other (type your answer)", "Submit"]}]
      """
    And the call "call_1" has the result:
      """
      {"answered": true, "answers": [{"question": "Which features?", "answer": ["Logs", "Alerts"], "wasCustom": false}]}
      """

  @reference
  Scenario: A text typed through Other is added after the ticked options
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which features?", "options": [{"label": "Logs"}, {"label": "Traces"}], "multiSelect": true}]}
      """
    And the client answers "select" with the line {"type": "extension_ui_response", "id": "<id>", "value": "[ ] Traces"}
    And the client answers "select" with the line:
      """
      {"type": "extension_ui_response", "id": "<id>", "value": "Other (type your answer)"}
      """
    And the client answers "input" with the line {"type": "extension_ui_response", "id": "<id>", "value": "Alerts"}
    And the model says "so be it"
    Then the call "call_1" has the result:
      """
      {
        "answered": true,
        "answers": [{"question": "Which features?", "answer": ["Traces", "Alerts"], "wasCustom": true}]
      }
      """

  Scenario Outline: A host that cancels <what> cancels the call
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Q?"<options>}]}
      """
    And the client answers "Q?" with the line {"type": "extension_ui_response", "id": "\u003cid>", "cancelled": true}
    And the model says "as you like"
    Then 1 message tells the client {"method": "<method>"} [PI-65]
    And 1 message tells the client {"title": "Q?"} [PI-66]
    And 0 messages tell the client {"method": "confirm"} [PI-66]
    And the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-66]
    And nothing is recorded with {"connectionLost": true} [PI-27.o]
    And each call is answered once [I-1]

    Examples:
      | what           | method | options                                         |
      | a list         | select | , "options": [{"label": "A"}, {"label": "B"}]   |
      | a line of text | input  |                                                 |

  Scenario: Cancelling after two answers asks whether to discard them, and No goes back
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}]}, {"question": "Second?", "options": [{"label": "C"}]}, {"question": "Third?", "options": [{"label": "D"}]}]}
      """
    And the client answers "First?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "A"}
    And the client answers "Second?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "C"}
    And the client answers "Third?" with the line {"type": "extension_ui_response", "id": "<id>", "cancelled": true}
    And the client answers "confirm" with the line {"type": "extension_ui_response", "id": "<id>", "confirmed": false}
    And the client answers "Third?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "D"}
    And the model says "so be it"
    Then 1 message tells the client: [PI-65]
      """
      {"type": "extension_ui_request", "method": "confirm", "title": "…", "message": "Discard 2 answers?"}
      """
    And the call "call_1" has at least the result: [PI-65]
      """
      {"answered": true, "answers": [{"answer": "A"}, {"answer": "C"}, {"answer": "D"}]}
      """

  Scenario: Only a confirmed discard dialog cancels the call: "confirmed": true
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {
        "questions": [
          {"question": "First?", "options": [{"label": "A"}]},
          {"question": "Second?", "options": [{"label": "C"}]}
        ]
      }
      """
    And the client answers "First?" with the line {"type": "extension_ui_response", "id": "\u003cid>", "value": "A"}
    And the client answers "Second?" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "cancelled": true}
      """
    And the client answers "confirm" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "confirmed": true}
      """
    And the run may end while the turn waits
    And the model says "as you like"
    Then the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-66]
    And nothing is recorded with {"answer": "A"} [PI-34]
    And each call is answered once [I-1]

  Scenario: Only a confirmed discard dialog cancels the call: "cancelled": true
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {
        "questions": [
          {"question": "First?", "options": [{"label": "A"}]},
          {"question": "Second?", "options": [{"label": "C"}]}
        ]
      }
      """
    And the client answers "First?" with the line {"type": "extension_ui_response", "id": "\u003cid>", "value": "A"}
    And the client answers "Second?" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "cancelled": true}
      """
    And the client answers "confirm" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "cancelled": true}
      """
    And the client answers "Second?" with the line {"type": "extension_ui_response", "id": "\u003cid>", "value": "C"}
    And the model says "as you like"
    Then the call "call_1" has at least the result: [PI-66]
      """
      {"answered": true, "answers": [{"answer": "A"}, {"answer": "C"}]}
      """
    And nothing is recorded with {"cancelled": true} [PI-34]
    And each call is answered once [I-1]

  Scenario: A long text that is not confirmed goes back into an editor
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Say it?"}]}
      """
    And the client answers "input" with the line {"type": "extension_ui_response", "id": "<id>", "value": "⟨1000×xx⟩é"}
    And the client answers "confirm" with the line {"type": "extension_ui_response", "id": "<id>", "confirmed": false}
    And the client answers "editor" with the line {"type": "extension_ui_response", "id": "<id>", "value": "shorter"}
    And the model says "so be it"
    Then 1 message tells the client: [PI-65]
      """
      {
        "type": "extension_ui_request",
        "method": "confirm",
        "title": "…",
        "message": "Answer is long (2,001 chars). Continue anyway? [Y/n]"
      }
      """
    And 1 message tells the client: [PI-65]
      """
      {"type": "extension_ui_request", "method": "editor", "title": "Say it?", "prefill": "⟨1000×xx⟩é"}
      """
    And the call "call_1" has the result: [PI-65]
      """
      {"answered": true, "answers": [{"question": "Say it?", "answer": "shorter", "wasCustom": true}]}
      """

  Scenario Outline: Any reply but a yes to the confirmation of a long text goes back into an editor: <reply>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Say it?"}]}
      """
    And the client answers "input" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "value": "⟨1000×xx⟩é"}
      """
    And the client answers "confirm" with the line {"type": "extension_ui_response", "id": "\u003cid>", <reply>}
    And the client answers "editor" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "value": "shorter"}
      """
    And the model says "so be it"
    Then the call "call_1" has the result: [PI-66]
      """
      {"answered": true, "answers": [{"question": "Say it?", "answer": "shorter", "wasCustom": true}]}
      """

    Examples:
      | reply              |
      | "confirmed": false |
      | "cancelled": true  |

  Scenario: A text that is typed behind Other is typed, even if it is a label
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the client answers "select" with the line:
      """
      {"type": "extension_ui_response", "id": "<id>", "value": "Other (type your answer)"}
      """
    And the client answers "input" with the line {"type": "extension_ui_response", "id": "<id>", "value": "A"}
    And the model says "so be it"
    Then the call "call_1" has the result: [PI-25]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": "A", "wasCustom": true}]}
      """

  Scenario: A long text that is confirmed is taken whole
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Say it?"}]}
      """
    And the client answers "input" with the line {"type": "extension_ui_response", "id": "<id>", "value": "⟨1000×xx⟩é"}
    And the client answers "confirm" with the line {"type": "extension_ui_response", "id": "<id>", "confirmed": true}
    And the model says "so be it"
    Then the call "call_1" has the result: [PI-65]
      """
      {"answered": true, "answers": [{"question": "Say it?", "answer": "⟨1000×xx⟩é", "wasCustom": true}]}
      """

  Scenario: A text exactly at the limit needs no confirmation
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Say it?"}]}
      """
    And the client answers "input" with the line {"type": "extension_ui_response", "id": "<id>", "value": "⟨1000×éé⟩"}
    And the model says "so be it"
    Then no message tells the client "confirm" [PI-65]
    And the call "call_1" has the result: [PI-65]
      """
      {"answered": true, "answers": [{"question": "Say it?", "answer": "⟨1000×éé⟩", "wasCustom": true}]}
      """

  Scenario: The first valid reply to a dialog counts, and all others are ignored silently
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "select" with:
      """
      [{"after_ms": 100, "line": {"type": "extension_ui_response", "id": "no such dialog", "value": "right"}},
       {"after_ms": 100, "line": {"type": "extension_ui_response", "id": 1, "value": "right"}},
       {"after_ms": 100, "line": {"type": "extension_ui_response", "value": "right"}},
       {"after_ms": 200, "line": {"type": "extension_ui_response", "id": "<id>", "value": "left"}},
       {"after_ms": 200, "line": {"type": "extension_ui_response", "id": "<id>", "value": "right"}},
       {"after_ms": 60000, "line": {"type": "extension_ui_response", "id": "<id>", "cancelled": true}}]
      """
    And the model says "left it is"
    Then the requests are sent at "0 200" [PI-68]
    And the model is told nothing with "\"answer\":\"right\"" [PI-68]
    And the call "call_1" has at least the result {"answered": true, "answers": [{"answer": "left"}]} [PI-68]
    And nothing is recorded with {"cancelled": true} [PI-68]
    And the client's lines with {"value": "right"} change nothing [PI-68]
    And the client's lines with {"cancelled": true} change nothing [PI-68]
    And 1 message tells the client {"title": "Which way?"} [PI-68]

  Scenario: A late reply to one dialog does not answer the next
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Delete it?", "options": [{"label": "yes"}, {"label": "no"}]}, {"question": "Sure?", "options": [{"label": "yes"}, {"label": "no"}]}]}
      """
    And the client answers "Delete it?" with:
      """
      [{"after_ms": 100, "line": {"type": "extension_ui_response", "id": "<id>", "value": "no"}},
       {"after_ms": 200, "line": {"type": "extension_ui_response", "id": "<id>", "value": "yes"}}]
      """
    And the client answers "Sure?" with:
      """
      [{"after_ms": 1000, "line": {"type": "extension_ui_response", "id": "<id>", "value": "no"}}]
      """
    And the model says "kept"
    Then the requests are sent at "0 1100" [PI-68, I-3]
    And the call "call_1" has at least the result {"answers": [{"answer": "no"}, {"answer": "no"}]} [PI-68, I-3]

  Scenario: Two calls at once are asked one after the other
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it asks the user "How far?" between ["near", "distant"]
    And the client answers "Which way?" with:
      """
      [{"after_ms": 100, "line": {"type": "extension_ui_response", "id": "<id>", "value": "left"}}]
      """
    And the client answers "How far?" with:
      """
      [{"after_ms": 100, "line": {"type": "extension_ui_response", "id": "<id>", "value": "near"}}]
      """
    And the model says "on my way"
    Then the call "call_1" has at least the result: [PI-65, I-3]
      """
      {"answers": [{"question": "Which way?", "answer": "left"}]}
      """
    And the call "call_2" has at least the result {"answers": [{"question": "How far?", "answer": "near"}]} [PI-65, I-3]
    And the requests are sent at "0 200" [PI-65]
    And the messages {"method": "select"} have 2 different "id" [PI-65]
    And each call is answered once [I-1]

  Scenario: A dialog with a timeout tells the host its length, and cancels the call when it expires
    Given the setting "dialog_timeout_ms" is 5000
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "select" with:
      """
      [{"after_ms": 60000, "line": {"type": "extension_ui_response", "id": "<id>", "value": "left"}}]
      """
    And the model says "then I decide"
    Then 1 message tells the client {"id": "<dialog#1>", "method": "select", "timeout": 5000} [PI-69]
    And 1 message tells the client {"id": "<dialog#1>"} [PI-69]
    And 0 messages tell the client {"method": "input"} [PI-69]
    And the requests are sent at "0 5000" [PI-66, PI-69]
    And the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-66]
    And the answer "\"left\"" arrives 0 times [PI-68]
    And each call is answered once [I-1]

  Scenario: A reply before the timeout counts, and each dialog has a timeout of its own
    Given the setting "dialog_timeout_ms" is 5000
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}]}, {"question": "Second?"}]}
      """
    And the client answers "First?" with:
      """
      [{"after_ms": 4999, "line": {"type": "extension_ui_response", "id": "<id>", "value": "A"}}]
      """
    And the client answers "Second?" with:
      """
      [{"after_ms": 4999, "line": {"type": "extension_ui_response", "id": "<id>", "value": "B"}}]
      """
    And the model says "so be it"
    Then the requests are sent at "0 9998" [PI-69]
    And 2 messages tell the client {"timeout": 5000} [PI-69]
    And the call "call_1" has at least the result: [PI-69]
      """
      {"answered": true, "answers": [{"answer": "A"}, {"answer": "B"}]}
      """

  Scenario: Every kind of dialog tells the host its timeout
    Given the setting "dialog_timeout_ms" is 5000
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "A"}]}]}
      """
    And the client answers "select" with the line:
      """
      {"type": "extension_ui_response", "id": "<id>", "value": "Other (type your answer)"}
      """
    And the client answers "input" with the line:
      """
      {"type": "extension_ui_response", "id": "<id>", "value": "⟨2001×x⟩"}
      """
    And the client answers "confirm" with the line {"type": "extension_ui_response", "id": "<id>", "confirmed": false}
    And the client answers "editor" with the line {"type": "extension_ui_response", "id": "<id>", "value": "shorter"}
    And the model says "so be it"
    Then 1 message tells the client {"method": "select", "timeout": 5000} [PI-69]
    And 1 message tells the client {"method": "input", "timeout": 5000} [PI-69]
    And 1 message tells the client {"method": "confirm", "timeout": 5000} [PI-69]
    And 1 message tells the client {"method": "editor", "timeout": 5000} [PI-69]
    And the call "call_1" has at least the result {"answered": true, "answers": [{"answer": "shorter"}]} [PI-65]

  Scenario: A confirmation that nobody answers in time cancels the call
    Given the setting "dialog_timeout_ms" is 5000
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Say it?"}]}
      """
    And the client answers "input" with the line:
      """
      {"type": "extension_ui_response", "id": "<id>", "value": "⟨2001×x⟩"}
      """
    And the client answers "confirm" with:
      """
      [{"after_ms": 60000, "line": {"type": "extension_ui_response", "id": "<id>", "confirmed": true}}]
      """
    And the model says "then I decide"
    # The confirmation may count as a no. The editor then has a time limit of its own.
    Then the requests are sent at one of ["0 5000", "0 10000"] [PI-69]
    And the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-66]
    And the answer "⟨2001×x⟩" arrives 0 times [PI-68]

  Scenario: A timeout after the first answer cancels the call and discards that answer
    Given the setting "dialog_timeout_ms" is 5000
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}]}, {"question": "Second?", "options": [{"label": "C"}]}]}
      """
    And the client answers "First?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "A"}
    And the model says "then I decide"
    Then the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-66]
    And nothing is recorded with {"connectionLost": true} [PI-66]
    And the model is told nothing with "connectionLost" [PI-66]
    And nothing is recorded with {"answer": "A"} [PI-34]
    And 2 requests reach the model [I-1]
    And the turn ends completed [I-1]

  Scenario: An abort ends the open dialog, and the dialog of the second call is never sent
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it asks the user "How far?" between ["near", "distant"]
    And SIGINT arrives when the client is told "Which way?"
    And the client answers "Which way?" with:
      """
      [{"after_ms": 1000, "line": {"type": "extension_ui_response", "id": "<id>", "value": "left"}}]
      """
    Then 1 message tells the client {"title": "Which way?"} [PI-67]
    And no message tells the client "How far?" [PI-67]
    And something is recorded with {"toolCallId": "call_1", "details": {"answered": false, "cancelled": true}} [PI-34.o]
    And something is recorded with {"toolCallId": "call_2", "details": {"answered": false, "cancelled": true}} [PI-34.o]
    And 1 record has {"message": {"toolCallId": "call_2"}} [PI-67]
    And nothing is recorded with {"toolCallId": "call_2", "details": {"answered": true}} [PI-67]
    And nothing is recorded with {"answer": "left"} [PI-66]
    And nothing is recorded with {"connectionLost": true} [PI-66, PI-67]
    And the turn ends interrupted [PI-66]

  Scenario: After an abort the model is told that both calls were cancelled, not that the client left
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it asks the user "How far?" between ["near", "distant"]
    And SIGINT arrives when the client is told "Which way?"
    And 1000 ms later the user says "again"
    And asked "again" the model says "gone"
    Then the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-34.o]
    And the call "call_2" has at least the result {"answered": false, "cancelled": true} [PI-34.o]
    And the model is told nothing with "connectionLost" [PI-66, PI-67]
    And each call is answered once [I-1]
    And the turn ends completed [I-1]

  Scenario: An abort also ends the dialog's timeout
    Given the setting "dialog_timeout_ms" is 5000
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And SIGINT arrives when the client is told "Which way?"
    Then the turn ends interrupted [PI-66]
    And 1 message tells the client {"title": "Which way?"} [PI-66]
    And 1 request reaches the model [PI-66]

  Scenario: When a host leaves between two questions, its first answer is discarded
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}]}, {"question": "Second?", "options": [{"label": "C"}]}]}
      """
    And the client answers "First?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "A"}
    And the client goes when the client is told "Second?"
    And the model says "then I decide"
    Then the call "call_1" has at least the result {"answered": false, "connectionLost": true} [PI-64]
    And nothing is recorded with {"answer": "A"} [PI-64]
    And something is recorded with {"answered": false, "connectionLost": true} [PI-64]
    And the model is told nothing with "\"answer\":\"A\"" [PI-64]
    And each call is answered once [I-1]

  Scenario: A reply to a notification answers nothing
    When the user says "/questions"
    And the client answers "notify" with the line {"type": "extension_ui_response", "id": "<id>", "value": "left"}
    And 1000 ms later the user says "go"
    And asked "go" the model asks the user "Which way?" between ["left", "right"]
    And the client answers "Which way?" with:
      """
      [{"after_ms": 1000, "line": {"type": "extension_ui_response", "id": "<id>", "value": "right"}}]
      """
    And the model says "right it is"
    Then 1 message tells the client {"type": "extension_ui_request", "method": "notify", "message": "…"} [PI-70]
    And the call "call_1" has at least the result {"answers": [{"answer": "right"}]} [PI-70]
    And the requests are sent at "1000 2000" [PI-70]

  Scenario: A notification is sent without waiting for a reply
    When the user says "/questions"
    Then 1 message tells the client {"type": "extension_ui_request", "method": "notify", "message": "…"} [PI-70]
    And the turn ends completed [PI-70]

  Scenario: After a restart the host is asked again, and a reply to the old dialog is ignored
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}]}, {"question": "Second?", "options": [{"label": "C"}, {"label": "wrong"}]}]}
      """
    And the client answers "First?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "A"}
    And the subject is restarted when the client is told "Second?"
    And the client answers "Second?" with:
      """
      [{"after_ms": 1000, "line": {"type": "extension_ui_response", "id": "<id>", "value": "wrong"}}]
      """
    And the client answers "First?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "A"}
    And the client answers "Second?" with:
      """
      [{"after_ms": 2000, "line": {"type": "extension_ui_response", "id": "<id>", "value": "C"}}]
      """
    And the model says "so be it"
    Then 2 messages tell the client {"title": "First?"} [PI-37]
    And the model is told nothing with "\"answer\":\"wrong\"" [PI-68, I-3]
    And the call "call_1" has at least the result {"answers": [{"answer": "A"}, {"answer": "C"}]} [PI-37]
    And the requests are sent at "0 2000" [PI-68]

  Scenario: In print mode no dialog is sent to a host
    Given the command line "-p"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "then I wait"
    Then 0 messages tell the client {} [PI-73]
    And no prompt is shown [PI-73]
    And the answer "left" arrives 0 times [PI-73]
    And something is recorded with {"mode": "print", "answered": false} [PI-73]

  Scenario Outline: A reply is read from a line that <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Say it?"}]}
      """
    And the client answers "input" with:
      """
      [{"line": {"type": "extension_ui_response", "id": "\u003cid>", "value": "one\u2028two\u2029 — three"}, "frame": <frame>}]
      """
    And the model says "so be it"
    Then the call "call_1" has the result: [PI-72]
      """
      {
        "answered": true,
        "answers": [{"question": "Say it?", "answer": "one\u2028two\u2029 — three", "wasCustom": true}]
      }
      """
    And each call is answered once [PI-72]

    Examples:
      | what | frame |
      | comes whole | {"ending": "\\n", "piece": 100000} |
      | comes character by character | {"ending": "\\n", "piece": 1} |
      | ends with CR and LF and comes in pieces | {"ending": "\\r\\n", "piece": 3} |
      | follows an empty line | {"before": "\\n", "ending": "\\n", "piece": 7} |
      | follows empty lines with CR and LF | {"before": "\\r\\n\\r\\n", "ending": "\\r\\n", "piece": 7} |
      | follows a line that is not JSON | {"before": "Debugger attached.\\n", "ending": "\\n", "piece": 5} |
      | follows a line that is not JSON, in one piece | {"before": "Debugger attached.\\n", "ending": "\\n", "piece": 100000} |
      | follows a CR that ends no line | {"before": "\\r", "ending": "\\n", "piece": 100000} |
      | follows half a message | {"before": "{\\"type\\": \\"extension_ui_\\n", "ending": "\\n", "piece": 5} |
      | precedes another reply | {"ending": "\\n{\\"type\\": \\"extension_ui_response\\", \\"id\\": \\"x\\", \\"value\\": \\"no\\"}\\n", "piece": 11} |

  Scenario: A reply of seventy thousand characters is read whole
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Say it?"}]}
      """
    And the client answers "input" with:
      """
      [{"line": {"type": "extension_ui_response", "id": "<id>", "value": "⟨70000×x⟩ and so on"}, "frame": {"ending": "\n", "piece": 4096}}]
      """
    And the client answers "confirm" with the line {"type": "extension_ui_response", "id": "<id>", "confirmed": true}
    And the model says "so be it"
    Then the call "call_1" has the result: [PI-72]
      """
      {"answered": true, "answers": [{"question": "Say it?", "answer": "⟨70000×x⟩ and so on", "wasCustom": true}]}
      """

  Scenario: A line that a client left unfinished is no part of the next client's line
    Given a tool "build" that returns "built"
    And the tool "build" takes 2000 ms
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "Which way?" with:
      """
      [{"after_ms": 0, "line": {"type": "note"}, "frame": {"ending": "", "piece": 100}}]
      """
    And the client sends {"type": "note"} when the client is told "Which way?"
    And 500 ms later the client goes
    And 1000 ms later a client comes
    And the model calls "build"
    And the model asks the user "How far?" between ["near", "distant"]
    And the client answers "How far?" with:
      """
      [{"after_ms": 0, "frame": {"ending": "\n", "piece": 100}, "line": {
        "type": "extension_ui_response", "id": "<id>", "value": "near"}}]
      """
    And the model says "near it is"
    Then the call "call_1" has at least the result {"answered": false, "connectionLost": true} [PI-64]
    And the call "call_3" has at least the result {"answered": true, "answers": [{"answer": "near"}]} [PI-72]

  Scenario: A last line without LF counts when the stream ends
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Say it?"}]}
      """
    And the client answers "input" with:
      """
      [{"after_ms": 100, "line": {"type": "extension_ui_response", "id": "<id>", "value": "the last word"}, "frame": {"ending": "", "piece": 4}}]
      """
    And 1000 ms later the client goes
    And the model says "so be it"
    Then the requests are sent at "0 1000" [PI-72]
    And the call "call_1" has at least the result {"answered": true, "answers": [{"answer": "the last word"}]} [PI-72]
    And nothing is recorded with {"connectionLost": true} [PI-72]
