//! What is known of a run as far as it went: kept once, read by every rule.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use imbl::Vector;

use super::{
    fault::Faults,
    texts::Shared,
    workload::{ProvenanceMarker, Workload, asked, marks, marks_in},
};
use crate::{
    model::{Key, Message, Millis, Op, ToolDefinition},
    stage::What,
    system::{Act, ClientEvent, Effect, Input, ModelEvent, Offers, ToolEvent, Turn, TurnEnd},
};

/// What is known of a run.
pub struct RunState<'a> {
    /// What the run is about.
    pub workload: &'a Workload,
    /// Which classes of faults are on.
    pub faults: Faults,
    /// Virtual time.
    pub now: Millis,
    /// The prompts that were shown, since the subject was started last.
    pub prompts: BTreeMap<Op, PromptFacts>,
    /// What the subject heard last.
    pub last_input: LastInput,
    /// The operations that were open when it was parked last.
    pub open: Vec<Op>,
    /// Where the turn stands; none before the first.
    pub turn: Option<Turn>,
    /// How many turns began.
    pub turns: u32,
    /// The marks that somebody gave as an answer.
    pub given: BTreeSet<ProvenanceMarker>,
    /// The questions that were cancelled by whoever was asked.
    pub cancelled: BTreeSet<u32>,
    /// How often the subject was started.
    pub starts: u32,
    /// The calls that the model made, by id, and how often each.
    pub calls: BTreeMap<String, u32>,
    /// The calls that ask each question, as the model or a tool said it.
    askers: BTreeMap<u32, BTreeSet<String>>,
    /// The call that opened last in each reply, and whose each execution is.
    calling: BTreeMap<Op, String>,
    executions: BTreeMap<Op, String>,
    /// The questions that were put to the client.
    put: BTreeSet<u32>,
    /// What the last request has in common with the one before.
    pub shared: Shared,
    /// The last request's messages and tools.
    requested: (Vector<Arc<Message>>, Arc<[ToolDefinition]>),
}

/// What is known of a prompt.
#[derive(Clone, Debug, Default)]
pub struct PromptFacts {
    /// The question that it asks.
    pub asks: Option<u32>,
    /// Whether it is settled: it was open, and is not any more.
    pub is_settled: bool,
    /// Whether it was withdrawn since the subject heard something last.
    pub is_withdrawn: bool,
    /// Whether it was drawn without anything to do: a look back at what is settled.
    pub is_looked_back: bool,
    /// What has been typed.
    typed: String,
    /// What was done last.
    pub acted: Option<Acted>,
}

/// What a person did at a prompt.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Acted {
    /// They cancelled, rejected, or their input ended.
    Declined,
    /// Anything else.
    Otherwise,
}

/// What the subject heard last.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum LastInput {
    /// Nothing yet, or that it begins.
    #[default]
    Begin,
    /// The user.
    Says,
    /// The model.
    Model,
    /// A tool.
    Tool,
    /// The person, at a prompt that is open, settled, or unknown.
    Person(Op, Known),
    /// The client.
    Client,
    /// A file.
    File,
    /// A signal.
    Signal,
    /// A timer.
    Timer,
}

/// What is known of a prompt at which a person acts.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Known {
    /// It is open.
    Open,
    /// It was, and is not any more.
    Settled,
    /// It never was.
    Never,
}

impl PromptFacts {
    /// Whether a person who looks at the screen may still think that it waits.
    pub const fn seems_to_wait(&self) -> bool {
        !self.is_settled && !self.is_withdrawn && !self.is_looked_back
    }
}

impl<'a> RunState<'a> {
    /// Nothing has happened yet.
    pub fn new(workload: &'a Workload, faults: Faults) -> Self {
        Self {
            workload,
            faults,
            now: Millis::default(),
            prompts: BTreeMap::new(),
            last_input: LastInput::Begin,
            open: Vec::new(),
            turn: None,
            turns: 0,
            given: workload.asks.values().flat_map(|ask| ask.given.iter().copied()).collect(),
            cancelled: BTreeSet::new(),
            starts: 0,
            calls: BTreeMap::new(),
            askers: BTreeMap::new(),
            calling: BTreeMap::new(),
            executions: BTreeMap::new(),
            put: BTreeSet::new(),
            shared: Shared::default(),
            requested: Default::default(),
        }
    }

    /// Whether a turn is over, and none has begun since.
    pub const fn is_over(&self) -> bool {
        matches!(self.turn, Some(Turn::Ended(_)))
    }

    /// The calls that ask question `number`: one, unless the model repeats itself.
    pub fn askers(&self, number: u32) -> impl Iterator<Item = &str> {
        self.askers.get(&number).into_iter().flatten().map(String::as_str)
    }

    /// Whether `call` may have an answer to question `number`: it asks it, or nobody does.
    pub fn may_answer(&self, call: &str, number: u32) -> bool {
        self.askers.get(&number).is_none_or(|askers| askers.contains(call))
    }

    /// Takes in what happened.
    pub fn take(&mut self, at: Millis, what: &What) {
        self.now = at;
        match what {
            What::Input(input) => self.hear(input),
            What::Effect(effect) => self.see(effect),
        }
    }

    /// The subject is parked, with these operations open.
    pub fn park(&mut self, open: &[Op]) {
        for (op, facts) in &mut self.prompts {
            facts.is_settled |= !open.contains(op);
            facts.is_withdrawn = false;
            if facts.is_settled
                && facts.acted == Some(Acted::Declined)
                && self.last_input == LastInput::Person(*op, Known::Open)
            {
                self.cancelled.extend(facts.asks);
            }
        }
        self.open.clear();
        self.open.extend_from_slice(open);
    }

