//! The scripted model of an agent: it calls the agent's own tools in the place of the scenario's and the reference's.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    super::pipe::Model,
    SERVER,
    manifest::{Manifest, QuestionTool, ToolCalls},
};
use crate::{
    llm::{
        Session, ShellError,
        script::ScriptedCall,
        shell::{Delivery, ModelShell},
    },
    model::{ModelRequest, Op, ToolDefinition, json::Value, rpc::text},
    system::acp::tools::ASK,
};

/// What the model and the MCP server of a run know of its calls.
#[derive(Clone, Debug, Default)]
pub struct Calls(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    /// The tools of the scenario.
    tools: Vec<String>,
    /// Those of them that ask the user. A shell cannot carry a question, so they are called through the session's server.
    asking: Vec<String>,
    /// The words before a tool's name and arguments that call it from a shell.
    command: Vec<String>,
    /// The tools of each server beside the first one, by its name.
    servers: BTreeMap<String, Vec<String>>,
    /// Whether the client offers forms. Without them, an agent need not offer its model the tool that asks by one.
    has_forms: bool,
    /// The calls of those tools in the script, as it has them, without those that were executed.
    scripted: Vec<ScriptedCall>,
}

impl Calls {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A run with these tools begins. Their server is at `address`, and `program` can call them there.
    pub fn begin(
        &self,
        tools: Vec<String>,
        asking: Vec<String>,
        has_forms: bool,
        program: &str,
        address: &str,
        servers: BTreeMap<String, Vec<String>>,
    ) {
        let command = ["call-tool", address].map(str::to_owned);
        let command = std::iter::once(program.to_owned()).chain(command).collect();
        *self.lock() = Known { tools, asking, command, has_forms, servers, scripted: Vec::new() };
    }

    /// The scenario's name for the tool of a call that a permission is about, where its id, its input, or what is left to be executed
    /// tells it.
    pub fn asked_about(&self, call: &Value) -> Option<String> {
        let scripted = &self.lock().scripted;
        let by_id = || scripted.iter().find(|known| Some(known.id.as_str()) == text(call, "toolCallId"));
        let by_input = || only(scripted.iter().filter(|known| Some(&known.arguments) == call.get("rawInput")));
        let named = by_id().map(|known| &known.name).or_else(by_input).or_else(|| only(scripted.iter()));
        named.cloned()
    }

    /// The names of the tools that are still to be executed.
    pub fn names(&self) -> Vec<String> {
        self.lock().scripted.iter().map(|known| known.name.clone()).collect()
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
    server_tools: Option<ToolCalls>,
    calls: Calls,
    /// Whether the calls of the script are those of the agent's own tools.
    is_translated: bool,
}

impl AgentModel {
    /// A model for the agent of this manifest.
    pub fn new(model: Model, manifest: &Manifest, calls: Calls) -> Self {
        let Manifest { question, tools, server_tools, .. } = manifest.clone();
        Self { model, question, tools, server_tools, calls, is_translated: false }
    }

    /// Makes each call of the script one that the agent knows. `offered` are the tools that it offers its model.
    ///
    /// # Errors
    /// If a call can be none of the agent's: whatever came of it would say nothing about the agent.
    fn translate(&mut self, offered: &[ToolDefinition]) -> Result<(), ShellError> {
        let mut known = self.calls.lock();
        let Known { tools, asking, command, servers, has_forms, scripted } = &mut *known;
        let mut missing = None;
        self.model.change(|call| {
            let is_of_scenario = tools.contains(&call.name);
            let named = if asking.contains(&call.name) { &self.server_tools } else { &self.tools };
            let is_named = if is_of_scenario { named.is_some() } else { call.name != ASK || self.question.is_some() };
            let own = if is_named { None } else { own_name(&call.name, offered) };
            if !is_named && own.is_none() && (is_of_scenario || *has_forms) {
                missing.get_or_insert_with(|| call.name.clone());
            }
            if call.name == ASK {
                self.question.iter().for_each(|question| question.call(call));
            } else if is_of_scenario {
                scripted.push(call.clone());
                if let Some(own) = named {
                    let arguments = call.arguments.as_str().map_or_else(|| call.arguments.to_string(), str::to_owned);
                    let words = command.iter().map(String::as_str).chain([call.name.as_str(), arguments.as_str()]);
                    // A word with a NUL is in no command line.
                    let words = shlex::try_join(words).unwrap_or_default();
                    let server = servers.iter().find(|(_, tools)| tools.contains(&call.name));
                    own.call(call, server.map_or(SERVER, |(name, _)| name), &words);
                }
            }
            if let Some(own) = own {
                call.name = own;
            }
        });
        missing.map_or(Ok(()), |name| Err(ShellError::NotOffered(name)))
    }
}

/// The name of the tool of these calls, if they have one alone.
fn only<'c>(mut calls: impl Iterator<Item = &'c ScriptedCall>) -> Option<&'c String> {
    let name = &calls.next()?.name;
    calls.all(|call| call.name == *name).then_some(name)
}

