//! `hotseat explore`

use std::{
    fs, io,
    path::{Path, PathBuf},
    slice,
    time::Duration,
};

use clap::Args;

use super::{
    HostArgs,
    interrupts::Signal,
    print, say,
    simulate::{NotTested, PATIENCE, TestedChoice, keep as keep_file, tell_fault, write_scenario},
};
use crate::{
    llm::shell::{Memory, ModelShell},
    model::{json::Map, text::pasteable},
    report::{ExitCode, exploration},
    sim::{
        explore::{Broken, Explorer, Limits, OrderFile, Stopped, fault_of_others},
        finding::VERSION,
        generators,
    },
    stage::{Culprit, Fault, Played, Scenario, Subject, SubjectError},
    subject::StartedSubject,
    suite::{
        InputError, InputErrors,
        found::Failure,
        named::{Named, named},
    },
};

/// How many states are met at most: with several choices, or where the subject may be killed.
const STATES: u64 = 1_000_000;
/// The same for an adapter, whose states are never merged and take more time.
const STATES_OF_ADAPTER: u64 = 10_000;
/// The default folder for orders that break something.
const OUT: &str = "hotseat-findings";
/// The longest name of a file, in bytes, without its number.
const NAME_MAX: usize = 60;

#[derive(Args)]
pub struct ExploreArgs {
    /// A scenario: its id or a part of it, `mine.feature:12` for the one at that line, or a scenario file
    #[arg(value_name = "SCENARIO")]
    scenario: String,
    /// The scenario of a feature with this in its id or name
    #[arg(long, value_name = "REGEX")]
    name: Option<String>,
    /// Stop after so many states with several choices, or where the subject may be killed [default: 1000000; 10000 for
    /// an adapter]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    states: Option<u64>,
    /// Play every order to its end, even if its state was there before
    #[arg(long)]
    no_merge: bool,
    /// Never kill the subject. Otherwise it is also killed once, after any effect, and restarted, if it claims that it may be
    #[arg(long)]
    no_kills: bool,
    /// Play only the order of this file, which `hotseat explore` wrote
    #[arg(long, value_name = "FILE", conflicts_with_all = ["states", "no_merge", "no_kills"])]
    order: Option<PathBuf>,
    /// Explore this mutant, which is wrong on purpose, to see whether an order shows it
    #[arg(long, value_name = "ID")]
    mutant: Option<String>,
    /// An adapter to explore instead of the reference: a program and its arguments
    #[arg(long, value_name = "CMD", conflicts_with = "mutant")]
    subject: Option<String>,
    /// How many seconds an adapter may be silent while it owes a line
    #[arg(long, value_name = "SECONDS", default_value_t = PATIENCE, value_parser = clap::value_parser!(u16).range(1..=3600))]
    patience: u16,
    #[command(flatten)]
    hosts: HostArgs,
    /// The folder for orders that break something
    #[arg(long, value_name = "DIR", default_value = OUT)]
    out: PathBuf,
}

pub fn run(args: &ExploreArgs) -> Result<u8, InputErrors> {
    let named = named(&args.scenario, args.name.as_deref())?;
    let order = args.order.as_deref().map(read).transpose()?;
    let signal = Signal::heed()?;
    let patience = Duration::from_secs(args.patience.into());
    let tested = match TestedChoice::of(args.subject.as_deref(), args.mutant.as_deref(), patience, args.hosts.filter())
    {
        Ok(tested) => tested,
        Err(NotTested::Input(errors)) => return Err(errors),
        Err(NotTested::Subject(error)) => return Ok(tell_fault(&error)),
    };
    if let (TestedChoice::Reference(_), Some(generator)) = (&tested, generators::of(&named.scenario.system))
        && let Some(why) = tested.why_not(generator)
    {
        let help = "a mutant is for the systems of its requirement: `hotseat mutants --mutant ID` names them";
        return Err(InputError::new(why).help(help).into());
    }
    let code = match tested.start() {
        Ok(mut started) => {
            let code = with(args, &named, order.as_ref(), &tested, &mut started, &signal);
            ended(code, started.subject.close())
        }
        Err(error) => Ok(tell_fault(&error)),
    };
    tested.close();
    code
}

