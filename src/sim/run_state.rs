//! The state of a simulated run so far. The monitor keeps it, and every rule reads it.

use std::{
    any::Any,
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
    hash::{Hash, Hasher},
    sync::Arc,
};

use imbl::Vector;

use super::{
    calls_made::CallsMade,
    fault::Faults,
    texts::Shared,
    workload::{Ask, ProvenanceMarker, Workload, asked, marks, marks_in},
};
use crate::{
    model::{
        Key, Message, Millis, Op, ToolDefinition,
        json::{Text, Value},
    },
    stage::What,
    system::{Act, ClientEvent, Effect, Input, ModelEvent, Offers, ToolEvent, Turn, TurnEnd},
};

/// The state of a run so far.
pub struct RunState<'a> {
    /// The workload.
    pub workload: &'a Workload,
    /// The fault classes that are on.
    pub faults: Faults,
    /// Whether the results in requests say which of them are errors. Not every wire marks them.
    pub marks_errors: bool,
    /// The virtual time.
    pub now: Millis,
    /// The prompts that were shown since the last start of the subject.
    pub prompts: BTreeMap<Op, PromptFacts>,
    /// The last input of the subject.
    pub last_input: LastInput,
    /// The operations that were open when the subject was last parked.
    pub open: Vec<Op>,
    /// The last thing that the subject said of its turn.
    pub turn: Option<Turn>,
    /// How many turns began.
    pub turns: u32,
    /// The provenance markers of all answers that a party gave.
    pub given: BTreeSet<ProvenanceMarker>,
    /// The questions that the person cancelled.
    pub cancelled: BTreeSet<u32>,
    /// How many times the subject was started.
    pub starts: u32,
    /// How many times the model made a call with each id.
    pub calls: BTreeMap<Text, u32>,
    /// The calls of the model, with their arguments.
    pub made: CallsMade,
    /// For each question, the calls in which the model or a tool asked it.
    askers: BTreeMap<u32, BTreeSet<Text>>,
    /// The questions whose answers were given at a prompt of no known call, so that any call may have them.
    strayed: BTreeSet<u32>,
    /// For each execution, the id of its call.
    executions: BTreeMap<Op, Text>,
    /// The questions that the client was asked.
    asked_client: BTreeSet<u32>,
    /// The questions that the client was asked under each id since the last start of the subject.
    asked_under: BTreeMap<String, BTreeSet<u32>>,
    /// The parts that the last request shares with the one before.
    pub shared: Shared,
    /// What the system's own rules read from the last observation.
    read: OnceCell<Box<dyn Any>>,
    /// The last request's messages and tools.
    last_request: (Vector<Arc<Message>>, Arc<[ToolDefinition]>),
}

/// The facts about a prompt.
#[derive(Clone, Debug, Default, Hash)]
pub struct PromptFacts {
    /// The question that it asks.
    pub asks: Option<u32>,
    /// Whether it is settled: it was open and is no longer.
    pub is_settled: bool,
    /// Whether it was withdrawn since the subject was last parked.
    pub is_withdrawn: bool,
    /// Whether it was ever shown without offers, as a reminder of a settled question.
    pub is_reminder: bool,
    /// The text that was typed.
    typed: String,
    /// The person's last act.
    pub acted: Option<Acted>,
}

/// The kind of a person's act.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Acted {
    /// They cancelled or rejected, or their input ended.
    Declined,
    /// Anything else.
    Otherwise,
}

/// The kind of the subject's last input.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub enum LastInput {
    /// The start, or nothing yet.
    #[default]
    Begin,
    /// A message of the user.
    Says,
    /// An event of the model.
    Model,
    /// An event of a tool.
    Tool,
    /// An act of the person at a prompt.
    Person(Op, Known),
    /// An event of the client.
    Client,
    /// The result of a file operation.
    File,
    /// A signal.
    Signal,
    /// A timer that fired.
    Timer,
}

/// The state of the prompt at which a person acted.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Known {
    /// The prompt is open.
    Open,
    /// The prompt was open and is no longer.
    Settled,
    /// The prompt never existed.
    Never,
}

impl PromptFacts {
    /// What was typed at the prompt, key by key and by pasting.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// Whether the screen still shows the prompt as one that waits for an answer.
    pub const fn seems_to_wait(&self) -> bool {
        !self.is_settled && !self.is_withdrawn && !self.is_reminder
    }
}

/// What the run began with is the same in all runs of a scenario, and what is read from the last observation is read anew
/// from the next. The virtual time counts only if the subject reads it, and then it stands beside the subject.
impl Hash for RunState<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self {
            workload: _,
            faults: _,
            marks_errors: _,
            now: _,
            prompts,
            last_input,
            open,
            turn,
            turns,
            given,
            cancelled,
            starts,
            calls,
            made,
            askers,
            strayed,
            executions,
            asked_client,
            asked_under,
            shared: _,
            read: _,
            last_request,
        } = self;
        (prompts, last_input, open, turn, turns, given, cancelled, starts).hash(state);
        (calls, made, askers, strayed, executions, asked_client, asked_under, last_request).hash(state);
    }
}