    fn hear(&mut self, input: &Input) {
        self.last_input = match input {
            Input::Begin(_) => {
                self.starts += 1;
                self.prompts.clear();
                self.open.clear();
                self.turn = None;
                LastInput::Begin
            }
            Input::Says(_) => LastInput::Says,
            Input::Model(op, event) => {
                match event {
                    ModelEvent::Data(data) => self.given.extend(marks_in(data)),
                    ModelEvent::Call { id, .. } => {
                        *self.calls.entry(id.clone()).or_default() += 1;
                        self.calling.insert(*op, id.clone());
                    }
                    ModelEvent::Arguments(text) => {
                        let calling = self.calling.get(op).cloned().unwrap_or_default();
                        for (number, _) in marks(text) {
                            self.askers.entry(number).or_default().insert(calling.clone());
                        }
                    }
                    _ => {}
                }
                LastInput::Model
            }
            Input::Tool(op, event) => {
                if let (ToolEvent::Asks(question), Some(call)) = (event, self.executions.get(op)) {
                    for (number, _) in marks_in(question) {
                        self.askers.entry(number).or_default().insert(call.clone());
                    }
                }
                LastInput::Tool
            }
            Input::Person(op, act) => {
                let known = match self.prompts.get_mut(op) {
                    None => Known::Never,
                    Some(facts) if facts.is_settled => Known::Settled,
                    Some(facts) => {
                        let given = act_at(facts, act);
                        // What is given here belongs here, whatever it was meant for.
                        let here = facts.asks.and_then(|asks| self.askers.get(&asks)).cloned().unwrap_or_default();
                        for (number, _) in given.iter().filter(|_| !here.is_empty()) {
                            self.askers.entry(*number).or_default().extend(here.iter().cloned());
                        }
                        self.given.extend(given);
                        Known::Open
                    }
                };
                LastInput::Person(*op, known)
            }
            Input::Client(event) => {
                if let ClientEvent::Line(line) = event {
                    self.given.extend(marks_in(line));
                    // A number stands for a label of what the client was asked.
                    let is_number = |text: &str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b',' | b' '));
                    if line["text"].as_str().is_some_and(is_number) {
                        self.given.extend(self.put.iter().flat_map(|asked| labels(*asked)));
                    }
                }
                if let ClientEvent::Written(written) = event {
                    self.given.extend(marks(written));
                }
                LastInput::Client
            }
            Input::File(..) => LastInput::File,
            Input::Signal(_) => LastInput::Signal,
            Input::Fired(_) => LastInput::Timer,
        };
    }

    fn see(&mut self, effect: &Effect) {
        match effect {
            Effect::Show(op, prompt) => {
                let facts = self.prompts.entry(*op).or_default();
                facts.asks = asked(prompt).or(facts.asks);
                // A drawing that offers nothing is a look back.
                facts.is_looked_back |= prompt.offers == Offers::default() && prompt.request.is_none();
            }
            Effect::Client(message) => self.put.extend(marks_in(message).into_iter().map(|(number, _)| number)),
            Effect::Request(_, request) => {
                let (messages, tools) = &self.requested;
                let both = messages.iter().zip(&request.messages);
                self.shared = Shared {
                    messages: both.take_while(|(before, now)| Arc::ptr_eq(before, now)).count(),
                    tools: Arc::ptr_eq(tools, &request.tools),
                };
                self.requested = (request.messages.clone(), Arc::clone(&request.tools));
            }
            Effect::Call(op, call) => drop(self.executions.insert(*op, call.id.clone())),
            Effect::Cancel(op @ Op::Prompt(_), _) => {
                if let Some(facts) = self.prompts.get_mut(op) {
                    facts.is_withdrawn = true;
                }
            }
            Effect::Turn(turn) => {
                self.turns += u32::from(*turn == Turn::Began);
                self.turn = Some(turn.clone());
            }
            Effect::Exit(_) => self.turn = Some(Turn::Ended(TurnEnd::Interrupted)),
            _ => {}
        }
    }
}

/// How many labels a question has at most.
const LABELS: u32 = 7;

/// The marks of a question's labels.
fn labels(asks: u32) -> impl Iterator<Item = ProvenanceMarker> {
    (1..=LABELS).map(move |label| (asks, label))
}

/// What somebody gives by an act: the marks in it; by a key, whatever the question offers.
fn act_at(facts: &mut PromptFacts, act: &Act) -> BTreeSet<ProvenanceMarker> {
    let given = match act {
        Act::Answer(value) | Act::Remember(value) => marks_in(value).into_iter().collect(),
        Act::Choose(label) => marks(label).collect(),
        Act::Paste(text) => {
            facts.typed.push_str(text);
            marks(&facts.typed).collect()
        }
        Act::Key(key) => {
            if let Key::Char(char) = key {
                facts.typed.push(*char);
            }
            marks(&facts.typed).chain(facts.asks.into_iter().flat_map(labels)).collect()
        }
        Act::Submit | Act::Reject | Act::Cancel | Act::Eof | Act::Broken => BTreeSet::new(),
    };
    let is_declined = matches!(act, Act::Cancel | Act::Reject | Act::Eof);
    facts.acted = Some(if is_declined { Acted::Declined } else { Acted::Otherwise });
    given
}
