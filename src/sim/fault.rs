//! The fault classes. The classes that are on are drawn for each seed, so that many combinations are tried.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::draws::{Draws, Stream};

macro_rules! faults {
    ($($(#[doc = $doc:literal])+ $name:ident => $word:literal,)+) => {
        /// A fault class: something that goes wrong on purpose in a simulated run.
        #[derive(Clone, Copy, Debug, Eq, JsonSchema, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
        pub enum Fault {
            $($(#[doc = $doc])+ #[serde(rename = $word)] $name,)+
        }

        impl Fault {
            /// Every class.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The name of the class on the command line.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }

            /// The coverage point that is met when the class triggers.
            pub const fn point(self) -> &'static str {
                match self {
                    $(Self::$name => concat!("fault ", $word),)+
                }
            }

            /// The class in a sentence.
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($($doc),+).trim_ascii(),)+
                }
            }
        }
    };
}

faults! {
    /// A request is answered by an HTTP status: 429, 529, 500, 503 or 400, with or without `retry-after`.
    Status => "status",
    /// The connection ends before an answer begins.
    Dropped => "dropped",
    /// An answer ends without its terminal event.
    Truncated => "truncated",
    /// An answer is malformed for its wire.
    Malformed => "malformed",
    /// An answer begins, and ends with the error that the provider is overloaded.
    Overloaded => "overloaded",
    /// An answer is cut off at the output limit.
    OutputLimit => "output-limit",
    /// An answer is a refusal.
    Refusal => "refusal",
    /// An answer is empty.
    EmptyAnswer => "empty-answer",
    /// A structured answer is not JSON, has no answer, or has an answer of another type.
    WrongData => "wrong-data",
    /// The arguments of a call are not JSON, or not an object.
    WrongArguments => "wrong-arguments",
    /// A call has the id of another call, or names a tool that does not exist.
    WrongCall => "wrong-call",
    /// The fragments of an answer come one after another, with pauses.
    LateFragments => "late-fragments",
    /// A fragment of an answer comes twice.
    DoubledFragments => "doubled-fragments",
    /// Two fragments of an answer are swapped.
    DisorderedFragments => "disordered-fragments",
    /// The person answers after an hour or a day.
    LatePerson => "late-person",
    /// The person does everything twice.
    TwicePerson => "twice",
    /// The person does nothing at a prompt.
    NeverPerson => "never",
    /// The person acts at a prompt that was withdrawn.
    WithdrawnPrompt => "withdrawn",
    /// The person acts at another prompt than the one shown, or at one that never existed.
    OtherPrompt => "other-prompt",
    /// The person presses keys and gives answers that are not offered.
    StrayKeys => "stray-keys",
    /// The person's input ends.
    Eof => "eof",
    /// The person's terminal fails.
    BrokenTerminal => "broken-terminal",
    /// The person answers with a text of one megabyte.
    HugeText => "huge-text",
    /// The person answers with control characters.
    ControlCharacters => "control-characters",
    /// The person answers in many scripts, with bidirectional marks and combining characters.
    EveryScript => "every-script",
    /// The person answers and cancels at the same instant.
    CancelWithAnswer => "cancel-with-answer",
    /// The user sends a message while a turn runs.
    TalksOver => "talks-over",
    /// A tool fails.
    ToolError => "tool-error",
    /// A tool panics.
    ToolPanic => "tool-panic",
    /// A tool asks the same question again after it was answered.
    AsksAgain => "asks-again",
    /// A tool asks a question that is invalid, for example without an id.
    WrongQuestion => "wrong-question",
    /// A file operation fails.
    FileFails => "file-fails",
    /// The run is interrupted by signals, at any point, once or several times.
    Interrupt => "interrupt",
    /// The client disconnects, and may come back.
    ClientGone => "client-gone",
    /// The client sends lines twice, to another session, or without sense.
    WrongLines => "wrong-lines",
    /// The subject is killed between two effects, and starts again from the records that it stored.
    Kill => "kill",
    /// The stored records are of an older version.
    OlderEvents => "older-events",
    /// The stored records are of a newer version.
    NewerEvents => "newer-events",
}

/// A set of fault classes.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Faults(u64);

impl Faults {
    /// Whether this class is on.
    pub const fn has(self, fault: Fault) -> bool {
        self.0 & (1 << fault as u64) != 0
    }

    /// The set with this class added.
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

/// Which fault classes a campaign uses.
#[derive(Clone, Debug, Default, Eq, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultChoice {
    /// None.
    None,
    /// Each seed draws some of all classes.
    #[default]
    Swarm,
    /// Each seed has all of these.
    These(Vec<Fault>),
}

/// A text that names no fault class.
#[derive(Clone, Debug, Error, Eq, PartialEq)]
#[error("there is no fault class {0:?}; give `none`, `swarm`, or some of these, joined by commas: {all}", all = words())]
pub struct FaultParseError(String);

fn words() -> String {
    let words: Vec<&str> = Fault::ALL.iter().map(|fault| fault.word()).collect();
    words.join(", ")
}

impl FaultChoice {
    /// Draws the classes of one seed.
    pub fn draw(&self, draws: &mut Draws) -> Faults {
        match self {
            Self::None => Faults::default(),
            Self::These(faults) => faults.iter().copied().collect(),
            Self::Swarm => {
                // Few at a time, sometimes none: with many, most runs would end before anything else could happen.
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
    #[case("kill,eof", Ok(FaultChoice::These(vec![Fault::Kill, Fault::Eof])))]
    #[case("kill, eof", Ok(FaultChoice::These(vec![Fault::Kill, Fault::Eof])))]
    fn a_fault_choice_is_parsed(#[case] text: &str, #[case] expected: Result<FaultChoice, super::FaultParseError>) {
        assert_eq!(text.parse(), expected);
    }

    #[rstest]
    #[case("")]
    #[case("kill,")]
    #[case("kil")]
    fn the_error_for_an_unknown_class_lists_the_known_ones(#[case] text: &str) {
        let error = text.parse::<FaultChoice>().unwrap_err().to_string();
        assert!(error.contains("cancel-with-answer") && error.contains("swarm"), "{error}");
    }

    #[test]
    fn a_set_with_one_class_has_only_that_class() {
        assert!(Fault::ALL.len() <= 64);
        for fault in Fault::ALL {
            let only = Faults::default().with(*fault);
            assert_eq!(only.iter().collect::<Vec<_>>(), [*fault]);
        }
    }
}
