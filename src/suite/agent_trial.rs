//! Tries an installed agent step by step: what works, and what its manifest still lacks.
//!
//! Each step is read in the run of a carried scenario. Nothing is judged: that an agent asks for no permission, for example,
//! breaks no requirement, but its permissions cannot be tested either.

use std::sync::Arc;

use super::{
    InputErrors,
    catalogue::Catalogue,
    outcome::Outcome,
    read_case,
    runner::{self, Options},
};
use crate::{
    llm::Wire,
    model::{ToolDefinition, json::Value},
    stage::{Culprit, Fault, Identity, SubjectError, What},
    subject::{AdapterOptions, AgentSpec, Manifest, SubjectSpec},
    system::{Effect, UNDECLARED, mcp::Tool},
};

/// A turn without a tool.
const PLAIN: &str = "acp/messages/each-line-of-a-plain-turn-is-a-message-and-the-prompts-text-reaches-the-model";
/// A turn with a tool, which a permission may precede.
const TOOL: &str = "acp/turns/a-tool-call-is-announced-executed-reported-and-told-to-the-model";
/// A turn with a form.
const FORM: &str = "acp/form/a-form-has-a-message-a-session-and-flat-properties-and-its-answer-reaches-the-model";
/// A turn with a server's tool that asks.
const SERVER: &str =
    "acp/servers/the-question-goes-on-as-the-server-asks-it-and-the-answer-comes-back-as-the-user-gave-it";

/// How long a piece of a system prompt is by which a request is known, in characters.
const SIDE_MAX: usize = 40;

/// What was tried, and what was seen of the agent.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// The steps, in their order. Where a step that is needed lacks something, the later ones are not tried.
    pub steps: Vec<Step>,
    /// Who the agent said that it is.
    pub identity: Option<Identity>,
    /// The wire on which it asked its model.
    pub wire: Option<Wire>,
    /// The tools that it offered its model.
    pub offered: Vec<ToolDefinition>,
    /// How the system prompt of a request begins that belongs to no turn, such as one for a title.
    pub side: Option<String>,
    /// The tools of a server that stand for none of the scenarios.
    pub unnamed: Vec<String>,
}

/// A step of a trial.
#[derive(Clone, Debug)]
pub struct Step {
    /// What is tried.
    pub kind: StepKind,
    /// What was seen, or what is lacking.
    pub result: Result<String, Lack>,
}

/// What is tried in a step.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum StepKind {
    /// Its program is there.
    Installed,
    /// It accepts connections at its address.
    Reached,
    /// It answers `initialize`.
    Connects,
    /// It begins a session.
    Session,
    /// Its requests come to the scripted model.
    Model,
    /// It ends a turn.
    Turn,
    /// It asks its model nothing else.
    Sides,
    /// It calls a tool of the scenario.
    Tool,
    /// It asks for a permission before that.
    Permission,
    /// It asks its user by a form.
    Form,
    /// It carries what a tool of a server asks to its user.
    ServerForm,
    /// A server lets a client open the connection, in each version.
    Opens,
    /// A server's tool asks the user.
    Asks,
    /// It acts once the user accepts.
    Acts,
    /// Its result tells answers apart.
    Differs,
    /// It does not act when the user declines.
    Refrains,
    /// Another tool of the server does what that of the scenarios does.
    Beside(Tool),
}

impl StepKind {
    /// What is tried, in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Installed => "it is installed",
            Self::Reached => "it accepts connections",
            Self::Connects => "it connects",
            Self::Session => "it begins a session",
            Self::Model => "it asks the scripted model",
            Self::Turn => "it ends a turn",
            Self::Sides => "it asks its model nothing that no turn has",
            Self::Tool => "it calls a tool of the scenario",
            Self::Permission => "it asks for a permission before that",
            Self::Form => "it asks its user by a form",
            Self::ServerForm => "it asks its user what a tool of a server asks",
            Self::Opens => "it opens the connection, and lists its tools",
            Self::Asks => "the tool that stands for `deploy` asks by a form",
            Self::Acts => "it acts when the user accepts",
            Self::Differs => "another answer has another result, numbers aside",
            Self::Refrains => "it does not act when the user declines",
            Self::Beside(tool) => match tool {
                Tool::Deploy => "the tool that stands for `deploy` asks and acts",
                Tool::Ask => "the tool that stands for `ask` asks for a text",
                Tool::Survey => "the tool that stands for `survey` asks, and acts",
                Tool::Pair => "the tool that stands for `pair` asks twice, and acts",
                Tool::Connect => "the tool that stands for `connect` sends the user to a page",
                Tool::Status => "the tool that stands for `status` answers",
                Tool::Job => "the tool that stands for `job` is a task that asks, and acts",
            },
        }
    }

    /// Whether nothing can be tested without it.
    pub const fn is_needed(self) -> bool {
        !matches!(
            self,
            Self::Tool
                | Self::Permission
                | Self::Form
                | Self::ServerForm
                | Self::Differs
                | Self::Refrains
                | Self::Beside(_)
        )
    }
}

