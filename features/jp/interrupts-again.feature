Feature: jp: interrupts at odd moments

  What an interrupt does, it does at every moment: in a later asking, with something typed, between two retries, and
  between two turns. And it does it once.

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"

  Scenario Outline: An interrupt while <who> is asked ends this turn, and the next turn goes on to its end
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the setting "conversation.tools.deploy.questions.q.target" is "<target>"
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when "Deploy now?" is <asked>
    And <answer>
    And the user says "again" after the turn
    And the model calls "deploy"
    And <answer>
    And the model says "done"
    Then the call "call_1" is recorded as succeeding with "deployed" [INT-03]
    And the call "call_2" succeeds, telling the model "deployed" [INT-03]
    And <requests> requests reach the model [INT-03]
    And the turn ends completed [INT-03]

    Examples:
      | who           | target    | asked              | answer                                                        | requests |
      | the person    | user      | shown              | the person answers "Deploy now?" with true                    | 3        |
      | the assistant | assistant | asked of the model | after 1000 ms the inquiry "Deploy now?" is answered with true | 5        |

  Scenario: After an interrupt at a question that is then cancelled, the next turn goes on to its end
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And SIGINT arrives when "Deploy now?" is shown
    And the person presses "Esc" at "Deploy now?"
    And the user says "again" after the turn
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the inquiry "call_1.q.1" is recorded as cancelled by user [INT-12]
    And the call "call_2" succeeds, telling the model "deployed" [INT-03]
    And 3 requests reach the model [INT-03]
    And the turn ends completed [INT-03]

  Scenario Outline: <key> cancels a <type> question in the middle of it: <what>
    Given the tool "deploy" asks <question>
    When the user says "go"
    And the model calls "deploy"
    And the person presses "<before> <key>" at "Deploy"
    And the model says "fine"
    Then the inquiry "call_1.q.1" is recorded as cancelled by user [INT-12]
    And 1 prompt is shown [INT-12]
    And the tool "deploy" runs 1 time [INT-12]
    And the turn ends completed [INT-12]

    Examples:
      | key    | type    | question                                                              | what                     | before |
      | Esc    | select  | the question "Deploy where?" as "q" between ["staging", "production"] | a filter is typed        | p r    |
      | Ctrl-C | select  | the question "Deploy where?" as "q" between ["staging", "production"] | a filter is typed        | p r    |
      | Esc    | select  | the question "Deploy where?" as "q" between ["staging", "production"] | nothing fits the filter  | x x    |
      | Ctrl-C | select  | the question "Deploy where?" as "q" between ["staging", "production"] | nothing fits the filter  | x x    |
      | Esc    | select  | the question "Deploy where?" as "q" between ["staging", "production"] | another option is marked | Down   |
      | Ctrl-C | select  | the question "Deploy where?" as "q" between ["staging", "production"] | another option is marked | Down   |
      | Esc    | boolean | the boolean question "Deploy now?" as "q"                             | the help is open         | ?      |
      | Ctrl-C | boolean | the boolean question "Deploy now?" as "q"                             | the help is open         | ?      |
      | Esc    | text    | the text question "Deploy tag?" as "q"                                | a text is typed          | v 1    |
      | Ctrl-C | text    | the text question "Deploy tag?" as "q"                                | a text is typed          | v 1    |

  Scenario Outline: A restart runs every call again, though one has <ended> already
    Given a tool "check" <ends>
    And the tool "deploy" takes 1000 ms
    When the user says "go"
    And the model calls "check"
    And in the same message it calls "deploy"
    And SIGINT arrives 500 ms after "go" is asked of the model
    And the person answers "Interrupted" with "restart"
    And the model says "done"
    Then the tool "check" runs 2 times [INT-08]
    And the tool "deploy" runs 2 times [INT-08]
    And each call recorded has one response [INT-08, INT-10]
    And the call "call_2" succeeds, telling the model "deployed" [INT-08]
    And 2 requests reach the model [INT-08]
    And the turn ends completed [INT-08]

    Examples:
      | ended   | ends                            |
      | failed  | that fails with "exit status 1" |
      | crashed | that ends without a word        |

  Scenario Outline: A call that asks the <who> a second time is stopped with the message: its question <when>
    Given the tool "deploy" takes 1000 ms
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the tool "deploy" asks its first question 2 times
    And the setting "conversation.tools.deploy.questions.q.target" is "<target>"
    When the user says "go"
    And the model calls "deploy"
    And <answer>
    And SIGINT arrives 1500 ms after "go" is asked of the model
    And the person <menu>
    And <then> the person answers "Interrupted" with "respond"
    And the person answers "Message to the assistant" with "use staging"
    And the model says "as you wish"
    Then the inquiry "call_1.q.2" is recorded as cancelled by user
    And the call "call_1" succeeds, telling the model: [INT-05]
      """
      Tool run cancelled by user with a custom message:

      use staging
      """
    And the tool "deploy" runs 2 times [INT-05]
    And the turn ends completed [INT-05]

    Examples:
      | who       | when          | target    | answer                                          | menu                         | then         |
      | person    | comes in late | user      | the person answers "Deploy now?" with true      | presses "?" at "Interrupted" | 100 ms later |
      | person    | waits in line | user      | the person answers "Deploy now?" with true      | presses "?" at "Interrupted" | 900 ms later |
      | assistant | comes in late | assistant | the inquiry "Deploy now?" is answered with true | presses "?" at "Interrupted" | 100 ms later |

  Scenario: A call whose second inquiry is under way is stopped with the message
    Given the tool "deploy" takes 1000 ms
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the tool "deploy" asks its first question 2 times
    And the setting "conversation.tools.deploy.questions.q.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And SIGINT arrives 1500 ms after "go" is asked of the model
    And the person presses "?" at "Interrupted"
    And 900 ms later the person answers "Interrupted" with "respond"
    And the person answers "Message to the assistant" with "use staging"
    And after 5000 ms the inquiry "Deploy now?" is answered with true
    And the model says "as you wish"
    Then 1 inquiry is withdrawn [INT-01]
    And the inquiry "call_1.q.2" is recorded as cancelled by user [CAN-11]
    And the call "call_1" succeeds, telling the model: [INT-05]
      """
      Tool run cancelled by user with a custom message:

      use staging
      """

  Scenario Outline: A later question that comes in after <what> is cancelled by the user: <which>
    Given the system "jp-inquiry"
    And the tool "deploy" takes 1000 ms
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And <asks>
    And the setting "conversation.tools.deploy.questions.q.target" is "assistant"
    And the setting "conversation.tools.deploy.questions.p.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And <signal> arrives 1500 ms after "go" is asked of the model
    And if asked, the person answers "Interrupted" with "exit"
    Then 1 inquiry reaches the model [INT-11]
    And the inquiry "<late>" is recorded as cancelled by user [INT-11]
    And each inquiry recorded has one response [INT-11]
    And the tool "deploy" runs 2 times [INT-11]
    And the turn ends interrupted [INT-11]

    Examples:
      | what                | which              | asks                                                         | signal  | late       |
      | an exit at the menu | another question   | the tool "deploy" asks the text question "Which tag?" as "p" | SIGINT  | call_1.p.1 |
      | an exit at the menu | the same once more | the tool "deploy" asks its first question 2 times            | SIGINT  | call_1.q.2 |
      | SIGTERM             | another question   | the tool "deploy" asks the text question "Which tag?" as "p" | SIGTERM | call_1.p.1 |
      | SIGTERM             | the same once more | the tool "deploy" asks its first question 2 times            | SIGTERM | call_1.q.2 |

  Scenario Outline: An interrupt while an inquiry waits for its retry brings up no menu, and the turn ends: <fault>
    Given the system "jp-inquiry"
    And the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the setting "conversation.tools.deploy.questions.q.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" meets "<fault>"
    And the inquiry "Deploy now?" is answered with true
    And SIGINT arrives 500 ms after "Deploy now?" is asked of the model
    Then no prompt is shown [INT-02]
    And the inquiry "call_1.q.1" is recorded as answered with true [INT-02, INT-03]
    And the call "call_1" is recorded as succeeding with "deployed" [INT-03]
    And 3 requests reach the model [INT-03]
    And the turn ends interrupted [INT-02, INT-03]

    Examples:
      | fault                    |
      | status 500               |
      | status 429 retry-after 7 |
      | a dropped connection     |

  Scenario: SIGQUIT between two turns ends the process
    When the user says "go"
    And the model says "done"
    And SIGQUIT arrives after the turn
    And the subject exits by itself
    Then the run ends exited [INT-14]
    And the events recorded are "turn_start chat_request chat_response" [INT-14]
