//! Simulation: situations, faults and orders that nobody wrote down, drawn from a seed, and rules that hold in all of
//! them.
//!
//! ```text
//!   seed ──▶ draws ──▶ situation ─┐
//!                 └──▶ faults ────┼──▶ company ◀──▶ subject      the loop of every run (`stage`)
//!                 └──▶ order ─────┘        │
//!                                        watch ──▶ rules, ledger, chain, points
//! ```
//!
//! **Absent here:** features, requirements' texts, snapshots, and any judgement but that of its rules.

pub mod campaign;
pub mod coverage_points;
pub mod draws;
pub mod environment;
pub mod fault;
pub mod finding;
pub mod generator;
pub mod generators;
pub mod monitor;
pub mod oracle;
pub mod rule_mutants;
pub mod rules;
pub mod run;
pub mod run_state;
pub mod stream_hash;
pub mod texts;
pub mod workload;