/// What is lacking.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Lack {
    /// What was found.
    pub found: String,
    /// What to do.
    pub help: String,
}

impl Trial {
    /// Whether something is lacking without which nothing can be tested.
    pub fn is_broken(&self) -> bool {
        self.steps.iter().any(|step| step.kind.is_needed() && step.result.is_err())
    }

    /// Whether this step was tried, and worked.
    pub fn works(&self, kind: StepKind) -> bool {
        self.steps.iter().any(|step| step.kind == kind && step.result.is_ok())
    }

    /// Adds a step. Yields whether it worked.
    pub(super) fn step(&mut self, kind: StepKind, result: Result<String, Lack>) -> bool {
        let works = result.is_ok();
        self.steps.push(Step { kind, result });
        works
    }
}

/// Tries an agent.
///
/// # Errors
/// A mistake in a carried feature, which is a bug.
pub fn try_agent(agent: &AgentSpec, options: &AdapterOptions) -> Result<Trial, InputErrors> {
    let manifest = &agent.manifest;
    let spec = &SubjectSpec::Agent(Box::new(agent.clone()));
    let mut trial = Trial::default();
    let installed = installed(&manifest.command, manifest.missing_program(), manifest.install.as_deref());
    if !trial.step(StepKind::Installed, installed) {
        return Ok(trial);
    }
    let plain = Seen::play(PLAIN, spec, options)?;
    trial.identity.clone_from(&plain.identity);
    trial.wire = plain.wire();
    trial.offered = plain.offered();
    trial.side = plain.side();
    let first = [
        (StepKind::Connects, plain.connects()),
        (StepKind::Session, plain.begins_a_session()),
        (StepKind::Model, plain.asks_the_model(manifest)),
        (StepKind::Turn, plain.ends_its_turn()),
        (StepKind::Sides, plain.asks_nothing_else()),
    ];
    for (kind, result) in first {
        if !trial.step(kind, result) {
            return Ok(trial);
        }
    }
    let tool = Seen::play(TOOL, spec, options)?;
    trial.step(StepKind::Tool, tool.calls_the_tool(&trial.offered));
    if manifest.may_ask_for_permissions() {
        trial.step(StepKind::Permission, tool.asks_for_a_permission());
    }
    if manifest.may_have_a_question_tool() {
        let form = Seen::play(FORM, spec, options)?;
        trial.step(StepKind::Form, form.asks_by_a_form(&trial.offered));
    }
    if manifest.calls_server_tools() {
        let server = Seen::play(SERVER, spec, options)?;
        trial.step(StepKind::ServerForm, server.carries_a_question(&trial.offered));
    }
    Ok(trial)
}

/// Whether the program of a command is there.
pub(super) fn installed(command: &[String], missing: Option<&str>, install: Option<&str>) -> Result<String, Lack> {
    let Some(program) = missing else { return Ok(command.first().cloned().unwrap_or_default()) };
    let usual = || "install it, or name the path of its program in `command`".to_owned();
    let help = install.map_or_else(usual, |install| format!("install it: {install}"));
    Err(Lack { found: format!("no program `{program}` is found"), help })
}

/// What was seen in the run of a scenario.
pub(super) struct Seen {
    outcome: Option<Outcome>,
    faults: Vec<Fault>,
    /// Who the subject said that it is.
    pub identity: Option<Identity>,
}

