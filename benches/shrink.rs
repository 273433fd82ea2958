//! How long `hotseat shrink` takes with a failure of thousands of events.
//!
//! ```text
//! cargo bench --bench shrink
//! ```
//!
//! **Ours:** failures in which a tool asks without an end, because a mutant of the reference puts a question in the place of the
//! one that it asked. They are the longest that a simulation finds, and stay long: each run that fails in the same way goes on
//! until the loop gives up. The promise is less than five seconds for a failure of 1,000 events. The figures are medians.
//! **Beside them:** one run of the same failure, so that the search is told in runs, too, which a busy machine changes less.
//!
//! No time is asserted, because a busy machine makes every figure worse.

#![expect(clippy::disallowed_types, reason = "a benchmark measures real time")]

use std::{env, error::Error, hint::black_box, time::Instant};

use hotseat::{
    mutate::mutants,
    sim::{
        fault::FaultChoice,
        finding::{Finding, Smaller},
        generators,
        run::Options,
    },
    subject::Reference,
};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// It answers each invalid question of a tool with one of its own.
const MUTANT: &str = "i-4-jp-inquiry-asks-all-the-same";
/// The systems in which that goes on without an end, with a seed of each.
const FAILURES: [(&str, u64); 3] = [("mcp-client", 10), ("mcp-client", 2), ("acp", 24)];
/// A failure has at least so many events.
const EVENTS_MIN: usize = 1_000;

fn main() -> Outcome<()> {
    let rounds = if env::args().any(|arg| arg == "--bench") { 7 } else { 1 };
    let tables = mutants().as_ref().map_err(|error| format!("{error:?}"))?;
    let known = tables.iter().flat_map(|table| &table.rows).find(|mutant| mutant.id == MUTANT);
    let changes = known.ok_or("the mutant is gone")?.changes.clone();
    for (system, seed) in FAILURES {
        let generator = generators::of(system).ok_or("the system is gone")?;
        let mut subject = Reference::with_changes(vec![changes.clone().into()]);
        let mutant = Some(MUTANT.to_owned());
        let options = Options { system: system.to_owned(), faults: FaultChoice::Swarm, mutant, subject: None };
        let (mut searches, mut once) = (Vec::new(), Vec::new());
        let mut told = String::new();
        for _ in 0..rounds {
            let begin = Instant::now();
            let made = Finding::make(&options, generator, (seed, None), &mut subject);
            once.push(begin.elapsed().as_secs_f64());
            let finding = made.filter(|finding| finding.events.len() >= EVENTS_MIN).ok_or("the failure is gone")?;
            let begin = Instant::now();
            let smaller = black_box(finding.smaller(&mut subject, &|| true)?);
            searches.push(begin.elapsed().as_secs_f64());
            let Smaller::Found { finding: small, runs, .. } = smaller else {
                return Err("it is not repeatable".into());
            };
            told = format!("{} events, {} in the small one, {runs} runs", finding.events.len(), small.events.len());
        }
        let (search, once) = (median(searches), median(once));
        println!("{system}, seed {seed}: {told}; {search:.2} s, as long as {:.0} runs of the failure", search / once);
    }
    Ok(())
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or_default()
}
