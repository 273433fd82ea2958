Feature: pi: input that means harm

  Too much, not what it says, or meant for the screen: from the model, the person and the disk. What is shown is
  harmless, what is handed on is what was said, and nothing breaks.

  Background:
    Given the system "pi"
    And a terminal

  Scenario: A thousand questions are asked and answered
    Given the scenario "pi-thousand-questions"
    Then 1 prompt is shown [PI-07]
    And something is recorded with {"question": "Q1?", "answer": "a1", "wasCustom": true} [PI-21]
    And something is recorded with {"question": "Q1000?", "answer": "a1000", "wasCustom": true} [PI-07, PI-21]
    And the turn ends completed

  Scenario: A thousand options are shown, and the last of them is picked
    Given the scenario "pi-thousand-options"
    Then 1 prompt is shown [PI-07]
    And something is recorded with: [PI-07, PI-23]
      """
      {"question": "Which?", "answer": "o1000", "selectedOption": "o1000", "wasCustom": false}
      """
    And the turn ends completed

  # Whoever warns of long answers may do so here, too: a `y` follows.
  Scenario: A label of thirty thousand letters is the answer to its end
    Given the scenario "pi-a-long-label"
    Then 1 prompt is shown [PI-13]
    And of the call "call_1" the model is told "LLLLLLLL end" [PI-13, PI-23]
    And the turn ends completed

  Scenario: Two calls under one id have an answer each
    Given the scenario "pi-one-id-twice"
    Then 2 prompts are shown [PI-20]
    And something is recorded with {"question": "First?", "answer": "A"} [I-3]
    And something is recorded with {"question": "Second?", "answer": "B"} [I-3]
    And the turn ends completed

  Scenario Outline: Arguments of <what> are no question
    When the user says "go"
    And the model calls "ask_user" with the text "<text>"
    And the model says "as you like"
    Then the call "call_1" fails [I-4]
    And no prompt is shown [I-4]
    And no file is written [I-4]
    And the turn ends completed

    Examples:
      | what                | text                                                          |
      | nothing             |                                                               |
      | null                | null                                                          |
      | a number            | 17                                                            |
      | a text              | \\"questions\\"                                               |
      | a list              | [{\\"question\\": \\"Q?\\"}]                                  |
      | half an object      | {\\"questions\\": [{\\"question\\": \\"Q?\\"                  |
      | a page              | <html>                                                        |
      | brackets            | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[      |
      | questions of null   | {\\"questions\\": [null]}                                     |
      | questions of text   | {\\"questions\\": [\\"Q?\\"]}                                 |
      | questions of number | {\\"questions\\": 4}                                          |
      | a question of list  | {\\"questions\\": [{\\"question\\": [\\"Q?\\"]}]}             |
      | an option of null   | {\\"questions\\": [{\\"question\\": \\"Q?\\", \\"options\\": [null]}]} |
      | a label of number   | {\\"questions\\": [{\\"question\\": \\"Q?\\", \\"options\\": [{\\"label\\": 1}]}]} |

  Scenario Outline: Half a surrogate pair in <what> breaks nothing
    When the user says "go"
    And the model calls "ask_user" with the text "{\"questions\": [{\"question\": \"Which<question>?\", \"header\": \"h<header>\", \"options\": [{\"label\": \"Red<label>\", \"description\": \"d\"}, {\"label\": \"Blue\", \"description\": \"x<description>\"}]}]}"
    And the person answers "Which" with "Blue"
    And the model says "done"
    Then 1 prompt is shown
    And of the call "call_1" the model is told "Blue" [PI-23]
    And the turn ends completed

    Examples:
      | what          | question  | header    | label     | description |
      | the question  | \\\\ud83d |           |           |             |
      | the header    |           | \\\\ude42 |           |             |
      | a label       |           |           | \\\\ud83d |             |
      | a description |           |           |           | \\\\udc00   |

  Scenario: Escapes, nulls and marks of direction come back as they were
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
  Scenario: Escapes, nulls and marks of direction as they are drawn
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
  Scenario: Wide letters, accents and emoji as they are drawn
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

  Scenario: Wide letters, accents and emoji come back as they were
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

  Scenario: HTML, templates and commands are text like any other
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
    And what is recorded last with {"mode": "interactive"} has {"metadata": {"source": "<script>"}} [PI-77]

  Scenario Outline: A word that JavaScript gives a meaning is one like any other: <word>
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
    And what is recorded last with {"mode": "interactive"} has {"metadata": {"<word>": {"x": 1}}} [PI-77]

    Examples:
      | word        |
      | constructor |
      | toString    |
      | __proto__   |
      | length      |
      | null        |
      | undefined   |

  Scenario Outline: A person who first answers with <what> is asked once, and the call has one end
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
      | what             | answer               |
      | null             | null                 |
      | a number         | 7                    |
      | a truth          | true                 |
      | nothing at all   | []                   |
      | an object        | {"Whither?": "A"}    |
      | too many         | ["A", "B"]           |
      | a list in a list | [["A"], {"B": null}] |

  Scenario Outline: A stored session that is <what> is told, and no turn begins
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
      | broken at once | [5] |
      | without an id | [{"type": "message", "message": {"role": "user", "content": []}}] |
      | of two with one id | [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": []}}, {"type": "message", "id": "e1", "parentId": null, "message": {"role": "user", "content": []}}] |
      | of an unknown parent | [{"type": "message", "id": "e1", "parentId": "e0", "message": {"role": "user", "content": []}}] |
      | its own parent | [{"type": "message", "id": "e1", "parentId": "e1", "message": {"role": "user", "content": []}}] |
      | broken in a call | [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "c", "name": 7}]}}] |
      | of a role nobody knows | [{"type": "message", "id": "e1", "parentId": null, "message": {"role": "king", "content": []}}] |

  Scenario: Details that nobody could have written stop nothing
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
