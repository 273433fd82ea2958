Feature: DeepChat: the arguments of the question tool

  A model writes the arguments, so they are not trusted: required keys, types, defaults, limits and trimming. Most rules
  hold in both profiles, but the tool has another name in each.

  Background:
    Given the system "deepchat"
    And a terminal

  @in-every-request
  Scenario Outline: The model is offered the tool with its name and schema, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model says "hello"
    Then every request offers the tool "<tool>" [<id>]
    And no request offers the tool "<other>" [<id>]
    And the properties of "<tool>" are "header question options multiple custom" [DC-03]
    And the definition of "<tool>" has ["question", "options"] at "/required" [DC-03]
    And the definition of "<tool>" does not contain "questions" [DC-02]
    And the definition of "<tool>" has "string" at "/properties/header/type" [DC-04]
    And the definition of "<tool>" has "string" at "/properties/question/type" [DC-05]
    And the definition of "<tool>" has "array" at "/properties/options/type" [DC-06]
    And the definition of "<tool>" has "string" at "/properties/options/items/properties/label/type" [DC-06]
    And the definition of "<tool>" has ["label"] at "/properties/options/items/required" [DC-06]
    And the definition of "<tool>" has "string" at "/properties/options/items/properties/description/type" [DC-70]
    And the definition of "<tool>" has "boolean" at "/properties/multiple/type" [DC-03]
    And the definition of "<tool>" has "boolean" at "/properties/custom/type" [DC-03]

    Examples:
      | profile | tool              | other             | id      |
      | seed    | question          | deepchat_question | DC-01   |
      | head    | deepchat_question | question          | DC-01.u |

  Scenario Outline: A call with every key is stored and shown unchanged, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"header": "Colour", "question": "Go?", "multiple": true, "custom": false,
       "options": [{"label": "Red", "description": "warm"}, {"label": "Blue"}]}
      """
    And nobody answers
    Then the last object recorded with {"action_type": "question_request"} has: [DC-03]
      """
      {"extra": {"questionHeader": "Colour", "questionText": "Go?"}}
      """
    And the last object recorded with {"action_type": "question_request"} has: [DC-03]
      """
      {"extra": {"questionMultiple": true, "questionCustom": false}}
      """
    And as JSON or text, the last object recorded with {"questionText": "Go?"} has: [DC-34]
      """
      {"questionOptions": [{"label": "Red", "description": "warm"}, {"label": "Blue"}]}
      """
    And the prompt offers the choices ["Red", "Blue"] [DC-07]
    And the prompt shows "Red" above "warm" [DC-70]

    Examples:
      | profile | tool              |
      | seed    | question          |
      | head    | deepchat_question |

  Scenario Outline: Omitted keys get their defaults, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"question": "Go?", "options": [{"label": "Red"}, {"label": "Blue"}]}
      """
    And nobody answers
    Then the last object recorded with {"action_type": "question_request"} has: [DC-03]
      """
      {"extra": {"questionMultiple": false, "questionCustom": true}}
      """
    And the last object recorded with {"questionText": "Go?"} lacks "questionHeader" [DC-34]
    And the prompt offers one choice at a time [DC-71]
    And the prompt offers to type [DC-71]
    And the prompt offers the choices ["Red", "Blue"] [DC-70]

    Examples:
      | profile | tool              |
      | seed    | question          |
      | head    | deepchat_question |

  Scenario Outline: A call with <what> is accepted, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {<first keys>"question": "<question>", "options": <options>}
      """
    And nobody answers
    Then something is recorded with {"action_type": "question_request", "status": "pending"} [<id>]
    And 1 prompt is shown [<id>]
    And the prompt contains "Go?" [<id>]

    Examples:
      | profile | tool | what | id | first keys | question | options |
      | seed | question | no header | DC-04 |  | Go? | [{"label": "Red"}] |
      | head | deepchat_question | no header | DC-04 |  | Go? | [{"label": "Red"}] |
      | seed | question | a header of 30 characters | DC-04 | "header": "⟨30×x⟩", | Go? | [{"label": "Red"}] |
      | head | deepchat_question | a header of 30 characters | DC-04 | "header": "⟨30×x⟩", | Go? | [{"label": "Red"}] |
      | seed | question | options with and without a description | DC-06 |  | Go? | [{"label": "Red", "description": "warm"}, {"label": "Blue"}] |
      | head | deepchat_question | options with and without a description | DC-06 |  | Go? | [{"label": "Red", "description": "warm"}, {"label": "Blue"}] |
      | seed | question | a label of 30 characters | DC-07 |  | Go? | [{"label": "⟨30×x⟩"}] |
      | head | deepchat_question | a label of 30 characters | DC-07 |  | Go? | [{"label": "⟨30×x⟩"}] |
      | seed | question | one option with a one-character label | DC-09 |  | Go? | [{"label": "R"}] |
      | head | deepchat_question | one option with a one-character label | DC-09 |  | Go? | [{"label": "R"}] |
      | seed | question | booleans for multiple and custom | DC-12 | "multiple": true, "custom": false, | Go? | [{"label": "Red"}] |
      | head | deepchat_question | booleans for multiple and custom | DC-12 | "multiple": true, "custom": false, | Go? | [{"label": "Red"}] |
      | seed | question | two options with the same label | DC-16 |  | Go? | [{"label": "Red"}, {"label": "Red"}] |
      | head | deepchat_question | two options with the same label | DC-16 |  | Go? | [{"label": "Red"}, {"label": "Red"}] |
      | seed | question | a label of 15 emoji | DC-17 |  | Go? | [{"label": "🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂"}] |
      | head | deepchat_question | a label of 15 emoji | DC-17 |  | Go? | [{"label": "🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂"}] |

    Examples: at the limits
      | profile | tool | what | id | first keys | question | options |
      | seed | question | a question of 500 characters | DC-08 |  | Go?⟨497×q⟩ | [{"label": "Red"}] |
      | head | deepchat_question | a question of 500 characters | DC-08 |  | Go?⟨497×q⟩ | [{"label": "Red"}] |
      | seed | question | a description of 200 characters | DC-08 |  | Go? | [{"label": "Red", "description": "⟨200×d⟩"}] |
      | head | deepchat_question | a description of 200 characters | DC-08 |  | Go? | [{"label": "Red", "description": "⟨200×d⟩"}] |

  Scenario Outline: A call with 10 options is accepted, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {
        "question": "Go?",
        "options": [
          {"label": "1"}, {"label": "2"}, {"label": "3"}, {"label": "4"}, {"label": "5"}, {"label": "6"},
          {"label": "7"}, {"label": "8"}, {"label": "9"}, {"label": "10"}
        ]
      }
      """
    And nobody answers
    Then something is recorded with {"action_type": "question_request", "status": "pending"} [DC-08]
    And 1 prompt is shown [DC-08]
    And the prompt contains "Go?" [DC-08]

    Examples:
      | profile | tool              |
      | seed    | question          |
      | head    | deepchat_question |

  Scenario Outline: A call with <what> fails, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {<arguments>}
      """
    And the model says "as you like" if it is asked
    Then the call "call_1" fails [<id>]
    And no prompt is shown [I-4]
    And the turn is paused 0 times [DC-24]

    Examples:
      | profile | tool | what | id | arguments |
      | seed | question | a header of 31 characters | DC-04, DC-18 | "header": "⟨31×x⟩", "question": "Go?", "options": [{"label": "Red"}] |
      | head | deepchat_question | a header of 31 characters | DC-04, DC-18 | "header": "⟨31×x⟩", "question": "Go?", "options": [{"label": "Red"}] |
      | seed | question | a header that is a number | DC-04 | "header": 7, "question": "Go?", "options": [{"label": "Red"}] |
      | head | deepchat_question | a header that is a number | DC-04 | "header": 7, "question": "Go?", "options": [{"label": "Red"}] |
      | seed | question | no question | DC-05 | "options": [{"label": "Red"}] |
      | head | deepchat_question | no question | DC-05 | "options": [{"label": "Red"}] |
      | seed | question | a question that is a number | DC-05 | "question": 7, "options": [{"label": "Red"}] |
      | head | deepchat_question | a question that is a number | DC-05 | "question": 7, "options": [{"label": "Red"}] |
      | seed | question | no options | DC-06 | "question": "Go?" |
      | head | deepchat_question | no options | DC-06 | "question": "Go?" |
      | seed | question | an object for options | DC-06 | "question": "Go?", "options": {"label": "Red"} |
      | head | deepchat_question | an object for options | DC-06 | "question": "Go?", "options": {"label": "Red"} |
      | seed | question | an option without a label | DC-06 | "question": "Go?", "options": [{"label": "Red"}, {"description": "warm"}] |
      | head | deepchat_question | an option without a label | DC-06 | "question": "Go?", "options": [{"label": "Red"}, {"description": "warm"}] |
      | seed | question | a label that is a number | DC-06 | "question": "Go?", "options": [{"label": 7}] |
      | head | deepchat_question | a label that is a number | DC-06 | "question": "Go?", "options": [{"label": 7}] |
      | seed | question | a description that is a number | DC-06 | "question": "Go?", "options": [{"label": "Red", "description": 7}] |
      | head | deepchat_question | a description that is a number | DC-06 | "question": "Go?", "options": [{"label": "Red", "description": 7}] |
      | seed | question | a label of 31 characters | DC-07, DC-18 | "question": "Go?", "options": [{"label": "⟨31×x⟩"}] |
      | head | deepchat_question | a label of 31 characters | DC-07, DC-18 | "question": "Go?", "options": [{"label": "⟨31×x⟩"}] |

  # Some implementations may accept these calls, so the general rule for invalid calls is not demanded here.
  Scenario Outline: A call with <what> fails, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {<arguments>}
      """
    And the model says "as you like" if it is asked
    Then the call "call_1" fails [<id>]
    And no prompt is shown [<id>]
    And the turn is paused 0 times [DC-24]

    Examples:
      | profile | tool | what | id | arguments |
      | seed | question | an empty list of options | DC-09 | "question": "Go?", "options": [] |
      | head | deepchat_question | an empty list of options | DC-09 | "question": "Go?", "options": [] |
      | seed | question | an empty question | DC-09 | "question": "", "options": [{"label": "Red"}] |
      | head | deepchat_question | an empty question | DC-09 | "question": "", "options": [{"label": "Red"}] |
      | seed | question | an empty label | DC-09 | "question": "Go?", "options": [{"label": ""}] |
      | head | deepchat_question | an empty label | DC-09 | "question": "Go?", "options": [{"label": ""}] |
      | seed | question | a string for multiple | DC-12 | "multiple": "true", "question": "Go?", "options": [{"label": "Red"}] |
      | head | deepchat_question | a string for multiple | DC-12 | "multiple": "true", "question": "Go?", "options": [{"label": "Red"}] |
      | seed | question | null for custom | DC-12 | "custom": null, "question": "Go?", "options": [{"label": "Red"}] |
      | head | deepchat_question | null for custom | DC-12 | "custom": null, "question": "Go?", "options": [{"label": "Red"}] |
      | seed | question | a string for an option | DC-12 | "question": "Go?", "options": ["Red"] |
      | head | deepchat_question | a string for an option | DC-12 | "question": "Go?", "options": ["Red"] |
      | seed | question | a JSON string for options | DC-12 | "question": "Go?", "options": "[{\\"label\\": \\"Red\\"}]" |
      | head | deepchat_question | a JSON string for options | DC-12 | "question": "Go?", "options": "[{\\"label\\": \\"Red\\"}]" |
      | seed | question | a label of 31 emoji | DC-17 | "question": "Go?", "options": [{"label": "🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂"}] |
      | head | deepchat_question | a label of 31 emoji | DC-17 | "question": "Go?", "options": [{"label": "🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂"}] |

    Examples: beyond the limits
      | profile | tool | what | id | arguments |
      | seed | question | a question of 501 characters | DC-08 | "question": "⟨501×q⟩", "options": [{"label": "Red"}] |
      | head | deepchat_question | a question of 501 characters | DC-08 | "question": "⟨501×q⟩", "options": [{"label": "Red"}] |
      | seed | question | a description of 201 characters | DC-08 | "question": "Go?", "options": [{"label": "Red", "description": "⟨201×d⟩"}] |
      | head | deepchat_question | a description of 201 characters | DC-08 | "question": "Go?", "options": [{"label": "Red", "description": "⟨201×d⟩"}] |

  Scenario Outline: A call with 11 options fails, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {
        "question": "Go?",
        "options": [
          {"label": "1"}, {"label": "2"}, {"label": "3"}, {"label": "4"}, {"label": "5"}, {"label": "6"},
          {"label": "7"}, {"label": "8"}, {"label": "9"}, {"label": "10"}, {"label": "11"}
        ]
      }
      """
    And the model says "as you like" if it is asked
    Then the call "call_1" fails [DC-08]
    And no prompt is shown [DC-08]
    And the turn is paused 0 times [DC-24]

    Examples:
      | profile | tool              |
      | seed    | question          |
      | head    | deepchat_question |

  @open
  Scenario Outline: A failed call shows, stores and pauses nothing, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"question": "First?", "options": [{"label": "Red"}, {"label": ""}]}
      """
    And the model calls "<tool>" with:
      """
      {"question": "Second?", "options": [{"label": "Red"}]}
      """
    And nobody answers
    Then 1 prompt is shown [DC-18.o]
    And the prompt contains "Second?" [DC-18.o]
    And nothing is recorded with {"questionText": "First?"} [DC-18.o]
    And something is recorded with {"questionText": "Second?"} [DC-18.o]
    And the turn is paused 1 time [DC-18.o]

    Examples:
      | profile | tool              |
      | seed    | question          |
      | head    | deepchat_question |

  @open
  Scenario Outline: <what> of only white space fails, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {<arguments>}
      """
    And the model says "as you like" if it is asked
    Then the call "call_1" fails [DC-09.o]
    And no prompt is shown [DC-09.o]

    Examples:
      | profile | tool              | what       | arguments                                          |
      | seed    | question          | A question | "question": " \\n ", "options": [{"label": "Red"}] |
      | head    | deepchat_question | A question | "question": " \\n ", "options": [{"label": "Red"}] |
      | seed    | question          | A label    | "question": "Go?", "options": [{"label": "  "}]    |
      | head    | deepchat_question | A label    | "question": "Go?", "options": [{"label": "  "}]    |

  Scenario Outline: White space around every string is trimmed, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"header": " Colour ", "question": "\n Go? ", "options": [{"label": " Red", "description": " warm "}, {"label": "Blue", "description": " "}]}
      """
    And nobody answers
    Then the last object recorded with {"action_type": "question_request"} has: [DC-10]
      """
      {"extra": {"questionHeader": "Colour", "questionText": "Go?"}}
      """
    And as JSON or text, the last object recorded with {"questionText": "Go?"} has: [DC-10]
      """
      {"questionOptions": [{"label": "Red", "description": "warm"}, {"label": "Blue"}]}
      """
    And the prompt offers the choices ["Red", "Blue"] [DC-10]

    Examples:
      | profile | tool              |
      | seed    | question          |
      | head    | deepchat_question |

  Scenario Outline: A blank header and a blank description are dropped, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"header": "  ", "question": "Go?", "options": [{"label": "Red", "description": " "}]}
      """
    And nobody answers
    Then the last object recorded with {"questionText": "Go?"} lacks "questionHeader" [DC-10]
    And the last object recorded with {"questionText": "Go?"} does not contain "description" [DC-10]
    And as JSON or text, the last object recorded with {"questionText": "Go?"} has: [DC-10]
      """
      {"questionOptions": [{"label": "Red"}]}
      """

    Examples:
      | profile | tool              |
      | seed    | question          |
      | head    | deepchat_question |

  @open
  Scenario Outline: <what> of 30 characters between blanks is accepted, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {<arguments>}
      """
    And nobody answers
    Then 1 prompt is shown [DC-10.o]

    Examples:
      | profile | tool              | what     | arguments                                                                                       |
      | seed    | question          | A label  | "question": "Go?", "options": [{"label": "  ⟨30×x⟩ "}]                  |
      | head    | deepchat_question | A label  | "question": "Go?", "options": [{"label": "  ⟨30×x⟩ "}]                  |
      | seed    | question          | A header | "header": "  ⟨30×x⟩ ", "question": "Go?", "options": [{"label": "Red"}] |
      | head    | deepchat_question | A header | "header": "  ⟨30×x⟩ ", "question": "Go?", "options": [{"label": "Red"}] |

  @open
  Scenario Outline: Lengths are counted in Unicode scalar values: a label of 16 emoji fits, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"question": "Go?", "options": [{"label": "🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂"}]}
      """
    And nobody answers
    Then 1 prompt is shown [DC-17.o]
    And the prompt offers the choices ["🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂"] [DC-17.o]

    Examples:
      | profile | tool              |
      | seed    | question          |
      | head    | deepchat_question |
