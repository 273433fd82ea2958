//! The systems that can be simulated, each with what a simulation must know of it.

mod deepchat;
mod draft;
mod jp;
mod offers;
mod pi;
mod pilotdeck;

use serde_json::Value;

use self::offers::by_offers;
use super::{
    coverage_points::CoveragePoint,
    draws::Draws,
    generator::{ClientMessage, Never, SystemGenerator},
    run_state::RunState,
};
use crate::stage::What;

/// Every system that can be simulated.
pub const ALL: &[&SystemGenerator] = &[&jp::ASK_USER, &jp::INQUIRY, &deepchat::WORLD, &pi::WORLD, &pilotdeck::WORLD];

/// The world of that system.
pub fn of(system: &str) -> Option<&'static SystemGenerator> {
    ALL.iter().copied().find(|generator| generator.system == system)
}

/// What is never met where nothing is asked of a file.
const NO_FILES: &[Never] = &[
    ("fault file-fails", "it has no files"),
    ("hears file done", "it has no files"),
    ("hears file read", "it has no files"),
    ("hears file failed", "it has no files"),
    ("does file write", "it has no files"),
    ("does file read", "it has no files"),
    ("does file remove", "it has no files"),
    ("does cancel file", "it has no files"),
];

/// What is never met where nobody but the user is asked, and nobody but the model asks.
const NO_INQUIRY: &[Never] = &[
    ("hears model data", "nobody but the user is asked"),
    ("fault wrong-data", "nobody but the user is asked, so no answer is structured"),
    ("fault asks-again", "the host's tools ask nothing, so none asks again"),
];

/// What is never met where a client's lines come one by one.
const UNWRITTEN: &[Never] = &[("hears client written", "it is handed its client's lines")];

/// What no system says.
const UNSAID: &[Never] = &[
    ("does refuse interrupted", "what comes after an interrupt is late"),
    ("does refuse superseded", "what comes after another has settled it is late"),
];

/// No message to the client asks for anything.
fn told_nothing(_: &Value) -> ClientMessage {
    ClientMessage::Nothing
}

fn no_point(_: &RunState<'_>, _: &What) -> Option<CoveragePoint> {
    None
}

fn no_line(_: &Value, _: u32, _: &mut Draws) -> Value {
    Value::Null
}

#[cfg(test)]
mod tests {
    use super::ALL;
    use crate::{
        sim::{
            coverage_points::Met,
            fault::{Fault, FaultChoice},
            run::{RunOptions, simulate},
        },
        subject::Reference,
    };

    /// What is said to be never met is not met.
    #[test]
    fn never_is_never() {
        let mut subject = Reference::default();
        for generator in ALL {
            let mut met = Met::default();
            for seed in 0..300 {
                met.join(
                    &simulate(generator, &FaultChoice::Swarm, seed, RunOptions::default(), &mut subject).outcome.met,
                );
            }
            let wrong: Vec<_> =
                generator.never.iter().copied().flatten().filter(|(never, _)| met.times(never) > 0).collect();
            assert!(wrong.is_empty(), "{}: {wrong:?}", generator.system);
        }
    }

    /// What is not said to be never met is met, of the faults; some need others beside them.
    #[test]
    fn every_other_class_of_faults_strikes() {
        let mut subject = Reference::default();
        for (generator, fault) in
            ALL.iter().flat_map(|generator| Fault::ALL.iter().map(move |fault| (generator, *fault)))
        {
            let faults = FaultChoice::These(vec![fault, Fault::Interrupt, Fault::LatePerson]);
            let mut triggers = |seed| {
                let met = simulate(generator, &faults, seed, RunOptions::default(), &mut subject).outcome.met;
                met.times(fault.point()) > 0
            };
            let can = generator.why_never(fault.point()).is_none();
            assert!(!can || (0..1_000).any(&mut triggers), "{} never strikes in {}", fault.word(), generator.system);
        }
    }
}
