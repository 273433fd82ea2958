//! What a subject can do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that not every subject can do. A scenario that needs a capability is asked only of subjects that claim it.
#[derive(Clone, Copy, Debug, Eq, JsonSchema, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Capability {
    /// It reports when it waits for its next input. Without this capability nothing can be decided.
    Idle,
    /// It asks the host to execute tools, and takes their results.
    Tools,
    /// Its timers run on virtual time.
    Clock,
    /// Its prompts take single keys, pastes, clicks and a submit, beside whole answers.
    Keys,
    /// It exchanges messages with a client that hosts it.
    Client,
    /// It works on files in the folder that it is given.
    Files,
    /// It can be killed at any moment, and goes on from its stored records.
    Kill,
}

impl Capability {
    /// Every capability.
    pub const ALL: [Self; 7] =
        [Self::Idle, Self::Tools, Self::Clock, Self::Keys, Self::Client, Self::Files, Self::Kill];

    /// Its meaning, in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Idle => "it says when nothing more happens; without it nothing can be decided, so nothing is asked",
            Self::Tools => "it has the tools of the host executed, and takes what they say",
            Self::Clock => "its timers run on virtual time",
            Self::Keys => "its prompts take single keys, pastes, clicks and a submit, beside whole answers",
            Self::Client => "it speaks with a client that hosts it",
            Self::Files => "it works on the files in its folder",
            Self::Kill => "it may be killed at any moment, and goes on with what it has stored",
        }
    }

    /// Its name in files and options.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Tools => "tools",
            Self::Clock => "clock",
            Self::Keys => "keys",
            Self::Client => "client",
            Self::Files => "files",
            Self::Kill => "kill",
        }
    }
}
