Feature: Replies that begin with reasoning, or are cut off

  Background:
    Given the system "jp-ask-user"
    And a terminal
    And a tool "deploy" that returns "deployed"

  Scenario: The model's reasoning is recorded before its text and calls, and sent back to it
    When the user says "deploy it"
    And the model first reasons "Once is enough."
    And the model calls "deploy"
    And the model first reasons "That went well."
    And the model says "done"
    And the user says "thanks" after the turn
    And the model says "welcome"
    Then the reasoning "Once is enough." goes back to the model
    And the reasoning "That went well." goes back to the model
    And the events recorded are:
      """
      turn_start chat_request chat_response tool_call_request tool_call_response chat_response chat_response turn_start chat_request chat_response
      """
    And each call is answered once
    And the turn ends completed

  Scenario: Stored reasoning is sent back to the model, too
    Given a stored conversation:
      """
      [{"type": "turn_start"},
       {"type": "chat_request", "content": "deploy it"},
       {"type": "chat_response", "reasoning": "hm"},
       {"type": "chat_response", "message": "later"}]
      """
    When the user says "now?"
    And the model says "done"
    Then the reasoning "hm" goes back to the model
    And the turn's own requests show nothing of an inquiry
    And the turn ends completed

  Scenario: Reasoning in the reply after a retry is sent back, too
    When the user says "deploy it"
    And the model's reply first meets "status 500"
    And the model first reasons "Better not."
    And the model says "no"
    And the user says "why?" after the turn
    And the model says "it is Friday"
    Then the reasoning "Better not." goes back to the model
    And the turn ends completed

  Scenario: A reply cut off at the output limit is recorded, and the turn ends completed
    When the user says "deploy it"
    And the model says "First I wou"
    And the model's reply is cut off at the output limit
    Then the events recorded are "turn_start chat_request chat_response"
    And the turn ends completed
