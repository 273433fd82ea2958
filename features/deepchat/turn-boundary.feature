Feature: DeepChat: a question is a turn boundary

  The call ends the agent's turn, and a card under its message asks the user. What they say is their next message.

  Background:
    Given the system "deepchat"
    And a terminal

  Scenario: A choice is the user's next message
    When the user says "paint it"
    And the model calls "question" with:
      """
      {"header": "Colour", "question": "Which colour?", "options": [{"label": "Red", "description": "warm"}, {"label": "Blue"}]}
      """
    And after 500 ms the person chooses "Blue" at "Which colour?"
    And asked "Blue" the model says "painted"
    Then the turn is paused 1 time [DC-19]
    And the prompt is drawn as:
      """
      Colour
      Which colour?
        Red
            warm
        Blue
      > Your own answer:
        [Send] [Reject]
      """
    And the user's messages reach the model as ["paint it", "Blue"] [DC-37]
    And the prompt offers nothing any more [DC-61]
    And no prompt is left open
    And the turn ends completed
