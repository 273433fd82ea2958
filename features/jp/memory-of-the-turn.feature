Feature: jp: a remembered answer holds to the end of its turn

  Whatever fails, is refused, is stopped or is retried in between, the answer that was remembered still serves the
  question of its tool and its id, and the person is not asked again.

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the boolean question "Sure?" as "q"
    And a tool "build" that returns "built"
    And the tool "build" takes 1000 ms

  Scenario Outline: An answer is remembered although the tool that asked <how>
    Given a tool "wipe" <ends>
    And the tool "wipe" asks the boolean question "Wipe it?" as "w"
    When the user says "go"
    And the model calls "wipe"
    And the person answers and remembers "Wipe it?" with <answer>
    And the model calls "wipe"
    And if asked, the person answers "Wipe it?" with <other>
    And the model says "done"
    Then 1 prompt is shown [<id>, PER-09]
    And execution 4 of "wipe" has the answers {"w": <answer>} [<id>, PER-09]

    Examples:
      | how                 | ends                      | answer | other | id     |
      | failed after a yes  | that fails with "no disk" | true   | false | PER-02 |
      | failed after a no   | that fails with "no disk" | false  | true  | PER-03 |
      | crashed after a yes | that ends without a word  | true   | false | PER-02 |
      | crashed after a no  | that ends without a word  | false  | true  | PER-03 |

  Scenario Outline: A remembered answer survives the refusal to run <what>
    Given the setting "conversation.tools.<tool>.run" is "ask"
    When the user says "go"
    And the model calls "deploy"
    And if asked, the person presses "y" at "Run local deploy tool?"
    And the person answers and remembers "Sure?" with true
    And the model calls "<tool>"
    And the person presses "<key>" at "Run local <tool> tool?"
    And the model calls "build"
    And if asked, the person presses "y" at "Run local build tool?"
    And the model calls "deploy"
    And if asked, the person presses "y" at "Run local deploy tool?"
    And if asked, the person answers "Sure?" with false
    And the model says "done"
    Then <prompts> prompts are shown [PER-09]
    And execution 4 of "deploy" has the answers {"q": true} [PER-09]

    Examples:
      | what                                  | tool   | key | prompts |
      | another tool for the rest of the turn | build  | N   | 2       |
      | another tool once                     | build  | n   | 3       |
      | the tool that asked                   | deploy | n   | 4       |
      | the tool that asked, by Esc           | deploy | Esc | 4       |

  Scenario Outline: A remembered answer survives an interrupt, and the turn goes on: <what>
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Sure?" with <answer>
    And the model calls "build"
    And SIGINT arrives when the tool "build" runs
    And the person answers "Interrupted" with "<choice>"
    And if asked, the person answers "Message to the assistant" with "<message>"
    And the model calls "deploy"
    And if asked, the person answers "Sure?" with <other>
    And the model says "done"
    Then <prompts> prompts are shown [PER-09]
    And execution 4 of "deploy" has the answers {"q": <answer>} [PER-09]

    Examples:
      | what                                  | choice   | message   | answer | other | prompts |
      | a yes, and a stop with a message      | respond  | not today | true   | false | 3       |
      | a no, and a stop with a message       | respond  | not today | false  | true  | 3       |
      | a yes, and a stop without a message   | respond  |           | true   | false | 3       |
      | a yes, and the tools left running     | continue |           | true   | false | 2       |
      | a no, and the tools left running      | continue |           | false  | true  | 2       |
      | a yes, and a restart of another batch | restart  |           | true   | false | 2       |

  Scenario Outline: A remembered answer survives a question to the assistant that gets no answer: <what>
    Given the tool "build" asks the text question "Which tag?" as "tag"
    And the setting "conversation.tools.build.questions.tag.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Sure?" with true
    And the model calls "build"
    And the inquiry "Which tag?" <gets>
    And the model calls "deploy"
    And if asked, the person answers "Sure?" with false
    And the model says "done"
    Then the inquiry "call_2.tag.1" is recorded as cancelled by backend_error [CAN-10]
    And 1 prompt is shown [PER-09]
    And execution 4 of "deploy" has the answers {"q": true} [PER-09]

    Examples:
      | what              | gets                         |
      | a refused request | meets "status 401"           |
      | an empty reply    | gets an empty reply          |
      | an unfit answer   | gets the data {"answer": 12} |

  Scenario Outline: A remembered answer survives a request of the turn that is retried: <fault>
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Sure?" with <answer>
    And the model's reply first meets "<fault>"
    And the model calls "deploy"
    And if asked, the person answers "Sure?" with <other>
    And the model says "done"
    Then 1 prompt is shown [PER-09]
    And execution 4 of "deploy" has the answers {"q": <answer>} [PER-09]

    Examples:
      | fault                    | answer | other |
      | status 500               | true   | false |
      | status 429 retry-after 7 | false  | true  |
      | a dropped connection     | true   | false |

  Scenario: A remembered answer survives an inquiry that is retried
    Given the tool "build" asks the text question "Which tag?" as "tag"
    And the setting "conversation.tools.build.questions.tag.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Sure?" with true
    And the model calls "build"
    And the inquiry "Which tag?" meets "status 500"
    And the inquiry "Which tag?" is answered with "v1"
    And the model calls "deploy"
    And if asked, the person answers "Sure?" with false
    And the model says "done"
    Then 1 prompt is shown [PER-09]
    And execution 4 of "deploy" has the answers {"q": true} [PER-09]

  Scenario Outline: Each of a tool's questions is remembered, with a <first> to the first of four
    Given a tool "wipe" that returns "wiped"
    And the tool "wipe" asks the boolean question "Wipe the disk?" as "a"
    And the tool "wipe" asks the boolean question "Wipe the cache?" as "b"
    And the tool "wipe" asks the boolean question "Wipe the logs?" as "c"
    And the tool "wipe" asks the boolean question "Wipe the keys?" as "d"
    When the user says "go"
    And the model calls "wipe"
    And the person answers and remembers "Wipe the disk?" with <a>
    And the person answers and remembers "Wipe the cache?" with <b>
    And the person answers and remembers "Wipe the logs?" with <a>
    And the person answers and remembers "Wipe the keys?" with <b>
    And the model calls "wipe"
    And if asked, the person answers "Wipe the disk?" with <b>
    And if asked, the person answers "Wipe the cache?" with <a>
    And if asked, the person answers "Wipe the logs?" with <b>
    And if asked, the person answers "Wipe the keys?" with <a>
    And the model says "done"
    Then 4 prompts are shown [PER-02, PER-03, PER-08, PER-09]
    And execution 10 of "wipe" has the answers {"a": <a>, "b": <b>, "c": <a>, "d": <b>} [PER-02, PER-03, PER-08]

    Examples:
      | first | a     | b     |
      | yes   | true  | false |
      | no    | false | true  |

  Scenario: The answers to five tools are remembered, though their questions have the same id
    Given a tool "t1"
    And the tool "t1" asks the boolean question "The first?" as "q"
    And a tool "t2"
    And the tool "t2" asks the boolean question "The second?" as "q"
    And a tool "t3"
    And the tool "t3" asks the boolean question "The third?" as "q"
    And a tool "t4"
    And the tool "t4" asks the boolean question "The fourth?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Sure?" with true
    And the model calls "t1"
    And the person answers and remembers "The first?" with false
    And the model calls "t2"
    And the person answers and remembers "The second?" with true
    And the model calls "t3"
    And the person answers and remembers "The third?" with false
    And the model calls "t4"
    And the person answers and remembers "The fourth?" with true
    And the model calls "deploy"
    And if asked, the person answers "Sure?" with false
    And the model calls "t1"
    And if asked, the person answers "The first?" with true
    And the model calls "t2"
    And if asked, the person answers "The second?" with false
    And the model says "done"
    Then 5 prompts are shown [PER-02, PER-03, PER-09, PER-10]
    And execution 4 of "deploy" has the answers {"q": true} [PER-02, PER-09, PER-10]
    And execution 4 of "t1" has the answers {"q": false} [PER-03, PER-09, PER-10]
    And execution 4 of "t2" has the answers {"q": true} [PER-02, PER-09, PER-10]

  Scenario Outline: A tool's second question is remembered though the first <what>
    Given a tool "wipe" that returns "wiped"
    And the tool "wipe" asks the <type> question "Wipe what?" as "a"
    And the tool "wipe" asks the boolean question "Really wipe?" as "b"
    When the user says "go"
    And the model calls "wipe"
    And the person <answers> "Wipe what?" with <first>
    And the person answers and remembers "Really wipe?" with true
    And the model calls "wipe"
    And if asked, the person answers "Wipe what?" with <first>
    And if asked, the person answers "Really wipe?" with false
    And the model says "done"
    Then <prompts> prompts are shown [PER-02, PER-08]
    And execution 6 of "wipe" has the answers {"a": <first>, "b": true} [PER-02, PER-08]

    Examples:
      | what                            | type    | answers               | first | prompts |
      | is a text that is asked anew    | text    | answers               | "all" | 3       |
      | is a yes that is not remembered | boolean | answers               | true  | 3       |
      | is remembered too               | boolean | answers and remembers | true  | 2       |

  Scenario Outline: A tool that asks its question again in the same call gets the remembered <answer>
    Given the tool "deploy" asks its first question 3 times
    When the user says "go"
    And the model calls "deploy"
    And the person answers and remembers "Sure?" with <answer>
    And if asked, the person answers "Sure?" with <other>
    And if asked, the person answers "Sure?" with <other>
    And the model says "done"
    Then 1 prompt is shown [<id>]
    And the inquiries recorded are "call_1.q.1 call_1.q.2 call_1.q.3" [PER-11]
    And the inquiry "call_1.q.2" is recorded as answered with <answer> [<id>]
    And execution 4 of "deploy" has the answers {"q": <answer>} [<id>]

    Examples:
      | answer | other | id     |
      | true   | false | PER-02 |
      | false  | true  | PER-03 |

  Scenario Outline: A remembered answer survives when the same tool's other question is cancelled: <how>
    Given a tool "wipe" that returns "wiped"
    And the tool "wipe" asks the boolean question "Wipe it?" as "a"
    And <asks>
    When the user says "go"
    And the model calls "wipe"
    And the person answers and remembers "Wipe it?" with <answer>
    And the person <does> "Which one?"
    And the model calls "wipe"
    And if asked, the person answers "Wipe it?" with <other>
    And the person presses "Enter" at "Which one?"
    And the model says "done"
    Then 3 prompts are shown [<id>, PER-09]
    And the inquiry "call_2.a.1" is recorded as answered with <answer> [<id>, PER-09]

    Examples:
      | how     | asks                                                                     | does                | answer | other | id     |
      | Esc     | the tool "wipe" asks the text question "Which one?" as "b"               | presses "Esc" at    | true   | false | PER-02 |
      | Ctrl-C  | the tool "wipe" asks the question "Which one?" as "b" between ["x", "y"] | presses "Ctrl-C" at | false  | true  | PER-03 |
      | at once | the tool "wipe" asks the text question "Which one?" as "b"               | cancels             | true   | false | PER-02 |
