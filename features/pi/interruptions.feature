Feature: pi: how long a question waits, and what interrupts it

  Only the user answers, however long that takes. When the program or its terminal ends while a question is open, no
  answer that was given so far is kept.

  Background:
    Given the system "pi"
    And a terminal

  Scenario Outline: A call waits a year for its answer: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A (Recommended)"}, {"label": "B"}]}<second question>]}
      """
    And after 31536000000 ms the person answers "First?" with <answer>
    And the model says "done"
    Then the requests are sent at "0 31536000000" [PI-35]
    And the call "call_1" has the result: [PI-35]
      """
      {"answered": true, "answers": [{"question": "First?", "answer": "B", "selectedOption": "B", "wasCustom": false}<second answer>]}
      """
    And before 31536000000 ms nothing is recorded with {"toolCallId": "call_1"} [PI-35]
    And no prompt is withdrawn [PI-35]

    Examples:
      | what | answer | second question | second answer |
      | one question | "B" |  |  |
      | two questions | ["B", "x"] | , {"question": "Second?"} | , {"question": "Second?", "answer": "x", "wasCustom": true} |

  Scenario: A question that nobody answers goes on waiting
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And nobody answers
    Then 1 request reaches the model [PI-35]
    And nothing is recorded with {"toolCallId": "call_1"} [PI-35]
    And no prompt is withdrawn [PI-35]

  Scenario: A kill at the question leaves the call without a stored result
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the subject is killed when "Which way?" is shown
    Then nothing is recorded with {"toolCallId": "call_1"} [PI-36]
    And nothing is recorded with {"wasCustom": false} [PI-36]
    And no file is written [PI-36]
    And 1 request reaches the model [PI-36]

  Scenario Outline: A kill after the first answer leaves neither the answer nor a result: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two"}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person presses "Enter" at "First?"
    And 0 ms later the person presses "<keys>" at "First?"
    And the subject is killed when "<shown>" is shown
    Then nothing is recorded with {"toolCallId": "call_1"} [PI-36]
    And nothing is recorded with {"wasCustom": false} [PI-36]
    And nothing is recorded with {"wasCustom": true} [PI-36]
    And the model is told nothing with "wasCustom" [PI-36]
    And no file is written [PI-36]
    And 1 request reaches the model [PI-36]

    Examples:
      | what                   | keys      | shown    |
      | at the second question | Tab       | Second?  |
      | at the third question  | Tab Tab   | Third?   |

  Scenario: A typed text that was not confirmed is not stored
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person presses "x y z z y" at "Name?"
    And the subject is killed when "xyzzy" is shown
    Then the last object recorded with {} does not contain "xyz" [PI-36]
    And nothing is recorded with {"toolCallId": "call_1"} [PI-36]
    And no file is written [PI-36]

  Scenario Outline: A signal that ends the program at a question leaves the call without a result: <signal>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the person presses "Enter Tab" at "First?"
    And <signal> arrives when "Second?" is shown
    And the subject exits by itself
    Then nothing is recorded with {"toolCallId": "call_1"} [PI-36]
    And nothing is recorded with {"wasCustom": false} [PI-36]
    And nothing is recorded with {"wasCustom": true} [PI-36]
    And the model is told nothing with "wasCustom" [PI-36]
    And 1 request reaches the model [PI-36]
    And no prompt is left open

    Examples:
      | signal  |
      | SIGTERM |
      | SIGQUIT |

  Scenario Outline: A signal that ends the program cancels neither of two calls in one message: <signal>
    When the user says "go"
    And the model asks the user "First?" between ["A", "B"]
    And in the same message it asks the user "Second?" between ["A", "B"]
    And <signal> arrives when "First?" is shown
    And the subject exits by itself
    Then the run ends exited [PI-36]
    And nothing is recorded with {"toolCallId": "call_1"} [PI-36]
    And nothing is recorded with {"cancelled": true} [PI-36]

    Examples:
      | signal  |
      | SIGTERM |
      | SIGQUIT |

  Scenario: Ctrl-C twice after an answer ends the program, and the call has no result
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the person chooses "A" at "First?"
    And 100 ms later the person presses "Ctrl-C Ctrl-C" at "First?"
    And the subject exits by itself
    Then the run ends exited [PI-36]
    And nothing is recorded with {"toolCallId": "call_1"} [PI-36]
    And nothing is recorded with {"wasCustom": false} [PI-36]
    And nothing is recorded with {"wasCustom": true} [PI-36]
    And the model is told nothing with "wasCustom" [PI-36]
    And 1 request reaches the model [PI-36]

  @open
  Scenario: Ctrl-C twice on the Submit tab leaves the call without a result
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the person presses "Enter Enter Ctrl-C Ctrl-C" at "First?"
    And the subject exits by itself
    Then nothing is recorded with {"toolCallId": "call_1"} [PI-36.o]
    And nothing is recorded with {"wasCustom": false} [PI-36.o]

  Scenario Outline: Ctrl-C twice at a single question ends the program: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H"<more>}]}
      """
    And the person presses "<keys>" at "Which?"
    And the subject exits by itself
    Then the run ends exited [PI-36]
    And nothing is recorded with {"toolCallId": "call_1"} [PI-36]
    And 1 request reaches the model [PI-36]

    Examples:
      | what               | more                          | keys                |
      | a list             | , "options": [{"label": "A"}] | Ctrl-C Ctrl-C       |
      | a text             |                               | Ctrl-C Ctrl-C       |
      | a text half typed  |                               | x Ctrl-C Ctrl-C     |
      | the input of Other | , "options": [{"label": "A"}] | 2 x Ctrl-C Ctrl-C  |

  @open
  Scenario Outline: A single Ctrl-C leaves the question open: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H"<more>}]}
      """
    And the person presses "Ctrl-C" at "Which?"
    And 100 ms later the person answers "Which?" with "A"
    And the model says "as you like"
    Then the call "call_1" has at least the result {"answered": true} [PI-36.o2]
    And the requests are sent at "0 100" [PI-36.o2]

    Examples:
      | what   | more                          |
      | a list | , "options": [{"label": "A"}] |
      | a text |                               |

  @open
  Scenario: A kill at the discard dialog stores nothing
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And the subject is killed when "Discard 2 answers?" is shown
    Then nothing is recorded with {"toolCallId": "call_1"} [PI-36.o]
    And nothing is recorded with {"wasCustom": false} [PI-36.o]
    And nothing is recorded with {"wasCustom": true} [PI-36.o]
    And the model is told nothing with "wasCustom" [PI-36.o]
    And no file is written [PI-36.o]

  @open
  Scenario: A kill at the warning of a long answer stores nothing
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨2001×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And the subject is killed when "Answer is long (2,001 chars)." is shown
    Then nothing is recorded with {"toolCallId": "call_1"} [PI-36.o]
    And the last object recorded with {} does not contain "xxxx" [PI-36.o]
    And no file is written [PI-36.o]

  Scenario: After a kill and a restart the form starts anew at the first question
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And the subject is restarted when "Third?" is shown
    And the person answers "First?" with ["B", "D", "F"]
    And the model says "done"
    Then 2 prompts are shown [PI-37]
    And prompt 2 contains "First?" [PI-37]
    And prompts 1 and 2 are drawn alike [PI-93, PI-37]
    And the call "call_1" has the result: [PI-37, PI-93]
      """
      {
        "answered": true,
        "answers": [
          {"question": "First?", "answer": "B", "selectedOption": "B", "wasCustom": false},
          {"question": "Second?", "answer": "D", "selectedOption": "D", "wasCustom": false},
          {"question": "Third?", "answer": "F", "selectedOption": "F", "wasCustom": false}
        ]
      }
      """
    And 2 requests reach the model [PI-37]
    And nothing is recorded with {"selectedOption": "A"} [PI-36, PI-93]
    And each call is answered once [PI-37]

  Scenario: Answers given before a kill do not count after the restart
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And the subject is restarted when "Third?" is shown
    And the person presses "Esc" at "First?"
    And the model says "as you like"
    Then no prompt contains "Discard" [PI-93]
    And the call "call_1" has at least the result {"answered": false, "cancelled": true} [PI-93]

  Scenario: A half-typed text is gone after a kill and a restart
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person presses "h a l f" at "Name?"
    And the subject is restarted when "half" is shown
    And the person types "whole" at "Name?"
    And the model says "done"
    Then prompts 1 and 2 are drawn alike [PI-93]
    And the call "call_1" has the result: [PI-93]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "whole", "wasCustom": true}]}
      """

  Scenario: Ticked checkboxes are empty after a kill and a restart
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "multiSelect": true, "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person presses "Space Down" at "Which?"
    And the subject is restarted when "> [ ] B" is shown
    And the person answers "Which?" with ["B"]
    And the model says "done"
    Then prompts 1 and 2 are drawn alike [PI-93]
    And the call "call_1" has at least the result: [PI-93]
      """
      {"answered": true, "answers": [{"question": "Which?", "answer": ["B"], "wasCustom": false}]}
      """

  # The answers to the first two prompts never arrive.
  Scenario: After two kills the form is shown a third time
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the subject is restarted when "First?" is shown
    And the subject is restarted when "First?" is shown
    And the person answers "First?" with ["A", "D"]
    And the person answers "First?" with ["A", "D"]
    And the person answers "First?" with ["B", "C"]
    And the model says "done"
    Then 3 prompts are shown [PI-37]
    And prompts 1 and 3 are drawn alike [PI-37]
    And the call "call_1" has the result: [PI-37]
      """
      {
        "answered": true,
        "answers": [
          {"question": "First?", "answer": "B", "selectedOption": "B", "wasCustom": false},
          {"question": "Second?", "answer": "C", "selectedOption": "C", "wasCustom": false}
        ]
      }
      """

  @open
  Scenario: After a kill at the discard dialog the form starts anew without the dialog
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "E"}, {"label": "F"}]}]}
      """
    And the person chooses "A" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 0 ms later the person presses "Tab" at "First?"
    And 0 ms later the person chooses "C" at "First?"
    And 100 ms later the person presses "Esc" at "First?"
    And the subject is restarted when "Discard 2 answers?" is shown
    And the person answers "First?" with ["B", "D", "F"]
    And the model says "done"
    Then prompts 1 and 2 are drawn alike [PI-36.o]
    And something is recorded with {"selectedOption": "B"} [PI-36.o]
    And nothing is recorded with {"selectedOption": "A"} [PI-36.o]

  @open
  Scenario: After a kill at the warning of a long answer the input is empty
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person pastes "⟨2001×x⟩" at "Name?"
    And 0 ms later the person presses "Enter" at "Name?"
    And the subject is restarted when "Answer is long (2,001 chars)." is shown
    And the person types "short" at "Name?"
    And the model says "done"
    Then prompts 1 and 2 are drawn alike [PI-36.o]
    And the call "call_1" has the result: [PI-36.o]
      """
      {"answered": true, "answers": [{"question": "Name?", "answer": "short", "wasCustom": true}]}
      """

  # `pi -c` continues a session that an earlier process has stored.
  Scenario: A stored call without a result starts its form at the first question
    Given the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": [{"type": "text", "text": "go"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "call_1", "name": "ask_user", "arguments": {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two"}]}}]}}]
      """
    When the person answers "First?" with ["B", "x"]
    And the model says "done"
    Then 1 prompt is shown [PI-37]
    And the prompt contains "First?" [PI-37]
    And the prompt does not contain "■ Two" [PI-93]
    And the call "call_1" has the result: [PI-37]
      """
      {
        "answered": true,
        "answers": [
          {"question": "First?", "answer": "B", "selectedOption": "B", "wasCustom": false},
          {"question": "Second?", "answer": "x", "wasCustom": true}
        ]
      }
      """

  Scenario: When the terminal's input ends, the call ends without an invented answer
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the input ends at "First?"
    And the model says "as you like" if it is asked
    And the run may end while the turn waits
    Then the model is told nothing with "wasCustom" [I-5]
    And nothing is recorded with {"wasCustom": false} [I-5]
    And something is recorded with {"toolCallId": "call_1"} [I-1]
    And no prompt is left open [I-7]

  Scenario: When the terminal fails, the call ends without an invented answer
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}, {"label": "B"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "C"}, {"label": "D"}]}]}
      """
    And the terminal breaks at "First?"
    And the model says "as you like" if it is asked
    And the run may end while the turn waits
    Then the model is told nothing with "wasCustom" [I-5]
    And nothing is recorded with {"wasCustom": false} [I-5]
    And something is recorded with {"toolCallId": "call_1"} [I-1]
    And no prompt is left open [I-7]
