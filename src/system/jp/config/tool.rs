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
    /// Whether the user is asked before the tool runs.
    pub run: RunMode,
    /// Whether the user is asked before the model has the result.
    pub result: ResultMode,
    /// The result of a call that the user stopped.
    pub cancellation_response: String,
    description: String,
    summary: Option<String>,
    parameters: Arc<Parameters>,
    questions: IndexMap<String, PartialQuestion>,
}

/// The executor of a tool.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Source {
    /// A built-in tool.
    Builtin,
    /// A command on the user's machine.
    Local,
    /// A tool of an MCP server.
    Mcp,
}

/// The result of a stopped call, unless another text is configured.
const STOPPED: &str = "Tool call cancelled by user.";

impl Tool {
    /// The tool with its defaults: those for all tools, then jp's own.
    ///
    /// # Errors
    /// The first missing or wrong value, with its place below the tool.
    pub fn resolve(tool: PartialTool, for_all: &PartialTool) -> Result<Self, ConfigFault> {
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
                .or_else(|| for_all.cancellation_response.clone())
                .unwrap_or_else(|| STOPPED.to_owned()),
            description: tool.description.unwrap_or_default(),
            summary: tool.summary,
            parameters: Parameters::resolve(&tool.parameters)?,
            questions: tool.questions,
        })
    }

    /// Whether the tool is on.
    pub const fn is_enabled(&self) -> bool {
        self.enable.state
    }

    /// Whether the model is offered the tool: it is on, or it is `forced` by the tool choice and not locked.
    pub fn is_offered(&self, forced: bool) -> bool {
        self.enable.state || (forced && !self.enable.is_locked_off())
    }

    /// The executor of the tool.
    pub const fn source(&self) -> Source {
        self.source
    }

    /// The configuration of its question `id`.
    pub fn question(&self, id: &str) -> Option<&PartialQuestion> {
        self.questions.get(id)
    }

    /// The description for the model: the summary, or without one the whole description (SCH-11).
    pub fn told(&self) -> &str {
        self.summary.as_deref().unwrap_or(&self.description)
    }

    /// The whole documentation of the tool.
    pub fn documentation(&self) -> &str {
        if self.description.is_empty() { self.told() } else { &self.description }
    }

    /// The parameters.
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