/// Explores with a started subject, or plays one order with it.
fn with(
    args: &ExploreArgs,
    Named { id, scenario, .. }: &Named,
    order: Option<&OrderFile>,
    tested: &TestedChoice,
    started: &mut StartedSubject,
    signal: &Signal,
) -> Result<u8, InputErrors> {
    let StartedSubject { subject, model } = started;
    let mut memory = Memory::default();
    let model: &mut dyn ModelShell = match model {
        Some(model) => model.as_mut(),
        None => &mut memory,
    };
    if !subject.claims().has_system(&scenario.system) {
        let text = format!("nothing was explored: the subject does not claim the system {}\n", scenario.system);
        say(&mut io::stderr(), &text);
        return Ok(ExitCode::INCOMPLETE);
    }
    let explorer = Explorer::new(scenario, tested.scope());
    match (order, &args.order) {
        (Some(order), Some(file)) => replay((id, &explorer), order, file, subject.as_mut(), model),
        _ => explore(args, (id, scenario), (tested, &explorer), subject.as_mut(), model, signal),
    }
}

fn explore(
    args: &ExploreArgs,
    (id, scenario): (&str, &Scenario),
    (tested, explorer): (&TestedChoice, &Explorer<'_>),
    subject: &mut dyn Subject,
    model: &mut dyn ModelShell,
    signal: &Signal,
) -> Result<u8, InputErrors> {
    let may_go_on = || !signal.has_come();
    let is_adapter = args.subject.is_some();
    let usual = if is_adapter { STATES_OF_ADAPTER } else { STATES };
    let merges = !args.no_merge && !is_adapter;
    let limits = Limits { states: args.states.unwrap_or(usual), merges, kills: !args.no_kills };
    let explored = explorer.explore(limits, subject, model, &may_go_on);
    print(&exploration::explored(id, &explored));
    let mut code = match explored.stopped {
        Stopped::Whole => ExitCode::CONFORMANT,
        Stopped::Limit | Stopped::Told => ExitCode::INCOMPLETE,
        Stopped::Differs(_) => ExitCode::NOT_DETERMINISTIC,
        Stopped::Fault(ref fault) => tell_fault_of_run(fault),
    };
    for (name, one) in &explored.broken {
        let small = explorer.smaller((name, one), subject, model, &may_go_on);
        let kept = keep(args, (id, scenario), (tested, explorer), (name, &small), subject, model);
        code = ExitCode::first(code, kept);
    }
    Ok(code)
}

/// Plays a broken order again, tells it, and writes it into a file. If it breaks a rule, writes it as a scenario, too.
fn keep(
    args: &ExploreArgs,
    (id, scenario): (&str, &Scenario),
    (tested, explorer): (&TestedChoice, &Explorer<'_>),
    (name, one): (&str, &Broken),
    subject: &mut dyn Subject,
    model: &mut dyn ModelShell,
) -> u8 {
    let played = match explorer.replay(&one.way, subject, model) {
        Ok(replayed) if replayed.broken.contains_key(name) => replayed.played,
        Ok(replayed) => {
            if let Some(fault) = fault_of_others(&replayed.played) {
                return tell_fault_of_run(fault);
            }
            say(&mut io::stderr(), &format!("not repeatable: {name}: the same order does not break it again\n"));
            return ExitCode::NOT_DETERMINISTIC;
        }
        Err(why) => {
            say(&mut io::stderr(), &format!("not repeatable: {name}: {why}\n"));
            return ExitCode::NOT_DETERMINISTIC;
        }
    };
    let order = OrderFile {
        version: VERSION.to_owned(),
        scenario: id.to_owned(),
        broken: name.to_owned(),
        kill: one.way.kill,
        choices: one.way.choices.clone(),
    };
    match keep_file(&args.out, &format!("{}.order", plain(&format!("{}-{id}", scenario.system))), &order.write()) {
        Ok(file) => {
            let feature = file.with_extension("feature");
            let file = file.display().to_string();
            let mut words = vec!["hotseat", "explore", &args.scenario];
            words.extend(args.name.iter().flat_map(|name| ["--name", name]));
            words.extend(args.mutant.iter().flat_map(|id| ["--mutant", id]));
            words.extend(args.subject.iter().flat_map(|command| ["--subject", command]));
            words.extend(["--order", &file]);
            print(&exploration::broken(name, one, &played.clone().redacted(), Some(&pasteable(&words))));
            let Some(rule) = one.rule else { return ExitCode::VIOLATED };
            let failure = Failure {
                system: &scenario.system,
                files: scenario.files.iter().map(|(path, content)| (path.clone(), content.clone())).collect(),
                secrets: &scenario.secrets,
                asks: Map::new(),
                events: &played.events,
                rule,
                requirements: &one.requirements,
                message: &one.message,
                is_of_reference: args.mutant.is_none() && args.subject.is_none(),
            };
            write_scenario(&feature, tested, slice::from_ref(&failure), args.mutant.as_deref(), args.subject.as_deref())
        }
        Err((file, error)) => {
            print(&exploration::broken(name, one, &played.redacted(), None));
            let file = file.display();
            say(&mut io::stderr(), &format!("cannot write {file}: {error}; the order is printed instead:\n"));
            print(&order.write());
            ExitCode::USAGE
        }
    }
}

/// Plays one order, and tells what is broken in it.
fn replay(
    (id, explorer): (&str, &Explorer<'_>),
    order: &OrderFile,
    file: &Path,
    subject: &mut dyn Subject,
    model: &mut dyn ModelShell,
) -> Result<u8, InputErrors> {
    let wrong = |why: &dyn std::fmt::Display| InputError::new(format!("{}: {why}", file.display()));
    if order.version != VERSION {
        let found = &order.version;
        return Err(wrong(&format!("the order is from hotseat {found}, and this is hotseat {VERSION}"))
            .help("only the same version surely plays the same; explore the scenario anew")
            .into());
    }
    if order.scenario != id {
        return Err(wrong(&format!("expected an order of {id}, found one of {}", order.scenario))
            .help("give the scenario of the order")
            .into());
    }
    let replayed = explorer
        .replay(&order.way(), subject, model)
        .map_err(|why| wrong(&why).help("the scenario has changed since; explore it anew"))?;
    if let Some(fault) = fault_of_others(&replayed.played) {
        return Ok(tell_fault_of_run(fault));
    }
    let played: Played = replayed.played.redacted();
    for (name, one) in &replayed.broken {
        print(&exploration::broken(name, one, &played, None));
    }
    if replayed.broken.contains_key(&order.broken) {
        return Ok(ExitCode::VIOLATED);
    }
    print(&format!("in this order, {} is not broken\n", order.broken));
    Ok(if replayed.broken.is_empty() { ExitCode::CONFORMANT } else { ExitCode::VIOLATED })
}

fn read(file: &Path) -> Result<OrderFile, InputError> {
    let wrong = |why: &dyn std::fmt::Display| InputError::new(format!("{}: {why}", file.display()));
    let text = fs::read_to_string(file).map_err(|error| wrong(&error))?;
    OrderFile::read(&text).map_err(|error| wrong(&error))
}

/// A name of a file, from an id.
fn plain(id: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    id.chars().map(plain).take(NAME_MAX).collect()
}

/// Tells whose fault it is that a run says nothing. An adapter that breaks a run is wrong.
fn tell_fault_of_run(Fault { culprit, message }: &Fault) -> u8 {
    let told = tell_fault(&SubjectError { culprit: *culprit, message: message.clone() });
    if *culprit == Culprit::Adapter { ExitCode::VIOLATED } else { told }
}

/// The exit code, now that the subject has ended. An adapter that does not end as it must is wrong.
fn ended(code: Result<u8, InputErrors>, closed: Result<(), SubjectError>) -> Result<u8, InputErrors> {
    let code = code?;
    Ok(match closed {
        Ok(()) => code,
        Err(error) => {
            let is_of_adapter = error.culprit == Culprit::Adapter;
            let told = tell_fault(&error);
            ExitCode::first(code, if is_of_adapter { ExitCode::VIOLATED } else { told })
        }
    })
}
