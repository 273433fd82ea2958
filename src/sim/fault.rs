//! The classes of faults. Which are on is drawn anew for each seed, so that every combination is met.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::draws::{Draws, Stream};

macro_rules! faults {
    ($($(#[doc = $doc:literal])+ $name:ident => $word:literal,)+) => {
        /// A class of faults.
        #[derive(Clone, Copy, Debug, Eq, JsonSchema, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
        pub enum Fault {
            $($(#[doc = $doc])+ #[serde(rename = $word)] $name,)+
        }

        impl Fault {
            /// Every class.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// Its word, as it is given on the command line.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }

            /// The point that is met where it strikes.
            pub const fn point(self) -> &'static str {
                match self {
                    $(Self::$name => concat!("fault ", $word),)+
                }
            }

            /// What it is, in a sentence.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }
    };
}

faults! {
    /// A request is answered by a status: 429, 529, 500 or 400, with a `retry-after` or without.
    Status => "status",
    /// The connection ends before an answer begins.
    Dropped => "dropped",
    /// An answer ends without its terminal event.
    Truncated => "truncated",
    /// An answer is not what the wire promises.
    Malformed => "malformed",
    /// An answer begins, and ends with the word that there is too much to do.
    Overloaded => "overloaded",
    /// An answer is cut off at the output limit.
    OutputLimit => "output-limit",
    /// An answer says nothing at all.
    EmptyAnswer => "empty-answer",
    /// A structured answer is no JSON, has no answer, or one of another type.
    WrongData => "wrong-data",
    /// The arguments of a call are no JSON, or no object.
    WrongArguments => "wrong-arguments",
    /// A call has the id of another call, or names a tool that nobody has.
    WrongCall => "wrong-call",
    /// The pieces of an answer come one after another, with pauses.
    LateFragments => "late-fragments",
    /// A piece of an answer comes twice.
    DoubledFragments => "doubled-fragments",
    /// The pieces of an answer come in another order.
    DisorderedFragments => "disordered-fragments",
    /// The person takes their time: an hour, or a day.
    LatePerson => "late-person",
    /// The person does everything twice.
    TwicePerson => "twice",
    /// The person does nothing at a prompt.
    NeverPerson => "never",
    /// The person acts at a prompt that is no longer shown.
    WithdrawnPrompt => "withdrawn",
    /// The person acts at a prompt other than the one meant, or one that was never shown.
    OtherPrompt => "other-prompt",
    /// The person presses keys, whether they are offered or not, and answers what is not offered.
    StrayKeys => "stray-keys",
    /// The person's input ends.
    Eof => "eof",
    /// The person's terminal fails.
    BrokenTerminal => "broken-terminal",
    /// The person answers with a text of one megabyte.
    HugeText => "huge-text",
    /// The person answers with control characters.
    ControlCharacters => "control-characters",
    /// The person answers in every script, with marks that turn the direction and characters that combine.
    EveryScript => "every-script",
    /// The person cancels in the very instant of the answer.
    CancelWithAnswer => "cancel-with-answer",
    /// The user says something while a turn runs.
    TalksOver => "talks-over",
    /// A tool fails.
    ToolError => "tool-error",
    /// A tool ends without a word.
    ToolPanic => "tool-panic",
    /// A tool asks again and again.
    AsksAgain => "asks-again",
    /// A tool's question is not one: its id or type is not valid.
    WrongQuestion => "wrong-question",
    /// A file can not be written.
    FileFails => "file-fails",
    /// The run is interrupted, at any point, once or several times.
    Interrupt => "interrupt",
    /// The client goes, and comes back or not.
    ClientGone => "client-gone",
    /// The client's lines are doubled, late, for somebody else, or nonsense.
    WrongLines => "wrong-lines",
    /// The subject is killed between two effects, and goes on with what it stored.
    RuleMutant => "kill",
    /// What was stored is of an older version.
    OlderEvents => "older-events",
    /// What was stored is of a newer version.
    NewerEvents => "newer-events",
}

/// A set of classes.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Faults(u64);

impl Faults {
    /// Whether this class is on.
    pub const fn has(self, fault: Fault) -> bool {
        self.0 & (1 << fault as u64) != 0
    }

    /// With this class on.
    #[must_use]
    pub const fn with(self, fault: Fault) -> Self {
        Self(self.0 | (1 << fault as u64))
    }

    /// The classes that are on.
    pub fn iter(self) -> impl Iterator<Item = Fault> {
        Fault::ALL.iter().copied().filter(move |fault| self.has(*fault))
    }
}

impl FromIterator<Fault> for Faults {
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Self {
        faults.into_iter().fold(Self::default(), Self::with)
    }
}

/// Which classes a campaign has.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultChoice {
    /// None.
    None,
    /// Every seed has some of all, drawn.
    #[default]
    Swarm,
    /// Every seed has all of these.
    These(Vec<Fault>),
}

/// A text that names no class of faults.
#[derive(Clone, Debug, Error, Eq, PartialEq)]
#[error("there is no class of faults {0:?}; there are `none`, `swarm`, and, joined by commas: {all}", all = words())]
pub struct FaultParseError(String);

fn words() -> String {
    let words: Vec<&str> = Fault::ALL.iter().map(|fault| fault.word()).collect();
    words.join(", ")
}

impl FaultChoice {
    /// The classes of one seed.
    pub fn draw(&self, draws: &mut Draws) -> Faults {
        match self {
            Self::None => Faults::default(),
            Self::These(faults) => faults.iter().copied().collect(),
            Self::Swarm => {
                // Few at a time, sometimes none: many together end most runs before anything else can show.
                let share = *draws.pick(Stream::Faults, "share", &[0, 4, 8, 16, 35]);
                let is_on = |_: &Fault| share > 0 && draws.chance(Stream::Faults, "class", share);
                Fault::ALL.iter().copied().filter(is_on).collect()
            }
        }
    }
}

impl std::str::FromStr for FaultChoice {
    type Err = FaultParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "none" => Ok(Self::None),
            "swarm" => Ok(Self::Swarm),
            _ => {
                let fault = |word: &str| {
                    let known = Fault::ALL.iter().copied().find(|fault| fault.word() == word.trim());
                    known.ok_or_else(|| FaultParseError(word.trim().to_owned()))
                };
                text.split(',').map(fault).collect::<Result<_, _>>().map(Self::These)
            }
        }
    }
}

impl fmt::Display for FaultChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Swarm => f.write_str("swarm"),
            Self::These(faults) => {
                let words: Vec<&str> = faults.iter().map(|fault| fault.word()).collect();
                f.write_str(&words.join(","))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Fault, FaultChoice, Faults};

    #[rstest]
    #[case("none", Ok(FaultChoice::None))]
    #[case("swarm", Ok(FaultChoice::Swarm))]
    #[case("kill,eof", Ok(FaultChoice::These(vec![Fault::RuleMutant, Fault::Eof])))]
    #[case("kill, eof", Ok(FaultChoice::These(vec![Fault::RuleMutant, Fault::Eof])))]
    fn a_choice_is_read(#[case] text: &str, #[case] expected: Result<FaultChoice, super::FaultParseError>) {
        assert_eq!(text.parse(), expected);
    }

    #[rstest]
    #[case("")]
    #[case("kill,")]
    #[case("kil")]
    fn an_unknown_class_is_told_with_the_known_ones(#[case] text: &str) {
        let error = text.parse::<FaultChoice>().unwrap_err().to_string();
        assert!(error.contains("cancel-with-answer") && error.contains("swarm"), "{error}");
    }

    #[test]
    fn a_set_holds_what_was_put_into_it() {
        assert!(Fault::ALL.len() <= 64);
        for fault in Fault::ALL {
            let only = Faults::default().with(*fault);
            assert_eq!(only.iter().collect::<Vec<_>>(), [*fault]);
        }
    }
}
