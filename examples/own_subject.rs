//! Your own agent in the hot seat: a `Subject` from scratch, and its tests. `cargo test --example own_subject` runs
//! them. In your project, make this a file under `tests` with `harness = false`.
//!
//! The agent has one tool, `ask_user`, which asks a person one question between labels.

use std::{collections::VecDeque, process::ExitCode};

use hotseat::model::json::{Value, json};
use hotseat::{
    model::{Millis, ModelRequest, Op, Part, Role, ToolDefinition},
    stage::{Claim, Claims, Next, Scene, Subject, SubjectError},
    subject::SubjectSpec,
    system::{Act, Effect, Input, ModelEvent, Offers, Prompt, Turn, TurnEnd, Why},
    trials::Trials,
};

/// The tests are our own scenarios. Without `paths` they would be those that hotseat carries, of every system that the
/// agent claims.
fn main() -> ExitCode {
    Trials::of(SubjectSpec::own(Agent::default)).paths(["examples/own_subject.feature"]).main()
}

/// The agent: its claims, the effects that it has not yet returned, and one conversation.
struct Agent {
    claims: Claims,
    effects: VecDeque<Effect>,
    conversation: Conversation,
}

#[derive(Default)]
struct Conversation {
    history: ModelRequest,
    /// The numbers of requests and of prompts so far. The numbers of operations start at 1.
    requests: u32,
    prompts: u32,
    /// What the agent waits for: at most one of the two.
    request: Option<Op>,
    prompt: Option<Asked>,
    /// The text and the calls of the model's last message, and the calls that are not yet asked.
    text: String,
    calls: VecDeque<Call>,
}

/// A question that is shown.
struct Asked {
    op: Op,
    call: Call,
    choices: Vec<String>,
}

#[derive(Clone)]
struct Call {
    id: String,
    name: String,
    arguments: String,
}

impl Default for Agent {
    fn default() -> Self {
        let claim = Claim { system: "pi".to_owned(), profiles: vec!["seed".to_owned()] };
        let claims = Claims::whole("own_subject 0.1".to_owned(), vec![claim]);
        Self { claims, effects: VecDeque::new(), conversation: Conversation::default() }
    }
}

impl Subject for Agent {
    fn claims(&self) -> &Claims {
        &self.claims
    }

    /// A run begins. Nothing of the previous run may be left.
    fn start(&mut self, _scene: &Scene) -> Result<(), SubjectError> {
        self.kill();
        Ok(())
    }

    fn feed(&mut self, _now: Millis, input: Input) -> Result<(), SubjectError> {
        self.conversation.hear(input, &mut self.effects);
        Ok(())
    }

    fn next(&mut self) -> Result<Next, SubjectError> {
        Ok(self.effects.pop_front().map_or(Next::Parked, Next::Effect))
    }

    fn open(&self) -> Vec<Op> {
        let prompt = self.conversation.prompt.as_ref().map(|asked| asked.op);
        self.conversation.request.into_iter().chain(prompt).collect()
    }

    fn kill(&mut self) {
        self.effects.clear();
        self.conversation = Conversation::default();
    }
}

impl Conversation {
    fn hear(&mut self, input: Input, out: &mut VecDeque<Effect>) {
        match input {
            Input::Begin(_) => {
                let (name, description) = ("ask_user".to_owned(), "Ask the user.".to_owned());
                self.history.tools =
                    [ToolDefinition { name, description, parameters: json!({"type": "object"}).into() }].into();
            }
            Input::Says(_) if self.request.is_some() || self.prompt.is_some() => {
                out.push_back(Effect::Refuse(Why::Busy));
            }
            Input::Says(text) => {
                out.push_back(Effect::Turn(Turn::Began));
                self.history.push(Role::User, Part::Text(text.0));
                self.ask_model(out);
            }
            Input::Model(op, event) if self.request == Some(op) => self.listen(event, out),
            Input::Person(op, act) if self.prompt.as_ref().is_some_and(|asked| asked.op == op) => self.act(act, out),
            Input::Person(Op::Prompt(number), _) if (1..=self.prompts).contains(&number) => {
                out.push_back(Effect::Refuse(Why::Late));
            }
            // An input that does not fit is refused, and never ignored.
            _ => out.push_back(Effect::Refuse(Why::Foreign)),
        }
    }

