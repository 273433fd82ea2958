//! `hotseat run`

mod part;
mod played;

use std::{
    collections::BTreeSet,
    fs,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::Duration,
};

use clap::{Args, CommandFactory, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use self::{
    part::Part,
    played::{HasPlayed, Played},
};
use super::{
    Cli, HostArgs, SelectArgs,
    argument_error::ArgumentError,
    expected::ExpectedArgs,
    github,
    interrupts::Interrupts,
    output,
    report::report_file,
    say,
    shard::ListShardArgs,
    snapshots,
    tested::{Seat, TestedArgs},
};
use crate::{
    llm::Wire,
    model::text::pasteable,
    report::{ExitCode, FailOn, Stories, Telling, formats::Kind},
    stage::Lane,
    subject::{AdapterOptions, SubjectSpec},
    suite::{
        InputError, InputErrors,
        case::Case,
        events,
        outcome::Outcome,
        runner::{Options, Transport},
        snapshot::Store,
    },
};

/// How many files that could not be written are reported.
const UNWRITTEN_MAX: usize = 3;

/// How many scenarios run at the same time, unless there are more processors.
const JOBS_MAX: usize = 64;

#[derive(Args, Default)]
pub struct RunArgs {
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    tested: TestedArgs,
    /// How requests reach the scripted model
    #[arg(long, value_enum, default_value_t)]
    transport: TransportArg,
    /// The wire format of the scripted model, if the scenario names none [default: anthropic]
    #[arg(long, value_enum, conflicts_with = "agent")]
    wire: Option<WireArg>,
    /// Ask for replies in one body instead of a stream
    #[arg(long, conflicts_with = "agent")]
    unstreamed: bool,
    /// How many seconds an adapter may be silent while it owes a line
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=3600))]
    patience: u16,
    #[command(flatten)]
    hosts: HostArgs,
    /// Write the event stream and the raw requests of each scenario into this folder; of several agents, into a folder for
    /// each
    #[arg(long, value_name = "DIR")]
    events: Option<PathBuf>,
    /// Write a report: json, junit, sarif, tap, github, badge, markdown or html; may be given several times
    #[arg(long, value_name = "KIND=FILE", value_parser = report_file)]
    report: Vec<(Kind, PathBuf)>,
    #[command(flatten)]
    expected: ExpectedArgs,
    /// How many scenarios run at the same time; without it: one for each processor, two with an installed agent, which mostly
    /// waits, and eight with a server or a client
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: Option<u16>,
    /// Run in an order drawn from this seed
    #[arg(long, value_name = "SEED")]
    shuffle: Option<u64>,
    /// Start no more scenarios after the first failure that counts
    #[arg(long, conflicts_with = "shard")]
    fail_fast: bool,
    /// The lowest level at which a failed requirement counts
    #[arg(long, value_enum, default_value_t, value_name = "LEVEL")]
    fail_on: FailOnArg,
    /// The lanes to look at; a Then that reads another lane is incomplete
    #[arg(long, value_name = "L,..", value_delimiter = ',', value_parser = lane)]
    lanes: Vec<Lane>,
    /// Compare the reference with the snapshots in this folder instead of those that hotseat carries
    #[arg(long, value_name = "DIR")]
    snapshots: Option<PathBuf>,
    /// Write the snapshots of the scenarios that were run, into --snapshots or ./snapshots, and remove stale ones
    #[arg(long, conflicts_with_all = ["subject", "agent", "shard"])]
    update_snapshots: bool,
    /// Tell so many stories of failures, each whole: a number, `all` or `none` [default: 20, on at most 80 lines]
    #[arg(long, value_name = "N|all|none", value_parser = stories)]
    stories: Option<Stories>,
    #[command(flatten)]
    shard: ListShardArgs,
    /// Print only the summary, and that only if something does not hold, be it one that does not count (`--fail-on`)
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Name every scenario, and every area in the table
    #[arg(short, long)]
    verbose: bool,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum TransportArg {
    /// A socket on loopback
    #[default]
    Http,
    /// No socket, but the same wire format
    Memory,
}