impl Seen {
    /// Plays a carried scenario.
    ///
    /// # Errors
    /// A mistake in a carried feature, which is a bug.
    pub fn play(id: &str, spec: &SubjectSpec, options: &AdapterOptions) -> Result<Self, InputErrors> {
        let cases = read_case(&[], id, Catalogue::embedded())?.into_iter().map(Arc::new).collect();
        Ok(match runner::run(cases, Options::looking_at(spec, options), |_| {}) {
            Ok(mut suite) => {
                let outcome = suite.outcomes.pop();
                let own = outcome.iter().flat_map(|outcome| outcome.faults.clone());
                Self { faults: own.chain(suite.faults).collect(), outcome, identity: suite.identity }
            }
            Err(SubjectError { culprit, message }) => {
                Self { outcome: None, faults: vec![Fault { culprit, message }], identity: None }
            }
        })
    }

    /// The effects of the agent, in their order.
    fn effects(&self) -> impl Iterator<Item = &Effect> {
        let events = self.outcome.iter().flat_map(|outcome| &outcome.events);
        events.filter_map(|event| match &event.what {
            What::Effect(effect) => Some(effect),
            What::Input(_) => None,
        })
    }

    /// The lines of the agent.
    pub fn lines(&self) -> impl Iterator<Item = &Value> {
        self.effects().filter_map(|effect| match effect {
            Effect::Client(line) => Some(line),
            _ => None,
        })
    }

    /// What the agent has answered with this member.
    pub fn answered(&self, member: &str) -> Option<&Value> {
        self.lines().find_map(|line| line.get("result")?.get(member))
    }

    /// Whether the agent has asked its client this.
    pub fn has_asked(&self, method: &str) -> bool {
        self.lines().any(|line| line.get("method").and_then(Value::as_str) == Some(method))
    }

    /// What is lacking, and what went wrong.
    pub fn lack(&self, lacking: &str, help: impl Into<String>) -> Lack {
        // What a script has left over only follows from the rest.
        let faults = self.faults.iter().filter(|fault| fault.culprit != Culprit::SubjectOrScenario);
        let lines: Vec<&str> = std::iter::once(lacking).chain(faults.map(|fault| fault.message.as_str())).collect();
        Lack { found: lines.join("\n"), help: help.into() }
    }

    /// The wire of the first request to the model.
    fn wire(&self) -> Option<Wire> {
        let raw = self.outcome.iter().flat_map(|outcome| &outcome.raw);
        raw.filter_map(|exchange| Wire::of_path(&exchange.request.path)).next()
    }

    /// The tools of the first request that has some.
    fn offered(&self) -> Vec<ToolDefinition> {
        let mut requests = self.effects().filter_map(|effect| match effect {
            Effect::Request(_, request) if !request.tools.is_empty() => Some(request.tools.to_vec()),
            _ => None,
        });
        requests.next().unwrap_or_default()
    }

    fn connects(&self) -> Result<String, Lack> {
        let version = self.answered("protocolVersion").ok_or_else(|| {
            self.lack(
                "it does not answer `initialize`",
                "try the command by itself: it must speak ACP on its stdin and stdout",
            )
        })?;
        let who = self.identity.as_ref().map(|Identity { name, version }| format!("{name} {version}, "));
        Ok(format!("{}protocol {version}", who.unwrap_or_default()))
    }

    fn begins_a_session(&self) -> Result<String, Lack> {
        self.answered("sessionId").ok_or_else(|| {
            self.lack(
                "`session/new` has no `sessionId`",
                "give it what it needs here: a key in [env], or settings in [files]",
            )
        })?;
        let mode = self.answered("modes").and_then(|modes| modes["currentModeId"].as_str());
        Ok(mode.map(|mode| format!("in the mode `{mode}`")).unwrap_or_default())
    }

    fn asks_the_model(&self, manifest: &Manifest) -> Result<String, Lack> {
        let wire = self.wire().ok_or_else(|| {
            self.lack(
                "no request reaches the model",
                "say where its model is: `{model}` stands for the address, in [env], [files] or `command`",
            )
        })?;
        if wire == manifest.wire {
            return Ok(format!("on the wire `{}`", wire.word()));
        }
        let found = format!("it asks on the wire `{}`, and the manifest says `{}`", wire.word(), manifest.wire.word());
        Err(Lack { found, help: format!("write wire = \"{}\"", wire.word()) })
    }

