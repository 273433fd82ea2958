Feature: A background below a scenario

  Scenario: It comes first
    Given the system "jp-ask-user"
    When the user says "hi"
    And the model says "hello"
    Then the turn ends completed

  Background:
    Given a terminal
