Feature: The process dies while it asks

  The question is asked again, or the model is told that it was interrupted. Nothing hangs, and no answer is invented.

  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the subject is restarted when "Which way?" is shown
    # The answer to the first prompt never arrives. The second is given where the question is shown again.
    And if asked, the person answers "Which way?" with "right"
    And if asked, the person answers "Which way?" with "left"
    And the model says "left it is" if it is asked
    And 1000 ms later the user says "and now"
    And asked "and now" the model says "on we go"
    Then the ask "Which way?" is shown again, or the model is told of it [I-10]
    And the answer "left" arrives only where it is given [I-5]
    And the answer "right" arrives 0 times [I-3]
    And each call is answered once [I-10]
    And no prompt is left open [I-7]
    And the turn ends completed [I-10]

    Examples:
      | system      | profile |
      | jp-ask-user | seed    |
      | jp-inquiry  | seed    |
      | deepchat    | seed    |
      | deepchat    | head    |
      | pi          | seed    |
      | pilotdeck   | seed    |

  Scenario Outline: <system> <profile>, after a minute
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the subject is restarted when "Which way?" is shown
    And that happens 60000 ms later
    # This answer comes too late, and never arrives. The second is given where the question is shown again.
    And after 90000 ms the person answers "Which way?" with "right"
    And if asked, the person answers "Which way?" with "left"
    And the model says "left it is" if it is asked
    And 1000 ms later the user says "and now"
    And asked "and now" the model says "on we go"
    Then the ask "Which way?" is shown again, or the model is told of it [I-10]
    And the answer "left" arrives only where it is given [I-5]
    And the answer "right" arrives 0 times [I-3]
    And each call is answered once [I-10]
    And no prompt is left open [I-7]
    And the turn ends completed [I-10]

    Examples:
      | system      | profile |
      | jp-ask-user | seed    |
      | jp-inquiry  | seed    |
      | deepchat    | seed    |
      | deepchat    | head    |
      | pi          | seed    |
      | pilotdeck   | seed    |
