Feature: Bugs reported in real agents: hangs, cancels, and answers that are lost or changed

  The second part of `field-bugs.feature`: how a question ends, and what becomes of its answer.

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"

  Rule: Hangs

    @field-12 @field-25 @field-36 @field-37
    Scenario: SIGTERM at a prompt withdraws it and ends the turn, and a late answer changes nothing
      When the user says "go"
      And the model calls "deploy"
      And SIGTERM arrives when "Deploy now?" is shown
      And the person presses "?" at "Deploy now?"
      And 1000 ms later the person answers "Deploy now?" with true
      Then the prompt is withdrawn [INT-14]
      And what was done is refused as late
      And the inquiry "call_1.q.1" is recorded as cancelled by user [CAN-13]
      And event 6 is recorded as: [CAN-16, INT-10]
        """
        {"type": "tool_call_response", "id": "call_1", "content": "Tool input cancelled by user.", "is_error": false}
        """
      And the events recorded are: [INT-10]
        """
        turn_start chat_request tool_call_request inquiry_request inquiry_response tool_call_response
        """
      And the tool "deploy" runs 1 time
      And 1 request reaches the model
      And the turn ends interrupted [INT-14]

    @field-25
    Scenario: SIGTERM while an inquiry waits for its retry: no further request is sent
      Given the scenario "field-abort-between-retries"
      Then the requests are sent at "0 0" [INT-01, INQ-26]
      And the inquiry "call_1.q.1" is recorded as cancelled by user [CAN-11]
      And each call recorded has one response [INT-10]
      And the turn ends interrupted [INT-14]

    @field-26
    Scenario Outline: An inquiry reply with <what> ends the question at once, without an answer
      Given the system "jp-inquiry"
      And no terminal
      When the user says "go"
      And the model calls "deploy"
      And <reply>
      And the model says "done"
      Then the requests are sent at "0 0 0" [INQ-24]
      And the inquiry "call_1.q.1" is recorded as cancelled by backend_error [CAN-10]
      And the tool "deploy" runs 1 time [INQ-15]
      And the call "call_1" fails, telling the model something with "failed to provide a valid answer" [CAN-17]
      And the call "call_1" fails [INQ-15]
      And the turn ends completed

      Examples:
        | what                | reply                                                 |
        | no content          | the inquiry "Deploy now?" gets an empty reply         |
        | an empty object     | the inquiry "Deploy now?" gets the data {}            |
        | null for the answer | the inquiry "Deploy now?" is answered with null       |

    @field-27b
    Scenario: A question whose prompt breaks is not recorded as declined by the person
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?"}
        """
      And the terminal breaks at "Go?"
      And the model says "done"
      Then the inquiry "call_1.answer.1" is recorded as cancelled by backend_error [CAN-12]
      And the call "call_1" fails, telling the model something with "" [CAN-12]
      And the turn ends completed [PRM-17]

    @field-29
    Scenario Outline: A question that the tool repeats is put to <target> each time
      Given <terminal>
      And the tool "deploy" asks its first question 3 times
      When the user says "go"
      And the model calls "deploy"
      And <answers> "Deploy now?" <with> false
      And <answers> "Deploy now?" <with> false
      And <answers> "Deploy now?" <with> true
      And the model says "done"
      Then the inquiries recorded are "call_1.q.1 call_1.q.2 call_1.q.3" [REC-29]
      And the inquiry ids recorded are "call_1.q.1 call_1.q.2 call_1.q.3" [REC-05]
      And each inquiry recorded has one response [REC-29]
      And the tool "deploy" runs 4 times
      And execution 4 of "deploy" has the answers {"q": true} [EXE-20.u]
      And the turn ends completed

      Examples:
        | target        | terminal    | answers            | with             |
        | the person    | a terminal  | the person answers | with             |
        | the assistant | no terminal | the inquiry        | is answered with |

    @field-31
    Scenario Outline: Of a cancel and an answer in the same instant, the first one counts: <keys>
      When the user says "go"
      And the model calls "deploy"
      And the person presses "<keys>" at "Deploy now?"
      And the model says "done"
      Then the inquiry "call_1.q.1" is recorded as <recorded> [CAN-13, <ids>]
      And what was done is refused as late
      And the tool "deploy" runs <times> time
      And each call recorded has one response [INT-10]
      And the turn ends completed [PRM-17]

      Examples:
        | keys  | recorded           | times | ids              |
        | y Esc | answered with true | 2     | REC-21           |
        | Esc y | cancelled by user  | 1     | CAN-01.u, INT-12 |

    @field-31
    Scenario: SIGTERM in the same instant as the assistant's answer cancels the question
      Given the system "jp-inquiry"
      And no terminal
      When the user says "go"
      And the model calls "deploy"
      And the inquiry "Deploy now?" is answered with true
      And SIGTERM arrives when "Deploy now?" is asked of the model
      Then the inquiry "call_1.q.1" is recorded as cancelled by user [CAN-11, CAN-13, INQ-25]
      And the tool "deploy" runs 1 time [INQ-25]
      And each call recorded has one response [INT-10]
      And the turn ends interrupted [INT-14]

    @field-32
    Scenario: SIGTERM also cancels the questions that are still waiting to be shown
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "First?"}
        """
      And in the same message it calls "ask_user" with:
        """
        {"question": "Second?"}
        """
      And in the same message it calls "ask_user" with:
        """
        {"question": "Third?", "answer_type": "boolean", "default": true}
        """
      And SIGTERM arrives when "First?" is shown
      Then 1 prompt is shown
      And the prompt is withdrawn [INT-14]
      And the inquiry "call_1.answer.1" is recorded as cancelled by user [CAN-13]
      And the inquiry "call_2.answer.1" is recorded as cancelled by user [CAN-13]
      And the inquiry "call_3.answer.1" is recorded as cancelled by user [CAN-13]
      And each call recorded has one response [INT-10]
      And the turn ends interrupted [INT-14]

    @field-34
    Scenario Outline: A question that cannot be asked fails without a prompt: <what>
      When the user says "go"
      And the model calls "ask_user" with:
        """
        <arguments>
        """
      And the model says "sorry"
      Then no prompt is shown [ARG-21]
      And no inquiry is recorded [ARG-21]
      And the call "call_1" fails, telling the model something with "<hint>" [ARG-22, ARG-31, <id>]
      And the turn ends completed [ARG-22]

      Examples:
        | what                       | arguments                                                   | hint     | id     |
        | an empty list of questions | {"questions": []}                                           | question | ARG-02 |
        | an empty question          | {"question": ""}                                            | question | ARG-03 |
        | an empty list of options   | {"question": "Go?", "answer_type": "select", "options": []} | options  | ARG-11 |

  Rule: Cancels

    @field-38 @field-39
    Scenario: A cancelled follow-up question ends its own call, but no other question and not the turn
      Given a tool "release" that returns "released"
      And the tool "release" asks the boolean question "Release now?" as "now"
      And the tool "release" asks the text question "Which tag?" as "tag"
      And a tool "notify" that returns "notified"
      And the tool "notify" asks the text question "Notify whom?" as "who"
      And the tool "notify" takes 1000 ms
      When the user says "go"
      And the model calls "release"
      And in the same message it calls "deploy"
      And in the same message it calls "notify"
      And the person answers "Release now?" with true
      And the person presses "?" at "Deploy now?"
      And 2000 ms later the person answers "Deploy now?" with true
      And the person cancels "Which tag?"
      And the person answers "Notify whom?" with "ops"
      And the model says "done"
      Then prompt 3 contains "Which tag?" [PRM-16]
      And prompt 4 contains "Notify whom?" [PRM-16, CAN-19]
      And the inquiry "call_1.now.1" is recorded as answered with true [CAN-13]
      And the inquiry "call_1.tag.1" is recorded as cancelled by user [CAN-01.u]
      And the tool "release" runs 2 times
      And the call "call_1" succeeds, telling the model "Tool input cancelled by user." [CAN-16]
      And the call "call_2" succeeds, telling the model "deployed" [CAN-19]
      And the call "call_3" succeeds, telling the model "notified" [CAN-19]
      And the turn ends completed [CAN-19]

    @field-40
    Scenario: An empty text is an answer, and cancels no question
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Anything else?"}
        """
      And in the same message it calls "deploy"
      And the person presses "x Backspace Enter" at "Anything else?"
      And the person answers "Deploy now?" with true
      And the model says "done"
      Then the inquiry "call_1.answer.1" is recorded as answered with "" [RES-08]
      And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": ""} [RES-08]
      And the call "call_2" succeeds, telling the model "deployed"
      And 2 prompts are shown [PRM-16]

    @field-62
    Scenario Outline: A cancelled <type> question is recorded without an answer, and nothing is validated
      When the user says "go"
      And the model calls "ask_user" with:
        """
        <arguments>
        """
      And the person cancels "Go?"
      And the model says "fine"
      Then event 5 is recorded in the form: [REC-26]
        """
        {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.answer.1", "reason": "user"}
        """
      And the call "call_1" succeeds, telling the model "Tool input cancelled by user." [CAN-16]
      And nothing is refused
      And 1 prompt is shown [EXE-06]

      Examples:
        | type    | arguments                                                           |
        | boolean | {"question": "Go?", "answer_type": "boolean"}                       |
        | select  | {"question": "Go?", "answer_type": "select", "options": ["a", "b"]} |
        | text    | {"question": "Go?", "answer_type": "text", "default": "a"}          |

  Rule: Answers that are lost

    @field-27 @field-47b @field-48
    Scenario Outline: A question left open by a crash does not block the next turn: <terminal>
      Given <terminal>
      And a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_0", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_0.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}}]
        """
      When the user says "where were we?"
      And the model calls "deploy"
      And <answer>
      And the model says "done"
      Then the inquiries recorded are "call_1.q.1" [REC-02, REC-32]
      And the inquiry "call_1.q.1" is recorded as answered with true [REC-03]
      And each inquiry recorded has one response [REC-03, REC-32]
      And <shown> shown
      And the tool "deploy" runs 2 times
      And the call "call_1" succeeds, telling the model "deployed"
      And nothing is refused
      And the turn ends completed

      Examples:
        | terminal    | answer                                          | shown        |
        | a terminal  | the person answers "Deploy now?" with true      | 1 prompt is  |
        | no terminal | the inquiry "Deploy now?" is answered with true | no prompt is |

    @field-50
    Scenario: A call left open by a crash has a result in every later request
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_0", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_0.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}}]
        """
      When the user says "where were we?"
      And the model says "nowhere"
      Then each call is answered once
      And of the call "call_0" the model is told ""
      And the tool "deploy" runs 0 times
      And no prompt is shown
      And the turn ends completed

    @field-52
    Scenario Outline: An answer survives <fault> in the request that carries it
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Which tag?"}
        """
      And the person answers "Which tag?" with "v1"
      And the model's reply first meets "<fault>"
      And the model says "done"
      Then the requests are sent at "0 0 1000"
      And 1 prompt is shown [EXE-06]
      And the inquiries recorded are "call_1.answer.1" [REC-01]
      And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "v1"} [RES-03]
      And the turn ends completed

      Examples:
        | fault                |
        | status 504           |
        | a dropped connection |
        | a truncated stream   |

    @field-52
    Scenario: An answer is kept when the request that carries it fails for good
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Which tag?"}
        """
      And the person answers "Which tag?" with "v1"
      And the model's reply first meets "status 401"
      And the user says "again, please" after the turn
      And the model says "done"
      Then 1 prompt is shown [EXE-06]
      And the inquiry "call_1.answer.1" is recorded as answered with "v1" [REC-34]
      And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "v1"} [REC-34]
      And each call is answered once
      And 3 requests reach the model

    @field-53
    Scenario Outline: The answer to a tool's first question is kept when the second <ends>
      Given a tool "release" that returns "released"
      And the tool "release" asks the text question "Which tag?" as "tag"
      And the tool "release" asks the boolean question "Release now?" as "now"
      When the user says "go"
      And the model calls "release"
      And the person answers "Which tag?" with "v1"
      And <end>
      Then the inquiry "call_1.tag.1" is recorded as answered with "v1" [CAN-13, REC-21]
      And event 5 is recorded as: [REC-01]
        """
        {"type": "inquiry_response", "outcome": "answered", "id": "call_1.tag.1", "answer": "v1"}
        """
      And execution 2 of "release" has the answers {"tag": "v1"} [EXE-20]
      And the tool "release" runs 2 times

      Examples:
        | ends                 | end                                             |
        | is ended by SIGTERM  | SIGTERM arrives when "Release now?" is shown    |
        | is cut off by a kill | the subject is killed when "Release now?" is shown |

    @field-55
    Scenario: An answered question stays in the history with its answer, and is not asked again
      Given a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "paint it"},
         {"type": "tool_call_request", "id": "call_0", "name": "ask_user", "arguments": {"question": "Which colour?"}},
         {"type": "inquiry_request", "id": "call_0.answer.1", "source": {"source": "assistant"},
          "question": {"text": "Which colour?", "answer_type": {"type": "text"}, "exclusive": true, "persistence": "none"}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_0.answer.1", "answer": "red"},
         {"type": "tool_call_response", "id": "call_0", "content": "{\"answer_type\":\"text\",\"answer\":\"red\"}", "is_error": false},
         {"type": "chat_response", "message": "painted"}]
        """
      When the user says "and the door?"
      And the model says "red too"
      Then the arguments of the call "call_0" reach the model as {"question": "Which colour?"} [INQ-34]
      And the call "call_0" succeeds with the JSON {"answer_type": "text", "answer": "red"} [REC-36]
      And each call is answered once
      And no prompt is shown
      And the events recorded are "turn_start chat_request chat_response"
      And 1 request reaches the model

    @field-55
    Scenario: A later request of the turn still carries an earlier answer
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Which tag?"}
        """
      And the person answers "Which tag?" with "v1"
      And the model calls "deploy"
      And the person answers "Deploy now?" with true
      And the model says "done"
      Then each call is answered once [EXE-12]
      And the results of the last request are "call_2"
      And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "v1"} [EXE-12, RES-10]
      And 2 prompts are shown

  Rule: Answers that are changed

    @field-59
    Scenario Outline: An option with commas or blanks is one answer, unchanged: <answer>
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Which?", "answer_type": "select", "options": ["red, green", "red", "green", " green", "a,b;c|d"]}
        """
      And the person answers "Which?" with <answer>
      And the model says "done"
      Then the prompt offers the choices ["red, green", "red", "green", " green", "a,b;c|d"] [ARG-20, PRM-10]
      And the call "call_1" succeeds with the JSON {"answer_type": "select", "answer": <answer>} [RES-02]
      And the inquiry "call_1.answer.1" is recorded as answered with <answer> [REC-34]
      And the question of the inquiry "call_1.answer.1" is recorded with answer_type set to: [REC-20]
        """
        {
          "type": "select",
          "options": [
            {"value": "red, green"},
            {"value": "red"},
            {"value": "green"},
            {"value": " green"},
            {"value": "a,b;c|d"}
          ]
        }
        """

      Examples:
        | answer       |
        | "red, green" |
        | " green"     |
        | "a,b;c\|d"   |

    @field-59
    Scenario: An option with commas is one answer when the assistant answers, too
      Given the system "jp-inquiry"
      And no terminal
      And a tool "paint" that returns "painted"
      And the tool "paint" asks the question "Which?" as "colour" between ["red, green", "red", "green"]
      When the user says "go"
      And the model calls "paint"
      And the inquiry "Which?" is answered with "red, green"
      And the model says "done"
      Then inquiry 1 asks for the schema: [INQ-05.u, INQ-06]
        """
        {"type": "object", "properties": {"inquiry_id": {"type": "string", "const": "<inquiry#1>"},
         "answer": {"type": "string", "enum": ["red, green", "red", "green"]}},
         "required": ["inquiry_id", "answer"], "additionalProperties": false}
        """
      And something is recorded with {"type": "inquiry_request", "id": "<inquiry#1>"} [INQ-06]
      And execution 2 of "paint" has the answers {"colour": "red, green"} [INQ-14]
      And the inquiry "call_1.colour.1" is recorded as answered with "red, green" [REC-24]

    @field-61 @open
    Scenario Outline: Unreadable options fail the call instead of being dropped: <what>
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Which?", "answer_type": "select", "options": <options>}
        """
      And the model says "sorry"
      Then the call "call_1" fails, telling the model something with "options" [ARG-27]
      And no prompt is shown [ARG-27]
      And no inquiry is recorded [ARG-27]

      Examples:
        | what                 | options                                |
        | a string             | "red, green"                           |
        | an object            | {"1": "red", "2": "green"}             |
        | a number in the list | ["red", 2]                             |
        | null in the list     | ["red", null]                          |
        | a list in the list   | ["red", ["green"]]                     |
        | objects with labels  | [{"label": "red"}, {"label": "green"}] |

    @field-61
    Scenario: Options given as JSON in a string are all offered
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Which?", "answer_type": "select", "options": "[\"red\", \"green\", \"blue\"]"}
        """
      And the person answers "Which?" with "blue"
      And the model says "done"
      Then the prompt offers the choices ["red", "green", "blue"] [ARG-26]
      And the call "call_1" succeeds with the JSON {"answer_type": "select", "answer": "blue"} [ARG-26]
