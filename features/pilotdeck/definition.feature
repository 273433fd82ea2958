Feature: PilotDeck: the definition of the tool

  What the model is offered, word for word: the description and each part of the schema. Also what a client is told when
  it asks for the definition.

  Background:
    Given the system "pilotdeck"
    And a terminal

  @in-every-request
  Scenario: The tool is offered under its name, and not under its alias
    When the user says "go"
    And the model says "hello"
    Then every request offers the tool "ask_user_question" [PD-01]
    And no request offers the tool "AskUserQuestion" [PD-01]

  Scenario Outline: A call of <name> reaches the host under the name ask_user_question
    When the user says "go"
    And the model calls "<name>" with:
      """
      {"questions": [{"question": "Q?", "header": "H", "options": [{"label": "A", "description": ""}, {"label": "B", "description": ""}]}]}
      """
    And the person answers "Q?" with "A"
    And the model says "done"
    Then the host is asked with {"toolName": "ask_user_question"} [PD-01]
    And of the call "call_1" the model is told "\"Q?\"=\"A\"" [PD-01]

    Examples:
      | name              |
      | ask_user_question |
      | AskUserQuestion   |

  Scenario Outline: A client that asks for <name> is told the tool's name, alias, kind and limits
    When the user says "go"
    And the client sends {"type": "describe_tool", "name": "<name>"} at the start
    And the model says "hello"
    Then the client is told {"type": "tool_definition", "name": "ask_user_question"} [PD-01]
    And the client is told {"aliases": ["AskUserQuestion"]} [PD-01]
    And the client is told {"kind": "session"} [PD-01]
    And the client is told {"shouldDefer": true} [PD-02]
    And the client is told {"maxResultBytes": 100000} [PD-04]

    Examples:
      | name              |
      | ask_user_question |
      | AskUserQuestion   |

  Scenario Outline: The tool is read-only, concurrency-safe and interactive for any input: <what>
    When the user says "go"
    And the client sends {"type": "describe_tool", "name": "ask_user_question", "input": <input>} at the start
    And the model says "hello"
    Then the client is told {"type": "tool_definition", "isReadOnly": true} [PD-03]
    And the client is told {"type": "tool_definition", "isConcurrencySafe": true} [PD-03]
    And the client is told {"type": "tool_definition", "requiresUserInteraction": true} [PD-03]

    Examples:
      | what                          | input                                    |
      | no questions                  | {}                                       |
      | null                          | null                                     |
      | answers                       | {"questions": [], "answers": {"Q": "A"}} |
      | questions that are not a list | {"questions": 7}                         |

  @in-every-request
  Scenario: The description reaches the model and the client word for word
    When the user says "go"
    And the client sends {"type": "describe_tool", "name": "ask_user_question"} at the start
    And the model says "hello"
    Then the description of "ask_user_question" reaches the model as: [PD-74]
      """
      Use this tool when you need to ask the user one or more multiple-choice questions during execution. It is suitable for gathering preferences or requirements, clarifying ambiguous instructions, getting decisions on implementation choices, or offering the user concrete directions to choose from. Usage notes: provide 1-4 questions, each with 2-4 options; set multiSelect to true when a question should allow multiple selections; phrase the choices yourself instead of using this tool for open-ended free-form clarification. In plan mode, use ask_user_question to clarify requirements or choose between approaches before finalizing your plan. Do not use it to ask for plan approval; use exit_plan_mode for that.
      """
    And the client is told: [PD-74]
      """
      {
        "description": "Use this tool when you need to ask the user one or more multiple-choice questions during execution. It is suitable for gathering preferences or requirements, clarifying ambiguous instructions, getting decisions on implementation choices, or offering the user concrete directions to choose from. Usage notes: provide 1-4 questions, each with 2-4 options; set multiSelect to true when a question should allow multiple selections; phrase the choices yourself instead of using this tool for open-ended free-form clarification. In plan mode, use ask_user_question to clarify requirements or choose between approaches before finalizing your plan. Do not use it to ask for plan approval; use exit_plan_mode for that."
      }
      """

  @in-every-request
  Scenario: The description says what the tool is for, and what it is not for
    When the user says "go"
    And the model says "hello"
    Then the description of "ask_user_question" speaks of "1-4 questions" [PD-05]
    And the description of "ask_user_question" speaks of "2-4 options" [PD-05]
    And the description of "ask_user_question" speaks of: [PD-05]
      """
      set multiSelect to true when a question should allow multiple selections
      """
    And the description of "ask_user_question" speaks of: [PD-05]
      """
      instead of using this tool for open-ended free-form clarification
      """
    And the description of "ask_user_question" speaks of "In plan mode, use ask_user_question to clarify" [PD-05]
    And the description of "ask_user_question" speaks of: [PD-05]
      """
      Do not use it to ask for plan approval; use exit_plan_mode
      """

  @in-every-request
  Scenario: The schema says which keys the arguments may have, and which they must have
    When the user says "go"
    And the model says "hello"
    Then the properties of "ask_user_question" are "questions answers annotations metadata" [PD-06]
    And the definition of "ask_user_question" has "object" at "/type" [PD-06]
    And the definition of "ask_user_question" has ["questions"] at "/required" [PD-06]
    And the definition of "ask_user_question" has false at "/additionalProperties" [PD-06]
    And the definition of "ask_user_question" has: [PD-07]
      """
      {"/properties/questions/items/required": ["question", "header", "options"]}
      """
    And the definition of "ask_user_question" has false at "/properties/questions/items/additionalProperties" [PD-07]
    And the definition of "ask_user_question" has "object" at "/properties/questions/items/type" [PD-07]
    And the properties of "ask_user_question" at "/properties/questions/items" are: [PD-07]
      """
      question header options multiSelect
      """
    And the definition of "ask_user_question" has: [PD-07]
      """
      {"/properties/questions/items/properties/multiSelect/type": "boolean"}
      """
    And the definition of "ask_user_question" has: [PD-08]
      """
      {"/properties/questions/items/properties/options/items/required": ["label", "description"]}
      """
    And the definition of "ask_user_question" has: [PD-08]
      """
      {"/properties/questions/items/properties/options/items/additionalProperties": false}
      """
    And the definition of "ask_user_question" has: [PD-08]
      """
      {"/properties/questions/items/properties/options/items/type": "object"}
      """
    And the properties of "ask_user_question" at "/properties/questions/items/properties/options/items" are: [PD-08]
      """
      label description preview
      """
    And the definition of "ask_user_question" has: [PD-08]
      """
      {"/properties/questions/items/properties/options/items/properties/preview/type": "string"}
      """
    And the properties of "ask_user_question" at "/properties/metadata" are "source" [PD-09]
    And the definition of "ask_user_question" has "string" at "/properties/metadata/properties/source/type" [PD-09]
    And the definition of "ask_user_question" has false at "/properties/metadata/additionalProperties" [PD-09]
    And the definition of "ask_user_question" has null at "/properties/metadata/required" [PD-09]

  @in-every-request
  Scenario: The schema has exactly five limits
    When the user says "go"
    And the model says "hello"
    Then the definition of "ask_user_question" has 1 at "/properties/questions/minItems" [PD-72]
    And the definition of "ask_user_question" has 4 at "/properties/questions/maxItems" [PD-72]
    And the definition of "ask_user_question" has 2 at "/properties/questions/items/properties/options/minItems" [PD-72]
    And the definition of "ask_user_question" has 4 at "/properties/questions/items/properties/options/maxItems" [PD-72]
    And the definition of "ask_user_question" has: [PD-72]
      """
      {"/properties/questions/items/properties/header/maxLength": 12}
      """
    And the definition of "ask_user_question" has: [PD-72]
      """
      {"/properties/questions/items/properties/question/maxLength": null}
      """
    And the definition of "ask_user_question" has: [PD-72]
      """
      {"/properties/questions/items/properties/options/items/properties/label/maxLength": null}
      """
    And the definition of "ask_user_question" has: [PD-72]
      """
      {"/properties/questions/items/properties/options/items/properties/description/maxLength": null}
      """
    And the definition of "ask_user_question" has: [PD-72]
      """
      {"/properties/questions/items/properties/options/items/properties/preview/maxLength": null}
      """
    And the definition of "ask_user_question" has null at "/properties/metadata/properties/source/maxLength" [PD-72]
    And the definition of "ask_user_question" does not contain "\"minLength\"" [PD-72]
    And the definition of "ask_user_question" does not contain "\"pattern\"" [PD-72]
    And the definition of "ask_user_question" does not contain "\"propertyNames\"" [PD-72]
    And the definition of "ask_user_question" does not contain "\"minProperties\"" [PD-72]
    And the definition of "ask_user_question" does not contain "\"maxProperties\"" [PD-72]
    And the definition of "ask_user_question" does not contain "\"uniqueItems\"" [PD-72]
    And the definition of "ask_user_question" does not contain "\"minimum\"" [PD-72]
    And the definition of "ask_user_question" does not contain "\"maximum\"" [PD-72]
    And the definition of "ask_user_question" does not contain "\"enum\"" [PD-72]
    And the definition of "ask_user_question" does not contain "\"const\"" [PD-72]
    And the definition of "ask_user_question" does not contain "\"format\"" [PD-72]

  @in-every-request
  Scenario: The schema gives each key a type, and no key a default
    When the user says "go"
    And the model says "hello"
    Then the definition of "ask_user_question" has: [PD-73]
      """
      {"/properties/questions/items/properties/question/type": "string"}
      """
    And the definition of "ask_user_question" has: [PD-73]
      """
      {"/properties/questions/items/properties/header/type": "string"}
      """
    And the definition of "ask_user_question" has: [PD-73]
      """
      {"/properties/questions/items/properties/options/items/properties/label/type": "string"}
      """
    And the definition of "ask_user_question" has: [PD-73]
      """
      {"/properties/questions/items/properties/options/items/properties/description/type": "string"}
      """
    And the definition of "ask_user_question" has: [PD-73]
      """
      {"/properties/questions/items/properties/options/items/properties/preview/type": "string"}
      """
    And the definition of "ask_user_question" has "string" at "/properties/metadata/properties/source/type" [PD-73]
    And the definition of "ask_user_question" has: [PD-73]
      """
      {"/properties/questions/items/properties/multiSelect/type": "boolean"}
      """
    And the definition of "ask_user_question" has "array" at "/properties/questions/type" [PD-73]
    And the definition of "ask_user_question" has: [PD-73]
      """
      {"/properties/questions/items/properties/options/type": "array"}
      """
    And the definition of "ask_user_question" has "object" at "/properties/answers/type" [PD-73]
    And the definition of "ask_user_question" at "/properties/answers/additionalProperties" has one of: [PD-10]
      """
      [null, true, {}]
      """
    And the definition of "ask_user_question" at "/properties/annotations/additionalProperties" has one of: [PD-10]
      """
      [null, true, {}]
      """
    And the definition of "ask_user_question" at "/properties/answers/properties" has one of [null, {}] [PD-10]
    And the definition of "ask_user_question" at "/properties/annotations/properties" has one of [null, {}] [PD-10]
    And the definition of "ask_user_question" at "/properties/answers/required" has one of [null, []] [PD-10]
    And the definition of "ask_user_question" at "/properties/annotations/required" has one of [null, []] [PD-10]
    And the definition of "ask_user_question" does not contain "\"patternProperties\"" [PD-10]
    And the definition of "ask_user_question" has "object" at "/properties/annotations/type" [PD-73]
    And the definition of "ask_user_question" has "object" at "/properties/metadata/type" [PD-73]
    And the definition of "ask_user_question" does not contain "\"default\"" [PD-73]

  @in-every-request
  Scenario: The schema describes each key word for word as specified
    When the user says "go"
    And the model says "hello"
    Then the definition of "ask_user_question" has: [PD-75]
      """
      {
        "/properties/questions/description": "Questions to ask the user. Provide 1-4 multiple-choice questions in one batch."
      }
      """
    And the definition of "ask_user_question" has: [PD-75]
      """
      {
        "/properties/answers/description": "Optional pre-supplied answers keyed by question text. Values may be a single string or an array of strings for multi-select questions."
      }
      """
    And the definition of "ask_user_question" has: [PD-75]
      """
      {
        "/properties/annotations/description": "Optional per-question annotation data keyed by question text, such as selected preview text or free-form user notes returned by the host."
      }
      """
    And the definition of "ask_user_question" has: [PD-75]
      """
      {
        "/properties/metadata/description": "Optional metadata forwarded to the host with the elicitation request. Not displayed to the user."
      }
      """
    And the definition of "ask_user_question" has: [PD-75]
      """
      {
        "/properties/metadata/properties/source/description": "Optional identifier describing why this question was asked, for host-side analytics or routing."
      }
      """
    And the definition of "ask_user_question" has: [PD-76]
      """
      {
        "/properties/questions/items/properties/question/description": "The full question shown to the user. Keep it clear and specific; if multiSelect is true, phrase it as a multi-select question."
      }
      """
    And the definition of "ask_user_question" has: [PD-76]
      """
      {
        "/properties/questions/items/properties/header/description": "Very short chip/tag label for the question (max 12 chars)."
      }
      """
    And the definition of "ask_user_question" has: [PD-76]
      """
      {
        "/properties/questions/items/properties/options/description": "Available choices for this question. Provide 2-4 distinct options; they should be mutually exclusive unless multiSelect is true."
      }
      """
    And the definition of "ask_user_question" has: [PD-76]
      """
      {
        "/properties/questions/items/properties/multiSelect/description": "Set to true to allow the user to select multiple options for this question instead of just one."
      }
      """
    And the definition of "ask_user_question" has: [PD-77]
      """
      {
        "/properties/questions/items/properties/options/items/properties/label/description": "Short display text for the option. This is what the user selects."
      }
      """
    And the definition of "ask_user_question" has: [PD-77]
      """
      {
        "/properties/questions/items/properties/options/items/properties/description/description": "Explanation of what the option means or what choosing it implies."
      }
      """
    And the definition of "ask_user_question" has: [PD-77]
      """
      {
        "/properties/questions/items/properties/options/items/properties/preview/description": "Optional host-specific preview content associated with this option. Hosts may surface it alongside the choice and may echo the selected preview back in annotations."
      }
      """
