//! The suite against the reference: every scenario's stream, over every transport, and what must be true of the
//! files as a whole.

mod catalogue;
mod circles;
mod field;
mod ids;
mod large;
mod live;
mod mutants;
mod oracle;
mod orders;
mod runs;
mod secrets;
mod simulation;
mod snapshots;
mod source;
mod streams;
mod wires;
