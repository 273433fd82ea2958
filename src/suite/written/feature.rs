//! The text of a feature, laid out like the features that the program carries.

use std::fmt::Write;

use gherkin::StepType;

use super::{WrittenLine, WrittenScenario, steps};
use crate::{
    stage::Scenario,
    suite::{catalogue::Catalogue, lint, source::Source},
};

/// The title of a feature or a scenario whose own one says nothing.
const UNTITLED: &str = "A scenario";
/// The indentation of a doc string.
const BELOW: &str = "      ";

/// A feature with this scenario alone, as [`feature_of`].
pub fn feature(title: &str, tags: &[&str], scenario: &Scenario, thens: &[String]) -> String {
    feature_of(title, title, tags, &steps(scenario), thens)
}

/// A feature with a scenario in it, which has these tags (without `@`) and these `Then`s. A `Then` is the text behind its
/// keyword; lines below the first are its doc string. A line break in a title becomes a blank.
pub fn feature_of(name: &str, title: &str, tags: &[&str], written: &WrittenScenario, thens: &[String]) -> String {
    let mut text = format!("Feature: {}\n\n", in_one_line(name));
    let tags: Vec<String> = tags.iter().map(|tag| format!("@{}", tag.trim_start_matches('@'))).collect();
    if !tags.is_empty() {
        let _ = writeln!(text, "  {}", tags.join(" "));
    }
    let _ = writeln!(text, "  Scenario: {}", in_one_line(title));
    let thens = thens.iter().map(|then| {
        let (text, below) = then.split_once('\n').map_or((then.as_str(), None), |(text, below)| (text, Some(below)));
        WrittenLine { kind: StepType::Then, text: text.to_owned(), below: below.map(str::to_owned) }
    });
    let mut last = None;
    for line in written.lines.iter().cloned().chain(thens) {
        let keyword = if last == Some(line.kind) { "And".to_owned() } else { format!("{:?}", line.kind) };
        last = Some(line.kind);
        let _ = writeln!(text, "    {keyword} {}", line.text);
        if let Some(below) = &line.below {
            let _ = writeln!(text, "{BELOW}\"\"\"");
            for line in below.split('\n') {
                let indent = if line.is_empty() { "" } else { BELOW };
                let _ = writeln!(text, "{indent}{line}");
            }
            let _ = writeln!(text, "{BELOW}\"\"\"");
        }
    }
    text
}

/// A title that stands in one line, and from which an id can be made.
fn in_one_line(title: &str) -> String {
    let words = title.split_whitespace().collect::<Vec<_>>().join(" ");
    let words: String = words.chars().filter(|c| !c.is_control()).collect();
    if words.chars().any(char::is_alphanumeric) { words } else { UNTITLED.to_owned() }
}

/// Whether these steps give this scenario when a feature with them is read. The order of members counts, too.
pub(super) fn reads_back(written: &WrittenScenario, scenario: &Scenario) -> bool {
    let text = feature_of(UNTITLED, UNTITLED, &[], written, &[]);
    let source =
        Source { file: "written.feature".to_owned(), id: "written".to_owned(), text, embedded: false, scenario: None };
    let Ok(cases) = lint::read(&[source], Catalogue::embedded(), None) else { return false };
    let [case] = &cases[..] else { return false };
    let as_text = |scenario: &Scenario| serde_json::to_string(scenario).ok();
    as_text(&case.written()) == as_text(scenario)
}
