Feature: PilotDeck: how the host is asked

  What the request to the host contains, when the host is asked at all, and what a cancel does. The request carries the
  id of the turn, not the id of the call.

  Background:
    Given the system "pilotdeck"
    And a terminal

  Scenario: The request has the questions unchanged, and no fields that are not set
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "Which?", "header": "H", "multiSelect": true, "options": [{"label": "A", "description": "a", "preview": "<b>A</b>"}, {"label": "B", "description": ""}]},
        {"question": "Where?", "header": "", "options": [{"label": "A", "description": ""}, {"label": "C", "description": "c"}]}]}
      """
    And the person answers "Which?" with {"Which?": ["A"], "Where?": "C"}
    And the model says "done"
    Then the host is given the fields "toolCallId toolName questions (signal)" [PD-38]
    And the host is asked with {"toolName": "ask_user_question"} [PD-38]
    And the host is given "questions" as: [PD-38]
      """
      [
        {
          "question": "Which?",
          "header": "H",
          "multiSelect": true,
          "options": [{"label": "A", "description": "a", "preview": "<b>A</b>"}, {"label": "B", "description": ""}]
        },
        {
          "question": "Where?",
          "header": "",
          "options": [{"label": "A", "description": ""}, {"label": "C", "description": "c"}]
        }
      ]
      """
    And 1 prompt is shown [PD-40]
    And the host is asked without "metadata" [PD-38]
    And the last object recorded with {"role": "assistant"} has {"content": [{"type": "text", "text": "done"}]}

  @reference
  Scenario: The whole request, as the reference sends and draws it
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": "a"}, {"label": "B", "description": ""}]}], "metadata": {"source": "plan"}}
      """
    And the person answers "Which?" with "A"
    And the model says "done"
    Then the host is asked:
      """
      {"toolCallId": "<turn#1>", "toolName": "ask_user_question",
       "questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": "a"}, {"label": "B", "description": ""}]}],
       "metadata": {"source": "plan"}, "signal": {"aborted": false}}
      """
    And the prompt is drawn as:
      """
      [H] Which?
        1. A - a
        2. B
      """

  Scenario: Metadata reach the host, but are not shown to the user
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": "a"}, {"label": "B", "description": ""}]}], "metadata": {"source": "secret-plan-7"}}
      """
    And the person answers "Which?" with "A"
    And the model says "done"
    Then the host is given "metadata" as {"source": "secret-plan-7"} [PD-78]
    And the host is given the fields "toolCallId toolName questions metadata (signal)" [PD-38]
    And the prompt contains "Which?" [PD-78]
    And the prompt does not contain "secret-plan-7" [PD-78]
    And of the call "call_1" the model is told "\"Which?\"=\"A\"" [PD-78]
    And the last object recorded with {"type": "tool_result"} has {"data": {"answers": {"Which?": "A"}}} [PD-93]
    And the last object recorded with {"answers": {}} does not contain "metadata" [PD-93]

  Scenario Outline: The request <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]<metadata>}
      """
    And the person answers "Which?" with "A"
    And the model says "done"
    Then the host is given the fields "<fields>" [<id>]
    And the host is asked with {"toolName": "ask_user_question"<metadata>} [<id>]

    Examples:
      | what                                 | id    | metadata         | fields                                        |
      | has metadata that are empty          | PD-86 | , "metadata": {} | toolCallId toolName questions metadata (signal) |
      | has no metadata if the call has none | PD-38 |                  | toolCallId toolName questions (signal) |

  Scenario: The answers and annotations of the call are not in the request
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}],
       "answers": {}, "annotations": {"Which?": {"notes": "of the call"}}}
      """
    And the person answers "Which?" with "A"
    And the model says "done"
    Then the host is asked with {"questions": [{"question": "Which?"}]} [PD-87]
    And the host is asked without "answers" [PD-87]
    And the host is asked without "annotations" [PD-87]

  @field-3 @field-1
  Scenario: Two calls in one message ask with the same turn id
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And after 2000 ms the person answers "First?" with "A"
    And after 1000 ms the person answers "Second?" with "D"
    And the model says "done"
    Then prompts 1 and 2 are asked with the same "toolCallId" [PD-39]
    And prompts 1 and 2 are asked with another "questions" each [PD-40]
    And 2 prompts are shown [PD-40]
    And the call "call_1" succeeds, telling the model: [PD-42]
      """
      User has answered your questions: "First?"="A". You can now continue with the user's answers in mind.
      """
    And the call "call_2" succeeds, telling the model: [PD-42]
      """
      User has answered your questions: "Second?"="D". You can now continue with the user's answers in mind.
      """
    And no prompt is left open [I-7]
    And the last object recorded with {"toolCallId": "call_1"} has: [PD-42]
      """
      {"data": {"questions": [{"question": "First?"}]}}
      """
    And the last object recorded with {"toolCallId": "call_2"} has: [PD-42]
      """
      {"data": {"questions": [{"question": "Second?"}]}}
      """

  Scenario: Successive calls of one turn ask with its id, and a call of the next turn with another id
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And the person answers "First?" with "A"
    And the model asks the user "Second?" between ["C", "D"]
    And the person answers "Second?" with "D"
    And the model says "done"
    And the user says "once more" after the turn
    And the model asks the user "Third?" between ["E", "F"]
    And the person answers "Third?" with "E"
    And the model says "done again"
    Then prompts 1 and 2 are asked with the same "toolCallId" [PD-39]
    And prompts 2 and 3 are asked with another "toolCallId" each [PD-39]
    And 3 prompts are shown [PD-40]

  Scenario Outline: The host is asked when the answers in the call are <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]<answers>}
      """
    And the person answers "Which?" with "B"
    And the model says "done"
    Then 1 prompt is shown [PD-37]
    And the call "call_1" succeeds, telling the model: [PD-37]
      """
      User has answered your questions: "Which?"="B". You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has {"data": {"answers": {"Which?": "B"}}} [PD-37]

    Examples:
      | what   | answers           |
      | absent |                   |
      | null   | , "answers": null |
      | empty  | , "answers": {}   |

  Scenario: Answers in the call become the result, and nobody is asked
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}],
       "answers": {"Which?": "A"}, "annotations": {"Which?": {"notes": "of the call"}}, "metadata": {"source": "plan"}}
      """
    And the model says "done"
    Then no prompt is shown [PD-35, PD-40]
    And the call "call_1" succeeds, telling the model: [PD-35]
      """
      User has answered your questions: "Which?"="A" user notes: of the call. You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has: [PD-35]
      """
      {
        "data": {
          "questions": [{"question": "Which?"}],
          "answers": {"Which?": "A"},
          "annotations": {"Which?": {"notes": "of the call"}}
        }
      }
      """
    And the last object recorded with {"answers": {}} does not contain "metadata" [PD-93]
    And the requests are sent at "0 0" [PD-40]

  Scenario Outline: Answers in the call that <what> are accepted unchanged
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "Where?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}],
       "answers": <answers>}
      """
    And the model says "done"
    Then no prompt is shown [PD-36]
    And the call "call_1" succeeds, telling the model: [PD-36]
      """
      User has answered your questions: <entries>. You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has: [PD-36, PD-42]
      """
      {"data": {"questions": [{"question": "Which?"}, {"question": "Where?"}], "answers": <answers>}}
      """
    And the last object recorded with {"answers": {}} does not contain "annotations" [PD-93]

    Examples:
      | what                                  | answers                            | entries                      |
      | leave a question out                  | {"Where?": "B"}                    | "Where?"="B"                 |
      | name a question that was not asked    | {"Whither?": "Z"}                  | "Whither?"="Z"               |
      | name an asked and an unasked question | {"Whither?": ["Z"], "Which?": "A"} | "Whither?"="Z", "Which?"="A" |
      | are empty                             | {"Which?": ""}                     | "Which?"=""                  |
      | are not among the options             | {"Which?": ["C", "C", "A, B"]}     | "Which?"="C, C, A, B"        |

  Scenario Outline: The contents of <what> in the call are not checked
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}],
       "answers": <answers>, "annotations": <annotations>}
      """
    And the model says "done"
    Then no prompt is shown [PD-10]
    And of the call "call_1" the model is told "\"Which?\"=\"" [PD-10]
    And the last object recorded with {"type": "tool_result"} has: [PD-10]
      """
      {"data": {"answers": <answers>, "annotations": <annotations>}}
      """

    Examples:
      | what        | answers                           | annotations                                        |
      | answers     | {"Which?": 7, "X": {"y": [null]}} | {}                                                 |
      | annotations | {"Which?": "A"}                   | {"Which?": {"rating": 5, "more": {}}, "Z": [1, 2]} |

  @open
  Scenario: An answer in the call that is not a text is written as JavaScript writes it
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}],
       "answers": {"Which?": null, "b": true}}
      """
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-10.o]
      """
      User has answered your questions: "Which?"="null", "b"="true". You can now continue with the user's answers in mind.
      """

  @open
  Scenario: A list inside a list of answers in the call is joined by commas without blanks
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}],
       "answers": {"Which?": ["x", ["y", "z"], "w"]}}
      """
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-10.l]
      """
      User has answered your questions: "Which?"="x, y,z, w". You can now continue with the user's answers in mind.
      """

  @open
  Scenario Outline: Answers in the call that are <what> are numbered by position
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}], "answers": <answers>}
      """
    And the model says "done"
    Then no prompt is shown [PD-35.o]
    And the call "call_1" succeeds, telling the model: [PD-35.o]
      """
      User has answered your questions: "0"="x", "1"="y". You can now continue with the user's answers in mind.
      """

    Examples:
      | what   | answers    |
      | a list | ["x", "y"] |
      | a text | "xy"       |

  Scenario Outline: A cancel <what> makes the call fail with the matching message
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the person answers "Which?" with <cancel>
    And the model says "as you like"
    Then something is recorded with {"code": "unsupported_tool", "message": "<message>"} [PD-41]
    And the call "call_1" fails, telling the model something with "<message>" [PD-41]
    And nothing is recorded with {"type": "tool_result"} [PD-92]
    And the turn ends completed [PD-41]

    Examples:
      | what                                   | cancel                                           | message                                           |
      | without a reason                       | {"type": "cancelled"}                            | User declined to answer questions                 |
      | with an empty reason                   | {"type": "cancelled", "reason": ""}              | User declined to answer questions                 |
      | with a reason                          | {"type": "cancelled", "reason": "not now"}       | User declined to answer questions (not now)       |
      | with a blank reason                    | {"type": "cancelled", "reason": " "}             | User declined to answer questions ( )             |
      | with blanks around its reason          | {"type": "cancelled", "reason": " soon "}        | User declined to answer questions ( soon )        |
      | with brackets and quotes in its reason | {"type": "cancelled", "reason": "(a)\\n\\"b\\""} | User declined to answer questions ((a)\\n\\"b\\") |

  Scenario Outline: A cancel of the first of two questions leaves the second, <where>
    Given the profile "<profile>"
    And the setting "channel" is "<channel>"
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And the person cancels "First?"
    And after 1000 ms the person answers "Second?" with "D"
    And the model says "done"
    Then the call "call_1" fails, telling the model something with "User declined to answer questions" [PD-41]
    And the call "call_2" succeeds, telling the model: [I-3]
      """
      User has answered your questions: "Second?"="D". You can now continue with the user's answers in mind.
      """
    And each call is answered once [I-3]

    Examples:
      | where      | profile  | channel |
      | upstream   | upstream | host    |
      | at a panel | upstream | panel   |

  Scenario: A cancel of the first of two questions leaves the second
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And the person cancels "First?"
    And after 1000 ms the person answers "Second?" with "D"
    And the model says "done"
    Then the call "call_1" fails, telling the model something with "User declined to answer questions" [PD-41]
    And the call "call_2" succeeds, telling the model: [I-3]
      """
      User has answered your questions: "Second?"="D". You can now continue with the user's answers in mind.
      """
    And each call is answered once [I-3]

  @field-62
  Scenario: Answers and annotations sent with a cancel are dropped
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the person answers "Which?" with:
      """
      {
        "type": "cancelled",
        "reason": "late",
        "answers": {"Which?": "dropped-answer"},
        "annotations": {"Which?": {"notes": "dropped-notes"}}
      }
      """
    And the model says "as you like"
    Then something is recorded with: [PD-92]
      """
      {"code": "unsupported_tool", "message": "User declined to answer questions (late)"}
      """
    And nothing is recorded with {"type": "tool_result"} [PD-92]
    And nothing is recorded with {"answers": {"Which?": "dropped-answer"}} [PD-92]
    And the model is told nothing with "dropped" [PD-92]
    And of the call "call_1" the model is told "(late)" [PD-92]

  @field-62
  Scenario Outline: A cancel with <what> is still a cancel
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the person answers "Which?" with {"type": "cancelled", <beside>}
    And the model says "as you like"
    Then something is recorded with {"code": "unsupported_tool", "message": "User declined to answer questions"} [PD-41]
    And 1 prompt is shown [PD-41]
    And no prompt is left open [I-7]

    Examples:
      | what          | beside          |
      | null content  | "content": null |
      | null answers  | "answers": null |
      | a null reason | "reason": null  |

  @open
  Scenario Outline: A reply of the type <type> counts as answered
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the person answers "Which?" with {"type": <type>, "answers": {"Which?": "A"}}
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-88]
      """
      User has answered your questions: "Which?"="A". You can now continue with the user's answers in mind.
      """

    Examples:
      | type        |
      | "rejected"  |
      | "Cancelled" |
      | "canceled"  |
      | ""          |

  Scenario Outline: Without a channel <what> fails
    Given no terminal
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]<answers>}
      """
    And the model says "as you like"
    Then something is recorded with: [<id>]
      """
      {
        "code": "unsupported_tool",
        "message": "ask_user_question requires a host elicitation channel (none registered)."
      }
      """
    And the call "call_1" fails, telling the model something with: [<id>]
      """
      ask_user_question requires a host elicitation channel (none registered).
      """
    And nothing is recorded with {"type": "tool_result"} [<id>]
    And no prompt is shown [PD-40]
    And the turn ends completed

    Examples:
      | what                      | id    | answers                      |
      | a question                | PD-33 |                              |
      | a call with answers       | PD-34 | , "answers": {"Which?": "A"} |
      | a call with empty answers | PD-33 | , "answers": {}              |

  Scenario: Without a channel, invalid arguments still get their own error
    Given no terminal
    When the user says "go"
    And the model asks the user "Which?" between ["A"]
    And the model says "as you like"
    Then something is recorded with: [PD-14]
      """
      {
        "issues": [
          {
            "path": "questions[].options",
            "code": "invalid_schema",
            "message": "Question \"Which?\" must have 2-4 options"
          }
        ]
      }
      """
    And the model is told nothing with "none registered" [PD-34]

  @field-13
  Scenario: The tool waits a week for the answer, without a timeout or a reminder
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And after 604800000 ms the person answers "Which?" with "B"
    And the model says "done"
    Then the requests are sent at "0 604800000" [PD-89]
    And 1 prompt is shown [PD-89]
    And the answer "\"Which?\"=\"B\"" arrives 1 time [PD-89]

  @field-25 @field-36 @field-37
  Scenario: An abort withdraws the waiting question, and a late answer is refused
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And SIGINT arrives when "Which?" is shown
    And after 1000 ms the person answers "Which?" with "A"
    Then the prompt is withdrawn [I-7]
    And what is done last at a prompt changes nothing [I-2]
    And what was done is refused as late [I-2]
    And nothing is recorded with {"type": "tool_result"} [I-5]
    And the turn ends interrupted [I-7]

  @field-50
  Scenario: A restart while the question waits does not make up a result
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the subject is restarted when "Which?" is shown
    And if asked, after 500 ms the person answers "Which?" with "A"
    And if asked, after 500 ms the person answers "Which?" with "B"
    And the model says "B it is" if it is asked
    And 1000 ms later the user says "and now"
    And asked "and now" the model says "on we go"
    Then before 500 ms nothing is recorded with {"data": {}} [I-5]
    And before 500 ms nothing is recorded with {"text": "User has answered your questions: …"} [I-5]
    And each call is answered once [I-10]
    And the turn ends completed [I-10]

  Scenario Outline: A user message sent <when> does not answer the question
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And meanwhile the user says "A" <when>
    And after 1000 ms the person answers "Which?" with "B"
    And the model says "done"
    # The message may be refused, or kept until the turn is over.
    And asked "A" the model says "thanks" if it is asked
    Then 1 prompt is shown [PD-85]
    And before 1000 ms nothing is recorded with {"toolCallId": "call_1"} [PD-85]
    And the call "call_1" succeeds, telling the model: [PD-85]
      """
      User has answered your questions: "Which?"="B". You can now continue with the user's answers in mind.
      """
    And the turn ends completed

    Examples:
      | when                   |
      | when "Which?" is shown |
