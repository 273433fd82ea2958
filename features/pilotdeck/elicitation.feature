Feature: PilotDeck: a host answers over an elicitation channel

  A probe of the vocabulary: a late reply is refused.

  Scenario: The first reply counts, a second is too late, and one for nothing is foreign
    Given the scenario "pilotdeck-late-reply"
    And the system "pilotdeck"
    Then the client is told {"type": "elicitation_request", "requestId": 1}
    And the client is told {"type": "delivery", "requestId": 1, "delivered": true}
    And the client is told {"type": "delivery", "requestId": 1, "delivered": false}
    And what was done is refused as late
    And what was done is refused as foreign
    And the call "call_1" succeeds, telling the model "User has answered your questions: \"Which city?\"=\"Oslo\"."
    And the turn ends completed
