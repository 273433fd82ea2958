Feature: An answer comes for a question that nobody asked

  It may be meant for another session, or for a process that is gone. It answers nothing, and the question that is open stays
  open for its own answer.

  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And somebody does {"answer": "right"} at a prompt that was never shown when "Which way?" is shown
    And 500 ms later somebody does "cancel" at a prompt that was never shown
    And after 1000 ms the person answers "Which way?" with "left"
    And the model says "left it is"
    Then the answer "left" arrives <times> [I-1]
    And the answer "right" arrives 0 times [I-3]
    And the rule foreign-reply of <system> is kept [I-3]
    And 2 requests reach the model [I-3]
    And each call is answered once [I-1]
    And no prompt is withdrawn [I-3]
    And no prompt is left open [I-7]
    And the turn ends completed [I-3]

    Examples:
      | system      | profile | times                                  |
      | jp-ask-user | seed    | 1 time                                 |
      | jp-inquiry  | seed    | 1 time                                 |
      | deepchat    | seed    | 1 time, a result that repeats it aside |
      | deepchat    | head    | 1 time                                 |
      | pi          | seed    | 1 time                                 |
      | pilotdeck   | seed    | 1 time                                 |
