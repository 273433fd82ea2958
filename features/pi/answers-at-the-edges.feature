Feature: pi: answers in an unusual form or order, and what is kept of them

  Replies of a client in another order, replies of a host that are no answer, long answers in a file and in a summary.

  Background:
    Given the system "pi"

  # It is open whether the answers of a reply belong to the questions that they repeat or to those in their places.
  Scenario: Three answers of a client in another order stay with the questions that they repeat
    Given the profile "seed"
    And the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}, {"question": "City?"}, {"question": "Colour?"}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {"type": "ask_user_response", "requestId": "<requestId>", "answers": [
        {"question": "Colour?", "answer": "blue", "wasCustom": true},
        {"question": "Name?", "answer": "Ada", "wasCustom": true},
        {"question": "City?", "answer": "Oslo", "wasCustom": true}]}
      """
    And the run may end while the turn waits
    And the model says "done" if it is asked
    Then nothing is recorded with {"question": "Name?", "answer": "blue"} [PI-63.o2]
    And nothing is recorded with {"question": "City?", "answer": "Ada"} [PI-63.o2]
    And nothing is recorded with {"question": "Colour?", "answer": "Oslo"} [PI-63.o2]
    And the call "call_1" has at least the result: [PI-63.o2]
      """
      {"answers": [{"question": "Name?", "answer": "Ada"}, {"question": "City?", "answer": "Oslo"},
        {"question": "Colour?", "answer": "blue"}]}
      """

  Scenario: Four answers of a client in the reverse order stay with the questions that they repeat
    Given the profile "seed"
    And the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "q1", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "q2"},
        {"question": "q3", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "q4"}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {"type": "ask_user_response", "requestId": "<requestId>", "answers": [
        {"question": "q4", "answer": "four", "wasCustom": true}, {"question": "q3", "answer": "A", "wasCustom": false},
        {"question": "q2", "answer": "two", "wasCustom": true}, {"question": "q1", "answer": "B", "wasCustom": false}]}
      """
    And the run may end while the turn waits
    And the model says "done" if it is asked
    Then nothing is recorded with {"question": "q1", "answer": "four"} [PI-63.o2]
    And nothing is recorded with {"question": "q2", "answer": "A"} [PI-63.o2]
    And nothing is recorded with {"question": "q3", "answer": "two"} [PI-63.o2]
    And nothing is recorded with {"question": "q4", "answer": "B"} [PI-63.o2]

  Scenario Outline: What the client says was typed is custom, also where it reads like an option: <which>
    Given the profile "seed"
    And the command line "--mode rpc"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with the line:
      """
      {"type": "ask_user_response", "requestId": "\u003crequestId>",
        "answers": [{"question": "Which way?", "answer": "<label>", "wasCustom": true}]}
      """
    And the model says "done"
    Then the call "call_1" has the result: [PI-25]
      """
      {"answered": true, "answers": [{"question": "Which way?", "answer": "<label>", "wasCustom": true}]}
      """

    Examples:
      | which      | label |
      | the first  | left  |
      | the second | right |

  Scenario: A long answer is whole in the summary
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "What for?"}]}
      """
    And the person answers "What for?" with "Begin ⟨900×x⟩ finish."
    And the model says "done"
    And meanwhile the user says "/compact" after the turn
    And asked "finish." the model says "What for? Begin ⟨900×x⟩ finish." if it is asked
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then the model is told of the questions ["What for?"] the answers ["Begin ⟨900×x⟩ finish."] [PI-76]

  Scenario: The long answer of a client is whole in the summary
    Given the profile "seed"
    And the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "A"}]}, {"question": "What for?"}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {"type": "ask_user_response", "requestId": "<requestId>", "answers": [
        {"question": "Which?", "answer": "A", "wasCustom": false},
        {"question": "What for?", "answer": "Begin ⟨450×x⟩ finish.", "wasCustom": true}]}
      """
    And the model says "done"
    And meanwhile the user says "/compact" after the turn
    And asked "finish." the model says "Which? A. What for? Begin ⟨450×x⟩ finish." if it is asked
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then the model is told of the questions ["What for?"] the answers ["Begin ⟨450×x⟩ finish."] [PI-76]

  Scenario: A very long answer in the file reaches the model whole
    Given no terminal
    And the command line "-p -c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"questions": [{"question": "What for?", "answer": "Begin ⟨6000×x⟩ finish."},
        {"question": "Name?", "answer": "Ada"}]}
      """
    When the model says "so be it"
    Then the model is told of the questions ["What for?", "Name?"] the answers: [PI-19, PI-58]
      """
      ["Begin ⟨6000×x⟩ finish.", "Ada"]
      """

  Scenario: A very long answer on the command line comes back whole
    Given no terminal
    And the command line has the words ["-p", "--answers", "[\"Begin ⟨6000×x⟩ finish.\"]"]
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "What for?"}]}
      """
    And the model says "done"
    Then the call "call_1" has at least the result: [PI-19, PI-59]
      """
      {"answered": true, "answers": [{"question": "What for?", "answer": "Begin ⟨6000×x⟩ finish."}]}
      """

  Scenario: The time at which a file was written is not that of its answers
    Given no terminal
    And the command line "-p -c"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"timestamp": "2026-02-04T22:16:32Z", "questions": [{"question": "Name?", "answer": "Ada"}]}
      """
    When the model says "so be it"
    Then something is recorded with {"answered": true} [PI-74]
    And nothing is recorded with {"answeredAt": 1770243392000} [PI-74]
    And nothing is recorded with {"answeredAt": "2026-02-04T22:16:32Z"} [PI-74]

  Scenario: The third dialog has the time limit of the first
    Given the profile "pi-rpc"
    And the command line "--mode rpc"
    And the setting "dialog_timeout_ms" is 5000
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?"}, {"question": "Second?"}, {"question": "Third?"}]}
      """
    And the client answers "First?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "a"}
    And the client answers "Second?" with the line {"type": "extension_ui_response", "id": "<id>", "value": "b"}
    And the client answers "Third?" with:
      """
      [{"after_ms": 7000, "line": {"type": "extension_ui_response", "id": "<id>", "value": "too late"}}]
      """
    And the run may end while the turn waits
    And the model says "then I decide" if it is asked
    Then 3 messages tell the client {"method": "input", "timeout": 5000} [PI-69]
    And nothing is recorded with {"answer": "too late"} [PI-69, PI-66]
    And the answer "too late" arrives 0 times [PI-69, PI-66]

  Scenario Outline: Each dialog about the <which> question has that question as its title
    Given the profile "pi-rpc"
    And the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?"}, {"question": "Second?"}, {"question": "Third?"}]}
      """
    And the client answers "First?" with the line {"type": "extension_ui_response", "id": "\u003cid>", "value": <first>}
    And the client answers "Second?" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "value": <second>}
      """
    And if told, the client answers "Third?" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "value": <third>}
      """
    And the client answers "confirm" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "confirmed": false}
      """
    And the client answers "editor" with the line {"type": "extension_ui_response", "id": "\u003cid>", "value": "short"}
    And if told, the client answers "Third?" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "value": "c"}
      """
    And the model says "done"
    Then 1 message tells the client {"method": "confirm", "title": "<title>"} [PI-65]
    And 1 message tells the client {"method": "editor", "title": "<title>"} [PI-65]
    And something is recorded with {"question": "<title>", "answer": "short"} [PI-65]

    Examples:
      | which  | title   | first | second       | third        |
      | second | Second? | "a"   | "⟨2001×x⟩"   | "c"          |
      | third  | Third?  | "a"   | "b"          | "⟨2001×x⟩"   |

  Scenario Outline: A value that is no text is no answer to a dialog for a line of text: <what>
    Given the profile "pi-rpc"
    And the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "How many?"}]}
      """
    And the client answers "How many?" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "value": <value>}
      """
    And the run may end while the turn waits
    And the model says "then I decide" if it is asked
    Then nothing is recorded with {"answered": true} [PI-65, I-5]
    And the model is told nothing with "\"answered\":true" [PI-65, I-5]

    Examples:
      | what       | value |
      | a number   | 7     |
      | zero       | 0     |
      | a fraction | 1.5   |
      | true       | true  |
      | a list     | ["7"] |

  Scenario Outline: Only true confirms a long text in a dialog, not <what>
    Given the profile "pi-rpc"
    And the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Say it?"}]}
      """
    And the client answers "input" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "value": "⟨2001×x⟩"}
      """
    And the client answers "confirm" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "confirmed": <reply>}
      """
    And if told, the client answers "editor" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "value": "shorter"}
      """
    And the run may end while the turn waits
    And the model says "so be it" if it is asked
    Then nothing is recorded with {"answer": "⟨2001×x⟩"} [PI-66, I-5]
    And the answer "⟨2001×x⟩" arrives 0 times [PI-66, I-5]

    Examples:
      | what            | reply   |
      | the text yes    | "yes"   |
      | the text false  | "false" |
      | a one           | 1       |
      | an empty object | {}      |

  Scenario Outline: Only true discards the answers in a dialog, not <what>
    Given the profile "pi-rpc"
    And the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?"}, {"question": "Second?"}]}
      """
    And the client answers "First?" with the line {"type": "extension_ui_response", "id": "\u003cid>", "value": "a"}
    And the client answers "Second?" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "cancelled": true}
      """
    And the client answers "confirm" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "confirmed": <reply>}
      """
    And if told, the client answers "input" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "value": "b"}
      """
    And the run may end while the turn waits
    And the model says "so be it" if it is asked
    Then nothing is recorded with {"cancelled": true} [PI-66]

    Examples:
      | what           | reply   |
      | the text yes   | "yes"   |
      | the text false | "false" |
      | a one          | 1       |

  Scenario Outline: A dialog that its host has cancelled gives nothing, whatever else the reply has: <what>
    Given the profile "pi-rpc"
    And the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [<question>]}
      """
    And the client answers "Which?" with the line:
      """
      {"type": "extension_ui_response", "id": "\u003cid>", "cancelled": true, "value": "A"}
      """
    And the run may end while the turn waits
    And the model says "then I decide" if it is asked
    Then nothing is recorded with {"answer": "A"} [PI-66, I-5]
    And the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-66]

    Examples:
      | what           | question                                            |
      | a list         | {"question": "Which?", "options": [{"label": "A"}]} |
      | a line of text | {"question": "Which?"}                              |

  Scenario Outline: Answers of the command line that do not fit the first call are not kept for the second: <what>
    Given no terminal
    And the command line has the words ["-p", "--answers", "<answers>"]
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [<first>]}
      """
    And the model calls "ask_user" with:
      """
      {"questions": [<second>]}
      """
    And the model says "done"
    Then nothing is recorded with {"question": "City?", "answer": "Ada"} [PI-59, I-5]
    And of the call "call_2" the model is told "Questions pending. User input required." [PI-59]

    Examples:
      | what     | answers                      | first                                       | second                                       |
      | too few  | [\\"Ada\\"]                  | {"question": "Name?"}, {"question": "Age?"} | {"question": "City?"}                        |
      | too many | [\\"Ada\\", \\"Bob\\"]       | {"question": "Name?"}                       | {"question": "City?"}, {"question": "Land?"} |
