//! Lists the scenarios of a feature without parsing it.
//!
//! The parser takes a hundred times as long. This reading is good enough for the features that the program carries,
//! and a test holds it against the parser for each of them.

use super::expand;
use crate::suite::source::Source;

/// The keywords of a scenario, and those of a table of examples.
const SCENARIOS: [&str; 4] = ["Scenario Outline:", "Scenario Template:", "Scenario:", "Example:"];
const EXAMPLES: [&str; 2] = ["Examples:", "Scenarios:"];

/// The id and the name of every scenario of a feature, its outlines expanded.
pub fn titles(source: &Source) -> Vec<(String, String)> {
    let mut names = Vec::new();
    let mut scenario = Scenario::default();
    let mut in_doc_string = false;
    for line in source.text.lines().map(str::trim) {
        if line.starts_with("\"\"\"") {
            in_doc_string = !in_doc_string;
        } else if in_doc_string {
            // It may look like anything.
        } else if let Some(name) = SCENARIOS.iter().find_map(|keyword| line.strip_prefix(keyword)) {
            scenario.finish(&mut names);
            scenario = Scenario { name: Some(name.trim()), ..Scenario::default() };
        } else if EXAMPLES.iter().any(|keyword| line.starts_with(keyword)) {
            (scenario.is_outline, scenario.header) = (true, None);
        } else if line.starts_with('|') && scenario.is_outline {
            scenario.row(line, &mut names);
        }
    }
    scenario.finish(&mut names);
    names.into_iter().map(|name| (expand::id(&source.id, &name), name)).collect()
}

/// A scenario as far as it was read.
#[derive(Default)]
struct Scenario<'t> {
    name: Option<&'t str>,
    is_outline: bool,
    /// The first row of the current table.
    header: Option<Vec<String>>,
    /// How many rows came.
    rows: usize,
}

impl Scenario<'_> {
    fn row(&mut self, line: &str, names: &mut Vec<String>) {
        let Some(name) = self.name else { return };
        // Without a placeholder, the cells do not matter.
        let cells = |line| if name.contains('<') { cells(line) } else { Vec::new() };
        let Some(header) = &self.header else {
            self.header = Some(cells(line));
            return;
        };
        self.rows += 1;
        names.push(expand::row_name(name, header, &cells(line), self.rows));
    }

    fn finish(&self, names: &mut Vec<String>) {
        names.extend(self.name.filter(|_| !self.is_outline).map(str::to_owned));
    }
}

/// The cells of a row, without their escapes.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut chars = line.chars().skip(1).peekable();
    while let Some(c) = chars.next() {
        let cell = cells.last_mut();
        match (c, chars.peek()) {
            ('\\', Some('|' | '\\')) => cell.into_iter().for_each(|cell| cell.extend(chars.next())),
            ('\\', Some('n')) => {
                chars.next();
                cell.into_iter().for_each(|cell| cell.push('\n'));
            }
            ('|', _) => cells.push(String::new()),
            _ => cell.into_iter().for_each(|cell| cell.push(c)),
        }
    }
    cells.pop();
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::titles;
    use crate::suite::{
        lint::{expand, parse},
        source,
    };

    #[test]
    fn the_titles_of_every_feature_are_those_of_the_parser() {
        for source in source::embedded() {
            let feature = parse::parse(&source).unwrap_or_else(|error| panic!("{error}"));
            let parsed = expand::expand(&source, &feature).into_iter();
            let parsed: Vec<_> = parsed.map(|expanded| (expanded.id, expanded.scenario.name)).collect();
            assert_eq!(titles(&source), parsed, "{}", source.file);
        }
    }
}
