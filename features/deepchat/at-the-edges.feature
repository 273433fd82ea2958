Feature: DeepChat: at the edges of a question

  What the rules say where a case is rare: several options and no custom answers, long and odd texts, ids that almost
  fit, one wrong value among right ones, and cards with more than one kind of input.

  Background:
    Given the system "deepchat"
    And a terminal

  Rule: No typed answer with custom answers off

    Scenario Outline: With custom answers off, a card of several options takes no text: <how>
      When the user says "go"
      And the model calls "question" with:
        """
        {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true, "custom": false}
        """
      And after 500 ms the person <does> at "Which?"
      And 500 ms later the person chooses "Blue" at "Which?"
      And 0 ms later the person submits "Which?"
      And the model says "painted"
      Then the model is told nothing with "teal" [DC-44]
      And nothing is recorded with {"answerText": "teal"} [DC-44]
      And the requests are sent at "0 1000" [DC-44]

      Examples:
        | how                      | does                             |
        | typed where the focus is | presses "t e a l Ctrl-Enter"     |
        | typed after a Tab        | presses "Tab t e a l Ctrl-Enter" |

    Scenario: With custom answers off, no text is taken beside a label of several options
      When the user says "go"
      And the model calls "question" with:
        """
        {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true, "custom": false}
        """
      And after 500 ms the person answers "Which?" with ["Red", "and teal"]
      And 500 ms later the person answers "Which?" with ["Blue"]
      And the model says "painted"
      Then the model is told nothing with "teal" [DC-44]
      And the last object recorded with {"questionText": "Which?"} does not contain "teal" [DC-44]
      And the requests are sent at "0 1000" [DC-44]

    Scenario: With custom answers off, the host can type no answer to several options
      When the user says "go"
      And the model calls "question" with:
        """
        {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true, "custom": false}
        """
      And the client sends when "Which?" is shown:
        """
        {
          "type": "respond_tool_interaction", "toolCallId": "call_1",
          "response": {"kind": "question_custom", "answerText": "teal"}
        }
        """
      And after 1000 ms the person answers "Which?" with ["Blue"]
      And the model says "painted"
      Then the user's messages reach the model as ["go", "Blue"] [DC-44]
      And the requests are sent at "0 1000" [DC-44]
      And the last object recorded with {"questionText": "Which?"} has {"answerText": "Blue"} [DC-44]

    Scenario Outline: A label in another case is no label that was offered: <case>
      When the user says "go"
      And the model calls "question" with:
        """
        {"question": "Which one?", "options": [{"label": "Red"}, {"label": "Blue"}], "custom": false}
        """
      And the client sends when "Which one?" is shown:
        """
        {
          "type": "respond_tool_interaction", "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "<label>"}
        }
        """
      And after 1000 ms the person chooses "Blue" at "Which one?"
      And the model says "painted"
      # A client may also take it as the label that it means. The message is that label then.
      Then the last object recorded with {"questionText": "Which one?"} fits one of: [DC-37]
        """
        [{"answerText": "Blue"}, {"answerText": "Red"}]
        """
      And the last object recorded with {"role": "user"} fits one of: [DC-37]
        """
        [{"content": {"text": "Blue"}}, {"content": {"text": "Red"}}]
        """

      Examples:
        | case          | label |
        | small letters | red   |
        | capitals      | RED   |

  Rule: The text of an answer

    # Whether blanks at the ends of a typed text are kept is open.
    Scenario: A typed answer from the host keeps the blanks in its middle
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the client sends while the turn is paused:
        """
        {
          "type": "respond_tool_interaction", "toolCallId": "call_1",
          "response": {"kind": "question_custom", "answerText": "teal  or  red"}
        }
        """
      And the model says "painted"
      Then the user's messages reach the model as ["go", "teal  or  red"] [DC-39]
      And the text of message 3 is recorded as "teal  or  red" [DC-39]
      And the last object recorded with {"questionText": "Which one?"} has {"answerText": "teal  or  red"} [DC-78]

    Scenario: A typed answer below the chosen labels keeps the blanks in its middle
      When the user says "go"
      And the model calls "question" with:
        """
        {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true}
        """
      And the person answers "Which?" with ["Red", "and  white"]
      And the model says "painted"
      Then the user's messages reach the model as ["go", "Red\nand  white"] [DC-40]
      And the text of message 3 is recorded as "Red\nand  white" [DC-40]
      And the last object recorded with {"questionText": "Which?"} has {"answerText": "Red\nand  white"} [DC-78]

    Scenario: A typed answer that equals a chosen label is a line of its own
      When the user says "go"
      And the model calls "question" with:
        """
        {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true}
        """
      And the person presses "R e d" at "Which?"
      And 100 ms later the person chooses "Red" at "Which?"
      And 100 ms later the person submits "Which?"
      And the model says "painted"
      Then the user's messages reach the model as ["go", "Red\nRed"] [DC-40]
      And the text of message 3 is recorded as "Red\nRed" [DC-40]
      And the last object recorded with {"questionText": "Which?"} has {"answerText": "Red\nRed"} [DC-78]

    Scenario Outline: A chat message of <what> is kept whole as the answer
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the user says "<said>" while the turn is paused
      And the model says "painted"
      Then the last object recorded with {"questionText": "Which one?"} has {"answerText": "<stored>"} [DC-78]
      And the user's messages reach the model as ["go", "<stored>"] [DC-41]

      Examples:
        | what                    | said                          | stored                  |
        | 5,003 characters        | ⟨500×0123456789⟩end           | ⟨500×0123456789⟩end     |
        | lines that end in CR LF | teal,\\u{d}\\nor\\u{d}\\nblue | teal,\\r\\nor\\r\\nblue |
        | a CR alone              | teal,\\u{d}or blue            | teal,\\ror blue         |

    Scenario: A typed answer of 5,003 characters is kept whole
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the person answers "Which one?" with "⟨500×0123456789⟩end"
      And the model says "painted"
      Then the last object recorded with {"questionText": "Which one?"} has: [DC-78]
        """
        {"answerText": "⟨500×0123456789⟩end"}
        """
      And the user's messages reach the model as ["go", "⟨500×0123456789⟩end"] [DC-39]

    Scenario: A click beside a text that was typed sends one of them, and not both
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the person presses "t e a l" at "Which one?"
      And 100 ms later the person chooses "Blue" at "Which one?"
      And the model says "painted"
      Then the last object recorded with {"role": "user"} fits one of: [DC-37]
        """
        [{"content": {"text": "Blue"}}, {"content": {"text": "teal"}}]
        """
      And the last object recorded with {"questionText": "Which one?"} fits one of: [DC-78]
        """
        [{"answerText": "Blue"}, {"answerText": "teal"}]
        """
      And the requests are sent at "0 100" [DC-75]

  Rule: Keys and clicks

    Scenario Outline: The input has the focus above a long list, too: <which>
      When the user says "go"
      And the model calls "question" with:
        """
        {
          "question": "Which?", "multiple": <multiple>,
          "options": [
            {"label": "1"}, {"label": "2"}, {"label": "3"}, {"label": "4"}, {"label": "5"},
            {"label": "6"}, {"label": "7"}, {"label": "8"}, {"label": "9"}, {"label": "10"}
          ]
        }
        """
      And the person presses "t e a l <submits>" at "Which?"
      And the model says "painted"
      Then the last object recorded with {"questionText": "Which?"} has {"answerText": "teal"} [DC-62]
      And the user's messages reach the model as ["go", "teal"] [<id>]

      Examples:
        | which           | multiple | submits    | id    |
        | one option      | false    | Enter      | DC-39 |
        | several options | true     | Ctrl-Enter | DC-82 |

    Scenario: An option is switched on and off by key, although a text is typed
      When the user says "go"
      And the model calls "question" with:
        """
        {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true}
        """
      And the person presses "n o w Tab Down Space Space Ctrl-Enter" at "Which?"
      And the model says "painted"
      Then the user's messages reach the model as ["go", "now"] [DC-84]
      And the last object recorded with {"questionText": "Which?"} has {"answerText": "now"} [DC-84]

    Scenario Outline: One reject is enough <when>
      When the user says "go"
      And the model calls "question" with:
        """
        {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true}
        """
      And the person <does> at "Which?"
      And 500 ms later the person rejects "Which?"
      And the model says "I go on" if it is asked
      And the run may end while the turn waits
      Then the last object recorded with {"questionText": "Which?"} has {"questionResolution": "rejected"} [DC-42]
      And the messages recorded are "user assistant" [DC-42]
      And 1 request reaches the model [DC-43]
      And the last object recorded with {"questionText": "Which?"} lacks "answerText" [DC-79]

      Examples:
        | when                      | does          |
        | after an option is chosen | chooses "Red" |
        | after a text is typed     | presses "t e" |

  Rule: Beside other calls

    Scenario Outline: A question <where> a call of an unknown tool is not alone
      When the user says "go"
      And the model calls "<first>" with:
        """
        <first arguments>
        """
      And in the same message it calls "<second>" with:
        """
        <second arguments>
        """
      And the model says "so be it" if it is asked
      And the run may end while the turn waits
      Then no prompt is shown [DC-20]
      And the call "<question>" fails [DC-20]
      And the turn is paused 0 times [DC-22]
      And nothing is recorded with {"action_type": "question_request", "status": "pending"} [DC-72]

      Examples:
        | where | question | first | second | first arguments | second arguments |
        | after | call_2 | nobody | question | {} | {"question": "Which?", "options": [{"label": "Red"}]} |
        | before | call_1 | question | nobody | {"question": "Which?", "options": [{"label": "Red"}]} | {} |

    Scenario: A stop settles a question that comes after other calls of the turn
      Given a tool "write" that returns "written"
      When the user says "go"
      And the model calls "write"
      And the model calls "write"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And SIGINT arrives while the turn is paused
      Then nothing is recorded with: [DC-33]
        """
        {"action_type": "question_request", "status": "error", "extra": {"needsUserAction": true}}
        """
      And the last object recorded with {"questionText": "Which one?"} has {"needsUserAction": false} [DC-33]
      And the last object recorded with {"action_type": "question_request"} has {"status": "error"} [DC-50]
      And no prompt is left open [I-7]

    Scenario: A queued message is kept while a chat message answers the question
      When the user says "go"
      And meanwhile the user says "and then the door" when "go" is asked of the model
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And meanwhile the user says "teal" while the turn is paused
      And asked "teal" the model says "painted"
      And asked "and then the door" the model says "painted, too"
      Then the user's messages reach the model as ["go", "teal", "and then the door"] [DC-51]
      And the last object recorded with {"questionText": "Which one?"} has {"answerText": "teal"} [DC-41]
      And the messages recorded are "user assistant user assistant user assistant" [DC-51]

  Rule: Replies of the host to something else

    Scenario: A reply that names the message of an earlier question answers nothing
      When the user says "go"
      And the model asks the user "First?" between ["Red", "Blue"]
      And the person chooses "Red" at "First?"
      And the model says "one"
      And the user says "again" after the turn
      And the model asks the user "Second?" between ["Red", "Blue"]
      And the client sends when "Second?" is shown:
        """
        {
          "type": "respond_tool_interaction", "sessionId": "session_1", "messageId": "<id#2>", "toolCallId": "call_2",
          "response": {"kind": "question_option", "optionLabel": "Blue"}
        }
        """
      And after 1000 ms the person chooses "Red" at "Second?"
      And the model says "two"
      Then message 2 is recorded with {"id": "<id#2>", "role": "assistant"}
      And objects recorded with {"questionText": "Second?"} have at "/answerText" in turn [null, "Red"] [I-3, DC-46]
      And the requests are sent at "0 0 0 1000" [DC-46]

    Scenario Outline: A reply for a session with almost the same id is ignored: <how>
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the client sends while the turn is paused:
        """
        {
          "type": "respond_tool_interaction", "sessionId": "<session>", "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "Red"}
        }
        """
      And after 1000 ms the person chooses "Blue" at "Which one?"
      And the model says "painted"
      Then the requests are sent at "0 1000" [DC-46]
      And objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "Blue"] [I-3, DC-46]

      Examples:
        | how              | session    |
        | in capitals      | SESSION_1  |
        | with a capital   | Session_1  |
        | one digit longer | session_10 |
        | one digit short  | session_   |

    Scenario Outline: A typed answer of the host is written to no other log: <which>
      When the user says "go"
      And the model calls "question" with:
        """
        {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": <multiple>}
        """
      And the client sends while the turn is paused:
        """
        {
          "type": "respond_tool_interaction", "toolCallId": "call_1",
          "response": {"kind": "question_custom", "answerText": "between you and me"}
        }
        """
      And the model says "painted"
      Then the last object recorded with {"questionText": "Which?"} has {"answerText": "between you and me"} [DC-64]
      And no notice tells "between you and me" [DC-64]
      And no message tells the client "between you and me" [DC-64]
      And no file contains "between you and me" [DC-64]

      Examples:
        | which           | multiple |
        | one option      | false    |
        | several options | true     |

  Rule: One wrong value

    Scenario Outline: One wrong value makes the call fail: <what>, profile <profile>
      Given the profile "<profile>"
      When the user says "go"
      And the model calls "<tool>" with:
        """
        {"question": "Go?", <arguments>}
        """
      And the model says "as you like" if it is asked
      And the run may end while the turn waits
      Then the call "call_1" fails [<id>]
      And no prompt is shown [<id>]
      And the turn is paused 0 times [DC-24]

      Examples: no text for a label
        | profile | tool              | what                  | id    | arguments                                                         |
        | seed    | question          | a second label is 7   | DC-06 | "options": [{"label": "Red"}, {"label": 7}]                       |
        | head    | deepchat_question | a second label is 7   | DC-06 | "options": [{"label": "Red"}, {"label": 7}]                       |
        | seed    | question          | a third label is null | DC-06 | "options": [{"label": "Red"}, {"label": "Blue"}, {"label": null}] |
        | head    | deepchat_question | a third label is null | DC-06 | "options": [{"label": "Red"}, {"label": "Blue"}, {"label": null}] |

      Examples: null
        | profile | tool              | what                  | id    | arguments                                          |
        | seed    | question          | the header is null    | DC-12 | "header": null, "options": [{"label": "Red"}]      |
        | head    | deepchat_question | the header is null    | DC-12 | "header": null, "options": [{"label": "Red"}]      |
        | seed    | question          | multiple is null      | DC-12 | "multiple": null, "options": [{"label": "Red"}]    |
        | head    | deepchat_question | multiple is null      | DC-12 | "multiple": null, "options": [{"label": "Red"}]    |
        | seed    | question          | a description is null | DC-12 | "options": [{"label": "Red", "description": null}] |
        | head    | deepchat_question | a description is null | DC-12 | "options": [{"label": "Red", "description": null}] |

    Scenario Outline: Almost JSON is repaired: <what>, profile <profile>
      Given the profile "<profile>"
      When the user says "go"
      And the model calls "<tool>" with the text "<text>"
      And nobody answers
      Then 1 prompt is shown [DC-14]
      And as JSON or text, the last object recorded with {"questionText": "Go?"} has: [DC-14]
        """
        {"questionOptions": [{"label": "Réd"}]}
        """

      Examples:
        | profile | tool | what | text |
        | seed | question | a code fence without a language | ```\\n{\\"question\\": \\"Go?\\", \\"options\\": [{\\"label\\": \\"Réd\\"}]}\\n``` |
        | head | deepchat_question | a code fence without a language | ```\\n{\\"question\\": \\"Go?\\", \\"options\\": [{\\"label\\": \\"Réd\\"}]}\\n``` |
        | seed | question | an escape between single quotes | {'question': 'Go\\\\u003f', 'options': [{'label': 'R\\\\u00e9d'}]} |
        | head | deepchat_question | an escape between single quotes | {'question': 'Go\\\\u003f', 'options': [{'label': 'R\\\\u00e9d'}]} |
        | seed | question | an escape behind a key without quotes | {question: \\"Go?\\", options: [{label: \\"R\\\\u00e9d\\"}]} |
        | head | deepchat_question | an escape behind a key without quotes | {question: \\"Go?\\", options: [{label: \\"R\\\\u00e9d\\"}]} |
