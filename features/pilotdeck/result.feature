Feature: PilotDeck: how the model is told the answers

  The model gets one sentence, byte for byte: the answers in order, each with its annotations, and nothing escaped. The
  recorded data are what the host gave.

  Background:
    Given the system "pilotdeck"
    And a terminal

  Scenario: One answer becomes one sentence
    When the user says "go"
    And the model asks the user "Which city?" between ["Oslo", "Rome"]
    And the person answers "Which city?" with {"type": "answered", "answers": {"Which city?": "Oslo"}}
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-46]
      """
      User has answered your questions: "Which city?"="Oslo". You can now continue with the user's answers in mind.
      """
    And something is recorded with: [PD-98]
      """
      {
        "type": "tool_result",
        "content": [
          {
            "type": "text",
            "text": "User has answered your questions: \"Which city?\"=\"Oslo\". You can now continue with the user's answers in mind."
          }
        ]
      }
      """
    And the last object recorded with {"answers": {"Which city?": "Oslo"}} is: [PD-42]
      """
      {"questions": [{"question": "Which city?", "header": "Choice", "options": [{"label": "Oslo", "description": "Oslo"}, {"label": "Rome", "description": "Rome"}]}],
       "answers": {"Which city?": "Oslo"}}
      """
    And the last object recorded with {"answers": {"Which city?": "Oslo"}} lacks "annotations" [PD-93]

  Scenario: The test vector of the specification gives its exact sentence
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q", "header": "H", "options": [{"label": "a", "description": ""}, {"label": "b", "description": ""}]},
        {"question": "R", "header": "H", "multiSelect": true, "options": [{"label": "x", "description": ""}, {"label": "y", "description": ""}]}]}
      """
    And the person answers "Q" with:
      """
      {
        "type": "answered",
        "answers": {"Q": "a", "R": ["x", "y"]},
        "annotations": {"Q": {"preview": "<p>", "notes": "n"}}
      }
      """
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-96]
      """
      User has answered your questions: "Q"="a" selected preview:
      <p> user notes: n, "R"="x, y". You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"answers": {"Q": "a"}} has: [PD-42]
      """
      {"answers": {"Q": "a", "R": ["x", "y"]}, "annotations": {"Q": {"preview": "<p>", "notes": "n"}}}
      """
    And the last object recorded with {"type": "tool_result"} has {"content": [{"type": "text"}]} [PD-98]

  Scenario Outline: The sentence has <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "R", "header": "H", "multiSelect": true, "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "Q" with {"type": "answered", "answers": <answers>}
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [<id>]
      """
      User has answered your questions: <entries>. You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has {"data": {"answers": <answers>}} [PD-42]

    Examples:
      | what | id | answers | entries |
      | two answers in the order of the questions | PD-47 | {"Q": "A", "R": "B"} | "Q"="A", "R"="B" |
      | several picks joined by commas | PD-47 | {"Q": "A", "R": ["A", "B"]} | "Q"="A", "R"="A, B" |
      | several picks in the host's order | PD-47 | {"Q": "A", "R": ["B", "A"]} | "Q"="A", "R"="B, A" |
      | two answers in reverse order, as the host gave them | PD-50 | {"R": "B", "Q": "A"} | "R"="B", "Q"="A" |
      | four answers in the host's order, not sorted | PD-50 | {"R": "B", "z": "1", "Q": "A", "a": "2"} | "R"="B", "z"="1", "Q"="A", "a"="2" |
      | only the second answer if only that is given | PD-47 | {"R": "B"} | "R"="B" |
      | no answers if none is given | PD-51 | {} |  |
      | an empty text for an answer without picks | PD-51 | {"Q": "A", "R": []} | "Q"="A", "R"="" |
      | an answer that is an empty text | PD-51 | {"Q": "", "R": "B"} | "Q"="", "R"="B" |
      | one answer that is a text | PD-99 | {"Q": "A"} | "Q"="A" |
      | one answer that is a list of one pick | PD-99 | {"Q": ["A"]} | "Q"="A" |
      | two empty picks joined by a comma | PD-99 | {"Q": ["", ""]} | "Q"=", " |
      | answers with the blanks around them | PD-47 | {"Q": " A ", "R": [" B\\n", " A"]} | "Q"=" A ", "R"=" B\n,  A" |
      | answers that are not among the options | PD-44 | {"Q": "Z", "R": ["A", "Y"]} | "Q"="Z", "R"="A, Y" |
      | several picks for a single-choice question | PD-44 | {"Q": ["A", "B"], "R": "B"} | "Q"="A, B", "R"="B" |
      | an answer to a question that was not asked | PD-44 | {"S": "A"} | "S"="A" |
      | answers whose keys differ in case or blanks | PD-44 | {"q": "A", "R ": "B"} | "q"="A", "R "="B" |
      | one pick five times | PD-44 | {"R": ["A", "A", "A", "A", "A"]} | "R"="A, A, A, A, A" |

  @field-59
  Scenario Outline: An answer with <what> is told unchanged
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "<question>", "header": "H", "multiSelect": true, "options": [{"label": "<answer>", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "" with:
      """
      {
        "type": "answered",
        "answers": {"<question>": ["<answer>", "B"]},
        "annotations": {"<question>": {"preview": "<preview>", "notes": "<notes>"}}
      }
      """
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-49]
      """
      User has answered your questions: <told>. You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has: [PD-42]
      """
      {"data": {"answers": {"<question>": ["<answer>", "B"]}}}
      """

    Examples:
      | what | question | answer | preview | notes | told |
      | quotes | a \\"b\\"? | \\"A\\"=\\"B\\" | <p class='\\"'> | \\"n\\" | "a "b"?"=""A"="B", B" selected preview:\n<p class='"'> user notes: "n" |
      | line breaks | a\\nb? | A\\n\\nB | <p>\\n</p>\\n | n\\nm | "a\nb?"="A\n\nB, B" selected preview:\n<p>\n</p>\n user notes: n\nm |
      | commas | a, b? | A, B | <p>, <p> | n, \\"R\\"=\\"x\\" | "a, b?"="A, B, B" selected preview:\n<p>, <p> user notes: n, "R"="x" |
      | backslashes | a\\\\b? | A\\\\n | <p>\\\\ | n\\\\\\\\ | "a\\b?"="A\\n, B" selected preview:\n<p>\\ user notes: n\\\\ |
      | Japanese characters | 本当に？ | はい | <p>漢</p> | 備考 | "本当に？"="はい, B" selected preview:\n<p>漢</p> user notes: 備考 |
      | emoji | 😀? | 👩‍👩‍👧 | <p>👍</p> | ✅ | "😀?"="👩‍👩‍👧, B" selected preview:\n<p>👍</p> user notes: ✅ |

  @field-59
  Scenario: An answer with full stops is told unchanged
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "a. b?", "header": "H", "multiSelect": true,
            "options": [
              {"label": "A. You can now continue with the user's answers in mind.", "description": ""},
              {"label": "B", "description": ""}
            ]
          }
        ]
      }
      """
    And the person answers "" with:
      """
      {
        "type": "answered",
        "answers": {"a. b?": ["A. You can now continue with the user's answers in mind.", "B"]},
        "annotations": {"a. b?": {"preview": "<p>.", "notes": "n."}}
      }
      """
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-49]
      """
      User has answered your questions: "a. b?"="A. You can now continue with the user's answers in mind., B" selected preview:
      <p>. user notes: n.. You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has: [PD-42]
      """
      {"data": {"answers": {"a. b?": ["A. You can now continue with the user's answers in mind.", "B"]}}}
      """

  Scenario Outline: Annotations of the host: <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "R", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "Q" with {"type": "answered", "answers": {"Q": "A", "R": "B"}, "annotations": <annotations>}
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [<id>]
      """
      User has answered your questions: <entries>. You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has {"data": {"annotations": <annotations>}} [<id>]

    Examples:
      | what | id | annotations | entries |
      | a preview follows its answer | PD-48 | {"Q": {"preview": "<b>"}} | "Q"="A" selected preview:\n<b>, "R"="B" |
      | notes follow their answer | PD-48 | {"R": {"notes": "n"}} | "Q"="A", "R"="B" user notes: n |
      | a preview goes before notes | PD-48 | {"Q": {"notes": "n", "preview": "<b>"}} | "Q"="A" selected preview:\n<b> user notes: n, "R"="B" |
      | both questions can have notes | PD-48 | {"R": {"notes": "m"}, "Q": {"notes": "n"}} | "Q"="A" user notes: n, "R"="B" user notes: m |
      | empty annotations add nothing | PD-86 | {} | "Q"="A", "R"="B" |
      | an empty entry for a question adds nothing | PD-97 | {"Q": {}} | "Q"="A", "R"="B" |
      | an empty preview and empty notes add nothing | PD-97 | {"Q": {"preview": "", "notes": ""}} | "Q"="A", "R"="B" |
      | notes are told without the empty preview beside them | PD-97 | {"Q": {"preview": "", "notes": "n"}} | "Q"="A" user notes: n, "R"="B" |
      | notes of one blank are told | PD-97 | {"Q": {"notes": " "}} | "Q"="A" user notes:  , "R"="B" |
      | an entry for a question without an answer adds nothing | PD-52 | {"S": {"preview": "<b>", "notes": "n"}} | "Q"="A", "R"="B" |
      | an entry for a key in another case adds nothing | PD-100 | {"q": {"notes": "n"}, "R": {"notes": "m"}} | "Q"="A", "R"="B" user notes: m |
      | an entry for a key with an extra blank adds nothing | PD-100 | {"Q ": {"notes": "n"}, " R": {"notes": "m"}} | "Q"="A", "R"="B" |

  Scenario: Annotations belong to the answer with the same key, not to the question asked
    When the user says "go"
    And the model asks the user "Q" between ["A", "B"]
    And the person answers "Q" with:
      """
      {"type": "answered", "answers": {"q": "A"}, "annotations": {"Q": {"notes": "upper"}, "q": {"notes": "lower"}}}
      """
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-100]
      """
      User has answered your questions: "q"="A" user notes: lower. You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} has: [PD-52]
      """
      {"data": {"annotations": {"Q": {"notes": "upper"}, "q": {"notes": "lower"}}}}
      """

  Scenario Outline: Annotations of the call are ignored when the annotations of the host are <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}],
       "annotations": {"Q": {"preview": "of the call", "notes": "of the call"}}}
      """
    And the person answers "Q" with {"type": "answered", "answers": {"Q": "A"}<annotations>}
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-43]
      """
      User has answered your questions: <entry>. You can now continue with the user's answers in mind.
      """
    And the last object recorded with {"type": "tool_result"} does not contain "of the call" [PD-43]
    And the last object recorded with {"type": "tool_result"} has {"data": {"answers": {"Q": "A"}<annotations>}} [PD-43]

    Examples:
      | what    | annotations                               | entry                    |
      | absent  |                                           | "Q"="A"                  |
      | empty   | , "annotations": {}                       | "Q"="A"                  |
      | present | , "annotations": {"Q": {"notes": "host"}} | "Q"="A" user notes: host |

  Scenario: The result has no annotations when the host sends null for them
    When the user says "go"
    And the model asks the user "Q" between ["A", "B"]
    And the person answers "Q" with {"type": "answered", "answers": {"Q": "A"}, "annotations": null}
    And the model says "done"
    Then the last object recorded with {"answers": {"Q": "A"}} has {"questions": [{"question": "Q"}]} [PD-93]
    And the last object recorded with {"answers": {"Q": "A"}} lacks "annotations" [PD-93]
    And the last object recorded with {"answers": {"Q": "A"}} lacks "metadata" [PD-93]

  Scenario Outline: Answers in the call give the same sentence as answers of the host: <what>
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "R", "header": "H", "multiSelect": true, "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}],
       "answers": <answers>, "annotations": <annotations>}
      """
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]},
        {"question": "R", "header": "H", "multiSelect": true, "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "Q" with {"type": "answered", "answers": <answers>, "annotations": <annotations>}
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-101]
      """
      User has answered your questions: <entries>. You can now continue with the user's answers in mind.
      """
    And the call "call_2" succeeds, telling the model: [PD-101]
      """
      User has answered your questions: <entries>. You can now continue with the user's answers in mind.
      """
    And 1 prompt is shown [PD-101]
    And objects recorded with {"type": "tool_result"} have at "/data/annotations" in turn [<annotations>] [PD-101]

    Examples:
      | what                               | answers         | annotations                                 | entries  |
      | with empty annotations             | {"Q": []}       | {}                                          | "Q"=""   |
      | with annotations under another key | {"Q": ["", ""]} | {"R": {"notes": "n"}, "Q": {"preview": ""}} | "Q"=", " |

  Scenario: Answers in the call give the same sentence as answers of the host: with annotations
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "Q", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "R", "header": "H", "multiSelect": true,
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          }
        ],
        "answers": {"R": ["A", "B"], "Q": "B"}, "annotations": {"Q": {"preview": "<p>\n</p>", "notes": "\"n\""}}
      }
      """
    And the model calls "ask_user_question" with:
      """
      {
        "questions": [
          {
            "question": "Q", "header": "H",
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          },
          {
            "question": "R", "header": "H", "multiSelect": true,
            "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]
          }
        ]
      }
      """
    And the person answers "Q" with:
      """
      {
        "type": "answered", "answers": {"R": ["A", "B"], "Q": "B"},
        "annotations": {"Q": {"preview": "<p>\n</p>", "notes": "\"n\""}}
      }
      """
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-101]
      """
      User has answered your questions: "R"="A, B", "Q"="B" selected preview:
      <p>
      </p> user notes: "n". You can now continue with the user's answers in mind.
      """
    And the call "call_2" succeeds, telling the model: [PD-101]
      """
      User has answered your questions: "R"="A, B", "Q"="B" selected preview:
      <p>
      </p> user notes: "n". You can now continue with the user's answers in mind.
      """
    And 1 prompt is shown [PD-101]
    And objects recorded with {"type": "tool_result"} have at "/data/annotations" in turn: [PD-101]
      """
      [{"Q": {"preview": "<p>\n</p>", "notes": "\"n\""}}]
      """

  Scenario Outline: Keys that look like integers come first: <what>
    When the user says "go"
    And the model asks the user "Q" between ["A", "B"]
    And the person answers "Q" with {"type": "answered", "answers": <answers>}
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-50.j]
      """
      User has answered your questions: <entries>. You can now continue with the user's answers in mind.
      """

    Examples:
      | what | answers | entries |
      | sorted as numbers, not as text | {"10": "A", "9": "B"} | "9"="B", "10"="A" |
      | up to the limit for integer keys | {"x": "A", "4294967295": "B", "4294967294": "C", "0": "D"} | "0"="D", "4294967294"="C", "x"="A", "4294967295"="B" |

  Scenario: Keys that look like integers come first: the test vector of the specification
    When the user says "go"
    And the model asks the user "Q" between ["A", "B"]
    And the person answers "Q" with:
      """
      {"type": "answered", "answers": {"b": "A", "2": "A", "a": "A", "01": "A", "1": "A", "-1": "A"}}
      """
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-50.j]
      """
      User has answered your questions: "1"="A", "2"="A", "b"="A", "a"="A", "01"="A", "-1"="A". You can now continue with the user's answers in mind.
      """

  Scenario: Keys that look like integers come first: but not keys such as 1.0 or +1
    When the user says "go"
    And the model asks the user "Q" between ["A", "B"]
    And the person answers "Q" with:
      """
      {"type": "answered", "answers": {"1.0": "A", "1e1": "A", "+1": "A", " 1": "A", "": "A", "7": "B"}}
      """
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-50.j]
      """
      User has answered your questions: "7"="B", "1.0"="A", "1e1"="A", "+1"="A", " 1"="A", ""="A". You can now continue with the user's answers in mind.
      """

  Scenario: Keys that look like integers come first in answers in the call, too
    When the user says "go"
    And the model calls "ask_user_question" with:
      """
      {"questions": [{"question": "Q", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}],
       "answers": {"Q": "A", "2": "B", "1": "C"}}
      """
    And the model says "done"
    Then the call "call_1" succeeds, telling the model: [PD-50.j]
      """
      User has answered your questions: "1"="C", "2"="B", "Q"="A". You can now continue with the user's answers in mind.
      """

  @reference
  Scenario: With the setting js_key_order off, keys that look like integers keep their place
    Given the setting "js_key_order" is false
    When the user says "go"
    And the model asks the user "Q" between ["A", "B"]
    And the person answers "Q" with {"type": "answered", "answers": {"b": "A", "2": "A", "a": "A", "1": "A"}}
    And the model says "done"
    Then the call "call_1" succeeds, telling the model:
      """
      User has answered your questions: "b"="A", "2"="A", "a"="A", "1"="A". You can now continue with the user's answers in mind.
      """