#[derive(Clone, Copy, ValueEnum)]
enum WireArg {
    /// Anthropic Messages
    Anthropic,
    /// OpenAI Responses
    Responses,
    /// OpenAI Chat Completions
    Chat,
    Gemini,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum FailOnArg {
    #[default]
    Must,
    Should,
    Any,
}

/// Parses a value of `--stories`.
pub fn stories(text: &str) -> Result<Stories, ArgumentError> {
    match text {
        "all" => Ok(Stories::Some(usize::MAX)),
        "none" => Ok(Stories::Some(0)),
        number => number.parse().map(Stories::Some).map_err(|_| ArgumentError::Stories),
    }
}

/// Parses a lane.
fn lane(text: &str) -> Result<Lane, ArgumentError> {
    Lane::ALL.into_iter().find(|lane| lane.word() == text).ok_or(ArgumentError::Lane)
}

pub fn run(args: &RunArgs) -> Result<u8, InputErrors> {
    let seats = args.tested.seats()?;
    let cases: Vec<Arc<Case>> = args.select.cases()?.into_iter().map(Arc::new).collect();
    if !args.quiet {
        args.select.tell_arrays();
    }
    if cases.is_empty() {
        say(&mut io::stderr(), "nothing is selected, so nothing was checked; `hotseat list` shows what there is\n");
        return Ok(ExitCode::NOTHING_SELECTED);
    }
    args.check_snapshot_folder()?;
    let expected = args.expected.read(&cases, &seats)?;
    let files = args.report.iter().map(|(_, file)| file).chain(args.expected.written_file());
    for file in files {
        output::check_writable(file)?;
    }
    if args.tested.is_foreign() && matches!(args.transport, TransportArg::Memory) {
        return Err(InputError::new("it asks the model over a socket, so `--transport memory` cannot be used")
            .help("leave it out")
            .into());
    }
    let shard = args.shard.of()?;
    let interrupts = Interrupts::listen()?;
    let store = args.snapshots.clone().map_or(Store::Embedded, Store::Folder);
    let unreferred = args.unreferred(&store, &cases)?;
    let part = shard.map(|shard| Part::of(shard, args, &seats, &expected, &cases));
    let (part, cases) = part.map_or((None, cases), |(part, own)| (Some(part), own));
    let (mut unwritten, mut reports, mut found) = (Vec::new(), Vec::new(), Vec::new());
    let (mut stopped, mut is_cut_short) = (None, false);
    // A shard may have no case at all.
    for (number, seat) in seats.iter().enumerate().filter(|_| !cases.is_empty()) {
        let streams = args
            .events
            .as_ref()
            .map(|folder| if seats.len() > 1 { folder.join(seat.folder(number + 1)) } else { folder.clone() });
        let part = part.as_ref();
        let played = Played { args, seat, number, cases: &cases, expected: &expected, streams, part };
        let has_played = played.run(store.clone(), unreferred.clone(), &interrupts);
        let HasPlayed { report, found: one, unwritten: missed, stop, is_cut_short: is_cut } = has_played;
        unwritten.extend(missed);
        reports.extend(report);
        found.push(one);
        (stopped, is_cut_short) = (stop, is_cut_short || is_cut);
        if stopped.is_some() {
            break;
        }
    }
    let kept = part.map_or(ExitCode::CONFORMANT, |part| part.keep(&args.shard.out, found, is_cut_short));
    if let Some(stop) = stopped.filter(|_| reports.is_empty()) {
        stop.leave(|text| say(&mut io::stderr(), text));
    }
    if let [report] = &reports[..] {
        unwritten.extend(github::tell(report).err());
    }
    for (kind, file) in &args.report {
        unwritten.extend(output::write_or_print(file, &kind.written(&reports, None)).err());
    }
    // By now, everything else is printed and written. Files that could not be written are reported last.
    if let Some(stop) = stopped {
        unwritten.iter().for_each(|error| say(&mut io::stderr(), &error.to_string()));
        stop.exit();
    }
    if !unwritten.is_empty() {
        return Err(InputErrors(unwritten));
    }
    Ok(reports.iter().fold(kept, |code, report| ExitCode::first(code, report.exit_code)))
}

impl RunArgs {
    /// What is wrong if the first path is not there, and nearly the name of a command.
    pub fn misspelt_command(&self) -> Option<InputError> {
        const ALIKE: f64 = 0.6;
        let path = self.select.paths.first().filter(|path| !path.exists())?.to_str()?;
        let commands = Cli::command();
        let names = commands.get_subcommands().map(|command| command.get_name().to_owned());
        let alike = names.map(|name| (strsim::normalized_damerau_levenshtein(path, &name), name));
        let (_, near) = alike.filter(|(likeness, _)| *likeness > ALIKE).max_by(|a, b| a.0.total_cmp(&b.0))?;
        let what = format!("there is no command and no file {path:?}");
        Some(InputError::new(what).help(format!("is `hotseat {near}` meant?")))
    }

