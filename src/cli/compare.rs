//! `hotseat compare`

use std::{collections::BTreeSet, fmt::Write, path::PathBuf, sync::Arc};

use clap::{Args, ValueEnum};

use super::{
    print,
    tested::{Seat, TestedArgs},
};
use crate::{
    model::json::{Value, json},
    report::{
        ExitCode, Side, compared,
        endings::{self, Cell},
    },
    stage::Lane,
    subject::AdapterOptions,
    suite::{
        InputError, InputErrors,
        case::Case,
        catalogue::Catalogue,
        ending::{self, Ending},
        outcome::{CaseVerdict, Outcome},
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
    #[command(flatten)]
    tested: TestedArgs,
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
    check_endings(&cases)?;
    let title = cases.first().map(|case| case.feature.clone()).unwrap_or_default();
    let has_endings = cases.iter().any(|case| case.tags.contains(ending::TAG));
    let seats = args.tested.seats()?;
    let [seat] = &seats[..] else {
        return Err(InputError::new("the systems of one subject are compared, and several are named")
            .help("name one agent")
            .into());
    };
    if args.tested.is_foreign() {
        super::watch_signals()?;
    }
    let options = options(seat, args.tested.is_foreign());
    let suite = runner::run(cases.into_iter().map(Arc::new).collect(), options, |_| {})
        .map_err(|error| InputError::new(error.message))?;
    let mut outcomes = suite.outcomes;
    outcomes.retain(|outcome| outcome.skipped.is_none());
    if outcomes.is_empty() {
        return Err(InputError::new(format!("{} plays no scenario of the story", suite.claims.who)).into());
    }
    let story = json!({"story": title});
    print(&match (args.format, has_endings) {
        (Shape::Table, true) => format!("{title}\n\n{}", endings_as_text(&outcomes, args.width())),
        (Shape::Json, true) => format!("{:#}\n", endings_as_json(story, &outcomes)),
        (Shape::Table, false) => {
            format!("{title}\n\n{}", compared(&outcomes.iter().map(Side::of).collect::<Vec<_>>(), args.width()))
        }
        (Shape::Json, false) => {
            let sides: Vec<Side> = outcomes.iter().map(Side::of).collect();
            format!("{:#}\n", json!({"story": title, "sides": sides}))
        }
    });
    let holds = outcomes.iter().all(|outcome| outcome.verdict() == CaseVerdict::Passed);
    Ok(if holds { ExitCode::CONFORMANT } else { ExitCode::VIOLATED })
}

/// Finds a scenario of a story of ends whose title names none.
fn check_endings(cases: &[Case]) -> Result<(), InputError> {
    let tagged = cases.iter().filter(|case| case.tags.contains(ending::TAG));
    let wrong = tagged.into_iter().find(|case| ending::Played::read(&case.name).is_none());
    wrong.map_or(Ok(()), |case| {
        let ends = Ending::ALL.map(Ending::words).join(", ");
        Err(InputError::new(format!("{}:{}: the title {:?} names no end", case.file, case.line, case.name))
            .help(format!("write `WHO: END`; the ends are {ends}")))
    })
}

fn endings_as_text(outcomes: &[Outcome], width: u16) -> String {
    let cells: Vec<Cell> = outcomes.iter().filter_map(Cell::of).collect();
    let tables = endings::tables(&endings::columns(outcomes), &cells, width);
    format!("{tables}\n{}", endings::alike_as_text(&endings::alike(&cells)))
}

fn endings_as_json(mut story: Value, outcomes: &[Outcome]) -> Value {
    let cells: Vec<Cell> = outcomes.iter().filter_map(Cell::of).collect();
    story["alike"] = json!(endings::alike(&cells));
    story["endings"] = json!(cells);
    story
}

impl CompareArgs {
    fn width(&self) -> u16 {
        self.width.or_else(|| Some(terminal_size::terminal_size()?.0.0)).unwrap_or(WIDTH)
    }
}

/// Runs without snapshots, and the reference in memory.
fn options(seat: &Seat, is_foreign: bool) -> Options {
    Options {
        spec: seat.spec.clone(),
        transport: if is_foreign { Transport::Http } else { Transport::Memory },
        adapter_options: AdapterOptions::default(),
        jobs: 1,
        stops_at: None,
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
