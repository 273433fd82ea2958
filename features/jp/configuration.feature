Feature: Layers of configuration, and which one wins

  From the lowest to the highest: the built-in tools, the user's file, the stored conversation, the command line.

  Background:
    Given the system "jp-ask-user"
    And a tool "deploy" that returns "deployed"

  Rule: Of several user files, the later one wins

    Scenario Outline: The later label <second> wins over the label <first>
      Given a terminal
      And the setting "conversation.tools.ask_user.questions.answer.prompt_label" is "<first>"
      And the setting "conversation.tools.ask_user.questions.answer.prompt_label" is "<second>"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?"}
        """
      And the person answers "Go?" with "yes"
      And the model says "done"
      Then the prompt contains "<second>" [CFG-23]
      And the prompt does not contain "<first>" [CFG-23]

      Examples:
        | first | second |
        | Left  | Right  |
        | Right | Left   |

  Rule: The user's settings override those of every built-in tool

    Scenario: A configured description of describe_tools changes nothing else of it
      Given a terminal
      And the setting "conversation.tools.describe_tools.description" is "Tells more."
      When the user says "go"
      And the model calls "describe_tools" with:
        """
        {"tools": ["describe_tools"]}
        """
      And the model says "done"
      Then the description of "describe_tools" speaks of "Tells more." [CFG-18]
      And every request offers the tool "describe_tools" [CFG-18]
      And the definition of "describe_tools" has "array" at "/properties/tools/type" [CFG-18]
      And no prompt is shown [CFG-18]
      And of the call "call_1" the model is told "Tells more." [CFG-18]
      And the turn ends completed [CFG-18]

    Scenario: One configured field of a parameter of describe_tools changes no other field
      Given the setting "conversation.tools.describe_tools.parameters.tools.description" is "Which."
      When the user says "go"
      And the model says "done"
      Then the definition of "describe_tools" has "Which." at "/properties/tools/description" [CFG-18]
      And the definition of "describe_tools" has "array" at "/properties/tools/type" [CFG-18]
      And the definition of "describe_tools" has ["tools"] at "/required" [CFG-18]

    Scenario Outline: describe_tools with enable = <enable>: <what>
      Given the setting "conversation.tools.describe_tools.enable" is <enable>
      And the command line "-T"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "describe_tools" [CFG-18]

      Examples:
        | what                                          | enable                  | offer                |
        | its lock is kept, and -T leaves it on         | {"state": true}         | every request offers |
        | its lock is taken off, and -T switches it off | {"allow_toggle": "any"} | no request offers    |

  Rule: A tool's own settings win over the settings for all tools

    Scenario Outline: enable = <enable> for all tools: <what>
      Given the setting "conversation.tools.*.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "ask_user" [CFG-34]
      And the turn ends completed [CFG-34]
      And <others> the tool "deploy"

      Examples:
        | enable | what | argv | offer | others |
        | false | without a flag, ask_user stays on | query | every request offers | no request offers |
        | {"state": false, "allow_toggle": "never"} | -T ask_user switches ask_user off | -T ask_user | no request offers | no request offers |
        | {"state": false, "allow_toggle": "if_named"} | -t leaves ask_user on | -t | every request offers | no request offers |
        | {"allow_toggle": "any"} | -T leaves ask_user on | -T | every request offers | no request offers |
        | {"allow_toggle": "never"} | -T ask_user -T switches ask_user off and leaves deploy on | -T ask_user -T | no request offers | every request offers |

    Scenario: The state for all tools and deploy's own allow_toggle are merged: -t deploy switches it on
      Given the setting "conversation.tools.*.enable" is {"state": false, "allow_toggle": "never"}
      And the setting "conversation.tools.deploy.enable" is {"allow_toggle": "if_named"}
      And the command line "-t -t deploy -T"
      When the user says "go"
      And the model says "done"
      Then every request offers the tool "deploy"

    Scenario Outline: <setting> = <value> for all tools does not change ask_user
      Given a terminal
      And the setting "conversation.tools.*.<setting>" is "<value>"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "boolean"}
        """
      And the person answers "Go?" with true
      And the model says "done"
      Then 1 prompt is shown [CFG-34]
      And the prompt contains "Go?" [CFG-34]
      And the call "call_1" succeeds with the JSON {"answer_type": "boolean", "answer": true} [CFG-34]

      Examples:
        | setting | value |
        | run     | ask   |
        | run     | skip  |
        | result  | ask   |
        | result  | skip  |

    Scenario Outline: <setting> = <value> for all tools does not change a tool of the host's in the place of ask_user
      Given a terminal
      And a tool "ask_user" that returns "my own"
      And the setting "conversation.tools.ask_user.source" is "local"
      And the setting "conversation.tools.*.<setting>" is "<value>"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?"}
        """
      And the model says "done"
      Then no prompt is shown [CFG-21, CFG-34]
      And the call "call_1" succeeds, telling the model "my own" [CFG-21, CFG-34]

      Examples:
        | setting | value |
        | run     | ask   |
        | run     | skip  |
        | result  | ask   |
        | result  | skip  |

    Scenario: result = skip for all tools applies to a tool without a result setting of its own
      Given a tool "fetch" that returns "key-4710"
      And the secret "key-4710"
      And the setting "conversation.tools.*.result" is "skip"
      When the user says "go"
      And the model calls "fetch"
      And the model says "done"
      Then the tool "fetch" runs 1 time
      And the secret is sent to the model nowhere

  Rule: Which label wins, and which change is stored

    Scenario: Only what the command line changes is stored: the label
      Given a terminal
      And the setting "conversation.tools.ask_user.questions.answer.prompt_label" is "Robot"
      And the command line's configuration:
        """
        {"conversation": {"tools": {"ask_user": {"run": "unattended", "questions": {"answer": {"prompt_label": "Claude"}}}}}}
        """
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?"}
        """
      And the person answers "Go?" with "yes"
      And the model says "done"
      Then the prompt shows "Claude" above "Go?" [CFG-23]
      And event 1 is recorded as:
        """
        {"type": "config_delta", "delta": {"conversation": {"tools": {"ask_user":
          {"questions": {"answer": {"prompt_label": "Claude"}}}}}}}
        """

    Scenario: A command line that changes nothing is not stored
      Given the setting "conversation.tools.ask_user.questions.answer.prompt_label" is "Robot"
      And the command line's configuration:
        """
        {"conversation": {"tools": {"ask_user": {"questions": {"answer": {"prompt_label": "Robot"}}}}}}
        """
      And the command line "-t ask_user"
      When the user says "go"
      And the model says "done"
      Then the events recorded are "turn_start chat_request chat_response"

    Scenario: A change is stored once, before the first turn in which it holds
      Given the command line "-T ask_user"
      When the user says "go"
      And the model says "done"
      And the user says "again" after the turn
      And the model says "done again"
      Then the events recorded are:
        """
        config_delta turn_start chat_request chat_response turn_start chat_request chat_response
        """
      And no request offers the tool "ask_user" [CFG-05]

    Scenario Outline: A stored label wins over the user's and loses to the command line's: <label>
      Given a terminal
      And the setting "conversation.tools.ask_user.questions.answer.prompt_label" is "Robot"
      And a stored conversation:
        """
        [{"type": "config_delta", "delta": {"conversation": {"tools": {"ask_user": {"questions": {"answer": {"prompt_label": "Old"}}}}}}},
         {"type": "turn_start"}, {"type": "chat_request", "content": "hello"}, {"type": "chat_response", "message": "hi"},
         {"type": "config_delta", "delta": {"conversation": {"tools": {"ask_user": {"questions": {"answer": {"prompt_label": "New"}}}}}}},
         {"type": "turn_start"}, {"type": "chat_request", "content": "hello"}, {"type": "chat_response", "message": "hi"}]
        """
      And the command line's configuration:
        """
        {"conversation": {"tools": {"ask_user": {"questions": {"answer": <question>}}}}}
        """
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "boolean"}
        """
      And the person answers "Go?" with true
      And the model says "done"
      Then the prompt is drawn as the lines ["<label>", "? Go? [y,n,?]"]

      Examples:
        | question                   | label  |
        | {}                         | New    |
        | {"prompt_label": "Claude"} | Claude |

    Scenario Outline: A tool that is stored as off <what>
      Given a stored conversation:
        """
        [{"type": "config_delta", "delta": {"conversation": {"tools": {"ask_user": {"enable": {"state": false}}}}}},
         {"type": "turn_start"}, {"type": "chat_request", "content": "hello"}, {"type": "chat_response", "message": "hi"}]
        """
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "ask_user"

      Examples:
        | what                          | argv        | offer                |
        | stays off without a flag      | query       | no request offers    |
        | stays off with -t             | -t          | no request offers    |
        | is switched on by -t ask_user | -t ask_user | every request offers |

  Rule: How tools are described to the model

    Scenario: The model sees a tool's summary, and gets the description from describe_tools
      Given the user's configuration:
        """
        {"conversation": {"tools": {"deploy": {"summary": "Deploys.", "description": "Deploys to production, for good."}}}}
        """
      When the user says "go"
      And the model calls "describe_tools" with:
        """
        {"tools": ["deploy", "nobody"]}
        """
      And the model says "done"
      Then the description of "deploy" speaks of "Deploys."
      And of the call "call_1" the model is told "Deploys to production, for good."
      And of the call "call_1" the model is told "nobody"

    Scenario: describe_tools does not describe a tool that is off
      Given the setting "conversation.tools.deploy.description" is "Deploys with key-4712."
      And the secret "key-4712"
      And the command line "-T deploy"
      When the user says "go"
      And the model calls "describe_tools" with:
        """
        {"tools": ["deploy"]}
        """
      And the model says "done"
      Then the secret is sent to the model nowhere
      And no request offers the tool "deploy"

    Scenario: A configured summary replaces ask_user's description, which describe_tools still gives
      Given the setting "conversation.tools.ask_user.summary" is "Asks."
      When the user says "go"
      And the model calls "describe_tools" with:
        """
        {"tools": ["ask_user"]}
        """
      And the model says "done"
      Then the description of "ask_user" speaks of "Asks."
      And of the call "call_1" the model is told "passwords"

    Scenario: describe_tools without a tool name fails
      When the user says "go"
      And the model calls "describe_tools"
      And the model says "done"
      Then the call "call_1" fails, telling the model something with "tools"

  Rule: A configuration that cannot be read is reported with its layer and its place

    Scenario Outline: A bad value in the user's file is reported: <place>
      Given the user's configuration:
        """
        {"assistant": {"model": {"id": "main"}}}
        """
      And the user's configuration:
        """
        <layer>
        """
      When the user says "go"
      And the subject may exit by itself
      Then the turn ends misconfigured
      And a notice tells "user file"
      And a notice tells "`<place>`"
      And 0 requests reach the model

      Examples:
        | place                                               | layer                                                                                     |
        | conversation.tools.ask_user.run                     | {"conversation": {"tools": {"ask_user": {"run": "sometimes"}}}}                           |
        | conversation.tools.ask_user.result                  | {"conversation": {"tools": {"ask_user": {"result": 1}}}}                                  |
        | conversation.tools.ask_user.enable                  | {"conversation": {"tools": {"ask_user": {"enable": "maybe"}}}}                            |
        | conversation.tools.ask_user.questions.answer        | {"conversation": {"tools": {"ask_user": {"questions": {"answer": []}}}}}                  |
        | conversation.tools.ask_user.questions.answer.target | {"conversation": {"tools": {"ask_user": {"questions": {"answer": {"target": "robot"}}}}}} |
        | conversation.tools.ask_user.parameters.options.enum | {"conversation": {"tools": {"ask_user": {"parameters": {"options": {"enum": "a"}}}}}}     |
        | conversation.inquiry.assistant                      | {"conversation": {"inquiry": {"assistant": []}}}                                          |
        | assistant.instructions                              | {"assistant": {"instructions": "Be brief."}}                                              |

    Scenario: A bad value on the command line is reported
      Given the command line's configuration:
        """
        {"conversation": {"tools": {"ask_user": {"questions": {"answer": {"prompt_label": 5}}}}}}
        """
      When the user says "go"
      And the subject may exit by itself
      Then the turn ends misconfigured
      And a notice tells "command line"
      And a notice tells "`conversation.tools.ask_user.questions.answer.prompt_label`"
      And 0 requests reach the model

    Scenario: A bad value in a stored conversation is reported
      Given a stored conversation:
        """
        [{"type": "config_delta", "delta": {"conversation": {"tools": {"ask_user": {"run": "sometimes"}}}}},
         {"type": "turn_start"}, {"type": "chat_request", "content": "hello"}, {"type": "chat_response", "message": "hi"}]
        """
      When the user says "go"
      And the subject may exit by itself
      Then the turn ends misconfigured
      And a notice tells "stored conversation"
      And a notice tells "`conversation.tools.ask_user.run`"
      And 0 requests reach the model

    Scenario Outline: A bad argument is reported with its number: <what>
      Given the command line "<argv>"
      When the user says "go"
      And the subject may exit by itself
      Then the turn ends misconfigured
      And a notice tells "command line, argument <number>"
      And a notice tells "<found>"
      And 0 requests reach the model

      Examples:
        | what                  | argv               | number | found    |
        | an unknown flag       | query -t deploy -x | 4      | -x       |
        | an unknown subcommand | converse           | 1      | converse |

    Scenario: -TT is refused: no flag switches off the tools that must be named
      Given the command line "-TT"
      When the user says "go"
      And the subject may exit by itself
      Then the turn ends misconfigured
      And 0 requests reach the model

    Scenario Outline: A configuration is refused when a tool's source is <what>
      Given the user's configuration:
        """
        {"conversation": {"tools": {"mine": <tool>}}}
        """
      When the user says "go"
      And the subject may exit by itself
      Then the turn ends misconfigured
      And a notice tells "`conversation.tools.mine.source`"
      And 0 requests reach the model

      Examples:
        | what            | tool               |
        | missing         | {}                 |
        | an unknown word | {"source": "moon"} |
