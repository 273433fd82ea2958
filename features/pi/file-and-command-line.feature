Feature: pi: answers in the file and on the command line reach the model unchanged

  An answer that stands in a file or on the command line is the same text behind it as before it. It belongs to the one
  question that it was given to.

  Background:
    Given the system "pi"

  Scenario Outline: A text on the command line is not taken for the number of an option: <text>
    Given the command line has the words ["-p", "--answers", "[\"<text>\"]"]
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "How many?", "options": [{"label": "One"}, {"label": "Two"}, {"label": "Three"}]}]}
      """
    And the model says "done"
    Then the call "call_1" has at least the result: [PI-59, PI-19]
      """
      {"answered": true, "answers": [{"question": "How many?", "answer": "<text>"}]}
      """

    Examples:
      | text |
      | 1    |
      | 2    |
      | 3    |
      | 0    |
      | none |
      | null |

  Scenario Outline: A text that differs from a label by <what> is no pick, on the command line either
    Given the command line has the words ["-p", "--answers", "[\"<text>\"]"]
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}]}
      """
    And the model says "done"
    Then the call "call_1" has at least the result: [PI-59, PI-19]
      """
      {"answered": true, "answers": [{"question": "Which database?", "answer": "<text>"}]}
      """
    And nothing is recorded with {"selectedOption": "PostgreSQL"} [PI-24]

    Examples:
      | what             | text        |
      | small letters    | postgresql |
      | its last letters | Postgre    |

  Scenario Outline: A text in the file that differs from a label by <what> reaches the model as it stands there
    Given no terminal
    And the command line "-c"
    And the setting "session" is "abc123"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null,
        "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [
        {"type": "toolCall", "id": "call_0", "name": "ask_user",
          "arguments": {"questions": [{"question": "Which?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {
        "role": "toolResult", "toolCallId": "call_0", "toolName": "ask_user", "isError": false,
        "content": [{"type": "text", "text": "Questions pending. User input required."}],
        "details": {"answered": false, "answers": [], "pendingFile": ".pi/pending-questions.json", "mode": "print",
          "questions": [{"question": "Which?", "options": [{"label": "PostgreSQL"}, {"label": "SQLite"}]}]}}},
       {"type": "message", "id": "e4", "parentId": "e3",
        "message": {"role": "assistant", "content": [{"type": "text", "text": "then I wait"}]}}]
      """
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"sessionId": "abc123", "questions": [{"question": "Which?", "options": ["PostgreSQL", "SQLite"], "answer": "<text>"}]}
      """
    When the model says "so be it"
    Then the model is told of the questions ["Which?"] the answers ["<text>"] [PI-58]
    And something is recorded with {"question": "Which?", "answer": "<text>"} [PI-58, PI-19]
    And nothing is recorded with {"selectedOption": "PostgreSQL"} [PI-24]

    Examples:
      | what             | text       |
      | small letters    | postgresql |
      | its last letters | Postgre    |

  Scenario: The answers of the command line are not used again in the next turn
    Given the command line has the words ["-p", "--answers", "[\"Ada\"]"]
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?"}]}
      """
    And the model says "done"
    And the user says "more" after the turn
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "City?"}]}
      """
    And the model says "then I wait"
    Then nothing is recorded with {"question": "City?", "answer": "Ada"} [PI-59, I-5]

  Scenario: The end of a long file reaches the model with the message
    Given no terminal
    And the command line "-p @.pi/pending-questions.json"
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"questions": [{"question": "⟨2500×x⟩ and then?", "answer": null}, {"question": "The last one?", "answer": null}]}
      """
    When the user says "as you like"
    And the model says "so be it"
    Then the answer "and then?" arrives 1 time [PI-57]
    And the answer "The last one?" arrives 1 time [PI-57]

  Scenario Outline: An answer in the file reaches the model as it stands there: <what>
    Given no terminal
    And the command line "-c"
    And the setting "session" is "abc123"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null,
        "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [
        {"type": "toolCall", "id": "call_0", "name": "ask_user",
          "arguments": {"questions": [{"question": "Value?"}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {
        "role": "toolResult", "toolCallId": "call_0", "toolName": "ask_user", "isError": false,
        "content": [{"type": "text", "text": "Questions pending. User input required."}],
        "details": {"answered": false, "answers": [], "pendingFile": ".pi/pending-questions.json", "mode": "print",
          "questions": [{"question": "Value?"}]}}},
       {"type": "message", "id": "e4", "parentId": "e3",
        "message": {"role": "assistant", "content": [{"type": "text", "text": "then I wait"}]}}]
      """
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"sessionId": "abc123", "questions": [{"question": "Value?", "answer": <text>}]}
      """
    When the model says "so be it"
    Then the model is told of the questions ["Value?"] the answers [<text>] [PI-58]
    And something is recorded with {"question": "Value?", "answer": <text>} [PI-58, PI-19]

    Examples:
      | what     | text          |
      | null     | "null"        |
      | none     | "none"        |
      | commas   | "Read, write" |
      | a number | "42"          |

  Scenario: The session of the file is the one that the last layer of configuration names
    Given no terminal
    And the command line "-c"
    And the user's configuration:
      """
      {"session": "session_1"}
      """
    And the command line's configuration:
      """
      {"session": "session_2"}
      """
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"sessionId": "session_2", "questions": [{"question": "Value?", "answer": "order-processor"}]}
      """
    When the model says "so be it"
    Then the answer "order-processor" arrives 1 time [PI-58]

  Scenario: Two questions with the same text have the answers that stand with them in the file
    Given no terminal
    And the command line "-c"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null,
        "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [
        {"type": "toolCall", "id": "call_0", "name": "ask_user",
          "arguments": {"questions": [{"question": "Name?"}, {"question": "Name?"}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {
        "role": "toolResult", "toolCallId": "call_0", "toolName": "ask_user", "isError": false,
        "content": [{"type": "text", "text": "Questions pending. User input required."}],
        "details": {"answered": false, "answers": [], "pendingFile": ".pi/pending-questions.json", "mode": "print",
          "questions": [{"question": "Name?"}, {"question": "Name?"}]}}},
       {"type": "message", "id": "e4", "parentId": "e3",
        "message": {"role": "assistant", "content": [{"type": "text", "text": "then I wait"}]}}]
      """
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"questions": [{"question": "Name?", "answer": "oak"}, {"question": "Name?", "answer": "elm"}]}
      """
    When the model says "so be it"
    Then the answer "oak" arrives 1 time [PI-58]
    And the answer "elm" arrives 1 time [PI-58]

  Scenario: A line break in an answer in the file does not become a blank
    Given no terminal
    And the command line "-c"
    And the setting "session" is "abc123"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null,
        "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [
        {"type": "toolCall", "id": "call_0", "name": "ask_user",
          "arguments": {"questions": [{"question": "Value?"}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {
        "role": "toolResult", "toolCallId": "call_0", "toolName": "ask_user", "isError": false,
        "content": [{"type": "text", "text": "Questions pending. User input required."}],
        "details": {"answered": false, "answers": [], "pendingFile": ".pi/pending-questions.json", "mode": "print",
          "questions": [{"question": "Value?"}]}}},
       {"type": "message", "id": "e4", "parentId": "e3",
        "message": {"role": "assistant", "content": [{"type": "text", "text": "then I wait"}]}}]
      """
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"sessionId": "abc123", "questions": [{"question": "Value?", "answer": "one\ntwo"}]}
      """
    When the model says "so be it"
    Then the model is told nothing with "one two" [PI-58, PI-19]
    And something is recorded with {"question": "Value?", "answer": "one\ntwo"} [PI-58, PI-19]

  # It is open whether a text is refused where several may be picked. It is never several picks.
  Scenario Outline: An answer on the command line is not split at its commas: <what>
    Given the command line has the words ["-p", "--answers", <answers>]
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "multiSelect": true,
        "options": [{"label": "Read, write"}, {"label": "Read"}, {"label": "Run"}]}]}
      """
    And the model says "done"
    Then nothing is recorded with {"answer": ["Read", "write"]} [PI-59, I-5]
    And nothing is recorded with {"answer": ["Read", " write"]} [PI-59, I-5]
    And nothing is recorded with {"answer": ["Read"]} [PI-59, I-5]

    Examples:
      | what            | answers                 |
      | a text          | "[\\"Read, write\\"]"   |
      | a list with one | "[[\\"Read, write\\"]]" |

  Scenario: The command /questions shows each of twelve questions
    Given a file ".pi/pending-questions.json" with the JSON:
      """
      {"sessionId": "abc123", "questions": [
        {"question": "Q1?", "answer": null}, {"question": "Q2?", "answer": null}, {"question": "Q3?", "answer": null},
        {"question": "Q4?", "answer": null}, {"question": "Q5?", "answer": null}, {"question": "Q6?", "answer": null},
        {"question": "Q7?", "answer": null}, {"question": "Q8?", "answer": null}, {"question": "Q9?", "answer": null},
        {"question": "Q10?", "answer": null}, {"question": "Q11?", "answer": null},
        {"question": "Q12?", "answer": null}]}
      """
    When the user says "/questions"
    Then a notice tells "Q1?" [PI-61]
    And a notice tells "Q6?" [PI-61]
    And a notice tells "Q9?" [PI-61]
    And a notice tells "Q12?" [PI-61]

  Scenario: Each of twelve answers in the file reaches the model
    Given no terminal
    And the command line "-c"
    And the setting "session" is "abc123"
    And a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null,
        "message": {"role": "user", "content": [{"type": "text", "text": "set it up"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [
        {"type": "toolCall", "id": "call_0", "name": "ask_user",
          "arguments": {"questions": [
        {"question": "Q1?"}, {"question": "Q2?"}, {"question": "Q3?"}, {"question": "Q4?"}, {"question": "Q5?"},
        {"question": "Q6?"}, {"question": "Q7?"}, {"question": "Q8?"}, {"question": "Q9?"}, {"question": "Q10?"},
        {"question": "Q11?"}, {"question": "Q12?"}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {
        "role": "toolResult", "toolCallId": "call_0", "toolName": "ask_user", "isError": false,
        "content": [{"type": "text", "text": "Questions pending. User input required."}],
        "details": {"answered": false, "answers": [], "pendingFile": ".pi/pending-questions.json", "mode": "print",
          "questions": [
        {"question": "Q1?"}, {"question": "Q2?"}, {"question": "Q3?"}, {"question": "Q4?"}, {"question": "Q5?"},
        {"question": "Q6?"}, {"question": "Q7?"}, {"question": "Q8?"}, {"question": "Q9?"}, {"question": "Q10?"},
        {"question": "Q11?"}, {"question": "Q12?"}]}}},
       {"type": "message", "id": "e4", "parentId": "e3",
        "message": {"role": "assistant", "content": [{"type": "text", "text": "then I wait"}]}}]
      """
    And a file ".pi/pending-questions.json" with the JSON:
      """
      {"sessionId": "abc123", "questions": [
        {"question": "Q1?", "answer": "a1"}, {"question": "Q2?", "answer": "a2"}, {"question": "Q3?", "answer": "a3"},
        {"question": "Q4?", "answer": "a4"}, {"question": "Q5?", "answer": "a5"}, {"question": "Q6?", "answer": "a6"},
        {"question": "Q7?", "answer": "a7"}, {"question": "Q8?", "answer": "a8"}, {"question": "Q9?", "answer": "a9"},
        {"question": "Q10?", "answer": "a10"}, {"question": "Q11?", "answer": "a11"},
        {"question": "Q12?", "answer": "a12"}]}
      """
    When the model says "so be it"
    Then something is recorded with {"question": "Q12?", "answer": "a12"} [PI-58, PI-07]
    And the model is told of the questions ["Q1?", "Q6?", "Q9?", "Q12?"] the answers ["a1", "a6", "a9", "a12"] [PI-58]
