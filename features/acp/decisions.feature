Feature: What was decided, and what was not

  A decision for always holds for the call that it was made for, as long as the session lasts, and for no other.

  @permissions
  Scenario: A call that was permitted once is asked about each time, also the third time
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the person answers "deploy" with "allow_once"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_once"
    And the model says "done"
    Then where what was answered was offered, 3 prompts are shown [ACP-057]
    And where what was answered was offered, the tool "deploy" runs 3 times [ACP-057]

  @permissions
  Scenario Outline: A decision for always holds in later turns, and not for one call alone: <kind>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "deploy" with "<kind>"
    And the model says "done" if it is asked
    And the user says "again" after the turn
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And if asked, the person answers "deploy" with "<kind>"
    And the model says "done" if it is asked
    And the user says "once more" after the turn
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And if asked, the person answers "deploy" with "<kind>"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where what was answered was offered, 1 prompt is shown [<row>]
    And where what was answered was offered, the tool "deploy" runs <runs> times [<row>]

    Examples:
      | kind | runs | row |
      | allow_always | 3 | ACP-058 |
      | reject_always | 0 | ACP-059 |

  @permissions
  Scenario Outline: A decision for always outlives decisions about other calls: <kind>, then <other>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the setting "permission" is ["deploy", "wipe"]
    When the user says "go"
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And the person answers "deploy" with "<kind>"
    And the model says "done" if it is asked
    And the user says "next" after the turn
    And the model calls "wipe" with:
      """
      {"disk": "sda"}
      """
    And if asked, the person answers "wipe" with "<other>"
    And the model says "done" if it is asked
    And the user says "again" after the turn
    And the model calls "deploy" with:
      """
      {"version": "1.4"}
      """
    And if asked, the person answers "deploy" with "<again>"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where what was answered was offered, the tool "deploy" runs <runs> times [<row>]

    Examples:
      | kind | other | again | runs | row |
      | allow_always | reject_always | reject_once | 2 | ACP-058 |
      | reject_always | allow_once | allow_once | 0 | ACP-059 |

  @permissions
  Scenario Outline: A call that was permitted once is asked about again, although another is decided for always: <case>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the setting "permission" is ["deploy", "wipe"]
    When the user says "go"
    And the model calls "wipe" with:
      """
      {"place": "here"}
      """
    And the person answers "wipe" with "allow_once"
    And the model says "done"
    And the user says "next" after the turn
    And the model calls "deploy" with:
      """
      {"place": "<place>"}
      """
    And if asked, the person answers "deploy" with "<kind>"
    And the model says "done" if it is asked
    And the user says "again" after the turn
    And the model calls "wipe" with:
      """
      {"place": "here"}
      """
    And if asked, the person answers "wipe" with "allow_once"
    And the model says "done" if it is asked
    And the run may end while the turn waits
    Then where what was answered was offered, 3 prompts are shown [ACP-057]
    And where what was answered was offered, the tool "wipe" runs 2 times [ACP-057]

    Examples:
      | case | kind | place |
      | permitted, with the same arguments | allow_always | here |
      | permitted, with other arguments | allow_always | there |

  @permissions
  Scenario: A call that is refused by an earlier decision is reported neither as completed nor as executed
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the person answers "deploy" with "reject_always"
    And the model says "then not" if it is asked
    And the user says "again" after the turn
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "reject_always"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then where "deploy" was asked about, the tool "deploy" runs 0 times [ACP-055]
    And where "deploy" was asked about, the model is told nothing with "deployed" [ACP-065]
    And 0 messages tell the client {"params": {"update": {"status": "completed"}}} [ACP-049]

  @permissions
  Scenario: A call that runs by an earlier decision is reported as any other is
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And the setting "permission" is ["deploy"]
    When the user says "go"
    And the model calls "deploy"
    And the person answers "deploy" with "allow_always"
    And the model calls "deploy"
    And if asked, the person answers "deploy" with "allow_always"
    And the model says "done"
    Then the messages tell the client in this order: [ACP-048]
      """
      [{"params": {"update": {"toolCallId": "<call#1>", "status": "in_progress"}}},
       {"params": {"update": {"toolCallId": "<call#1>", "status": "completed"}}},
       {"params": {"update": {"toolCallId": "<call#2>", "status": "in_progress"}}},
       {"params": {"update": {"toolCallId": "<call#2>", "status": "completed"}}}]
      """

  @permissions
  Scenario Outline: A decision for one of two calls that wait leaves the other one open: <kind>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the setting "permission" is ["deploy", "wipe"]
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "wipe"
    And if asked, after 1000 ms the person answers "deploy" with "<kind>"
    And if asked, the person does nothing at "wipe"
    And the model says "then not" if it is asked
    And the run may end while the turn waits
    Then where "wipe" was asked about, the tool "wipe" runs 0 times [ACP-053]
    And where "wipe" was asked about, the model is told nothing with "wiped" [ACP-065]

    Examples:
      | kind |
      | allow_always |

  @permissions
  Scenario Outline: A call that is permitted runs, whatever was decided about the one beside it: <kind>
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the setting "permission" is ["deploy", "wipe"]
    When the user says "go"
    And the model calls "deploy"
    And in the same message it calls "wipe"
    And if asked, after 1000 ms the person answers "deploy" with "<kind>"
    And if asked, after 2000 ms the person answers "wipe" with "allow_once"
    And the model says "then not" if it is asked
    And the user says "again" after the turn
    And asked "again" the model says "gone"
    And the run may end while the turn waits
    Then of several questions at once, the tool "wipe" runs 1 time [ACP-054, ACP-114]
    And where "deploy" was asked about, the tool "deploy" runs <runs> times [ACP-114]

    Examples:
      | kind | runs |
      | reject_always | 0 |

  @permissions
  Scenario: After a rejection, another call is asked about by options of its own, and runs when it is permitted
    Given the system "acp"
    And a terminal
    And a tool "deploy" that returns "deployed"
    And a tool "wipe" that returns "wiped"
    And the setting "permission" is ["deploy", "wipe"]
    When the user says "go"
    And the model calls "deploy"
    And the person rejects "deploy"
    And the model says "then not" if it is asked
    And the user says "again" after the turn
    And the model calls "wipe"
    And if asked, the person answers "wipe" with "allow_once"
    And the model says "done" if it is asked
    Then the options of the permission have different ids [ACP-051]
    And the permission has a session, a tool call and options of the four kinds [ACP-050]
    And the tool "wipe" runs 1 time [ACP-054]
    And where "deploy" was asked about, the tool "deploy" runs 0 times [ACP-055]
