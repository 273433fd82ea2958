Feature: PilotDeck: the runtime around the question

  A question runs in parallel with other calls of its message, and before calls that must run alone. A long result is
  cut in one form or not at all. Compaction never clears the user's answers.

  Background:
    Given the system "pilotdeck"
    And the profile "upstream"
    And a terminal

  @field-2
  Scenario: A question runs in parallel with a safe call, and both run before a call that must run alone
    Given a tool "deploy" that returns "deployed"
    And the setting "tools" is {"deploy": {"concurrency_safe": false}}
    And the tool "deploy" takes 300 ms
    And a tool "build" that returns "built"
    And the tool "build" takes 800 ms
    When the user says "go"
    And the model calls "deploy"
    And in the same message it asks the user "Q?" between ["A", "B"]
    And in the same message it calls "build"
    And the client answers "elicitation_request" with:
      """
      [{"after_ms": 1000, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Q?": "A"}}}}]
      """
    And the model says "done"
    Then the requests are sent at "0 1300" [PD-68]
    And the results of the last request are "call_1 call_2 call_3"
    And the tool "deploy" runs 1 time [PD-68]
    And the tool "build" runs 1 time [PD-68]
    And execution 1 of "deploy" has the answers {} [I-8]
    And each call is answered once [I-8]
    And nothing is refused

  Scenario Outline: A call that must run alone waits for <what>
    Given a tool "deploy" that returns "deployed"
    And the setting "tools" is {"deploy": {"concurrency_safe": false}, "migrate": {"concurrency_safe": false}}
    And the tool "deploy" takes 300 ms
    And a tool "migrate" that returns "migrated"
    And the tool "migrate" takes 200 ms
    And a tool "build" that returns "built"
    And the tool "build" takes 800 ms
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "migrate"
    And in the same message it asks the user "Q?" between ["A", "B"]
    And in the same message it calls "build"
    And the client answers "elicitation_request" with:
      """
      [{"after_ms": <after>, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "\u003crequestId>", "answer": <answer>}}]
      """
    And the model says "done"
    Then the requests are sent at "0 <last>" [PD-68]
    And the tool "deploy" runs 1 time [PD-68]
    And the tool "migrate" runs 1 time [PD-68]
    And the tool "build" runs 1 time [PD-68]
    And each call is answered once [I-8]
    And nothing is refused

    Examples:
      | what                                            | after | answer                                      | last |
      | the question, and for the others that run alone | 1000  | {"type": "answered", "answers": {"Q?": "A"}} | 1500 |
      | a safe call that takes longer than the question | 100   | {"type": "answered", "answers": {"Q?": "A"}} | 1300 |
      | a question that is declined, and then runs      | 1000  | {"type": "cancelled", "reason": "busy"}     | 1500 |

  Scenario: A call that must run alone does not start while the question waits
    Given a tool "deploy" that returns "deployed"
    And the setting "tools" is {"deploy": {"concurrency_safe": false}}
    And a tool "build" that returns "built"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it asks the user "Q?" between ["A", "B"]
    And in the same message it calls "build"
    And SIGINT arrives when the client is told "elicitation_request"
    Then the tool "deploy" runs 0 times [PD-68]
    And the tool "build" runs 1 time [PD-68]
    And the last object recorded with {"toolCallId": "call_1"} has {"type": "tool_error"} [PD-53]
    And 1 request reaches the model [PD-53]

  Scenario Outline: Two questions of one message wait together, and <what>
    Given the setting "channel" is "host"
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And after <first> ms the person answers "First?" with "A"
    And after <second> ms the person answers "Second?" with "D"
    And the model says "done"
    Then the requests are sent at "0 <last>" [PD-68]
    And 2 prompts are shown [PD-68]
    And the results of the last request are "call_1 call_2"
    And the call "call_1" succeeds, telling the model: [I-3]
      """
      User has answered your questions: "First?"="A". You can now continue with the user's answers in mind.
      """
    And the call "call_2" succeeds, telling the model: [I-3]
      """
      User has answered your questions: "Second?"="D". You can now continue with the user's answers in mind.
      """

    Examples:
      | what                          | first | second | last |
      | are answered in their order   | 1000  | 2000   | 2000 |
      | are answered in reverse order | 2000  | 1000   | 2000 |

  Scenario: A result of exactly 100,000 bytes is not cut
    Given the scenario "pilotdeck-result-at-the-limit"
    Then of the call "call_1" the model is told "HEADé" [PD-58]
    And of the call "call_1" the model is told "<<middle>>y" [PD-58]
    And of the call "call_1" the model is told "yTAIL\". You can now continue with the user's answers in mind." [PD-58]
    And the model is told nothing with "[middle omitted]" [PD-58]
    And the model is told nothing with "[Tool output truncated" [PD-58]

  Scenario: A result of 100,001 bytes reaches the model with at least its head and its tail
    Given the scenario "pilotdeck-result-beyond-the-limit"
    Then of the call "call_1" the model is told "User has answered your questions: \"Which text?\"=\"HEADé" [PD-58]
    And the result of "call_1" has 100001 bytes, or the pieces in this order: [PD-58]
      """
      ["HEADé", "\n... [middle omitted] ...\n", "yTAIL", "\n[Tool output truncated: head and tail shown.]"]
      """
    And of the call "call_1" the model is told "yTAIL\". You can now continue with the user's answers in mind." [PD-58]
    And each call is answered once [I-1]

  @field-54 @field-55
  Scenario: Compaction clears older results, and spares the user's answers
    Given the setting "micro_compact_keep" is 1
    And the setting "channel" is "host"
    And a tool "build" that returns "built-7"
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the person answers "Which?" with:
      """
      {"type": "answered", "answers": {"Which?": "B"}, "annotations": {"Which?": {"notes": "kept"}}}
      """
    And the model calls "build"
    And the model calls "build"
    And the model says "done"
    And the user says "what did I say?" after the turn
    And the model says "B"
    Then the call "call_1" succeeds, telling the model: [PD-69]
      """
      User has answered your questions: "Which?"="B" user notes: kept. You can now continue with the user's answers in mind.
      """
    And the answer "\"Which?\"=\"B\" user notes: kept." arrives 1 time [PD-69]
    And the answer "built-7" arrives 1 time [PD-69]

  @field-54
  Scenario Outline: Compaction that keeps no other result still keeps <what>
    Given the setting "micro_compact_keep" is 0
    And the setting "channel" is "host"
    And a tool "build" that returns "built-7"
    When the user says "go"
    And the model calls "build"
    And the model calls "<name>" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "Which?" with <answer>
    And the model says "done"
    Then the model is told nothing with "built-7" [PD-69]
    And of the call "call_2" the model is told <told> [PD-69]

    Examples:
      | what                             | name              | answer                                  | told                                       |
      | an answer                        | ask_user_question | "B"                                     | "\\"Which?\\"=\\"B\\""                     |
      | an answer to a call by the alias | AskUserQuestion   | "B"                                     | "\\"Which?\\"=\\"B\\""                     |
      | a cancel                         | ask_user_question | {"type": "cancelled", "reason": "busy"} | "User declined to answer questions (busy)" |

  @field-54
  Scenario: Compaction also keeps an answer from an earlier run
    Given the setting "micro_compact_keep" is 0
    And a tool "build" that returns "built-7"
    And a stored conversation:
      """
      [{"id": "message_1", "role": "user", "content": [{"type": "text", "text": "go"}]},
       {"id": "message_2", "role": "assistant", "content": [
         {"type": "tool_call", "id": "old_1", "name": "ask_user_question", "arguments": {"questions": []}},
         {"type": "tool_call", "id": "old_2", "name": "build", "arguments": {}}]},
       {"type": "tool_result", "toolCallId": "old_1", "toolName": "ask_user_question", "content": [{"type": "text", "text": "User has answered your questions: \"Which?\"=\"B\". You can now continue with the user's answers in mind."}]},
       {"type": "tool_result", "toolCallId": "old_2", "toolName": "build", "content": [{"type": "text", "text": "built-7"}]},
       {"id": "message_3", "role": "assistant", "content": [{"type": "text", "text": "done"}]}]
      """
    When the user says "what did I say?"
    And the model says "B"
    Then the call "old_1" succeeds, telling the model: [PD-69]
      """
      User has answered your questions: "Which?"="B". You can now continue with the user's answers in mind.
      """
    And the model is told nothing with "built-7" [PD-69]
    And each call is answered once [I-1]
    And the user's messages reach the model as ["go", "what did I say?"]

  @field-50
  Scenario: A run that is restarted while it asks reports the question or asks again, and goes on
    When the user says "go"
    And the model asks the user "Q?" between ["A", "B"]
    And the client answers "elicitation_request" with:
      """
      [{"after_ms": 500, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Q?": "B"}}}}]
      """
    And the subject is restarted when the client is told "elicitation_request"
    # If the question is asked again, the reply to the new request counts.
    And if told, the client answers "elicitation_request" with:
      """
      [{"after_ms": 700, "line": {"type": "elicitation_respond", "sessionKey": "session_1", "requestId": "<requestId>", "answer": {"type": "answered", "answers": {"Q?": "B"}}}}]
      """
    And the model says "B it is" if it is asked
    And 1000 ms later the user says "and now"
    And asked "and now" the model says "on we go"
    Then the ask "Q?" is shown again, or the model is told of it [I-10]
    And each call is answered once [I-10]
    And before 500 ms nothing is recorded with {"data": {}} [I-5]
    And before 500 ms nothing is recorded with {"text": "User has answered your questions: …"} [I-5]
    And the turn ends completed [I-10]
