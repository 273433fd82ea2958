Feature: Bugs reported in real agents, as far as jp can show them

  Each scenario is tagged with the reports that it is about: `hotseat coverage --field` lists them, and tells why a
  report has no scenario. Here: several questions at once, and answers that nobody gave.

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"

  Rule: Several questions at once

    @field-1
    Scenario: A second question waits for the first, and both are answered
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "First?"}
        """
      And in the same message it calls "ask_user" with:
        """
        {"question": "Second?"}
        """
      And the person presses "o n" at "First?"
      And 1000 ms later the person answers "First?" with "one"
      And the person answers "Second?" with "two"
      And the model says "done"
      Then 2 prompts are shown [EXE-19]
      And prompt 1 contains "First?" [PRM-16]
      And prompt 2 contains "Second?" [PRM-16]
      And nothing is refused [PRM-16]
      And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "one"} [EXE-19]
      And the call "call_2" succeeds with the JSON {"answer_type": "text", "answer": "two"} [EXE-19]
      And each call recorded has one response [INT-10]
      And the turn ends completed

    @field-3 @field-32
    Scenario: The second of three questions is cancelled, and the third is still asked
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
        {"question": "Third?"}
        """
      And the person answers "First?" with "one"
      And the person presses "t Esc" at "Second?"
      And the person answers "Third?" with "three"
      And the model says "done"
      Then 3 prompts are shown [PRM-16]
      And prompt 3 contains "Third?" [PRM-16]
      And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "one"} [CAN-19]
      And the inquiry "call_2.answer.1" is recorded as cancelled by user [CAN-01, CAN-01.u]
      And the call "call_3" succeeds with the JSON {"answer_type": "text", "answer": "three"} [CAN-19]
      And the results of the last request are "call_1 call_2 call_3" [EXE-21]
      And the turn ends completed [CAN-19]

    @field-2 @field-8c
    Scenario: A tool beside a question finishes first, and the turn still waits for the answer
      Given a tool "write" that returns "written"
      And the tool "write" takes 500 ms
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Overwrite it?", "answer_type": "boolean", "default": true}
        """
      And in the same message it calls "write"
      And the person presses "?" at "Overwrite it?"
      And 2000 ms later the person answers "Overwrite it?" with false
      And the model says "done"
      Then the requests are sent at "0 2000" [EXE-12, EXE-22]
      And 1 prompt is shown [EXE-06]
      And nothing is refused
      And execution 1 of "write" has the answers {} [EXE-20]
      And the tool "write" runs 1 time
      And the call "call_1" succeeds with the JSON {"answer_type": "boolean", "answer": false} [RES-01]
      And the call "call_2" succeeds, telling the model "written" [EXE-22]
      And the results of the last request are "call_1 call_2" [EXE-21]

    @field-5
    Scenario: A question among tools that fail and crash is asked and answered
      Given a tool "lint" that fails with "no linter"
      And a tool "test" that ends without a word
      When the user says "go"
      And the model calls "lint"
      And in the same message it calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "boolean"}
        """
      And in the same message it calls "test"
      And the person answers "Go?" with true
      And the model says "done"
      Then 1 prompt is shown [RTE-02]
      And the call "call_1" fails, telling the model "no linter"
      And the call "call_2" succeeds with the JSON {"answer_type": "boolean", "answer": true} [EXE-05]
      And the call "call_3" fails, telling the model something with ""
      And the results of the last request are "call_1 call_2 call_3" [EXE-21]
      And each call recorded has one response [INT-10]

    @field-3b
    Scenario: A half-typed answer stays at its prompt when another question arrives
      Given the scenario "field-half-typed-answer"
      Then prompt 1 contains "Which tag?" [PRM-16]
      And the prompt is redrawn with "? Which tag? v1"
      And prompt 2 contains "Notify whom?" [PRM-16]
      And 2 prompts are shown [PRM-16]
      And nothing is refused
      And the inquiry "call_1.q.1" is recorded as answered with "v1" [REC-03, REC-09]
      And the inquiry "call_2.q.1" is recorded as answered with "ops" [REC-03, REC-09]
      And execution 2 of "deploy" has the answers {"q": "v1"} [EXE-20]
      And execution 2 of "notify" has the answers {"q": "ops"} [EXE-20]

    @field-4
    Scenario: A tool with three questions succeeds only after all three are answered
      Given a tool "setup" that returns "set up"
      And the tool "setup" asks the text question "Which name?" as "name"
      And the tool "setup" asks the question "Which licence?" as "licence" between ["MIT", "Apache-2.0"]
      And the tool "setup" asks the boolean question "Public?" as "public"
      When the user says "go"
      And the model calls "setup"
      And the person answers "Which name?" with "hotseat"
      And the person answers "Which licence?" with "Apache-2.0"
      And the person answers "Public?" with false
      And the model says "done"
      Then 3 prompts are shown
      And the tool "setup" runs 4 times [EXE-11]
      And execution 3 of "setup" has the answers {"name": "hotseat", "licence": "Apache-2.0"} [EXE-20]
      And execution 4 of "setup" has the answers {"name": "hotseat", "licence": "Apache-2.0", "public": false} [EXE-20]
      And the inquiries recorded are "call_1.name.1 call_1.licence.1 call_1.public.1" [REC-01]
      And the inquiry ids recorded are "call_1.name.1 call_1.licence.1 call_1.public.1" [REC-04]
      And each inquiry recorded has one response [REC-01, REC-09]
      And 2 requests reach the model [EXE-11]
      And the call "call_1" succeeds, telling the model "set up"

    @field-9
    Scenario Outline: The person's answer reaches a question whose id is <like>
      Given a tool "ask" that returns "asked"
      And the tool "ask" asks the text question "Well?" as "<id>"
      When the user says "go"
      And the model calls "ask"
      And the person answers "Well?" with "so"
      And the model says "done"
      Then the inquiry ids recorded are "call_1.<id>.1" [REC-04]
      And the inquiry "call_1.<id>.1" is recorded as answered with "so" [REC-03]
      And execution 2 of "ask" has the answers {"<id>": "so"} [EXE-20]
      And the call "call_1" succeeds, telling the model "asked"

      Examples:
        | like                       | id             |
        | in mixed case              | Ask_User-7     |
        | not ASCII                  | größe/1?x=2    |
        | like a call id             | call_1         |
        | like an internal key of jp | __permission__ |

    @field-9
    Scenario Outline: The assistant's answer reaches a question whose id is <like>
      Given the system "jp-inquiry"
      And no terminal
      And a tool "ask" that returns "asked"
      And the tool "ask" asks the text question "Well?" as "<id>"
      When the user says "go"
      And the model calls "ask"
      And the inquiry "Well?" is answered with "so"
      And the model says "done"
      Then inquiry 1 asks for the schema: [INQ-06]
        """
        {"type": "object", "properties": {"inquiry_id": {"type": "string", "const": "\u003cinquiry#1>"}, "answer": {"type": "string"}},
         "required": ["inquiry_id", "answer"], "additionalProperties": false}
        """
      And the inquiry "call_1.<id>.1" is recorded as answered with "so" [REC-03]
      And execution 2 of "ask" has the answers {"<id>": "so"} [EXE-20, INQ-14]

      Examples:
        | like          | id          |
        | in mixed case | Ask_User-7  |
        | not ASCII     | größe/1?x=2 |

    @field-6
    Scenario: Two answers that arrive in reverse order reach their own questions
      Given the system "jp-inquiry"
      And no terminal
      And a tool "notify" that returns "notified"
      And the tool "notify" asks the boolean question "Notify all?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And in the same message it calls "notify"
      And after 2000 ms the inquiry "Deploy now?" is answered with true
      And after 1000 ms the inquiry "Notify all?" is answered with false
      And the model says "done"
      Then execution 2 of "deploy" has the answers {"q": true} [INQ-14, INQ-17]
      And execution 2 of "notify" has the answers {"q": false} [INQ-14, INQ-17]
      And the responses recorded are of the inquiries "call_2.q.1 call_1.q.1" [INQ-17]
      And the inquiry "call_1.q.1" is recorded as answered with true [INQ-17]
      And the inquiry "call_2.q.1" is recorded as answered with false [INQ-17]
      And each inquiry recorded has one response [REC-03, REC-09]

    @field-10
    Scenario: The assistant that answers an inquiry cannot ask a question itself
      Given the scenario "field-asked-back"
      Then inquiry 1 lets the model call no tool [INQ-29]
      And the inquiry "call_1.q.1" is recorded as cancelled by backend_error [CAN-10, INQ-24]
      And the inquiries recorded are "call_1.q.1" [REC-01]
      And no prompt is shown
      And 3 requests reach the model
      And the call "call_1" fails [INQ-15]
      And the turn ends completed

    @field-43
    Scenario: A tool called twice asks twice, and each call gets its own answer
      When the user says "go"
      And the model calls "deploy"
      And in the same message it calls "deploy"
      And the person answers "Deploy now?" with true
      And the person answers "Deploy now?" with false
      And the model says "done"
      Then 2 prompts are shown [PER-17, PRM-16]
      And the inquiry "call_1.q.1" is recorded as answered with true [REC-03]
      And the inquiry "call_2.q.1" is recorded as answered with false [REC-03]
      And each call recorded has one response [INT-10]
      And the results of the last request are "call_1 call_2" [EXE-21]

    @field-8 @field-also-1
    Scenario: A message after the answer is a new message, not a second answer
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Which colour?"}
        """
      And the person answers "Which colour?" with "red"
      And the model says "painted"
      And the user says "rather blue" after the turn
      And the model says "as you like"
      Then the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "red"} [RES-03]
      And the inquiries recorded are "call_1.answer.1" [REC-01]
      And the inquiry "call_1.answer.1" is recorded as answered with "red" [CAN-13]
      And event 9 is recorded as:
        """
        {"type": "chat_request", "content": "rather blue"}
        """
      And nothing is refused
      And 3 requests reach the model [EXE-12]
      And each call is answered once
      And the turn ends completed

    @field-8b @field-27c @field-41 @field-42 @field-45
    Scenario: A message while a prompt waits is refused as busy, and answers and cancels nothing
      Given the scenario "field-message-while-asked"
      Then what was done is refused as busy
      And 1 prompt is shown [EXE-06]
      And the inquiry "call_1.answer.1" is recorded as answered with "blue" [CAN-13, REC-21]
      And the call "call_1" succeeds with the JSON {"answer_type": "select", "answer": "blue"} [RES-02]
      # A subject may also keep the message for a turn of its own.
      And the requests are sent at "0 5000"
      And the events recorded are:
        """
        turn_start chat_request tool_call_request inquiry_request inquiry_response tool_call_response chat_response
        """
      And the turn ends completed

  Rule: Answers that nobody gave

    @field-11
    Scenario Outline: An unattended setting does not answer the tool's question: <setting>
      Given the setting "conversation.tools.<setting>" is "unattended"
      When the user says "go"
      And the model calls "deploy"
      And the person answers "Deploy now?" with false
      And the model says "done"
      Then execution 1 of "deploy" has the answers {}
      And 1 prompt is shown [RTE-02]
      And execution 2 of "deploy" has the answers {"q": false} [EXE-20]
      And the inquiry "call_1.q.1" is recorded as answered with false [REC-21]

      Examples:
        | setting       |
        | deploy.run    |
        | deploy.result |

    @field-11
    Scenario: Permission to run a tool for the turn does not answer its question
      Given the setting "conversation.tools.deploy.run" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And the person presses "Y" at "Run local deploy tool?"
      And the person answers "Deploy now?" with true
      And the model calls "deploy"
      And the person answers "Deploy now?" with false
      And the model says "done"
      Then 3 prompts are shown [PER-13]
      And execution 1 of "deploy" has the answers {} [PER-13]
      And execution 2 of "deploy" has the answers {"q": true} [PER-13]
      And execution 3 of "deploy" has the answers {} [PER-13]
      And execution 4 of "deploy" has the answers {"q": false} [PER-13]
      And the inquiries recorded are "call_1.q.1 call_2.q.1" [REC-28]

    @field-12 @field-46
    Scenario Outline: Cancelled with <keys>, a question gets neither an empty answer nor its default
      Given a tool "tag" that returns "tagged"
      And the tool "tag" asks the text question "Which tag?" as "t"
      And its question has default set to "v1"
      When the user says "go"
      And the model calls "tag"
      And the person presses "<keys>" at "Which tag?"
      And the model says "fine"
      Then the inquiry "call_1.t.1" is recorded as cancelled by user [CAN-01.u, CAN-13, INT-12]
      And the tool "tag" runs 1 time
      And the call "call_1" succeeds, telling the model "Tool input cancelled by user." [CAN-16]
      And 1 prompt is shown [INT-12]
      And nothing is refused
      And the turn ends completed [PRM-17]

      Examples:
        | keys       |
        | Esc        |
        | v 2 Esc    |
        | v 2 Ctrl-C |

    Scenario Outline: After <ms> ms of silence the question is still open, and the person answers it
      Given the setting "conversation.tools.deploy.questions.q.prompt_label" is "Ops"
      When the user says "go"
      And the model calls "deploy"
      And in the same message it calls "ask_user" with:
        """
        {"question": "Go on?", "answer_type": "boolean", "default": true}
        """
      And the person presses "?" at "Deploy now?"
      And <ms> ms later the person answers "Deploy now?" with false
      And the person presses "?" at "Go on?"
      And <ms> ms later the person answers "Go on?" with false
      And the model says "done"
      Then 2 requests reach the model [EXE-12]
      And the requests are sent at "0 <twice>" [PRM-16]
      And 2 prompts are shown [EXE-06, PRM-16]
      And nothing is refused
      And execution 2 of "deploy" has the answers {"q": false} [EXE-20]
      And the inquiry "call_1.q.1" is recorded as answered with false [REC-21]
      And the call "call_2" succeeds with the JSON {"answer_type": "boolean", "answer": false} [RES-01]
      And the call "call_1" succeeds, telling the model "deployed" [EXE-12]

      @field-13 @field-14 @field-15
      Examples: A minute
        | ms    | twice  |
        | 60001 | 120002 |

      @field-19 @field-35 @field-36b
      Examples: Past the time limits that hosts have
        | ms       | twice     |
        | 120001   | 240002    |
        | 300001   | 600002    |
        | 600001   | 1200002   |
        | 86400000 | 172800000 |

    @field-13 @field-14 @field-15 @field-18
    Scenario: At a terminal a question that nobody answers stays open
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "boolean", "default": true}
        """
      And nobody answers
      Then the run ends parked
      And 1 prompt is shown [RTE-02]
      And the prompt contains "Go?"
      And the events recorded are "turn_start chat_request tool_call_request inquiry_request" [REC-02]
      And 1 request reaches the model [EXE-12]

    @field-11 @field-17 @field-20 @field-22 @field-24 @field-27b @field-30
    Scenario Outline: Without a terminal a <type> question fails as no_prompt_backend, not as declined
      Given no terminal
      And the setting "conversation.tools.ask_user.run" is "unattended"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "<type>"<options><default>}
        """
      And the model says "done"
      Then the call "call_1" fails, telling the model: [RTE-10, RTE-15]
        """
        ask_user cannot run because no interactive terminal is available. Do not retry this tool call in this turn; continue without user input or explain what information is missing.
        """
      And the inquiry "call_1.answer.1" is recorded as cancelled by no_prompt_backend [CAN-02, RTE-04, RTE-19]
      And each inquiry recorded has one response [CAN-13]
      And no prompt is shown [RTE-13]
      And no inquiry reaches the model [INQ-31, RTE-13]
      And 2 requests reach the model
      And every request offers the tool "ask_user" [SCH-01]
      And the turn ends completed [RTE-15]

      Examples:
        | type    | options                    | default            |
        | boolean |                            | , "default": true  |
        | select  | , "options": ["yes", "no"] | , "default": "yes" |
        | text    |                            | , "default": "yes" |

    @field-23
    Scenario: An answer configured for one question is not given to another
      Given a tool "release" that returns "released"
      And the tool "release" asks the boolean question "Release now?" as "now"
      And the tool "release" asks the boolean question "Announce it?" as "announce"
      And the setting "conversation.tools.release.questions.now.answer" is true
      When the user says "go"
      And the model calls "release"
      And in the same message it calls "deploy"
      And the person answers "Announce it?" with false
      And the person answers "Deploy now?" with false
      And the model says "done"
      Then 2 prompts are shown [RTE-01, RTE-22]
      And execution 1 of "release" has the answers {} [EXE-13.u]
      And execution 3 of "release" has the answers {"now": true, "announce": false} [EXE-20, RTE-22]
      And execution 2 of "deploy" has the answers {"q": false} [RTE-02, RTE-22]

    @field-21
    Scenario: An extra key press at one question does not answer the next
      Given a tool "wipe" that returns "wiped"
      And the tool "wipe" asks the boolean question "Wipe it?" as "q"
      When the user says "go"
      And the model calls "deploy"
      And in the same message it calls "wipe"
      And the person presses "y y Enter" at "Deploy now?"
      And the person presses "n" at "Wipe it?"
      And the model says "done"
      Then what was done is refused as late
      And 2 prompts are shown [PRM-16]
      And execution 2 of "deploy" has the answers {"q": true} [PRM-07.u]
      And execution 2 of "wipe" has the answers {"q": false} [PRM-07.u]

    @field-63
    Scenario Outline: A no is recorded as an answer, and Esc as a cancel: <key>
      When the user says "go"
      And the model calls "deploy"
      And the person presses "<key>" at "Deploy now?"
      And the model says "done"
      Then the inquiry "call_1.q.1" is recorded as <recorded> [<id>]
      And the tool "deploy" runs <times> times
      And the call "call_1" succeeds, telling the model "<told>" [<told id>]

      Examples:
        | key | recorded          | times | told                          | id       | told id |
        | n   | answered with false | 2   | deployed                      | REC-21   | EXE-12  |
        | Esc | cancelled by user | 1     | Tool input cancelled by user. | CAN-01.u | CAN-16  |

    @field-63
    Scenario: A rejection that the prompt does not offer is refused, and the question stays open
      When the user says "go"
      And the model calls "deploy"
      And the person rejects "Deploy now?"
      And 1000 ms later the person answers "Deploy now?" with true
      And the model says "done"
      Then what was done is refused as not_offered
      And the inquiry "call_1.q.1" is recorded as answered with true [CAN-13]
      And 1 prompt is shown [RTE-02]

    @field-also-3
    Scenario Outline: The configuration keeps a prompt from being shown: <setting> is <value>
      Given the setting "conversation.tools.ask_user.<setting>" is <value>
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "boolean", "default": true}
        """
      And the model says "done"
      Then no prompt is shown [<id>]
      And the call "call_1" fails, telling the model something with "<told>" [<id>]
      And the turn ends completed

      Examples:
        | setting                 | value            | told          | id     |
        | questions.answer.target | "assistant"      | human answer  | RTE-06 |
