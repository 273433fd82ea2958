Feature: pi: the definition of the tool

  What the model is offered, and what a client is told that asks for the registration. The definition uses the exact
  words of the source where it gives them, and is the same in every mode.

  Background:
    Given the system "pi"

  @in-every-request
  Scenario: The tool is registered with its name, its label and two renderers
    Given a terminal
    When the user says "go"
    And the client sends {"type": "describe_tool", "name": "ask_user"} at the start
    And the model says "hello"
    Then every request offers the tool "ask_user" [PI-01]
    And the client is told {"type": "tool_definition", "name": "ask_user", "label": "Ask User"} [PI-01]
    And the client is told {"type": "tool_definition", "name": "ask_user", "rendersCall": true} [PI-81]
    And the client is told {"type": "tool_definition", "name": "ask_user", "rendersResult": true} [PI-81]

  Scenario: The command for pending questions is registered
    Given a terminal
    When the user says "go"
    And the client sends {"type": "describe_command", "name": "questions"} at the start
    And the model says "hello"
    Then the client is told {"type": "command_definition", "name": "questions"} [PI-108]
    And the client is told {"type": "command_definition", "description": "Show or clear pending questions"} [PI-108]

  @in-every-request
  Scenario: The description has the exact text of the source
    Given a terminal
    When the user says "go"
    And the client sends {"type": "describe_tool", "name": "ask_user"} at the start
    And the model says "hello"
    Then the description of "ask_user" reaches the model as: [PI-80]
      """
      Ask the user one or more questions. Use when you need:
      - Clarification on requirements or preferences
      - User decisions between multiple valid approaches
      - Confirmation before significant changes
      - Input that cannot be inferred from context

      Each question can have suggested options with descriptions.
      Users can always select "Other" to provide a custom answer.
      In non-interactive mode, creates a pending questions file for async response.

      Guidelines:
      - Put recommended option first with "(Recommended)" in the label
      - Batch related questions together (avoid multiple rounds)
      - Limit to 3-5 questions per call to avoid user fatigue
      - Don't ask what can be inferred from context or previous messages
      - Don't re-ask questions already answered in this session
      """
    And the client is told: [PI-80]
      """
      {
        "type": "tool_definition",
        "description": "Ask the user one or more questions. Use when you need:\n- Clarification on requirements or preferences\n- User decisions between multiple valid approaches\n- Confirmation before significant changes\n- Input that cannot be inferred from context\n\nEach question can have suggested options with descriptions.\nUsers can always select \"Other\" to provide a custom answer.\nIn non-interactive mode, creates a pending questions file for async response.\n\nGuidelines:\n- Put recommended option first with \"(Recommended)\" in the label\n- Batch related questions together (avoid multiple rounds)\n- Limit to 3-5 questions per call to avoid user fatigue\n- Don't ask what can be inferred from context or previous messages\n- Don't re-ask questions already answered in this session"
      }
      """

  @in-every-request
  Scenario: The description advises the model how to ask
    Given a terminal
    When the user says "go"
    And the model says "hello"
    Then the description of "ask_user" speaks of "recommended option first with \"(Recommended)\" in the label" [PI-02]
    And the description of "ask_user" speaks of "Batch related questions together" [PI-02]
    And the description of "ask_user" speaks of "3-5 questions per call" [PI-02]
    And the description of "ask_user" speaks of: [PI-02]
      """
      Don't ask what can be inferred from context or previous messages
      """
    And the description of "ask_user" speaks of "Don't re-ask questions already answered in this session" [PI-02]

  @in-every-request
  Scenario: The schema lists the keys of a call and requires questions
    Given a terminal
    When the user says "go"
    And the model says "hello"
    Then the definition of "ask_user" has "object" at "/type" [PI-03]
    And the properties of "ask_user" are "questions metadata" [PI-03]
    And the definition of "ask_user" has ["questions"] at "/required" [PI-03]
    And the definition of "ask_user" has "array" at "/properties/questions/type" [PI-03]
    And the definition of "ask_user" has 1 at "/properties/questions/minItems" [PI-03]
    And the definition of "ask_user" has null at "/properties/questions/maxItems" [PI-07]
    And the definition of "ask_user" has null at "/properties/questions/uniqueItems" [PI-08]
    And the definition of "ask_user" has "object" at "/properties/metadata/type" [PI-03]
    And the definition of "ask_user" at "/properties/metadata/additionalProperties" has one of [null, true, {}] [PI-03]
    And the definition of "ask_user" at "/properties/metadata/required" has one of [null, []] [PI-03]

  @in-every-request
  Scenario: The schema lists the keys of a question and an option, and requires question and label
    Given a terminal
    When the user says "go"
    And the model says "hello"
    Then the definition of "ask_user" has "object" at "/properties/questions/items/type" [PI-04]
    And the properties of "ask_user" at "/properties/questions/items" are "question header options multiSelect" [PI-04]
    And the definition of "ask_user" has ["question"] at "/properties/questions/items/required" [PI-04]
    And the definition of "ask_user" has "string" at "/properties/questions/items/properties/question/type" [PI-04]
    And the definition of "ask_user" has "string" at "/properties/questions/items/properties/header/type" [PI-04]
    And the definition of "ask_user" has "array" at "/properties/questions/items/properties/options/type" [PI-04]
    And the definition of "ask_user" has "boolean" at "/properties/questions/items/properties/multiSelect/type" [PI-04]
    And the definition of "ask_user" has null at "/properties/questions/items/properties/options/maxItems" [PI-07]
    And the definition of "ask_user" has null at "/properties/questions/items/properties/options/uniqueItems" [PI-08]
    And the definition of "ask_user" has "object" at "/properties/questions/items/properties/options/items/type" [PI-05]
    And the properties of "ask_user" at "/properties/questions/items/properties/options/items" are: [PI-05]
      """
      label description
      """
    And the definition of "ask_user" has: [PI-05]
      """
      {"/properties/questions/items/properties/options/items/required": ["label"]}
      """
    And the definition of "ask_user" has: [PI-05]
      """
      {"/properties/questions/items/properties/options/items/properties/label/type": "string"}
      """
    And the definition of "ask_user" has: [PI-05]
      """
      {"/properties/questions/items/properties/options/items/properties/description/type": "string"}
      """

  @open
  Scenario: The schema does not require metadata
    Given a terminal
    When the user says "go"
    And the model says "hello"
    Then the definition of "ask_user" has "object" at "/properties/metadata/type" [PI-03.o]
    And the definition of "ask_user" has ["questions"] at "/required" [PI-03.o]

  @in-every-request
  Scenario: The schema describes each key
    Given a terminal
    When the user says "go"
    And the model says "hello"
    Then the definition of "ask_user" has: [PI-82]
      """
      {"/properties/questions/description": "One or more questions to ask the user"}
      """
    And the definition of "ask_user" has: [PI-82]
      """
      {"/properties/metadata/description": "Optional metadata for tracking (e.g., { source: 'setup-wizard' })"}
      """
    And the definition of "ask_user" has: [PI-83]
      """
      {"/properties/questions/items/properties/question/description": "The question to ask"}
      """
    And the definition of "ask_user" has: [PI-83]
      """
      {"/properties/questions/items/properties/header/description": "Optional header/title for context"}
      """
    And the definition of "ask_user" has: [PI-83]
      """
      {"/properties/questions/items/properties/options/description": "Suggested options"}
      """
    And the definition of "ask_user" has: [PI-83]
      """
      {"/properties/questions/items/properties/multiSelect/description": "Allow multiple selections"}
      """
    And the definition of "ask_user" has: [PI-84]
      """
      {"/properties/questions/items/properties/options/items/properties/label/description": "Display text"}
      """
    And the definition of "ask_user" has: [PI-84]
      """
      {"/properties/questions/items/properties/options/items/properties/description/description": "Help text"}
      """

  Scenario Outline: The definition is the same <where>
    Given <terminal>
    And the command line "<line>"
    When the user says "go"
    And the model says "hello"
    Then every request offers the tool "ask_user" [PI-85]
    And the description of "ask_user" reaches the model as: [PI-80]
      """
      Ask the user one or more questions. Use when you need:
      - Clarification on requirements or preferences
      - User decisions between multiple valid approaches
      - Confirmation before significant changes
      - Input that cannot be inferred from context

      Each question can have suggested options with descriptions.
      Users can always select "Other" to provide a custom answer.
      In non-interactive mode, creates a pending questions file for async response.

      Guidelines:
      - Put recommended option first with "(Recommended)" in the label
      - Batch related questions together (avoid multiple rounds)
      - Limit to 3-5 questions per call to avoid user fatigue
      - Don't ask what can be inferred from context or previous messages
      - Don't re-ask questions already answered in this session
      """
    And the definition of "ask_user" has "object" at "/type" [PI-85]
    And the properties of "ask_user" are "questions metadata" [PI-85]
    And the definition of "ask_user" has ["questions"] at "/required" [PI-85]
    And the definition of "ask_user" has "array" at "/properties/questions/type" [PI-85]
    And the definition of "ask_user" has 1 at "/properties/questions/minItems" [PI-85]
    And the definition of "ask_user" has null at "/properties/questions/maxItems" [PI-85]
    And the definition of "ask_user" has null at "/properties/questions/uniqueItems" [PI-85]
    And the definition of "ask_user" has: [PI-85]
      """
      {"/properties/questions/description": "One or more questions to ask the user"}
      """
    And the definition of "ask_user" has "object" at "/properties/metadata/type" [PI-85]
    And the definition of "ask_user" at "/properties/metadata/additionalProperties" has one of [null, true, {}] [PI-85]
    And the definition of "ask_user" at "/properties/metadata/required" has one of [null, []] [PI-85]
    And the definition of "ask_user" has: [PI-85]
      """
      {"/properties/metadata/description": "Optional metadata for tracking (e.g., { source: 'setup-wizard' })"}
      """
    And the definition of "ask_user" has "object" at "/properties/questions/items/type" [PI-85]
    And the properties of "ask_user" at "/properties/questions/items" are "question header options multiSelect" [PI-85]
    And the definition of "ask_user" has ["question"] at "/properties/questions/items/required" [PI-85]
    And the definition of "ask_user" has "string" at "/properties/questions/items/properties/question/type" [PI-85]
    And the definition of "ask_user" has: [PI-85]
      """
      {"/properties/questions/items/properties/question/description": "The question to ask"}
      """
    And the definition of "ask_user" has "string" at "/properties/questions/items/properties/header/type" [PI-85]
    And the definition of "ask_user" has: [PI-85]
      """
      {"/properties/questions/items/properties/header/description": "Optional header/title for context"}
      """
    And the definition of "ask_user" has "array" at "/properties/questions/items/properties/options/type" [PI-85]
    And the definition of "ask_user" has: [PI-85]
      """
      {"/properties/questions/items/properties/options/description": "Suggested options"}
      """
    And the definition of "ask_user" has "boolean" at "/properties/questions/items/properties/multiSelect/type" [PI-85]
    And the definition of "ask_user" has: [PI-85]
      """
      {"/properties/questions/items/properties/multiSelect/description": "Allow multiple selections"}
      """
    And the definition of "ask_user" has null at "/properties/questions/items/properties/options/maxItems" [PI-85]
    And the definition of "ask_user" has null at "/properties/questions/items/properties/options/uniqueItems" [PI-85]
    And the definition of "ask_user" has "object" at "/properties/questions/items/properties/options/items/type" [PI-85]
    And the properties of "ask_user" at "/properties/questions/items/properties/options/items" are: [PI-85]
      """
      label description
      """
    And the definition of "ask_user" has: [PI-85]
      """
      {"/properties/questions/items/properties/options/items/required": ["label"]}
      """
    And the definition of "ask_user" has: [PI-85]
      """
      {"/properties/questions/items/properties/options/items/properties/label/type": "string"}
      """
    And the definition of "ask_user" has: [PI-85]
      """
      {"/properties/questions/items/properties/options/items/properties/label/description": "Display text"}
      """
    And the definition of "ask_user" has: [PI-85]
      """
      {"/properties/questions/items/properties/options/items/properties/description/type": "string"}
      """
    And the definition of "ask_user" has: [PI-85]
      """
      {"/properties/questions/items/properties/options/items/properties/description/description": "Help text"}
      """

    Examples:
      | where                           | terminal    | line            |
      | on a terminal                   | a terminal  |                 |
      | in print mode                   | a terminal  | -p              |
      | without a terminal              | no terminal |                 |
      | in JSON mode without a terminal | no terminal | --mode json     |
      | in RPC mode                     | no terminal | --mode rpc      |

  Scenario: On a terminal the person answers the call in the form
    Given a terminal
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the person answers "Which way?" with "left"
    And the model says "done"
    Then the call "call_1" has the result: [PI-85]
      """
      {
        "answered": true,
        "answers": [{"question": "Which way?", "answer": "left", "selectedOption": "left", "wasCustom": false}]
      }
      """

  Scenario Outline: In print mode the call ends with a pending file: <how>
    Given <terminal>
    And the command line "<line>"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the model says "done"
    Then no prompt is shown [PI-85]
    And of the call "call_1" the model is told "Questions pending. User input required." [PI-85]
    And the files hold {"question": "Which way?", "options": ["left", "right"], "answer": null} [PI-85, PI-50, PI-106]
    And each call is answered once [PI-85]

    Examples:
      | how                              | terminal    | line        |
      | with -p                          | a terminal  | -p          |
      | with --mode json                 | a terminal  | --mode json |
      | with --mode text                 | a terminal  | --mode text |
      | without a terminal               | no terminal |             |
      | with --mode json and no terminal | no terminal | --mode json |

  Scenario: In RPC mode the client answers the call
    Given no terminal
    And the command line "--mode rpc"
    When the user says "go"
    And the model asks the user "Which way?" between ["left", "right"]
    And the client answers "ask_user_request" with the line:
      """
      {
        "type": "ask_user_response",
        "requestId": "<requestId>",
        "answers": [{"question": "Which way?", "answer": "left", "selectedOption": "left", "wasCustom": false}]
      }
      """
    And the model says "done"
    Then no prompt is shown [PI-85]
    And the call "call_1" has the result: [PI-85]
      """
      {
        "answered": true,
        "answers": [{"question": "Which way?", "answer": "left", "selectedOption": "left", "wasCustom": false}]
      }
      """
