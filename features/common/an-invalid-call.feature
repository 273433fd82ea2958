Feature: An invalid call asks nobody

  The model is told what is wrong with its call, and the user sees no prompt.

  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user nothing
    And the model says "sorry"
    Then no prompt is shown [I-4]
    And the call "call_1" fails [I-4]
    And the call "call_1" fails, telling the model something with "<told>"
    And 2 requests reach the model [I-1]
    And each call is answered once [I-1]
    And the turn ends completed

    Examples:
      | system      | profile | told                  |
      | jp-ask-user | seed    | question              |
      | pi          | seed    |                       |
      | pilotdeck   | seed    | must have 2-4 options |

  # What becomes of a tool whose question has no options is not said. Only a prompt without an answer would be wrong.
  Scenario: jp-inquiry seed
    Given the system "jp-inquiry"
    And the profile "seed"
    And a terminal
    When the user says "go"
    And the model asks the user nothing
    And the model says "sorry"
    Then no prompt is shown [I-4]
    And the call "call_1" fails, telling the model something with "invalid inquiry"
    And 2 requests reach the model [I-1]
    And each call is answered once [I-1]
    And the turn ends completed

  # Not every system has to go on with the turn after the failed call.
  Scenario Outline: <system> <profile>
    Given the system "<system>"
    And the profile "<profile>"
    And a terminal
    When the user says "go"
    And the model asks the user nothing
    And the model says "sorry" if it is asked
    Then no prompt is shown [I-4]
    And the call "call_1" fails [I-4]
    And 2 requests reach the model [DC-24]
    And the turn is paused 0 times [DC-24]

    Examples:
      | system   | profile |
      | deepchat | seed    |
      | deepchat | head    |

  # What an agent's own tool takes is its own matter, so this is asked of whoever has the reference's tool.
  Scenario: acp own_tools
    Given the system "acp"
    And the profile "own_tools"
    And a terminal
    When the user says "go"
    And the model asks the user nothing
    And the model says "sorry"
    Then no prompt is shown
    And the call "call_1" fails, telling the model something with "question"
    And 2 requests reach the model
    And each call is answered once
    And the turn ends completed
