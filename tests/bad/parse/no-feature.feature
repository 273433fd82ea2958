Scenario: It stands alone
  Given a terminal
