//! Mistakes that the parser accepts and silently drops: misspelt keywords, scenarios without steps, outlines without
//! rows, unknown columns.

use std::iter;

use gherkin::{Feature, Scenario};

use crate::suite::{InputError, source::Source};

const KEYWORDS: [&str; 8] =
    ["Feature", "Background", "Rule", "Scenario", "Scenario Outline", "Scenario Template", "Examples", "Example"];
const STEP_WORDS: [&str; 5] = ["Given", "When", "Then", "And", "But"];
/// Words that may begin a description, although they differ by one letter from a step's keyword.
const ENGLISH: [&str; 10] = ["the", "an", "any", "add", "end", "by", "give", "where", "they", "them"];

/// Adds every silent loss in `feature`.
pub fn find(source: &Source, feature: &Feature, mistakes: &mut Vec<InputError>) {
    let rules = feature.rules.iter().flat_map(|rule| &rule.scenarios);
    let scenarios: Vec<&Scenario> = feature.scenarios.iter().chain(rules).collect();
    described(source, feature.position.line, feature.description.as_deref(), false, mistakes);
    for rule in &feature.rules {
        described(source, rule.position.line, rule.description.as_deref(), false, mistakes);
    }
    let backgrounds = feature.background.iter().chain(feature.rules.iter().filter_map(|rule| rule.background.as_ref()));
    for background in backgrounds {
        described(source, background.position.line, background.description.as_deref(), true, mistakes);
    }
    if scenarios.is_empty() && mistakes.is_empty() {
        let line = feature.position.line;
        let mistake = InputError::new(format!(
            "{}:{line}: the feature has no scenario, so nothing would be checked",
            source.file
        ))
        .help("add a `Scenario:`, or take the file out")
        .at_line(&source.file, &source.text, line, "this feature");
        mistakes.push(mistake);
    }
    for scenario in scenarios {
        let before = mistakes.len();
        described(source, scenario.position.line, scenario.description.as_deref(), true, mistakes);
        if mistakes.len() == before {
            without_steps(source, scenario, mistakes);
            outline(source, scenario, mistakes);
        }
    }
}

/// A misspelt keyword becomes part of the description above it, with everything below it. So does a misspelt first
/// step.
fn described(
    source: &Source,
    below: usize,
    description: Option<&str>,
    has_steps: bool,
    mistakes: &mut Vec<InputError>,
) {
    for line in description.into_iter().flat_map(str::lines) {
        let line = line.trim();
        let Some(meant) = meant(line, has_steps) else { continue };
        let number = line_of(source, below, line);
        let mistake =
            InputError::new(format!("{}:{number}: this line would be taken for a description, and lost", source.file))
                .help(format!("write `{meant}`, or begin the description with another word"))
                .at_line(&source.file, &source.text, number, &format!("is `{meant}` meant?"));
        mistakes.push(mistake);
        return;
    }
}

/// The keyword with which a line seems to begin; a keyword of a step only where steps can stand.
pub fn meant(line: &str, has_steps: bool) -> Option<String> {
    let head = line.split_once(':').map(|(head, _)| head.trim());
    let first_word = line.split_whitespace().next().unwrap_or_default();
    let keyword = head.and_then(|head| near(head, &KEYWORDS)).map(|keyword| format!("{keyword}:"));
    let is_english = ENGLISH.contains(&first_word.to_lowercase().as_str());
    let step = || near(first_word, &STEP_WORDS).filter(|_| has_steps && !is_english).map(str::to_owned);
    keyword.or_else(step)
}

/// The word that was meant, if `found` differs from it by at most two letters.
fn near<'a>(found: &str, words: &[&'a str]) -> Option<&'a str> {
    let distance = |word: &str| strsim::damerau_levenshtein(&found.to_lowercase(), &word.to_lowercase());
    let close = |word: &&&str| distance(word) <= if word.len() < 5 { 1 } else { 2 };
    words.iter().filter(close).min_by_key(|word| distance(word)).copied()
}

fn line_of(source: &Source, below: usize, text: &str) -> usize {
    let after = source.text.lines().enumerate().skip(below.saturating_sub(1));
    after.into_iter().find(|(_, line)| line.trim() == text).map_or(below, |(index, _)| index + 1)
}

fn without_steps(source: &Source, scenario: &Scenario, mistakes: &mut Vec<InputError>) {
    if scenario.steps.is_empty() {
        let line = scenario.position.line;
        let mistake = InputError::new(format!("{}:{line}: the scenario has no steps, so it would pass", source.file))
            .help("add steps; each begins with Given, When, Then, And or But")
            .at_line(&source.file, &source.text, line, "this scenario");
        mistakes.push(mistake);
    }
}

fn outline(source: &Source, scenario: &Scenario, mistakes: &mut Vec<InputError>) {
    let line = scenario.position.line;
    let keyword = scenario.keyword.as_str();
    let is_outline = keyword.contains("Outline") || keyword.contains("Template");
    if is_outline && scenario.examples.is_empty() {
        let mistake = InputError::new(format!(
            "{}:{line}: the outline has no `Examples:`, so it would run with its `<columns>` in it",
            source.file
        ))
        .help("add `Examples:` with a table, or call it a `Scenario:`")
        .at_line(&source.file, &source.text, line, "this outline");
        mistakes.push(mistake);
    }
    for examples in &scenario.examples {
        let rows = examples.table.as_ref().map_or(0, |table| table.rows.len());
        let header = examples.table.as_ref().and_then(|table| table.rows.first());
        if rows < 2 {
            let mistake = InputError::new(format!(
                "{}:{}: these examples have no rows, so the outline would vanish",
                source.file, examples.position.line
            ))
            .help("add a row below the header")
            .at_line(&source.file, &source.text, examples.position.line, "no rows here");
            mistakes.push(mistake);
        } else if let Some(header) = header {
            columns(source, scenario, header, mistakes);
        }
    }
}

/// A `<column>` that is in no header would stay in the text.
fn columns(source: &Source, scenario: &Scenario, header: &[String], mistakes: &mut Vec<InputError>) {
    let texts = |step: &gherkin::Step| [Some(step.value.clone()), step.docstring.clone()].into_iter().flatten();
    let steps = scenario.steps.iter().flat_map(|step| texts(step).map(|text| (step.position.line, text)));
    for (line, text) in iter::once((scenario.position.line, scenario.name.clone())).chain(steps) {
        for name in placeholders(&text) {
            if header.iter().any(|column| column == name) || !looks_like_a_column(name) {
                continue;
            }
            let mistake =
                InputError::new(format!("{}:{line}: there is no column `{name}` in the examples", source.file))
                    .help(format!("the columns are: {}", header.join(", ")))
                    .at_line(&source.file, &source.text, line, &format!("`<{name}>` would stay as it is"));
            mistakes.push(mistake);
        }
    }
}

fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('<').skip(1).filter_map(|rest| rest.split_once('>').map(|(name, _)| name))
}

/// `<secret>` replaces a secret in every stream.
fn looks_like_a_column(name: &str) -> bool {
    !name.is_empty() && name != "secret" && name.chars().all(|c| c.is_alphanumeric() || "_- ".contains(c))
}
