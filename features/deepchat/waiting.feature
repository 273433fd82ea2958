Feature: DeepChat: while a question waits

  Queued messages, blank messages, restarts, a stop, privacy, and chats of older versions. The question waits until it
  is resolved or stopped.

  Background:
    Given the system "deepchat"
    And a terminal

  Scenario: A message from before the question stays queued while the question waits
    When the user says "go"
    And meanwhile the user says "and then the door" when "go" is asked of the model
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And after 1000 ms the person chooses "Blue" at "Which one?"
    And the model says "painted"
    And asked "and then the door" the model says "painted, too"
    Then the requests are sent at "0 1000 1000" [DC-51]
    And objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "Blue"] [DC-51]
    And the user's messages reach the model as ["go", "Blue", "and then the door"] [DC-51]
    And the messages recorded are "user assistant user assistant user assistant" [DC-51]

  @field-8b @field-45
  Scenario Outline: In profile head a message <when> stays queued until the answer
    Given the profile "head"
    When the user says "go"
    And meanwhile the user says "and then the door" <moment>
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And after 1000 ms the person chooses "Blue" at "Which one?"
    And the model says "painted"
    And asked "and then the door" the model says "painted, too"
    Then the requests are sent at "0 1000 1000" [DC-51]
    And the call "call_1" succeeds, telling the model "Blue" [DC-53]
    And objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "Blue"] [DC-51]
    And the user's messages reach the model as ["go", "and then the door"] [DC-51]

    Examples:
      | when                          | moment                          |
      | sent before the question      | when "go" is asked of the model |
      | sent while the question waits | while the turn is paused        |

  Scenario Outline: A queued message does not resolve the question, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And meanwhile the user says "and then the door" when "go" is asked of the model
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And nobody answers
    Then 1 request reaches the model [DC-51]
    And objects recorded with {"questionText": "Which one?"} have at "/questionResolution" in turn ["asked"] [DC-51]

    Examples:
      | profile |
      | seed    |
      | head    |

  # If a client does send such a message, that message is the answer.
  Scenario Outline: A message with <what> resolves the question only if the client sends it
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And meanwhile the user says "<text>" while the turn is paused
    And after 1000 ms the person chooses "Blue" at "Which one?"
    And the model says "painted"
    Then the messages recorded are "user assistant user assistant" [DC-47]
    And the last object recorded with {"questionText": "Which one?"} fits one of: [DC-47]
      """
      [{"answerText": "Blue"}, {"answerText": "<text>"}]
      """
    And the last object recorded with {"role": "user"} fits one of: [DC-47]
      """
      [{"content": {"text": "Blue"}}, {"content": {"text": "<text>"}}]
      """

    Examples:
      | what             | text    |
      | no text          |         |
      | only white space | \\n \\n |

  @open
  Scenario Outline: A message with <what> is not sent, and the question still waits
    When the user says "go"
    And the model asks the user "Which one?" between ["Red", "Blue"]
    And meanwhile the user says "<text>" while the turn is paused
    And after 1000 ms the person chooses "Blue" at "Which one?"
    And the model says "painted"
    Then the requests are sent at "0 1000" [DC-47.o]
    And objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "Blue"] [DC-47.o]
    And the user's messages reach the model as ["go", "Blue"] [DC-47.o]

    Examples:
      | what             | text    |
      | no text          |         |
      | only white space | \\n \\n |

  Rule: Restarts

    @field-47 @field-47b @field-51
    Scenario Outline: A waiting question is shown again after a restart, and can be answered, profile <profile>
      Given the profile "<profile>"
      When the user says "go"
      And the model calls "<tool>" with:
        """
        {"header": "Colour", "question": "Which one?", "options": [{"label": "Red", "description": "warm"}, {"label": "Blue"}]}
        """
      And the subject is restarted while the turn is paused
      And after 1000 ms the person chooses "Red" at "Which one?"
      And the person chooses "Blue" at "Which one?"
      And the model says "painted"
      Then 2 prompts are shown [DC-49]
      And prompt 2 contains "Colour" [DC-49]
      And prompt 2 contains "warm" [DC-49]
      And nothing is recorded with {"role": "assistant", "status": "error"} [DC-49]
      And message 2 is recorded with {"role": "assistant", "status": "sent"} [DC-49]
      And objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "Blue"] [DC-49]
      And message 2 has 1 object with {"action_type": "question_request", "status": "success"} [DC-49]
      And 2 requests reach the model [DC-49]
      And each call is answered once [DC-49]
      And the turn ends completed [DC-49]

      Examples:
        | profile | tool              |
        | seed    | question          |
        | head    | deepchat_question |

    @field-47 @field-51
    Scenario Outline: A question still waits after a restart if nobody answers, profile <profile>
      Given the profile "<profile>"
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the subject is restarted while the turn is paused
      And nobody answers
      Then prompt 2 contains "Which one?" [DC-49]
      And 1 request reaches the model [DC-49]
      And message 2 is recorded with {"role": "assistant", "status": "sent"} [DC-49]
      And the last object recorded with {"questionText": "Which one?"} has: [DC-49]
        """
        {"questionResolution": "asked", "needsUserAction": true}
        """
      And the run ends parked [DC-49]

      Examples:
        | profile |
        | seed    |
        | head    |

    @field-48
    Scenario Outline: An answered question is not asked again after a restart, profile <profile>
      Given the profile "<profile>"
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the subject is restarted while the turn is paused
      And after 1000 ms the person chooses "Red" at "Which one?"
      And the person chooses "Blue" at "Which one?"
      And the model says "painted"
      And the subject is restarted after the turn
      Then 2 prompts are shown [DC-45]
      And objects recorded with {"questionText": "Which one?"} have at "/questionResolution" in turn: [DC-36.u]
        """
        ["asked", "replied"]
        """
      And 2 requests reach the model [DC-45]

      Examples:
        | profile |
        | seed    |
        | head    |

    @field-48
    Scenario Outline: A restart right after the answer does not ask the question again, profile <profile>
      Given the profile "<profile>"
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the client sends while the turn is paused:
        """
        {
          "type": "respond_tool_interaction",
          "toolCallId": "call_1",
          "response": {"kind": "question_custom", "answerText": "ochre"}
        }
        """
      # Whether the turn resumes before the card shows the answer is free.
      And the model says "painted" if it is asked
      And the subject is restarted when "ochre" is shown
      # A reply to a request from before the restart is lost, so the model may be asked once more.
      And the model says "painted" if it is asked
      And meanwhile the user says "and now?" when "ochre" is shown
      And asked "and now?" the model says "now it is painted"
      Then 1 prompt is shown [DC-36.u]
      And objects recorded with {"questionText": "Which one?"} have at "/answerText" in turn [null, "ochre"] [DC-45]
      And the answer "ochre" arrives 1 time, a result that repeats it aside [DC-45]
      And each call is answered once [I-1]

      Examples:
        | profile |
        | seed    |
        | head    |

    Scenario: A question from before a restart can be answered with several options and a text
      When the user says "go"
      And the model calls "question" with:
        """
        {"question": "Which?", "options": [{"label": "Red"}, {"label": "Green"}, {"label": "Blue"}], "multiple": true}
        """
      And the subject is restarted while the turn is paused
      And after 1000 ms the person submits "Which?"
      And the person answers "Which?" with ["Red", "Blue", "and white"]
      And the model says "painted"
      Then the user's messages reach the model as ["go", "Red\nBlue\nand white"] [DC-49]
      And the messages recorded are "user assistant user assistant" [DC-49]

    Scenario: A chat message answers a question from before a restart
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the subject is restarted while the turn is paused
      And meanwhile the user says "teal" while the turn is paused
      And asked "teal" the model says "painted"
      Then the last object recorded with {"questionText": "Which one?"} has: [DC-49]
        """
        {"questionResolution": "replied", "answerText": "teal"}
        """
      And the user's messages reach the model as ["go", "teal"] [DC-49]
      And the id of message 3 stands at "/answerMessageId" in the last object recorded with: [DC-49]
        """
        {"questionText": "Which one?"}
        """

    Scenario: A question that was rejected before a restart stays rejected
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the person rejects "Which one?"
      And 1000 ms later the user says "and now?"
      And asked "and now?" the model says "as you like"
      And the subject is restarted after the turn
      Then 1 prompt is shown [DC-36.s]
      And objects recorded with {"questionText": "Which one?"} have at "/questionResolution" in turn: [DC-36.s]
        """
        ["asked", "rejected"]
        """

    Scenario Outline: Options that are stored as <stored> are all shown after a restart
      Given a stored conversation:
        """
        [{"id": "m1", "role": "user", "status": "sent", "content": {"text": "go"}},
         {"id": "m2", "role": "assistant", "status": "sent", "content": [
           {"type": "tool_call", "status": "pending", "tool_call": {"id": "call_0", "name": "question", "params": "{}"}},
           {"type": "action", "action_type": "question_request", "status": "pending", "tool_call": {"id": "call_0", "name": "question"},
            "extra": {"needsUserAction": true, "questionText": "Which one?", "questionMultiple": false, "questionCustom": true,
              "questionResolution": "asked", "questionOptions": <options>}}]}]
        """
      When the person chooses "Blue" at "Which one?"
      And asked "Blue" the model says "painted"
      Then the prompt offers the choices ["Red", "Blue"] [DC-49]
      And the last object recorded with {"questionText": "Which one?"} has: [DC-49]
        """
        {"questionResolution": "replied", "answerText": "Blue"}
        """
      And the user's messages reach the model as ["go", "Blue"] [DC-49]

      Examples:
        | stored        | options                                                    |
        | an array      | [{"label": "Red"}, {"label": "Blue"}]                      |
        | a JSON string | "[{\\"label\\": \\"Red\\"}, {\\"label\\": \\"Blue\\"}]"    |

  Rule: The user stops the generation

    @field-25 @field-36
    Scenario Outline: A stop settles the question as an error, profile <profile>
      Given the profile "<profile>"
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And SIGINT arrives while the turn is paused
      Then objects recorded with {"action_type": "question_request"} have at "/status" in turn: [DC-50]
        """
        ["pending", "error"]
        """
      And the last object recorded with {"type": "tool_call"} has {"status": "error"} [DC-50]
      And message 2 has 1 object with {"type": "error", "content": "common.error.userCanceledGeneration"} [DC-50]
      And something is recorded with {"status": "aborted", "reason": "user_stop"} [DC-50]
      And the turn ends interrupted [DC-50]
      And the run ends done [DC-50]
      And objects recorded with {"action_type": "question_request"} have at "/extra/needsUserAction" in turn: [DC-50]
        """
        [true, false]
        """
      And nothing is recorded with: [DC-33]
        """
        {"action_type": "question_request", "status": "error", "extra": {"needsUserAction": true}}
        """
      And the last object recorded with {"questionText": "Which one?"} lacks "answerText" [I-5]
      And no prompt is left open [I-7]
      And 1 request reaches the model [DC-50]
      And nothing is refused

      Examples:
        | profile |
        | seed    |
        | head    |

    @field-37
    Scenario Outline: An answer after the stop changes nothing, and the chat goes on, profile <profile>
      Given the profile "<profile>"
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And SIGINT arrives while the turn is paused
      And after 1000 ms the person chooses "Blue" at "Which one?"
      And the user says "never mind" after the turn
      And the model says "as you wish"
      Then what is done last at a prompt changes nothing [I-2]
      And objects recorded with {"action_type": "question_request"} have at "/status" in turn: [DC-50]
        """
        ["pending", "error"]
        """
      And the user's messages reach the model as ["go", "never mind"] [DC-50]
      And each call is answered once [I-1]
      And 2 requests reach the model
      And the turn ends completed

      Examples:
        | profile |
        | seed    |
        | head    |

  Rule: Privacy, and chats of older versions

    Scenario Outline: A typed answer is stored in the chat and nowhere else, profile <profile>
      Given the profile "<profile>"
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the person types "between you and me" at "Which one?"
      And the model says "painted"
      Then the last object recorded with {"questionText": "Which one?"} has {"answerText": "between you and me"} [DC-64]
      And no notice tells "between you and me" [DC-64]
      And no notice tells "Which one?" [DC-64]
      And no message tells the client "between you and me" [DC-64]
      And no file contains "between you and me" [DC-64]
      And no file is written

      Examples:
        | profile |
        | seed    |
        | head    |

    Scenario Outline: A chat of a version without questions loads, and the model can ask in it, profile <profile>
      Given the profile "<profile>"
      And a stored conversation:
        """
        [{"id": "m1", "role": "user", "content": {"text": "hello"}},
         {"id": "m2", "role": "assistant", "content": [{"type": "content", "content": "hello, you"}]},
         {"id": "message_4", "role": "user", "content": {"text": "read it"}},
         {"id": "m4", "role": "assistant", "status": "sent", "content": [
           {"type": "reasoning_content", "content": "which one?"},
           {"type": "tool_call", "status": "success", "tool_call": {"id": "old_1", "name": "read", "params": "{}", "response": "read"}},
           {"type": "content", "content": "I read it."}]}]
        """
      When the user says "go"
      And the model asks the user "Which one?" between ["Red", "Blue"]
      And the person chooses "Blue" at "Which one?"
      And the model says "painted"
      Then 1 prompt is shown [DC-87]
      And of the call "old_1" the model is told "read" [DC-87]
      And the last object recorded with {"questionText": "Which one?"} has {"answerText": "Blue"} [DC-87]
      And the turn ends completed [DC-87]

      Examples:
        | profile |
        | seed    |
        | head    |

    Scenario: The messages and results of an older chat are sent to the model
      Given a stored conversation:
        """
        [{"id": "m1", "role": "user", "content": {"text": "hello"}},
         {"id": "m2", "role": "assistant", "content": [{"type": "content", "content": "hello, you"},
           {"type": "tool_call", "status": "success", "tool_call": {"id": "old_1", "name": "read", "params": "{}", "response": "read"}},
           {"type": "content", "content": "I read it."}]}]
        """
      When the user says "go"
      And the model says "gone"
      Then the user's messages reach the model as ["hello", "go"] [DC-87]
      And of the call "old_1" the model is told "read" [DC-87]
      And nothing is recorded with {"action_type": "question_request"} [DC-87]
      And the messages recorded are "user assistant" [DC-87]
