Feature: The prompt: every answer type, with every persistence and label

  What is drawn, what is offered, and what an answer gives: 4 answer types x 2 persistences x 3 labels.

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"

  Scenario Outline: A boolean question, persistence <persistence>, label <label>
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And its question has persistence set to "<persistence>"
    And the setting "conversation.tools.deploy.questions.q.prompt_label" is <label>
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the model says "done"
    Then the prompt is drawn as the lines <lines>
    And 1 prompt is shown [RTE-26]
    And the prompt <header> [<ids>]
    And of the keys "y Y n N" the prompt offers "<keys>" [PER-16, <keys ids>]
    And of the keys "?" the prompt offers "?" [PRM-06.u]
    And the inquiry "call_1.q.1" is recorded as asked by {"source": "tool", "name": "deploy"} [REC-14]
    And the inquiry "call_1.q.1" is recorded as answered with true
    And execution 2 of "deploy" has the answers {"q": true}

    Examples:
      | persistence | label | keys | keys ids | lines | ids | header |
      | turn | null | y Y n N | PRM-05 | ["? Deploy now? [y,Y,n,N,?]"] | PRM-02 | does not contain "deploy" |
      | turn | "Assistant" | y Y n N | PRM-05 | ["Assistant", "? Deploy now? [y,Y,n,N,?]"] | PRM-01, PRM-14 | shows "Assistant" above "Deploy now?" |
      | turn | "Ops (night)" | y Y n N | PRM-05 | ["Ops (night)", "? Deploy now? [y,Y,n,N,?]"] | PRM-01, PRM-14 | shows "Ops (night)" above "Deploy now?" |
      | none | null | y n | PRM-06 | ["? Deploy now? [y,n,?]"] | PRM-02 | does not contain "deploy" |
      | none | "Assistant" | y n | PRM-06 | ["Assistant", "? Deploy now? [y,n,?]"] | PRM-01, PRM-14 | shows "Assistant" above "Deploy now?" |
      | none | "Ops (night)" | y n | PRM-06 | ["Ops (night)", "? Deploy now? [y,n,?]"] | PRM-01, PRM-14 | shows "Ops (night)" above "Deploy now?" |

  Scenario Outline: A select question, persistence <persistence>, label <label>
    Given the tool "deploy" asks the question "Deploy where?" as "q" between ["staging", "production"]
    And its question has persistence set to "<persistence>"
    And the setting "conversation.tools.deploy.questions.q.prompt_label" is <label>
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy where?" with "production"
    And the model says "done"
    Then the prompt <header> [<ids>]
    And the prompt is drawn as the lines:
      """
      [<heading>"? Deploy where?", "> staging", "  production",
       "[↑↓ to move, enter to select, type to filter]"]
      """
    And the prompt offers the choices ["staging", "production"] [PRM-10.u]
    And execution 2 of "deploy" has the answers {"q": "production"} [PRM-10.u]

    Examples:
      | persistence | label         | heading        | ids            | header                                  |
      | turn        | null          |                | PRM-02         | does not contain "deploy"               |
      | turn        | "Assistant"   | "Assistant",   | PRM-01, PRM-14 | shows "Assistant" above "Deploy where?" |
      | turn        | "Ops (night)" | "Ops (night)", | PRM-01, PRM-14 | shows "Ops (night)" above "Deploy where?" |
      | none        | null          |                | PRM-02         | does not contain "deploy"               |
      | none        | "Assistant"   | "Assistant",   | PRM-01, PRM-14 | shows "Assistant" above "Deploy where?" |
      | none        | "Ops (night)" | "Ops (night)", | PRM-01, PRM-14 | shows "Ops (night)" above "Deploy where?" |

  Scenario Outline: A text question, persistence <persistence>, label <label>
    Given the tool "deploy" asks the text question "Which tag?" as "q"
    And its question has persistence set to "<persistence>"
    And the setting "conversation.tools.deploy.questions.q.prompt_label" is <label>
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Which tag?" with "v1.2 \"final\" é"
    And the model says "done"
    Then the prompt is drawn as the lines <lines>
    And the prompt <header> [<ids>]
    And execution 2 of "deploy" has the answers {"q": "v1.2 \"final\" é"} [PRM-11.u]

    Examples:
      | persistence | label         | lines                           | ids            | header                                |
      | turn        | null          | ["? Which tag?"]                 | PRM-02         | does not contain "deploy"             |
      | turn        | "Assistant"   | ["Assistant", "? Which tag?"]    | PRM-01, PRM-14 | shows "Assistant" above "Which tag?"  |
      | turn        | "Ops (night)" | ["Ops (night)", "? Which tag?"]  | PRM-01, PRM-14 | shows "Ops (night)" above "Which tag?" |
      | none        | null          | ["? Which tag?"]                 | PRM-02         | does not contain "deploy"             |
      | none        | "Assistant"   | ["Assistant", "? Which tag?"]    | PRM-01, PRM-14 | shows "Assistant" above "Which tag?"  |
      | none        | "Ops (night)" | ["Ops (night)", "? Which tag?"]  | PRM-01, PRM-14 | shows "Ops (night)" above "Which tag?" |

  Scenario Outline: A secret question, persistence <persistence>, label <label>
    Given the tool "deploy" asks the secret question "Passphrase?" as "q"
    And its question has persistence set to "<persistence>"
    And the setting "conversation.tools.deploy.questions.q.prompt_label" is <label>
    When the user says "go"
    And the model calls "deploy"
    And the person enters the secret "hunter2-xyzzy" at "Passphrase?"
    And the model says "done"
    Then the prompt is drawn as the lines <lines>
    And the prompt <header> [<ids>]
    And the prompt hides what is typed [PRM-18]
    And event 5 is recorded in the form: [REC-25, REC-26]
      """
      {"type": "inquiry_response", "outcome": "redacted", "id": "call_1.q.1"}
      """
    And the secret is recorded nowhere [REC-25]
    And the secret is drawn nowhere [PRM-18]
    And the secret is sent to the model nowhere

    Examples:
      | persistence | label         | lines                           | ids            | header                                |
      | turn        | null          | ["? Passphrase?"]                | PRM-02         | does not contain "deploy"             |
      | turn        | "Assistant"   | ["Assistant", "? Passphrase?"]   | PRM-01, PRM-14 | shows "Assistant" above "Passphrase?" |
      | turn        | "Ops (night)" | ["Ops (night)", "? Passphrase?"] | PRM-01, PRM-14 | shows "Ops (night)" above "Passphrase?" |
      | none        | null          | ["? Passphrase?"]                | PRM-02         | does not contain "deploy"             |
      | none        | "Assistant"   | ["Assistant", "? Passphrase?"]   | PRM-01, PRM-14 | shows "Assistant" above "Passphrase?" |
      | none        | "Ops (night)" | ["Ops (night)", "? Passphrase?"] | PRM-01, PRM-14 | shows "Ops (night)" above "Passphrase?" |

  Scenario: A secret that is typed key by key is never drawn, not even in part
    Given the secret "hunter2"
    And the tool "deploy" asks the secret question "Passphrase?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person presses "h u n t e r 2 Enter" at "Passphrase?"
    And the model says "done"
    Then the secret is drawn nowhere [PRM-18]
    And no prompt contains "hun" [PRM-18]
    And no prompt contains "er2" [PRM-18]
    And the inquiry "call_1.q.1" is recorded as redacted [REC-25]
    And the secret is recorded nowhere [REC-25]

  Scenario: A secret that is pasted in part is neither drawn nor recorded
    Given the secret "hunter2"
    And the tool "deploy" asks the secret question "Passphrase?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person pastes "hunter" at "Passphrase?"
    And 0 ms later the person presses "2 Enter" at "Passphrase?"
    And the model says "done"
    Then the secret is drawn nowhere [PRM-18]
    And no prompt contains "hun" [PRM-18]
    And the inquiry "call_1.q.1" is recorded as redacted [REC-25]
    And the secret is recorded nowhere [REC-25]
    And execution 2 of "deploy" has the answers {"q": "hunter2"} [PRM-18]

  Scenario: The context stands above the question, and the label above both
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And its question has context set to "3 files changed\n1 migration"
    And the setting "conversation.tools.deploy.questions.q.prompt_label" is "Ops"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with false
    And the model says "done"
    Then the prompt is drawn as:
      """
      Ops
      3 files changed
      1 migration
      ? Deploy now? [y,Y,n,N,?]
      """
    And the prompt shows "1 migration" above "Deploy now?" [PRM-03]
    And the prompt shows "Ops" above "Deploy now?" [PRM-01]

  Scenario Outline: The prompt shows the default, and Enter answers with it: <type>
    Given <asks>
    And its question has default set to <default>
    When the user says "go"
    And the model calls "deploy"
    And the person presses "Enter" at "Deploy"
    And the model says "done"
    Then the prompt contains "<drawn>"
    And execution 2 of "deploy" has the answers {"q": <default>} [<ids>]

    Examples:
      | type | asks | default | drawn | ids |
      | boolean yes | the tool "deploy" asks the boolean question "Deploy now?" as "q" | true | [y,Y,n,N,?] (y) | PRM-09 |
      | boolean no | the tool "deploy" asks the boolean question "Deploy now?" as "q" | false | [y,Y,n,N,?] (n) | PRM-09 |
      | select | the tool "deploy" asks the question "Deploy where?" as "q" between ["a", "b", "c"] | "b" | > b | PRM-10, PRM-10.u |
      | text | the tool "deploy" asks the text question "Deploy tag?" as "q" | "v1" | (v1) | PRM-11, PRM-11.u |

  Scenario Outline: A default taken with Enter is not remembered: <default>
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And its question has default set to <default>
    When the user says "go"
    And the model calls "deploy"
    And the person presses "Enter" at "Deploy now?"
    And the model calls "deploy"
    And the person presses "Enter" at "Deploy now?"
    And the model says "done"
    Then 2 prompts are shown [PRM-09]

    Examples:
      | default |
      | true    |
      | false   |

  Scenario: A default that is not an option is ignored
    Given the tool "deploy" asks the question "Deploy where?" as "q" between ["a", "b"]
    And its question has default set to "z"
    When the user says "go"
    And the model calls "deploy"
    And the person presses "Enter" at "Deploy where?"
    And the model says "done"
    Then the prompt contains "> a"
    And execution 2 of "deploy" has the answers {"q": "a"} [PRM-10]

  Scenario Outline: Persistence turn: the key <key> answers <meaning>
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person presses "<key>" at "Deploy now?"
    And the model says "done"
    Then execution 2 of "deploy" has the answers {"q": <answer>} [PRM-07.u]
    And nothing is refused

    Examples:
      | key | meaning              | answer |
      | y   | yes once             | true   |
      | Y   | yes and remembers it | true   |
      | n   | no once              | false  |
      | N   | no and remembers it  | false  |

  @open
  Scenario Outline: Persistence none: the key <key> is refused
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And its question has persistence set to "none"
    When the user says "go"
    And the model calls "deploy"
    And the person presses "<key> y" at "Deploy now?"
    And the model says "done"
    Then what was done is refused as not_offered [PRM-20]
    And the prompt is redrawn with "# Invalid option:"
    And execution 2 of "deploy" has the answers {"q": true}

    Examples:
      | key |
      | Y   |
      | N   |
      | x   |

  Scenario: The key ? shows help and changes nothing
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person presses "? n" at "Deploy now?"
    And the model says "done"
    Then the prompt is redrawn with "Y - yes, and remember for this turn"
    And 1 prompt is shown
    And execution 2 of "deploy" has the answers {"q": false}

  Scenario: Keys move through and filter the options of a select prompt
    Given the tool "deploy" asks the question "Deploy where?" as "q" between ["staging", "production", "canary"]
    When the user says "go"
    And the model calls "deploy"
    And the person presses "Down Up Up c a n Enter" at "Deploy where?"
    And the model says "done"
    Then execution 2 of "deploy" has the answers {"q": "canary"} [PRM-10.u]

  Scenario: An arrow key moves among the options that are left by a filter
    Given the tool "deploy" asks the question "Deploy where?" as "q" between ["apple", "avocado", "berry", "banana"]
    When the user says "go"
    And the model calls "deploy"
    And the person presses "b Down Enter" at "Deploy where?"
    And the model says "done"
    Then execution 2 of "deploy" has the answers {"q": "banana"} [PRM-10.u]

  Scenario Outline: A <type> question is drawn alike with the persistence turn and with none
    Given <first>
    And its question has persistence set to "turn"
    And <second>
    And its question has persistence set to "none"
    When the user says "go"
    And the model calls "deploy"
    And the person presses "Enter" at "Deploy"
    And the person presses "Enter" at "Deploy"
    And the model says "done"
    Then prompts 1 and 2 are drawn alike [PRM-12]

    Examples:
      | type | first | second |
      | select | the tool "deploy" asks the question "Deploy to?" as "q" between ["a"] | the tool "deploy" asks the question "Deploy to?" as "p" between ["a"] |
      | text | the tool "deploy" asks the text question "Deploy tag?" as "q" | the tool "deploy" asks the text question "Deploy tag?" as "p" |

  Scenario Outline: A <type> answer cannot be remembered, and the next call asks again
    Given <asks>
    When the user says "go"
    And the model calls "deploy"
    And the person presses "Enter" at "Deploy"
    And the model calls "deploy"
    And the person presses "Enter" at "Deploy"
    And the model says "done"
    Then 2 prompts are shown [PRM-12]
    And prompt 1 contains "Deploy"
    And prompt 2 contains "Deploy"

    Examples:
      | type   | asks                                                                          |
      | select | the tool "deploy" asks the question "Deploy where?" as "q" between ["a", "b"] |
      | text   | the tool "deploy" asks the text question "Deploy what?" as "q"                |

  Scenario: Escape sequences in a question cannot control the terminal
    Given the tool "deploy" asks the text question "Which\u001b[2J tag?" as "q"
    And its question has text set to "Which\u001b[2J tag?"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "tag?" with "v1"
    And the model says "done"
    Then the prompt contains "Which␛[2J tag?"

  Scenario: A tool's question of several lines is shown, not refused
    Given the tool "deploy" asks the boolean question "First\nSecond?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Second?" with true
    And the model says "done"
    Then the prompt shows "First" above "Second?" [ARG-29]
    And the call "call_1" succeeds, telling the model "deployed" [ARG-29]

  Scenario: Two prompts are shown one at a time, in the order in which they are asked
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "notify" that returns "notified"
    And the tool "notify" asks the text question "Notify whom?" as "who"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "notify"
    And the person answers "Deploy now?" with true
    And the person answers "Notify whom?" with "ops"
    And the model says "done"
    Then prompt 1 contains "Deploy now?" [PRM-16]
    And prompt 2 contains "Notify whom?" [PRM-16]
    And the results of the last request are "call_1 call_2" [EXE-21]
    And nothing is refused [PRM-16]

  Scenario: Three prompts are shown in the order in which they are asked
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "notify" that returns "notified"
    And the tool "notify" asks the text question "Notify whom?" as "who"
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" asks the boolean question "Wipe it?" as "sure"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "notify"
    And in the same message it calls "wipe"
    And the person answers "Deploy now?" with true
    And the person answers "Notify whom?" with "ops"
    And the person answers "Wipe it?" with false
    And the model says "done"
    Then prompt 1 contains "Deploy now?" [PRM-16]
    And prompt 2 contains "Notify whom?" [PRM-16]
    And prompt 3 contains "Wipe it?" [PRM-16]
    And execution 2 of "notify" has the answers {"who": "ops"} [PRM-16]
    And execution 2 of "wipe" has the answers {"sure": false} [PRM-16]

  Scenario: A second prompt waits for as long as the first is shown
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "notify" that returns "notified"
    And the tool "notify" asks the text question "Notify whom?" as "who"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "notify"
    And nobody answers
    Then the inquiries recorded are "call_1.q.1 call_2.who.1"
    And 1 prompt is shown [PRM-16]
    And the prompt contains "Deploy now?" [PRM-16]

  Scenario: Other tools keep running while one waits for a prompt
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "lint" that returns "clean"
    And the tool "lint" takes 500 ms
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "lint"
    And the person presses "?" at "Deploy now?"
    And 600 ms later the person answers "Deploy now?" with true
    And the model says "done"
    Then the tool "lint" runs 1 time
    And the requests are sent at "0 600" [EXE-22, PRM-19]
    And the call "call_2" succeeds, telling the model "clean" [EXE-22]

  Scenario: Other tools ask the assistant while one waits for a prompt
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And a tool "notify" that returns "notified"
    And the tool "notify" asks the text question "Notify whom?" as "who"
    And the setting "conversation.tools.notify.questions.who.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "notify"
    And the person presses "?" at "Deploy now?"
    And 2000 ms later the person answers "Deploy now?" with true
    And after 1000 ms the inquiry "Notify whom?" is answered with "ops"
    And the model says "done"
    Then the requests are sent at "0 0 2000" [EXE-22, PRM-19]
    And the responses recorded are of the inquiries "call_2.who.1 call_1.q.1" [EXE-22, PRM-19]
    And the inquiry "call_2.who.1" is recorded as answered with "ops" [EXE-22, PRM-19]
    And the inquiry "call_1.q.1" is recorded as answered with true [EXE-22, PRM-19]

  Scenario: A second answer is refused as late and changes nothing
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And 1000 ms later the person answers "Deploy now?" with false
    And the model says "done"
    Then what was done is refused as late
    And execution 2 of "deploy" has the answers {"q": true}
    And the tool "deploy" runs 2 times

  Scenario: A prompt that nobody answers stays open
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And nobody answers
    Then the run ends parked
    And 1 request reaches the model
    And the events recorded are "turn_start chat_request tool_call_request inquiry_request"

  Scenario: A kill while a prompt is shown leaves the inquiry request recorded without a response
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And the subject is killed when "Deploy now?" is shown
    Then the run ends killed
    And the events recorded are "turn_start chat_request tool_call_request inquiry_request" [REC-02]
