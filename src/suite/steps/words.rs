//! Arguments that are one of a few words. Another word is an error when the feature is read, and the message lists the
//! words.

use super::{
    args::unescaped,
    typed::{FromArgument, Kind, StepError},
};
use crate::{
    llm::Wire,
    model::ToolChoice,
    stage::scenario::ExpectedEnd,
    system::{Signal, Why},
};

/// The value of the word `found`, which must be a known one.
fn one_of<T>(known: Vec<(&'static str, T)>, found: &str) -> Result<T, StepError> {
    let words: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
    let expected = format!("expected one of {}, found {found}", words.join(", "));
    known.into_iter().find(|(word, _)| *word == found).map(|(_, value)| value).ok_or(expected.into())
}

/// Reads a type from these words, in a parameter of that kind.
macro_rules! words {
    ($type:ty, $kind:ident, [$($word:literal => $value:expr),* $(,)?]) => {
        impl FromArgument for $type {
            const KIND: Kind = Kind::$kind;

            fn read(written: &str) -> Result<Self, StepError> {
                one_of(vec![$(($word, $value)),*], written)
            }
        }
    };
}

/// A word that stands for itself.
macro_rules! plain_words {
    ($(#[$about:meta])* $name:ident, $kind:ident, [$($word:literal),*]) => {
        $(#[$about])*
        pub struct $name(pub &'static str);

        impl $name {
            /// All of them.
            pub const WORDS: &[&str] = &[$($word),*];
        }

        impl FromArgument for $name {
            const KIND: Kind = Kind::$kind;

            fn read(written: &str) -> Result<Self, StepError> {
                one_of(Self::WORDS.iter().map(|word| (*word, Self(word))).collect(), written)
            }
        }
    };
}

words!(Wire, Text, [
    "anthropic" => Self::Anthropic,
    "responses" => Self::Responses,
    "chat" => Self::Chat,
    "gemini" => Self::Gemini,
]);
words!(Signal, Word, ["SIGINT" => Self::Interrupt, "SIGTERM" => Self::Terminate, "SIGQUIT" => Self::Quit]);
words!(Why, Word, [
    "not_offered" => Self::NotOffered,
    "late" => Self::Late,
    "foreign" => Self::Foreign,
    "idle" => Self::Idle,
    "busy" => Self::Busy,
]);
words!(ExpectedEnd, Word, [
    "done" => Self::Done,
    "parked" => Self::Parked,
    "killed" => Self::Killed,
    "exited" => Self::Exited,
    "settled" => Self::Settled,
]);

plain_words! {
    /// How a run ends.
    RunEnd, Word, ["done", "parked", "killed", "exited"]
}
plain_words! {
    /// How a turn ends.
    EndOfTurn, Word, ["completed", "interrupted", "failed", "timed_out", "misconfigured"]
}
plain_words! {
    /// What kind of answer a host's tool asks for.
    QuestionKind, Word, ["boolean", "text", "secret"]
}
plain_words! {
    /// Whether one choice may be taken at a time, or several.
    AtATime, Word, ["one", "several"]
}

plain_words! {
    /// Why an inquiry is cancelled, of all reasons that are specified.
    Reason, Word, ["user", "backend_error", "no_prompt_backend", "assistant_routing_denied", "invalid_static_answer"]
}

/// `auto`, `none`, `required`, or else the name of a tool.
impl FromArgument for ToolChoice {
    const KIND: Kind = Kind::Text;

    fn read(written: &str) -> Result<Self, StepError> {
        Ok(match written {
            "auto" => Self::Auto,
            "none" => Self::None,
            "required" => Self::Required,
            name => Self::Tool(unescaped(name)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{EndOfTurn, FromArgument};
    use crate::{llm::Wire, stage::scenario::ExpectedEnd};

    #[test]
    fn an_unknown_word_is_told_with_the_known_ones() {
        let why = EndOfTurn::read("well").map(|EndOfTurn(word)| word).unwrap_err().to_string();
        assert_eq!(why, "expected one of completed, interrupted, failed, timed_out, misconfigured, found well");
    }

    #[test]
    fn words_are_those_of_the_values() {
        for wire in Wire::ALL {
            assert_eq!(Wire::read(wire.word()).unwrap(), wire);
        }
        for end in [ExpectedEnd::Done, ExpectedEnd::Parked, ExpectedEnd::Killed, ExpectedEnd::Exited] {
            assert_eq!(ExpectedEnd::read(end.word()).unwrap(), end);
        }
    }
}
