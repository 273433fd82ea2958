//! The end of an error message: how the process of an adapter ended, and the last lines of its log.

use super::process::Process;
use crate::subject::process::{Leftovers, Manner};

/// How a process ended and what it left behind, as the end of an error message. `with_status` if the status matters.
pub fn ended(Leftovers { itself, status, signal, behind }: &Leftovers, with_status: bool) -> String {
    let mut words = match (itself, status) {
        (Manner::Itself, Some(status)) if with_status => format!("; it ended with status {status}"),
        (Manner::Itself, None) if with_status => match signal {
            Some(signal) => format!("; signal {signal} ended it"),
            None => "; a signal ended it".to_owned(),
        },
        (Manner::Itself, _) => String::new(),
        (Manner::Told, _) if with_status => "; SIGTERM ended it".to_owned(),
        (Manner::Told, _) => String::new(),
        (Manner::Killed, _) => "; it ignored SIGTERM and was killed".to_owned(),
        (Manner::Remains, _) => "; it could not be stopped".to_owned(),
    };
    for (index, leftover) in behind.iter().enumerate() {
        words.push_str(if index == 0 { "\nleft behind: " } else { "; " });
        words.push_str(&leftover.to_string());
    }
    words
}

/// Adds the last lines of the log of a process that has ended.
pub fn add_log(process: &Process, message: &mut String) {
    let log = process.log();
    if !log.is_empty() {
        message.push_str("\nthe last lines of its log:");
    }
    for line in log {
        message.push_str("\n  ");
        message.push_str(&line);
    }
}