impl<'a> RunState<'a> {
    /// The state before anything has happened.
    pub fn new(workload: &'a Workload, faults: Faults) -> Self {
        Self {
            workload,
            faults,
            marks_errors: true,
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
            made: CallsMade::default(),
            askers: BTreeMap::new(),
            strayed: BTreeSet::new(),
            executions: BTreeMap::new(),
            asked_client: BTreeSet::new(),
            asked_under: BTreeMap::new(),
            shared: Shared::default(),
            read: OnceCell::new(),
            last_request: Default::default(),
        }
    }

    /// Whether the last turn has ended.
    pub const fn is_over(&self) -> bool {
        matches!(self.turn, Some(Turn::Ended(_)))
    }

    /// The calls that ask question `number`. There is one, unless the model repeats itself.
    pub fn askers(&self, number: u32) -> impl Iterator<Item = &str> {
        self.askers.get(&number).into_iter().flatten().map(Text::as_str)
    }

    /// The questions that are known to be asked in `call`. A fault may have put them there.
    pub fn asked_in(&self, call: &str) -> impl Iterator<Item = &Ask> {
        let numbers = self.askers.iter().filter(move |(_, askers)| askers.contains(call)).map(|(number, _)| number);
        numbers.filter_map(|number| self.workload.asks.get(number))
    }

    /// Whether `call` may have an answer to question `number`: either `call` asks it, or no call does, or nobody can tell.
    pub fn may_answer(&self, call: &str, number: u32) -> bool {
        self.has_strayed(number) || self.askers.get(&number).is_none_or(|askers| askers.contains(call))
    }

    /// Whether the model made `call` at most once. If the model gave one id to two calls, their results cannot be told apart.
    pub fn is_made_once(&self, call: &str) -> bool {
        self.calls.get(call).is_none_or(|times| *times < 2)
    }

    /// Whether an answer to question `number` was given at a prompt of no known call.
    pub fn has_strayed(&self, number: u32) -> bool {
        self.strayed.contains(&number)
    }

