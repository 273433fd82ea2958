Feature: PilotDeck: the definition of the tool

  What the model is offered, word for word: the description and each part of the schema. Also what a client is told when
  it asks for the definition.

  Background:
    Given the system "pilotdeck"
    And a terminal

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
    And the model is told of "call_1" something with "\"Q?\"=\"A\"" [PD-01]

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

  Scenario: The description reaches the model and the client word for word
    When the user says "go"
    And the client sends {"type": "describe_tool", "name": "ask_user_question"} at the start
    And the model says "hello"
    Then the description of "ask_user_question" reaches the model as "Use this tool when you need to ask the user one or more multiple-choice questions during execution. It is suitable for gathering preferences or requirements, clarifying ambiguous instructions, getting decisions on implementation choices, or offering the user concrete directions to choose from. Usage notes: provide 1-4 questions, each with 2-4 options; set multiSelect to true when a question should allow multiple selections; phrase the choices yourself instead of using this tool for open-ended free-form clarification. In plan mode, use ask_user_question to clarify requirements or choose between approaches before finalizing your plan. Do not use it to ask for plan approval; use exit_plan_mode for that." [PD-74]
    And the client is told {"description": "Use this tool when you need to ask the user one or more multiple-choice questions during execution. It is suitable for gathering preferences or requirements, clarifying ambiguous instructions, getting decisions on implementation choices, or offering the user concrete directions to choose from. Usage notes: provide 1-4 questions, each with 2-4 options; set multiSelect to true when a question should allow multiple selections; phrase the choices yourself instead of using this tool for open-ended free-form clarification. In plan mode, use ask_user_question to clarify requirements or choose between approaches before finalizing your plan. Do not use it to ask for plan approval; use exit_plan_mode for that."} [PD-74]

  Scenario: The description says what the tool is for, and what it is not for
    When the user says "go"
    And the model says "hello"
    Then the description of "ask_user_question" speaks of "1-4 questions" [PD-05]
    And the description of "ask_user_question" speaks of "2-4 options" [PD-05]
    And the description of "ask_user_question" speaks of "set multiSelect to true when a question should allow multiple selections" [PD-05]
    And the description of "ask_user_question" speaks of "instead of using this tool for open-ended free-form clarification" [PD-05]
    And the description of "ask_user_question" speaks of "In plan mode, use ask_user_question to clarify" [PD-05]
    And the description of "ask_user_question" speaks of "Do not use it to ask for plan approval; use exit_plan_mode" [PD-05]

  Scenario: The schema says which keys the arguments may have, and which they must have
    When the user says "go"
    And the model says "hello"
    Then the definition of "ask_user_question" has the properties "questions answers annotations metadata" [PD-06]
    And the definition of "ask_user_question" has "object" at "/type" [PD-06]
    And the definition of "ask_user_question" has ["questions"] at "/required" [PD-06]
    And the definition of "ask_user_question" has false at "/additionalProperties" [PD-06]
    And the definition of "ask_user_question" has ["question", "header", "options"] at "/properties/questions/items/required" [PD-07]
    And the definition of "ask_user_question" has false at "/properties/questions/items/additionalProperties" [PD-07]
    And the definition of "ask_user_question" has "object" at "/properties/questions/items/type" [PD-07]
    And the definition of "ask_user_question" at "/properties/questions/items" has the properties "question header options multiSelect" [PD-07]
    And the definition of "ask_user_question" has "boolean" at "/properties/questions/items/properties/multiSelect/type" [PD-07]
    And the definition of "ask_user_question" has ["label", "description"] at "/properties/questions/items/properties/options/items/required" [PD-08]
    And the definition of "ask_user_question" has false at "/properties/questions/items/properties/options/items/additionalProperties" [PD-08]
    And the definition of "ask_user_question" has "object" at "/properties/questions/items/properties/options/items/type" [PD-08]
    And the definition of "ask_user_question" at "/properties/questions/items/properties/options/items" has the properties "label description preview" [PD-08]
    And the definition of "ask_user_question" has "string" at "/properties/questions/items/properties/options/items/properties/preview/type" [PD-08]
    And the definition of "ask_user_question" at "/properties/metadata" has the properties "source" [PD-09]
    And the definition of "ask_user_question" has "string" at "/properties/metadata/properties/source/type" [PD-09]
    And the definition of "ask_user_question" has false at "/properties/metadata/additionalProperties" [PD-09]
    And the definition of "ask_user_question" has null at "/properties/metadata/required" [PD-09]

  Scenario: The schema has exactly five limits
    When the user says "go"
    And the model says "hello"
    Then the definition of "ask_user_question" has 1 at "/properties/questions/minItems" [PD-72]
    And the definition of "ask_user_question" has 4 at "/properties/questions/maxItems" [PD-72]
    And the definition of "ask_user_question" has 2 at "/properties/questions/items/properties/options/minItems" [PD-72]
    And the definition of "ask_user_question" has 4 at "/properties/questions/items/properties/options/maxItems" [PD-72]
    And the definition of "ask_user_question" has 12 at "/properties/questions/items/properties/header/maxLength" [PD-72]
    And the definition of "ask_user_question" has null at "/properties/questions/items/properties/question/maxLength" [PD-72]
    And the definition of "ask_user_question" has null at "/properties/questions/items/properties/options/items/properties/label/maxLength" [PD-72]
    And the definition of "ask_user_question" has null at "/properties/questions/items/properties/options/items/properties/description/maxLength" [PD-72]
    And the definition of "ask_user_question" has null at "/properties/questions/items/properties/options/items/properties/preview/maxLength" [PD-72]
    And the definition of "ask_user_question" has null at "/properties/metadata/properties/source/maxLength" [PD-72]
    And the definition of "ask_user_question" says nothing of "\"minLength\"" [PD-72]
    And the definition of "ask_user_question" says nothing of "\"pattern\"" [PD-72]
    And the definition of "ask_user_question" says nothing of "\"propertyNames\"" [PD-72]
    And the definition of "ask_user_question" says nothing of "\"minProperties\"" [PD-72]
    And the definition of "ask_user_question" says nothing of "\"maxProperties\"" [PD-72]
    And the definition of "ask_user_question" says nothing of "\"uniqueItems\"" [PD-72]
    And the definition of "ask_user_question" says nothing of "\"minimum\"" [PD-72]
    And the definition of "ask_user_question" says nothing of "\"maximum\"" [PD-72]
    And the definition of "ask_user_question" says nothing of "\"enum\"" [PD-72]
    And the definition of "ask_user_question" says nothing of "\"const\"" [PD-72]
    And the definition of "ask_user_question" says nothing of "\"format\"" [PD-72]

  Scenario: The schema gives each key a type, and no key a default
    When the user says "go"
    And the model says "hello"
    Then the definition of "ask_user_question" has "string" at "/properties/questions/items/properties/question/type" [PD-73]
    And the definition of "ask_user_question" has "string" at "/properties/questions/items/properties/header/type" [PD-73]
    And the definition of "ask_user_question" has "string" at "/properties/questions/items/properties/options/items/properties/label/type" [PD-73]
    And the definition of "ask_user_question" has "string" at "/properties/questions/items/properties/options/items/properties/description/type" [PD-73]
    And the definition of "ask_user_question" has "string" at "/properties/questions/items/properties/options/items/properties/preview/type" [PD-73]
    And the definition of "ask_user_question" has "string" at "/properties/metadata/properties/source/type" [PD-73]
    And the definition of "ask_user_question" has "boolean" at "/properties/questions/items/properties/multiSelect/type" [PD-73]
    And the definition of "ask_user_question" has "array" at "/properties/questions/type" [PD-73]
    And the definition of "ask_user_question" has "array" at "/properties/questions/items/properties/options/type" [PD-73]
    And the definition of "ask_user_question" has "object" at "/properties/answers/type" [PD-73]
    And the definition of "ask_user_question" at "/properties/answers/additionalProperties" has one of [null, true, {}] [PD-10]
    And the definition of "ask_user_question" at "/properties/annotations/additionalProperties" has one of [null, true, {}] [PD-10]
    And the definition of "ask_user_question" at "/properties/answers/properties" has one of [null, {}] [PD-10]
    And the definition of "ask_user_question" at "/properties/annotations/properties" has one of [null, {}] [PD-10]
    And the definition of "ask_user_question" at "/properties/answers/required" has one of [null, []] [PD-10]
    And the definition of "ask_user_question" at "/properties/annotations/required" has one of [null, []] [PD-10]
    And the definition of "ask_user_question" says nothing of "\"patternProperties\"" [PD-10]
    And the definition of "ask_user_question" has "object" at "/properties/annotations/type" [PD-73]
    And the definition of "ask_user_question" has "object" at "/properties/metadata/type" [PD-73]
    And the definition of "ask_user_question" says nothing of "\"default\"" [PD-73]

  Scenario: The schema describes each key word for word as specified
    When the user says "go"
    And the model says "hello"
    Then the definition of "ask_user_question" has "Questions to ask the user. Provide 1-4 multiple-choice questions in one batch." at "/properties/questions/description" [PD-75]
    And the definition of "ask_user_question" has "Optional pre-supplied answers keyed by question text. Values may be a single string or an array of strings for multi-select questions." at "/properties/answers/description" [PD-75]
    And the definition of "ask_user_question" has "Optional per-question annotation data keyed by question text, such as selected preview text or free-form user notes returned by the host." at "/properties/annotations/description" [PD-75]
    And the definition of "ask_user_question" has "Optional metadata forwarded to the host with the elicitation request. Not displayed to the user." at "/properties/metadata/description" [PD-75]
    And the definition of "ask_user_question" has "Optional identifier describing why this question was asked, for host-side analytics or routing." at "/properties/metadata/properties/source/description" [PD-75]
    And the definition of "ask_user_question" has "The full question shown to the user. Keep it clear and specific; if multiSelect is true, phrase it as a multi-select question." at "/properties/questions/items/properties/question/description" [PD-76]
    And the definition of "ask_user_question" has "Very short chip/tag label for the question (max 12 chars)." at "/properties/questions/items/properties/header/description" [PD-76]
    And the definition of "ask_user_question" has "Available choices for this question. Provide 2-4 distinct options; they should be mutually exclusive unless multiSelect is true." at "/properties/questions/items/properties/options/description" [PD-76]
    And the definition of "ask_user_question" has "Set to true to allow the user to select multiple options for this question instead of just one." at "/properties/questions/items/properties/multiSelect/description" [PD-76]
    And the definition of "ask_user_question" has "Short display text for the option. This is what the user selects." at "/properties/questions/items/properties/options/items/properties/label/description" [PD-77]
    And the definition of "ask_user_question" has "Explanation of what the option means or what choosing it implies." at "/properties/questions/items/properties/options/items/properties/description/description" [PD-77]
    And the definition of "ask_user_question" has "Optional host-specific preview content associated with this option. Hosts may surface it alongside the choice and may echo the selected preview back in annotations." at "/properties/questions/items/properties/options/items/properties/preview/description" [PD-77]
