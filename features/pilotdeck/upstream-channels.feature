Feature: PilotDeck: panel, chat, and channels that ask nobody

  The panel takes keys and sends several picks as one text. A chat numbers the options. The automatic and the scripted
  channel have their answers in advance. A channel that fails is an error of the tool.

  Background:
    Given the system "pilotdeck"
    And the profile "upstream"
    And a terminal

  @field-56
  Scenario: The panel sends several picks as one text
    Given the setting "channel" is "panel"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "multiSelect": true, "options": [{"label": "A", "description": "", "preview": "<b>A</b>"}, {"label": "B", "description": ""}, {"label": "C", "description": ""}]}]}
      """
    And the person answers "Which?" with ["A", "C"]
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-66]
      """
      User has answered your questions: "Which?"="A, C". You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"Which?": "A, C"} is: [PD-66]
      """
      {"Which?": "A, C"}
      """
    And the last object recorded with {"answers": {"Which?": "A, C"}} lacks "annotations" [PD-66]
    And nothing is recorded with {"type": "tool_error"} [PD-66]

  Scenario: The panel sends a single pick unchanged, and no preview with it
    Given the setting "channel" is "panel"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A", "description": "", "preview": "<b>A</b>"}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "Which?" with "A"
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-66]
      """
      User has answered your questions: "Which?"="A". You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"answers": {"Which?": "A"}} lacks "annotations" [PD-66]

  @field-56 @field-53 @field-4
  Scenario Outline: Questions that are not answered in the panel are missing from the result: <what>
    Given the setting "channel" is "panel"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "First?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "Second?", "header": "H", "multiSelect": true, "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "Third?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "First?" with <answers>
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-66]
      """
      User has answered your questions: <entries>. You can now continue with the user's answers in mind.
      """
    And the last object recorded with <sent> is: [PD-66]
      """
      <sent>
      """
    And nothing is recorded with {"type": "tool_error"} [PD-66]
    And the prompt contains "Other" [PD-66]

    Examples:
      | what | answers | sent | entries |
      | the first question | {"Second?": ["A", "B"], "Third?": "B"} | {"Second?": "A, B", "Third?": "B"} | "Second?"="A, B", "Third?"="B" |
      | the second question | {"First?": "A", "Third?": "B"} | {"First?": "A", "Third?": "B"} | "First?"="A", "Third?"="B" |
      | all but the last | {"Third?": "A"} | {"Third?": "A"} | "Third?"="A" |
      | none | {"First?": "B", "Second?": ["B"], "Third?": "A"} | {"First?": "B", "Second?": "B", "Third?": "A"} | "First?"="B", "Second?"="B", "Third?"="A" |

  @field-57 @field-58
  Scenario: The panel takes a typed answer beside the picks
    Given the setting "channel" is "panel"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "multiSelect": true, "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "Which?" with ["B", "my own"]
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-66]
      """
      User has answered your questions: "Which?"="B, my own". You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has {"data": {"answers": {"Which?": "B, my own"}}} [PD-66]
    And the prompt contains "Other" [PD-66]

  Scenario: In the panel the key 0 opens the input for a typed answer
    Given the setting "channel" is "panel"
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the person presses "0" at "Which?"
    And 0 ms later the person types "a third way" at "Which?"
    And the model says "done"
    Then the prompt contains "Other" [PD-66]
    And the call "call_1" succeeds, telling the model: [PD-66]
      """
      User has answered your questions: "Which?"="a third way". You can now continue with the user's answers in mind.
      """
    And nothing is refused [PD-66]

  # The specification does not say which reason belongs to Esc and which to Skip, so either reason is accepted.
  Scenario Outline: <what> the panel cancels the question
    Given the setting "channel" is "panel"
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the person <does> "Which?"
    And the model says "as you like"
    Then the call "call_1" fails, telling the model something with one of: [PD-66]
      """
      ["User declined to answer questions (skipped)", "User declined to answer questions (declined)"]
      """
    And the last object recorded with {"toolCallId": "call_1"} has {"error": {"code": "unsupported_tool"}} [PD-66]
    And nothing is recorded with {"type": "tool_result"} [PD-66]
    And no prompt is left open [I-7]

    Examples:
      | what     | does    |
      | Leaving  | cancels |
      | Skipping | rejects |

  Scenario Outline: <what> the panel at the second question cancels the whole call
    Given the setting "channel" is "panel"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "First?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "Second?", "header": "H", "options": [{"label": "C", "description": ""}, {"label": "D", "description": ""}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person <does> "First?"
    And the model says "as you like"
    Then the call "call_1" fails, telling the model something with one of: [PD-66]
      """
      ["User declined to answer questions (skipped)", "User declined to answer questions (declined)"]
      """
    And nothing is recorded with {"type": "tool_result"} [PD-66]
    And no prompt is left open [I-7]

    Examples:
      | what     | does             |
      | Leaving  | presses "Esc" at |
      | Skipping | presses "s" at   |

  Scenario: In the panel the picks of one question are not those of the next
    Given the setting "channel" is "panel"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [
        {"question": "First?", "header": "H", "multiSelect": true, "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "Second?", "header": "H", "multiSelect": true, "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person presses "Enter" at "First?"
    And 0 ms later the person chooses "B" at "First?"
    And 0 ms later the person presses "Enter" at "First?"
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-66]
      """
      User has answered your questions: "First?"="A", "Second?"="B". You can now continue with the user's answers in mind.
      """

  @reference
  Scenario: How the reference draws the panel
    Given the setting "channel" is "panel"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Which map?", "header": "Map", "multiSelect": true, "options": [{"label": "A", "description": "small"}, {"label": "B", "description": ""}]}], "metadata": {"source": "plan"}}
      """
    And the person presses "2 0" at "Which map?"
    And 0 ms later the person types "both" at "Which map?"
    And 0 ms later the person presses "Enter" at "Which map?"
    And the model says "done"
    Then the prompt is drawn as:
      """
      [1/1] Map
      ? Which map?
        1. [ ] A - small
        2. [ ] B
        0. Other:
      [a number to pick, enter to go on, s to skip, esc to decline]
      """
    And the prompt is redrawn with "2. [x] B"
    And the prompt is redrawn with "0. Other: both"
    And the call "call_1" succeeds, telling the model:
      """
      User has answered your questions: "Which map?"="B, both". You can now continue with the user's answers in mind.
      """

  @field-24
  Scenario Outline: In a chat the reply "<reply>" is read as <what>
    Given the setting "channel" is "text"
    When the user says "go"
    And the model asks the user "Tea or coffee?" between ["Tea", "Coffee", "Cocoa"]
    And the client answers "Tea or coffee?" with the line {"type": "message", "text": "<reply>"}
    And the model says "done"
    Then what the client is told has the pieces in this order: [PD-70]
      """
      ["1", "Tea", "2", "Coffee", "3", "Cocoa"]
      """
    And the call "call_1" succeeds, telling the model: [PD-70]
      """
      User has answered your questions: "Tea or coffee?"="<answer>". You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has: [PD-70]
      """
      {"data": {"answers": {"Tea or coffee?": "<answer>"}}}
      """

    Examples:
      | reply | what                                      | answer |
      | 1     | the first option                          | Tea    |
      | 3     | the last option                           | Cocoa  |
      | 4     | a text, because it is beyond the list     | 4      |
      | 30    | a text, because it is far beyond the list | 30     |
      | water | a text                                    | water  |

  Scenario: In a chat the reply 0 cancels the question
    Given the setting "channel" is "text"
    When the user says "go"
    And the model asks the user "Tea or coffee?" between ["Tea", "Coffee"]
    And the client answers "Tea or coffee?" with the line {"type": "message", "text": "0"}
    And the model says "as you like"
    Then the call "call_1" fails, telling the model something with "User declined to answer questions" [PD-70]
    And the last object recorded with {"toolCallId": "call_1"} has {"error": {"code": "unsupported_tool"}} [PD-70]
    And nothing is recorded with {"type": "tool_result"} [PD-70]

  Scenario: In a chat each question of a call gets its own reply
    Given the setting "channel" is "text"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "Tea", "description": ""}, {"label": "Coffee", "description": ""}]},
        {"question": "Second?", "header": "Two", "options": [{"label": "Left", "description": ""}, {"label": "Right", "description": ""}]}]}
      """
    And the client answers "First?" with the line {"type": "message", "text": "2"}
    And the client answers "Second?" with the line {"type": "message", "text": "1"}
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [I-3]
      """
      User has answered your questions: "First?"="Coffee", "Second?"="Left". You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has: [I-3]
      """
      {"data": {"answers": {"First?": "Coffee", "Second?": "Left"}}}
      """

  Scenario: In a chat the reply 0 to the second question cancels the whole call
    Given the setting "channel" is "text"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "Tea", "description": ""}, {"label": "Coffee", "description": ""}]},
        {"question": "Second?", "header": "Two", "options": [{"label": "Left", "description": ""}, {"label": "Right", "description": ""}]}]}
      """
    And the client answers "First?" with the line {"type": "message", "text": "2"}
    And the client answers "Second?" with the line {"type": "message", "text": "0"}
    And the model says "done"
    Then the call "call_1" fails, telling the model something with "User declined to answer questions" [PD-70]
    And nothing is recorded with {"type": "tool_result"} [PD-70]

  @reference
  Scenario Outline: In the chat of the reference <what>
    Given the setting "channel" is "text"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "First?", "header": "One", "multiSelect": true, "options": [{"label": "A", "description": "a"}, {"label": "B", "description": ""}]},
        {"question": "Second?", "header": "Two", "options": [{"label": "C", "description": ""}, {"label": "D", "description": ""}]}]}
      """
    And the client answers "First?" with the line {"type": "message", "text": "<first>"}
    And the client answers "Second?" with the line {"type": "message", "text": "<second>"}
    And the model says "done"
    Then 1 message tells the client:
      """
      {"type": "message", "text": "[One] First?\n1. A - a\n2. B\n0. Cancel\nSeveral numbers are separated by commas."}
      """
    And 1 message tells the client {"type": "message", "text": "[Two] Second?\n1. C\n2. D\n0. Cancel"}
    And of the call "call_1" the model is told "<told>"

    Examples:
      | what                                                 | first | second | told                                           |
      | each question gets its own reply                     | 2, 1  | 1      | \\"First?\\"=\\"B, A\\", \\"Second?\\"=\\"C\\" |
      | a list with a number out of range is read as a text  | 1, 3  | 2      | \\"First?\\"=\\"1, 3\\", \\"Second?\\"=\\"D\\" |
      | a cancel at the last question cancels the whole call | 1     | 0      | User declined to answer questions              |

  @field-25
  Scenario: In a chat a reply after an abort does not answer the question
    Given the setting "channel" is "text"
    When the user says "go"
    And the model asks the user "Tea or coffee?" between ["Tea", "Coffee"]
    And SIGINT arrives when the client is told "Tea or coffee?"
    And 1000 ms later the client sends {"type": "message", "text": "1"}
    # The reply may also count as the user's next message.
    And the model says "one what?" if it is asked
    Then nothing is recorded with {"type": "tool_result"} [I-5]
    And 1 event is recorded with {"toolCallId": "call_1"} [I-1]
    And the last object recorded with {"toolCallId": "call_1"} has {"type": "tool_error"} [I-1]
    And the answer "Tea" arrives 0 times [I-2]

  Scenario: The automatic channel answers with the first option
    Given the setting "channel" is "auto"
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "One?", "header": "H", "options": [{"label": "B", "description": ""}, {"label": "A", "description": ""}]},
        {"question": "Several?", "header": "H", "multiSelect": true, "options": [{"label": "D", "description": "", "preview": "<b>D</b>"}, {"label": "C", "description": ""}]}]}
      """
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-65]
      """
      User has answered your questions: "One?"="B", "Several?"="D". You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has: [PD-65]
      """
      {"data": {"answers": {"One?": "B", "Several?": ["D"]}}}
      """
    And no prompt is shown [PD-65]
    And no message tells the client "One?" [PD-65]

  Scenario Outline: A channel failure is an error of the tool: <what>
    Given the setting "channel" is "<channel>"
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And <how> at "Which?"
    And the model says "as you like"
    Then the last object recorded with {"toolCallId": "call_1"} has {"error": {"code": "tool_execution_failed"}} [PD-45]
    And the call "call_1" fails, telling the model something with "tool_execution_failed" [PD-45]
    And nothing is recorded with {"type": "tool_result"} [PD-45]
    And the turn ends completed [PD-45]
    And nothing is refused

    Examples:
      | what                  | channel | how                 |
      | the host's input ends | host    | the input ends      |
      | the host breaks       | host    | the terminal breaks |
      | the panel breaks      | panel   | the terminal breaks |

  @field-26
  Scenario: A host that returns null for answers is an error, and not an answer
    Given the setting "channel" is "host"
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the person answers "Which?" with {"type": "answered", "answers": null}
    And the model says "as you like"
    Then the call "call_1" fails, telling the model something with "" [I-5]
    And nothing is recorded with {"type": "tool_result"} [I-5]
    And the turn ends completed [I-1]

  Scenario: The scripted channel answers the questions it knows, and fails on others
    Given the setting "channel" is "scripted"
    And the setting "scripted" is {"answers": {"Known?": ["A", "B"]}}
    When the user says "go"
    And the model asks the user "Known?" between ["A", "B"]
    And the model asks the user "Unknown?" between ["A", "B"]
    And the model says "done"
    Then the call "call_1" succeeds, telling the model:
      """
      User has answered your questions: "Known?"="A, B". You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"toolCallId": "call_2"} has {"error": {"code": "tool_execution_failed"}} [PD-45]

  Scenario: The scripted channel can cancel the question
    Given the setting "channel" is "scripted"
    And the setting "scripted" is {"answers": {"Known?": "A"}, "cancel": true}
    When the user says "go"
    And the model asks the user "Known?" between ["A", "B"]
    And the model says "done"
    Then something is recorded with:
      """
      {"code": "unsupported_tool", "message": "User declined to answer questions (in-memory cancel)"}
      """
