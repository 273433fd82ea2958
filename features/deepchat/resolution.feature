Feature: DeepChat: how a question is resolved

  In profile seed the answer is the user's next message: a label, several labels, a typed answer, or a message written
  in the chat. A reject sends no message. The first resolution stays, and the stored chat shows it.

  Background:
    Given the system "deepchat"
    And a terminal

  Scenario: One click on an option sends its label as the whole message
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And after 500 ms the person chooses "Blue" at "Which one?"
    And the model says "painted"
    Then the user's messages reach the model as ["go", "Blue"] [DC-37]
    And the text of message 3 is recorded as "Blue" [DC-37]
    And the messages recorded are "user assistant user assistant" [DC-37]
    And the requests are sent at "0 500" [DC-75]
    And 2 requests reach the model [DC-43]
    And the turn is paused 1 time [DC-43]
    And the last object recorded with {"questionText": "Which one?"} has {"answerText": "Blue"} [DC-78]
    And the turn ends completed

  Scenario Outline: An answer is stored with its question, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"header": "Colour", "question": "Which one?", "options": [{"label": "Red", "description": "warm"}, {"label": "Blue"}]}
      """
    And after 500 ms the person chooses "Blue" at "Which one?"
    And the model says "painted"
    Then objects recorded with {"action_type": "question_request"} have at "/status" in turn: [DC-32]
      """
      ["pending", "success"]
      """
    And objects recorded with {"action_type": "question_request"} have at "/extra/needsUserAction" in turn: [DC-33]
      """
      [true, false]
      """
    And the first object recorded with {"questionText": "Which one?"} has: [DC-34]
      """
      {"questionHeader": "Colour", "questionMultiple": false, "questionCustom": true, "questionResolution": "asked"}
      """
    And objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "Blue"] [DC-35]
    And objects recorded with {"questionText": "Which one?"} have at "/questionResolution" in turn: [DC-36]
      """
      ["asked", "replied"]
      """
    And the last object recorded with {"questionText": "Which one?"} has: [DC-35]
      """
      {"questionResolution": "replied", "answerText": "Blue"}
      """
    And the last object recorded with {"questionText": "Which one?"} has: [DC-80]
      """
      {"questionHeader": "Colour", "questionMultiple": false, "questionCustom": true}
      """
    And as JSON or text, the last object recorded with {"questionText": "Which one?"} has: [DC-80]
      """
      {"questionOptions": [{"label": "Red", "description": "warm"}, {"label": "Blue"}]}
      """
    And message 2 has 1 object with: [DC-81]
      """
      {"questionText": "Which one?", "questionResolution": "replied", "answerText": "Blue"}
      """
    And message 2 has 1 object with {"action_type": "question_request"} [DC-31]
    And no file is written

    Examples:
      | profile | tool              |
      | seed    | question          |
      | head    | deepchat_question |

  @open
  Scenario Outline: No id of an answering message is stored with <how>, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the person answers "Which one?" with "<answer>"
    And the model says "painted"
    Then the last object recorded with {"questionText": "Which one?"} has {"answerText": "<answer>"} [DC-35.o]
    And the last object recorded with {"questionText": "Which one?"} lacks "answerMessageId" [DC-35.o]

    Examples:
      | profile | how             | answer |
      | seed    | a chosen option | Red    |
      | seed    | a typed answer  | teal   |
      | head    | a chosen option | Red    |
      | head    | a typed answer  | teal   |

  @field-58
  Scenario: Submitting several options sends one message with one label per line
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Green"}, {"label": "Blue"}], "multiple": true, "custom": false}
      """
    And the person chooses "Red" at "Which?"
    And 100 ms later the person chooses "Blue" at "Which?"
    And 900 ms later the person submits "Which?"
    And the model says "painted"
    Then the user's messages reach the model as ["go", "Red\nBlue"] [DC-38, DC-76]
    And the text of message 3 is recorded as "Red\nBlue" [DC-38]
    And the messages recorded are "user assistant user assistant" [DC-38]
    And the requests are sent at "0 1000" [DC-76]
    And 1 prompt is shown [DC-76]
    And objects recorded with {"questionText": "Which?"} have at "/questionResolution" in turn: [DC-36]
      """
      ["asked", "replied"]
      """
    And the user's messages reach the model as ["go", "Red\nBlue"] [DC-48]
    And the last object recorded with {"questionText": "Which?"} has {"answerText": "Red\nBlue"} [DC-78]
    And nothing is refused

  Scenario: Choosing several options sends nothing until they are submitted
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Green"}, {"label": "Blue"}], "multiple": true}
      """
    And the person chooses "Red" at "Which?"
    And 100 ms later the person chooses "Blue" at "Which?"
    And nobody answers
    Then the messages recorded are "user assistant" [DC-76]
    And 1 request reaches the model [DC-76]
    And nothing is refused [DC-76]
    And the last object recorded with {"questionText": "Which?"} has: [DC-76]
      """
      {"questionResolution": "asked", "needsUserAction": true}
      """

  @open
  Scenario: Several labels are sent in the order of the clicks
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Green"}, {"label": "Blue"}], "multiple": true}
      """
    And the person chooses "Blue" at "Which?"
    And 100 ms later the person chooses "Red" at "Which?"
    And 100 ms later the person submits "Which?"
    And the model says "painted"
    Then the user's messages reach the model as ["go", "Blue\nRed"] [DC-48.o]
    And the text of message 3 is recorded as "Blue\nRed" [DC-48.o]

  @open
  Scenario: Submitting without a choice does not resolve the question
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true}
      """
    And the person submits "Which?"
    And 1000 ms later the person chooses "Blue" at "Which?"
    And 0 ms later the person submits "Which?"
    And the model says "painted"
    Then the requests are sent at "0 1000" [DC-76.o]
    And the last object recorded with {"questionText": "Which?"} has {"answerText": "Blue"} [DC-76.o]

  Scenario: A typed answer is the whole message
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the person types "the colour of the sea" at "Which one?"
    And the model says "painted"
    Then the user's messages reach the model as ["go", "the colour of the sea"] [DC-39]
    And the text of message 3 is recorded as "the colour of the sea" [DC-39]
    And the messages recorded are "user assistant user assistant" [DC-39]
    And the last object recorded with {"questionText": "Which one?"} has {"questionResolution": "replied"} [DC-77]
    And the last object recorded with {"questionText": "Which one?"} has {"answerText": "the colour of the sea"} [DC-78]
    And 2 requests reach the model [DC-43]

  @field-57 @field-58
  Scenario: Text that is typed beside chosen options is the last line of the message
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Green"}, {"label": "Blue"}], "multiple": true}
      """
    And the person answers "Which?" with ["Red", "Blue", "and a little white"]
    And the model says "painted"
    Then the user's messages reach the model as ["go", "Red\nBlue\nand a little white"] [DC-40]
    And the text of message 3 is recorded as "Red\nBlue\nand a little white" [DC-40]
    And the last object recorded with {"questionText": "Which?"} has: [DC-78]
      """
      {"answerText": "Red\nBlue\nand a little white"}
      """
    And the messages recorded are "user assistant user assistant" [DC-40]
    And nothing is refused

  Scenario: Text that is typed on a multiple-choice card without a choice is the whole message
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true}
      """
    And the person answers "Which?" with ["all of them"]
    And the model says "painted"
    Then the user's messages reach the model as ["go", "all of them"] [DC-82]
    And the text of message 3 is recorded as "all of them" [DC-82]
    And the last object recorded with {"questionText": "Which?"} has {"questionResolution": "replied"} [DC-77]

  @open
  Scenario: A line break in a typed answer is kept
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true}
      """
    And the person answers "Which?" with ["Red\nBlue"]
    And the model says "painted"
    Then the user's messages reach the model as ["go", "Red\nBlue"] [DC-40.o]
    And the text of message 3 is recorded as "Red\nBlue" [DC-40.o]
    And the last object recorded with {"questionText": "Which?"} has {"answerText": "Red\nBlue"} [DC-40.o]

  @open
  Scenario: Typing only blanks does not answer the question
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the person presses "Space Space Enter" at "Which one?"
    And 1000 ms later the person chooses "Blue" at "Which one?"
    And the model says "painted"
    Then the requests are sent at "0 1000" [DC-77.o]
    And the last object recorded with {"questionText": "Which one?"} has {"answerText": "Blue"} [DC-77.o]

  Scenario: With custom answers off, neither the card nor the host can give a typed answer
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which one?", "options": [{"label": "Red"}, {"label": "Blue"}], "custom": false}
      """
    And the client sends when "Which one?" is shown:
      """
      {
        "type": "respond_tool_interaction",
        "toolCallId": "call_1",
        "response": {"kind": "question_custom", "answerText": "teal"}
      }
      """
    And after 500 ms the person answers "Which one?" with "teal"
    And 0 ms later the person presses "t" at "Which one?"
    And 500 ms later the person chooses "Blue" at "Which one?"
    And the model says "painted"
    Then the prompt offers no typing [DC-44]
    And the requests are sent at "0 1000" [DC-44]
    And the user's messages reach the model as ["go", "Blue"] [DC-44]

  @field-41 @field-27c
  Scenario: A chat message is the answer, and no other message is added
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the user says "  Neither. Take the one\nof the sea, please.  " while the turn is paused
    And the model says "painted"
    Then the user's messages reach the model as ["go", "  Neither. Take the one\nof the sea, please.  "] [DC-41]
    And the text of message 3 is recorded as "  Neither. Take the one\nof the sea, please.  " [DC-41]
    And the messages recorded are "user assistant user assistant" [DC-41]
    And objects recorded with {"questionText": "Which one?"} have at "/questionResolution" in turn: [DC-41]
      """
      ["asked", "replied"]
      """
    And the last object recorded with {"action_type": "question_request"} has {"status": "success"} [DC-32]
    And the last object recorded with {"questionText": "Which one?"} has: [DC-78]
      """
      {"answerText": "  Neither. Take the one\nof the sea, please.  "}
      """
    And the id of message 3 stands at "/answerMessageId" in the last object recorded with: [DC-35.s]
      """
      {"questionText": "Which one?"}
      """
    And 2 requests reach the model [DC-43]
    And no prompt is left open [I-7]

  Scenario: A chat message is the answer even if the card is half filled in
    When the user says "go"
    And the model calls "question" with:
      """
      {"question": "Which?", "options": [{"label": "Red"}, {"label": "Blue"}], "multiple": true}
      """
    And the person presses "t e Tab Space" at "Which?"
    And the user says "neither" while the turn is paused
    And the model says "painted"
    Then the user's messages reach the model as ["go", "neither"] [DC-41]
    And the text of message 3 is recorded as "neither" [DC-41]
    And the last object recorded with {"questionText": "Which?"} has {"answerText": "neither"} [DC-41]
    And the last object recorded with {"questionText": "Which?"} has {"questionResolution": "replied"} [DC-41]

  Scenario: A chat message that equals a label still counts as a chat message
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the user says "Blue" while the turn is paused
    And the model says "painted"
    Then the id of message 3 stands at "/answerMessageId" in the last object recorded with: [DC-35.s]
      """
      {"questionText": "Which one?"}
      """
    And the user's messages reach the model as ["go", "Blue"] [DC-41]
    And the text of message 3 is recorded as "Blue" [DC-41]

  Scenario: A long chat message is kept whole as the answer
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the user says "⟨20×0123456789 ⟩end" while the turn is paused
    And the model says "painted"
    Then the last object recorded with {"questionText": "Which one?"} has {"answerText": "⟨20×0123456789 ⟩end"} [DC-78]

  Scenario: A reject sends no message, and the model is not asked
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the person rejects "Which one?"
    And the model says "I go on" if it is asked
    And the run may end while the turn waits
    Then the messages recorded are "user assistant" [DC-42]
    And objects recorded with {"questionText": "Which one?"} have at "/questionResolution" in turn: [DC-42]
      """
      ["asked", "rejected"]
      """
    And 1 request reaches the model [DC-43]
    And objects recorded with {"action_type": "question_request"} have at "/status" in turn: [DC-32.s]
      """
      ["pending", "denied"]
      """
    And objects recorded with {"action_type": "question_request"} have at "/extra/needsUserAction" in turn: [DC-33]
      """
      [true, false]
      """
    And the last object recorded with {"questionText": "Which one?"} has: [DC-79]
      """
      {"questionResolution": "rejected", "needsUserAction": false}
      """
    And the last object recorded with {"questionText": "Which one?"} lacks "answerText" [DC-79]
    And as JSON or text, the last object recorded with {"questionText": "Which one?"} has: [DC-80]
      """
      {"questionOptions": [{"label": "Red"}, {"label": "Blue"}], "questionMultiple": false, "questionCustom": true}
      """
    And message 2 has 1 object with {"questionText": "Which one?", "questionResolution": "rejected"} [DC-81]
    And the run ends done [DC-43.u]
    And no prompt is left open [I-7]
    And nothing is refused

  @field-8
  Scenario: After a reject the next message is an ordinary message
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And the person rejects "Which one?"
    And 1000 ms later the user says "let us talk of something else"
    And asked "let us talk" the model says "gladly"
    Then the user's messages reach the model as ["go", "let us talk of something else"] [DC-42]
    And the last object recorded with {"questionText": "Which one?"} lacks "answerText" [DC-36.s]
    And objects recorded with {"questionText": "Which one?"} have at "/questionResolution" in turn: [DC-36.s]
      """
      ["asked", "rejected"]
      """
    And each call is answered once [I-1]
    And the turn ends completed

  Rule: A resolved question stays resolved

    Scenario Outline: A second answer <when> changes nothing, profile <profile>
      Given the profile "<profile>"
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the person chooses "Blue" at "Which one?"
      And <ms> ms later the person chooses "Red" at "Which one?"
      And the model says "painted"
      Then objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "Blue"] [DC-45]
      And objects recorded with {"questionText": "Which one?"} have at "/questionResolution" in turn: [DC-36.u]
        """
        ["asked", "replied"]
        """
      And what is done last at a prompt changes nothing [I-2]
      And 2 requests reach the model [DC-45]
      And the turn is paused 1 time [DC-45]

      Examples:
        | profile | when                | ms   |
        | seed    | at the same instant | 0    |
        | seed    | after the turn      | 1000 |
        | head    | at the same instant | 0    |
        | head    | after the turn      | 1000 |

    Scenario Outline: A rejected question stays rejected when it is then <then>
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the person rejects "Which one?"
      And 1000 ms later the person <does>
      And the model says "I go on" if it is asked
      And the run may end while the turn waits
      Then objects recorded with {"questionText": "Which one?"} have at "/questionResolution" in turn: [DC-36.s]
        """
        ["asked", "rejected"]
        """
      And objects recorded with {"action_type": "question_request"} have at "/status" in turn: [DC-45.s]
        """
        ["pending", "denied"]
        """
      And what is done last at a prompt changes nothing [DC-45.s]
      And 1 request reaches the model [DC-43]

      Examples:
        | then                  | does                                       |
        | answered by an option | chooses "Blue" at "Which one?"             |
        | answered by typing    | answers "Which one?" with "teal"           |
        | rejected again        | rejects "Which one?"                       |

    Scenario Outline: A question stays answered when it is rejected <how>
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the person answers "Which one?" with "<answer>"
      And <ms> ms later the person rejects "Which one?"
      And the model says "painted"
      Then objects recorded with {"questionText": "Which one?"} have at "/questionResolution" in turn: [DC-45.s]
        """
        ["asked", "replied"]
        """
      And the last object recorded with {"questionText": "Which one?"} has {"answerText": "<answer>"} [DC-45.s]
      And what is done last at a prompt changes nothing [DC-45.s]
      And the turn ends completed

      Examples:
        | how                                | answer | ms   |
        | at the instant an option is chosen | Blue   | 0    |
        | after an option is chosen          | Blue   | 1000 |
        | after an answer is typed           | teal   | 1000 |

    @field-8
    Scenario: Choosing an option after a chat message changes nothing, and the next message is an ordinary one
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And after 1000 ms the person chooses "Red" at "Which one?"
      And the user says "teal" while the turn is paused
      And the model says "painted"
      And the user says "thank you" after the turn
      And the model says "my pleasure"
      Then objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "teal"] [DC-45]
      And the user's messages reach the model as ["go", "teal", "thank you"] [DC-41]
      And 3 requests reach the model [DC-45]

  Rule: Replies from the host

    @field-9
    Scenario Outline: The host answers with <what>
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the client sends while the turn is paused:
        """
        {"type": "respond_tool_interaction", "toolCallId": "call_1", "response": <response>}
        """
      And the model says "painted"
      Then the user's messages reach the model as ["go", "<text>"] [<id>]
      And the text of message 3 is recorded as "<text>" [<id>]
      And the last object recorded with {"questionText": "Which one?"} has {"answerText": "<text>"} [DC-78]
      And the prompt offers nothing any more [DC-61]

      Examples:
        | what           | text | id    | response                                           |
        | an option      | Red  | DC-37 | {"kind": "question_option", "optionLabel": "Red"}  |
        | a typed answer | teal | DC-39 | {"kind": "question_custom", "answerText": "teal"}  |

    Scenario: The host rejects the question
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the client sends while the turn is paused:
        """
        {"type": "respond_tool_interaction", "toolCallId": "call_1", "response": {"kind": "question_reject"}}
        """
      And the run may end while the turn waits
      Then the messages recorded are "user assistant" [DC-42]
      And the last object recorded with {"questionText": "Which one?"} has {"questionResolution": "rejected"} [DC-42]
      And 1 request reaches the model [DC-43]

    Scenario Outline: A reply for <what> is ignored, profile <profile>
      Given the profile "<profile>"
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the client sends while the turn is paused:
        """
        {"type": "respond_tool_interaction", <to>, "response": {"kind": "question_option", "optionLabel": "Red"}}
        """
      And after 1000 ms the person chooses "Blue" at "Which one?"
      And the model says "painted"
      Then the requests are sent at "0 1000" [DC-46]
      And objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "Blue"] [I-3, DC-46]
      And objects recorded with {"action_type": "question_request"} have at "/status" in turn: [I-3]
        """
        ["pending", "success"]
        """

      Examples:
        | profile | what            | to                                                    |
        | seed    | an unknown call | "toolCallId": "call_9"                                |
        | seed    | another session | "toolCallId": "call_1", "sessionId": "somewhere_else" |
        | seed    | another message | "toolCallId": "call_1", "messageId": "another_one"    |
        | head    | an unknown call | "toolCallId": "call_9"                                |
        | head    | another session | "toolCallId": "call_1", "sessionId": "somewhere_else" |
        | head    | another message | "toolCallId": "call_1", "messageId": "another_one"    |

    Scenario Outline: A reply that names the right session and message is accepted, profile <profile>
      Given the profile "<profile>"
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the client sends while the turn is paused:
        """
        {
          "type": "respond_tool_interaction",
          "sessionId": "session_1",
          "messageId": "\u003cid#2>",
          "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "Red"}
        }
        """
      And the model says "painted"
      Then something is recorded with {"id": "\u003cid#2>", "role": "assistant"}
      And objects recorded with {"action_type": "question_request"} have at "/status" in turn: [DC-32]
        """
        ["pending", "success"]
        """
      And the last object recorded with {"questionText": "Which one?"} has {"answerText": "Red"} [DC-36.u]
      And 2 requests reach the model

      Examples:
        | profile |
        | seed    |
        | head    |

    @field-8
    Scenario Outline: A reply to the previous question does not answer the current one, profile <profile>
      Given the profile "<profile>"
      When the user says "go"
      And the model asks the user "First?" between ["Red", "Blue"]
      And the person chooses "Red" at "First?"
      And the model says "one"
      And the user says "again" after the turn
      And the model asks the user "Second?" between ["Red", "Blue"]
      And the client sends when "Second?" is shown:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "Blue"}
        }
        """
      And after 1000 ms the person chooses "Red" at "Second?"
      And the model says "two"
      Then objects recorded with {"questionText": "First?"} have at "/answerText" in turn [null, "Red"] [DC-46]
      And objects recorded with {"questionText": "Second?"} have at "/answerText" in turn [null, "Red"] [I-3]
      And the requests are sent at "0 0 0 1000" [DC-46]

      Examples:
        | profile |
        | seed    |
        | head    |

    Scenario: A reply after a reject is ignored
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the person rejects "Which one?"
      And 1000 ms later the client sends:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_1",
          "response": {"kind": "question_option", "optionLabel": "Blue"}
        }
        """
      And the model says "I go on" if it is asked
      And the run may end while the turn waits
      Then objects recorded with {"questionText": "Which one?"} have at "/questionResolution" in turn: [DC-45.s]
        """
        ["asked", "rejected"]
        """
      And 1 request reaches the model [DC-43]
      And the messages recorded are "user assistant" [DC-42]
