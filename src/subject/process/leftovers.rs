//! The processes that a subject left behind.

use std::fmt;

/// The status of a process that SIGTERM has ended.
const BY_SIGTERM: u8 = 128 + 15;
/// The status of a process that SIGKILL has ended.
const BY_SIGKILL: u8 = 128 + 9;

/// How a process ended.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Manner {
    /// By itself.
    #[default]
    Itself,
    /// By SIGTERM.
    Told,
    /// By SIGKILL, because it ignored SIGTERM or got none.
    Killed,
    /// Not at all: the process changed its user, or hangs inside the kernel.
    Remains,
}

/// A process that a subject left behind.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Leftover {
    /// The name of its command, as the system shortens it.
    pub name: String,
    /// How it ended.
    pub manner: Manner,
}

impl fmt::Display for Leftover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match self.manner {
            Manner::Itself => "which ended by itself",
            Manner::Told => "which ended when it was told to",
            Manner::Killed => "which had to be killed",
            Manner::Remains => "which could not be stopped",
        };
        write!(f, "`{}`, {how}", self.name)
    }
}

/// The end of a process, and its leftovers.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[must_use = "what was left behind is a fault of the subject"]
pub struct Leftovers {
    /// How the process itself ended.
    pub itself: Manner,
    /// The status, if the process ended by itself and not by a signal.
    pub status: Option<i32>,
    /// The signal that ended the process, if one did and that is known.
    pub signal: Option<i32>,
    /// The leftovers, in the order in which they were found.
    pub behind: Vec<Leftover>,
}

/// The leftovers in words, or an empty text.
impl fmt::Display for Leftovers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, leftover) in self.behind.iter().enumerate() {
            write!(f, "{}{leftover}", if index == 0 { "left behind: " } else { "; " })?;
        }
        Ok(())
    }
}

impl Leftovers {
    /// The status of the process, as a shell would tell it: its own, or 128 and the signal that ended it.
    pub fn shell_status(&self) -> u8 {
        let by_signal = self.signal.map(|signal| 128 + signal);
        self.status.or(by_signal).and_then(|status| u8::try_from(status).ok()).unwrap_or(match self.itself {
            Manner::Told => BY_SIGTERM,
            Manner::Itself | Manner::Killed | Manner::Remains => BY_SIGKILL,
        })
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Leftovers, Manner};

    #[rstest]
    #[case::its_own(Manner::Itself, Some(3), None, 3)]
    #[case::of_a_crash(Manner::Itself, None, Some(11), 139)]
    #[case::told(Manner::Told, None, Some(15), 143)]
    #[case::told_and_it_ends_by_itself(Manner::Told, Some(0), None, 0)]
    #[case::killed(Manner::Killed, None, Some(9), 137)]
    #[case::told_and_nothing_is_known(Manner::Told, None, None, 143)]
    #[case::killed_and_nothing_is_known(Manner::Remains, None, None, 137)]
    fn the_status_is_that_of_a_shell(
        #[case] itself: Manner,
        #[case] own: Option<i32>,
        #[case] signal: Option<i32>,
        #[case] expected: u8,
    ) {
        let end = Leftovers { itself, status: own, signal, behind: Vec::new() };
        assert_eq!(end.shell_status(), expected);
    }
}
