//! How many states `hotseat explore` meets in a second.
//!
//! ```text
//! cargo bench --bench explore
//! cargo install stateright --version 0.31.0 --example 2pc --locked --root DIR
//! cargo bench --bench explore -- --stateright DIR/bin/2pc
//! ```
//!
//! **Ours:** the scenario in which three tools ask, one question is cancelled and the run is interrupted, explored to its end
//! on one core, with and without kills. Each run begins anew, and each order is held to every rule. **Theirs:** stateright's
//! own example of a two-phase commit with eight participants, on all cores: its different states. It clones a small state and holds it to three
//! properties, so the figure shows a distance, and no race. The two run in turns, and the figures are medians.
//!
//! No time is asserted, because a busy machine makes every figure worse.

#![expect(clippy::disallowed_types, reason = "a benchmark measures real time, and starts processes")]

use std::{env, error::Error, process::Command, time::Instant};

use hotseat::{
    llm::shell::Memory,
    sim::{
        explore::{Explorer, Limits, Stopped},
        scope::Scope,
    },
    stage::Scenario,
    subject::Reference,
    suite::{catalogue::Catalogue, read_cases},
};

type Outcome<T> = Result<T, Box<dyn Error>>;

const THREE: &str = "jp/side-by-side/three-tools-ask-one-question-is-cancelled-and-the-run-is-interrupted";

fn main() -> Outcome<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let stateright = args.iter().skip_while(|arg| *arg != "--stateright").nth(1);
    let rounds = if args.iter().any(|arg| arg == "--bench") { 7 } else { 1 };
    let cases = read_cases(&[], Catalogue::embedded())?;
    let scenario = cases.iter().find(|case| case.id == THREE).ok_or("the scenario is gone")?.written();
    let (mut plain, mut killed, mut theirs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..rounds {
        plain.push(explored(&scenario, false)?);
        killed.push(explored(&scenario, true)?);
        theirs.extend(stateright.map(|program| two_phase_commit(program)).transpose()?);
    }
    for (name, figures) in [("without kills", plain), ("with kills", killed)] {
        let seconds = median(figures.iter().map(|one| one.0));
        let rate = median(figures.iter().map(|one| one.1));
        println!("three tools, {name}: {seconds:.3} s, {rate:.0} states and kill points a second");
    }
    if theirs.is_empty() {
        println!("LEFT OUT: stateright; install its example `2pc` and pass --stateright PROGRAM");
    } else {
        println!("stateright, its example 2pc: {:.0} different states a second", median(theirs));
    }
    Ok(())
}

/// The seconds of a search to the end, and how many states and kill points it met in a second.
fn explored(scenario: &Scenario, kills: bool) -> Outcome<(f64, f64)> {
    let explorer = Explorer::new(scenario, Scope::reference());
    let limits = Limits { states: u64::MAX, merges: true, kills };
    let begin = Instant::now();
    let explored = explorer.explore(limits, &mut Reference::default(), &mut Memory::default(), &|| true);
    let seconds = begin.elapsed().as_secs_f64();
    if explored.stopped != Stopped::Whole || !explored.broken.is_empty() {
        return Err(format!("the search did not come to a good end: {explored:?}").into());
    }
    Ok((seconds, (explored.states + explored.kill_points.unwrap_or_default()) as f64 / seconds))
}

/// How many different states a second stateright's example meets.
fn two_phase_commit(program: &str) -> Outcome<f64> {
    let begin = Instant::now();
    let said = String::from_utf8(Command::new(program).args(["check", "8"]).output()?.stdout)?;
    let seconds = begin.elapsed().as_secs_f64();
    let done = said.lines().find(|line| line.starts_with("Done."));
    let unique = done.and_then(|line| line.split("unique=").nth(1)?.split(',').next()?.parse::<f64>().ok());
    // Its own clock has whole seconds.
    Ok(unique.ok_or("it tells no states")? / seconds)
}

fn median(figures: impl IntoIterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.into_iter().collect();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
