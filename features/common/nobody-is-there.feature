Feature: Nobody is there

  With nobody to ask, the model is told so, or the question waits. The model is not told that a user did anything.

  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And no terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "then not" if it is asked
    And the run is to end <end>
    Then of the call "call_1" the model is told <told> [I-5]
    And <prompts> prompts are shown
    And the answer "left" arrives 0 times [I-5]
    And the answer "right" arrives 0 times [I-5]
    And no prompt is withdrawn [I-1]

    Examples:
      | system      | profile | prompts | end    | told                                                                  |
      | jp-ask-user | seed    | 0       | done   | "no interactive"                                                      |
      | jp-inquiry  | seed    | 0       | done   | "no interactive"                                                      |
      | deepchat    | seed    | 1       | parked | null                                                                  |
      | deepchat    | head    | 1       | parked | null                                                                  |
      | pi          | seed    | 0       | done   | "Questions pending. User input required."                             |
      | pilotdeck   | seed    | 0       | done   | "ask_user_question requires a host elicitation channel (none registered)." |

  # Nobody can be asked by a form where the client has none. An agent may ask in another way then.
  @lines
  Scenario: acp question_tool
    Given the system "acp"
    And the profile "question_tool"
    And a terminal
    And the setting "clientCapabilities" is {}
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And if asked, the person rejects "Which way?"
    And the model says "then not" if it is asked
    Then no prompt is shown
    And 0 messages tell the client {"method": "elicitation/create"} [ACP-018]
    And the answer "left" is told nowhere without "right" [ACP-018]
    And the answer "right" is told nowhere without "left" [ACP-018]
    And no prompt is withdrawn
