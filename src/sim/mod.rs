//! Simulation: workloads, faults and orders of delivery are drawn from a seed, and every run is held to rules.
//!
//! ```text
//!   seed ──▶ draws ──▶ workload ─┐
//!                 └──▶ faults ───┼──▶ environment ◀──▶ subject      the run loop (`stage`)
//!                 └──▶ order ────┘         │
//!                                       monitor ──▶ rules, run state, stream hash, coverage points
//! ```
//!
//! **Absent here:** features, the texts of requirements, snapshots, and any verdict but that of the rules.

mod calls_made;
pub mod campaign;
pub mod coverage_points;
pub mod draws;
pub mod environment;
pub mod explore;
pub mod fault;
pub mod finding;
pub mod generator;
pub mod generators;
pub mod guide;
pub mod monitor;
pub mod oracle;
pub mod rule_mutants;
pub mod rules;
pub mod run;
pub mod run_state;
pub mod same;
pub mod scope;
pub mod shrink;
pub mod states;
pub mod stream_hash;
pub mod tape;
pub mod texts;
pub mod watched;
pub mod workload;
