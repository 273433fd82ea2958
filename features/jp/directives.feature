Feature: Which tools are on: the setting `enable`, and the flags -t, -T and -u

  RFD 081. A tool is on or off, and its `allow_toggle` tells which flags may change that. `ask_user` starts on, and only
  a flag that names it changes it. The arguments `query` alone are a command line without flags.

  Background:
    Given the system "jp-ask-user"
    And a tool "deploy"

  Rule: As ask_user comes

    Scenario Outline: As it comes, after <flags>
      Given the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "ask_user" [<ids>]
      And the turn ends completed [<ids>]

      Examples:
        | flags                        | argv                                | offer                | ids                    |
        | no flag                      | query                               | every request offers | CFG-02, CFG-03         |
        | off for all                  | query -T                            | every request offers | CFG-02, CFG-04         |
        | off                          | query -T ask_user                   | no request offers    | CFG-02, CFG-05         |
        | off, without the subcommand  | -T ask_user                         | no request offers    | CFG-05                 |
        | off for all, then off        | -T -T ask_user                      | no request offers    | CFG-06                 |
        | off for all, then on for all | -T -t                               | every request offers | CFG-13                 |
        | on for all, then off for all | -t -T                               | every request offers | CFG-13                 |
        | off, then on for all         | -T ask_user -t                      | no request offers    | CFG-02, CFG-12, CFG-13 |
        | off, then on                 | -T ask_user -t ask_user             | every request offers | CFG-12, CFG-13         |
        | on, then off                 | -t ask_user -T ask_user             | no request offers    | CFG-12                 |
        | off, then on, off for all    | -T ask_user -t ask_user -T          | every request offers | CFG-12                 |
        | off, on, and off             | -T ask_user -t ask_user -T ask_user | no request offers    | CFG-12                 |

    Scenario: Off for all, and ask_user by its name: nothing is left but what is locked
      Given the command line "-T -T ask_user"
      And a tool "fetch"
      And a tool "guard"
      And the setting "conversation.tools.fetch.source" is "mcp.web"
      And the setting "conversation.tools.guard.enable" is {"state": true, "allow_toggle": "never"}
      When the user says "go"
      And the model says "done"
      Then no request offers the tool "ask_user" [CFG-06]
      And no request offers the tool "deploy" [CFG-06]
      And no request offers the tool "fetch" [CFG-06]
      And every request offers the tool "describe_tools" [CFG-06.u]
      And every request offers the tool "guard" [CFG-06.u]
      And the turn ends completed [CFG-06, CFG-06.u]
      And no notice is given

    Scenario: Off for all takes the other tools away, and leaves ask_user at work
      Given the command line "-T"
      And a terminal
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "boolean"}
        """
      And the person answers "Go?" with true
      And the model says "done"
      Then the call "call_1" succeeds with the JSON {"answer_type": "boolean", "answer": true} [CFG-04]
      And every request offers the tool "ask_user" [CFG-04]
      And no notice is given [CFG-04]
      And no request offers the tool "deploy"

  Rule: The setting `enable` of ask_user

    Scenario Outline: enable = <enable>, after <flags>
      Given the setting "conversation.tools.ask_user.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "ask_user" [<ids>]
      And the turn ends completed [<ids>]

      Examples:
        | enable           | flags                     | argv                       | offer                | ids            |
        | {"state": false} | no flag                   | query                      | no request offers    | CFG-07         |
        | {"state": false} | on for all                | -t                         | no request offers    | CFG-07, CFG-08 |
        | {"state": false} | on                        | -t ask_user                | every request offers | CFG-07, CFG-08 |
        | {"state": false} | on, then off for all      | -t ask_user -T             | every request offers | CFG-07, CFG-12 |
        | {"state": true}  | off for all               | -T                         | every request offers | CFG-17         |
        | false            | no flag                   | query                      | no request offers    | CFG-09         |
        | false            | on for all                | -t                         | every request offers | CFG-09, CFG-10 |
        | false            | on                        | -t ask_user                | every request offers | CFG-09         |
        | false            | on for all, off for all   | -t -T                      | no request offers    | CFG-09, CFG-12 |
        | false            | on, off for all           | -t ask_user -T             | no request offers    | CFG-09, CFG-12 |
        | true             | off for all               | -T                         | no request offers    | CFG-11         |
        | true             | off for all, then on      | -T -t                      | every request offers | CFG-12         |
        | true             | off, then on for all      | -T ask_user -t             | every request offers | CFG-12         |
        | true             | off, on, then off for all | -T ask_user -t ask_user -T | no request offers    | CFG-11, CFG-12 |

  Rule: Each cell of the table, for a tool of the host

    Scenario Outline: <tool>, and <flag>: it changes
      Given the setting "conversation.tools.deploy.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "deploy" [CFG-12]
      And the turn ends completed [CFG-12]

      Examples:
        | tool                       | flag        | enable                                                | argv      | offer                |
        | on, any                    | off         | {"state": true, "allow_toggle": "any"}                | -T deploy | no request offers    |
        | on, any                    | off for all | {"state": true, "allow_toggle": "any"}                | -T        | no request offers    |
        | on, if named               | off         | {"state": true, "allow_toggle": "if_named"}           | -T deploy | no request offers    |
        | on, if named or its group  | off         | {"state": true, "allow_toggle": "if_named_or_group"}  | -T deploy | no request offers    |
        | off, any                   | on          | {"state": false, "allow_toggle": "any"}               | -t deploy | every request offers |
        | off, any                   | on for all  | {"state": false, "allow_toggle": "any"}               | -t        | every request offers |
        | off, if named              | on          | {"state": false, "allow_toggle": "if_named"}          | -t deploy | every request offers |
        | off, if named or its group | on          | {"state": false, "allow_toggle": "if_named_or_group"} | -t deploy | every request offers |

    Scenario Outline: <tool>, and <flag>: it is passed over
      Given the setting "conversation.tools.deploy.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "deploy" [CFG-12]
      And the turn ends completed

      Examples:
        | tool                       | flag        | enable                                                | argv | offer                |
        | on, any                    | on for all  | {"state": true, "allow_toggle": "any"}                | -t   | every request offers |
        | on, never                  | on for all  | {"state": true, "allow_toggle": "never"}              | -t   | every request offers |
        | on, never                  | off for all | {"state": true, "allow_toggle": "never"}              | -T   | every request offers |
        | on, if named               | on for all  | {"state": true, "allow_toggle": "if_named"}           | -t   | every request offers |
        | on, if named               | off for all | {"state": true, "allow_toggle": "if_named"}           | -T   | every request offers |
        | on, if named or its group  | off for all | {"state": true, "allow_toggle": "if_named_or_group"}  | -T   | every request offers |
        | off, any                   | off for all | {"state": false, "allow_toggle": "any"}               | -T   | no request offers    |
        | off, never                 | on for all  | {"state": false, "allow_toggle": "never"}             | -t   | no request offers    |
        | off, never                 | off for all | {"state": false, "allow_toggle": "never"}             | -T   | no request offers    |
        | off, if named              | on for all  | {"state": false, "allow_toggle": "if_named"}          | -t   | no request offers    |
        | off, if named              | off for all | {"state": false, "allow_toggle": "if_named"}          | -T   | no request offers    |
        | off, if named or its group | on for all  | {"state": false, "allow_toggle": "if_named_or_group"} | -t   | no request offers    |

    Scenario Outline: <tool>, and <flag>: it is so already
      Given the setting "conversation.tools.deploy.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "deploy" [CFG-15]
      And the turn ends completed [CFG-15, CFG-14]
      And no notice is given [CFG-15]

      Examples:
        | tool          | flag                 | enable                                       | argv         | offer                |
        | on, any       | on                   | {"state": true, "allow_toggle": "any"}       | -t deploy    | every request offers |
        | on, never     | on                   | {"state": true, "allow_toggle": "never"}     | -t deploy    | every request offers |
        | on, if named  | on                   | {"state": true, "allow_toggle": "if_named"}  | -t deploy    | every request offers |
        | off, any      | off                  | {"state": false, "allow_toggle": "any"}      | -T deploy    | no request offers    |
        | off, never    | off                  | {"state": false, "allow_toggle": "never"}    | -T deploy    | no request offers    |
        | off, if named | off                  | {"state": false, "allow_toggle": "if_named"} | -T deploy    | no request offers    |
        | on, any       | on, then off for all | {"state": true, "allow_toggle": "any"}       | -t deploy -T | no request offers    |
        | off, any      | off, then on for all | {"state": false, "allow_toggle": "any"}      | -T deploy -t | every request offers |
        | on, if named  | on, then off for all | {"state": true, "allow_toggle": "if_named"}  | -t deploy -T | every request offers |

    Scenario Outline: <tool> is locked, and <flag> would change it
      Given the setting "conversation.tools.<tool>.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the subject may exit by itself
      Then a notice tells "<notice>" [CFG-14]
      And the turn ends misconfigured [CFG-14]
      And 0 requests reach the model [CFG-14]

      Examples:
        | tool | flag | enable | argv | notice |
        | deploy | off | {"state": true, "allow_toggle": "never"} | -T deploy | cannot disable `deploy`: this tool is configured as locked-on |
        | deploy | on | {"state": false, "allow_toggle": "never"} | -t deploy | cannot enable `deploy`: this tool is configured as locked-off |
        | ask_user | off | {"state": true, "allow_toggle": "never"} | -T ask_user | cannot disable `ask_user`: this tool is configured as locked-on |
        | ask_user | on | {"state": false, "allow_toggle": "never"} | -t ask_user | cannot enable `ask_user`: this tool is configured as locked-off |
        | ask_user | off, after others | {"allow_toggle": "never"} | -T -t -T ask_user | cannot disable `ask_user`: this tool is configured as locked-on |
        | ask_user | off, before on | {"allow_toggle": "never"} | -T ask_user -t ask_user | cannot disable `ask_user`: this tool is configured as locked-on |
        | describe_tools | off | {"state": true} | -T describe_tools | cannot disable `describe_tools`: this tool is configured as locked-on |

    Scenario Outline: Under if_named <flag> is no mistake
      Given the setting "conversation.tools.ask_user.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then the turn ends completed [CFG-14]
      And <offer> the tool "ask_user" [CFG-14]
      And no notice is given [CFG-14]

      Examples:
        | flag | enable                                       | argv        | offer                |
        | off  | {"state": true, "allow_toggle": "if_named"}  | -T ask_user | no request offers    |
        | on   | {"state": false, "allow_toggle": "if_named"} | -t ask_user | every request offers |

    Scenario Outline: Nobody knows the tool of <flag>
      Given the setting "conversation.tools.*.result" is "unattended"
      And the command line "<argv>"
      When the user says "go"
      And the subject may exit by itself
      Then a notice tells "not found" [CFG-16]
      And the turn ends misconfigured [CFG-16]
      And 0 requests reach the model [CFG-16]

      Examples:
        | flag                         | argv         |
        | an on                        | -t nobody    |
        | an off                       | -T nobody    |
        | an off behind an off for all | -T -T nobody |
        | an off for a part of a name  | -T ask       |
        | an on for the star           | -t *         |
        | an off for the star          | -T *         |
        | a choice                     | -u nobody    |

  Rule: The tool that the model must use

    Scenario Outline: -u ask_user with <others>
      Given a terminal
      And the setting "conversation.tools.ask_user.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "boolean"}
        """
      And the person answers "Go?" with true
      And the model says "done"
      Then every request offers the tool "ask_user" [CFG-36]
      And the call "call_1" succeeds with the JSON {"answer_type": "boolean", "answer": true} [CFG-36]
      And the turn ends completed [CFG-36]

      Examples:
        | others                          | enable                                   | argv                                |
        | no other flag                   | {}                                       | -u ask_user                         |
        | an off for all                  | {}                                       | -T -u ask_user                      |
        | an off and an on                | {}                                       | -T ask_user -t ask_user -u ask_user |
        | an on after it, it being off    | {"state": false}                         | -u ask_user -t ask_user             |
        | an on for all, it being off     | false                                    | -t -u ask_user                      |
        | an off for all, it being locked | {"state": true, "allow_toggle": "never"} | -u ask_user -T                      |

    Scenario Outline: -u ask_user, and it is off: <others>
      Given the setting "conversation.tools.ask_user.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the subject may exit by itself
      Then the turn ends misconfigured [CFG-36]
      And 0 requests reach the model [CFG-36]

      Examples:
        | others                       | enable                                    | argv                    |
        | no other flag                | false                                     | -u ask_user             |
        | in short                     | {"state": false}                          | -u ask_user             |
        | off                          | {}                                        | -T ask_user -u ask_user |
        | off after it                 | {}                                        | -u ask_user -T ask_user |
        | on for all does not reach it | {"state": false}                          | -t -u ask_user          |
        | off for all reaches it       | true                                      | -u ask_user -T          |
        | locked off                   | {"state": false, "allow_toggle": "never"} | -u ask_user             |

    Scenario Outline: What <what> demands holds until the model has called a tool
      Given the command line "<argv>"
      When the user says "go"
      And the model calls "deploy"
      And the model says "done"
      And the user says "again" after the turn
      And the model says "done again"
      Then request 1 of the turn leaves the model the choice "<choice>"
      And request 2 of the turn leaves the model the choice "auto"
      And request 3 of the turn leaves the model the choice "<choice>"

      Examples:
        | what           | argv      | choice   |
        | -u with a name | -u deploy | deploy   |
        | -u alone       | -u        | required |
        | -u true        | -u true   | required |

    Scenario Outline: <argv> asks for no call
      Given the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then request 1 of the turn leaves the model the choice "none"
      And every request offers the tool "deploy"

      Examples:
        | argv     |
        | -U       |
        | -u false |

    Scenario: A tool that is off is offered where the configuration chooses it
      Given the setting "conversation.tools.ask_user.enable" is {"state": false}
      And the setting "assistant.tool_choice" is "ask_user"
      When the user says "go"
      And the model says "done"
      Then every request offers the tool "ask_user" [SCH-14]
      And the turn ends completed [SCH-14]

    Scenario: A tool that is off is not offered where the configuration chooses another
      Given the setting "conversation.tools.ask_user.enable" is {"state": false}
      And the setting "assistant.tool_choice" is "deploy"
      When the user says "go"
      And the model says "done"
      Then no request offers the tool "ask_user" [SCH-14]
      And every request offers the tool "deploy"

    Scenario: The configuration chooses a tool that is locked off
      Given the setting "conversation.tools.ask_user.enable" is {"state": false, "allow_toggle": "never"}
      And the setting "assistant.tool_choice" is "ask_user"
      When the user says "go"
      And the subject may exit by itself
      Then the turn ends misconfigured
      And a notice tells "assistant.tool_choice"
      And 0 requests reach the model [SCH-14]

  Rule: Older words for `enable`

    Scenario Outline: enable = <enable> in an older file, after <flags>
      Given the setting "conversation.tools.deploy.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "deploy" [COMPAT-11]
      And the turn ends completed [COMPAT-11]

      Examples:
        | enable     | flags                | argv         | offer                |
        | true       | no flag              | query        | every request offers |
        | true       | off for all          | -T           | no request offers    |
        | "on"       | no flag              | query        | every request offers |
        | "on"       | off for all          | -T           | no request offers    |
        | false      | no flag              | query        | no request offers    |
        | false      | on for all           | -t           | every request offers |
        | "off"      | no flag              | query        | no request offers    |
        | "off"      | on for all           | -t           | every request offers |
        | "always"   | no flag              | query        | every request offers |
        | "always"   | off for all          | -T           | every request offers |
        | "explicit" | no flag              | query        | no request offers    |
        | "explicit" | on for all           | -t           | no request offers    |
        | "explicit" | on                   | -t deploy    | every request offers |
        | "explicit" | on, then off for all | -t deploy -T | every request offers |

    Scenario: What is always on in an older file is locked
      Given the setting "conversation.tools.deploy.enable" is "always"
      And the command line "-T deploy"
      When the user says "go"
      And the subject may exit by itself
      Then a notice tells "cannot disable `deploy`: this tool is configured as locked-on" [COMPAT-11, CFG-14]
      And the turn ends misconfigured [COMPAT-11, CFG-14]

    Scenario Outline: enable = <enable> is written as a table
      Given the command line's configuration:
        """
        {"conversation": {"tools": {"deploy": {"enable": <enable>}}}}
        """
      When the user says "go"
      And the model says "done"
      Then event 1 is recorded as: [COMPAT-11]
        """
        {"type": "config_delta", "delta": {"conversation": {"tools": {"deploy": {"enable": <table>}}}}}
        """

      Examples:
        | enable     | table                                        |
        | true       | {"state": true, "allow_toggle": "any"}       |
        | "on"       | {"state": true, "allow_toggle": "any"}       |
        | false      | {"state": false, "allow_toggle": "any"}      |
        | "off"      | {"state": false, "allow_toggle": "any"}      |
        | "always"   | {"state": true, "allow_toggle": "never"}     |
        | "explicit" | {"state": false, "allow_toggle": "if_named"} |

    Scenario Outline: What `enable` may not be: <what>
      Given the setting "conversation.tools.deploy.enable" is <enable>
      When the user says "go"
      And the subject may exit by itself
      Then the turn ends misconfigured
      And a notice tells "conversation.tools.deploy.enable"
      And a notice tells "<found>"
      And 0 requests reach the model

      Examples:
        | what                             | enable                     | found     |
        | an older word for who may toggle | {"allow_toggle": "always"} | always    |
        | a word                           | "sometimes"                | sometimes |
        | a number                         | 1                          | found 1   |
        | another field                    | {"sticky": true}           | sticky    |

  Rule: What the flags come to is stored, and no more

    Scenario Outline: <flags> is stored as a change of the state alone
      Given the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then event 1 is recorded as:
        """
        {"type": "config_delta", "delta": {"conversation": {"tools": {"<tool>": {"enable": {"state": false}}}}}}
        """

      Examples:
        | flags       | argv        | tool     |
        | off         | -T ask_user | ask_user |
        | off for all | -T          | deploy   |
