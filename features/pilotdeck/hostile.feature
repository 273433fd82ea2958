Feature: PilotDeck: input that means harm

  Too much, not what it says, or meant for somebody else's screen: from the model, the host and the client. What is shown
  is harmless, what is handed on is what was said, and nothing breaks.

  Background:
    Given the system "pilotdeck"
    And a terminal

  Scenario: A thousand questions are told as one fault
    Given the scenario "pilotdeck-thousand-questions"
    Then something is recorded with: [PD-13]
      """
      {"issues": [{"path": "questions", "code": "invalid_schema", "message": "At most 4 questions allowed"}]}
      """
    And no prompt is shown [I-4]
    And the turn ends completed

  Scenario: A thousand options are told as one fault
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

  Scenario: Ten thousand options that are none break nothing
    Given the scenario "pilotdeck-ten-thousand-options"
    Then the call "call_1" fails, telling the model something with "" [I-4]
    And no prompt is shown [I-4]
    And the turn ends completed

  Scenario: A label of thirty thousand letters is shown like others
    Given the scenario "pilotdeck-a-long-label"
    Then 1 prompt is shown [PD-38]
    And the call "call_1" succeeds, telling the model: [PD-46]
      """
      User has answered your questions: "Which?"="B". You can now continue with the user's answers in mind.
      """
    And the turn ends completed

  Scenario: Two calls under one id have an answer each
    Given the scenario "pilotdeck-one-id-twice"
    Then 2 prompts are shown [PD-40]
    And something is recorded with {"data": {"answers": {"First?": "A"}}} [I-3]
    And something is recorded with {"data": {"answers": {"Second?": "B"}}} [I-3]
    And the requests are sent at "0 100" [I-1]
    And of the call "call_1" the model is told "\"First?\"=\"A\"" [I-3]

  Scenario Outline: Arguments of <what> are no question, profile <profile>
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
      | profile  | what              | text                                                     |
      | seed     | nothing           |                                                          |
      | seed     | null              | null                                                     |
      | seed     | a number          | 17                                                       |
      | seed     | a list            | [{\\"question\\": \\"Q?\\"}]                             |
      | seed     | half an object    | {\\"questions\\": [{\\"question\\": \\"Q?\\"             |
      | seed     | single quotes     | {'questions': []}                                        |
      | seed     | a page            | <html>                                                   |
      | seed     | brackets          | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[ |
      | seed     | questions of null | {\\"questions\\": [null]}                                |
      | seed     | questions of text | {\\"questions\\": [\\"Q?\\"]}                            |
      | upstream | nothing           |                                                          |
      | upstream | a text            | \\"questions\\"                                          |
      | upstream | half an object    | {\\"questions\\": [{\\"question\\": \\"Q?\\"             |
      | upstream | questions of null | {\\"questions\\": [null]}                                |

  Scenario Outline: Half a surrogate pair in <what> breaks nothing
    When the user says "go"
    And the model calls "ask_user_question" with the text "{\"questions\": [{\"question\": \"Which<question>?\", \"header\": \"h<header>\", \"options\": [{\"label\": \"Red<label>\", \"description\": \"d\"}, {\"label\": \"Blue\", \"description\": \"<description>\"}]}]}"
    And the person answers "Which" with {"type": "answered", "answers": {"Which?": "Blue"}}
    And the model says "done"
    Then 1 prompt is shown [PD-40]
    And of the call "call_1" the model is told "=\"Blue\"" [PD-46]
    And the turn ends completed

    Examples:
      | what          | question  | header    | label     | description |
      | the question  | \\\\ud83d |           |           |             |
      | the header    |           | \\\\ude42 |           |             |
      | a label       |           |           | \\\\ud83d |             |
      | a description |           |           |           | \\\\udc00   |

  Scenario Outline: Half a surrogate pair counts as one unit of a header, <what>
    When the user says "go"
    And the model calls "ask_user_question" with the text "{\"questions\": [{\"question\": \"Which?\", \"header\": \"<header>\", \"options\": [{\"label\": \"Red\", \"description\": \"\"}, {\"label\": \"Blue\", \"description\": \"\"}]}]}"
    And if asked, the person answers "Which" with "Red"
    And the model says "done"
    Then <prompts> prompts are shown [PD-25]
    And of the call "call_1" the model is told "<told>" [PD-25]

    Examples:
      | what       | header                | prompts | told                                     |
      | up to 12   | ABCDEFGHIJK\\\\ud83d  | 1       | \\"Which?\\"=\\"Red\\"                   |
      | and not 13 | ABCDEFGHIJKL\\\\ud83d | 0       | header for \\"Which?\\" exceeds 12 chars |

  Scenario: Escapes, nulls and marks of direction reach the host as they are, and so does the answer come back
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
    And what is recorded last with {"type": "tool_result"} has: [PD-42]
      """
      {"data": {"answers": {"Go\u0000?\u202e oN": "Red\u001b[31m"}}}
      """

  @reference
  Scenario: Escapes, nulls and marks of direction as a host draws them
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

  Scenario: What is composed and what is not reach the model as they were given
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the person answers "Which?" with "e\u0301 \u00e9 \u212b"
    And the model says "done"
    Then of the call "call_1" the model is told "\"Which?\"=\"e\u0301 \u00e9 \u212b\"" [PD-49]
    And what is recorded last with {"type": "tool_result"} has: [PD-42]
      """
      {"data": {"answers": {"Which?": "e\u0301 \u00e9 \u212b"}}}
      """

  Scenario: HTML, templates and commands are text like any other
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

  Scenario Outline: A key that JavaScript gives a meaning is one like any other: <key>
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

  Scenario Outline: A host that first answers with <what> is asked once, and the call has one end
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the person answers "Which?" with <answer>
    And 1000 ms later the person answers "Which?" with {"type": "answered", "answers": {"Which?": "B"}}
    And the model says "done"
    Then 1 prompt is shown [PD-40]
    And 2 requests reach the model [I-1]
    And each call is answered once [I-1]
    And no prompt is left open
    And the turn ends completed

    Examples:
      | what             | answer                                  |
      | null             | null                                    |
      | a number         | 7                                       |
      | a truth          | true                                    |
      | no answers       | {"type": "answered"}                    |
      | answers as text  | {"type": "answered", "answers": "A"}    |
      | a number as type | {"type": 7, "answers": {"Which?": "A"}} |
      | a list in a list | [["A"], {"B": null}]                    |
      | answers alone    | {"answers": {"Which?": "A"}}            |

  Scenario Outline: A line of the client that is <what> is nothing to the question
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
      | no object | [["A"]] |
      | a text | "A" |
      | null | null |
      | of no type | {"requestId": "\\u003crequestId>", "sessionKey": "session_1", "answer": {"type": "answered", "answers": {"Q?": "A"}}} |
      | of an unknown type | {"type": "elicitation_answer", "requestId": "\\u003crequestId>", "sessionKey": "session_1", "answer": {"answers": {"Q?": "A"}}} |
      | without a session | {"type": "elicitation_respond", "requestId": "\\u003crequestId>", "answer": {"type": "answered", "answers": {"Q?": "A"}}} |
      | without an id | {"type": "elicitation_respond", "sessionKey": "session_1", "answer": {"type": "answered", "answers": {"Q?": "A"}}} |
      | of ids in a list | {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": ["\\u003crequestId>"], "answer": {"type": "answered", "answers": {"Q?": "A"}}} |
      | without an answer | {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "\\u003crequestId>"} |
      | a chat's message | {"type": "message", "text": "A"} |
      | about another tool | {"type": "describe_tool", "name": "bash"} |

  Scenario Outline: A stored conversation that is <what> is told, and no turn begins
    Given a stored conversation:
      """
      <stored>
      """
    When the user says "go"
    And the subject may exit by itself
    Then a notice is given
    And 0 requests reach the model

    Examples:
      | what               | stored                                                                                                             |
      | broken at once     | [5]                                                                                                                |
      | broken in a call   | [{"role": "user", "content": []}, {"role": "assistant", "content": [{"type": "tool_call", "id": "c", "name": 7}]}] |
      | broken in a result | [{"type": "tool_result", "toolCallId": "c", "content": "text"}]                                                    |
