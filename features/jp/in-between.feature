Feature: jp: what comes in between changes nothing else

  A cancel, an edit or a second asking touches what it is about. A flag that changes nothing leaves no trace.

  Scenario Outline: A newer answer replaces the older one, even <newer> after <older>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the <type> question "Sure?" as "q"
    And the tool "deploy" asks its first question 2 times
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Sure?" with <older>
    And the person answers "Sure?" with <newer>
    And the model says "done"
    Then execution 2 of "deploy" has the answers {"q": <older>} [EXE-20.u]
    And execution 3 of "deploy" has the answers {"q": <newer>} [EXE-20.u]

    Examples:
      | type    | older | newer |
      | boolean | true  | false |
      | boolean | false | true  |
      | text    | "a"   | ""    |
      | text    | ""    | "a"   |
      | text    | "a"   | "0"   |

  Scenario Outline: A newer answer of the assistant replaces the older one, even <newer> after <older>
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the <type> question "Sure?" as "q"
    And the tool "deploy" asks its first question 2 times
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Sure?" is answered with <older>
    And the inquiry "Sure?" is answered with <newer>
    And the model says "done"
    Then execution 3 of "deploy" has the answers {"q": <newer>} [INQ-14]

    Examples:
      | type    | older | newer |
      | boolean | true  | false |
      | text    | "a"   | ""    |

  Scenario Outline: A remembered answer outlives what comes in between: a question that is cancelled, <how>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Sure?" with true
    And the model calls "ask_user" with:
      """
      {"question": "Which?"}
      """
    And the person <does> "Which?"
    And the model calls "deploy"
    And if asked, the person answers "Sure?" with false
    And the model says "done"
    Then 2 prompts are shown [PER-02, PER-09]
    And execution 4 of "deploy" has the answers {"q": true} [PER-02, PER-09]

    Examples:
      | how     | does                |
      | Esc     | presses "Esc" at    |
      | Ctrl-C  | presses "Ctrl-C" at |
      | at once | cancels             |

  Scenario Outline: A remembered answer outlives what comes in between: <what>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    And a tool "wipe" that fails with "no disk"
    And a tool "crash" that ends without a word
    And a tool "build"
    And the tool "build" asks the boolean question "Build?" as "b"
    And its question has exclusive set to true
    And the setting "conversation.tools.build.questions.b.target" is "assistant"
    And the setting "conversation.tools.ask_user.questions.answer.answer" is "configured"
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Sure?" with <answer>
    And the model calls "<tool>" with:
      """
      <arguments>
      """
    And the model calls "deploy"
    And if asked, the person answers "Sure?" with <other>
    And the model says "done"
    Then 1 prompt is shown [PER-09]
    And execution 4 of "deploy" has the answers {"q": <answer>} [PER-09]

    Examples:
      | what                              | tool     | arguments                                   | answer | other |
      | a tool's error                    | wipe     | {}                                          | true   | false |
      | a crash of a tool                 | crash    | {}                                          | true   | false |
      | arguments that are refused        | ask_user | {}                                          | true   | false |
      | a question that may not be routed | build    | {}                                          | true   | false |
      | a configured answer               | ask_user | {"question": "Which?"}                      | true   | false |
      | a configured answer that is unfit | ask_user | {"question": "?", "answer_type": "boolean"} | true   | false |
      | a tool's error, after a no        | wipe     | {}                                          | false  | true  |

  Scenario: A remembered answer outlives a no to another question
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    And a tool "wipe"
    And the tool "wipe" asks the boolean question "Wipe it?" as "w"
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Sure?" with true
    And the model calls "wipe"
    And the person answers "Wipe it?" with false
    And the model calls "deploy"
    And if asked, the person answers "Sure?" with false
    And the model says "done"
    Then 2 prompts are shown [PER-09]

  Scenario Outline: Arguments that the person edited are those of every execution of the call: <how>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "p"
    And the tool "deploy" asks the boolean question "Really?" as "q"
    And the setting "conversation.tools.deploy.run" is "<run>"
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"env": "prod"}
      """
    And if asked, the person presses "e" at "Run local deploy tool?"
    And the person answers "Arguments of deploy" with "{\"env\": \"dev\"}"
    And the person answers "Sure?" with true
    And the person answers "Really?" with true
    And the model says "done"
    Then execution 2 of "deploy" has the arguments {"env": "dev"} [EXE-11]
    And execution 3 of "deploy" has the arguments {"env": "dev"} [EXE-11]

    Examples:
      | how                      | run  |
      | asked to edit            | edit |
      | edited when asked to run | ask  |

  Scenario Outline: A flag that changes nothing stores no change: <argv>, <what>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "read"
    And the user's configuration:
      """
      {"conversation": {"tools": {"read": <entry>}}}
      """
    And the command line "<argv>"
    When the user says "go"
    And the model says "done"
    Then nothing is recorded with {"type": "config_delta"} [CFG-15]
    And no notice is given [CFG-15]

    Examples:
      | what               | argv    | entry                                                    |
      | no setting         | -t read | {}                                                       |
      | another setting    | -t read | {"run": "unattended"}                                    |
      | on                 | -t read | {"enable": {"state": true}}                              |
      | on in the old form | -t read | {"enable": true}                                         |
      | off                | -T read | {"enable": {"state": false}}                             |
      | on, never          | -t read | {"enable": {"state": true, "allow_toggle": "never"}}     |
      | off, if_named      | -T read | {"enable": {"state": false, "allow_toggle": "if_named"}} |

  Scenario: A flag for ask_user, which is on already, stores no change
    Given the system "jp-ask-user"
    And a terminal
    And the command line "-t ask_user"
    When the user says "go"
    And the model says "done"
    Then nothing is recorded with {"type": "config_delta"} [CFG-15]

  Scenario Outline: An unfinished call that is stopped gets the message even if the tool then <ends>
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that <ends> "too late"
    And the tool "deploy" takes 60000 ms
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when the tool "deploy" runs
    And the person answers "Interrupted" with "respond"
    And the person answers "Message to the assistant" with "not today"
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [INT-05]
      """
      Tool run cancelled by user with a custom message:

      not today
      """

    Examples:
      | ends       |
      | returns    |
      | fails with |

  Scenario: An unfinished call that is stopped without a message gets its configured text even if the tool fails
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that fails with "too late"
    And the tool "deploy" takes 60000 ms
    And the setting "conversation.tools.deploy.cancellation_response" is "Stopped by hand."
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when the tool "deploy" runs
    And the person answers "Interrupted" with "respond"
    And the person answers "Message to the assistant" with ""
    And the model says "done"
    Then the call "call_1" succeeds, telling the model "Stopped by hand." [INT-06]

  Scenario: An inquiry shows what the model said before its call
    Given the system "jp-inquiry"
    And no terminal
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it says "I will deploy now."
    And the inquiry "Sure?" is answered with true
    And the model says "done"
    Then inquiry 1 continues the conversation [INQ-37]

  Scenario: An inquiry shows what the model said earlier in the turn
    Given the system "jp-inquiry"
    And no terminal
    And a tool "read"
    And a tool "deploy"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    When the user says "go"
    And the model calls "read"
    And in the same message it says "I will read first."
    And the model calls "deploy"
    And in the same message it says "I will deploy now."
    And the inquiry "Sure?" is answered with true
    And the model says "done"
    Then inquiry 1 continues the conversation [INQ-37]
