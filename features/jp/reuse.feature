Feature: Remembering an answer for the turn

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"

  Scenario Outline: With <answer> remembered, a later call of the turn is answered without a prompt
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Deploy now?" with <answer>
    And the model calls "deploy" with:
      """
      {"where": "elsewhere"}
      """
    And the model says "done"
    Then 1 prompt is shown [<id>, PER-08, PER-09]
    And the inquiries recorded are "call_1.q.1 call_2.q.1" [PER-11, REC-02]
    And each inquiry recorded has one response [PER-11]
    And the inquiry "call_2.q.1" is recorded as answered with <answer> [<id>, REC-23]
    And execution 4 of "deploy" has the answers {"q": <answer>} [<id>]

    Examples:
      | answer | id     |
      | true   | PER-02 |
      | false  | PER-03 |

  Scenario Outline: The key <key> remembers its answer for the turn
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person presses "<key>" at "Deploy now?"
    And the model calls "deploy"
    And the model says "done"
    Then 1 prompt is shown [PRM-07, <id>]
    And execution 4 of "deploy" has the answers {"q": <answer>} [PRM-07, <id>]

    Examples:
      | key | answer | id     |
      | Y   | true   | PER-02 |
      | N   | false  | PER-03 |

  Scenario: A remembered answer serves a question with the same id but another text
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And in the call "call_2" the tool "deploy" asks:
      """
      {"id": "q", "text": "Deploy once more?", "answer_type": {"type": "boolean"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person presses "Y" at "Deploy now?"
    And the model calls "deploy"
    And the model says "done"
    Then 1 prompt is shown [PER-02.u]
    And the inquiry "call_2.q.1" is recorded as answered with true [PER-02.u]

  Scenario: A remembered answer does not serve a question with another id
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And in the call "call_2" the tool "deploy" asks:
      """
      {"id": "again", "text": "Deploy now?", "answer_type": {"type": "boolean"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Deploy now?" with true
    And the model calls "deploy"
    And the person answers "Deploy now?" with false
    And the model says "done"
    Then 2 prompts are shown [PER-08]
    And the inquiry "call_2.again.1" is recorded as answered with false [PER-08]

  Scenario Outline: The answer <answer> serves one call only when it is not remembered
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person presses "<key>" at "Deploy now?"
    And the model calls "deploy"
    And the person presses "<key>" at "Deploy now?"
    And the model says "done"
    Then 2 prompts are shown [PER-04, PRM-07]

    Examples:
      | answer | key |
      | true   | y   |
      | false  | n   |

  Scenario: Persistence none: no answer can be remembered
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And its question has persistence set to "none"
    When the user says "go"
    And the model calls "deploy"
    And the person presses "Y y" at "Deploy now?"
    And the model calls "deploy"
    And the person presses "N n" at "Deploy now?"
    And the model says "done"
    Then 2 prompts are shown [PRM-08]
    And execution 4 of "deploy" has the answers {"q": false} [PRM-08]

  Scenario Outline: What is pressed at a question with persistence none answers no later question of its id: <key>
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And in the call "call_1" the tool "deploy" asks:
      """
      {"id": "q", "text": "Deploy once?", "answer_type": {"type": "boolean"}, "persistence": "none"}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person presses "<key>" at "Deploy once?"
    And the model calls "deploy"
    And the person answers "Deploy now?" with false
    And the model says "done"
    Then 2 prompts are shown [PER-06, PRM-08]
    And execution 4 of "deploy" has the answers {"q": false} [PER-06, PRM-08]

    Examples:
      | key |
      | Y y |
      | N n |

  Scenario: A question with persistence none ignores an answer remembered under the same id
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And in the call "call_2" the tool "deploy" asks:
      """
      {"id": "q", "text": "Deploy now, really?", "answer_type": {"type": "boolean"}, "persistence": "none"}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Deploy now?" with true
    And the model calls "deploy"
    And the person answers "Deploy now, really?" with false
    And the model calls "deploy"
    And the model says "done"
    Then 2 prompts are shown [PER-05, PER-07]
    And the inquiry "call_2.q.1" is recorded as answered with false [PER-05, PER-07]
    And the inquiry "call_3.q.1" is recorded as answered with true [PER-07]

  Scenario: A remembered answer is forgotten when the turn ends
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Deploy now?" with true
    And the model says "done"
    And the user says "again" after the turn
    And the model calls "deploy"
    And the person answers "Deploy now?" with false
    And the model says "done again"
    Then 2 prompts are shown [PER-09]
    And execution 4 of "deploy" has the answers {"q": false} [PER-09]

  Scenario: A remembered answer does not serve another tool with the same question id
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" asks the boolean question "Wipe it?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Deploy now?" with true
    And the model calls "wipe"
    And the person answers "Wipe it?" with false
    And the model says "done"
    Then 2 prompts are shown [PER-10]
    And execution 2 of "wipe" has the answers {"q": false} [PER-10]

  Scenario: Two calls at once both ask, even when the first answer is remembered
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "deploy"
    And the person answers and remembers "Deploy now?" with true
    And the person answers "Deploy now?" with false
    And the model says "done"
    Then 2 prompts are shown [PER-17]
    And the inquiry "call_2.q.1" is recorded as answered with false [PER-17]

  Scenario: A cancelled question is not remembered
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person cancels "Deploy now?"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then 2 prompts are shown [PER-12]

  Scenario: A secret is asked every time
    Given the tool "deploy" asks the secret question "Passphrase?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person enters the secret "hunter2-xyzzy" at "Passphrase?"
    And the model calls "deploy"
    And the person enters the secret "hunter2-plugh" at "Passphrase?"
    And the model says "done"
    Then 2 prompts are shown [PER-12, PER-14]
    And the inquiry "call_2.q.1" is recorded as redacted [REC-25]

  Scenario: A secret question ignores an answer remembered under the same id
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And in the call "call_2" the tool "deploy" asks:
      """
      {"id": "q", "text": "Passphrase?", "answer_type": {"type": "secret"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Deploy now?" with true
    And the model calls "deploy"
    And the person enters the secret "hunter2-xyzzy" at "Passphrase?"
    And the model says "done"
    Then 2 prompts are shown [PER-14]
    And the inquiry "call_2.q.1" is recorded as redacted [PER-14]

  Scenario: A secret is not remembered for a later question under the same id
    Given the tool "deploy" asks the secret question "Passphrase?" as "q"
    And in the call "call_2" the tool "deploy" asks:
      """
      {"id": "q", "text": "Which tag?", "answer_type": {"type": "text"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person enters the secret "hunter2-xyzzy" at "Passphrase?"
    And the model calls "deploy"
    And the person answers "Which tag?" with "v1"
    And the model says "done"
    Then 2 prompts are shown [PER-14]
    And the inquiry "call_2.q.1" is recorded as answered with "v1" [PER-14]
    And an execution of the call "call_2" has the answers {"q": "v1"} [PER-14]

  Scenario: A configured answer is not remembered
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the setting "conversation.tools.deploy.questions.q.answer" is true
    And in the call "call_2" the tool "deploy" asks:
      """
      {"id": "q", "text": "Deploy what?", "answer_type": {"type": "text"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the model calls "deploy"
    And the model says "done"
    Then the inquiry "call_1.q.1" is recorded as answered with true [PER-15]
    And the inquiry "call_2.q.1" is recorded as cancelled by invalid_static_answer [PER-15]

  Scenario: An answer of the assistant is not remembered
    Given the system "jp-inquiry"
    And no terminal
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with false
    And the model says "done"
    Then 2 inquiries reach the model [PER-15, INQ-33]
    And inquiry 2 continues the conversation [INQ-37]
    And execution 4 of "deploy" has the answers {"q": false} [PER-15, INQ-33]
