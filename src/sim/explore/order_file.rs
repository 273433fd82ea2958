//! One order of a scenario, as a file: which input came next wherever several were pending.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::branch::Way;
use crate::model::text::shorten;

/// The longest part of a wrong file that a message quotes.
const QUOTED_MAX: usize = 200;

/// An order of a scenario that breaks something.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OrderFile {
    /// The version of the program that wrote it.
    pub version: String,
    /// The id of the scenario, or the name of its file.
    pub scenario: String,
    /// What is broken in this order.
    pub broken: String,
    /// After which effect of the run the subject is killed and restarted, counted from 1. `None` if it is not killed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kill: Option<u64>,
    /// The number of the input that comes next, counted from 0 in the plain order, wherever several are pending. After the
    /// last choice, the plain order goes on.
    pub choices: Vec<usize>,
}

/// Text that is no order.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("expected an order that `hotseat explore` wrote, found {0}")]
pub struct OrderFileError(String);

impl OrderFile {
    /// The order.
    pub fn way(&self) -> Way {
        Way { kill: self.kill, choices: self.choices.clone() }
    }

    /// The file's text.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// If it is no order.
    pub fn read(text: &str) -> Result<Self, OrderFileError> {
        serde_json::from_str(text).map_err(|error| OrderFileError(shorten(&error.to_string(), QUOTED_MAX)))
    }
}