    /// What `read` makes of the last observation. The rules of a system that all read the same do so only once; they must
    /// all pass the same function.
    pub fn read_once<T: 'static>(&self, read: impl FnOnce() -> T) -> Option<&T> {
        self.read.get_or_init(|| Box::new(read())).downcast_ref()
    }

    /// Takes in one observation.
    pub fn take(&mut self, at: Millis, what: &What) {
        self.read.take();
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
                self.asked_under.clear();
                self.open.clear();
                self.turn = None;
                LastInput::Begin
            }
            Input::Says(_) => {
                self.may_settle_all();
                LastInput::Says
            }
            Input::Model(op, event) => {
                self.made.take(*op, event);
                match event {
                    ModelEvent::Data(data) => self.given.extend(marks_in(data)),
                    ModelEvent::Call { id, .. } => *self.calls.entry(id.into()).or_default() += 1,
                    // A marker may come in two pieces.
                    ModelEvent::Arguments(_) => {
                        let current = self.made.current(*op).into_iter();
                        for (calling, (number, _)) in
                            current.flat_map(|(id, text)| marks(text).map(move |mark| (id, mark)))
                        {
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
                        let given = given_by(facts, act, self.workload);
                        // The answer belongs to this prompt's calls, even if its marker is of another question.
                        let here = facts.asks.and_then(|asks| self.askers.get(&asks)).cloned().unwrap_or_default();
                        if here.is_empty() {
                            let numbers = given.iter().map(|(number, _)| *number);
                            self.strayed.extend(numbers.filter(|number| Some(*number) != facts.asks));
                        }
                        let mut last = None;
                        for (number, _) in given.iter().filter(|_| !here.is_empty()) {
                            // The markers of a question come one after the other.
                            if last.replace(*number) != Some(*number) {
                                self.askers.entry(*number).or_default().extend(here.iter().cloned());
                            }
                        }
                        self.given.extend(given);
                        Known::Open
                    }
                };
                LastInput::Person(*op, known)
            }
            Input::Client(event) => {
                self.may_settle_all();
                if let ClientEvent::Line(line) = event {
                    self.given.extend(marks_in(line));
                    self.answered_under(line);
                    // A client may answer with the number of a label, which has no marker.
                    let is_number = |text: &str| text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b',' | b' '));
                    if line["text"].as_str().is_some_and(is_number) {
                        self.given.extend(self.asked_client.iter().flat_map(|asked| labels(*asked)));
                    }
                }
                if let ClientEvent::Written(written) = event {
                    self.given.extend(marks(written));
                    for line in written.lines().filter_map(|line| serde_json::from_str(line).ok()) {
                        self.answered_under(&line);
                    }
                }
                LastInput::Client
            }
            Input::File(..) => LastInput::File,
            Input::Signal(_) => LastInput::Signal,
            Input::Fired(_) => LastInput::Timer,
        };
    }

    /// A line answers what is asked under its id now, even if its markers are of other questions: a restarted subject may use an
    /// id again.
    fn answered_under(&mut self, line: &Value) {
        let Some(asked) = id_of(line).and_then(|id| self.asked_under.get(&id)) else { return };
        let here: BTreeSet<Text> = asked.iter().filter_map(|asked| self.askers.get(asked)).flatten().cloned().collect();
        for (number, _) in marks_in(line) {
            if !asked.contains(&number) {
                self.askers.entry(number).or_default().extend(here.iter().cloned());
            }
        }
    }

    /// In some systems the host or the user's next message may answer for the person. Then a prompt need not be drawn again.
    fn may_settle_all(&mut self) {
        for facts in self.prompts.values_mut().filter(|facts| facts.acted.is_none()) {
            facts.acted = Some(Acted::Otherwise);
        }
    }

    fn see(&mut self, effect: &Effect) {
        match effect {
            Effect::Show(op, prompt) => {
                let facts = self.prompts.entry(*op).or_default();
                facts.asks = asked(prompt).or(facts.asks);
                // A prompt without offers is only a reminder.
                facts.is_reminder |= prompt.offers == Offers::default() && prompt.request.is_none();
            }
            Effect::Client(message) => {
                let asked: BTreeSet<u32> = marks_in(message).into_iter().map(|(number, _)| number).collect();
                self.asked_client.extend(&asked);
                if let Some(id) = id_of(message).filter(|_| !asked.is_empty()) {
                    self.asked_under.insert(id, asked);
                }
            }
            Effect::Request(_, request) => {
                let (messages, tools) = &self.last_request;
                let both = messages.iter().zip(&request.messages);
                self.shared = Shared {
                    messages: both.take_while(|(before, now)| Arc::ptr_eq(before, now)).count(),
                    tools: Arc::ptr_eq(tools, &request.tools),
                };
                self.last_request = (request.messages.clone(), Arc::clone(&request.tools));
            }
            Effect::Call(op, call) => drop(self.executions.insert(*op, call.id.as_str().into())),
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
            Effect::Cancel(..)
            | Effect::File(..)
            | Effect::Timer(..)
            | Effect::Record(_)
            | Effect::Refuse(_)
            | Effect::Notice(_) => {}
        }
    }
}

/// The id of a request to the client, or of the request that its line answers.
fn id_of(message: &Value) -> Option<String> {
    ["requestId", "id"].iter().find_map(|key| message.get(*key)).map(Value::to_string)
}

/// The most labels that a question has.
const LABELS_MAX: u32 = 12;

/// The markers of a question's labels.
fn labels(asks: u32) -> impl Iterator<Item = ProvenanceMarker> {
    (1..=LABELS_MAX).map(move |label| (asks, label))
}

/// The markers of the labels that a prompt may have: those of each question of its call, since one prompt may ask all.
fn labels_of_call(asks: Option<u32>, workload: &Workload) -> impl Iterator<Item = ProvenanceMarker> {
    let asked = asks.and_then(|asks| workload.asks.get(&asks));
    let is_of_call = move |number: &&u32| {
        Some(**number) == asks
            || workload.asks.get(number).zip(asked).is_some_and(|(ask, asked)| ask.call == asked.call)
    };
    workload.asks.keys().filter(is_of_call).flat_map(|number| labels(*number))
}

/// The markers that a person gives by an act. A key or a submit may choose any label, so it gives the markers of all of
/// them.
fn given_by(facts: &mut PromptFacts, act: &Act, workload: &Workload) -> Vec<ProvenanceMarker> {
    let given = match act {
        Act::Answer(value) | Act::Remember(value) => marks_in(value),
        Act::Choose(label) => marks(label).collect(),
        Act::Paste(text) => {
            facts.typed.push_str(text);
            marks(&facts.typed).collect()
        }
        Act::Key(key) => {
            match key {
                Key::Char(char) => facts.typed.push(*char),
                Key::Backspace => drop(facts.typed.pop()),
                _ => {}
            }
            marks(&facts.typed).chain(labels_of_call(facts.asks, workload)).collect()
        }
        Act::Submit => labels_of_call(facts.asks, workload).collect(),
        Act::Reject | Act::Cancel | Act::Eof | Act::Broken => Vec::new(),
    };
    let is_declined = matches!(act, Act::Cancel | Act::Reject | Act::Eof);
    facts.acted = Some(if is_declined { Acted::Declined } else { Acted::Otherwise });
    given
}

#[cfg(test)]
mod tests;
