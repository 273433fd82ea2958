Feature: What is recorded of a question

  Every question of a tool is recorded as a request and one response, whatever becomes of it, and no provider sees
  either.

  Background:
    Given the system "jp-ask-user"
    And a tool "deploy" that returns "deployed"

  Scenario Outline: A pair between the call and its result, by <route>
    Given <terminal>
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the setting "conversation.tools.deploy.questions.q.answer" is <configured>
    When the user says "go"
    And the model calls "deploy"
    And <act>
    And the model says "done"
    Then the events recorded are "turn_start chat_request tool_call_request inquiry_request inquiry_response tool_call_response chat_response" [REC-01, REC-02, REC-08]
    And each inquiry recorded has one response [REC-01, REC-03]
    And the inquiries are recorded between their call and its result [REC-08]
    And the inquiry "call_1.q.1" is recorded as asked by {"source": "tool", "name": "deploy"} [REC-11, REC-12, REC-11.u]
    And the turn's own requests show nothing of an inquiry [REC-27, REC-36]

    Examples:
      | route             | terminal    | configured | act                                                 |
      | a prompt          | a terminal  | null       | the person answers "Deploy now?" with true          |
      | a cancelled prompt | a terminal | null       | the person cancels "Deploy now?"                    |
      | the backend       | no terminal | null       | the inquiry "Deploy now?" is answered with true     |
      | a failing backend | no terminal | null       | the inquiry "Deploy now?" gets an empty reply       |

  Scenario: A pair for a configured answer
    Given no terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the setting "conversation.tools.deploy.questions.q.answer" is true
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the events recorded are "turn_start chat_request tool_call_request inquiry_request inquiry_response tool_call_response chat_response" [REC-01, REC-02, RTE-07.u]
    And the inquiry "call_1.q.1" is recorded as answered with true [REC-22]

  Scenario: ask_user is recorded as the assistant's question
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Go?", "answer_type": "boolean"}
      """
    And the person answers "Go?" with true
    And the model says "done"
    Then the inquiry "call_1.answer.1" is recorded as asked by {"source": "assistant"} [REC-10, REC-10.u]
    And event 4 is recorded as: [REC-10.u, REC-16, REC-19]
      """
      {"type": "inquiry_request", "id": "call_1.answer.1", "source": {"source": "assistant"},
       "question": {"text": "Go?", "answer_type": {"type": "boolean"}, "exclusive": true, "persistence": "none"}}
      """
    And event 5 is recorded as: [REC-21, REC-26]
      """
      {"type": "inquiry_response", "outcome": "answered", "id": "call_1.answer.1", "answer": true}
      """

  Scenario: A question with nothing but defaults is recorded as it was before
    Given a terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the question of the inquiry "call_1.q.1" is recorded as: [REC-17, REC-18, PER-01, CFG-31]
      """
      {"text": "Deploy now?", "answer_type": {"type": "boolean"}}
      """

  Scenario: A tool that asks twice is recorded twice, and its answers add up
    Given a terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "now"
    And the tool "deploy" asks the text question "Which tag?" as "tag"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the person answers "Which tag?" with "v1"
    And the model says "done"
    Then the inquiries recorded are "call_1.now.1 call_1.tag.1" [REC-05, REC-09]
    And execution 3 of "deploy" has the answers {"now": true, "tag": "v1"} [EXE-20]
    And the tool "deploy" runs 3 times [EXE-11]

  Scenario: A tool that asks the same again is recorded again, and the latest answer counts
    Given a terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the tool "deploy" asks its first question 2 times
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with false
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the inquiries recorded are "call_1.q.1 call_1.q.2" [REC-05, REC-29]
    And the inquiry "call_1.q.1" is recorded as answered with false [REC-29]
    And the inquiry "call_1.q.2" is recorded as answered with true [REC-29]
    And execution 2 of "deploy" has the answers {"q": false} [EXE-20.u]
    And execution 3 of "deploy" has the answers {"q": true} [EXE-20.u]
    And each inquiry recorded has one response [REC-29]

  Scenario: Parallel tools are recorded by their own ids
    Given a terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "notify" that returns "notified"
    And the tool "notify" asks the boolean question "Notify all?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "notify"
    And the person answers "Deploy now?" with true
    And the person answers "Notify all?" with false
    And the model says "done"
    Then each inquiry recorded has one response [REC-09]
    And the inquiry "call_1.q.1" is recorded as answered with true [REC-09]
    And the inquiry "call_2.q.1" is recorded as answered with false [REC-09]

  Scenario: A new turn counts its attempts anew
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "First?"}
      """
    And the person answers "First?" with "one"
    And the model says "done"
    And the user says "again" after the turn
    And the model calls "ask_user" with:
      """
      {"question": "Second?"}
      """
    And the person answers "Second?" with "two"
    And the model says "done again"
    Then the inquiries recorded are "call_1.answer.1 call_2.answer.1" [REC-06]
    And each inquiry recorded has one response [REC-06]

  Scenario Outline: A question that can not be recorded is refused: <what>
    Given a terminal
    And the tool "deploy" asks:
      """
      {"id": "<id>", "text": "Deploy now?", "answer_type": {"type": "boolean"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the call "call_1" fails, telling the model "tool produced an invalid inquiry: question id must be non-empty and must not contain '.'"
    And no inquiry is recorded
    And no prompt is shown

    Examples:
      | what          | id  |
      | an empty id   |     |
      | an id of two  | a.b |

  Scenario: A call that asks nothing records nothing of an inquiry
    Given a terminal
    When the user says "go"
    And the model calls "deploy"
    And the model says "done"
    Then the events recorded are "turn_start chat_request tool_call_request tool_call_response chat_response" [REC-28]
    And no inquiry is recorded [REC-28]
