//! `hotseat compare`

use std::{collections::BTreeSet, fmt::Write, path::PathBuf, sync::Arc};

use clap::{Args, ValueEnum};

use super::print;
use crate::{
    report::{ExitCode, Side, compared},
    stage::Lane,
    subject::{AdapterOptions, SubjectSpec},
    suite::{
        InputError, InputErrors,
        case::Case,
        catalogue::Catalogue,
        outcome::CaseVerdict,
        read_cases,
        runner::{self, Options, Transport},
    },
};

/// The folder of the common stories.
const STORIES: &str = "common/";
/// The width of a table if the output is not a terminal.
const WIDTH: u16 = 160;

#[derive(Args)]
pub struct CompareArgs {
    /// The story, or a feature file of your own with a scenario for each system; without it: list the stories
    #[arg(value_name = "STORY")]
    story: Option<String>,
    /// Only these systems
    #[arg(long, value_name = "SYSTEM", value_delimiter = ',')]
    systems: Vec<String>,
    /// The width in characters; without it: the width of the terminal
    #[arg(long, value_name = "CHARACTERS", value_parser = clap::value_parser!(u16).range(40..))]
    width: Option<u16>,
    /// How to show it
    #[arg(long, value_enum, default_value_t = Shape::Table)]
    format: Shape,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Shape {
    #[default]
    Table,
    Json,
}

pub fn run(args: &CompareArgs) -> Result<u8, InputErrors> {
    let catalogue = Catalogue::embedded();
    let Some(story) = &args.story else {
        let cases = read_cases(&[], catalogue)?;
        return Ok(print(&stories(&cases)));
    };
    let is_file = PathBuf::from(story).extension().is_some_and(|ending| ending == "feature");
    let paths = if is_file { vec![PathBuf::from(story)] } else { Vec::new() };
    let mut cases = read_cases(&paths, catalogue)?;
    if !is_file {
        let known = stories(&cases);
        cases.retain(|case| story_of(case) == Some(story));
        if cases.is_empty() {
            return Err(InputError::new(format!("there is no story {story:?}"))
                .help(format!("the stories are\n{known}"))
                .into());
        }
    }
    let unknown = args.systems.iter().find(|system| cases.iter().all(|case| case.system != **system));
    if let Some(system) = unknown {
        let systems: BTreeSet<&str> = cases.iter().map(|case| case.system.as_str()).collect();
        let systems = systems.into_iter().collect::<Vec<_>>().join(", ");
        return Err(InputError::new(format!("the story has no scenario of a system {system:?}"))
            .help(format!("it has scenarios of {systems}"))
            .into());
    }
    cases.retain(|case| args.systems.is_empty() || args.systems.contains(&case.system));
    let title = cases.first().map(|case| case.feature.clone()).unwrap_or_default();
    let suite = runner::run(cases.into_iter().map(Arc::new).collect(), options(), |_| {})
        .map_err(|error| InputError::new(error.message))?;
    let sides: Vec<Side> = suite.outcomes.iter().map(Side::of).collect();
    print(&match args.format {
        Shape::Table => format!("{title}\n\n{}", compared(&sides, args.width())),
        Shape::Json => format!("{:#}\n", crate::model::json::json!({"story": title, "sides": sides})),
    });
    let holds = suite.outcomes.iter().all(|outcome| outcome.verdict() == CaseVerdict::Passed);
    Ok(if holds { ExitCode::CONFORMANT } else { ExitCode::VIOLATED })
}

impl CompareArgs {
    fn width(&self) -> u16 {
        self.width.or_else(|| Some(terminal_size::terminal_size()?.0.0)).unwrap_or(WIDTH)
    }
}

/// Runs the reference in memory, without snapshots.
fn options() -> Options {
    Options {
        spec: SubjectSpec::default(),
        transport: Transport::Memory,
        adapter_options: AdapterOptions::default(),
        jobs: 1,
        fail_fast: false,
        lanes: Lane::ALL.to_vec(),
        snapshots: None,
        keeps_streams: true,
    }
}

/// The common story of an embedded scenario, if it has one.
fn story_of(case: &Case) -> Option<&str> {
    case.id.strip_prefix(STORIES)?.split('/').next()
}

/// Every common story, with its title.
fn stories(cases: &[Case]) -> String {
    let mut text = String::new();
    let mut last = None;
    for case in cases {
        let story = story_of(case);
        if let Some(name) = story.filter(|_| story != last) {
            let _ = writeln!(text, "{name:<28} {}", case.feature);
        }
        last = story;
    }
    text
}
