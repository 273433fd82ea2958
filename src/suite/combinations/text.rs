//! The text of a scenario: its steps, with the right keywords.

use super::Combination;
use crate::model::json::Value;

/// The steps of a scenario.
#[derive(Default)]
pub struct Text {
    givens: Vec<String>,
    whens: Vec<String>,
    thens: Vec<String>,
    /// If this is not empty, each check decides these requirements alone.
    premise: Vec<String>,
}

impl Text {
    /// A scenario for a combination.
    pub fn of(combination: &Combination<'_>) -> Self {
        Self { premise: combination.premise.clone(), ..Self::default() }
    }

    /// The requirements of a check, as they stand behind it.
    fn decided(&self, requirements: &[String]) -> String {
        if self.premise.is_empty() { requirements.join(", ") } else { self.premise.join(", ") }
    }

    pub fn given(&mut self, step: impl Into<String>) {
        self.givens.push(step.into());
    }

    pub fn when(&mut self, step: impl Into<String>) {
        self.whens.push(step.into());
    }

    /// A check that decides these requirements. A check that decides none is left out.
    pub fn then(&mut self, step: &str, requirements: &[String]) {
        if !requirements.is_empty() {
            self.thens.push(format!("{step} [{}]", self.decided(requirements)));
        }
    }

    /// A check with a doc string.
    pub fn then_with(&mut self, step: &str, requirements: &[String], below: &str) {
        if !requirements.is_empty() {
            self.thens.push(format!("{step}: [{}]\n{}", self.decided(requirements), doc(below)));
        }
    }

    /// The text: one step a line, and doc strings below their steps.
    pub fn finished(&self) -> String {
        let parts = [("Given", &self.givens), ("When", &self.whens), ("Then", &self.thens)];
        let mut text = String::new();
        for (keyword, steps) in parts {
            for (index, step) in steps.iter().enumerate() {
                text.push_str(if index == 0 { keyword } else { "And" });
                text.push(' ');
                text.push_str(step);
                text.push('\n');
            }
        }
        text
    }
}

/// A step with JSON in a doc string.
pub fn with_json(step: &str, json: &Value) -> String {
    format!("{step}:\n{}", doc(&json.to_string()))
}

fn doc(below: &str) -> String {
    format!("  \"\"\"\n  {below}\n  \"\"\"")
}
