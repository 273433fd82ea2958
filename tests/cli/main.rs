//! The built program from outside, as a user meets it: every kind of bad input in `tests/bad`, with the whole of
//! what is said about it and the exit code; then the ways in which all is well.
//!
//! Each process is given a bound, so a hang is a failure and not a wait. Nothing here needs a network.

mod bench;
mod drift;
mod escapes;
mod events;
mod features;
mod files;
mod large;
mod listing;
mod mutants;
mod new_adapter;
#[cfg(unix)]
mod play;
#[cfg(target_os = "linux")]
mod processes;
mod protocol;
mod reports;
mod runs;
mod scenarios;
#[cfg(unix)]
mod serve;
mod simulate;
#[cfg(unix)]
mod subjects;
mod usage;
mod verdicts;
