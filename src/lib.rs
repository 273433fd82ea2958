//! Hotseat puts an agent in the hot seat: does it ask its user properly?
//!
//! A deterministic simulation and conformance harness for the tools with which coding agents ask people questions:
//! with a scripted model on one side and a scripted person on the other, it plays scenarios against an
//! implementation and tells which requirements hold.
//!
//! # A tour, from the bottom up
//!
//! Layers point downwards; nothing knows what is above it.
//!
//! | room | what it is | what is absent |
//! |---|---|---|
//! | [`model`] | what all systems share: virtual time, operations, conversations, keys | any system's rules |
//! | [`system`] | every system as a pure machine: inputs in, effects out; [`system::jp`], [`system::deepchat`], [`system::pi`], [`system::pilotdeck`] | clock, socket, task, randomness |
//! | [`llm`] | conversation to wire and back, scripts, the one reply function, its shells | any system's rules |
//! | [`stage`] | a run: the scheduler, virtual time, the parties, the event stream | real time, processes, file formats |
//! | [`mutate`] | implementations that are wrong on purpose: a layer around a machine, and its tables | any judgement, any feature |
//! | [`subject`] | who sits in the hot seat: the reference, an adapter behind a pipe, or a caller's own | any judgement |
//! | [`sim`] | simulation: situations, faults and orders from a seed, and the rules that hold in all | features, files' formats |
//! | [`suite`] | features, steps, requirements and verdicts, snapshots, the runner | a report's format |
//! | [`report`] | one model of what was found, in several formats | any judgement of its own |
//! | [`trials`] | scenarios as the tests of a test binary | any judgement of its own |
//! | [`terminal`] | a person at a terminal, in the place of a scenario's | any system's rules, any judgement |
//! | [`cucumber`] | the same steps as steps of cucumber, for a runner of a user's own | a runner, a report |
//! | [`cli`] | one file a subcommand | logic of its own |
//!
//! # A run in five lines
//!
//! ```
//! use hotseat::{llm::shell::Memory, stage::{Scenario, play, End}, subject::Reference};
//!
//! let scenario: Scenario = serde_json::from_value(serde_json::json!({
//!     "system": "jp-ask-user",
//!     "operator": [{"when": "start", "does": {"says": "hello"}}],
//!     "model": [{"expect": {"says": "hello"}, "replies": [{"body": {"message": {"text": "hi"}}}]}]
//! })).unwrap();
//! let played = play(&scenario, &mut Reference::default(), &mut Memory::default());
//! assert_eq!(played.end, End::Done);
//! ```

pub mod cli;
pub mod cucumber;
pub mod llm;
pub mod model;
pub mod mutate;
pub mod report;
pub mod sim;
pub mod stage;
pub mod subject;
pub mod suite;
pub mod system;
pub mod terminal;
pub mod trials;
