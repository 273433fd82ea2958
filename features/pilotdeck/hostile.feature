Feature: PilotDeck: hostile input

  Oversized, malformed and misleading input from the model, the host and the client. It is shown harmlessly, passed on
  unchanged, and breaks nothing.

  Background:
    Given the system "pilotdeck"
    And a terminal

  Scenario: A thousand questions are reported as one error
    Given the scenario "pilotdeck-thousand-questions"
    Then something is recorded with: [PD-13]
      """
      {"issues": [{"path": "questions", "code": "invalid_schema", "message": "At most 4 questions allowed"}]}
      """
    And no prompt is shown [I-4]
    And the turn ends completed

  Scenario: A thousand options are reported as one error
    Given the scenario "pilotdeck-thousand-options"
    Then something is recorded with: [PD-14]
      """
      {
        "issues": [
          {
            "path": "questions[].options",
            "code": "invalid_schema",
            "message": "Question \"Many?\" must have 2-4 options"
          }
        ]
      }
      """
    And no prompt is shown [I-4]
    And the turn ends completed

  Scenario: Ten thousand malformed options are rejected without a crash
    Given the scenario "pilotdeck-ten-thousand-options"
    Then the call "call_1" fails, telling the model something with "" [I-4]
    And no prompt is shown [I-4]
    And the turn ends completed

  Scenario: A label of thirty thousand letters is shown like any other
    Given the scenario "pilotdeck-a-long-label"
    Then 1 prompt is shown [PD-38]
    And the call "call_1" succeeds, telling the model: [PD-46]
      """
      User has answered your questions: "Which?"="B". You can now continue with the user's answers in mind.
      """
    And the turn ends completed

  Scenario: Two calls with the same id each get their own answer
    Given the scenario "pilotdeck-one-id-twice"
    Then 2 prompts are shown [PD-40]
    And something is recorded with {"data": {"answers": {"First?": "A"}}} [I-3]
    And something is recorded with {"data": {"answers": {"Second?": "B"}}} [I-3]
    And the requests are sent at "0 100" [I-1]
    And the answer "\"First?\"=\"A\"" arrives 1 time [I-3]
    And the answer "\"Second?\"=\"B\"" arrives 1 time [I-3]

  Scenario Outline: A call fails and asks nobody when its arguments are <what>, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "ask_user_question" with the text "<text>"
    And the model says "as you like"
    Then the call "call_1" fails, telling the model something with "" [I-4]
    And nothing is recorded with {"type": "tool_result"} [I-4]
    And no prompt is shown [I-4]
    And no message tells the client "elicitation_request" [I-4]
    And the turn ends completed

    Examples:
      | profile  | what                                 | text                                                     |
      | seed     | empty                                |                                                          |
      | seed     | null                                 | null                                                     |
      | seed     | a number                             | 17                                                       |
      | seed     | a list                               | [{\\"question\\": \\"Q?\\"}]                             |
      | seed     | half an object                       | {\\"questions\\": [{\\"question\\": \\"Q?\\"             |
      | seed     | JSON in single quotes                | {'questions': []}                                        |
      | seed     | an HTML page                         | <html>                                                   |
      | seed     | only brackets                        | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[ |
      | seed     | an object with a null question       | {\\"questions\\": [null]}                                |
      | seed     | an object with a text for a question | {\\"questions\\": [\\"Q?\\"]}                            |
      | upstream | empty                                |                                                          |
      | upstream | a JSON string                        | \\"questions\\"                                          |
      | upstream | half an object                       | {\\"questions\\": [{\\"question\\": \\"Q?\\"             |
      | upstream | an object with a null question       | {\\"questions\\": [null]}                                |

  Scenario Outline: A question with an unpaired surrogate in <what> is asked and answered
    When the user says "go"
    And the model calls "ask_user_question" with the text:
      """
      {"questions": [{"question": "Which<question>?", "header": "h<header>", "options": [{"label": "Red<label>", "description": "d"}, {"label": "Blue", "description": "<description>"}]}]}
      """
    And the person answers "Which" with {"type": "answered", "answers": {"Which?": "Blue"}}
    And the model says "done"
    Then 1 prompt is shown [PD-40]
    And of the call "call_1" the model is told "=\"Blue\"" [PD-46]
    And the turn ends completed

    Examples:
      | what          | question | header  | label   | description |
      | its text      | \\ud83d  |         |         |             |
      | its header    |          | \\ude42 |         |             |
      | a label       |          |         | \\ud83d |             |
      | a description |          |         |         | \\udc00     |

  Scenario Outline: An unpaired surrogate counts as one unit of a header: <what>
    When the user says "go"
    And the model calls "ask_user_question" with the text:
      """
      {"questions": [{"question": "Which?", "header": "<header>", "options": [{"label": "Red", "description": ""}, {"label": "Blue", "description": ""}]}]}
      """
    And if asked, the person answers "Which" with "Red"
    And the model says "done"
    Then <prompts> prompts are shown [PD-25]
    And of the call "call_1" the model is told "<told>" [PD-25]

    Examples:
      | what                  | header              | prompts | told                                     |
      | 12 units are accepted | ABCDEFGHIJK\\ud83d  | 1       | \\"Which?\\"=\\"Red\\"                   |
      | 13 units are too long | ABCDEFGHIJKL\\ud83d | 0       | header for \\"Which?\\" exceeds 12 chars |

  Scenario: Control characters and direction marks reach the host and come back unchanged
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Go\u0000?\u202e oN", "header": "A\u001b[2JB", "options": [
        {"label": "Red\u001b[31m", "description": "\u2066warm\u0007", "preview": "<b>\u001b[1m</b>"}, {"label": "Blue\r\u200f", "description": "x\u009b"}]}]}
      """
    And the person answers "Go" with {"type": "answered", "answers": {"Go\u0000?\u202e oN": "Red\u001b[31m"}}
    And the model says "done"
    Then the host is asked with: [PD-38]
      """
      {
        "questions": [
          {
            "question": "Go\u0000?\u202e oN",
            "header": "A\u001b[2JB",
            "options": [
              {"label": "Red\u001b[31m", "description": "\u2066warm\u0007"},
              {"label": "Blue\r\u200f", "description": "x\u009b"}
            ]
          }
        ]
      }
      """
    And of the call "call_1" the model is told "\"Go\u0000?\u202e oN\"=\"Red\u001b[31m\"" [PD-49]
    And the last object recorded with {"type": "tool_result"} has: [PD-42]
      """
      {"data": {"answers": {"Go\u0000?\u202e oN": "Red\u001b[31m"}}}
      """

  @reference
  Scenario: How a host draws control characters and direction marks
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Go\u0000?\u202e oN", "header": "A\u001b[2JB", "options": [
        {"label": "Red\u001b[31m", "description": "\u2066warm\u0007", "preview": "<b>\u001b[1m</b>"}, {"label": "Blue\r\u200f", "description": "x\u009b"}]}]}
      """
    And the person answers "Go" with {"type": "answered", "answers": {"Go\u0000?\u202e oN": "Red\u001b[31m"}}
    And the model says "done"
    Then the prompt is drawn as:
      """
      [A␛[2JB] Go␀?� oN
        1. Red␛[31m - �warm␇
           | <b>␛[1m</b>
        2. Blue␍� - x�
      """

  Scenario: Composed and decomposed characters in an answer reach the model unchanged
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the person answers "Which?" with "e\u0301 \u00e9 \u212b"
    And the model says "done"
    Then of the call "call_1" the model is told "\"Which?\"=\"e\u0301 \u00e9 \u212b\"" [PD-49]
    And the last object recorded with {"type": "tool_result"} has: [PD-42]
      """
      {"data": {"answers": {"Which?": "e\u0301 \u00e9 \u212b"}}}
      """

  Scenario: HTML, templates and commands are passed on as plain text
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "<img src=x onerror=\"alert(1)\"> {{secret}} %s ${HOME}?", "header": "<b>H</b>", "options": [
        {"label": "<script>x()</script>", "description": "[a](javascript:b)"}, {"label": "../../etc", "description": "$(rm -rf /)"}]}],
       "metadata": {"source": "<script>"}}
      """
    And the person chooses "<script>x()</script>" at "onerror"
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-49]
      """
      User has answered your questions: "<img src=x onerror="alert(1)"> {{secret}} %s ${HOME}?"="<script>x()</script>". You can now continue with the user's answers in mind.
      """
    And the host is asked with: [PD-38]
      """
      {
        "questions": [
          {
            "header": "<b>H</b>",
            "options": [
              {"label": "<script>x()</script>", "description": "[a](javascript:b)"},
              {"label": "../../etc", "description": "$(rm -rf /)"}
            ]
          }
        ],
        "metadata": {"source": "<script>"}
      }
      """
    And nothing is refused

  Scenario Outline: A key with a meaning in JavaScript is treated like any other key: <key>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "<key>", "header": "H", "options": [{"label": "constructor", "description": ""}, {"label": "hasOwnProperty", "description": ""}]}],
       "annotations": {"toString": {"notes": "n"}}}
      """
    And the person answers "" with:
      """
      {"type": "answered", "answers": {"<key>": "constructor"}, "annotations": {"<key>": {"notes": "n"}}}
      """
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-47]
      """
      User has answered your questions: "<key>"="constructor" user notes: n. You can now continue with the user's answers in mind.
      """

    Examples:
      | key            |
      | constructor    |
      | toString       |
      | hasOwnProperty |
      | length         |
      | type           |

  Scenario Outline: A host that first answers with <what> is asked once, and the call ends once
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the person answers "Which?" with <answer>
    And 1000 ms later the person answers "Which?" with {"type": "answered", "answers": {"Which?": "B"}}
    And the model says "done"
    Then 1 prompt is shown [PD-40]
    And 2 requests reach the model [I-1]
    And each call is answered once [I-1]
    And no prompt is left open [I-7]
    And the turn ends completed

    Examples:
      | what                | answer                                  |
      | null                | null                                    |
      | a number            | 7                                       |
      | a boolean           | true                                    |
      | no answers          | {"type": "answered"}                    |
      | a text for answers  | {"type": "answered", "answers": "A"}    |
      | a number for a type | {"type": 7, "answers": {"Which?": "A"}} |
      | a nested list       | [["A"], {"B": null}]                    |
      | answers but no type | {"answers": {"Which?": "A"}}            |

  Scenario Outline: A line from the client <what> is ignored, and the question still waits
    Given the profile "upstream"
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the client answers "elicitation_request" with:
      """
      [{"after_ms": 100, "line": <line>},
       {"after_ms": 1000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "\u003crequestId>", "answer": {"type": "answered", "answers": {"Q?": "B"}}}}]
      """
    And the model says "done"
    Then the requests are sent at "0 1000" [I-1]
    And 1 message tells the client {"type": "elicitation_response", "delivered": true} [PD-60]
    And the answer "\"Q?\"=\"A\"" arrives 0 times [I-5]
    And the answer "\"Q?\"=\"B\"" arrives 1 time [I-1]

    Examples:
      | what | line |
      | that is a list | [["A"]] |
      | that is a text | "A" |
      | that is null | null |
      | without a type | {"requestId": "\\u003crequestId>", "sessionKey": "session_1", "answer": {"type": "answered", "answers": {"Q?": "A"}}} |
      | with an unknown type | {"type": "elicitation_answer", "requestId": "\\u003crequestId>", "sessionKey": "session_1", "answer": {"answers": {"Q?": "A"}}} |
      | without a session | {"type": "elicitation_respond", "requestId": "\\u003crequestId>", "answer": {"type": "answered", "answers": {"Q?": "A"}}} |
      | without a request id | {"type": "elicitation_respond", "sessionKey": "session_1", "answer": {"type": "answered", "answers": {"Q?": "A"}}} |
      | without an answer | {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "\\u003crequestId>"} |
      | that is a chat message | {"type": "message", "text": "A"} |
      | about another tool | {"type": "describe_tool", "name": "bash"} |

  Scenario: A line from the client with a list of request ids is ignored, and the question still waits
    Given the profile "upstream"
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the client answers "elicitation_request" with:
      """
      [
        {
          "after_ms": 100,
          "line": {
            "type": "elicitation_respond", "sessionKey": "session_1", "requestId": ["\u003crequestId>"],
            "answer": {"type": "answered", "answers": {"Q?": "A"}}
          }
        },
        {
          "after_ms": 1000,
          "line": {
            "type": "elicitation_respond", "sessionKey": "session_1", "requestId": "\u003crequestId>",
            "answer": {"type": "answered", "answers": {"Q?": "B"}}
          }
        }
      ]
      """
    And the model says "done"
    Then the requests are sent at "0 1000" [I-1]
    And 1 message tells the client {"type": "elicitation_response", "delivered": true} [PD-60]
    And the answer "\"Q?\"=\"A\"" arrives 0 times [I-5]
    And the answer "\"Q?\"=\"B\"" arrives 1 time [I-1]

  Scenario Outline: A stored conversation with <what> is reported, and no turn starts
    Given a stored conversation:
      """
      <stored>
      """
    When the user says "go"
    And the subject may exit by itself
    Then a notice is given
    And 0 requests reach the model

    Examples:
      | what                | stored                                                                                                             |
      | a malformed message | [5]                                                                                                                |
      | a malformed call    | [{"role": "user", "content": []}, {"role": "assistant", "content": [{"type": "tool_call", "id": "c", "name": 7}]}] |
      | a malformed result  | [{"type": "tool_result", "toolCallId": "c", "content": "text"}]                                                    |
