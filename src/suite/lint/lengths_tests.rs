//! Whether the features that this program carries can be read without scrolling.

use crate::suite::source;

/// The longest line of a step, with its indentation, in characters. Longer JSON or text stands below the step, in a doc
/// string.
const STEP_MAX: usize = 120;
/// The longest row of a table, with its indentation, in characters.
const ROW_MAX: usize = 160;

/// The place and length of every step, and of every row, that is too long.
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
    assert!(steps.is_empty(), "put JSON or a text below the step, in a doc string: {steps:#?}");
    assert!(rows.is_empty(), "split a column, or give the row a scenario of its own: {rows:#?}");
}
