Feature: The routing table of a tool's question

  Background:
    Given the system "jp-ask-user"

  Scenario: Row 4: user, no terminal, exclusive
    Given no terminal
    When the user says "go"
    And the model calls "ask_user" with:
      """
      {"question": "Apply?", "answer_type": "boolean"}
      """
    And the model says "done"
    Then no prompt is shown [RTE-13]
    And the call "call_1" fails, telling the model "ask_user cannot run because no interactive terminal is available. Do not retry this tool call in this turn; continue without user input or explain what information is missing." [RTE-04, RTE-10]
    And the inquiry "call_1.answer.1" is recorded as cancelled by no_prompt_backend [CAN-02]
