//! Parses features. We report parse errors in our own words, because the messages of the parser speak of its grammar.

use gherkin::{Feature, GherkinEnv, StepType};

use super::losses::meant;
use crate::suite::{InputError, source::Source};

const FEATURE: &str = "a feature is `Feature: name`, then scenarios of `Given`, `When` and `Then` lines";
const STEP: &str = "a step begins with Given, When, Then, And or But; what is said of a scenario stands above its \
                    first step";

/// The feature in `source`.
///
/// # Errors
/// If the text is no feature: where it stops being one, and what was expected there.
pub fn parse(source: &Source) -> Result<Feature, InputError> {
    // The parser wants a line break at the end of the last line.
    let text = format!("{}\n", source.text.trim_end_matches('\n'));
    // The error's fields are private: its line is taken from its text.
    let parsed = Feature::parse(text, GherkinEnv::default());
    parsed.map(with_stars_read).map_err(|error| told(source, &error.to_string()))
}

/// The feature with each `*` taken as a step of the kind of the step before it, as in other readers of Gherkin.
fn with_stars_read(mut feature: Feature) -> Feature {
    let of_rules = feature.rules.iter_mut().flat_map(|rule| {
        rule.background
            .iter_mut()
            .map(|background| &mut background.steps)
            .chain(rule.scenarios.iter_mut().map(|one| &mut one.steps))
    });
    let backgrounds = feature.background.iter_mut().map(|background| &mut background.steps);
    for steps in backgrounds.chain(feature.scenarios.iter_mut().map(|one| &mut one.steps)).chain(of_rules) {
        let mut last = StepType::Given;
        for step in steps {
            if step.keyword.trim() == "*" {
                step.ty = last;
            }
            last = step.ty;
        }
    }
    feature
}

fn told(source: &Source, error: &str) -> InputError {
    let number = error.trim_start_matches("Error at ").split(':').next().and_then(|number| number.parse().ok());
    let lines: Vec<&str> = source.text.trim_end().lines().collect();
    let index = number.unwrap_or(1_usize).saturating_sub(1).min(lines.len());
    let at = |index: usize, message: &str, help: &str, label: &str| {
        let line = lines.get(index).copied().unwrap_or_default();
        let column = line.len() - line.trim_start().len() + 1;
        let mistake = InputError::new(format!("{}:{}:{column}: {message}", source.file, index + 1)).help(help);
        if line.is_empty() { mistake } else { mistake.at_line(&source.file, &source.text, index + 1, label) }
    };
    if lines.is_empty() {
        return at(0, "expected a feature, found an empty file", FEATURE, "");
    }
    if let Some(opened) = open_doc_string(&lines).filter(|_| error.contains(r#"\\\"\\\"\\\""#)) {
        let message = "expected `\"\"\"` at the end of this doc string, found the end of the file";
        return at(opened, message, "close it with `\"\"\"` on a line of its own", "it begins here");
    }
    if let Some((row, cells, expected)) = ragged_row(&lines[..index]).filter(|_| error.contains("row sizes")) {
        let message = format!("expected {expected} cells as in the first row of the table, found {cells}");
        return at(row, &message, "give every row as many cells; within a cell `\\|` stands for `|`", "this row");
    }
    let Some(line) = lines.get(index) else {
        return at(lines.len() - 1, "expected a scenario, found the end of the file", FEATURE, "nothing follows this");
    };
    let found = |index: usize| format!("{:?}", lines[index].trim());
    if !lines[..index].iter().any(|line| line.trim_start().starts_with("Feature:")) {
        let message = format!("expected `Feature:`, found {}", found(index));
        return at(index, &message, FEATURE, "not understood from here");
    }
    let misspelt = |index: usize| {
        let word = meant(lines[index].trim(), true).filter(|word| !lines[index].trim().starts_with(word.as_str()))?;
        let message = format!("expected `{word}`, found {}", found(index));
        Some(at(index, &message, &format!("write `{word}`"), &format!("is `{word}` meant?")))
    };
    let before = (0..index).rev().find(|before| !lines[*before].trim().is_empty());
    if let Some(mistake) = misspelt(index).or_else(|| before.and_then(misspelt)) {
        return mistake;
    }
    let below = |keyword: &str| before.is_some_and(|before| lines[before].trim().starts_with(keyword));
    if below("Background:") {
        let message = format!("expected a scenario, found {} of a background below one", found(index));
        return at(index, &message, "put `Background:` above the first scenario", "too late");
    }
    let what = if line.trim_start().starts_with('|') { "a step or `Examples:`" } else { "a step or `Scenario:`" };
    at(index, &format!("expected {what}, found {}", found(index)), STEP, "not understood from here")
}

/// The line at which the doc string without an end begins.
fn open_doc_string(lines: &[&str]) -> Option<usize> {
    let mut quotes = lines.iter().enumerate().filter(|(_, line)| line.trim_start().starts_with("\"\"\""));
    quotes.next_back().map(|(index, _)| index)
}

/// The first row of the last table in `lines` that has another number of cells than the table's first row, its
/// cells, and theirs.
fn ragged_row(lines: &[&str]) -> Option<(usize, usize, usize)> {
    let rows = lines.iter().enumerate().rev().skip_while(|(_, line)| !line.trim_start().starts_with('|'));
    let mut rows: Vec<(usize, usize)> = rows
        .take_while(|(_, line)| line.trim_start().starts_with('|'))
        .map(|(index, line)| (index, line.replace("\\|", "").matches('|').count().saturating_sub(1)))
        .collect();
    let (_, expected) = rows.pop()?;
    let (index, cells) = rows.into_iter().rev().find(|(_, cells)| *cells != expected)?;
    Some((index, cells, expected))
}
