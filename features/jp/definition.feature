Feature: The definition of ask_user, as the model sees it

  Background:
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model says "hello"

  Scenario: The definition lists the arguments with their types
    Then the properties of "ask_user" are "question context answer_type options default" [SCH-02]
    And the definition of "ask_user" has "string" at "/properties/question/type" [SCH-03]
    And the definition of "ask_user" has ["question"] at "/required" [SCH-03, SCH-04, SCH-05, SCH-06, SCH-07, SCH-10]
    And the definition of "ask_user" has "string" at "/properties/context/type" [SCH-04]
    And the definition of "ask_user" has "string" at "/properties/answer_type/type" [SCH-05]
    And the definition of "ask_user" has: [SCH-05, ARG-08]
      """
      {"/properties/answer_type/enum": ["boolean", "select", "text"]}
      """
    And the definition of "ask_user" has "array" at "/properties/options/type" [SCH-06]
    And the definition of "ask_user" has "string" at "/properties/options/items/type" [SCH-06]
    And the definition of "ask_user" has ["boolean", "string"] at "/properties/default/type" [SCH-07]
    And the definition of "ask_user" has false at "/additionalProperties" [SCH-10]

  Scenario Outline: The definition avoids a keyword that a provider might refuse: <keyword>
    Then the definition of "ask_user" does not contain "<keyword>" [<id>]

    Examples:
      | keyword             | id             |
      | \\"any\\"             | SCH-08         |
      | \\"if\\"              | SCH-09, ARG-24 |
      | \\"then\\"            | SCH-09, ARG-24 |
      | \\"else\\"            | SCH-09, ARG-24 |
      | \\"not\\"             | SCH-09, ARG-24 |
      | dependentRequired   | SCH-09, ARG-24 |
      | dependentSchemas    | SCH-09, ARG-24 |
      | \\"dependencies\\"    | SCH-09, ARG-24 |
      | oneOf               | SCH-09, ARG-24 |
      | anyOf               | SCH-09, ARG-24 |
      | allOf               | SCH-09, ARG-24 |

  Scenario: The description warns against asking for secrets
    Then the description of "ask_user" speaks of "secret" [SCH-12.s]

  Scenario: A long description reaches the model in full
    Given the setting "conversation.tools.ask_user.description" is:
      """
      "Asks the user.\n\nFirst of all, think twice. Then ask, if you must.\n\nThese are the last words."
      """
    Then the description of "ask_user" speaks of "Asks the user." [SCH-11]
    And the description of "ask_user" speaks of "First of all, think twice. Then ask, if you must." [SCH-11]
    And the description of "ask_user" speaks of "These are the last words." [SCH-11]
