Feature: Which model answers an inquiry, and with which system prompt

  RFD 034: the settings of the question, failing that `conversation.inquiry.assistant`, failing that the assistant of
  the conversation. Each field for itself.

  Background:
    Given the system "jp-inquiry"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the tool "deploy" asks the boolean question "Deploy now?" as "now"

  Scenario Outline: <who>
    Given the setting "assistant" is <main>
    And the setting "conversation.inquiry.assistant" is <inquiry>
    And the setting "conversation.tools.deploy.questions.now.target" is <target>
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 is sent to the model "<model>" with the system prompt "<prompt>" [INQ-30]
    And every request of the turn is sent to the model "main" with the system prompt "Help."

    Examples:
      | who | main | inquiry | target | model | prompt |
      | The main assistant, nothing else being set | {"model": {"id": "main"}, "system_prompt": "Help."} | {} | "assistant" | main | Help. |
      | The inquiries' model | {"model": {"id": "main"}, "system_prompt": "Help."} | {"model": {"id": "inquirer"}} | "assistant" | inquirer | Help. |
      | The inquiries' system prompt | {"model": {"id": "main"}, "system_prompt": "Help."} | {"system_prompt": "Judge."} | "assistant" | main | Judge. |
      | Both of the inquiries' | {"model": {"id": "main"}, "system_prompt": "Help."} | {"model": {"id": "inquirer"}, "system_prompt": "Judge."} | "assistant" | inquirer | Judge. |
      | The question's model | {"model": {"id": "main"}, "system_prompt": "Help."} | {"model": {"id": "inquirer"}, "system_prompt": "Judge."} | {"model": {"id": "small"}} | small | Judge. |
      | The question's system prompt | {"model": {"id": "main"}, "system_prompt": "Help."} | {"model": {"id": "inquirer"}, "system_prompt": "Judge."} | {"system_prompt": "Decide."} | inquirer | Decide. |
      | Both of the question's | {"model": {"id": "main"}, "system_prompt": "Help."} | {"model": {"id": "inquirer"}, "system_prompt": "Judge."} | {"model": {"id": "small"}, "system_prompt": "Decide."} | small | Decide. |
      | The question's model over the main one | {"model": {"id": "main"}, "system_prompt": "Help."} | {} | {"model": {"id": "small"}} | small | Help. |
      | The question's prompt over the main one | {"model": {"id": "main"}, "system_prompt": "Help."} | {} | {"system_prompt": "Decide."} | main | Decide. |

  Scenario: Without a terminal the inquiries' assistant answers what was for the user
    Given no terminal
    And the setting "assistant" is {"model": {"id": "main"}, "system_prompt": "Help."}
    And the setting "conversation.inquiry.assistant" is {"model": {"id": "inquirer"}, "system_prompt": "Judge."}
    And the setting "conversation.tools.deploy.questions.now.target" is "user"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 is sent to the model "inquirer" with the system prompt "Judge." [INQ-30]

  Scenario: Each question has its own assistant, and so has a question of the same id elsewhere
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

  Scenario: A layer that says something else of the question leaves its assistant
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

  Scenario Outline: All inquiries of a turn go to one assistant: <which>
    Given a tool "wipe" that returns "wiped"
    And the tool "wipe" asks the boolean question "Wipe now?" as "sure"
    And the tool "wipe" takes 10 ms
    And the setting "assistant" is <main>
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
      | which | main | inquiry | model | prompt |
      | the main one, with its prompt | {"model": {"id": "main"}, "system_prompt": "Help."} | {} | main | Help. |
      | the inquiries' own | {"model": {"id": "main"}, "system_prompt": "Help."} | {"model": {"id": "inquirer"}, "system_prompt": "Judge."} | inquirer | Judge. |

  Scenario: The sections of the conversation's assistant stand in its inquiries
    Given the setting "assistant" is {"system_prompt": "Help.", "instructions": ["Heed.", "Be brief."]}
    And the setting "conversation.tools.deploy.questions.now.target" is "assistant"
    When the user says "go"
    And the model calls "deploy"
    And the inquiry "Deploy now?" is answered with true
    And the model says "done"
    Then inquiry 1 has the system prompt of the turn [INQ-21]

  Scenario: Whatever fails meanwhile, the next try goes to the same assistant
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
