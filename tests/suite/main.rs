//! Runs the suite with the reference: every scenario's stream over every transport. Also checks rules for the files of
//! the project as a whole.

mod catalogue;
mod circles;
mod combinations;
mod derived;
mod exploring;
mod field;
mod guided;
mod ids;
mod large;
mod later;
mod live;
mod mutants;
mod oracle;
mod orders;
mod runs;
mod secrets;
mod servers;
mod shrinking;
mod simulation;
mod snapshots;
mod source;
mod streams;
mod variants;
mod wires;
