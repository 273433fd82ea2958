//! `hotseat explain`

use std::fmt::Write;

use clap::Args;

use super::{SelectArgs, print, protocol};
use crate::suite::{
    InputError, InputErrors,
    case::Origin,
    catalogue::{Catalogue, Sight, Status},
};

#[derive(Args)]
pub struct ExplainArgs {
    /// The requirements, such as RTE-10
    #[arg(value_name = "ID", required_unless_present = "system")]
    ids: Vec<String>,
    /// Print the sentence of each requirement that is asked of this system instead
    #[arg(long, conflicts_with = "ids")]
    system: Option<String>,
}

pub fn run(args: &ExplainArgs) -> Result<u8, InputErrors> {
    if let Some(system) = &args.system {
        return Ok(print(&sentences(protocol::named(system)?.name)));
    }
    let explained = args.ids.iter().map(|id| explained(id)).collect::<Result<Vec<_>, _>>()?;
    Ok(print(&explained.join("\n")))
}

/// The sentence of each requirement that is asked of a system, each on a line.
fn sentences(system: &str) -> String {
    let catalogue = Catalogue::embedded();
    let mut text = String::new();
    for row in catalogue.requirements().filter(|row| row.is_asked()) {
        if catalogue.systems_of(&row.id).iter().any(|of| of == system) {
            let profile = row.profile.as_ref().map(|profile| format!(", profile {profile}")).unwrap_or_default();
            let _ = writeln!(text, "{} ({}{profile}): {}", row.id, row.level.word(), row.sentence);
        }
    }
    text
}

/// What there is to say about a requirement.
pub fn explained(id: &str) -> Result<String, InputErrors> {
    let catalogue = Catalogue::embedded();
    let Some(row) = catalogue.requirement(id) else {
        let near = catalogue.nearest(id);
        return Err(InputError::new(format!("there is no requirement {id:?}"))
            .help(format!("is `{near}` meant? `hotseat coverage` lists the requirements that no scenario decides"))
            .into());
    };
    let mut text = format!("{} ({})\n  {}\n\n", row.id, row.level.word(), row.sentence);
    if let Some(area) = catalogue.area(&row.id) {
        let _ = writeln!(text, "  area     {}, asked of {}", area.title, catalogue.systems_of(&row.id).join(" and "));
    }
    if let Some(profile) = &row.profile {
        let _ = writeln!(text, "  profile  {profile}: asked only of subjects that claim it");
    }
    let _ = writeln!(text, "  source   {}", row.source);
    let seen = match &row.seen {
        Sight::Run if row.status == Status::Observed => {
            format!("in a run, by a mutant: `hotseat mutants --requirement {}`", row.id)
        }
        Sight::Run => "in a run, by the scenarios below".to_owned(),
        Sight::Unit(own) => format!("in the reference alone, by the unit test {}\n  no run   {}", own.test, own.why),
        Sight::Source(own) => {
            format!("in the reference's source alone, by the test {}\n  no run   {}", own.test, own.why)
        }
        Sight::None(why) => format!("nowhere: {why}"),
    };
    let _ = writeln!(text, "  seen     {seen}");
    match &row.status {
        Status::Live => {}
        Status::Superseded(by) => {
            let _ = writeln!(text, "  status   superseded by {by}");
        }
        Status::Observed => text.push_str("  status   what an upstream program does wrongly; never demanded\n"),
    }
    let cases = SelectArgs { requirement: Some(row.id.clone()), ..SelectArgs::default() }.cases()?;
    let of = |origin: Origin| cases.iter().filter(move |case| case.origin == origin);
    for case in of(Origin::Written) {
        let _ = write!(text, "\n  {}  ({}:{})\n", case.id, case.file, case.line);
        for line in case.steps.iter().filter(|line| line.matched.requirements.contains(&row.id)) {
            let _ = writeln!(text, "    Then {}", line.whole());
        }
    }
    for (origin, what) in [
        (Origin::Later, "later runs"),
        (Origin::Reworded, "reworded runs"),
        (Origin::Fuller, "fuller runs"),
        (Origin::Combination, "combinations"),
    ] {
        if let Some(first) = of(origin).next() {
            let _ = writeln!(text, "\n  {} {what}, such as\n    {}", of(origin).count(), first.id);
        }
    }
    if cases.iter().any(|case| case.origin != Origin::Written) {
        let _ = writeln!(text, "  `hotseat list --requirement {}` lists them, `hotseat show ID` shows one", row.id);
    }
    if cases.is_empty() && row.is_asked() {
        text.push_str("\n  no scenario decides it\n");
    }
    Ok(text)
}
