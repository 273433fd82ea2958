Feature: An agent of one's own asks

  Background:
    Given the system "pi"
    And a terminal

  Scenario: The model is told what the person answers
    When the user says "go"
    And the model asks the user "Which database?" between ["PostgreSQL", "SQLite"]
    And the person answers "Which database?" with "SQLite"
    And the model says "done"
    Then 1 prompt is shown
    And the call "call_1" succeeds, telling the model "SQLite"
    And the turn ends completed

  Scenario: Nothing is decided for a person who cancels
    When the user says "go"
    And the model asks the user "Which database?" between ["PostgreSQL", "SQLite"]
    And the person cancels "Which database?"
    And the model says "then not"
    Then the call "call_1" fails, telling the model "The user gave no answer."
    And the turn ends completed

  Scenario: Two questions are asked one after the other
    When the user says "go"
    And the model asks the user "Which database?" between ["PostgreSQL", "SQLite"]
    And in the same message it asks the user "Which port?" between ["5432", "5433"]
    And after 100 ms the person answers "Which database?" with "PostgreSQL"
    And the person answers "Which port?" with "5433"
    And the model says "done"
    Then 2 prompts are shown
    And the call "call_1" succeeds, telling the model "PostgreSQL"
    And the call "call_2" succeeds, telling the model "5433"

  Scenario: A second answer comes too late
    When the user says "go"
    And the model asks the user "Which database?" between ["PostgreSQL", "SQLite"]
    And the person answers "Which database?" with "SQLite"
    And 50 ms later the person answers "Which database?" with "PostgreSQL"
    And the model says "done"
    Then the call "call_1" succeeds, telling the model "SQLite"
    And what was done is refused as late
