//! The run of one subject.

#![expect(clippy::disallowed_types, reason = "the summary says how long the command took; no verdict depends on it")]

use std::{collections::BTreeMap, io, path::PathBuf, sync::Arc, time::Instant};

use super::{RunArgs, part::Part};
use crate::{
    cli::{
        expected::{Lists, today},
        interrupts::{Ended, Interrupts},
        output, say, tell_refused,
        tested::Seat,
    },
    report::{self, ExitCode, FailOn, Report, expected::ExpectedFailures, shards::SubjectFound},
    stage::{Fault, SubjectError},
    subject::process::Stop,
    suite::{
        InputError,
        case::Case,
        catalogue::Catalogue,
        check::Mismatch,
        outcome::CaseVerdict,
        plan::Plan,
        runner::{Options, SoFar, StopsAt, Suite},
        select::shuffle,
        snapshot::Store,
    },
};

/// The run of one subject.
pub struct Played<'a> {
    pub args: &'a RunArgs,
    pub seat: &'a Seat,
    /// Its number among those of the command.
    pub number: usize,
    pub cases: &'a [Arc<Case>],
    pub expected: &'a Lists,
    /// Where the event streams are written.
    pub streams: Option<PathBuf>,
    /// The part of the list that the cases are, if they are not all.
    pub part: Option<&'a Part>,
}

/// What has become of it.
#[derive(Default)]
pub struct HasPlayed {
    /// The report. None if nothing was judged.
    pub report: Option<Report>,
    /// The same for the summary of a shard.
    pub found: SubjectFound,
    /// The files that could not be written.
    pub unwritten: Vec<InputError>,
    /// The signal that has stopped the program meanwhile.
    pub stop: Option<Stop>,
    /// Whether not everything was judged: by a signal, or because the subject did not start.
    pub is_cut_short: bool,
}

impl Played<'_> {
    /// Plays the cases, and tells the result.
    pub fn run(&self, store: Store, unreferred: Vec<String>, interrupts: &Interrupts) -> HasPlayed {
        let Self { args, seat, number, cases, expected, streams, part } = self;
        let started = Instant::now();
        let stops_at = args.fail_fast.then(|| stops_at(args.fail_on(), expected.of(*number).cloned()));
        let options = Options { stops_at, ..args.options(seat.spec.clone(), store) };
        let hosts = options.adapter_options.hosts.clone();
        let plan = Plan::of(cases);
        let mut order = cases.to_vec();
        if let Some(seed) = args.shuffle {
            shuffle(&mut order, seed);
        }
        let (bar, progress) = args.progress(cases);
        let so_far = part.map_or_else(SoFar::default, |_| SoFar::of_part());
        let ended = interrupts.play(order, options, progress, so_far);
        bar.finish_and_clear();
        let (suite, stop) = match ended {
            Ended::ByItself(suite) => (suite, None),
            Ended::Stopped(stop, None) => {
                if *number > 0 {
                    say(&mut io::stderr(), &format!("stopped by {}: nothing of {} was judged\n", stop.name, seat.name));
                }
                return HasPlayed { stop: Some(stop), is_cut_short: true, ..HasPlayed::default() };
            }
            Ended::Stopped(stop, Some(suite)) => (Ok(suite), Some(stop)),
        };
        if let Some(Stop { name, .. }) = stop {
            let what = "every process of a subject was ended; what was judged before is told";
            say(&mut io::stderr(), &format!("stopped by {name}: {what}\n"));
        }
        tell_refused(&hosts);
        let has_started = suite.is_ok();
        let mut suite = suite.unwrap_or_else(|SubjectError { culprit, message }| {
            say(&mut io::stderr(), &format!("fault of the {}: {message}\n", culprit.words()));
            Suite::unread(cases, seat.name.clone(), Fault { culprit, message })
        });
        if !args.quiet {
            tell_claims(&suite, seat);
        }
        let places: BTreeMap<&str, usize> = cases.iter().enumerate().map(|(at, case)| (case.id.as_str(), at)).collect();
        suite.outcomes.sort_by_key(|outcome| places.get(outcome.case.id.as_str()).copied());
        let mut unwritten = args.write_streams(streams.as_deref(), &suite.outcomes, cases);
        let judged = plan.judge(&suite.outcomes, Catalogue::embedded(), &suite.claims);
        let is_cut_short = stop.is_some() || !has_started;
        let mut found = SubjectFound::default();
        let mut report = match part {
            Some(part) => {
                found =
                    SubjectFound::of(suite, &judged, unreferred, &part.placed(cases), &part.asked, args.command(seat));
                let is_whole = part.shard.of() == 1 && !is_cut_short;
                match found.finished(&part.asked, *number, is_whole, today()) {
                    Some(report) => report,
                    // There is always one.
                    None => return HasPlayed::default(),
                }
            }
            None => {
                let report = Report::new(suite, &judged, unreferred, args.fail_on(), args.command(seat));
                let mut report = report.with_selected(cases.iter().map(Arc::as_ref));
                // A list of what fails needs the whole run.
                if stop.is_none() {
                    unwritten.extend(args.expected.write(expected, &report).err());
                }
                let all_were_run = report.not_begun.is_empty();
                args.expected.apply(expected, *number, &mut report, |id| all_were_run && args.select.is_whole(id));
                report
            }
        };
        if !has_started {
            report.exit_code = ExitCode::USAGE;
        }
        let elapsed = format!("; {:.2} s", started.elapsed().as_secs_f64());
        // If the subject did not start, its fault was already printed.
        if has_started && (!args.quiet || !report.holds()) {
            output::print_styled(&report::pretty(&report, args.telling(), &elapsed));
        }
        HasPlayed { report: Some(report), found, unwritten, stop, is_cut_short }
    }
}

/// After which outcome `--fail-fast` starts no more: after the first that fails a requirement of a level that counts, and is not
/// expected to, or a `Then` without requirements, or the run as a whole.
fn stops_at(fail_on: FailOn, expected: Option<ExpectedFailures>) -> StopsAt {
    let is_listed = move |id: &str| expected.as_ref().is_some_and(|list| list.entry(id).is_some());
    StopsAt(Arc::new(move |outcome| {
        let counts = |id: &String| {
            let level = Catalogue::embedded().requirement(id).map(|requirement| requirement.level);
            level.is_none_or(|level| fail_on.counts(level)) && !is_listed(id)
        };
        if outcome.verdict() != CaseVerdict::Failed || is_listed(&outcome.case.id) {
            return false;
        }
        let mut fails =
            outcome.thens.iter().filter(|then| matches!(then.finding, Err(Mismatch::Fails { .. }))).peekable();
        outcome.drift.is_some()
            || fails.peek().is_none()
            || fails.any(|then| then.requirements.is_empty() || then.requirements.iter().any(counts))
    }))
}

/// Tells what the subject claims that is not known here, and a version that its manifest was not tried with.
fn tell_claims(suite: &Suite, seat: &Seat) {
    let claims = &suite.claims;
    for unknown in &claims.unknown {
        // The claim may come from a newer version of the protocol, or it may be misspelt.
        say(&mut io::stderr(), &format!("note: {} claims {unknown}; that is ignored\n", claims.who));
    }
    if let Some(note) = suite.identity.as_ref().and_then(|identity| seat.unknown_version(identity)) {
        say(&mut io::stderr(), &note);
    }
}