    fn ends_its_turn(&self) -> Result<String, Lack> {
        let reason = self.answered("stopReason").and_then(Value::as_str);
        reason.map(|reason| format!("with `{reason}`")).ok_or_else(|| {
            self.lack(
                "`session/prompt` is not answered with a `stopReason`",
                "if it asks the model for a title or the like first, describe that request in [[side]]",
            )
        })
    }

    /// How the system prompt begins of a request that is none of the turn's.
    fn side(&self) -> Option<String> {
        let systems: Vec<&str> = self
            .effects()
            .filter_map(|effect| match effect {
                Effect::Request(_, request) => request.system.as_deref(),
                _ => None,
            })
            .collect();
        let other = systems.iter().find(|system| **system != systems[0])?;
        Some(other.chars().take_while(|c| !matches!(c, '\n' | '.')).take(SIDE_MAX).collect())
    }

    fn asks_nothing_else(&self) -> Result<String, Lack> {
        let unexpected = self.faults.iter().find(|fault| fault.message.starts_with("unexpected: a request"));
        let Some(Fault { message, .. }) = unexpected else { return Ok(String::new()) };
        let piece = self.side().map_or_else(String::new, |side| format!(": expect = {{ system = {side:?} }}"));
        let help = format!("describe that request, such as one for a title, in [[side]]{piece}");
        Err(Lack { found: message.clone(), help })
    }

    fn calls_the_tool(&self, offered: &[ToolDefinition]) -> Result<String, Lack> {
        if self.effects().any(|effect| matches!(effect, Effect::Call(..))) {
            return Ok(String::new());
        }
        let help = format!("name the tool, or the shell that calls it, in [tools]; {}", names(offered));
        Err(self.lack("no call reaches the session's MCP server", help))
    }

    fn asks_for_a_permission(&self) -> Result<String, Lack> {
        if self.has_asked("session/request_permission") {
            return Ok(String::new());
        }
        let modes = self.answered("modes").and_then(|modes| modes["availableModes"].as_array());
        let modes: Vec<&str> = modes.into_iter().flatten().filter_map(|mode| mode["id"].as_str()).collect();
        let mut help = "name a call that it asks about in [tools], set a mode in which it asks, or leave `permissions` out of `profiles`"
            .to_owned();
        if !modes.is_empty() {
            help.push_str(&format!("; its modes are {}", modes.join(", ")));
        }
        Err(self.lack("nobody is asked", help))
    }

    fn carries_a_question(&self, offered: &[ToolDefinition]) -> Result<String, Lack> {
        if self.has_asked("elicitation/create") {
            return Ok(String::new());
        }
        let mut calls = self.effects().filter_map(|effect| match effect {
            Effect::Call(_, call) => Some(call),
            _ => None,
        });
        if let Some(first) = calls.next() {
            let answers = calls.last().unwrap_or(first).answers.clone();
            if answers.iter().any(|(_, answer)| answer.get(UNDECLARED).is_some()) {
                return Ok("it does not, and does not declare it either".to_owned());
            }
            let help = "if it should not, it must not declare `elicitation` to its servers";
            return Err(self.lack("what the tool asks does not reach the client", help));
        }
        let help = format!(
            "name the server's tool as its model calls it in [server_tools], or leave `server_tools` out of `profiles`; {}",
            names(offered)
        );
        Err(self.lack("no call of the tool reaches the session's MCP server", help))
    }

    fn asks_by_a_form(&self, offered: &[ToolDefinition]) -> Result<String, Lack> {
        if self.has_asked("elicitation/create") {
            return Ok(String::new());
        }
        let help = format!(
            "if it has a tool that asks its user, name it in [question], else leave `question_tool` out of `profiles`; {}",
            names(offered)
        );
        Err(self.lack("nobody is asked", help))
    }
}

/// The names of the tools that an agent offers its model.
fn names(offered: &[ToolDefinition]) -> String {
    let names: Vec<&str> = offered.iter().map(|tool| tool.name.as_str()).collect();
    if names.is_empty() {
        return "it offers its model no tools".to_owned();
    }
    format!("it offers its model {}", names.join(", "))
}
