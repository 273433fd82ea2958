//! The marker: a variable in a subject's environment. Descendants inherit it, so we can tell whose they are.

use std::{env, ffi::OsString};

/// The variable's name. Its value is a list with colons, because a subject may itself be a hotseat with subjects.
const NAME: &str = "HOTSEAT_SUBJECT";

/// The marker of one process: the token of its run, and its number in the run.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Marker(String);

impl Marker {
    /// The marker of a run's process.
    pub fn new(token: &str, number: u64) -> Self {
        Self(format!("{token}-{number}"))
    }

    /// The name and the value of the variable: this marker after our own markers.
    pub fn variable(&self) -> (&'static str, OsString) {
        let mut value = env::var_os(NAME).unwrap_or_default();
        if !value.is_empty() {
            value.push(":");
        }
        value.push(&self.0);
        (NAME, value)
    }

    /// Whether an environment, in the form of `/proc`, has this marker.
    #[cfg(target_os = "linux")]
    pub fn is_in(&self, environment: &[u8]) -> bool {
        carried(environment).any(|marker| marker == self.0.as_bytes())
    }
}

/// Whether an environment has a marker of this run.
#[cfg(target_os = "linux")]
pub fn is_of_run(token: &str, environment: &[u8]) -> bool {
    carried(environment).any(|marker| {
        let number = marker.strip_prefix(token.as_bytes()).and_then(|rest| rest.strip_prefix(b"-"));
        number.is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
    })
}

/// Whether an environment has a marker that ours lacks.
#[cfg(target_os = "linux")]
pub fn is_marked(environment: &[u8]) -> bool {
    let own = env::var_os(NAME).unwrap_or_default();
    let own: Vec<&[u8]> = own.as_encoded_bytes().split(|byte| *byte == b':').collect();
    carried(environment).any(|marker| !own.contains(&marker))
}

#[cfg(target_os = "linux")]
fn carried(environment: &[u8]) -> impl Iterator<Item = &[u8]> {
    let values = environment
        .split(|byte| *byte == 0)
        .filter_map(|variable| variable.strip_prefix(NAME.as_bytes()).and_then(|rest| rest.strip_prefix(b"=")));
    values.flat_map(|value| value.split(|byte| *byte == b':'))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{Marker, is_of_run};

    #[test]
    fn a_part_of_a_marker_is_not_a_marker() {
        let environment = b"A=1\0HOTSEAT_SUBJECT=9-9-0-1:7-5-0-12\0B=HOTSEAT_SUBJECT=7-5-0-3\0";
        let is_in = |token: &str, number| Marker::new(token, number).is_in(environment);
        assert!(is_in("7-5-0", 12) && is_in("9-9-0", 1));
        assert!(!is_in("7-5-0", 1) && !is_in("7-5-0", 3) && !is_in("5-0", 12));
        assert!(is_of_run("7-5-0", environment) && is_of_run("9-9-0", environment));
        assert!(!is_of_run("7-5", environment) && !is_of_run("7-5-0-12", environment));
    }
}
