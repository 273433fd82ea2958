Feature: What the model is told of ask_user

  Background:
    Given the system "jp-ask-user"
    And a terminal
    When the user says "go"
    And the model says "hello"

  Scenario: The arguments
    Then the definition of "ask_user" has the properties "question context answer_type options default" [ARG-01, SCH-02]
    And the definition of "ask_user" has "string" at "/properties/question/type" [SCH-03]
    And the definition of "ask_user" has ["question"] at "/required" [SCH-03, SCH-10]
    And the definition of "ask_user" has "string" at "/properties/context/type" [SCH-04]
    And the definition of "ask_user" has "string" at "/properties/answer_type/type" [SCH-05]
    And the definition of "ask_user" has ["boolean", "select", "text"] at "/properties/answer_type/enum" [SCH-05, ARG-08]
    And the definition of "ask_user" has "array" at "/properties/options/type" [SCH-06]
    And the definition of "ask_user" has "string" at "/properties/options/items/type" [SCH-06]
    And the definition of "ask_user" has ["boolean", "string"] at "/properties/default/type" [SCH-07]
    And the definition of "ask_user" has false at "/additionalProperties" [SCH-10]

  Scenario Outline: Nothing that a provider might refuse: <keyword>
    Then the definition of "ask_user" says nothing of "<keyword>" [<id>]

    Examples:
      | keyword             | id             |
      | \\"any\\"             | SCH-08         |
      | \\"if\\"              | SCH-09, ARG-24 |
      | dependentRequired   | SCH-09, ARG-24 |
      | oneOf               | SCH-09, ARG-24 |
      | anyOf               | SCH-09, ARG-24 |
      | allOf               | SCH-09, ARG-24 |

  Scenario: When to call it, when not, and what never to ask
    Then the description of "ask_user" speaks of "only when" [SCH-11, SCH-12]
    And the description of "ask_user" speaks of "when in doubt" [SCH-12]
    And the description of "ask_user" speaks of "secrets" [SCH-12.s]
    And every request offers the tool "ask_user" [SCH-13]
