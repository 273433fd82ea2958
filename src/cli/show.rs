//! `hotseat show`

use std::{fmt::Write, path::PathBuf};

use clap::Args;

use super::print;
use crate::suite::{InputError, InputErrors, case::Case, catalogue::Catalogue, read_case};

#[derive(Args)]
pub struct ShowArgs {
    /// The id of the scenario, as `hotseat list` prints it; for a combination, any id that its table allows
    id: String,
    /// The features and folders in which the scenario is; without any: all that hotseat carries
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
}

pub fn run(args: &ShowArgs) -> Result<u8, InputErrors> {
    let cases = read_case(&args.paths, &args.id, Catalogue::embedded())?;
    let [case] = &cases[..] else {
        return Err(InputError::new(format!("there is no scenario with the id {:?}", args.id))
            .help("`hotseat list` shows the ids")
            .into());
    };
    Ok(print(&gherkin(case)))
}

/// The scenario as Gherkin. The lines of backgrounds stand in it, and the columns of an outline are filled in.
fn gherkin(case: &Case) -> String {
    let mut text = format!("# {}\nFeature: {}\n\n  Scenario: {}\n", case.id, case.feature, case.name);
    for line in &case.steps {
        let _ = writeln!(text, "    {} {}", line.keyword, line.text);
        if let Some(below) = &line.docstring {
            let _ = writeln!(text, "      \"\"\"");
            for line in below.trim().lines() {
                let _ = writeln!(text, "      {}", line.trim_end());
            }
            let _ = writeln!(text, "      \"\"\"");
        }
    }
    text
}
