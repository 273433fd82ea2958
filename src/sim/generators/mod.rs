//! The generators of the systems that can be simulated, and what several of them share.

pub(crate) mod acp;
mod deepchat;
mod draft;
mod jp;
mod mcp;
mod offers;
mod pi;
mod pilotdeck;
mod server_tools;

use crate::model::json::{Value, json};

use self::offers::by_offers;
use super::{
    coverage_points::CoveragePoint,
    draws::{Draws, Stream},
    generator::{ClientMessage, Never, SystemGenerator},
    run_state::RunState,
};
use crate::stage::What;

/// The generators of all systems that can be simulated.
pub const ALL: &[&SystemGenerator] = &[
    &jp::ASK_USER,
    &jp::INQUIRY,
    &deepchat::GENERATOR,
    &pi::GENERATOR,
    &pilotdeck::GENERATOR,
    &acp::GENERATOR,
    &mcp::GENERATOR,
    &mcp::CLIENT,
];

/// The generator of a system, if it can be simulated.
pub fn of(system: &str) -> Option<&'static SystemGenerator> {
    ALL.iter().copied().find(|generator| generator.system == system)
}

/// The points that a system without files cannot meet.
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

/// The points that a protocol cannot meet whose reference stores nothing and waits for nobody but the other parties.
const NOTHING_LASTS: &[Never] = &[
    ("hears timer fired", NO_TIMERS),
    ("does timer", NO_TIMERS),
    ("does cancel timer", NO_TIMERS),
    ("does turn timed out", NO_TIMERS),
    ("does record", NO_RECORDS),
    ("does turn paused", "a question does not pause a turn"),
    ("fault kill", "nobody says what should become of a question when the process is killed"),
    ("fault older-events", NO_RECORDS),
    ("fault newer-events", NO_RECORDS),
];
const NO_TIMERS: &str = "it waits for nothing but its model, its tools and its user";
const NO_RECORDS: &str = "it stores nothing";

/// Makes the arguments of a question, which has options or none, such as no tool may ask.
fn spoil_question(draws: &mut Draws, arguments: &mut Value) {
    match draws.below(Stream::Situation, "how invalid", 3) {
        0 => arguments["question"] = "".into(),
        1 => arguments["options"] = json!([]),
        _ => arguments["options"] = json!(["the same", "the same"]),
    }
}

/// The points that a system cannot meet if only the user is asked.
const NO_INQUIRY: &[Never] = &[
    ("hears model data", "only the user is asked"),
    ("fault wrong-data", "only the user is asked, so no answer is structured"),
];

/// The points that a system cannot meet if only the model asks.
const NO_TOOL_ASKS: &[Never] = &[("fault asks-again", "the host's tools ask nothing, so no tool asks again")];

/// The points that a system cannot meet if its client's lines come one by one.
const UNWRITTEN: &[Never] = &[("hears client written", "its client's lines come one by one, not as a byte stream")];

/// The reasons for a refusal that no system gives.
const UNSAID: &[Never] = &[
    ("does refuse interrupted", "an input after an interrupt is refused as late"),
    ("does refuse superseded", "an input at a settled question is refused as late"),
];

/// For systems whose messages to the client ask nothing.
fn asks_nothing(_: &Value) -> ClientMessage {
    ClientMessage::Nothing
}

/// For systems without coverage points of their own.
fn no_point(_: &RunState<'_>, _: &What) -> Option<CoveragePoint> {
    None
}

/// For systems whose client answers nothing.
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

    #[test]
    fn no_point_is_met_that_a_system_says_it_cannot_meet() {
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

    /// Some classes trigger only together with others, so two others are always on.
    #[test]
    fn every_other_fault_class_triggers() {
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
            assert!(!can || (0..1_000).any(&mut triggers), "{} never triggers in {}", fault.word(), generator.system);
        }
    }
}
