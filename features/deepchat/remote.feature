Feature: DeepChat: a question over a remote channel

  The channel carries plain text. The question goes out with its options, and the reply is a number, a label, or a typed
  answer. The accepted answer is confirmed.

  Background:
    Given the system "deepchat"
    And the profile "head"
    And a terminal
    And the setting "remote" is true

  Scenario Outline: The reply "<text>" is read as <what>
    When the user says "go"
    And the model asks the user "What to drink?" between ["Tea", "Café", "10", "Wine, red"]
    And the client sends {"type": "message", "text": "<text>"} while the turn is paused
    And the model says "cheers"
    Then the call "call_1" succeeds, telling the model "<answer>" [DC-67]
    And the last object recorded with {"questionText": "What to drink?"} has {"answerText": "<answer>"} [DC-67]
    And 1 message tells the client {"text": "<confirmed>"} [DC-69]
    And the user's messages reach the model as ["go"] [DC-53]

    Examples:
      | text       | what                                               | answer    | confirmed               |
      | 2          | an option number                                   | Café      | Selected: Café          |
      | 02         | an option number despite its leading zero          | Café      | Selected: Café          |
      | \\t 1 \\n  | an option number between blanks                    | Tea       | Selected: Tea           |
      | \\t tea \\n | a label between blanks                             | Tea       | Selected: Tea           |
      | \\t teal \\n | a typed answer between blanks                      | teal | Answer received: teal |
      | 4          | the last option number                             | Wine, red | Selected: Wine, red     |
      | 10         | a label, because that number is out of range       | 10        | Selected: 10            |
      | tea        | a label in another case                            | Tea       | Selected: Tea           |
      | CAFÉ       | a label in capitals                                | Café      | Selected: Café          |
      | wine, RED  | a label with a comma                               | Wine, red | Selected: Wine, red     |
      | cafe       | a typed answer, because the accent is missing      | cafe      | Answer received: cafe   |
      | 0          | a typed answer, because numbers start at 1         | 0         | Answer received: 0      |
      | 5          | a typed answer, because the number is one too high | 5         | Answer received: 5      |
      | -1         | a typed answer, because of the minus sign          | -1        | Answer received: -1     |
      | +2         | a typed answer, because of the plus sign           | +2        | Answer received: +2     |
      | 2.         | a typed answer, because of the dot                 | 2.        | Answer received: 2.     |
      | ２         | a typed answer, because the digit is not ASCII     | ２        | Answer received: ２     |
      | teal       | a typed answer                                     | teal      | Answer received: teal   |
      | 99999999999999999999999 | a typed answer, because the number is far too high | 99999999999999999999999 | Answer received: 99999999999999999999999 |

  Scenario Outline: With custom answers off, the text "<text>" is not taken as an answer
    When the user says "go"
    And the model calls "deepchat_question" with:
      """
      {"question": "What to drink?", "options": [{"label": "Tea"}, {"label": "Café"}], "custom": false}
      """
    And the client sends {"type": "message", "text": "<text>"} when the client is told "What to drink?"
    And 1000 ms later the client sends {"type": "message", "text": "café"}
    And the model says "cheers"
    Then the requests are sent at "0 1000" [DC-67]
    And objects recorded with {"questionText": "What to drink?"} have at "/answerText" in turn [null, "Café"] [DC-67]
    And 1 message tells the client {"text": "Selected: Café"} [DC-69]
    And no message tells the client "Answer received" [DC-69]

    Examples:
      | text |
      | wine |
      | 3    |
      | cafe |

  @open
  Scenario: With custom answers off, a free text does not answer a question that sets multiple
    When the user says "go"
    And the model calls "deepchat_question" with:
      """
      {"question": "What to drink?", "options": [{"label": "Tea"}, {"label": "Café"}], "multiple": true, "custom": false}
      """
    And the client sends {"type": "message", "text": "wine"} when the client is told "What to drink?"
    And 1000 ms later the client sends {"type": "message", "text": "2"}
    And the model says "cheers"
    Then the requests are sent at "0 1000" [DC-68.o]
    And objects recorded with {"questionText": "What to drink?"} have at "/answerText" in turn [null, "Café"] [DC-68.o]

  Scenario: A blank text is not taken as an answer
    When the user says "go"
    And the model asks the user "What to drink?" between ["Tea", "Café"]
    And the client sends {"type": "message", "text": "  "} when the client is told "What to drink?"
    And 1000 ms later the client sends {"type": "message", "text": "1"}
    And the model says "cheers"
    Then the requests are sent at "0 1000" [DC-67]
    And objects recorded with {"questionText": "What to drink?"} have at "/answerText" in turn [null, "Tea"] [DC-67]

  Scenario: The options are sent with the question, and the answer is confirmed
    When the user says "go"
    And the model calls "deepchat_question" with:
      """
      {"header": "Drinks", "question": "What to drink?", "options": [{"label": "Tea", "description": "hot"}, {"label": "Café"}]}
      """
    And the client answers "What to drink?" with the line {"type": "message", "text": "1"}
    And the model says "cheers"
    Then what the client is told has the pieces ["What to drink?", "Tea", "Café", "Selected: Tea"] in this order [DC-69]
    And the call "call_1" succeeds, telling the model "Tea" [DC-67]

  @reference
  Scenario: How the reference writes the question
    When the user says "go"
    And the model calls "deepchat_question" with:
      """
      {"header": "Drinks", "question": "What to drink?", "options": [{"label": "Tea", "description": "hot"}, {"label": "Café"}]}
      """
    And the client answers "What to drink?" with the line {"type": "message", "text": "1"}
    And the model says "cheers"
    Then 1 message tells the client {"type": "message", "text": "Drinks\nWhat to drink?\n1. Tea: hot\n2. Café"}

  Scenario: A text is an ordinary message when no question waits
    When the user says "go"
    And the model says "hello"
    And the client sends {"type": "message", "text": "1"} after the turn
    And asked "1" the model says "one"
    Then the user's messages reach the model as ["go", "1"]
    And no message tells the client "Selected"
    And the turn ends completed

  Scenario: A text answers the first of two questions, and the next text the second
    When the user says "go"
    And the model asks the user "What to drink?" between ["Tea", "Café"]
    And in the same message it asks the user "What to eat?" between ["Bread", "Soup"]
    And the client sends {"type": "message", "text": "2"} while the turn is paused
    And 100 ms later the client sends {"type": "message", "text": "2"}
    And the model says "cheers"
    Then the call "call_1" succeeds, telling the model "Café" [DC-26]
    And the call "call_2" succeeds, telling the model "Soup" [DC-26]
    And the messages tell the client in this order: [DC-69]
      """
      [{"text": "Selected: Café"}, {"text": "Selected: Soup"}]
      """
    And 2 requests reach the model [DC-27]
