Feature: pi: how the form is drawn

  What is on the screen while a call waits. Where the source draws a view, its exact characters are demanded. What the
  drawings leave undecided has scenarios of its own, tagged @open.

  Background:
    Given the system "pi"
    And a terminal

  Scenario: A list with descriptions is drawn as in the source
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database should we use?", "header": "Database Selection", "options": [
        {"label": "PostgreSQL (Recommended)", "description": "Battle-tested relational DB"},
        {"label": "SQLite", "description": "Lightweight, file-based"},
        {"label": "MongoDB", "description": "Document store"}]}]}
      """
    And nobody answers
    Then the prompt is drawn as: [PI-96]
      """
      ────────────────────────────────────────────────────────────
       Database Selection

        Which database should we use?

        > 1. PostgreSQL (Recommended)
             Battle-tested relational DB
          2. SQLite
             Lightweight, file-based
          3. MongoDB
             Document store
          4. Other (type your answer)

        ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel
      ────────────────────────────────────────────────────────────
      """
    And the prompt has the lines: [PI-97]
      """
      [
        "  > 1. PostgreSQL (Recommended)",
        "       Battle-tested relational DB",
        "    2. SQLite",
        "       Lightweight, file-based",
        "    3. MongoDB",
        "       Document store",
        "    4. Other (type your answer)"
      ]
      """
    And the prompt contains "\n  ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel\n" [PI-98]

  Scenario: The cursor moves down in a list without descriptions
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "A"}, {"label": "B"}]}]}
      """
    And the person presses "Down" at "Which?"
    And nobody answers
    Then the prompt is redrawn with "\n    1. A\n  > 2. B\n    3. Other (type your answer)\n" [PI-97]

  Scenario: A scrolling list shows five rows and hides Other
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which framework should we use?", "header": "Framework Selection", "options": [{"label": "Express.js"}, {"label": "Fastify"}, {"label": "Hono"}, {"label": "Koa"}, {"label": "NestJS"}, {"label": "Next.js"}, {"label": "Remix"}]}]}
      """
    And nobody answers
    Then the prompt contains one of: [PI-99]
      """
      [
        "\n  > 1. Express.js\n    2. Fastify\n    3. Hono\n    4. Koa\n    5. NestJS\n    ↓ 2 more...\n\n",
        "\n  > 1. Express.js\n    2. Fastify\n    3. Hono\n    4. Koa\n    5. NestJS\n    ↓ 3 more...\n\n"
      ]
      """
    And the prompt does not contain "Other" [PI-99]
    And the prompt contains "\n  ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel\n" [PI-98]

  @open
  Scenario: A scrolling list is drawn with the hidden Other among the counted rows
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which framework should we use?", "header": "Framework Selection", "options": [{"label": "Express.js"}, {"label": "Fastify"}, {"label": "Hono"}, {"label": "Koa"}, {"label": "NestJS"}, {"label": "Next.js"}, {"label": "Remix"}]}]}
      """
    And the person presses "Down Down" at "Which framework"
    And nobody answers
    Then the prompt is redrawn as: [PI-44.o]
      """
      ────────────────────────────────────────────────────────────
       Framework Selection

        Which framework should we use?

          1. Express.js
          2. Fastify
        > 3. Hono
          4. Koa
          5. NestJS
          ↓ 3 more...

        ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel
      ────────────────────────────────────────────────────────────
      """

  Scenario: A text question is drawn as in the source
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "What should we name this service?", "header": "Service Setup"}]}
      """
    And the person presses "o r d e r - p r o c e s s o r" at "name this service?"
    And nobody answers
    Then the prompt is once redrawn as: [PI-100]
      """
      ────────────────────────────────────────────────────────────
       Service Setup

        What should we name this service?

        > order-processor█

        Enter to submit • Esc to cancel
      ────────────────────────────────────────────────────────────
      """

  Scenario: The input is redrawn as the text grows and shrinks, with the cursor at its end
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Name?", "header": "H"}]}
      """
    And the person presses "a b Space é Backspace" at "Name?"
    And nobody answers
    Then the prompt is redrawn with "\n  > a█\n" [PI-100]
    And the prompt is redrawn with "\n  > ab é█\n" [PI-100]
    And the prompt is redrawn at last with "\n  > ab █\n" [PI-100]

  # It is open whether Enter moves to the next tab, so Left goes back to the answered question. It is also open whether
  # a tab is named by its header or by its place. Both are the same here and in the scenarios that follow.
  Scenario: Several questions are drawn behind tabs as in the source
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which database should we use?", "header": "Q1", "options": [{"label": "PostgreSQL (Recommended)"}, {"label": "SQLite"}, {"label": "MongoDB"}]},
                     {"question": "What should we name this service?", "header": "Q2"},
                     {"question": "Which features should we include?", "header": "Q3", "multiSelect": true, "options": [{"label": "Authentication"}, {"label": "REST API"}]}]}
      """
    And the person presses "Enter Left" at "Which database"
    And nobody answers
    Then the prompt is redrawn with "\n\n  > 1. PostgreSQL (Recommended)\n    2. SQLite\n    3. MongoDB\n" [PI-102]
    And the prompt is redrawn with "\n    4. Other (type your answer)\n\n  Tab/←→ switch • ↑↓ select" [PI-102]
    And the prompt is redrawn with "\n  Tab/←→ switch • ↑↓ select • Enter confirm • Esc cancel\n⟨10×─⟩" [PI-102]
    And the prompt is once redrawn as:
      """
      ────────────────────────────────────────────────────────────
       ← ■ Q1  □ Q2  □ Q3  ✓ Submit →

        Which database should we use?

        > 1. PostgreSQL (Recommended)
          2. SQLite
          3. MongoDB
          4. Other (type your answer)

        Tab/←→ switch • ↑↓ select • Enter confirm • Esc cancel
      ────────────────────────────────────────────────────────────
      """
    And the prompt is redrawn with a line like " ← ■ …  □ …  □ …  ✓ Submit →" [PI-101]
    And the prompt is redrawn with "→\n\n  Which database should we use?\n\n" [PI-96, PI-102]

  Scenario: The tab bar has a tab for each question and one for Submit
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "Q1", "options": [{"label": "A"}]}, {"question": "Second?", "header": "Q2"}]}
      """
    And in the same message it calls "ask_user" with:
      """
      {"questions": [{"question": "Third?", "header": "Q1"}, {"question": "Fourth?", "header": "Q2"}, {"question": "Fifth?", "header": "Q3"}, {"question": "Sixth?", "header": "Q4"}]}
      """
    And the person cancels "First?"
    And the person cancels "Third?"
    And the model says "done"
    Then prompt 1 has a line like " ← …  □ …  ✓ Submit →" [PI-46]
    And prompt 2 has a line like " ← …  □ …  □ …  □ …  ✓ Submit →" [PI-46]
    And prompt 1 contains " Q1  □ Q2  ✓ Submit →\n" [PI-101.o]
    And prompt 2 contains " Q1  □ Q2  □ Q3  □ Q4  ✓ Submit →\n" [PI-101.o]

  Scenario: Behind tabs a header is shown in the tab bar only
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "Q1", "options": [{"label": "A"}]}, {"question": "Second?", "header": "Q2"}]}
      """
    And nobody answers
    Then the prompt does not contain "\n Q1\n" [PI-102]
    And the prompt shows " Q1 " above "First?" [PI-101.o]
    And the prompt shows "✓ Submit →" above "First?" [PI-102]
    And the prompt has the lines: [PI-102]
      """
      [
        "  > 1. A",
        "    2. Other (type your answer)",
        "",
        "  Tab/←→ switch • ↑↓ select • Enter confirm • Esc cancel"
      ]
      """

  Scenario: A multi-select question is drawn as in the source
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which features should we include?", "header": "Feature Selection", "multiSelect": true, "options": [
        {"label": "Authentication", "description": "OAuth2 + JWT"},
        {"label": "REST API", "description": "OpenAPI spec included"},
        {"label": "Admin Dashboard"}]}]}
      """
    And the person presses "Space Down Down Space Up" at "Which features"
    And nobody answers
    Then the prompt has the lines: [PI-103]
      """
      [
        "  > [ ] Authentication",
        "        OAuth2 + JWT",
        "    [ ] REST API",
        "        OpenAPI spec included",
        "    [ ] Admin Dashboard",
        "    [ ] Other (type your answer)"
      ]
      """
    And the prompt is redrawn with "\n  > [x] Authentication\n" [PI-103]
    And the prompt is redrawn as: [PI-103]
      """
      ────────────────────────────────────────────────────────────
       Feature Selection

        Which features should we include?

          [x] Authentication
              OAuth2 + JWT
        > [ ] REST API
              OpenAPI spec included
          [x] Admin Dashboard
          [ ] Other (type your answer)

        Space to toggle • Enter to submit • Esc to cancel
      ────────────────────────────────────────────────────────────
      """

  Scenario: A multi-select question starts with every checkbox empty
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "multiSelect": true, "options": [{"label": "A", "description": "warm"}, {"label": "B"}]}]}
      """
    And nobody answers
    Then the prompt has the lines: [PI-103]
      """
      [
        "  > [ ] A",
        "        warm",
        "    [ ] B",
        "    [ ] Other (type your answer)",
        "",
        "  Space to toggle • Enter to submit • Esc to cancel"
      ]
      """

  Scenario Outline: <kind> has the common frame
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "Head"<more>}]}
      """
    And nobody answers
    Then the prompt contains "⟨10×─⟩\n Head\n\n  Which?\n\n  > " [PI-96]
    And the prompt contains "\n\n  <keys>\n⟨10×─⟩" [PI-96]
    And the prompt contains "⟨60×─⟩\n Head\n" [PI-96.o2]
    And the prompt does not contain "⟨61×─⟩" [PI-96.o2]

    Examples:
      | kind                 | more                                                   | keys                                                             |
      | A list               | , "options": [{"label": "A"}]                          | ↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel |
      | A text question      |                                                        | Enter to submit • Esc to cancel                                  |
      | A list of checkboxes | , "multiSelect": true, "options": [{"label": "A"}]     | Space to toggle • Enter to submit • Esc to cancel                |

  @open
  Scenario Outline: Without a header, the header line and the blank line below it are left out: <kind>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?"<more>}]}
      """
    And nobody answers
    Then the prompt contains "⟨10×─⟩\n  Which?\n\n  > " [PI-96.o]

    Examples:
      | kind                 | more                                               |
      | a list               | , "options": [{"label": "A"}]                      |
      | a text question      |                                                    |
      | a list of checkboxes | , "multiSelect": true, "options": [{"label": "A"}] |

  Scenario Outline: A description is drawn below its label, and a missing one takes no line: <kind>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H"<more>, "options": [{"label": "A", "description": "warm"}, {"label": "B"}, {"label": "C"}, {"label": "D", "description": "cold"}]}]}
      """
    And nobody answers
    Then the prompt contains "<first> A\n⟨<indent>× ⟩warm\n" [PI-95]
    And the prompt contains "<second> B\n    <third> C\n    <fourth> D\n⟨<indent>× ⟩cold\n" [PI-95]
    And the prompt contains "cold\n    <fifth> Other (type your answer)\n" [PI-95]

    Examples:
      | kind                 | more                  | first | second | third | fourth | fifth | indent |
      | a list               |                       | 1.    | 2.     | 3.    | 4.     | 5.    | 7      |
      | a list of checkboxes | , "multiSelect": true | [ ]   | [ ]    | [ ]   | [ ]    | [ ]   | 8      |

  @open
  Scenario: Behind tabs, descriptions are shown as for a single question
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A", "description": "warm"}, {"label": "B"}]}, {"question": "Second?", "header": "Two"}]}
      """
    And nobody answers
    Then the prompt contains "\n  > 1. A\n       warm\n    2. B\n    3. Other (type your answer)\n" [PI-102.o]

  Scenario Outline: Options are drawn in the order of the call: <kind>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "Zebra (Recommended)"}, {"label": "apple"}, {"label": "Mango"}, {"label": "apple pie"}, {"label": "Banana"}<more>}<rest>]}
      """
    And nobody answers
    Then the prompt shows "Zebra (Recommended)" above "apple" [PI-86]
    And the prompt shows "apple" above "Mango" [PI-86]
    And the prompt shows "Mango" above "apple pie" [PI-86]
    And the prompt shows "apple pie" above "Banana" [PI-86]

    Examples:
      | kind                 | more                                                 | rest                                         |
      | a list               | ]                                                    |                                              |
      | a scrolling list     | , {"label": "cherry"}, {"label": "Apricot"}]         |                                              |
      | a list of checkboxes | ], "multiSelect": true                               |                                              |
      | a list behind tabs   | ]                                                    | , {"question": "Second?", "header": "Two"}   |

  Scenario: A yes-or-no question has Other as its third entry
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Drop the table?", "header": "H", "options": [{"label": "Yes"}, {"label": "No"}]}]}
      """
    And the person answers "Drop the table?" with "only the old one"
    And the model says "done"
    Then the prompt contains "\n  > 1. Yes\n    2. No\n    3. Other (type your answer)\n\n" [PI-89]
    And the call "call_1" has the result: [PI-89]
      """
      {"answered": true, "answers": [{"question": "Drop the table?", "answer": "only the old one", "wasCustom": true}]}
      """

  Scenario Outline: Up to 6 options are all shown, and nothing is hidden: <count> in <kind>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [<options>]<more>}<rest>]}
      """
    And nobody answers
    Then the prompt shows "<first>" above "Other (type your answer)" [PI-104]
    And the prompt shows "<last>" above "Other (type your answer)" [PI-104]
    And the prompt does not contain "    ↓ " [PI-104]
    And the prompt does not contain "more..." [PI-104]

    Examples:
      | count | kind | first | last | options | more | rest |
      | 1 | a list | o1 | o1 | {"label": "o1"} |  |  |
      | 2 | a list | o1 | o2 | {"label": "o1"}, {"label": "o2"} |  |  |
      | 5 | a list | o1 | o5 | {"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"} |  |  |

  Scenario Outline: Up to 6 options are all shown, and nothing is hidden: 6 in <kind>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}]<more>}<rest>]}
      """
    And nobody answers
    Then the prompt shows "o1" above "Other (type your answer)" [PI-104]
    And the prompt shows "o6" above "Other (type your answer)" [PI-104]
    And the prompt does not contain "    ↓ " [PI-104]
    And the prompt does not contain "more..." [PI-104]

    Examples:
      | kind                 | more                  | rest                                       |
      | a list               |                       |                                            |
      | a list of checkboxes | , "multiSelect": true |                                            |
      | a list behind tabs   |                       | , {"question": "Second?", "header": "Two"} |

  Scenario Outline: More than 6 options scroll, and the form counts the rows below: <count> in <kind>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"},
        <further>]<more>}<rest>]}
      """
    And nobody answers
    Then the prompt contains one of ["\n    ↓ <one> more...\n", "\n    ↓ <two> more...\n"] [PI-44]
    And the prompt shows "o5" above "more..." [PI-44]
    And the prompt does not contain "o6" [PI-44]
    And the prompt does not contain "Other (type your answer)" [PI-99]

    Examples:
      | count | kind | one | two | further | more | rest |
      | 7 | a list | 2 | 3 | {"label": "o7"} |  |  |
      | 8 | a list | 3 | 4 | {"label": "o7"}, {"label": "o8"} |  |  |
      | 12 | a list | 7 | 8 | {"label": "o7"}, {"label": "o8"}, {"label": "o9"}, {"label": "o10"}, {"label": "o11"}, {"label": "o12"} |  |  |
      | 7 | a list of checkboxes | 2 | 3 | {"label": "o7"} | , "multiSelect": true |  |
      | 9 | a list behind tabs | 4 | 5 | {"label": "o7"}, {"label": "o8"}, {"label": "o9"} |  | , {"question": "Second?", "header": "Two"} |

  Scenario: At the end of a scrolling list the form announces no rows below
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}]}]}
      """
    And the person presses "Down Down Down Down Down Down Down Down" at "Which?"
    And nobody answers
    Then the prompt is redrawn without " ↓ " [PI-44]
    And the prompt is redrawn at last with "Other (type your answer)" [PI-45, PI-99]
    And the prompt is redrawn with "o8" [PI-44]

  @open
  Scenario: The count of rows below includes Other and changes as the list scrolls
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "Which?", "header": "H", "options": [{"label": "o1"}, {"label": "o2"}, {"label": "o3"}, {"label": "o4"}, {"label": "o5"}, {"label": "o6"}, {"label": "o7"}, {"label": "o8"}]}]}
      """
    And the person presses "Down Down Down Down Down Down Down" at "Which?"
    And nobody answers
    Then the prompt contains "\n    5. o5\n    ↓ 4 more...\n" [PI-44.o]
    And the prompt is redrawn at last with "\n  > 8. o8\n    ↓ 1 more...\n" [PI-44.o]

  Scenario Outline: A single question is shown without tabs: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One"<more>}]}
      """
    And nobody answers
    Then 1 prompt is shown [PI-41]
    And the prompt contains "<piece>" [PI-41]
    And the prompt does not contain "<no>" [PI-41]
    And the prompt does not contain "✓ Submit" [PI-41]
    And the prompt does not contain "←" [PI-41]

    Examples:
      | what                   | more                                           | piece                       | no      |
      | a text without options | , "multiSelect": false                         | █                           | Other   |
      | a list with options    | , "options": [{"label": "A"}, {"label": "B"}]  | Other (type your answer)    | █       |

  Scenario Outline: Two or more questions are shown behind tabs, one at a time: <what>
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One"<first>}, {"question": "Second?", "header": "Two"<second>}<third>]}
      """
    And nobody answers
    Then 1 prompt is shown [PI-41]
    And the prompt contains "✓ Submit →\n" [PI-41]
    And the prompt contains "First?" [PI-41]
    And the prompt does not contain "Second?" [PI-41]
    And the prompt does not contain "Third?" [PI-41]

    Examples:
      | what | first | second | third |
      | two lists | , "options": [{"label": "A"}] | , "options": [{"label": "B"}] |  |
      | two texts |  |  |  |
      | three questions | , "options": [{"label": "A"}] |  | , {"question": "Third?", "header": "Three", "multiSelect": true, "options": [{"label": "C"}]} |

  # Enter confirms and may move to the next tab; Tab then moves one further. Either way another tab is shown in the end
  # than that of the first question.
  @open
  Scenario: The tab of an answered question is marked
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "B"}]}, {"question": "Third?", "header": "Three", "options": [{"label": "C"}]}]}
      """
    And the person presses "Enter Tab" at "First?"
    And nobody answers
    Then the prompt is redrawn at last with a line like " ← ■ …  …  …  ✓ Submit →" [PI-46.u]

  @open
  Scenario: The tab that is shown stays unmarked until its question is answered
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}]}, {"question": "Second?", "header": "Two", "options": [{"label": "B"}]}]}
      """
    And the person presses "Tab" at "First?"
    And nobody answers
    Then the prompt has a line like " ← □ …  □ …  ✓ Submit →" [PI-46.o]
    And the prompt is redrawn at last with a line like " ← □ …  □ …  ✓ Submit →" [PI-46.o]

  @open
  Scenario: A tab is named by the header of its question, or else by its number
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "options": [{"label": "A"}]}, {"question": "Second?", "header": "Database Selection", "options": [{"label": "B"}]}, {"question": "Third?"}]}
      """
    And nobody answers
    Then the prompt contains "\n ← □ Q1  □ Database Selection  □ Q3  ✓ Submit →\n" [PI-101.o]

  @reference
  Scenario: The input of Other, the next tab and the Submit tab are drawn in turn
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"questions": [{"question": "First?", "header": "One", "options": [{"label": "A"}]}, {"question": "Second?", "header": "Two", "multiSelect": true, "options": [{"label": "B"}, {"label": "C"}]}]}
      """
    And the person presses "2 x y Enter" at "First?"
    And 100 ms later the person presses "Tab" at "First?"
    And nobody answers
    Then the prompt is once redrawn as:
      """
      ────────────────────────────────────────────────────────────
       ← □ One  □ Two  ✓ Submit →

        First?

        > xy█

        Tab/←→ switch • Enter confirm • Esc go back
      ────────────────────────────────────────────────────────────
      """
    And the prompt is once redrawn as:
      """
      ────────────────────────────────────────────────────────────
       ← ■ One  □ Two  ✓ Submit →

        Second?

        > [ ] B
          [ ] C
          [ ] Other (type your answer)

        Tab/←→ switch • ↑↓ select • Space toggle • Enter confirm • Esc cancel
      ────────────────────────────────────────────────────────────
      """
    And the prompt is redrawn as:
      """
      ────────────────────────────────────────────────────────────
       ← ■ One  □ Two  ✓ Submit →

        One: xy
        Not answered yet: Two

        Tab/←→ switch • Esc cancel
      ────────────────────────────────────────────────────────────
      """
