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
pub mod chain;
pub mod company;
pub mod draws;
pub mod fault;
pub mod finding;
pub mod kills;
pub mod ledger;
pub mod oracle;
pub mod points;
pub mod rules;
pub mod run;
pub mod situation;
pub mod texts;
pub mod watch;
pub mod world;
pub mod worlds;
