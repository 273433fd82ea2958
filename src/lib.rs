//! Hotseat puts an agent in the hot seat: does it ask its user properly?
//!
//! Hotseat is a deterministic conformance harness for the tools with which coding agents ask people questions. It plays
//! scenarios against an implementation, with a scripted model on one side and a scripted person on the other, and tells
//! which requirements hold.
//!
//! # Where to begin
//!
//! | you want to | look at |
//! |---|---|
//! | run the scenarios as tests of your own implementation | [`trials`] |
//! | run features with cucumber, with steps of your own | [`cucumber`] |
//! | test a Rust implementation | [`stage::Subject`]; [`subject`] starts it |
//! | learn the vocabulary of inputs and effects | [`system`], [`model`] |
//! | play one scenario from code | [`stage`], and below |
//!
//! The program `hotseat` does everything else; its README lists the commands.
//!
//! # A tour of the house, from the bottom up
//!
//! A room uses only the rooms above it in this table. The rooms without a link are public only for this package's own
//! tests and benchmarks.
//!
//! | room | what it is | what is absent |
//! |---|---|---|
//! | [`model`] | what all systems share: virtual time, operations, conversations, keys | any system's rules |
//! | [`system`] | every system as a pure machine: inputs in, effects out; a folder for each | clock, socket, task, randomness |
//! | [`llm`] | the scripted model: its script, the wire formats, and how requests reach it | any system's rules |
//! | [`stage`] | a run: the scheduler, virtual time, the parties, the event stream, redaction | real time, processes, file formats |
//! | `mutate` | implementations that are wrong on purpose: a layer around a machine, and its tables | any judgement, any feature |
//! | [`subject`] | the implementation under test: the reference, an adapter behind a pipe, or a caller's own | any judgement |
//! | `sim` | simulation: workloads, faults and orders from a seed, and the rules that hold in all | features, file formats |
//! | `suite` | features, steps, requirements and verdicts, snapshots, the runner | a report's format |
//! | `report` | one model of what was found, in several formats | any judgement of its own |
//! | [`cucumber`] | the same steps as steps of cucumber | any judgement of its own |
//! | [`trials`] | scenarios as the tests of a test binary | any judgement of its own |
//! | `terminal` | a human at a terminal, in the place of a scenario's person | any system's rules, any judgement |
//! | `cli` | one file a subcommand | logic of its own |
//!
//! # A run in five lines
//!
//! ```
//! use hotseat::{
//!     llm::shell::Memory, model::json::{from_value, json}, stage::{End, Scenario, play}, subject::Reference,
//! };
//!
//! let scenario: Scenario = from_value(json!({
//!     "system": "jp-ask-user",
//!     "operator": [{"when": "start", "does": {"says": "hello"}}],
//!     "model": [{"expect": {"says": "hello"}, "replies": [{"body": {"message": {"text": "hi"}}}]}]
//! })).unwrap();
//! let played = play(&scenario, &mut Reference::default(), &mut Memory::default());
//! assert_eq!(played.end, End::Done);
//! ```

#[doc(hidden)]
pub mod cli;
pub mod cucumber;
pub mod llm;
pub mod model;
#[doc(hidden)]
pub mod mutate;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod sim;
pub mod stage;
pub mod subject;
#[doc(hidden)]
pub mod suite;
pub mod system;
#[doc(hidden)]
pub mod terminal;
pub mod trials;
