//! What a run of jp is about.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::{
    llm::script::{Body, ScriptedCall},
    model::ToolDefinition,
    sim::{
        draws::{Draws, Stream::Situation as S},
        fault::{Fault, Faults},
        situation::{Ask, Situation, TurnPlan, marked},
    },
    stage::scenario::{ToolEnd, ToolScript},
    system::{Layer, Setup, Utterance},
};

/// The host's tools.
const TOOLS: [&str; 3] = ["deploy", "edit", "read"];
/// The value of a secret: what the person types where a secret is asked for, or what is configured.
const SECRET: &str = "hunter2-swordfish";

/// A run about `ask_user`.
pub fn ask_user(draws: &mut Draws, faults: Faults) -> Situation {
    Draft::new(draws, "jp-ask-user", &["", "rfd082"], 60).finish(faults)
}

/// A run about questions of the host's tools.
pub fn inquiry(draws: &mut Draws, faults: Faults) -> Situation {
    Draft::new(draws, "jp-inquiry", &["", "rfd034", "rfd082"], 10).finish(faults)
}

/// A situation in the making.
struct Draft<'a> {
    draws: &'a mut Draws,
    situation: Situation,
    /// How often in a hundred the model calls `ask_user` rather than a tool of the host.
    ask_user: u64,
    calls: u32,
}

impl<'a> Draft<'a> {
    fn new(draws: &'a mut Draws, system: &str, profiles: &[&str], ask_user: u64) -> Self {
        let profile = (*draws.pick(S, "profile", profiles)).to_owned();
        let terminal = draws.chance(S, "terminal", 70);
        let setup = Setup { profile, terminal, ..Setup::default() };
        let situation = Situation { system: system.to_owned(), setup, ..Situation::default() };
        Self { draws, situation, ask_user, calls: 0 }
    }

    fn finish(mut self, faults: Faults) -> Situation {
        let tools = 1 + self.draws.index(S, "tools", TOOLS.len());
        for name in &TOOLS[..tools] {
            self.tool(name);
        }
        let turns = 1 + self.draws.below(S, "turns", 3);
        for turn in 1..=turns {
            self.turn(turn);
        }
        self.configure();
        if faults.has(Fault::OlderEvents) {
            self.situation.setup.stored.extend(older());
        }
        if faults.has(Fault::NewerEvents) {
            self.situation.setup.stored.extend(newer());
        }
        self.situation
    }

    fn tool(&mut self, name: &str) {
        let then = match self.draws.below(S, "tool ends", 8) {
            0 => ToolEnd::Error(format!("{name} failed")),
            1 => ToolEnd::Panicked,
            _ => ToolEnd::Done(format!("{name} has run")),
        };
        self.situation.tools.push(ToolScript {
            tool: ToolDefinition {
                name: name.to_owned(),
                description: format!("The tool {name}."),
                parameters: json!({"type": "object"}),
            },
            asks: Vec::new(),
            asks_in_call: BTreeMap::new(),
            insists: 0,
            then,
            after_ms: 0,
        });
    }

    fn turn(&mut self, turn: u64) {
        let mut replies = Vec::new();
        for _ in 0..self.draws.below(S, "replies with calls", 3) {
            let count = *self.draws.pick(S, "calls", &[1, 1, 1, 2, 3]);
            let calls = (0..count).map(|_| self.call()).collect();
            let text = *self.draws.pick(S, "text before", &["", "", "I have a question."]);
            let reasoning = *self.draws.pick(S, "reasoning", &["", "", "", "Let me think."]);
            replies.push(Body::Message {
                reasoning: reasoning.to_owned(),
                text: text.to_owned(),
                calls,
                cut_off: false,
            });
        }
        replies.push(Body::message("done", Vec::new()));
        self.situation.turns.push(TurnPlan { says: Utterance(format!("Task number {turn}.")), replies });
    }

    fn call(&mut self) -> ScriptedCall {
        self.calls += 1;
        let id = format!("call_{}", self.calls);
        if self.draws.chance(S, "ask_user", self.ask_user) {
            let arguments = self.ask(&id);
            return ScriptedCall { id, name: "ask_user".to_owned(), arguments };
        }
        let at = self.draws.index(S, "tool", self.situation.tools.len());
        let name = self.situation.tools[at].tool.name.clone();
        let asks: Vec<Value> = (0..*self.draws.pick(S, "questions", &[0, 1, 1, 1, 2]))
            .map(|index| self.question(&id, &name, &format!("q{}", index + 1)))
            .collect();
        self.situation.tools[at].asks_in_call.insert(id.clone(), asks);
        ScriptedCall { id, name, arguments: json!({"path": "a.txt"}) }
    }

    /// The arguments of a call of `ask_user`.
    fn ask(&mut self, call: &str) -> Value {
        let number = self.next();
        let mut arguments = json!({"question": marked((number, 0), "Which one?")});
        let mut is_valid = true;
        match self.draws.below(S, "type", 3) {
            0 => arguments["answer_type"] = "boolean".into(),
            1 => {
                arguments["answer_type"] = "select".into();
                arguments["options"] = self.labels(number).into();
            }
            _ => {}
        }
        if self.draws.chance(S, "context", 30) {
            arguments["context"] = "Two files\nwould change.".into();
        }
        if self.draws.chance(S, "invalid", 15) {
            is_valid = false;
            match self.draws.below(S, "how invalid", 5) {
                0 => arguments["question"] = marked((number, 0), "Two\nlines?").into(),
                1 => arguments["answer_type"] = "number".into(),
                2 => arguments["options"] = json!([]),
                3 => arguments["default"] = json!([1]),
                _ => {
                    arguments["answer_type"] = "text".into();
                    arguments["options"] = json!(["a"]);
                }
            }
        }
        let ask = Ask { is_valid, human_only: true, ..self.slot(call, "ask_user", "answer") };
        self.situation.asks.insert(number, ask);
        arguments
    }

