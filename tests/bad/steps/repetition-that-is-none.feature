Feature: Repetitions
  Scenario: A number of seven digits, and a repetition without an end
    Given the system "pi"
    When the user says "⟨1234567×x⟩"
    And the model says "⟨2×a⟩ and ⟨3×b"
    Then the turn ends completed