    fn options(&self, spec: SubjectSpec, store: Store) -> Options {
        let jobs_for_each = spec.jobs_for_each();
        let usual = || {
            let processors = thread::available_parallelism().map_or(1, usize::from);
            // Each may be a process of its own, and a machine of many processors has no memory for that many.
            processors.max((processors * jobs_for_each).min(JOBS_MAX))
        };
        Options {
            spec,
            transport: match self.transport {
                TransportArg::Http => Transport::Http,
                TransportArg::Memory => Transport::Memory,
            },
            adapter_options: self.adapter_options(),
            jobs: self.jobs.map_or_else(usual, usize::from),
            stops_at: None,
            lanes: if self.lanes.is_empty() { Lane::ALL.to_vec() } else { self.lanes.clone() },
            snapshots: (!self.update_snapshots && !self.tested.is_foreign()).then_some(store),
            keeps_streams: self.events.is_some() || self.update_snapshots,
        }
    }

    fn adapter_options(&self) -> AdapterOptions {
        let wire = self.wire.map(|wire| match wire {
            WireArg::Anthropic => Wire::Anthropic,
            WireArg::Responses => Wire::Responses,
            WireArg::Chat => Wire::Chat,
            WireArg::Gemini => Wire::Gemini,
        });
        let patience = Duration::from_secs(self.patience.into());
        AdapterOptions { wire, unstreamed: self.unstreamed, patience, hosts: self.hosts.filter() }
    }

    /// The shell command that runs the same scenarios against the same subject.
    fn command(&self, seat: &Seat) -> String {
        let mut words: Vec<String> = vec!["hotseat".to_owned(), "run".to_owned()];
        words.extend(self.select.paths.iter().map(|path| path.display().to_string()));
        words.extend(self.select.combinations().word().map(str::to_owned));
        words.extend(seat.words());
        if matches!(self.transport, TransportArg::Memory) {
            words.extend(["--transport".to_owned(), "memory".to_owned()]);
        }
        if let Some(wire) = self.adapter_options().wire {
            words.extend(["--wire".to_owned(), wire.word().to_owned()]);
        }
        if self.unstreamed {
            words.push("--unstreamed".to_owned());
        }
        words.extend(self.hosts.words());
        if let Some(folder) = &self.snapshots {
            words.extend(["--snapshots".to_owned(), folder.display().to_string()]);
        }
        if !self.lanes.is_empty() {
            let lanes: Vec<&str> = self.lanes.iter().map(|lane| lane.word()).collect();
            words.extend(["--lanes".to_owned(), lanes.join(",")]);
        }
        pasteable(&words)
    }

    fn telling(&self) -> Telling {
        Telling {
            stories: self.stories.unwrap_or_default(),
            is_quiet: self.quiet,
            is_verbose: self.verbose,
            width: output::width(),
        }
    }

    const fn fail_on(&self) -> FailOn {
        match self.fail_on {
            FailOnArg::Must => FailOn::Must,
            FailOnArg::Should => FailOn::Should,
            FailOnArg::Any => FailOn::Any,
        }
    }