    /// What a tool asks.
    fn question(&mut self, call: &str, tool: &str, id: &str) -> Value {
        let number = self.next();
        let mut ask = Ask { is_valid: true, is_kept: true, ..self.slot(call, tool, id) };
        let mut question = json!({"id": id, "text": marked((number, 0), "Shall I?")});
        let kinds = if self.situation.setup.profile == "rfd082" { 4 } else { 3 };
        question["answer_type"] = match self.draws.below(S, "type", kinds) {
            0 => json!({"type": "boolean"}),
            1 => json!({"type": "select", "options": self.labels(number)}),
            2 => json!({"type": "text"}),
            _ => {
                ask.is_secret = true;
                json!({"type": "secret"})
            }
        };
        if self.draws.chance(S, "exclusive", 30) {
            question["exclusive"] = true.into();
            ask.human_only = true;
        }
        if self.draws.chance(S, "persistence none", 40) {
            question["persistence"] = "none".into();
            ask.is_kept = false;
        }
        if self.draws.chance(S, "context", 20) {
            question["context"] = "What it is about.".into();
        }
        self.situation.asks.insert(number, ask);
        question
    }

    fn slot(&self, call: &str, tool: &str, question: &str) -> Ask {
        Ask { call: call.to_owned(), tool: tool.to_owned(), question: question.to_owned(), ..Ask::default() }
    }

    fn next(&self) -> u32 {
        self.situation.asks.last_key_value().map_or(1, |(number, _)| number + 1)
    }

    fn labels(&mut self, number: u32) -> Vec<Value> {
        let count = 1 + self.draws.below(S, "options", 4);
        (1..).take(usize::try_from(count).unwrap_or(1)).map(|which| marked((number, which), "option").into()).collect()
    }

    /// Targets, static answers and labels for some of the tools' questions.
    fn configure(&mut self) {
        let mut slots: Vec<(String, String)> = Vec::new();
        for ask in self.situation.asks.values() {
            let slot = (ask.tool.clone(), ask.question.clone());
            if !slots.contains(&slot) {
                slots.push(slot);
            }
        }
        let mut tools: Map<String, Value> = Map::new();
        for (tool, question) in slots {
            let mut settings = Map::new();
            match self.draws.below(S, "target", 5) {
                0 => drop(settings.insert("target".to_owned(), "user".into())),
                1 => drop(settings.insert("target".to_owned(), "assistant".into())),
                2 => drop(settings.insert("target".to_owned(), json!({"model": {"id": "small-model"}}))),
                _ => {}
            }
            if self.draws.chance(S, "static answer", 20) {
                let answers = [json!(true), json!(false), json!("configured"), json!(5), json!(SECRET)];
                let answer = self.draws.pick(S, "which answer", &answers).clone();
                settings.insert("answer".to_owned(), answer);
                for ask in self.situation.asks.values_mut().filter(|ask| ask.tool == tool && ask.question == question) {
                    ask.is_given = true;
                    ask.given = BTreeSet::new();
                }
            }
            if self.draws.chance(S, "label", 20) {
                settings.insert("prompt_label".to_owned(), "Helper".into());
            }
            if !settings.is_empty() {
                let tool = tools.entry(tool).or_insert_with(|| json!({"questions": {}}));
                tool["questions"][question.as_str()] = settings.into();
            }
        }
        for script in &self.situation.tools {
            let run = *self.draws.pick(S, "permission", &["unattended", "unattended", "unattended", "ask"]);
            if run != "unattended" {
                let tool = tools.entry(script.tool.name.clone()).or_insert_with(|| json!({}));
                tool["run"] = run.into();
            }
        }
        if self.draws.chance(S, "export", 3) {
            let format = *self.draws.pick(S, "format", &["json", "markdown"]);
            self.situation.setup.argv = ["conversation", "export", format].map(str::to_owned).into();
        } else if self.draws.chance(S, "misconfigured", 2) {
            tools.insert("deploy".to_owned(), json!({"run": "whenever"}));
        }
        if !tools.is_empty() {
            let value = json!({"conversation": {"tools": tools}});
            self.situation.setup.config.push(Layer { name: "user file".to_owned(), value });
        }
    }
}

/// What an older version has stored.
fn older() -> Vec<Value> {
    vec![
        json!({"type": "turn_start"}),
        json!({"type": "chat_request", "content": "An old task."}),
        json!({"type": "tool_call_request", "id": "call_0", "name": "deploy", "arguments": {}, "tool_answers": {"q1": true}}),
        json!({"type": "tool_call_response", "id": "call_0", "content": "deploy has run", "is_error": false}),
        json!({"type": "chat_response", "message": "It is done."}),
    ]
}

/// What a newer version has stored.
fn newer() -> Vec<Value> {
    vec![
        json!({"type": "turn_start"}),
        json!({"type": "chat_request", "content": "A new task."}),
        json!({"type": "thought_graph", "nodes": [1, 2]}),
        json!({"type": "tool_call_request", "id": "call_00", "name": "edit", "arguments": {}}),
        json!({"type": "inquiry_request", "id": "call_00.q1.1", "source": {"source": "tool", "name": "edit"},
            "question": {"text": "Old?", "answer_type": {"type": "boolean"}}}),
        json!({"type": "inquiry_response", "id": "call_00.q1.1", "outcome": "cancelled", "reason": "eaten_by_dog"}),
        json!({"type": "tool_call_response", "id": "call_00", "content": "edit has run", "is_error": false}),
    ]
}
