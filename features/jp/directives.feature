Feature: Which tools are on: the setting `enable`, and the flags -t, -T and -u

  RFD 081. A tool is on or off, and its `allow_toggle` tells which flags may change that. `ask_user` starts on, and only
  a flag that names it changes it. The argument `query` alone is a command line without flags.

  Background:
    Given the system "jp-ask-user"
    And a tool "deploy"

  Rule: ask_user with its default setting

    Scenario Outline: By default ask_user is <what>
      Given the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "ask_user" [<ids>]
      And the turn ends completed [<ids>]

      Examples:
        | what | argv | offer | ids |
        | on without a flag | query | every request offers | CFG-02, CFG-03 |
        | on after -T (off for all) | query -T | every request offers | CFG-02, CFG-04 |
        | off after -T ask_user (off) | query -T ask_user | no request offers | CFG-02, CFG-05 |
        | off after -T ask_user (off) without the subcommand | -T ask_user | no request offers | CFG-05 |
        | off after -T (off for all), -T ask_user (off) | -T -T ask_user | no request offers | CFG-06 |
        | on after -T (off for all), -t (on for all) | -T -t | every request offers | CFG-13 |
        | on after -t (on for all), -T (off for all) | -t -T | every request offers | CFG-13 |
        | off after -T ask_user (off), -t (on for all) | -T ask_user -t | no request offers | CFG-02, CFG-12, CFG-13 |
        | on after -T ask_user (off), -t ask_user (on) | -T ask_user -t ask_user | every request offers | CFG-12, CFG-13 |
        | off after -t ask_user (on), -T ask_user (off) | -t ask_user -T ask_user | no request offers | CFG-12 |
        | on after -T ask_user (off), -t ask_user (on), -T (off for all) | -T ask_user -t ask_user -T | every request offers | CFG-12 |
        | off after -T ask_user (off), -t ask_user (on), -T ask_user (off) | -T ask_user -t ask_user -T ask_user | no request offers | CFG-12 |

    Scenario: -T -T ask_user switches off every tool except the locked ones
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

    Scenario: -T switches off the other tools, and ask_user still works
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
      And no notice is given
      And no request offers the tool "deploy"

  Rule: The setting `enable` of ask_user

    Scenario Outline: enable = <enable>: ask_user is <what>
      Given the setting "conversation.tools.ask_user.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "ask_user" [<ids>]
      And the turn ends completed [<ids>]

      Examples:
        | enable | what | argv | offer | ids |
        | {"state": false} | off without a flag | query | no request offers | CFG-07 |
        | {"state": false} | off after -t (on for all) | -t | no request offers | CFG-07, CFG-08 |
        | {"state": false} | on after -t ask_user (on) | -t ask_user | every request offers | CFG-07, CFG-08 |
        | {"state": false} | on after -t ask_user (on), -T (off for all) | -t ask_user -T | every request offers | CFG-07, CFG-12 |
        | {"state": true} | on after -T (off for all) | -T | every request offers | CFG-17 |
        | false | off without a flag | query | no request offers | CFG-09 |
        | false | on after -t (on for all) | -t | every request offers | CFG-09, CFG-10 |
        | false | on after -t ask_user (on) | -t ask_user | every request offers | CFG-09 |
        | false | off after -t (on for all), -T (off for all) | -t -T | no request offers | CFG-09, CFG-12 |
        | false | off after -t ask_user (on), -T (off for all) | -t ask_user -T | no request offers | CFG-09, CFG-12 |
        | true | off after -T (off for all) | -T | no request offers | CFG-11 |
        | true | on after -T (off for all), -t (on for all) | -T -t | every request offers | CFG-12 |
        | true | on after -T ask_user (off), -t (on for all) | -T ask_user -t | every request offers | CFG-12 |
        | true | off after -T ask_user (off), -t ask_user (on), -T (off for all) | -T ask_user -t ask_user -T | no request offers | CFG-11, CFG-12 |

  Rule: Each state and allow_toggle with each flag, for a tool of the host

    Scenario Outline: <flag> takes effect on a tool that is <tool>
      Given the setting "conversation.tools.deploy.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "deploy" [CFG-12]
      And the turn ends completed [CFG-12]

      Examples:
        | tool                                | flag             | enable                                                | argv      | offer                |
        | on, allow_toggle any                | -T deploy (off)  | {"state": true, "allow_toggle": "any"}                | -T deploy | no request offers    |
        | on, allow_toggle any                | -T (off for all) | {"state": true, "allow_toggle": "any"}                | -T        | no request offers    |
        | on, allow_toggle if_named           | -T deploy (off)  | {"state": true, "allow_toggle": "if_named"}           | -T deploy | no request offers    |
        | on, allow_toggle if_named_or_group  | -T deploy (off)  | {"state": true, "allow_toggle": "if_named_or_group"}  | -T deploy | no request offers    |
        | off, allow_toggle any               | -t deploy (on)   | {"state": false, "allow_toggle": "any"}               | -t deploy | every request offers |
        | off, allow_toggle any               | -t (on for all)  | {"state": false, "allow_toggle": "any"}               | -t        | every request offers |
        | off, allow_toggle if_named          | -t deploy (on)   | {"state": false, "allow_toggle": "if_named"}          | -t deploy | every request offers |
        | off, allow_toggle if_named_or_group | -t deploy (on)   | {"state": false, "allow_toggle": "if_named_or_group"} | -t deploy | every request offers |

    Scenario Outline: <flag> has no effect on a tool that is <tool>
      Given the setting "conversation.tools.deploy.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "deploy" [CFG-12]
      And the turn ends completed

      Examples:
        | tool                                | flag             | enable                                                | argv | offer                |
        | on, allow_toggle any                | -t (on for all)  | {"state": true, "allow_toggle": "any"}                | -t   | every request offers |
        | on, allow_toggle never              | -t (on for all)  | {"state": true, "allow_toggle": "never"}              | -t   | every request offers |
        | on, allow_toggle never              | -T (off for all) | {"state": true, "allow_toggle": "never"}              | -T   | every request offers |
        | on, allow_toggle if_named           | -t (on for all)  | {"state": true, "allow_toggle": "if_named"}           | -t   | every request offers |
        | on, allow_toggle if_named           | -T (off for all) | {"state": true, "allow_toggle": "if_named"}           | -T   | every request offers |
        | on, allow_toggle if_named_or_group  | -T (off for all) | {"state": true, "allow_toggle": "if_named_or_group"}  | -T   | every request offers |
        | off, allow_toggle any               | -T (off for all) | {"state": false, "allow_toggle": "any"}               | -T   | no request offers    |
        | off, allow_toggle never             | -t (on for all)  | {"state": false, "allow_toggle": "never"}             | -t   | no request offers    |
        | off, allow_toggle never             | -T (off for all) | {"state": false, "allow_toggle": "never"}             | -T   | no request offers    |
        | off, allow_toggle if_named          | -t (on for all)  | {"state": false, "allow_toggle": "if_named"}          | -t   | no request offers    |
        | off, allow_toggle if_named          | -T (off for all) | {"state": false, "allow_toggle": "if_named"}          | -T   | no request offers    |
        | off, allow_toggle if_named_or_group | -t (on for all)  | {"state": false, "allow_toggle": "if_named_or_group"} | -t   | no request offers    |

    Scenario Outline: A redundant flag is accepted without a notice: <flag>, the tool is <tool>
      Given the setting "conversation.tools.deploy.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "deploy" [CFG-15]
      And the turn ends completed [CFG-15, CFG-14]
      And no notice is given [CFG-15]

      Examples:
        | tool                       | flag                             | enable                                       | argv         | offer                |
        | on, allow_toggle any       | -t deploy (on)                   | {"state": true, "allow_toggle": "any"}       | -t deploy    | every request offers |
        | on, allow_toggle never     | -t deploy (on)                   | {"state": true, "allow_toggle": "never"}     | -t deploy    | every request offers |
        | on, allow_toggle if_named  | -t deploy (on)                   | {"state": true, "allow_toggle": "if_named"}  | -t deploy    | every request offers |
        | off, allow_toggle any      | -T deploy (off)                  | {"state": false, "allow_toggle": "any"}      | -T deploy    | no request offers    |
        | off, allow_toggle never    | -T deploy (off)                  | {"state": false, "allow_toggle": "never"}    | -T deploy    | no request offers    |
        | off, allow_toggle if_named | -T deploy (off)                  | {"state": false, "allow_toggle": "if_named"} | -T deploy    | no request offers    |
        | on, allow_toggle any       | -t deploy (on), -T (off for all) | {"state": true, "allow_toggle": "any"}       | -t deploy -T | no request offers    |
        | off, allow_toggle any      | -T deploy (off), -t (on for all) | {"state": false, "allow_toggle": "any"}      | -T deploy -t | every request offers |
        | on, allow_toggle if_named  | -t deploy (on), -T (off for all) | {"state": true, "allow_toggle": "if_named"}  | -t deploy -T | every request offers |

    Scenario Outline: <flag> is refused: <tool> is locked
      Given the setting "conversation.tools.<tool>.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the subject may exit by itself
      Then a notice tells "cannot <verb> `<tool>`: this tool is configured as <lock>" [CFG-14]
      And the turn ends misconfigured [CFG-14]
      And 0 requests reach the model [CFG-14]

      Examples:
        | tool | flag | enable | argv | verb | lock |
        | deploy | -T deploy (off) | {"state": true, "allow_toggle": "never"} | -T deploy | disable | locked-on |
        | deploy | -t deploy (on) | {"state": false, "allow_toggle": "never"} | -t deploy | enable | locked-off |
        | ask_user | -T ask_user (off) | {"state": true, "allow_toggle": "never"} | -T ask_user | disable | locked-on |
        | ask_user | -t ask_user (on) | {"state": false, "allow_toggle": "never"} | -t ask_user | enable | locked-off |
        | ask_user | -T (off for all), -t (on for all), -T ask_user (off) | {"allow_toggle": "never"} | -T -t -T ask_user | disable | locked-on |
        | ask_user | -T ask_user (off), -t ask_user (on) | {"allow_toggle": "never"} | -T ask_user -t ask_user | disable | locked-on |
        | describe_tools | -T describe_tools (off) | {"state": true} | -T describe_tools | disable | locked-on |

    Scenario Outline: With allow_toggle if_named, <flag> is accepted without a notice
      Given the setting "conversation.tools.ask_user.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then the turn ends completed [CFG-14]
      And <offer> the tool "ask_user" [CFG-14]
      And no notice is given [CFG-14]

      Examples:
        | flag              | enable                                       | argv        | offer                |
        | -T ask_user (off) | {"state": true, "allow_toggle": "if_named"}  | -T ask_user | no request offers    |
        | -t ask_user (on)  | {"state": false, "allow_toggle": "if_named"} | -t ask_user | every request offers |

    Scenario Outline: A flag for an unknown tool is refused: <flag>
      Given the setting "conversation.tools.*.result" is "unattended"
      And the command line "<argv>"
      When the user says "go"
      And the subject may exit by itself
      Then a notice is given [CFG-16]
      And a notice tells "not found"
      And the turn ends misconfigured [CFG-16]
      And 0 requests reach the model [CFG-16]

      Examples:
        | flag                                 | argv         |
        | -t nobody (on)                       | -t nobody    |
        | -T nobody (off)                      | -T nobody    |
        | -T -T nobody (off for all, then off) | -T -T nobody |
        | -T ask (off for part of a name)      | -T ask       |
        | -t * (on for the star)               | -t *         |
        | -T * (off for the star)              | -T *         |
        | -u nobody (a choice)                 | -u nobody    |

  Rule: The flags -u and -U: which tool the model must use

    Scenario Outline: -u ask_user is accepted while ask_user is on: <others>
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
        | others                                          | enable                                   | argv                                |
        | no other flag                                   | {}                                       | -u ask_user                         |
        | an earlier -T does not change it                | {}                                       | -T -u ask_user                      |
        | an earlier -T ask_user -t ask_user leaves it on | {}                                       | -T ask_user -t ask_user -u ask_user |
        | a later -t ask_user switches it on              | {"state": false}                         | -u ask_user -t ask_user             |
        | an earlier -t switches it on                    | false                                    | -t -u ask_user                      |
        | a later -T does not change it, as it is locked  | {"state": true, "allow_toggle": "never"} | -u ask_user -T                      |

    Scenario Outline: -u ask_user is refused while ask_user is off: <others>
      Given the setting "conversation.tools.ask_user.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the subject may exit by itself
      Then the turn ends misconfigured [CFG-36]
      And 0 requests reach the model [CFG-36]

      Examples:
        | others                                 | enable                                    | argv                    |
        | enable is false                        | false                                     | -u ask_user             |
        | its state is false                     | {"state": false}                          | -u ask_user             |
        | an earlier -T ask_user switches it off | {}                                        | -T ask_user -u ask_user |
        | a later -T ask_user switches it off    | {}                                        | -u ask_user -T ask_user |
        | an earlier -t does not switch it on    | {"state": false}                          | -t -u ask_user          |
        | a later -T switches it off             | true                                      | -u ask_user -T          |
        | it is locked off                       | {"state": false, "allow_toggle": "never"} | -u ask_user             |

    Scenario Outline: The tool choice of <what> holds until the model has called a tool
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

    Scenario Outline: <argv> tells the model to call no tool
      Given the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then request 1 of the turn leaves the model the choice "none"
      And every request offers the tool "deploy"

      Examples:
        | argv     |
        | -U       |
        | -u false |

    Scenario: A tool that is off is offered when the configured tool_choice names it
      Given the setting "conversation.tools.ask_user.enable" is {"state": false}
      And the setting "assistant.tool_choice" is "ask_user"
      When the user says "go"
      And the model says "done"
      Then every request offers the tool "ask_user" [SCH-14]
      And the turn ends completed [SCH-14]

    Scenario: A tool that is off is not offered when the configured tool_choice names another
      Given the setting "conversation.tools.ask_user.enable" is {"state": false}
      And the setting "assistant.tool_choice" is "deploy"
      When the user says "go"
      And the model says "done"
      Then no request offers the tool "ask_user" [SCH-14]
      And every request offers the tool "deploy"

    Scenario: A configured tool_choice that names a tool locked off is refused
      Given the setting "conversation.tools.ask_user.enable" is {"state": false, "allow_toggle": "never"}
      And the setting "assistant.tool_choice" is "ask_user"
      When the user says "go"
      And the subject may exit by itself
      Then the turn ends misconfigured
      And a notice tells "assistant.tool_choice"
      And 0 requests reach the model [SCH-14]

  Rule: Older values of `enable`

    Scenario Outline: The older value enable = <enable>: deploy is <what>
      Given the setting "conversation.tools.deploy.enable" is <enable>
      And the command line "<argv>"
      When the user says "go"
      And the model says "done"
      Then <offer> the tool "deploy" [COMPAT-11]
      And the turn ends completed [COMPAT-11]

      Examples:
        | enable     | what                                      | argv         | offer                |
        | true       | on without a flag                         | query        | every request offers |
        | true       | off after -T (off for all)                | -T           | no request offers    |
        | "on"       | on without a flag                         | query        | every request offers |
        | "on"       | off after -T (off for all)                | -T           | no request offers    |
        | false      | off without a flag                        | query        | no request offers    |
        | false      | on after -t (on for all)                  | -t           | every request offers |
        | "off"      | off without a flag                        | query        | no request offers    |
        | "off"      | on after -t (on for all)                  | -t           | every request offers |
        | "always"   | on without a flag                         | query        | every request offers |
        | "always"   | on after -T (off for all)                 | -T           | every request offers |
        | "explicit" | off without a flag                        | query        | no request offers    |
        | "explicit" | off after -t (on for all)                 | -t           | no request offers    |
        | "explicit" | on after -t deploy (on)                   | -t deploy    | every request offers |
        | "explicit" | on after -t deploy (on), -T (off for all) | -t deploy -T | every request offers |

    Scenario: The older value "always" locks the tool on: -T deploy is refused
      Given the setting "conversation.tools.deploy.enable" is "always"
      And the command line "-T deploy"
      When the user says "go"
      And the subject may exit by itself
      Then a notice tells "cannot disable `deploy`: this tool is configured as locked-on" [COMPAT-11, CFG-14]
      And the turn ends misconfigured [COMPAT-11, CFG-14]

    Scenario Outline: The older value enable = <enable> is stored as a table of state and allow_toggle
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

    Scenario Outline: A wrong value of `enable` is refused: <what>
      Given the setting "conversation.tools.deploy.enable" is <enable>
      When the user says "go"
      And the subject may exit by itself
      Then the turn ends misconfigured
      And a notice tells "conversation.tools.deploy.enable"
      And a notice tells "<found>"
      And 0 requests reach the model

      Examples:
        | what                           | enable                     | found     |
        | an older word for allow_toggle | {"allow_toggle": "always"} | always    |
        | an unknown word                | "sometimes"                | sometimes |
        | a number                       | 1                          | found 1   |
        | an unknown field               | {"sticky": true}           | sticky    |

  Rule: Only the effect of the flags is stored

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
        | -T ask_user | -T ask_user | ask_user |
        | -T          | -T          | deploy   |