    fn ask_model(&mut self, out: &mut VecDeque<Effect>) {
        self.requests += 1;
        let op = Op::Request(self.requests);
        self.request = Some(op);
        out.push_back(Effect::Request(op, Box::new(self.history.clone())));
    }

    /// Takes a piece of the model's message.
    fn listen(&mut self, event: ModelEvent, out: &mut VecDeque<Effect>) {
        match event {
            ModelEvent::Text(text) => self.text.push_str(&text),
            ModelEvent::Call { id, name } => {
                self.calls.push_back(Call { id: id.to_string(), name: name.to_string(), arguments: String::new() })
            }
            ModelEvent::Arguments(piece) => {
                if let Some(call) = self.calls.back_mut() {
                    call.arguments.push_str(&piece);
                }
            }
            ModelEvent::Reasoning(_) | ModelEvent::Data(_) => {}
            ModelEvent::Failed(failure) => {
                self.request = None;
                out.push_back(Effect::Turn(Turn::Ended(TurnEnd::Failed(failure.kind))));
            }
            ModelEvent::Finished | ModelEvent::LimitReached | ModelEvent::Refused => {
                self.request = None;
                let text = std::mem::take(&mut self.text);
                if !text.is_empty() {
                    self.history.push(Role::Assistant, Part::Text(text.into()));
                }
                for Call { id, name, arguments } in self.calls.clone() {
                    let arguments = serde_json::from_str(&arguments).unwrap_or_else(|_| json!({}));
                    self.history.push(Role::Assistant, Part::Call { id: id.into(), name: name.into(), arguments });
                }
                if self.calls.is_empty() {
                    out.push_back(Effect::Turn(Turn::Ended(TurnEnd::Completed)));
                } else {
                    self.ask_person(out);
                }
            }
        }
    }

    /// Asks the next question. After the last answer, the model goes on.
    fn ask_person(&mut self, out: &mut VecDeque<Effect>) {
        while let Some(call) = self.calls.pop_front() {
            let arguments: Value = serde_json::from_str(&call.arguments).unwrap_or_default();
            let question = &arguments["questions"][0];
            let labels = question["options"].as_array().into_iter().flatten();
            let choices: Vec<String> = labels.filter_map(|one| one["label"].as_str().map(str::to_owned)).collect();
            let (Some(text), "ask_user", false) =
                (question["question"].as_str(), call.name.as_str(), choices.is_empty())
            else {
                self.tell(call, "There is nothing to ask.", true);
                continue;
            };
            self.prompts += 1;
            let op = Op::Prompt(self.prompts);
            let drawn = std::iter::once(text).chain(choices.iter().map(String::as_str)).collect::<Vec<_>>().join("\n");
            let offers = Offers { choices: choices.clone(), ..Offers::default() };
            out.push_back(Effect::Show(op, Prompt { text: drawn, offers, request: None }));
            self.prompt = Some(Asked { op, call, choices });
            return;
        }
        self.ask_model(out);
    }

    /// Takes an act of the person at the open prompt.
    fn act(&mut self, act: Act, out: &mut VecDeque<Effect>) {
        let Some(Asked { op, call, choices }) = self.prompt.take() else { return };
        let picked = match &act {
            Act::Answer(Value::String(label)) => Some(label.as_str()),
            Act::Choose(label) => Some(label.as_str()),
            _ => None,
        };
        match act {
            _ if picked.is_some_and(|label| choices.iter().any(|choice| choice == label)) => {
                self.tell(call, picked.unwrap_or_default(), false);
            }
            Act::Cancel | Act::Reject | Act::Eof | Act::Broken => self.tell(call, "The user gave no answer.", true),
            _ => {
                out.push_back(Effect::Refuse(Why::NotOffered));
                self.prompt = Some(Asked { op, call, choices });
                return;
            }
        }
        self.ask_person(out);
    }

    fn tell(&mut self, call: Call, content: &str, is_error: bool) {
        self.history
            .push(Role::User, Part::Result { id: call.id.into(), content: content.to_owned().into(), is_error });
    }
}
