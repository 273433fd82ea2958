//! Whether the features that this program carries can be read without scrolling.

use crate::suite::source;

/// The longest line of a step, with its indentation, in characters. What is longer stands below it, in a doc string.
const STEP_MAX: usize = 120;
/// The longest row of a table.
const ROW_MAX: usize = 160;
/// Longer lines that were there before the limits: these numbers go down, and never up.
const LONG_STEPS: usize = 24;
const LONG_ROWS: usize = 143;

/// Every step and every row that is too long: place and length.
fn too_long() -> (Vec<String>, Vec<String>) {
    let (mut steps, mut rows) = (Vec::new(), Vec::new());
    for source in source::embedded() {
        let mut is_doc = false;
        for (number, line) in (1..).zip(source.text.lines()) {
            let (text, length) = (line.trim_start(), line.chars().count());
            if text.starts_with("\"\"\"") {
                is_doc = !is_doc;
                continue;
            }
            let place = || format!("{}:{number}: {length} characters", source.file);
            let is_step = ["Given ", "When ", "Then ", "And ", "But "].iter().any(|word| text.starts_with(word));
            if !is_doc && is_step && length > STEP_MAX {
                steps.push(place());
            }
            if !is_doc && text.starts_with('|') && length > ROW_MAX {
                rows.push(place());
            }
        }
    }
    (steps, rows)
}

#[test]
fn no_line_of_a_feature_is_too_long() {
    let (steps, rows) = too_long();
    assert_eq!(steps.len(), LONG_STEPS, "put what is long below the step, in a doc string: {steps:#?}");
    assert_eq!(rows.len(), LONG_ROWS, "break the row, or give it a scenario of its own: {rows:#?}");
}
