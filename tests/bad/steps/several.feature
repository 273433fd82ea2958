Feature: Several mistakes are reported at once

  Scenario: One
    Given the system "jp"
    When the user says "hi"
    Then the turn ends completed [RTE-99]

  Scenario: Another
    Given a terminla
    When the user says "hi"
    Then the turn ends completed
