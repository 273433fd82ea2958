Feature: DeepChat: malformed arguments

  Unknown keys, text under the wrong key, and broken JSON: what is repaired, what is dropped, and which error the model
  gets for the rest.

  Background:
    Given the system "deepchat"
    And a terminal

  Scenario Outline: Unknown keys of an option are dropped, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"question": "Go?", "options": [{"label": "Red", "value": "payload", "id": 7}, {"label": "Blue"}]}
      """
    And nobody answers
    Then 1 prompt is shown [DC-11]
    And as JSON or text, the last object recorded with {"questionText": "Go?"} has: [DC-11]
      """
      {"questionOptions": [{"label": "Red"}, {"label": "Blue"}]}
      """
    And the last object recorded with {"questionText": "Go?"} does not contain "payload" [DC-11]

    Examples:
      | profile | tool              |
      | seed    | question          |
      | head    | deepchat_question |

  Scenario Outline: The key <key> of a call is dropped
    When the user says "go"
    And the model calls "question" with:
      """
      {<extra>, "question": "Go?", "options": [{"label": "Red"}]}
      """
    And the model says "as you like" if it is asked
    And the run may end while the turn waits
    Then 1 prompt is shown [DC-11.s]
    And something is recorded with {"action_type": "question_request", "status": "pending"} [DC-11.s]
    And no prompt contains "Other" [DC-02]

    Examples:
      | key        | extra                                                                 |
      | allowOther | "allowOther": true                                                    |
      | questions  | "questions": [{"question": "Other?", "options": [{"label": "Blue"}]}] |
      | timeout    | "timeout": 60                                                         |

  Scenario Outline: In profile head the key <key> makes the call fail
    Given the profile "head"
    When the user says "go"
    And the model calls "deepchat_question" with:
      """
      {<extra>, "question": "Go?", "options": [{"label": "Red"}]}
      """
    And the model says "as you like"
    Then the call "call_1" fails, telling the model something with "<key>" [DC-11.u]
    And no prompt is shown [DC-11.u]

    Examples:
      | key        | extra                                                                 |
      | allowOther | "allowOther": true                                                    |
      | questions  | "questions": [{"question": "Other?", "options": [{"label": "Blue"}]}] |
      | timeout    | "timeout": 60                                                         |

  Scenario Outline: In profile head an option with <what> gets the label "<label>"
    Given the profile "head"
    When the user says "go"
    And the model calls "deepchat_question" with:
      """
      {"question": "Go?", "options": [<option>]}
      """
    And nobody answers
    Then the prompt offers the choices ["<label>"] [DC-13]
    And as JSON or text, the last object recorded with {"questionText": "Go?"} has: [DC-13]
      """
      {"questionOptions": [{"label": "<label>"}]}
      """
    And the last object recorded with {"questionText": "Go?"} does not contain "Green" [DC-13]

    Examples:
      | what                         | label | option                              |
      | only a header                | Red   | {"header": "Red"}                   |
      | a label and a header         | Red   | {"label": "Red", "header": "Green"} |
      | a label and a numeric header | Red   | {"label": "Red", "header": 7}       |

  Scenario Outline: An option with <what> instead of a label fails, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"question": "Go?", "options": [<option>]}
      """
    And the model says "as you like" if it is asked
    Then the call "call_1" fails [<id>]
    And no prompt is shown [<id>]

    Examples:
      | profile | tool              | what             | id    | option            |
      | head    | deepchat_question | a numeric header | DC-13 | {"header": 7}     |
      | seed    | question          | a header         | DC-06 | {"header": "Red"} |

  Scenario Outline: <what> is repaired, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with the text "<text>"
    And nobody answers
    Then 1 prompt is shown [DC-14]
    And as JSON or text, the last object recorded with {"questionText": "Go?"} has: [DC-14]
      """
      {"questionOptions": [{"label": "Red"}]}
      """

    Examples:
      | profile | tool              | what                           | text                                                                                   |
      | seed    | question          | JSON in single quotes          | {'question': 'Go?', 'options': [{'label': 'Red'}]}                                     |
      | head    | deepchat_question | JSON in single quotes          | {'question': 'Go?', 'options': [{'label': 'Red'}]}                                     |
      | seed    | question          | JSON with unquoted keys        | {question: \\"Go?\\", options: [{label: \\"Red\\"}]}                                   |
      | head    | deepchat_question | JSON with unquoted keys        | {question: \\"Go?\\", options: [{label: \\"Red\\"}]}                                   |
      | seed    | question          | JSON without its closing brace | {\\"question\\": \\"Go?\\", \\"options\\": [{\\"label\\": \\"Red\\"}]                  |
      | head    | deepchat_question | JSON without its closing brace | {\\"question\\": \\"Go?\\", \\"options\\": [{\\"label\\": \\"Red\\"}]                  |
      | seed    | question          | JSON with trailing commas      | {\\"question\\": \\"Go?\\", \\"options\\": [{\\"label\\": \\"Red\\"},],}               |
      | head    | deepchat_question | JSON with trailing commas      | {\\"question\\": \\"Go?\\", \\"options\\": [{\\"label\\": \\"Red\\"},],}               |
      | seed    | question          | JSON in a code fence           | ```json\\n{\\"question\\": \\"Go?\\", \\"options\\": [{\\"label\\": \\"Red\\"}]}\\n``` |
      | head    | deepchat_question | JSON in a code fence           | ```json\\n{\\"question\\": \\"Go?\\", \\"options\\": [{\\"label\\": \\"Red\\"}]}\\n``` |

  Scenario Outline: <what> instead of JSON cannot be repaired, and the model gets an error, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with the text "<text>"
    And the model says "as you like" if it is asked
    Then the call "call_1" fails [DC-05]
    And the call "call_1" fails, telling the model something with: [DC-15]
      """
      Error: Invalid JSON for question tool arguments.
      """
    And no prompt is shown [I-4]
    And an object is recorded that fits one of: [DC-24]
      """
      [{"type": "error"}, {"type": "tool_call", "status": "error", "tool_call": {"id": "call_1"}}]
      """
    And the turn ends completed [DC-24]

    Examples:
      | profile | tool              | what              | text                     |
      | seed    | question          | A row of brackets | {{{]]]                   |
      | head    | deepchat_question | A row of brackets | {{{]]]                   |

  Scenario Outline: <what> is JSON but no object, so it breaks the schema, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with the text "<text>"
    And the model says "as you like" if it is asked
    Then the call "call_1" fails [DC-05]
    And the call "call_1" fails, telling the model something with "Error: Invalid arguments for <tool>. " [DC-15]
    And the call "call_1" fails, telling the model something with " Validation details: " [DC-15]
    And no prompt is shown [I-4]
    And an object is recorded that fits one of: [DC-24]
      """
      [{"type": "error"}, {"type": "tool_call", "status": "error", "tool_call": {"id": "call_1"}}]
      """
    And the turn ends completed [DC-24]

    Examples:
      | profile | tool              | what                                | text                     |
      | seed    | question          | Prose, repaired to a string,        | certainly! which colour? |
      | head    | deepchat_question | Prose, repaired to a string,        | certainly! which colour? |
      | seed    | question          | Null                                | null                     |
      | head    | deepchat_question | Null                                | null                     |
      | seed    | question          | A list                              | []                       |
      | head    | deepchat_question | A list                              | []                       |
      | seed    | question          | A text                              | \\"x\\"                  |
      | head    | deepchat_question | A text                              | \\"x\\"                  |

  Scenario Outline: The model is told what breaks the schema, and its corrected call is asked, profile <profile>
    Given the profile "<profile>"
    When the user says "go"
    And the model calls "<tool>" with:
      """
      {"question": "Go?"}
      """
    And the model calls "<tool>" with:
      """
      {"question": "Go?", "options": [{"label": "Red"}]}
      """
    And the person chooses "Red" at "Go?"
    And the model says "red it is"
    Then the call "call_1" fails, telling the model something with "Error: Invalid arguments for <tool>. " [DC-15]
    And the call "call_1" fails, telling the model something with " Validation details: " [DC-15]
    And an object is recorded that fits one of: [DC-24]
      """
      [{"type": "error"}, {"type": "tool_call", "status": "error", "tool_call": {"id": "call_1"}}]
      """
    And the turn is paused 1 time [DC-24]
    And 3 requests reach the model [DC-24]
    And 1 prompt is shown [DC-24]

    Examples:
      | profile | tool              |
      | seed    | question          |
      | head    | deepchat_question |
