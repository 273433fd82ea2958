//! What a subject has around it in a run.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{llm::Wire, system::FileFailure};

/// What a subject has around it, besides what it begins with.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Scene {
    /// What is played, in a few words; empty where it has no name.
    pub name: String,
    /// The system.
    pub system: String,
    /// The wire that the scenario is about, where it is about one.
    pub wire: Option<Wire>,
    /// Whether replies are streamed, where the scenario is about that.
    pub streamed: Option<bool>,
    /// The files that are there, by path.
    pub files: BTreeMap<String, String>,
    /// What stands at a path in the place of a file of text.
    pub obstacles: BTreeMap<String, Obstacle>,
    /// Whether the subject was killed in this run, and goes on with what it left.
    pub again: bool,
}

/// What stands in the place of a file, and cannot be read as text.
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
