Feature: A requirement of another profile

  Scenario: It is told before anything runs
    Given the system "deepchat"
    And the profile "head"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed
    And the messages recorded are "user assistant" [DC-37]
