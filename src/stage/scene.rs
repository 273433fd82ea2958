//! The surroundings of a subject in a run.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{llm::Wire, system::FileFailure};

/// The surroundings of a subject. They are not part of what it is told at the beginning.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Scene {
    /// The name of the scenario; may be empty.
    pub name: String,
    /// The system.
    pub system: String,
    /// The wire, if the scenario is about a certain one.
    pub wire: Option<Wire>,
    /// Whether replies are streamed, if the scenario depends on it.
    pub streamed: Option<bool>,
    /// The tools that ask the user before they end.
    pub asking: Vec<String>,
    /// The files, by path.
    pub files: BTreeMap<String, String>,
    /// Things that stand in the place of a text file, by path.
    pub obstacles: BTreeMap<String, Obstacle>,
    /// Whether this is a restart, after the subject was killed in the same run. It finds its files as it left them.
    pub again: bool,
}

/// A thing that stands in the place of a text file, and cannot be read as text.
#[derive(Clone, Debug, Eq, Hash, JsonSchema, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Obstacle {
    /// A folder.
    Folder,
    /// A link to this path.
    Link(String),
    /// A file whose bytes are not UTF-8.
    Bytes,
}

impl Obstacle {
    /// Why it cannot be read.
    pub const fn failure(&self) -> FileFailure {
        match self {
            Self::Folder | Self::Link(_) => FileFailure::NoFile,
            Self::Bytes => FileFailure::NoText,
        }
    }
}
