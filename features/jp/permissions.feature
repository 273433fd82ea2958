Feature: Whether a call may run, and whether its result may go to the model

  Each of `run` and `result` is ask, edit, unattended or skip. Neither permission is an inquiry, and remembered
  permissions are separate from remembered answers.

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"

  Rule: Permission to run a call

    Scenario Outline: The key <key> decides one call only: the call <what>
      Given the setting "conversation.tools.deploy.run" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And the person presses "<key>" at "Run local deploy tool?"
      And the model calls "deploy"
      And the person answers "Run local deploy tool?" with <other>
      And the model says "done"
      Then 2 prompts are shown
      And the tool "deploy" runs 1 time
      And the call "<ran>" succeeds, telling the model "deployed"
      And of the call "<skipped>" the model is told "skipped by user"
      And no inquiry is recorded [REC-28]
      And the events recorded are: [REC-28]
        """
        turn_start chat_request tool_call_request tool_call_response tool_call_request tool_call_response chat_response
        """

      Examples:
        | what         | key | other | ran    | skipped |
        | runs         | y   | false | call_1 | call_2  |
        | does not run | n   | true  | call_2 | call_1  |

    Scenario Outline: Pressing <key> decides for the whole turn: the tool <what>
      Given the setting "conversation.tools.deploy.run" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And the person presses "<key>" at "Run local deploy tool?"
      And the model calls "deploy"
      And the model says "done"
      And the user says "again" after the turn
      And the model calls "deploy"
      And the person answers "Run local deploy tool?" with true
      And the model says "done again"
      Then 2 prompts are shown
      And the tool "deploy" runs <times> times
      And no inquiry is recorded [REC-28]

      Examples:
        | what                                             | key | times |
        | runs in both calls                               | Y   | 3     |
        | runs in no call                                  | N   | 1     |
        | runs in both calls after a look at the arguments | p Y | 3     |

    Scenario: The key e lets the person edit the arguments before the call runs
      Given the setting "conversation.tools.deploy.run" is "ask"
      When the user says "go"
      And the model calls "deploy" with:
        """
        {"version": "1.4"}
        """
      And the person presses "e" at "Run local deploy tool?"
      And the person types "{\"version\": \"1.5\"}" at "Arguments of deploy"
      And the model says "done"
      Then 2 prompts are shown
      And execution 1 of "deploy" has the arguments {"version": "1.5"}
      And no inquiry is recorded [REC-28]

    @reference
    Scenario: Arguments that are no JSON object are asked for again
      Given the setting "conversation.tools.deploy.run" is "ask"
      When the user says "go"
      And the model calls "deploy" with:
        """
        {"version": "1.4"}
        """
      And the person presses "e" at "Run local deploy tool?"
      And the person types "[1.5]" at "? Arguments of deploy"
      And the person types "{\"version\": \"1.5\"}" at "No JSON object"
      And the model says "done"
      Then 3 prompts are shown
      And execution 1 of "deploy" has the arguments {"version": "1.5"}

    Scenario: run = edit: the person accepts the arguments unchanged, and the call runs
      Given the setting "conversation.tools.deploy.run" is "edit"
      When the user says "go"
      And the model calls "deploy" with:
        """
        {"version": "1.4"}
        """
      And the person presses "Enter" at "Arguments of deploy"
      And the model says "done"
      Then 1 prompt is shown
      And execution 1 of "deploy" has the arguments {"version":"1.4"}
      And no inquiry is recorded [REC-28]

    Scenario: The person's reason for refusing a call reaches the model
      Given the setting "conversation.tools.deploy.run" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And the person presses "r" at "Run local deploy tool?"
      And the person types "not on a Friday" at "Why not?"
      And the model says "done"
      Then the tool "deploy" runs 0 times
      And of the call "call_1" the model is told "not on a Friday"
      And no inquiry is recorded [REC-28]

    Scenario: result = edit: the person's text replaces the result
      Given the setting "conversation.tools.deploy.result" is "edit"
      When the user says "go"
      And the model calls "deploy"
      And the person types "deployed, mostly" at "Result of deploy"
      And the model says "done"
      Then the call "call_1" succeeds, telling the model "deployed, mostly"
      And no inquiry is recorded [REC-28]

    Scenario: The key e lets the person replace the result
      Given the setting "conversation.tools.deploy.result" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And the person presses "e" at "Deliver"
      And the person types "deployed, mostly" at "Result of deploy"
      And the model says "done"
      Then the call "call_1" succeeds, telling the model "deployed, mostly"

    Scenario: The key p shows the arguments, and the permission prompt stays open
      Given the setting "conversation.tools.deploy.run" is "ask"
      When the user says "go"
      And the model calls "deploy" with:
        """
        {"version": "1.4"}
        """
      And the person presses "p y" at "Run local deploy tool?"
      And the model says "done"
      Then 1 prompt is shown
      And the prompt is redrawn with "1.4"
      And the tool "deploy" runs 1 time
      And nothing is refused

    Scenario: A permission remembered for one tool does not apply to another
      Given a tool "wipe" that returns "wiped"
      And the setting "conversation.tools.deploy.run" is "ask"
      And the setting "conversation.tools.wipe.run" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And the person presses "Y" at "Run local deploy tool?"
      And the model calls "wipe"
      And the person presses "n" at "Run local wipe tool?"
      And the model says "done"
      Then the tool "deploy" runs 1 time
      And the tool "wipe" runs 0 times
      And no inquiry is recorded [REC-28]

    Scenario Outline: A call without permission does not run: <how>
      Given the setting "conversation.tools.deploy.run" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And <act>
      And the model says "done"
      Then the tool "deploy" runs 0 times
      And of the call "call_1" the model is told "skipped by user"
      And no inquiry is recorded [REC-28]

      Examples:
        | how                 | act                                             |
        | the person cancels  | the person cancels "Run local deploy tool?"     |
        | the input ends      | the input ends at "Run local deploy tool?"      |
        | the terminal breaks | the terminal breaks at "Run local deploy tool?" |

    Scenario Outline: run = <run>, <terminal>: nobody is asked
      Given <terminal>
      And the setting "conversation.tools.deploy.run" is "<run>"
      When the user says "go"
      And the model calls "deploy"
      And the model says "done"
      Then no prompt is shown
      And the tool "deploy" runs <times>
      And the turn ends completed

      Examples:
        | run        | terminal    | times   |
        | unattended | a terminal  | 1 time  |
        | unattended | no terminal | 1 time  |
        | skip       | a terminal  | 0 times |
        | skip       | no terminal | 0 times |
        | ask        | no terminal | 1 time  |

    Scenario: run = ask for ask_user: the person permits the question first, and then answers it
      Given the setting "conversation.tools.ask_user.run" is "ask"
      When the user says "go"
      And the model calls "ask_user" with:
        """
        {"question": "Go?", "answer_type": "boolean"}
        """
      And the person answers "Run built-in ask_user tool?" with true
      And the person answers "Go?" with false
      And the model says "done"
      Then prompt 1 contains "Run built-in ask_user tool?"
      And prompt 2 contains "Go?"
      And the call "call_1" succeeds with the JSON {"answer_type": "boolean", "answer": false} [CFG-40]
      And the inquiries recorded are "call_1.answer.1" [REC-28]

    Scenario: A tool of an MCP server needs permission and asks questions like a local one
      Given a tool "fetch" that returns "fetched"
      And the tool "fetch" asks:
        """
        {"id": "q", "text": "Fetch now?", "answer_type": {"type": "boolean"}, "source": {"source": "assistant"}}
        """
      And the setting "conversation.tools.fetch.source" is "mcp.web"
      And the setting "conversation.tools.fetch.run" is "ask"
      When the user says "go"
      And the model calls "fetch"
      And the person answers "Run mcp fetch tool" with true
      And the person answers "Fetch now?" with true
      And the model says "done"
      Then the call "call_1" succeeds, telling the model "fetched"
      And execution 2 of "fetch" has the answers {"q": true}
      And the inquiry "call_1.q.1" is recorded as asked by {"source": "tool", "name": "fetch"} [REC-12]
      And the inquiries recorded are "call_1.q.1" [REC-28]

    Scenario: Two calls at once ask for permission one after the other
      Given a tool "wipe" that returns "wiped"
      And the setting "conversation.tools.deploy.run" is "ask"
      And the setting "conversation.tools.wipe.run" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And in the same message it calls "wipe"
      And the person answers "Run local deploy tool?" with false
      And the person answers "Run local wipe tool?" with true
      And the model says "done"
      Then prompt 1 contains "Run local deploy tool?" [PRM-16]
      And prompt 2 contains "Run local wipe tool?" [PRM-16]
      And the tool "wipe" runs 1 time
      And the tool "deploy" runs 0 times
      And the results of the last request are "call_1 call_2"

  Rule: Permissions and answers are remembered separately

    Scenario Outline: A remembered permission does not answer a question, whatever its id: <id>
      Given the tool "deploy" asks the boolean question "Sure?" as "<id>"
      And the setting "conversation.tools.deploy.run" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And the person presses "Y" at "Run local deploy tool?"
      And the person presses "n" at "Sure?"
      And the model calls "deploy"
      And the person presses "y" at "Sure?"
      And the model says "done"
      Then 3 prompts are shown
      And prompt 2 contains "Sure?" [PER-13]
      And execution 2 of "deploy" has the answers {"<id>": false} [PER-13]
      And execution 4 of "deploy" has the answers {"<id>": true} [PER-13]
      And the inquiries recorded are "call_1.<id>.1 call_2.<id>.1" [REC-28]
      And the inquiry "call_1.<id>.1" is recorded as answered with false [REC-28]

      Examples:
        | id             |
        | sure           |
        | run            |
        | deploy         |
        | __permission__ |

    Scenario Outline: A remembered answer does not permit a call, whatever the question's id: <id>
      Given the tool "deploy" asks the boolean question "Sure?" as "<id>"
      And the setting "conversation.tools.deploy.run" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And the person presses "y" at "Run local deploy tool?"
      And the person presses "Y" at "Sure?"
      And the model calls "deploy"
      And the person presses "n" at "Run local deploy tool?"
      And the model says "done"
      Then 3 prompts are shown
      And prompt 3 contains "Run local deploy tool?" [PER-13]
      And the tool "deploy" runs 2 times [PER-13]
      And the inquiries recorded are "call_1.<id>.1" [REC-28]

      Examples:
        | id             |
        | sure           |
        | run            |
        | __permission__ |

    Scenario Outline: A remembered permission and a remembered answer may differ: <id>
      Given the tool "deploy" asks the boolean question "Sure?" as "<id>"
      And the setting "conversation.tools.deploy.run" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And the person presses "Y" at "Run local deploy tool?"
      And the person presses "N" at "Sure?"
      And the model calls "deploy"
      And the model says "done"
      Then 2 prompts are shown
      And execution 4 of "deploy" has the answers {"<id>": false} [PER-13]
      And the tool "deploy" runs 4 times

      Examples:
        | id             |
        | sure           |
        | __permission__ |

  Rule: Permission to send a result to the model

    Background:
      Given a tool "fetch" that returns "key-4711"

    Scenario Outline: result = ask: the result is sent when <how>
      Given the setting "conversation.tools.fetch.result" is "ask"
      When the user says "go"
      And the model calls "fetch"
      And <act>
      And the model says "done"
      Then 1 prompt is shown
      And the tool "fetch" runs 1 time
      And the call "call_1" succeeds, telling the model "key-4711"
      And no inquiry is recorded [REC-28]
      And the events recorded are "turn_start chat_request tool_call_request tool_call_response chat_response" [REC-28]

      Examples:
        | how                    | act                                    |
        | the person presses y   | the person presses "y" at "Deliver"    |
        | the person answers yes | the person answers "Deliver" with true |

    Scenario Outline: result = ask: the result is not sent when <how>
      Given the secret "key-4711"
      And the setting "conversation.tools.fetch.result" is "ask"
      When the user says "go"
      And the model calls "fetch"
      And <act>
      And the model says "done"
      Then 1 prompt is shown
      And the tool "fetch" runs 1 time
      And the secret is sent to the model nowhere
      And of the call "call_1" the model is told "result"
      And no inquiry is recorded [REC-28]
      And the events recorded are "turn_start chat_request tool_call_request tool_call_response chat_response" [REC-28]

      Examples:
        | how                  | act                                 |
        | the person presses n | the person presses "n" at "Deliver" |
        | the person cancels   | the person cancels "Deliver"        |
        | the input ends       | the input ends at "Deliver"         |
        | the terminal breaks  | the terminal breaks at "Deliver"    |

    Scenario: A tool's error needs permission, too, and stays an error
      Given a tool "wipe" that fails with "no disk"
      And the setting "conversation.tools.wipe.result" is "ask"
      When the user says "go"
      And the model calls "wipe"
      And the person answers "Deliver" with true
      And the model says "done"
      Then the call "call_1" fails, telling the model "no disk"

    Scenario Outline: result = <result>, <terminal>: nobody is asked, and the result is sent
      Given <terminal>
      And the setting "conversation.tools.fetch.result" is "<result>"
      When the user says "go"
      And the model calls "fetch"
      And the model says "done"
      Then no prompt is shown
      And the call "call_1" succeeds, telling the model "key-4711"

      Examples:
        | result     | terminal    |
        | unattended | a terminal  |
        | unattended | no terminal |
        | ask        | no terminal |

    Scenario Outline: result = skip, <terminal>: the tool runs, and its result is not sent
      Given <terminal>
      And the secret "key-4711"
      And the setting "conversation.tools.fetch.result" is "skip"
      When the user says "go"
      And the model calls "fetch"
      And the model says "done"
      Then no prompt is shown
      And the tool "fetch" runs 1 time
      And the secret is sent to the model nowhere

      Examples:
        | terminal    |
        | a terminal  |
        | no terminal |

    Scenario: Of two permissions and a question, only the question is recorded as an inquiry
      Given the tool "deploy" asks the boolean question "Sure?" as "sure"
      And the setting "conversation.tools.deploy.run" is "ask"
      And the setting "conversation.tools.deploy.result" is "ask"
      When the user says "go"
      And the model calls "deploy"
      And the person answers "Run local deploy tool?" with true
      And the person answers "Sure?" with true
      And the person answers "Deliver" with true
      And the model says "done"
      Then 3 prompts are shown
      And the inquiries recorded are "call_1.sure.1" [REC-28]
      And the events recorded are: [REC-28]
        """
        turn_start chat_request tool_call_request inquiry_request inquiry_response tool_call_response chat_response
        """
      And the call "call_1" succeeds, telling the model "deployed"
