//! `hotseat show`

use std::{collections::BTreeSet, fmt::Write, path::PathBuf};

use clap::Args;

use super::{explain::explained, print};
use crate::suite::{
    InputError, InputErrors,
    case::Case,
    catalogue::Catalogue,
    named::{Named, named},
    read_case, written,
};

#[derive(Args)]
pub struct ShowArgs {
    /// The id of a scenario, as `hotseat list` prints it (for a combination, any id that its table allows), or of a
    /// requirement
    id: String,
    /// The features and folders in which the scenario is; without any: all that hotseat carries
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Write what the scenario is made of as steps, in a feature that `hotseat run` takes. Then ID may also be a part of an
    /// id, `mine.feature:12`, or a scenario file
    #[arg(long, conflicts_with = "paths")]
    as_steps: bool,
}

pub fn run(args: &ShowArgs) -> Result<u8, InputErrors> {
    if args.as_steps {
        let Named { title, tags, thens, scenario, .. } = named(&args.id, None)?;
        let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
        return Ok(print(&written::feature(&title, &tags, &scenario, &thens)));
    }
    if Catalogue::embedded().requirement(&args.id).is_some() {
        return Ok(print(&explained(&args.id)?));
    }
    let cases = read_case(&args.paths, &args.id, Catalogue::embedded())?;
    let [case] = &cases[..] else {
        return Err(InputError::new(format!("there is no scenario and no requirement with the id {:?}", args.id))
            .help("`hotseat list` shows the ids of scenarios, `hotseat coverage` those of requirements")
            .into());
    };
    Ok(print(&format!("{}{}", gherkin(case), meanings(case))))
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

/// What the steps of the scenario mean, as comments.
fn meanings(case: &Case) -> String {
    let mut text = String::from("\n# The steps:\n");
    let mut told = BTreeSet::new();
    for line in &case.steps {
        let step = line.matched.step;
        if told.insert(step.expression) {
            let _ = writeln!(text, "#   {}\n#       {}", step.expression, step.about);
        }
    }
    text
}