    /// A progress bar on a terminal. Elsewhere, some lines of progress.
    fn progress(&self, cases: &[Arc<Case>]) -> (ProgressBar, impl Fn(&Outcome) + Send + Sync + use<>) {
        let is_terminal = io::stderr().is_terminal();
        let target =
            if is_terminal && !self.quiet { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(cases.len() as u64), target);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {wide_msg}") {
            bar.set_style(style);
        }
        let (shown, lines) = (bar.clone(), !is_terminal && !self.quiet);
        let progress = move |outcome: &Outcome| {
            shown.set_message(outcome.case.id.clone());
            shown.inc(1);
            let (done, all) = (shown.position(), shown.length().unwrap_or_default());
            // About twenty lines, however many scenarios there are.
            if lines && (done == all || done % (all / 20).max(1) == 0) {
                say(&mut io::stderr(), &format!("{done}/{all} {}\n", outcome.case.id));
            }
        };
        (bar, progress)
    }

    /// Writes event streams and snapshots, if they were asked for. Returns the files that could not be written.
    fn write_streams(&self, folder: Option<&Path>, outcomes: &[Outcome], cases: &[Arc<Case>]) -> Vec<InputError> {
        let played = || outcomes.iter().filter(|outcome| outcome.end.is_some());
        let mut unwritten = Vec::new();
        if let Some(folder) = folder {
            for outcome in played() {
                let file = |ending: &str| folder.join(format!("{}.{ending}", outcome.case.id));
                unwritten.extend(output::write(&file("jsonl"), &events::jsonl(&outcome.events)).err());
                unwritten.extend(output::write(&file("raw.txt"), &events::raw(&outcome.raw, &outcome.secrets)).err());
                if !outcome.exchanged.is_empty() {
                    unwritten.extend(output::write(&file("lines.txt"), &outcome.exchanged).err());
                }
            }
        }
        if self.update_snapshots {
            let cases: Vec<&Case> = cases.iter().map(Arc::as_ref).collect();
            unwritten.extend(snapshots::update(&self.snapshot_folder(), outcomes, &cases, self.is_whole()));
        }
        // If the whole folder cannot be written, an error for every scenario would be too much.
        unwritten.truncate(UNWRITTEN_MAX);
        unwritten
    }

    /// Checks that the folder of snapshots exists, before anything runs. One that is to be written is made.
    fn check_snapshot_folder(&self) -> Result<(), InputError> {
        if self.update_snapshots {
            let folder = self.snapshot_folder();
            return fs::create_dir_all(&folder)
                .map_err(|error| InputError::new(format!("{}: {error}", folder.display())).help("nothing was run"));
        }
        self.snapshots.as_ref().filter(|folder| !folder.is_dir()).map_or(Ok(()), |folder| {
            Err(InputError::new(format!("there is no folder {}", folder.display()))
                .help("run hotseat where the folder of snapshots is, or name another with --snapshots"))
        })
    }

    /// The folder into which snapshots are written.
    fn snapshot_folder(&self) -> PathBuf {
        self.snapshots.clone().unwrap_or_else(|| PathBuf::from("snapshots"))
    }

    /// Whether no filter leaves out scenarios of the features that are read.
    fn is_whole(&self) -> bool {
        let SelectArgs { system, tags, name, requirement, .. } = &self.select;
        system.is_empty() && tags.is_none() && name.is_none() && requirement.is_none()
    }

    /// Snapshots without a scenario. We know them only if we have read all scenarios that could refer to them.
    fn unreferred(&self, store: &Store, cases: &[Arc<Case>]) -> Result<Vec<String>, InputErrors> {
        let matching = self.select.paths.is_empty() == matches!(store, Store::Embedded);
        if !self.is_whole() || !matching || self.update_snapshots || self.tested.is_foreign() {
            return Ok(Vec::new());
        }
        let ids: BTreeSet<String> = cases.iter().map(|case| case.id.clone()).collect();
        Ok(store.unreferred(&ids)?)
    }
}
