Feature: Pages

  What needs another service, or a secret, is settled on a page that the user opens.

  @own_tools
  Scenario: A page has an id and a whole address, and agreeing to open it finishes nothing
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model calls "connect" with:
      """
      {"service": "the calendar", "url": "https://example.com/connect?to=calendar"}
      """
    And the person answers "https://example.com/connect?to=calendar" with "Open"
    And the model says "let us see"
    Then the host is asked with: [ACP-087]
      """
      {"mode": "url", "url": "https://example.com/connect?to=calendar", "elicitationId": "<page#1>"}
      """
    And the host is asked with {"sessionId": "<session#1>"} [ACP-067]
    And the host is asked with {"message": "<message#1>"} [ACP-066]
    And of the call "call_1" the model is told "not known yet" [ACP-089]
    And nothing is told as completed but a page that the user was asked to open [ACP-090]
    And no page is told as completed twice [ACP-091]
    And 2 requests reach the model

  @own_tools
  Scenario: Two pages at once have different ids
    Given the system "acp"
    And a terminal
    When the user says "go"
    And the model calls "connect" with:
      """
      {"service": "the calendar", "url": "https://example.com/1"}
      """
    And in the same message it calls "connect" with:
      """
      {"service": "the mail", "url": "https://example.com/2"}
      """
    And nobody answers
    And the run is to end parked
    Then 1 message tells the client {"params": {"url": "https://example.com/1", "elicitationId": "<page#1>"}} [ACP-088]
    And 1 message tells the client {"params": {"url": "https://example.com/2", "elicitationId": "<page#2>"}} [ACP-088]
