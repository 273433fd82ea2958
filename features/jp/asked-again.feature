Feature: jp: a question that is asked again is the whole question

  The second asking has its label, its context, its default and its keys, whatever was answered to the first. A prompt
  that waits in line keeps its place, and a long text is drawn to its end.

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"

  Scenario Outline: The label of a <type> question is drawn at its second asking, too
    Given <asks>
    And the tool "deploy" asks its first question 2 times
    And the setting "conversation.tools.deploy.questions.q.prompt_label" is "Release desk"
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy" with <answer>
    And the person answers "Deploy" with <answer>
    And the model says "done"
    Then 2 prompts are shown
    And prompt 1 contains "Release desk" [PRM-01, PRM-14]
    And prompt 2 contains "Release desk" [PRM-01, PRM-14]
    And the last prompt with "Deploy" shows above it "Release desk" [PRM-01, PRM-14]

    Examples:
      | type    | asks                                                                  | answer |
      | boolean | the tool "deploy" asks the boolean question "Deploy now?" as "q"      | true   |
      | select  | the tool "deploy" asks the question "Deploy to?" as "q" between ["a"] | "a"    |
      | text    | the tool "deploy" asks the text question "Deploy tag?" as "q"         | "v1"   |
      | secret  | the tool "deploy" asks the secret question "Deploy key?" as "q"       | "k"    |

  Scenario Outline: The context of a <type> question is drawn at its second asking, too
    Given <asks>
    And its question has context set to "3 files changed\n1 migration"
    And the tool "deploy" asks its first question 2 times
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy" with <answer>
    And the person answers "Deploy" with <answer>
    And the model says "done"
    Then 2 prompts are shown
    And the last prompt with "Deploy" shows above it "3 files changed" [PRM-03]
    And the last prompt with "Deploy" shows above it "1 migration" [PRM-03]
    And prompt 2 contains "3 files changed" [PRM-03]
    And the question of the inquiry "call_1.q.2" is recorded with context set to "3 files changed\n1 migration" [REC-39]

    Examples:
      | type    | asks                                                                  | answer |
      | boolean | the tool "deploy" asks the boolean question "Deploy now?" as "q"      | true   |
      | select  | the tool "deploy" asks the question "Deploy to?" as "q" between ["a"] | "a"    |
      | text    | the tool "deploy" asks the text question "Deploy tag?" as "q"         | "v1"   |

  Scenario Outline: The second asking offers the default again, not the answer before: <type>
    Given <asks>
    And its question has default set to <default>
    And the tool "deploy" asks its first question 2 times
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy" with <first>
    And the person presses "Enter" at "Deploy"
    And the model says "done"
    Then 2 prompts are shown [<ids>]
    And execution 2 of "deploy" has the answers {"q": <first>}
    And execution 3 of "deploy" has the answers {"q": <default>} [<ids>]
    And the inquiry "call_1.q.2" is recorded as answered with <default> [<ids>]

    Examples:
      | type      | asks                                                                            | default | first | ids    |
      | a yes     | the tool "deploy" asks the boolean question "Deploy now?" as "q"                | true    | false | PRM-09 |
      | a no      | the tool "deploy" asks the boolean question "Deploy now?" as "q"                | false   | true  | PRM-09 |
      | an option | the tool "deploy" asks the question "Deploy to?" as "q" between ["a", "b", "c"] | "b"     | "c"   | PRM-10 |
      | a text    | the tool "deploy" asks the text question "Deploy tag?" as "q"                   | "v1"    | "v2"  | PRM-11 |

  Scenario: A question with persistence none offers no remembering at its second asking either
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And its question has persistence set to "none"
    And the tool "deploy" asks its first question 2 times
    When the user says "go"
    And the model calls "deploy"
    And the person answers "Deploy now?" with true
    And the person answers "Deploy now?" with false
    And the model says "done"
    Then 2 prompts are shown
    And the last prompt with "Deploy now?" offers none of the keys "Y N" [PRM-06]
    And the last prompt with "Deploy now?" offers at least the keys "y n" [PRM-06]

  Scenario Outline: What is pressed at the second asking of a question with persistence none is not remembered: <keys>
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And its question has persistence set to "none"
    And the tool "deploy" asks its first question 2 times
    And in the call "call_2" the tool "deploy" asks:
      """
      {"id": "q", "text": "Deploy once more?", "answer_type": {"type": "boolean"}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the person presses "y" at "Deploy now?"
    And the person presses "<keys>" at "Deploy now?"
    And the model calls "deploy"
    And the person answers "Deploy once more?" with <other>
    And if asked, the person answers "Deploy once more?" with <other>
    And the model says "done"
    Then an execution of the call "call_2" has the answers {"q": <other>} [PER-06, PRM-08]
    And the inquiry "call_2.q.1" is recorded as answered with <other> [PER-06, PRM-08]

    Examples:
      | keys | other |
      | Y y  | false |
      | N n  | true  |

  Scenario: The help of a question with persistence none lists no keys that remember
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And its question has persistence set to "none"
    When the user says "go"
    And the model calls "deploy"
    And the person presses "? n" at "Deploy now?"
    And the model says "done"
    Then no prompt contains "remember for this turn" [PRM-06]
    And execution 2 of "deploy" has the answers {"q": false} [PRM-06]

  Scenario: The first of three tools asks again and waits behind the two that asked before
    Given the tool "deploy" asks the boolean question "Deploy now?" as "q"
    And the tool "deploy" asks the boolean question "Deploy for good?" as "p"
    And a tool "notify" that returns "notified"
    And the tool "notify" asks the text question "Notify whom?" as "who"
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" asks the boolean question "Wipe it?" as "sure"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "notify"
    And in the same message it calls "wipe"
    And the person answers "Deploy now?" with true
    And after 100 ms the person answers "Notify whom?" with "ops"
    And the person answers "Wipe it?" with false
    And the person answers "Deploy for good?" with true
    And the model says "done"
    Then prompt 1 contains "Deploy now?" [PRM-16]
    And prompt 2 contains "Notify whom?" [PRM-16]
    And prompt 3 contains "Wipe it?" [PRM-16]
    And prompt 4 contains "Deploy for good?" [PRM-16]

  Scenario: Six prompts are shown in the order in which they are asked
    Given the tool "deploy" asks the boolean question "Question one?" as "q"
    And a tool "t2"
    And the tool "t2" takes 10 ms
    And the tool "t2" asks the boolean question "Question two?" as "q"
    And a tool "t3"
    And the tool "t3" takes 20 ms
    And the tool "t3" asks the text question "Question three?" as "q"
    And a tool "t4"
    And the tool "t4" takes 30 ms
    And the tool "t4" asks the boolean question "Question four?" as "q"
    And a tool "t5"
    And the tool "t5" takes 40 ms
    And the tool "t5" asks the question "Question five?" as "q" between ["a", "b"]
    And a tool "t6"
    And the tool "t6" takes 50 ms
    And the tool "t6" asks the boolean question "Question six?" as "q"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "t2"
    And in the same message it calls "t3"
    And in the same message it calls "t4"
    And in the same message it calls "t5"
    And in the same message it calls "t6"
    And after 1000 ms the person answers "Question one?" with true
    And the person answers "Question two?" with false
    And the person answers "Question three?" with "x"
    And the person answers "Question four?" with true
    And the person answers "Question five?" with "b"
    And the person answers "Question six?" with false
    And the model says "done"
    Then prompt 1 contains "Question one?" [PRM-16]
    And prompt 2 contains "Question two?" [PRM-16]
    And prompt 3 contains "Question three?" [PRM-16]
    And prompt 4 contains "Question four?" [PRM-16]
    And prompt 5 contains "Question five?" [PRM-16]
    And prompt 6 contains "Question six?" [PRM-16]
    And 6 prompts are shown [PRM-16]
    And execution 2 of "t5" has the answers {"q": "b"} [PRM-16]

  Scenario Outline: A question of <size> characters is drawn to its end
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "<question> the last word?"}
      """
    And the person answers "the last word?" with "yes"
    And the model says "done"
    Then the prompt contains "<question> the last word?" [ARG-32]
    And the call "call_1" succeeds with the JSON {"answer_type": "text", "answer": "yes"} [ARG-32]

    Examples:
      | size | question   |
      | 515  | ⟨500×x⟩    |
      | 1015 | ⟨500×ab⟩   |
      | 3015 | ⟨1000×abc⟩ |

  Scenario Outline: Blank lines in a context are drawn: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Apply?", "context": "<context>"}
      """
    And the person answers "Apply?" with "yes"
    And the model says "done"
    Then the prompt does not contain "the start\nthe end" [ARG-32]
    And the prompt contains "the start" [ARG-32]
    And the prompt shows "the end" above "Apply?" [ARG-32, PRM-03]

    Examples:
      | what             | context                      |
      | one between two  | the start\\n\\nthe end       |
      | three in a row   | the start\\n\\n\\n\\nthe end |
      | one with a blank | the start\\n \\nthe end      |
