Feature: DeepChat: a question is a turn boundary

  A probe of the vocabulary: the turn pauses, and a manual message resolves the question.

  Scenario: A manual message resolves the question, and the prompt is too late
    Given the scenario "deepchat-manual-message"
    And the system "deepchat"
    Then the turn is paused 1 time
    And the prompt is withdrawn
    And event 1 is recorded as:
      """
      {"type": "action", "action_type": "question_request", "status": "pending",
       "extra": {"needsUserAction": true, "questionText": "Which colour?", "questionResolution": "asked"}}
      """
    And event 2 is recorded as:
      """
      {"type": "action", "action_type": "question_request", "status": "success",
       "extra": {"needsUserAction": false, "questionText": "Which colour?", "questionResolution": "replied",
                 "answerText": "rather green, please"}}
      """
    And what was done is refused as late
    And 2 requests reach the model
    And the turn ends completed
