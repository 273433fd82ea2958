Feature: pi: hostile input

  Input from the model, the person and the disk that is too large, malformed or meant to attack the screen. It is drawn
  harmlessly and passed on unchanged, and nothing crashes.

  Background:
    Given the system "pi"
    And a terminal

  Scenario: A thousand questions are asked and answered
    Given the scenario "pi-thousand-questions"
    Then 1 prompt is shown [PI-07]
    And something is recorded with {"question": "Q1?", "answer": "a1", "wasCustom": true} [PI-21]
    And something is recorded with {"question": "Q1000?", "answer": "a1000", "wasCustom": true} [PI-07, PI-21]
    And the turn ends completed

  Scenario: A thousand options are accepted, and the last one can be picked
    Given the scenario "pi-thousand-options"
    Then 1 prompt is shown [PI-07]
    And something is recorded with: [PI-07, PI-23]
      """
      {"question": "Which?", "answer": "o1000", "selectedOption": "o1000", "wasCustom": false}
      """
    And the turn ends completed

  # A subject that warns of long answers may warn here, too. The scenario then answers `y`.
  Scenario: A label of thirty thousand letters is returned whole
    Given the scenario "pi-a-long-label"
    Then 1 prompt is shown [PI-13]
    And of the call "call_1" the model is told "LLLLLLLL end" [PI-13, PI-23]
    And the turn ends completed

  Scenario: Two calls with the same id each get their own answer
    Given the scenario "pi-one-id-twice"
    Then 2 prompts are shown [PI-20]
    And something is recorded with {"question": "First?", "answer": "A"} [I-3]
    And something is recorded with {"question": "Second?", "answer": "B"} [I-3]
    And the turn ends completed

  Scenario Outline: Malformed arguments fail and ask nobody: <what>
    When the user says "go"
    And the model calls "ask_user" with the text "<text>"
    And the model says "as you like"
    Then the call "call_1" fails [I-4]
    And no prompt is shown [I-4]
    And no file is written [I-4]
    And the turn ends completed

    Examples:
      | what                         | text                                                          |
      | an empty text                |                                                               |
      | null                         | null                                                          |
      | a number                     | 17                                                            |
      | a text                       | \\"questions\\"                                               |
      | a list                       | [{\\"question\\": \\"Q?\\"}]                                  |
      | half an object               | {\\"questions\\": [{\\"question\\": \\"Q?\\"                  |
      | an HTML page                 | <html>                                                        |
      | unclosed brackets            | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[      |
      | null for a question          | {\\"questions\\": [null]}                                     |
      | a text for a question        | {\\"questions\\": [\\"Q?\\"]}                                 |
      | a number for questions       | {\\"questions\\": 4}                                          |
      | a list for a question's text | {\\"questions\\": [{\\"question\\": [\\"Q?\\"]}]}             |
      | null for an option           | {\\"questions\\": [{\\"question\\": \\"Q?\\", \\"options\\": [null]}]} |
      | a number for a label         | {\\"questions\\": [{\\"question\\": \\"Q?\\", \\"options\\": [{\\"label\\": 1}]}]} |

  Scenario Outline: Half a surrogate pair in <what> does not break the call
    When the user says "go"
    And the model calls "ask_user" with the text:
      """
      {"questions": [{"question": "Which<question>?", "header": "h<header>", "options": [{"label": "Red<label>", "description": "d"}, {"label": "Blue", "description": "x<description>"}]}]}
      """
    And the person answers "Which" with "Blue"
    And the model says "done"
    Then 1 prompt is shown
    And of the call "call_1" the model is told "Blue" [PI-23]
    And the turn ends completed

    Examples:
      | what          | question | header  | label   | description |
      | the question  | \\ud83d  |         |         |             |
      | the header    |          | \\ude42 |         |             |
      | a label       |          |         | \\ud83d |             |
      | a description |          |         |         | \\udc00     |

  Scenario: Escape sequences, null characters and direction marks come back unchanged
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Go\u0000?\u202e oN", "header": "A\u001b[2JB", "options": [
        {"label": "Red\u001b[31m", "description": "\u2066warm\u0007"}, {"label": "Blue\r\n\u200f", "description": "x\u009b"}]}]}
      """
    And the person answers "" with "Red\u001b[31m"
    And the model says "done"
    Then the call "call_1" has the result: [PI-22, PI-23]
      """
      {
        "answered": true,
        "answers": [
          {
            "question": "Go\u0000?\u202e oN",
            "answer": "Red\u001b[31m",
            "selectedOption": "Red\u001b[31m",
            "wasCustom": false
          }
        ]
      }
      """

  @reference
  Scenario: Escape sequences, null characters and direction marks are drawn as visible symbols
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Go\u0000?\u202e oN", "header": "A\u001b[2JB", "options": [
        {"label": "Red\u001b[31m", "description": "\u2066warm\u0007"}, {"label": "Blue\r\n\u200f", "description": "x\u009b"}]}]}
      """
    And the person answers "" with "Red\u001b[31m"
    And the model says "done"
    Then the prompt is drawn as:
      """
      ────────────────────────────────────────────────────────────
       A␛[2JB

        Go␀?� oN

        > 1. Red␛[31m
             �warm␇
          2. Blue␍␊�
             x�
          3. Other (type your answer)

        ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel
      ────────────────────────────────────────────────────────────
      """

  @reference
  Scenario: Wide letters, accents and emoji are drawn unchanged
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "どのデータベースですか？", "header": "データベース", "options": [{"label": "가나다", "description": "cafe\u0301 \u0336struck"}, {"label": "👩‍💻 שלום"}]}]}
      """
    And the person answers "" with "가나다"
    And the model says "done"
    Then the prompt is drawn as:
      """
      ────────────────────────────────────────────────────────────
       データベース

        どのデータベースですか？

        > 1. 가나다
             café ̶struck
          2. 👩‍💻 שלום
          3. Other (type your answer)

        ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel
      ────────────────────────────────────────────────────────────
      """

  Scenario: Wide letters, accents and emoji come back unchanged
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "どのデータベースですか？", "options": [{"label": "가나다"}, {"label": "👩‍💻 שלום"}]}, {"question": "cafe\u0301?"}]}
      """
    And the person answers "" with ["👩‍💻 שלום", "\u212b \u0336 \u202eabc"]
    And the model says "done"
    Then the call "call_1" has the result: [PI-19, PI-22, PI-23]
      """
      {
        "answered": true,
        "answers": [
          {
            "question": "どのデータベースですか？",
            "answer": "👩‍💻 שלום",
            "selectedOption": "👩‍💻 שלום",
            "wasCustom": false
          },
          {"question": "cafe\u0301?", "answer": "\u212b \u0336 \u202eabc", "wasCustom": true}
        ]
      }
      """

  Scenario: HTML, templates and commands are treated as plain text
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "<img src=x onerror=\"alert(1)\"> {{secret}} %s ${HOME}?", "header": "<b>H</b>", "options": [
        {"label": "<script>x()</script>", "description": "[a](javascript:b)"}, {"label": "../../etc", "description": "$(rm -rf /)"}]}],
       "metadata": {"source": "<script>"}}
      """
    And the person answers "onerror" with "<script>x()</script>"
    And the model says "done"
    Then the call "call_1" has the result: [PI-22, PI-23]
      """
      {
        "answered": true,
        "answers": [
          {
            "question": "<img src=x onerror=\"alert(1)\"> {{secret}} %s ${HOME}?",
            "answer": "<script>x()</script>",
            "selectedOption": "<script>x()</script>",
            "wasCustom": false
          }
        ]
      }
      """
    And the last object recorded with {"mode": "interactive"} has {"metadata": {"source": "<script>"}} [PI-77]

  Scenario Outline: A word with a special meaning in JavaScript is treated as plain text: <word>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "<word>", "options": [{"label": "<word>"}, {"label": "hasOwnProperty"}]}, {"question": "Name?"}], "metadata": {"<word>": {"x": 1}}}
      """
    And the person answers "<word>" with ["<word>", "<word>"]
    And the model says "done"
    Then the call "call_1" has the result: [PI-22, PI-23, PI-24]
      """
      {
        "answered": true,
        "answers": [
          {"question": "<word>", "answer": "<word>", "selectedOption": "<word>", "wasCustom": false},
          {"question": "Name?", "answer": "<word>", "wasCustom": true}
        ]
      }
      """
    And the last object recorded with {"mode": "interactive"} has {"metadata": {"<word>": {"x": 1}}} [PI-77]

    Examples:
      | word        |
      | constructor |
      | toString    |
      | __proto__   |
      | length      |
      | null        |
      | undefined   |

  Scenario Outline: A malformed first answer leads to no second prompt and no second result: <what>
    When the user says "go"
    And the model asks the user "Which?" between ["A", "B"]
    And the person answers "Which?" with <answer>
    And 1000 ms later the person answers "Which?" with "B"
    And the model says "done"
    Then 1 prompt is shown
    And 2 requests reach the model [I-1]
    And each call is answered once [I-1]
    And no prompt is left open
    And the turn ends completed

    Examples:
      | what                          | answer               |
      | null                          | null                 |
      | a number                      | 7                    |
      | a boolean                     | true                 |
      | an empty list                 | []                   |
      | an answer to another question | {"Whither?": "A"}    |
      | too many answers              | ["A", "B"]           |
      | nested lists                  | [["A"], {"B": null}] |

  Scenario Outline: A broken stored session gives a notice, and no turn begins: <what>
    Given a stored conversation:
      """
      <stored>
      """
    When the user says "go"
    And the subject may exit by itself
    Then a notice is given
    And 0 requests reach the model

    Examples:
      | what | stored |
      | a number for an entry | [5] |
      | an entry without an id | [{"type": "message", "message": {"role": "user", "content": []}}] |
      | an unknown parent | [{"type": "message", "id": "e1", "parentId": "e0", "message": {"role": "user", "content": []}}] |
      | an entry that is its own parent | [{"type": "message", "id": "e1", "parentId": "e1", "message": {"role": "user", "content": []}}] |
      | an unknown role | [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "king", "content": []}}] |

  Scenario: A broken stored session gives a notice, and no turn begins: two entries with one id
    Given a stored conversation:
      """
      [
        {"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": []}},
        {"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": []}}
      ]
      """
    When the user says "go"
    And the subject may exit by itself
    Then a notice is given
    And 0 requests reach the model

  Scenario: A broken stored session gives a notice, and no turn begins: a malformed tool call
    Given a stored conversation:
      """
      [
        {
          "type": "message", "id": "e1", "parentId": null,
          "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "c", "name": 7}]}
        }
      ]
      """
    When the user says "go"
    And the subject may exit by itself
    Then a notice is given
    And 0 requests reach the model

  Scenario: Malformed details of a stored result do not stop the session
    Given a stored conversation:
      """
      [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": [{"type": "text", "text": "go"}]}},
       {"type": "message", "id": "e2", "parentId": "e1", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "old_1", "name": "ask_user", "arguments": {"questions": [{"question": "Q?"}]}}]}},
       {"type": "message", "id": "e3", "parentId": "e2", "message": {"role": "toolResult", "toolCallId": "old_1", "toolName": "ask_user", "content": [{"type": "text", "text": "{}"}], "details": {"questions": 5, "answers": {"x": [null]}, "mode": 3}, "isError": false}}]
      """
    When the user says "/compact"
    And meanwhile the user says "/questions" at the start
    And 1000 ms later the user says "and now?"
    And asked "and now?" the model says "on we go"
    Then the turn ends completed
    And no prompt is shown
