//! What a run tells GitHub Actions, where it runs there.

use std::{env, fs::OpenOptions, io::Write};

use super::output;
use crate::{
    report::{
        Report,
        formats::{Kind, annotations},
    },
    suite::InputError,
};

/// Prints annotations, and adds to the summary of the step. Elsewhere, does nothing.
pub fn tell(report: &Report) -> Result<(), InputError> {
    if env::var_os("GITHUB_ACTIONS").is_none_or(|value| value != "true") {
        return Ok(());
    }
    output::print(&annotations(report));
    let Some(file) = env::var_os("GITHUB_STEP_SUMMARY").filter(|file| !file.is_empty()) else { return Ok(()) };
    let text = Kind::Markdown.written(std::slice::from_ref(report), None);
    let written = OpenOptions::new().append(true).create(true).open(&file);
    let written = written.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| InputError::new(format!("{}: {error}", file.display())).help("the summary is not written"))
}