/// What the agent calls this tool: agents put the name of the server before it, such as `hotseat_deploy`. `None` if it offers
/// no such tool, or several.
fn own_name(tool: &str, offered: &[ToolDefinition]) -> Option<String> {
    let names = || offered.iter().map(|offered| offered.name.as_str());
    if names().any(|name| name == tool) {
        return Some(tool.to_owned());
    }
    let mut own = names().filter(|name| {
        let before = name.strip_suffix(tool).and_then(|before| before.chars().next_back());
        before.is_some_and(|before| !before.is_alphanumeric())
    });
    own.next().filter(|_| own.next().is_none()).map(str::to_owned)
}

impl ModelShell for AgentModel {
    fn begin(&mut self, session: Session) {
        self.model.begin(session);
        self.is_translated = false;
    }

    fn exchange(&mut self, op: Op, request: &ModelRequest) -> Result<Delivery, ShellError> {
        // Where the run's tools can be called is known only now.
        if !std::mem::replace(&mut self.is_translated, true) {
            self.translate(&request.tools)?;
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Calls, ToolDefinition, own_name};
    use crate::{
        llm::script::ScriptedCall,
        model::json::{Value, json},
    };

    /// A title and an id of a tool call are the agent's own to choose.
    #[rstest]
    #[case::by_its_id(&[("a", "deploy", 1), ("b", "wipe", 1)], json!({"toolCallId": "b"}), Some("wipe"))]
    #[case::by_its_input(&[("a", "deploy", 1), ("b", "wipe", 2)], json!({"rawInput": {"n": 2}}), Some("wipe"))]
    #[case::alone(&[("a", "deploy", 1), ("b", "deploy", 2)], json!({"toolCallId": "x"}), Some("deploy"))]
    #[case::one_of_two(&[("a", "deploy", 1), ("b", "wipe", 1)], json!({"rawInput": {"n": 1}}), None)]
    #[case::none(&[], json!({"toolCallId": "a"}), None)]
    fn a_permission_is_that_of_a_call(
        #[case] scripted: &[(&str, &str, u64)],
        #[case] call: Value,
        #[case] expected: Option<&str>,
    ) {
        let calls = Calls::default();
        calls.lock().scripted = scripted
            .iter()
            .map(|(id, name, number)| ScriptedCall {
                id: (*id).to_owned(),
                name: (*name).to_owned(),
                arguments: json!({"n": number}),
            })
            .collect();
        assert_eq!(calls.asked_about(&call).as_deref(), expected);
    }

    /// Agents put something before the name of a server's tool, and each does it in its own way.
    #[rstest]
    #[case::as_it_is(&["bash", "deploy"], Some("deploy"))]
    #[case::as_it_is_beside_another(&["hotseat_deploy", "deploy"], Some("deploy"))]
    #[case::of_a_server(&["hotseat_deploy"], Some("hotseat_deploy"))]
    #[case::of_a_server_at_length(&["mcp__hotseat__deploy", "read"], Some("mcp__hotseat__deploy"))]
    #[case::another_word(&["redeploy"], None)]
    #[case::several(&["a_deploy", "b_deploy"], None)]
    #[case::none(&[], None)]
    fn a_tool_of_a_server_is_found_among_those_offered(#[case] offered: &[&str], #[case] own: Option<&str>) {
        let parameters = || json!({}).into();
        let offered: Vec<ToolDefinition> = offered
            .iter()
            .map(|name| ToolDefinition {
                name: (*name).to_owned(),
                description: String::new(),
                parameters: parameters(),
            })
            .collect();
        assert_eq!(own_name("deploy", &offered).as_deref(), own);
    }
}
