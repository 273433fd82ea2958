//! Lists the scenarios of a feature without parsing it.
//!
//! The parser takes a hundred times as long. This reading is good enough for the features that the program carries,
//! and a test holds it against the parser for each of them. The build reads them so, too: it makes the list of titles
//! that the program carries. So this file and `filling.rs` need nothing but the
//! standard library, and the program itself has the list alone.

use super::filling::row_name;

/// The keywords of a scenario, and those of a table of examples.
const SCENARIOS: [&str; 4] = ["Scenario Outline:", "Scenario Template:", "Scenario:", "Example:"];
const EXAMPLES: [&str; 2] = ["Examples:", "Scenarios:"];

/// The name of every scenario of the feature with this text, its outlines expanded.
pub fn titles(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut scenario = Scenario::default();
    let mut in_doc_string = false;
    for line in text.lines().map(str::trim) {
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
    names
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
        names.push(row_name(name, header, &cells(line), self.rows));
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
