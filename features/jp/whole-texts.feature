Feature: jp: texts are kept whole, and options are compared to the letter

  Blanks, blank lines and further lines belong to a text.

  Scenario: A text default keeps the blanks at its ends
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which prefix?", "default": "  - "}
      """
    And the person answers "Which prefix?" with "x"
    And the model says "done"
    Then the question of the inquiry "call_1.answer.1" is recorded with default set to "  - " [ARG-18]

  Scenario: An empty text default is a default
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?", "default": ""}
      """
    And the person answers "Which?" with "x"
    And the model says "done"
    Then the question of the inquiry "call_1.answer.1" is recorded with default set to "" [ARG-18]

  Scenario Outline: A falsy default of another type is refused: <default> for a <type>
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?", "answer_type": "<type>", "default": <default>}
      """
    And if asked, the person cancels "Which?"
    And the model says "done"
    Then no prompt is shown [<id>]
    And the call "call_1" fails [<id>]

    Examples:
      | type    | default | id     |
      | text    | false   | ARG-15 |
      | text    | 0       | ARG-15 |
      | text    | []      | ARG-15 |
      | boolean | 0       | ARG-14 |

  Scenario: A long question of two sentences stays whole
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {
        "question": "The last release was cut from the main branch and not tested on the old machines. Which branch?"
      }
      """
    And the person answers "Which branch?" with "x"
    And the model says "done"
    Then the question of the inquiry "call_1.answer.1" is recorded with context set to null [ARG-32]

  Scenario: Options in a JSON string may have a line break before them
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?", "answer_type": "select", "options": "\n[\"a\", \"b\"]"}
      """
    And the person answers "Which?" with "b"
    And the model says "done"
    Then the call "call_1" succeeds with the JSON {"answer_type": "select", "answer": "b"} [ARG-26]

  Scenario Outline: Options in a JSON string are refused where options are not allowed: <what>
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      <arguments>
      """
    And the model says "sorry"
    Then the call "call_1" fails, telling the model something with "options" [ARG-13, ARG-26]
    And no prompt is shown [ARG-13, ARG-26]

    Examples:
      | what             | arguments                                                                      |
      | a boolean        | {"question": "Go?", "answer_type": "boolean", "options": "[\\"a\\", \\"b\\"]"} |
      | a text           | {"question": "Go?", "answer_type": "text", "options": "[\\"a\\", \\"b\\"]"}    |
      | no type is given | {"question": "Go?", "options": "[\\"a\\", \\"b\\"]"}                           |

  Scenario: A context keeps its blank lines
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?", "context": "one\n\n  two\n"}
      """
    And the person answers "Which?" with "b"
    And the model says "done"
    Then the question of the inquiry "call_1.answer.1" is recorded with context set to "one\n\n  two\n" [ARG-20]

  Scenario: An answer of blanks reaches the model as it is
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which separator?"}
      """
    And the person answers "Which separator?" with "  "
    And the model says "done"
    Then the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "  "} [RES-07]

  Scenario: All lines of a text default are offered
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which message?", "default": "first\n\nsecond"}
      """
    And the person presses "Enter" at "Which message?"
    And the model says "done"
    Then the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "first\n\nsecond"} [PRM-11, ARG-18]

  Scenario Outline: A configured answer must be an option to the letter: <what>
    Given the system "jp-ask-user"
    And a terminal
    And the setting "conversation.tools.ask_user.questions.answer.answer" is <text>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?", "answer_type": "select", "options": ["backup", "abort"]}
      """
    And the model says "done"
    Then the inquiry "call_1.answer.1" is recorded as cancelled by invalid_static_answer [CAN-06]
    And no prompt is shown [CAN-06]

    Examples:
      | what              | text      |
      | a blank before it | " backup" |
      | a blank after it  | "backup " |
      | the case          | "Backup"  |

  Scenario: The assistant's answer must be an option to the letter: a blank before it
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the question "Which?" as "q" between ["one", "two"]
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Which?" is answered with " one"
    And the model says "done"
    Then the inquiry "call_1.q.1" is recorded as cancelled by backend_error [INQ-23]

  Scenario: All lines of a message at a stop reach the model
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" takes 60000 ms
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when the tool "deploy" runs
    And the person answers "Interrupted" with "respond"
    And the person answers "Message to the assistant" with "first\nsecond"
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [INT-05]
      """
      Tool run cancelled by user with a custom message:

      first
      second
      """

  Scenario: All lines of a question reach the assistant that answers it
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "The patch:\n+ a line\n\nApply it?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "The patch:" is answered with true
    And the model says "done"
    Then inquiry 1 asks: [INQ-28]
      """
      The tool `deploy` requires additional input.

      The patch:
      + a line

      Apply it?

      Provide your answer based on the conversation context.
      """

  Scenario: A configured answer keeps the blanks and the line break at its ends
    Given the system "jp-ask-user"
    And a terminal
    And the setting "conversation.tools.ask_user.questions.answer.answer" is "  two words\n"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Which?"}
      """
    And the model says "done"
    Then the inquiry "call_1.answer.1" is recorded as answered with "  two words\n" [REC-22]
    And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "  two words\n"} [RES-07]

  Scenario: The assistant's answer keeps the blanks and the line break at its ends
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the text question "Which?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Which?" is answered with "  two words\n"
    And the model says "done"
    Then the inquiry "call_1.q.1" is recorded as answered with "  two words\n" [REC-24]
    And execution 2 of "deploy" has the answers {"q": "  two words\n"} [INQ-14]

  Scenario: The error of a failed inquiry quotes a question with braces and a percent sign
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Use {name} and {0}, 100 % sure?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Use {name}" gets the data {"answer": null}
    And the model says "done"
    Then the call "call_1" fails, telling the model something with "(\"Use {name} and {0}, 100 % sure?\")" [CAN-17]

  Scenario Outline: A target is compared to the letter: <target> is refused
    Given the system "jp-ask-user"
    And a terminal
    And the setting "conversation.tools.ask_user.questions.answer.target" is "<target>"
    When the user says "go"
    And the model says "done" if it is asked
    Then 0 requests reach the model [CFG-33]
    And the turn ends misconfigured [CFG-33]

    Examples:
      | target    |
      | Assistant |
      | USER      |

  Scenario: The ids of questions are compared to the letter: what is remembered for q is not the answer to Q
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    And the tool "deploy" asks the boolean question "Really?" as "Q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Sure?" with true
    And if asked, the person answers "Really?" with false
    And the model says "done"
    Then 2 prompts are shown [PER-08]
