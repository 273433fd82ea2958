//! A workload in the making: what is drawn in the same way for every system.

use crate::model::json::{Value, json};

use crate::{
    llm::script::{Body, ScriptedCall},
    model::ToolDefinition,
    sim::{
        draws::{Draws, Stream::Situation as S},
        fault::{Fault, Faults},
        scope::Scope,
        workload::{Ask, ProvenanceMarker, TurnPlan, Workload, worded},
    },
    stage::scenario::{ToolEnd, ToolScript},
    system::{Layer, ReplyEnd, Setup, Utterance},
};

/// The host's tools.
const TOOLS: [&str; 3] = ["deploy", "edit", "read"];

/// A workload in the making.
pub struct Draft<'a> {
    pub draws: &'a mut Draws,
    pub workload: Workload,
    calls: u32,
}

/// Records of earlier conversations.
pub struct Earlier {
    /// The records that an older version has stored.
    pub older: fn() -> Vec<Value>,
    /// The records that a newer version has stored.
    pub newer: fn() -> Vec<Value>,
}

impl<'a> Draft<'a> {
    /// A run of `system`, in one of those `profiles` that the scope allows, with some of the host's tools.
    pub fn new(draws: &'a mut Draws, system: &str, profiles: &[&str], scope: &Scope) -> Self {
        let allowed = scope.profiles(system, profiles);
        // A subject that claims none of them is not simulated at all.
        let drawn = if allowed.is_empty() { profiles } else { &allowed };
        let profile = (*draws.pick(S, "profile", drawn)).to_owned();
        let terminal = draws.chance(S, "terminal", 75);
        let setup = Setup { profile, terminal, ..Setup::default() };
        let workload = Workload { system: system.to_owned(), setup, ..Workload::default() };
        let mut draft = Self { draws, workload, calls: 0 };
        let tools = 1 + draft.draws.index(S, "tools", TOOLS.len());
        for name in &TOOLS[..tools] {
            draft.tool(name);
        }
        draft
    }

    /// Whether the run is in this profile. The default profile is `""`.
    pub fn is_in(&self, profile: &str) -> bool {
        self.workload.setup.profile == profile
    }

    /// Adds a tool of the host.
    fn tool(&mut self, name: &str) {
        let then = match self.draws.below(S, "tool ends", 8) {
            0 => ToolEnd::Error(format!("{name} failed")),
            1 => ToolEnd::Panicked,
            _ => ToolEnd::Done(format!("{name} has run")),
        };
        let tool = ToolDefinition {
            name: name.to_owned(),
            description: format!("The tool {name}."),
            parameters: json!({"type": "object"}).into(),
        };
        self.workload.tools.push(ToolScript::new(tool, then));
    }

    /// Draws some turns. `call` draws each call in them.
    pub fn turns(&mut self, mut call: impl FnMut(&mut Self, String) -> ScriptedCall) {
        for turn in 1..=1 + self.draws.below(S, "turns", 3) {
            let mut replies = Vec::new();
            for _ in 0..self.draws.below(S, "replies with calls", 3) {
                let count = *self.draws.pick(S, "calls", &[1, 1, 1, 2, 3]);
                let mut calls = Vec::new();
                for _ in 0..count {
                    self.calls += 1;
                    // A provider may choose any id.
                    let has_dots = self.draws.chance(S, "an id with dots", 10);
                    let id = if has_dots { format!("call.{}.x", self.calls) } else { format!("call_{}", self.calls) };
                    calls.push(call(self, id));
                }
                let text = (*self.draws.pick(S, "text before", &["", "", "I have a question."])).to_owned();
                let reasoning = (*self.draws.pick(S, "reasoning", &["", "", "", "Let me think."])).to_owned();
                replies.push(Body::Message { reasoning, text, calls, ends: ReplyEnd::Whole });
            }
            replies.push(Body::message("done", Vec::new()));
            self.workload.turns.push(TurnPlan {
                command: None,
                says: Utterance(format!("Task number {turn}.").into()),
                replies,
            });
        }
    }

    /// Draws a call of one of the host's tools.
    pub fn host_call(&mut self, id: String) -> ScriptedCall {
        let at = self.draws.index(S, "tool", self.workload.tools.len());
        ScriptedCall { id, name: self.workload.tools[at].tool.name.clone(), arguments: json!({"path": "a.txt"}) }
    }

    /// Adds a question and returns its number.
    pub fn ask(&mut self, ask: Ask) -> u32 {
        let number = self.workload.asks.last_key_value().map_or(1, |(number, _)| number + 1);
        self.workload.asks.insert(number, ask);
        number
    }

    /// Notes that the questions of `call` may be asked, although the reference refuses them: no `must` demands that.
    pub fn may_be_asked(&mut self, call: &str) {
        self.workload.asks.values_mut().filter(|ask| ask.call == call).for_each(|ask| ask.is_valid = true);
    }

    /// Draws at least `least` and at most `most` labels of a question.
    pub fn labels(&mut self, number: u32, least: u64, most: u64) -> Vec<String> {
        let count = least + self.draws.below(S, "options", most - least + 1);
        (1..).take(usize::try_from(count).unwrap_or(1)).map(|which| self.text((number, which), "option")).collect()
    }

    /// A text with a marker, sometimes in unusual words.
    pub fn text(&mut self, marker: ProvenanceMarker, plain: &str) -> String {
        worded(self.draws, S, marker, plain)
    }

    /// Adds a layer of configuration.
    pub fn configure(&mut self, value: Value) {
        self.workload.setup.config.push(Layer { name: "user file".to_owned(), value });
    }

    /// The finished workload. If the faults demand it, it has stored records of an older or a newer version.
    pub fn finish(mut self, faults: Faults, earlier: &Earlier) -> Workload {
        for (fault, stored) in [(Fault::OlderEvents, earlier.older), (Fault::NewerEvents, earlier.newer)] {
            if faults.has(fault) {
                self.workload.setup.stored.extend(stored());
                self.workload.triggered = self.workload.triggered.with(fault);
            }
        }
        self.workload
    }
}
