Feature: Conversations of several calls, questions, cycles and turns

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"

  Rule: A stored conversation goes on

    Scenario: A conversation in the old form goes on in the new form, and is not rewritten
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_0", "name": "deploy", "arguments": {}, "tool_answers": {"q": false}},
         {"type": "inquiry_request", "id": "call_0.q", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "id": "call_0.q", "answer": false},
         {"type": "tool_call_response", "id": "call_0", "content": "not deployed", "is_error": false},
         {"type": "chat_response", "message": "left alone"}]
        """
      When the user says "now do"
      And the model calls "deploy"
      And the person answers "Deploy now?" with true
      And the model says "done"
      Then the events recorded are: [COMPAT-15]
        """
        turn_start chat_request tool_call_request inquiry_request inquiry_response tool_call_response chat_response
        """
      And the inquiry ids recorded are "call_1.q.1" [COMPAT-15, REC-04]
      And the inquiry "call_1.q.1" is recorded as answered with true [COMPAT-04]
      And event 5 is recorded in the form: [COMPAT-15, REC-21, REC-26]
        """
        {"type": "inquiry_response", "outcome": "answered", "id": "call_1.q.1", "answer": true}
        """
      And execution 1 of "deploy" has the answers {} [COMPAT-09]
      And the arguments of the call "call_0" reach the model as {} [COMPAT-09, INQ-34]
      And the call "call_0" succeeds, telling the model "not deployed" [COMPAT-15]
      And each call is answered once
      And the turn ends completed

    Scenario: Answers stored with an old call are not given to a new call with the same id
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}, "tool_answers": {"q": true}},
         {"type": "chat_response", "message": "wait"}]
        """
      When the user says "go on"
      And the model calls "deploy"
      And the person answers "Deploy now?" with false
      And the model says "done"
      Then 1 prompt is shown [COMPAT-09]
      And execution 1 of "deploy" has the answers {} [COMPAT-09]
      And execution 2 of "deploy" has the answers {"q": false} [COMPAT-09]
      And each call is answered once
      And the call "call_1" is recorded as succeeding with "deployed" [INT-10]

    Scenario: Unknown stored events and fields are accepted, and no provider sees them
      Given the secret "moonlit"
      And a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it", "mood": "moonlit"},
         {"type": "inquiry_withdrawn", "id": "call_0.q.1", "content": "moonlit", "message": "by the moonlit"},
         {"type": "chat_response", "message": "done", "usage": {"moonlit": 1}}]
        """
      When the user says "again"
      And the model says "done again"
      Then the secret is sent to the model nowhere [REC-27]
      And 1 request reaches the model [COMPAT-12]
      And the turn ends completed [COMPAT-12]

    Scenario Outline: A stored event of a known type that does not parse prevents the turn: <what>
      Given a stored conversation:
        """
        [{"type": "turn_start"}, {"type": "chat_request", "content": "deploy it"},
         <event>,
         {"type": "chat_response", "message": "done"}]
        """
      When the user says "again"
      And the subject may exit by itself
      Then the turn ends misconfigured [COMPAT-12]
      And 0 requests reach the model [COMPAT-12]

      Examples:
        | what                        | event |
        | a call without a name       | {"type": "tool_call_request", "id": "call_0", "arguments": {}} |
        | an unknown outcome          | {"type": "inquiry_response", "outcome": "deferred", "id": "call_0.q.1"} |
        | a question that is a string | {"type": "inquiry_request", "id": "call_0.q.1", "source": {"source": "assistant"}, "question": "Go?"} |

    Scenario: Unknown and missing stored reasons are read, and only specified reasons are written
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_1", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_1.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.q.1", "reason": "moon_phase"},
         {"type": "inquiry_request", "id": "call_1.q.2", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "Deploy now?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "cancelled", "id": "call_1.q.2"},
         {"type": "tool_call_response", "id": "call_1", "content": "no", "is_error": true},
         {"type": "chat_response", "message": "fine"}]
        """
      When the user says "again"
      And the model calls "deploy"
      And the person cancels "Deploy now?"
      And the model says "fine"
      Then the inquiry "call_1.q.1" is recorded as cancelled by user [REC-35]
      And the inquiry ids recorded are "call_1.q.1" [REC-06]
      And every reason recorded is one that is specified [REC-35]

    Scenario: A batch that fails in every way records only the five specified reasons
      Given the system "jp-inquiry"
      And no terminal
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And its question has exclusive set to true
      And the setting "conversation.tools.deploy.questions.q.target" is "assistant"
      And a tool "notify" that returns "notified"
      And the tool "notify" asks the text question "Notify whom?" as "q"
      And the setting "conversation.tools.notify.questions.q.answer" is 5
      And a tool "choose" that returns "chosen"
      And the tool "choose" asks the text question "Which one?" as "q"
      And a tool "wait" that returns "waited"
      And the tool "wait" asks the text question "How long?" as "q"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Who?"}
        """
      And in the same message it calls "deploy"
      And in the same message it calls "notify"
      And in the same message it calls "choose"
      And in the same message it calls "wait"
      And the inquiry "Which one?" gets an empty reply
      And after 5000 ms the inquiry "How long?" is answered with "long"
      And SIGTERM arrives 1000 ms after "How long?" is asked of the model
      Then every reason recorded is one that is specified [REC-35, CAN-18.u]
      And the inquiry "call_1.answer.1" is recorded as cancelled by no_prompt_backend
      And the inquiry "call_2.q.1" is recorded as cancelled by assistant_routing_denied
      And the inquiry "call_3.q.1" is recorded as cancelled by invalid_static_answer
      And the inquiry "call_4.q.1" is recorded as cancelled by backend_error
      And the inquiry "call_5.q.1" is recorded as cancelled by user [CAN-11]
      And each inquiry recorded has one response [CAN-13]
      And each call recorded has one response [INT-10]

  Rule: An inquiry in an incomplete conversation

    Scenario: An inquiry shows open calls as interrupted, and nothing of an incomplete inquiry
      Given the system "jp-inquiry"
      And no terminal
      And the secret "moonlit"
      And a stored conversation:
        """
        [{"type": "turn_start"},
         {"type": "chat_request", "content": "deploy it"},
         {"type": "tool_call_request", "id": "call_0", "name": "deploy", "arguments": {}},
         {"type": "inquiry_request", "id": "call_0.q.1", "source": {"source": "tool", "name": "deploy"},
          "question": {"text": "By the moonlit?", "answer_type": {"type": "boolean"}}},
         {"type": "inquiry_response", "outcome": "answered", "id": "call_9.q.1", "answer": "moonlit"}]
        """
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And a tool "lint" that returns "clean"
      And a tool "build" that returns "built"
      And the tool "build" takes 9000 ms
      When the user says "again"
      And the model calls "lint"
      And in the same message it calls "build"
      And in the same message it calls "deploy"
      And in the same message it calls "build"
      And the inquiry "Deploy now?" is answered with true
      And the model says "done"
      Then inquiry 1 shows the call "call_0" failing with "Tool call was interrupted." [INQ-27]
      And inquiry 1 shows the call "call_2" failing with "Tool call was interrupted." [INQ-27]
      And inquiry 1 shows the call "call_3" as paused [INQ-10]
      And inquiry 1 shows the call "call_3" succeeding with "Tool paused: Deploy now?" [INQ-27]
      And inquiry 1 shows the call "call_4" failing with "Tool call was interrupted." [INQ-27]
      And each call is answered once [INQ-27]
      And the secret is sent to the model nowhere [INQ-27, REC-27]
      And inquiry 1 continues the conversation [INQ-37]
      And the call "call_1" succeeds, telling the model "clean" [INQ-12]
      And the call "call_2" succeeds, telling the model "built" [INQ-12]
      And the turn ends completed

  Rule: Repeated and unusual call ids

    Scenario: A call id repeated later in the turn continues its attempt count
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy" as "call_1"
      And the person answers "Deploy now?" with false
      And the model calls "deploy" as "call_1"
      And the person answers "Deploy now?" with true
      And the model says "done"
      Then the inquiry ids recorded are "call_1.q.1 call_1.q.2" [REC-05]
      And the inquiry "call_1.q.1" is recorded as answered with false
      And the inquiry "call_1.q.2" is recorded as answered with true
      And execution 3 of "deploy" has the answers {}
      And execution 4 of "deploy" has the answers {"q": true}
      And each call recorded has one response [INT-10]
      And each call is answered once [INT-10]

    Scenario: A call id used twice in one message makes two separate calls
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy" as "call_1"
      And in the same message it calls "deploy" as "call_1"
      And the person answers "Deploy now?" with false
      And the person answers "Deploy now?" with true
      And the model says "done"
      Then the inquiry ids recorded are "call_1.q.1 call_1.q.2" [REC-05]
      And each inquiry recorded has one response [REC-03]
      And the tool "deploy" runs 4 times
      And execution 3 of "deploy" has the answers {"q": false}
      And execution 4 of "deploy" has the answers {"q": true}
      And the events recorded are: [INT-10]
        """
        turn_start chat_request tool_call_request tool_call_request inquiry_request inquiry_request inquiry_response inquiry_response tool_call_response tool_call_response chat_response
        """

    Scenario: The next turn restarts the attempt count
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "deploy" as "call_1"
      And the person answers "Deploy now?" with false
      And the model calls "deploy" as "call_1"
      And the person answers "Deploy now?" with false
      And the model says "done"
      And the user says "again" after the turn
      And the model calls "deploy" as "call_1"
      And the person answers "Deploy now?" with true
      And the model says "done again"
      Then the inquiry ids recorded are "call_1.q.1 call_1.q.2 call_1.q.1" [REC-05, REC-06]
      And each inquiry recorded has one response [REC-03]
      And each call is answered once [INT-10]
      And the turn ends completed

    Scenario: Attempts are counted per question and per call
      Given the tool "deploy" asks the boolean question "Deploy now?" as "now"
      And the tool "deploy" asks the text question "Which tag?" as "tag"
      And the tool "deploy" asks its first question 2 times
      When the user says "go"
      And the model calls "deploy"
      And in the same message it calls "deploy"
      And the person answers "Deploy now?" with true
      And the person answers "Deploy now?" with true
      And the person answers "Deploy now?" with true
      And the person answers "Deploy now?" with true
      And the person answers "Which tag?" with "v1"
      And the person answers "Which tag?" with "v2"
      And the model says "done"
      Then the inquiry ids recorded are: [REC-05]
        """
        call_1.now.1 call_2.now.1 call_1.now.2 call_2.now.2 call_1.tag.1 call_2.tag.1
        """
      And the inquiry "call_1.tag.1" is recorded as answered with "v1"
      And the inquiry "call_2.tag.1" is recorded as answered with "v2"
      And each inquiry recorded has one response [REC-09]

    Scenario Outline: A call with the unusual id <id> works like any other
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And a tool "notify" that returns "notified"
      And the tool "notify" asks the boolean question "Notify all?" as "q"
      When the user says "go"
      And the model calls "deploy" as "<id>"
      And in the same message it calls "notify" as "call_1"
      And the person answers "Deploy now?" with true
      And the person answers "Notify all?" with false
      And the model says "done"
      Then the inquiry "<id>.q.1" is recorded as answered with true [REC-07]
      And the inquiry "call_1.q.1" is recorded as answered with false [REC-07]
      And the call "<id>" succeeds, telling the model "deployed" [REC-07]
      And the call "call_1" succeeds, telling the model "notified" [REC-07]

      Examples:
        | id         |
        | call_1.q   |
        | a.b.c.d    |
        | call_1.q.1 |

  Rule: Several questions

    Scenario: A tool accumulates answers from the person, the assistant and the configuration
      Given the system "jp-inquiry"
      And the tool "deploy" asks the boolean question "Deploy now?" as "now"
      And the tool "deploy" asks the text question "Which tag?" as "tag"
      And the tool "deploy" asks the question "Deploy how?" as "how" between ["fast", "safe"]
      And the tool "deploy" asks the secret question "Passphrase?" as "pass"
      And the setting "conversation.tools.deploy.questions.tag.target" is "assistant"
      And the setting "conversation.tools.deploy.questions.how.answer" is "safe"
      When the user says "go"
      And the model calls "deploy"
      And the person answers "Deploy now?" with true
      And after 1000 ms the inquiry "Which tag?" is answered with "v1"
      And the person enters the secret "hunter2-xyzzy" at "Passphrase?"
      And the model says "done"
      Then execution 1 of "deploy" has the answers {} [EXE-20]
      And execution 2 of "deploy" has the answers {"now": true} [EXE-20]
      And execution 3 of "deploy" has the answers {"now": true, "tag": "v1"} [EXE-20, INQ-14, INQ-16]
      And execution 4 of "deploy" has the answers {"now": true, "tag": "v1", "how": "safe"} [EXE-20, INQ-16]
      And the tool "deploy" runs 5 times
      And the inquiries recorded are "call_1.now.1 call_1.tag.1 call_1.how.1 call_1.pass.1" [REC-01]
      And the events recorded are: [REC-01, REC-09]
        """
        turn_start chat_request tool_call_request inquiry_request inquiry_response inquiry_request inquiry_response inquiry_request inquiry_response inquiry_request inquiry_response tool_call_response chat_response
        """
      And the inquiry "call_1.pass.1" is recorded as redacted [REC-25]
      And 1 inquiry reaches the model [INQ-18]
      And the secret is sent to the model nowhere

    Scenario: Two prompts, two inquiries and a tool without a question proceed side by side
      Given the system "jp-inquiry"
      And the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And a tool "notify" that returns "notified"
      And the tool "notify" asks the text question "Notify whom?" as "q"
      And the setting "conversation.tools.notify.questions.q.target" is "assistant"
      And a tool "build" that returns "built"
      And the tool "build" takes 500 ms
      And a tool "choose" that returns "chosen"
      And the tool "choose" asks the text question "Which one?" as "q"
      And the setting "conversation.tools.choose.questions.q.target" is "assistant"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Who?"}
        """
      And in the same message it calls "notify"
      And in the same message it calls "deploy"
      And in the same message it calls "choose"
      And in the same message it calls "build"
      And the person presses "a l i c e" at "Who?"
      And 4000 ms later the person answers "Who?" with "bob"
      And the person answers "Deploy now?" with true
      And after 3000 ms the inquiry "Notify whom?" is answered with "ops"
      And after 1000 ms the inquiry "Which one?" is answered with "this"
      And the model says "done"
      Then the inquiries recorded are "call_1.answer.1 call_2.q.1 call_3.q.1 call_4.q.1" [REC-09]
      And the responses recorded are of the inquiries "call_4.q.1 call_2.q.1 call_1.answer.1 call_3.q.1" [PRM-16]
      And the inquiry "call_4.q.1" is recorded as answered with "this" [INQ-17, INQ-19, PRM-19]
      And the inquiry "call_2.q.1" is recorded as answered with "ops" [INQ-17, INQ-19, PRM-19]
      And the inquiry "call_3.q.1" is recorded as answered with true [PRM-16]
      And each inquiry recorded has one response [REC-09]
      And 2 prompts are shown [PRM-16]
      And 2 inquiries reach the model [INQ-18]
      And the requests are sent at "0 0 0 4000" [INQ-19, PRM-19]
      And the results of the last request are "call_1 call_2 call_3 call_4 call_5" [EXE-21]
      And each call is answered once [INT-10]

    Scenario: Three cycles and two turns: each question gets its answer, and each call one result
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Which tag?"}
        """
      And the person answers "Which tag?" with "v1"
      And the model calls "deploy"
      And the person cancels "Deploy now?"
      And the model calls "deploy"
      And in the same message it calls "ask_user" with:
        """
        {"question": "Which host?"}
        """
      And the person answers and remembers "Deploy now?" with true
      And the person answers "Which host?" with "b"
      And the model says "done"
      And the user says "once more" after the turn
      And the model calls "deploy"
      And the person answers "Deploy now?" with false
      And the model says "left alone"
      Then 5 prompts are shown [PER-09]
      And 6 requests reach the model [EXE-12]
      And the inquiry "call_1.answer.1" is recorded as answered with "v1"
      And the inquiry "call_2.q.1" is recorded as cancelled by user
      And the inquiry "call_3.q.1" is recorded as answered with true
      And the inquiry "call_4.answer.1" is recorded as answered with "b"
      And the inquiry "call_5.q.1" is recorded as answered with false
      And each inquiry recorded has one response [REC-01]
      And each call recorded has one response [INT-10]
      And each call is answered once [INT-10]
      And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "v1"}
      And the call "call_2" succeeds, telling the model "Tool input cancelled by user." [CAN-16]
      And the call "call_5" succeeds, telling the model "deployed"
      And the turn's own requests show nothing of an inquiry [REC-27, REC-36]
      And the turn ends completed

  Rule: Tools that ask invalid questions or fail

    Scenario Outline: An invalid question fails only the call that asks it: <what>
      Given a tool "lint" that returns "clean"
      And the tool "deploy" asks:
        """
        <question>
        """
      When the user says "go"
      And the model calls "deploy"
      And in the same message it calls "lint"
      And the model says "done"
      Then the call "call_1" fails, telling the model something with "invalid inquiry"
      And the call "call_2" succeeds, telling the model "clean" [INT-10]
      And no inquiry is recorded
      And no prompt is shown
      And the tool "deploy" runs 1 time
      And each call recorded has one response [INT-10]
      And the turn ends completed

      Examples:
        | what                      | question |
        | a string for the question | "Deploy now?" |
        | a list for the question   | [{"id": "q"}] |
        | null for the question     | null |
        | an empty object           | {} |
        | no id                     | {"text": "Deploy now?", "answer_type": {"type": "boolean"}} |
        | a number for the id       | {"id": 1, "text": "Deploy now?", "answer_type": {"type": "boolean"}} |
        | an empty id               | {"id": "", "text": "Deploy now?", "answer_type": {"type": "boolean"}} |
        | a dot for the id          | {"id": ".", "text": "Deploy now?", "answer_type": {"type": "boolean"}} |
        | an id that ends in a dot  | {"id": "q.", "text": "Deploy now?", "answer_type": {"type": "boolean"}} |
        | no text                   | {"id": "q", "answer_type": {"type": "boolean"}} |
        | no answer type            | {"id": "q", "text": "Deploy now?"} |
        | an unknown answer type    | {"id": "q", "text": "Deploy now?", "answer_type": {"type": "form"}} |
        | a select without options  | {"id": "q", "text": "Deploy now?", "answer_type": {"type": "select"}} |
        | options that are numbers  | {"id": "q", "text": "Deploy now?", "answer_type": {"type": "select", "options": [1, 2]}} |
        | a string for exclusive    | {"id": "q", "text": "Deploy now?", "answer_type": {"type": "boolean"}, "exclusive": "yes"} |
        | an unknown persistence    | {"id": "q", "text": "Deploy now?", "answer_type": {"type": "boolean"}, "persistence": "session"} |

    Scenario: A tool whose second question is invalid fails, after its first was answered
      Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
      And the tool "deploy" asks:
        """
        {"id": "r.s", "text": "Really?", "answer_type": {"type": "boolean"}}
        """
      When the user says "go"
      And the model calls "deploy"
      And the person answers "Deploy now?" with true
      And the model says "done"
      Then the inquiries recorded are "call_1.q.1" [REC-01]
      And each inquiry recorded has one response [REC-01]
      And the call "call_1" fails, telling the model something with "invalid inquiry"
      And the tool "deploy" runs 2 times
      And the turn ends completed

    Scenario Outline: A tool's error is reported once, and the tool is not retried: <error>
      Given a tool "push" that fails with "<error>"
      When the user says "go"
      And the model calls "push"
      And the model says "pity"
      Then the tool "push" runs 1 time [ARG-23]
      And the call "call_1" fails, telling the model "<error>" [ARG-23]
      And the requests are sent at "0 0" [ARG-23]
      And each call recorded has one response [INT-10]
      And the turn ends completed [ARG-23]

      Examples:
        | error                                           |
        | the registry does not know you                  |
        | the registry is busy, try again in a second     |
        | {'error': 'busy', 'transient': true}            |
        | {'error': 'busy', 'transient': false}           |

    Scenario: An argument error is reported once, and the call is not retried
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "two\nlines"}
        """
      And the model says "pity"
      Then the call "call_1" fails, telling the model something with "context" [ARG-05]
      And the requests are sent at "0 0" [ARG-23]
      And the events recorded are: [ARG-21, ARG-23]
        """
        turn_start chat_request tool_call_request tool_call_response chat_response
        """
      And no inquiry is recorded [ARG-21]
      And the turn ends completed [ARG-22]

  Rule: A tool of an MCP server may not ask for a secret

    Scenario Outline: A secret question from a tool with the source <source> is refused
      Given the system "jp-ask-user"
      And a terminal
      And a tool "fetch" that returns "fetched"
      And the tool "fetch" asks the secret question "Token?" as "token"
      And the setting "conversation.tools.fetch.source" is "<source>"
      When the user says "go"
      And the model calls "fetch"
      And the model says "sorry"
      Then no prompt is shown
      And no inquiry is recorded
      And the call "call_1" fails, telling the model something with "invalid inquiry"

      Examples:
        | source  |
        | mcp     |
        | mcp.web |
