//! A tool, with every layer of its configuration merged.

use std::sync::Arc;

use indexmap::IndexMap;

use super::{
    enable::Enable,
    parameters::Parameters,
    partial::{PartialQuestion, PartialTool, ResultMode, RunMode},
};
use crate::system::jp::errors::ConfigFault;

/// A tool's configuration.
#[derive(Clone, Debug)]
pub struct Tool {
    source: Source,
    enable: Enable,
    /// Who lets it run.
    pub run: RunMode,
    /// Who lets its result go to the model.
    pub result: ResultMode,
    /// What the model is told of a call that the user stopped.
    pub cancellation_response: String,
    description: String,
    summary: Option<String>,
    parameters: Arc<Parameters>,
    questions: IndexMap<String, PartialQuestion>,
}

/// Whose executor runs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Source {
    /// One of jp's own.
    Builtin,
    /// A command of the user's.
    Local,
    /// A server's.
    Mcp,
}

/// What the model is told of a stopped call where nothing else is configured.
const STOPPED: &str = "Tool call cancelled by user.";

impl Tool {
    /// Fills what the layers leave out: from what goes for all tools, then from jp's own defaults.
    ///
    /// # Errors
    /// Where below the tool something is missing or wrong, and what.
    pub fn resolve(tool: &PartialTool, for_all: &PartialTool) -> Result<Self, ConfigFault> {
        let source = match tool.source.as_deref().map(|source| source.split('.').next().unwrap_or_default()) {
            Some("builtin") => Source::Builtin,
            Some("local") => Source::Local,
            Some("mcp") => Source::Mcp,
            found => {
                let found =
                    found.map_or("nothing".to_owned(), |_| format!("{:?}", tool.source.as_deref().unwrap_or("")));
                let expected = "expected `builtin`, `local` or `mcp`, perhaps with more after a dot";
                return Err(ConfigFault::new(".source", format!("{expected}, found {found}")));
            }
        };
        Ok(Self {
            source,
            enable: tool.enable.resolve(&for_all.enable),
            run: tool.run.or(for_all.run).unwrap_or_default(),
            result: tool.result.or(for_all.result).unwrap_or_default(),
            cancellation_response: tool
                .cancellation_response
                .as_ref()
                .or(for_all.cancellation_response.as_ref())
                .map_or(STOPPED, String::as_str)
                .to_owned(),
            description: tool.description.clone().unwrap_or_default(),
            summary: tool.summary.clone(),
            parameters: Parameters::resolve(&tool.parameters)?,
            questions: tool.questions.clone(),
        })
    }

    /// Whether it is on.
    pub const fn is_enabled(&self) -> bool {
        self.enable.state
    }

    /// Whether the model is told of it: it is on, or `forced` by the choice of a tool and not locked.
    pub fn is_offered(&self, forced: bool) -> bool {
        self.enable.state || (forced && !self.enable.is_locked_off())
    }

    /// Whose executor runs.
    pub const fn source(&self) -> Source {
        self.source
    }

    /// How its question `id` is configured.
    pub fn question(&self, id: &str) -> Option<&PartialQuestion> {
        self.questions.get(id)
    }

    /// What the model is told of it: the summary where there is one, else the description whole (SCH-11).
    pub fn told(&self) -> &str {
        self.summary.as_deref().unwrap_or(&self.description)
    }

    /// Everything that is written about it, for a model that asks.
    pub fn documentation(&self) -> &str {
        if self.description.is_empty() { self.told() } else { &self.description }
    }

    /// What it takes.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }
}

impl Source {
    /// Its word in prompts.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Builtin => "built-in",
            Self::Local => "local",
            Self::Mcp => "mcp",
        }
    }
}
