Feature: An open point fails first

  Scenario: The first, which only an open requirement decides
    Given the system "jp-ask-user"
    When the user says "go"
    And the model says "went"
    Then the turn ends interrupted [ARG-01.i]

  Scenario: The second
    Given the system "jp-ask-user"
    When the user says "go"
    And the model says "went"
    Then the turn ends interrupted [EXE-12]

  Scenario: The third
    Given the system "jp-ask-user"
    When the user says "go"
    And the model says "went"
    Then the turn ends completed [EXE-12]
