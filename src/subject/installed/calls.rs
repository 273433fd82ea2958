//! The scripted model of an agent: it calls the agent's own tools in the place of the scenario's and the reference's.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{
    super::pipe::Model,
    manifest::{Manifest, QuestionTool, ToolCalls},
};
use crate::{
    llm::{
        Session, ShellError,
        script::ScriptedCall,
        shell::{Delivery, ModelShell},
    },
    model::{ModelRequest, Op, json::Value},
    system::acp::tools::ASK,
};

/// What the model and the MCP server of a run know of its calls.
#[derive(Clone, Debug, Default)]
pub struct Calls(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    /// The tools of the scenario.
    tools: Vec<String>,
    /// The words before a tool's name and arguments that call it from a shell.
    command: Vec<String>,
    /// The calls of those tools in the script, as it has them, without those that were executed.
    scripted: Vec<ScriptedCall>,
}

impl Calls {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A run with these tools begins. Their server is at `address`, and `program` can call them there.
    pub fn begin(&self, tools: Vec<String>, program: &str, address: &str) {
        let command = ["call-tool", address].map(str::to_owned);
        let command = std::iter::once(program.to_owned()).chain(command).collect();
        *self.lock() = Known { tools, command, scripted: Vec::new() };
    }

    /// The id that the script gave the call that is executed now; empty if the script has none. No other id comes with it.
    pub fn id_of(&self, tool: &str, arguments: &Value) -> String {
        let scripted = &mut self.lock().scripted;
        let place = scripted.iter().position(|call| call.name == tool && call.arguments == *arguments);
        let place = place.or_else(|| scripted.iter().position(|call| call.name == tool));
        place.map(|place| scripted.remove(place).id).unwrap_or_default()
    }
}

/// The model.
pub struct AgentModel {
    model: Model,
    question: Option<QuestionTool>,
    tools: Option<ToolCalls>,
    calls: Calls,
    /// Whether the calls of the script are those of the agent's own tools.
    is_translated: bool,
}

impl AgentModel {
    /// A model for the agent of this manifest.
    pub fn new(model: Model, manifest: &Manifest, calls: Calls) -> Self {
        Self { model, question: manifest.question.clone(), tools: manifest.tools.clone(), calls, is_translated: false }
    }

    /// Makes each call of the script one that the agent knows.
    fn translate(&mut self) {
        let mut known = self.calls.lock();
        let Known { tools, command, scripted } = &mut *known;
        self.model.change(|call| {
            if call.name == ASK {
                self.question.iter().for_each(|question| question.call(call));
            } else if tools.contains(&call.name) {
                scripted.push(call.clone());
                if let Some(own) = &self.tools {
                    let arguments = call.arguments.as_str().map_or_else(|| call.arguments.to_string(), str::to_owned);
                    let words = command.iter().map(String::as_str).chain([call.name.as_str(), arguments.as_str()]);
                    // A word with a NUL is in no command line.
                    let words = shlex::try_join(words).unwrap_or_default();
                    own.call(call, &words);
                }
            }
        });
    }
}

impl ModelShell for AgentModel {
    fn begin(&mut self, session: Session) {
        self.model.begin(session);
        self.is_translated = false;
    }

    fn exchange(&mut self, op: Op, request: &ModelRequest) -> Result<Delivery, ShellError> {
        // Where the run's tools can be called is known only now.
        if !std::mem::replace(&mut self.is_translated, true) {
            self.translate();
        }
        self.model.exchange(op, request)
    }

    fn finish(&mut self) -> Session {
        self.model.finish()
    }

    fn reads_wire(&self) -> bool {
        self.model.reads_wire()
    }
}
