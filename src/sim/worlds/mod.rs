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
    draws::Draws,
    ledger::Ledger,
    points::Point,
    world::{Never, Told, World},
};
use crate::stage::What;

/// Every system that can be simulated.
pub const ALL: &[&World] = &[&jp::ASK_USER, &jp::INQUIRY, &deepchat::WORLD, &pi::WORLD, &pilotdeck::WORLD];

/// The world of that system.
pub fn of(system: &str) -> Option<&'static World> {
    ALL.iter().copied().find(|world| world.system == system)
}

/// What is never met where nothing is asked of a file, and nobody but the user is asked.
const NO_FILES: &[Never] = &[
    ("hears model data", "nobody but the user is asked"),
    ("hears file done", "it has no files"),
    ("hears file read", "it has no files"),
    ("hears file failed", "it has no files"),
    ("does file write", "it has no files"),
    ("does file read", "it has no files"),
    ("does file remove", "it has no files"),
    ("does cancel file", "it has no files"),
];

/// What is never met where a client's lines come one by one.
const UNWRITTEN: &[Never] = &[("hears client written", "it is handed its client's lines")];

/// What no system says.
const UNSAID: &[Never] = &[
    ("does refuse interrupted", "what comes after an interrupt is late"),
    ("does refuse superseded", "what comes after another has settled it is late"),
];

/// No message to the client asks for anything.
fn told_nothing(_: &Value) -> Told {
    Told::Nothing
}

fn no_point(_: &Ledger<'_>, _: &What) -> Option<Point> {
    None
}

fn no_line(_: &Value, _: u32, _: &mut Draws) -> Value {
    Value::Null
}
