Feature: pi: answers from a client of a session without a terminal

  An answer that comes from a client is the same text behind the line as before it. It belongs to the one question that
  it was given to.

  Background:
    Given the system "pi"

  Scenario Outline: A label that a question repeats stands in the file as often: <what>
    Given the command line "-p"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "<first>"}, {"label": "B"}, {"label": "<third>"}]}]}
      """
    And the model says "then I wait"
    Then the files hold {"question": "Which?", "options": ["<first>", "B", "<third>"], "answer": null} [PI-106]

    Examples:
      | what                        | first | third           |
      | the first and the last      | A     | A               |
      | the second and the last     | A     | B               |
      | two cases of one letter     | a     | A               |
      | with and without the remark | A     | A (Recommended) |

  Scenario: A client's answers to two questions with one text each stay at their place
    Given the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}, {"question": "Name?"}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {"type": "ask_user_response", "requestId": "<requestId>", "answers": [
        {"question": "Name?", "answer": "Ada", "wasCustom": true},
        {"question": "Name?", "answer": "Bob", "wasCustom": true}]}
      """
    And the model says "done"
    Then the call "call_1" has the result: [PI-21, PI-63]
      """
      {
        "answered": true,
        "answers": [
          {"question": "Name?", "answer": "Ada", "wasCustom": true},
          {"question": "Name?", "answer": "Bob", "wasCustom": true}
        ]
      }
      """

  # A client may send more than the protocol names. The implementation may ignore that, or refuse the line.
  Scenario Outline: What a client sends beside its answers does not come into the result: <what>
    Given the command line "--mode rpc"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 100, "line": {"type": "ask_user_response", "requestId": "\u003crequestId>"<beside>, "answers": [
         {"question": "Which way?", "answer": "left"<more>, "wasCustom": false}]}},
       {"after_ms": 1000, "line": {"type": "ask_user_response", "requestId": "\u003crequestId>", "answers": [
         {"question": "Which way?", "answer": "left", "wasCustom": false}]}}]
      """
    And the model says "left it is"
    Then each of the "answers" in the result of the call "call_1" has the fields: [PI-87]
      """
      question answer wasCustom (selectedOption)
      """
    And each of the "answers" in the last object recorded with {"mode": "rpc"} has the fields: [PI-87]
      """
      question answer wasCustom (selectedOption)
      """
    And the model is told nothing with "of the client" [PI-87]

    Examples:
      | what                             | beside                  | more                                          |
      | a further member of an answer    |                         | , "note": "of the client"                     |
      | two further members of an answer |                         | , "label": "of the client", "confidence": 0.5 |
      | a further member of the line     | , "by": "of the client" |                                               |

  Scenario Outline: A client's text is not changed: <what>
    Given the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Value?"}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {"type": "ask_user_response", "requestId": "\u003crequestId>", "answers": [
        {"question": "Value?", "answer": <text>, "wasCustom": true}]}
      """
    And the model says "done"
    Then the call "call_1" has the result: [PI-19]
      """
      {"answered": true, "answers": [{"question": "Value?", "answer": <text>, "wasCustom": true}]}
      """

    Examples:
      | what                    | text        |
      | a letter and its accent | "e\\u0301"  |
      | the sign for angstrom   | "\\u212b"   |
      | a ligature              | "\\ufb01"   |
      | a line feed at the end  | "a\\n"      |
      | a carriage return       | "a\\r\\nb"  |
      | a next-line character   | "a\\u0085b" |
      | null                    | "null"      |
      | a list in JSON          | "[\\"a\\"]" |
      | 20,000 characters       | "⟨20000×x⟩" |

  Scenario Outline: A client's text that only resembles a label is no pick of it: <what>
    Given the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Drop it?", "options": [{"label": "Yes"}, {"label": "No, 1"}]}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {"type": "ask_user_response", "requestId": "\u003crequestId>", "answers": [
        {"question": "Drop it?", "answer": <text>, "wasCustom": true}]}
      """
    And the model says "done"
    Then the call "call_1" has the result: [PI-19, PI-25]
      """
      {"answered": true, "answers": [{"question": "Drop it?", "answer": <text>, "wasCustom": true}]}
      """

    Examples:
      | what               | text        |
      | small letters      | "yes"       |
      | capital letters    | "YES"       |
      | its first letter   | "Y"         |
      | a blank after it   | "Yes "      |
      | a blank before it  | " Yes"      |
      | a full stop        | "Yes."      |
      | its number         | "1"         |
      | a part of it       | "No"        |
      | full-width letters | "Ｙｅｓ"    |

  Scenario Outline: A client's answer with nothing in it is no cancel: <what>
    Given the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?"<more>}]}
      """
    And the client answers "ask_user_request" with:
      """
      [{"after_ms": 100, "line": {"type": "ask_user_response", "requestId": "\u003crequestId>", "answers": [
         {"question": "Which?", "answer": <empty>, "wasCustom": <custom>}]}},
       {"after_ms": 1000, "line": {"type": "ask_user_response", "requestId": "\u003crequestId>", "answers": [
         {"question": "Which?", "answer": <full>, "wasCustom": <custom>}]}}]
      """
    And the model says "done"
    Then nothing is recorded with {"cancelled": true} [I-6]
    And something is recorded with {"answered": true} [I-6]

    Examples:
      | what          | more                                               | empty | full  | custom |
      | no box        | , "multiSelect": true, "options": [{"label": "A"}] | []    | ["A"] | false  |
      | an empty text |                                                    | ""    | "x"   | true   |

  Scenario Outline: A tool that fails beside a question, <when> the answer, does not cancel it
    Given a terminal
    And a tool "build" that fails with "no compiler"
    And the tool "build" takes <ms> ms
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And in the same message it calls "build"
    And after 1000 ms the person answers "Which way?" with "left"
    And the model says "done"
    Then nothing is recorded with {"cancelled": true} [PI-35, I-8]
    And something is recorded with {"question": "Which way?", "answer": "left"} [PI-35]
    And no prompt is withdrawn [PI-35]
    And the call "call_2" fails

    Examples:
      | when   | ms   |
      | before | 500  |
      | after  | 1500 |

  Scenario: A session that only the user's configuration names is named in the file
    Given the command line "-p"
    And the user's configuration:
      """
      {"session": "sessions/plan.jsonl"}
      """
    And the command line's configuration:
      """
      {}
      """
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "then I wait"
    Then the files hold {"sessionId": "sessions/plan.jsonl"} [PI-56]

  Scenario: A call without a result is asked again where the session goes on with another entry
    Given a terminal
    And the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null,
        "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [
        {"type": "toolCall", "id": "old_1", "name": "ask_user", "arguments": {"questions": [{"question": "Name?"}]}}]}},
       {"type": "model_change", "id": "e3", "parentId": "e2", "provider": "any", "modelId": "any"}]
      """
    When the person answers "Name?" with "Ada"
    And the model says "done"
    Then 1 prompt is shown [PI-37]
    And something is recorded with {"question": "Name?", "answer": "Ada"} [PI-37]

  Scenario Outline: A label with blanks goes to the host and comes back as it is: <what>
    Given the profile "pi-rpc"
    And the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": <label>}, {"label": "c"}]}]}
      """
    And the client answers "select" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "value": <label>}
      """
    And the model says "done"
    Then 1 message tells the client {"options": [<label>, "c", "Other (type your answer)"]} [PI-65]
    And the call "call_1" has the result: [PI-65, PI-23]
      """
      {
        "answered": true,
        "answers": [{"question": "Which?", "answer": <label>, "selectedOption": <label>, "wasCustom": false}]
      }
      """

    Examples:
      | what       | label   |
      | two inside | "a  b"  |
      | around it  | " a "   |
      | a tab      | "a\\tb" |

  Scenario: A cancel with an unknown id cancels no dialog
    Given the profile "pi-rpc"
    And the command line "--mode rpc"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "select" with:
      """
      [{"after_ms": 100, "line": {"type": "extension_ui_response", "id": "no such dialog", "cancelled": true}},
       {"after_ms": 200, "line": {"type": "extension_ui_response", "id": "", "cancelled": true}},
       {"after_ms": 300, "line": {"type": "extension_ui_response", "cancelled": true}},
       {"after_ms": 1000, "line": {"type": "extension_ui_response", "id": "<id>", "value": "left"}}]
      """
    And the model says "left it is"
    Then the requests are sent at "0 1000" [PI-68]
    And nothing is recorded with {"cancelled": true} [PI-68, I-3]

  Scenario: In dialogs, a cancel after a No asks again whether to discard the answers
    Given the profile "pi-rpc"
    And the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}]},
        {"question": "Second?", "options": [{"label": "C"}]}, {"question": "Third?", "options": [{"label": "D"}]}]}
      """
    And the client answers "First?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "A"}
    And the client answers "Second?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "C"}
    And the client answers "Third?" with the line {"type": "extension_ui_response", "id": "<id>", "cancelled": true}
    And the client answers "confirm" with the line {"type": "extension_ui_response", "id": "<id>", "confirmed": false}
    And the client answers "Third?" with the line {"type": "extension_ui_response", "id": "<id>", "cancelled": true}
    And the client answers "confirm" with the line {"type": "extension_ui_response", "id": "<id>", "confirmed": true}
    And the model says "as you like"
    Then 2 messages tell the client {"method": "confirm", "message": "Discard 2 answers?"} [PI-65]

  Scenario: A long line from the host is read whole
    Given the profile "pi-rpc"
    And the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Say it?"}]}
      """
    And the client answers "input" with:
      """
      [{"line": {"type": "extension_ui_response", "id": "<id>", "value": "⟨20000×x⟩"},
        "frame": {"ending": "\n", "piece": 5000}}]
      """
    And the client answers "confirm" with the line {"type": "extension_ui_response", "id": "<id>", "confirmed": true}
    And the model says "done"
    Then the call "call_1" has the result: [PI-72, PI-39]
      """
      {"answered": true, "answers": [{"question": "Say it?", "answer": "⟨20000×x⟩", "wasCustom": true}]}
      """

  Scenario Outline: A line from the host ends at its line feed alone: <what>
    Given the profile "pi-rpc"
    And the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Say it?"}]}
      """
    And the client answers "input" with:
      """
      [{"line": {"type": "extension_ui_response", "id": "\u003cid>", "value": <text>},
        "frame": {"ending": "\n", "piece": 100000}}]
      """
    And the model says "done"
    Then the call "call_1" has the result: [PI-72]
      """
      {"answered": true, "answers": [{"question": "Say it?", "answer": <text>, "wasCustom": true}]}
      """

    Examples:
      | what               | text            |
      | a next-line inside | "one\\u0085two" |
      | a vertical tab     | "one\\u000btwo" |
      | a form feed        | "one\\u000ctwo" |
