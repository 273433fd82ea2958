//! `hotseat bisect`

use std::{io, path::PathBuf, time::Duration};

use clap::Args;

use super::{
    HostArgs, print, say,
    simulate::{NotTested, PATIENCE, TestedChoice, read_finding, tell_fault},
};
use crate::{
    report::{ExitCode, simulation},
    sim::{
        finding::{Finding, FindingError},
        same::first_difference,
        scope::Scope,
    },
    stage::{Observation, SubjectError},
    suite::{InputError, InputErrors},
};

#[derive(Args)]
pub struct BisectArgs {
    /// A finding that `hotseat simulate` or `hotseat shrink` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The adapter that is right: a program and its arguments [default: the reference]
    #[arg(long, value_name = "CMD")]
    good: Option<String>,
    /// The adapter that is wrong [default: the subject of the finding]
    #[arg(long, value_name = "CMD")]
    bad: Option<String>,
    /// How many seconds an adapter may be silent while it owes a line
    #[arg(long, value_name = "SECONDS", default_value_t = PATIENCE, value_parser = clap::value_parser!(u16).range(1..=3600))]
    patience: u16,
    #[command(flatten)]
    hosts: HostArgs,
}

pub fn run(args: &BisectArgs) -> Result<u8, InputErrors> {
    let wrong = |why: &dyn std::fmt::Display| InputError::new(format!("{}: {why}", args.file.display()));
    let finding = read_finding(&args.file)?;
    let bad = args.bad.as_deref().or(finding.options.subject.as_deref());
    let mutant = finding.options.mutant.as_deref().filter(|_| bad.is_none());
    if args.good.is_none() && bad.is_none() && mutant.is_none() {
        let help = "give `--good CMD` or `--bad CMD`, the command of an adapter";
        return Err(wrong(&"it is a finding of the reference, so there is nothing to hold it against")
            .help(help)
            .into());
    }
    super::watch_signals()?;
    let choose = |subject, mutant| {
        TestedChoice::of(subject, mutant, Duration::from_secs(args.patience.into()), args.hosts.filter())
    };
    let both = choose(args.good.as_deref(), None).and_then(|good| Ok((good, choose(bad, mutant)?)));
    let (good, bad) = match both {
        Ok(both) => both,
        Err(NotTested::Input(errors)) => return Err(errors),
        Err(NotTested::Subject(error)) => return Ok(tell_fault(&error)),
    };
    let code = compare(&finding, &good, &bad).map_err(|error| wrong(&error));
    good.close();
    bad.close();
    Ok(code?)
}

/// Runs the choices with both, and tells where their runs part.
fn compare(finding: &Finding, good: &TestedChoice, bad: &TestedChoice) -> Result<u8, FindingError> {
    if let Some(code) = cannot(finding, good, "good")?.or(cannot(finding, bad, "bad")?) {
        return Ok(code);
    }
    // What is drawn depends on what is claimed, so both get the choices of one.
    let scope = if bad.scope().is_reference() { good.scope() } else { bad.scope() };
    let mut runs = Vec::new();
    for (name, tested) in [("good", good), ("bad", bad)] {
        let [first, again] = [ran(finding, tested, scope), ran(finding, tested, scope)];
        let (first, again) = match (first, again) {
            (Ok(first), Ok(again)) => (first?, again?),
            (Err(error), _) | (_, Err(error)) => return Ok(tell_fault(&error)),
        };
        if let Some(at) = first_difference(&first.stream, &again.stream) {
            let text =
                format!("the {name} one does not repeat itself: two of its runs differ at observation {}\n", at + 1);
            say(&mut io::stderr(), &text);
            return Ok(ExitCode::NOT_DETERMINISTIC);
        }
        runs.push(first);
    }
    let [right, wrong] = &runs[..] else { return Ok(ExitCode::INTERNAL) };
    let is_broken = |run: &Ran| run.broken.as_deref() == Some(&*finding.rule);
    let Some(at) = first_difference(&right.stream, &wrong.stream) else {
        let rule = &finding.rule;
        if is_broken(wrong) {
            print(&format!("the two runs are the same in everything, and both break the rule {rule}\n"));
            return Ok(ExitCode::VIOLATED);
        }
        print(&format!(
            "the two runs are the same in everything, and none breaks the rule {rule}: the failure is gone\n"
        ));
        return Ok(ExitCode::NOT_DETERMINISTIC);
    };
    print(&simulation::parting(finding, &right.stream, &wrong.stream, at));
    if !is_broken(wrong) {
        print(&format!("\nthe bad one does not break the rule {} any more\n", finding.rule));
    }
    Ok(ExitCode::VIOLATED)
}

/// The exit code if a subject does not claim what the run needs.
fn cannot(finding: &Finding, tested: &TestedChoice, name: &str) -> Result<Option<u8>, FindingError> {
    if !finding.needs_more(tested.scope())? {
        return Ok(None);
    }
    say(&mut io::stderr(), &format!("the {name} one does not claim what the run needs\n"));
    Ok(Some(ExitCode::INCOMPLETE))
}

/// A run of the choices.
struct Ran {
    stream: Vec<Observation>,
    /// The rule that it breaks, if any.
    broken: Option<String>,
}

/// The run of the choices with this subject.
fn ran(finding: &Finding, tested: &TestedChoice, scope: &Scope) -> Result<Result<Ran, FindingError>, SubjectError> {
    let mut started = tested.start()?;
    let run = finding.run(started.tested(scope));
    drop(started.subject.close());
    match run {
        Ok(run) => match run.trouble {
            Some(trouble) => Err(trouble),
            None => Ok(Ok(Ran {
                broken: run.outcome.violation.map(|violation| violation.rule.to_owned()),
                stream: run.outcome.stream,
            })),
        },
        Err(error) => Ok(Err(error)),
    }
}
