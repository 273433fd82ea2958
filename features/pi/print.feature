Feature: pi: print mode and the pending file

  Nobody is there to be asked. The questions go to a file, and the call ends with instructions. The user answers later
  in a message, in the file or on the command line.

  Background:
    Given the system "pi"
    And no terminal

  @field-30 @field-17
  Scenario: The questions go to a file, and the call ends with instructions
    Given the command line "-p"
    When the user says "plan it"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database should we use?", "header": "Database Selection",
         "options": [{"label": "PostgreSQL (Recommended)", "description": "Battle-tested"}, {"label": "SQLite"}, {"label": "MongoDB"}]},
        {"question": "What should we name this service?"}], "metadata": {"source": "setup"}}
      """
    And the model says "then I wait"
    Then no prompt is shown [PI-49, PI-105]
    And the last object recorded with {"pendingFile": "<file#1>"} has {"answered": false} [PI-52]
    And the last object recorded with {"pendingFile": "<file#1>"} lacks "cancelled" [PI-52, PI-27.o]
    And the last object recorded with {"pendingFile": "<file#1>"} lacks "connectionLost" [PI-27.o]
    And the last object recorded with {"pendingFile": "<file#1>"} has: [PI-77]
      """
      {"mode": "print", "metadata": {"source": "setup"}}
      """
    And the last object recorded with {"pendingFile": "<file#1>"} lacks "answeredAt" [PI-74.o]
    And the file "<file#1>" holds {"sessionId": "…", "timestamp": "…"} [PI-50]
    And the file "<file#1>" has a time in UTC at "/timestamp" [PI-50]
    And the file "<file#1>" holds: [PI-49, PI-50, PI-51.o, PI-106]
      """
      {
        "questions": [
          {
            "question": "Which database should we use?",
            "options": ["PostgreSQL (Recommended)", "SQLite", "MongoDB"],
            "answer": null
          },
          {"question": "What should we name this service?", "answer": null}
        ]
      }
      """
    And the file "<file#1>" is private [PI-54]
    And the call "call_1" succeeds, telling the model: [PI-51, PI-51.o]
      """
      Questions pending. User input required.

      To answer, re-run with:
        pi -p @<file#1> "your answers"

      Or edit the JSON file and run:
        pi -c

      Questions saved to: <file#1>
      """
    And the requests are sent at "0 0" [PI-49]
    And the turn ends completed [PI-105]
    And the files hold {"question": "Which database should we use?", "answer": null} [PI-105]
    And something is recorded with {"mode": "print", "answered": false} [PI-105]
    And of the call "call_1" the model is told "Questions pending. User input required." [PI-105, PI-51]

  @open
  Scenario: The file has the documented path
    Given the command line "-p"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "then I wait"
    Then the file ".pi/pending-questions.json" holds {"questions": [{"question": "Which way?"}]} [PI-49.o]

  @open
  Scenario: The path is told relative to the folder of the run
    Given the command line "-p"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "then I wait"
    Then something is recorded with: [PI-53.o]
      """
      {"toolCallId": "call_1", "details": {"pendingFile": ".pi/pending-questions.json"}}
      """
    And of the call "call_1" the model is told "Questions saved to: .pi/pending-questions.json" [PI-53.o]

  Scenario: The file has no header and no metadata
    Given the command line "-p"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which features?", "header": "Features", "multiSelect": true, "options": [{"label": "Logs"}]}], "metadata": {"source": "setup"}}
      """
    And the model says "then I wait"
    Then something is recorded with {"toolCallId": "call_1", "details": {"pendingFile": "<file#1>"}} [PI-52]
    And the file "<file#1>" does not contain "header" [PI-53.o2]
    And the file "<file#1>" holds {"questions": [{"question": "Which features?", "multiSelect": true}]} [PI-53.o2]
    And the file "<file#1>" does not contain "metadata" [PI-53.o2]

  Scenario: A question without options has no options key in the file
    Given the command line "-p"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "What should we name this service?"}]}
      """
    And the model says "then I wait"
    Then the last object recorded with {"pendingFile": "<file#1>"} has {"answered": false} [PI-52]
    And the file "<file#1>" does not contain "options" [PI-50]

  Scenario: The file names its session
    Given the command line "-p"
    And the setting "session" is "sessions/plan.jsonl"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "then I wait"
    Then the files hold {"sessionId": "sessions/plan.jsonl", "questions": [{"question": "Which way?"}]} [PI-56]

  Scenario: The file of a session that is not stored has the session id unknown
    Given the command line "-p"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "then I wait"
    Then the files hold {"sessionId": "unknown", "questions": [{"question": "Which way?"}]} [PI-56]

  Scenario Outline: Nobody is asked, and the questions go to a file: <how>
    Given <terminal>
    And the command line "<line>"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "then I wait"
    Then no prompt is shown [PI-105]
    And 0 messages tell the client {} [PI-73]
    And the files hold {"question": "Which way?", "options": ["left", "right"], "answer": null} [PI-105]
    And something is recorded with {"mode": "print", "answered": false} [PI-105]
    And of the call "call_1" the model is told "Questions pending. User input required." [PI-105, PI-51]
    And the answer "left" arrives 0 times [PI-73, I-5]
    And each call is answered once [I-1]

    Examples:
      | how                       | terminal    | line        |
      | -p                        | no terminal | -p          |
      | -p on a terminal          | a terminal  | -p          |
      | --print on a terminal     | a terminal  | --print     |
      | --mode json on a terminal | a terminal  | --mode json |

  Scenario: The questions of two calls at once and of a later call are all kept
    Given the command line "-p"
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["C", "D"]
    And the model asks the user "Third?" between ["E", "F"]
    And the model says "then I wait"
    Then the files hold {"question": "First?", "options": ["A", "B"], "answer": null} [PI-55.o]
    And the files hold {"question": "Second?", "options": ["C", "D"], "answer": null} [PI-55.o]
    And the files hold {"question": "Third?", "options": ["E", "F"], "answer": null} [PI-55.o]
    And something is recorded with {"toolCallId": "call_1", "details": {"pendingFile": "<file#1>"}} [PI-52]
    And something is recorded with {"toolCallId": "call_2", "details": {"pendingFile": "<second#1>"}} [PI-52]
    And something is recorded with {"toolCallId": "call_3", "details": {"pendingFile": "<third#1>"}} [PI-52]
    And the last object recorded with {"pendingFile": "<second#1>"} has {"answered": false} [PI-52]
    And the last object recorded with {"pendingFile": "<second#1>"} lacks "cancelled" [PI-52]
    And the last object recorded with {"pendingFile": "<third#1>"} has {"answered": false} [PI-52]
    And the last object recorded with {"pendingFile": "<third#1>"} lacks "cancelled" [PI-52]
    And the file "<file#1>" is private [PI-54]
    And the file "<second#1>" is private [PI-54]
    And the file "<third#1>" is private [PI-54]
    And each call is answered once [I-1]
    And 3 requests reach the model [PI-49]
    And the requests are sent at "0 0 0" [PI-49]

  Scenario Outline: The questions of two calls with one text are both kept: <when>
    Given the command line "-p"
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And <when> asks the user "Which?" between ["C", "D"]
    And the model says "then I wait"
    Then the files hold {"question": "Which?", "options": ["A", "B"], "answer": null} [PI-08, PI-49, PI-50]
    And the files hold {"question": "Which?", "options": ["C", "D"], "answer": null} [PI-08, PI-49, PI-50]

    Examples:
      | when                   |
      | in the same message it |
      | the model              |

  # Only the files in memory can come at that moment, so no adapter is asked.
  @reference
  Scenario: A pending file that another process writes at the same moment is not overwritten
    Given the command line "-p"
    And another process writes the file ".pi/pending-questions.json" once it was looked for, with the JSON:
      """
      {"questions": []}
      """
    When the user says "go"
    And the model asks the user "Later?" between ["left", "right"]
    And the model says "then I wait"
    Then the file ".pi/pending-questions.json" is left alone
    And the files hold {"question": "Later?", "options": ["left", "right"], "answer": null}

  @open
  Scenario: The pending file of another run is not overwritten
    Given the command line "-p"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {
        "sessionId": "unknown",
        "timestamp": "2026-02-04T22:16:32Z",
        "questions": [{"question": "Earlier?", "answer": "half an answ"}]
      }
      """
    When the user says "go"
    And the model asks the user "Later?" between ["C", "D"]
    And the model says "then I wait"
    Then the file ".pi/pending-questions.json" is left alone [PI-55.o]
    And the files hold {"question": "Later?", "answer": null} [PI-55.o]

  Scenario Outline: The call ends even with <what> at the path of the file
    Given the command line "-p"
    And <given>
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "as you like"
    Then no prompt is shown [PI-105]
    And each call is answered once [I-1]
    And the answer "left" arrives 0 times [I-5]
    And the turn ends completed [I-1]

    Examples:
      | what          | given                                                  |
      | a folder      | a folder ".pi/pending-questions.json"                  |
      | a link        | a link ".pi/pending-questions.json" to "../notes.json" |
      | a binary file | a file ".pi/pending-questions.json" that is no text    |

  @reference
  Scenario Outline: Anything else at the path of the file stays, and the file gets another name: <what>
    Given the command line "-p"
    And <given>
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "as you like"
    Then the file ".pi/pending-questions.json" is left alone
    And the file "notes.json" is left alone
    And the file ".pi/pending-questions-2.json" holds {"questions": [{"question": "Which way?"}]}

    Examples:
      | what          | given                                                  |
      | a folder      | a folder ".pi/pending-questions.json"                  |
      | a link        | a link ".pi/pending-questions.json" to "../notes.json" |
      | a binary file | a file ".pi/pending-questions.json" that is no text    |

  Scenario: With a person at the terminal no file is written
    Given a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "left"
    And the model says "left it is"
    Then no file is written [PI-105]
    And the last object recorded with {"answered": true} lacks "pendingFile" [PI-27]
