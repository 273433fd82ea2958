Feature: pi: many questions and many options, in each way to ask

  No document limits how many there may be. So twelve questions and sixty options arrive as whole as one.

  Background:
    Given the system "pi"

  Scenario: A file has each of twelve questions
    Given the command line "-p"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [
        {"question": "Q1?"}, {"question": "Q2?"}, {"question": "Q3?"}, {"question": "Q4?"}, {"question": "Q5?"},
        {"question": "Q6?"}, {"question": "Q7?"}, {"question": "Q8?"}, {"question": "Q9?"}, {"question": "Q10?"},
        {"question": "Q11?"}, {"question": "Q12?"}]}
      """
    And the model says "then I wait"
    Then the file ".pi/pending-questions.json" holds: [PI-106, PI-07]
      """
      {"questions": [
        {"question": "Q1?", "answer": null}, {"question": "Q2?", "answer": null}, {"question": "Q3?", "answer": null},
        {"question": "Q4?", "answer": null}, {"question": "Q5?", "answer": null}, {"question": "Q6?", "answer": null},
        {"question": "Q7?", "answer": null}, {"question": "Q8?", "answer": null}, {"question": "Q9?", "answer": null},
        {"question": "Q10?", "answer": null}, {"question": "Q11?", "answer": null},
        {"question": "Q12?", "answer": null}]}
      """

  Scenario: A file has each of sixty options
    Given the command line "-p"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [
        {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"},
        {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}, {"label": "o11"}, {"label": "o12"},
        {"label": "o13"}, {"label": "o14"}, {"label": "o15"}, {"label": "o16"}, {"label": "o17"}, {"label": "o18"},
        {"label": "o19"}, {"label": "o20"}, {"label": "o21"}, {"label": "o22"}, {"label": "o23"}, {"label": "o24"},
        {"label": "o25"}, {"label": "o26"}, {"label": "o27"}, {"label": "o28"}, {"label": "o29"}, {"label": "o30"},
        {"label": "o31"}, {"label": "o32"}, {"label": "o33"}, {"label": "o34"}, {"label": "o35"}, {"label": "o36"},
        {"label": "o37"}, {"label": "o38"}, {"label": "o39"}, {"label": "o40"}, {"label": "o41"}, {"label": "o42"},
        {"label": "o43"}, {"label": "o44"}, {"label": "o45"}, {"label": "o46"}, {"label": "o47"}, {"label": "o48"},
        {"label": "o49"}, {"label": "o50"}, {"label": "o51"}, {"label": "o52"}, {"label": "o53"}, {"label": "o54"},
        {"label": "o55"}, {"label": "o56"}, {"label": "o57"}, {"label": "o58"}, {"label": "o59"}, {"label": "o60"}]}]}
      """
    And the model says "then I wait"
    Then the file ".pi/pending-questions.json" holds: [PI-106, PI-07]
      """
      {"questions": [{"question": "Which?", "options": [
        "o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8", "o9", "o10", "o11", "o12", "o13", "o14", "o15", "o16", "o17",
        "o18", "o19", "o20", "o21", "o22", "o23", "o24", "o25", "o26", "o27", "o28", "o29", "o30", "o31", "o32",
        "o33", "o34", "o35", "o36", "o37", "o38", "o39", "o40", "o41", "o42", "o43", "o44", "o45", "o46", "o47",
        "o48", "o49", "o50", "o51", "o52", "o53", "o54", "o55", "o56", "o57", "o58", "o59", "o60"]}]}
      """

  Scenario: A client is asked each of twelve questions, and each of its answers counts
    Given the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [
        {"question": "Q1?"}, {"question": "Q2?"}, {"question": "Q3?"}, {"question": "Q4?"}, {"question": "Q5?"},
        {"question": "Q6?"}, {"question": "Q7?"}, {"question": "Q8?"}, {"question": "Q9?"}, {"question": "Q10?"},
        {"question": "Q11?"}, {"question": "Q12?"}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {"type": "ask_user_response", "requestId": "<requestId>", "answers": [
        {"question": "Q1?", "answer": "a1", "wasCustom": true},
        {"question": "Q2?", "answer": "a2", "wasCustom": true},
        {"question": "Q3?", "answer": "a3", "wasCustom": true},
        {"question": "Q4?", "answer": "a4", "wasCustom": true},
        {"question": "Q5?", "answer": "a5", "wasCustom": true},
        {"question": "Q6?", "answer": "a6", "wasCustom": true},
        {"question": "Q7?", "answer": "a7", "wasCustom": true},
        {"question": "Q8?", "answer": "a8", "wasCustom": true},
        {"question": "Q9?", "answer": "a9", "wasCustom": true},
        {"question": "Q10?", "answer": "a10", "wasCustom": true},
        {"question": "Q11?", "answer": "a11", "wasCustom": true},
        {"question": "Q12?", "answer": "a12", "wasCustom": true}]}
      """
    And the model says "done"
    Then the client is told: [PI-62, PI-07]
      """
      {"type": "ask_user_request", "questions": [
        {"question": "Q1?"}, {"question": "Q2?"}, {"question": "Q3?"}, {"question": "Q4?"}, {"question": "Q5?"},
        {"question": "Q6?"}, {"question": "Q7?"}, {"question": "Q8?"}, {"question": "Q9?"}, {"question": "Q10?"},
        {"question": "Q11?"}, {"question": "Q12?"}]}
      """
    And the call "call_1" has the result: [PI-63, PI-21]
      """
      {"answered": true, "answers": [
        {"question": "Q1?", "answer": "a1", "wasCustom": true},
        {"question": "Q2?", "answer": "a2", "wasCustom": true},
        {"question": "Q3?", "answer": "a3", "wasCustom": true},
        {"question": "Q4?", "answer": "a4", "wasCustom": true},
        {"question": "Q5?", "answer": "a5", "wasCustom": true},
        {"question": "Q6?", "answer": "a6", "wasCustom": true},
        {"question": "Q7?", "answer": "a7", "wasCustom": true},
        {"question": "Q8?", "answer": "a8", "wasCustom": true},
        {"question": "Q9?", "answer": "a9", "wasCustom": true},
        {"question": "Q10?", "answer": "a10", "wasCustom": true},
        {"question": "Q11?", "answer": "a11", "wasCustom": true},
        {"question": "Q12?", "answer": "a12", "wasCustom": true}]}
      """

  Scenario: A client is sent each of sixty options, and may pick the last
    Given the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [
        {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"},
        {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}, {"label": "o11"}, {"label": "o12"},
        {"label": "o13"}, {"label": "o14"}, {"label": "o15"}, {"label": "o16"}, {"label": "o17"}, {"label": "o18"},
        {"label": "o19"}, {"label": "o20"}, {"label": "o21"}, {"label": "o22"}, {"label": "o23"}, {"label": "o24"},
        {"label": "o25"}, {"label": "o26"}, {"label": "o27"}, {"label": "o28"}, {"label": "o29"}, {"label": "o30"},
        {"label": "o31"}, {"label": "o32"}, {"label": "o33"}, {"label": "o34"}, {"label": "o35"}, {"label": "o36"},
        {"label": "o37"}, {"label": "o38"}, {"label": "o39"}, {"label": "o40"}, {"label": "o41"}, {"label": "o42"},
        {"label": "o43"}, {"label": "o44"}, {"label": "o45"}, {"label": "o46"}, {"label": "o47"}, {"label": "o48"},
        {"label": "o49"}, {"label": "o50"}, {"label": "o51"}, {"label": "o52"}, {"label": "o53"}, {"label": "o54"},
        {"label": "o55"}, {"label": "o56"}, {"label": "o57"}, {"label": "o58"}, {"label": "o59"}, {"label": "o60"}]}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {"type": "ask_user_response", "requestId": "<requestId>",
        "answers": [{"question": "Which?", "answer": "o60", "selectedOption": "o60", "wasCustom": false}]}
      """
    And the model says "done"
    Then the client is told: [PI-62, PI-07]
      """
      {"type": "ask_user_request", "questions": [{"question": "Which?", "options": [
        {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"},
        {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}, {"label": "o11"}, {"label": "o12"},
        {"label": "o13"}, {"label": "o14"}, {"label": "o15"}, {"label": "o16"}, {"label": "o17"}, {"label": "o18"},
        {"label": "o19"}, {"label": "o20"}, {"label": "o21"}, {"label": "o22"}, {"label": "o23"}, {"label": "o24"},
        {"label": "o25"}, {"label": "o26"}, {"label": "o27"}, {"label": "o28"}, {"label": "o29"}, {"label": "o30"},
        {"label": "o31"}, {"label": "o32"}, {"label": "o33"}, {"label": "o34"}, {"label": "o35"}, {"label": "o36"},
        {"label": "o37"}, {"label": "o38"}, {"label": "o39"}, {"label": "o40"}, {"label": "o41"}, {"label": "o42"},
        {"label": "o43"}, {"label": "o44"}, {"label": "o45"}, {"label": "o46"}, {"label": "o47"}, {"label": "o48"},
        {"label": "o49"}, {"label": "o50"}, {"label": "o51"}, {"label": "o52"}, {"label": "o53"}, {"label": "o54"},
        {"label": "o55"}, {"label": "o56"}, {"label": "o57"}, {"label": "o58"}, {"label": "o59"}, {"label": "o60"}]}]}
      """
    And the call "call_1" has at least the result {"answered": true, "answers": [{"answer": "o60"}]} [PI-63, PI-23]

  Scenario: A form asks each of twelve questions
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [
        {"question": "Q1?"}, {"question": "Q2?"}, {"question": "Q3?"}, {"question": "Q4?"}, {"question": "Q5?"},
        {"question": "Q6?"}, {"question": "Q7?"}, {"question": "Q8?"}, {"question": "Q9?"}, {"question": "Q10?"},
        {"question": "Q11?"}, {"question": "Q12?"}]}
      """
    And the person answers "Q1?" with ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "a11", "a12"]
    And the model says "done"
    Then the call "call_1" has the result: [PI-21, PI-07]
      """
      {"answered": true, "answers": [
        {"question": "Q1?", "answer": "a1", "wasCustom": true},
        {"question": "Q2?", "answer": "a2", "wasCustom": true},
        {"question": "Q3?", "answer": "a3", "wasCustom": true},
        {"question": "Q4?", "answer": "a4", "wasCustom": true},
        {"question": "Q5?", "answer": "a5", "wasCustom": true},
        {"question": "Q6?", "answer": "a6", "wasCustom": true},
        {"question": "Q7?", "answer": "a7", "wasCustom": true},
        {"question": "Q8?", "answer": "a8", "wasCustom": true},
        {"question": "Q9?", "answer": "a9", "wasCustom": true},
        {"question": "Q10?", "answer": "a10", "wasCustom": true},
        {"question": "Q11?", "answer": "a11", "wasCustom": true},
        {"question": "Q12?", "answer": "a12", "wasCustom": true}]}
      """

  Scenario: A description that is empty, or the same as its label, is accepted
    Given the command line "--mode rpc"
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [{"label": "A", "description": ""}, {"label": "B", "description": "B"}]}]}
      """
    And the client answers "ask_user_request" with the line:
      """
      {"type": "ask_user_response", "requestId": "<requestId>",
        "answers": [{"question": "Which?", "answer": "B", "selectedOption": "B", "wasCustom": false}]}
      """
    And the model says "done"
    Then the call "call_1" has at least the result {"answered": true, "answers": [{"answer": "B"}]} [PI-05]

  Scenario: The tenth row of a list has the form of the first
    Given a terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "options": [
        {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"},
        {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}, {"label": "o11"}]}]}
      """
    And the person presses "Down Down Down Down Down Down Down Down Down" at "Which?"
    And nobody answers
    Then the prompt contains "\n  > 1. o1\n" [PI-97]
    And the prompt contains "\n    2. o2\n" [PI-97]
    And the prompt is redrawn with "\n    9. o9\n" [PI-97]
    And the prompt is redrawn with "\n  > 10. o10\n" [PI-97]
