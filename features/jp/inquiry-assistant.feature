Feature: Which model answers an inquiry, and with which system prompt

  RFD 034: the question's own settings come first, then `conversation.inquiry.assistant`, then the assistant of the
  conversation. Each field is looked up by itself.

  Background:
    Given the system "jp-inquiry"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the boolean question "Deploy now?" as "now"

  Scenario Outline: An inquiry uses <what>
    Given the setting "assistant" is {"model": {"id": "main"}, "system_prompt": "Help."}
    And the setting "conversation.inquiry.assistant" is <inquiry>
    And the setting "conversation.tools.deploy.questions.now.target" is <target>
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 is sent to the model "<model>" with the system prompt "<prompt>" [INQ-30]
    And every request of the turn is sent to the model "main" with the system prompt "Help."

    Examples:
      | what | inquiry | target | model | prompt |
      | the main assistant when nothing else is set | {} | "assistant" | main | Help. |
      | the model for inquiries | {"model": {"id": "inquirer"}} | "assistant" | inquirer | Help. |
      | the system prompt for inquiries | {"system_prompt": "Judge."} | "assistant" | main | Judge. |
      | the question's own model with the main system prompt | {} | {"model": {"id": "small"}} | small | Help. |
      | the question's own system prompt with the main model | {} | {"system_prompt": "Decide."} | main | Decide. |

  Scenario Outline: An inquiry uses <what>
    Given the setting "assistant" is {"model": {"id": "main"}, "system_prompt": "Help."}
    And the setting "conversation.inquiry.assistant" is {"model": {"id": "inquirer"}, "system_prompt": "Judge."}
    And the setting "conversation.tools.deploy.questions.now.target" is <target>
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 is sent to the model "<model>" with the system prompt "<prompt>" [INQ-30]
    And every request of the turn is sent to the model "main" with the system prompt "Help."

    Examples:
      | what | target | model | prompt |
      | the model and the system prompt for inquiries | "assistant" | inquirer | Judge. |
      | the question's own model | {"model": {"id": "small"}} | small | Judge. |
      | the question's own system prompt | {"system_prompt": "Decide."} | inquirer | Decide. |
      | the question's own model and system prompt | {"model": {"id": "small"}, "system_prompt": "Decide."} | small | Decide. |

  Scenario: Without a terminal the assistant for inquiries answers a question meant for the user
    Given no terminal
    And the setting "assistant" is {"model": {"id": "main"}, "system_prompt": "Help."}
    And the setting "conversation.inquiry.assistant" is {"model": {"id": "inquirer"}, "system_prompt": "Judge."}
    And the setting "conversation.tools.deploy.questions.now.target" is "user"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 is sent to the model "inquirer" with the system prompt "Judge." [INQ-30]

  Scenario: Each question has its own assistant, even under the same id in another tool
    Given the tool "deploy" asks the text question "Which tag?" as "tag"
    And a tool "wipe" that returns "wiped"
    And the tool "wipe" asks the boolean question "Wipe now?" as "now"
    And the setting "assistant" is {"model": {"id": "main"}, "system_prompt": "Help."}
    And the setting "conversation.tools.deploy.questions.now.target" is {"model": {"id": "small"}}
    And the setting "conversation.tools.deploy.questions.tag.target" is {"system_prompt": "Decide."}
    And the setting "conversation.tools.wipe.questions.now.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the inquiry "Which tag?" is answered with "v1"
    And the model calls "wipe"
    And the inquiry "Wipe now?" is answered with true
    And the model says "done"
    Then inquiry 1 is sent to the model "small" with the system prompt "Help." [INQ-30]
    And inquiry 2 is sent to the model "main" with the system prompt "Decide." [INQ-30]
    And inquiry 3 is sent to the model "main" with the system prompt "Help." [INQ-30]
    And every request of the turn is sent to the model "main" with the system prompt "Help."

  Scenario: A layer that sets only the label keeps the question's own model
    Given the user's configuration:
      """
      {"conversation": {"tools": {"deploy": {"questions": {"now": {"target": {"model": {"id": "small"}}}}}}}}
      """
    And the command line's configuration:
      """
      {"conversation": {"tools": {"deploy": {"questions": {"now": {"prompt_label": "Ops"}}}}}}
      """
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 is sent to the model "small" with the system prompt "" [INQ-30]

  Scenario Outline: All inquiries of a turn go to the same assistant: <which>
    Given a tool "wipe" that returns "wiped"
    And the tool "wipe" asks the boolean question "Wipe now?" as "sure"
    And the tool "wipe" takes 10 ms
    And the setting "assistant" is {"model": {"id": "main"}, "system_prompt": "Help."}
    And the setting "conversation.inquiry.assistant" is <inquiry>
    And the setting "conversation.tools.deploy.questions.now.target" is "assistant"
    And the setting "conversation.tools.wipe.questions.sure.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "wipe"
    And the inquiry "Deploy now?" is answered with true
    And the inquiry "Wipe now?" is answered with false
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 is sent to the model "<model>" with the system prompt "<prompt>" [INQ-21]
    And inquiry 2 is sent to the model "<model>" with the system prompt "<prompt>" [INQ-21]
    And inquiry 3 is sent to the model "<model>" with the system prompt "<prompt>" [INQ-21]

    Examples:
      | which                         | inquiry                                                  | model    | prompt |
      | the main one, with its prompt | {}                                                       | main     | Help.  |
      | the one for inquiries         | {"model": {"id": "inquirer"}, "system_prompt": "Judge."} | inquirer | Judge. |

  Scenario: The assistant's instructions are part of the system prompt of its inquiries
    Given the setting "assistant" is {"system_prompt": "Help.", "instructions": ["Heed.", "Be brief."]}
    And the setting "conversation.tools.deploy.questions.now.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 has the system prompt of the turn [INQ-21]

  Scenario: A retry after an error goes to the same assistant
    Given the setting "assistant" is {"model": {"id": "main"}, "system_prompt": "Help."}
    And the setting "conversation.inquiry.assistant" is {"model": {"id": "inquirer"}, "system_prompt": "Judge."}
    And the setting "conversation.tools.deploy.questions.now.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" meets "status 500"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 is sent to the model "inquirer" with the system prompt "Judge." [INQ-21]
    And inquiry 2 is sent to the model "inquirer" with the system prompt "Judge." [INQ-21]
