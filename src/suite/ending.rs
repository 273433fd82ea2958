//! How a question ends for the one who asked it, and which scenario plays which end.
//!
//! A story with the tag [`TAG`] has a scenario for each end in each system. The title of a scenario says who asks, and the end:
//! `pi seed: timed out`. What happened otherwise may follow: `mcp 2025-11-25: undeliverable, the client answers with an error`.
//!
//! **Absent here:** what a system tells of an end. Only a run shows that.

use serde::Serialize;

/// The tag of a story whose scenarios play the ends of a question. Without `@`.
pub const TAG: &str = "endings";

/// An end of a question.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The person answers.
    Answered,
    /// The person says no.
    Declined,
    /// The person closes the question, and says neither yes nor no.
    Dismissed,
    /// The turn in which it is asked is stopped.
    TurnCancelled,
    /// Nobody does anything for too long.
    TimedOut,
    /// The question reaches nobody.
    Undeliverable,
}

impl Ending {
    /// Every end, in the order of all tables.
    pub const ALL: [Self; 6] =
        [Self::Answered, Self::Declined, Self::Dismissed, Self::TurnCancelled, Self::TimedOut, Self::Undeliverable];

    /// The end in words, as titles have it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Declined => "declined",
            Self::Dismissed => "dismissed",
            Self::TurnCancelled => "turn cancelled",
            Self::TimedOut => "timed out",
            Self::Undeliverable => "undeliverable",
        }
    }

    /// Whether a person brings it about by an act at the question itself.
    pub const fn is_an_act(self) -> bool {
        matches!(self, Self::Answered | Self::Declined | Self::Dismissed)
    }
}

/// What the title of a scenario says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Played<'t> {
    /// Who asks: the system and its profile.
    pub who: &'t str,
    /// The end.
    pub ending: Ending,
    /// How the end comes about, where the story has several ways.
    pub how: Option<&'t str>,
}

impl<'t> Played<'t> {
    /// Reads a title. `None` if it names no end.
    pub fn read(title: &'t str) -> Option<Self> {
        let (who, rest) = title.split_once(": ")?;
        let (words, how) = rest.split_once(", ").map_or((rest, None), |(words, how)| (words, Some(how)));
        let ending = Ending::ALL.into_iter().find(|ending| ending.words() == words)?;
        Some(Self { who, ending, how })
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Ending, Played};

    #[rstest]
    #[case("pi seed: timed out", Some(("pi seed", Ending::TimedOut, None)))]
    #[case("a b: undeliverable, the client leaves", Some(("a b", Ending::Undeliverable, Some("the client leaves"))))]
    #[case("pi seed: forgotten", None)]
    #[case("pi seed timed out", None)]
    #[case("timed out", None)]
    fn a_title_says_who_asks_and_the_end(#[case] title: &str, #[case] read: Option<(&str, Ending, Option<&str>)>) {
        assert_eq!(Played::read(title).map(|played| (played.who, played.ending, played.how)), read);
    }
}
