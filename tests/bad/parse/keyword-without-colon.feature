Feature A colon is missing

  Scenario: It is no feature
    Given a terminal
