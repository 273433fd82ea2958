//! Runs the built program as a user does. Every kind of bad input in `tests/bad` has a snapshot of the whole output and
//! the exit code. Good inputs are tested, too.
//!
//! Each process has a time limit, so a hang is a failure. Nothing here needs a network.

mod agent_trials;
mod agents;
mod bench;
mod bisect;
mod clients;
mod day_two;
mod docs;
mod drift;
mod escapes;
mod events;
mod explore;
mod features;
mod files;
mod http_servers;
mod large;
mod links;
mod listing;
mod mutants;
mod new_adapter;
#[cfg(unix)]
mod output;
mod peer;
mod play;
mod play_refused;
#[cfg(target_os = "linux")]
mod processes;
mod protocol;
mod reports;
mod runs;
mod scenarios;
#[cfg(unix)]
mod serve;
mod servers;
mod shards;
mod shrink;
mod simulate;
mod simulate_subject;
mod standing;
#[cfg(unix)]
mod subjects;
mod usage;
mod variants;
mod verdicts;
