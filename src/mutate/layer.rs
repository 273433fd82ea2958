//! The layer around a machine.
//!
//! The machine inside says which operations are open. The layer leaves out an operation if its effect never came out,
//! because no party knows of that operation. Prompts are not left out, because a system may ask through its client
//! instead. The machine does not know an operation that a row adds. It refuses an input about such an operation as
//! foreign, unless the row changes that input.

use std::{
    collections::{BTreeSet, VecDeque},
    hash::{Hash, Hasher},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::model::json::{Value, json};
use indexmap::IndexMap;

use super::{
    edit::{self, Memory, filled, fits},
    gate::Gate,
    kind::On,
    message::{self, Message},
    place::Place,
    row::{Change, Do, Passing, Template},
    run_condition::RunCondition,
};
use crate::{
    model::{Millis, Op, text::shorten},
    stage::What,
    system::{Effect, Input, Machine, ModelEvent},
};

/// The most inputs that may follow from one delivery. More of them are an endless circle.
const INPUTS_MAX: usize = 1000;

/// The most complaints that are kept. More of them would tell nothing new.
const COMPLAINTS_MAX: usize = 2;
/// The longest complaint, in characters.
const COMPLAINT_MAX: usize = 400;

/// What a mutant has done so far. The layer writes it, and the runner reads it.
#[derive(Debug, Default)]
pub struct Trace {
    applied: AtomicU64,
    complaints: Mutex<BTreeSet<String>>,
}

impl Trace {
    /// How often a change was applied.
    pub fn applied(&self) -> u64 {
        self.applied.load(Ordering::Relaxed)
    }

    /// The mistakes in the row that showed when it was applied.
    pub fn complaints(&self) -> Vec<String> {
        self.complaints.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Counts a change that was applied.
    fn apply(&self) {
        self.applied.fetch_add(1, Ordering::Relaxed);
    }

    fn complain(&self, message: &str) {
        let mut complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        if complaints.len() < COMPLAINTS_MAX {
            complaints.insert(shorten(message, COMPLAINT_MAX));
        }
    }
}

/// A machine with the layer around it.
pub struct Mutated {
    inner: Box<dyn Machine>,
    changes: Arc<[Change]>,
    /// Changes are made only while this gate is open. Without one, always.
    gate: Option<Gate>,
    states: Vec<State>,
    memory: Memory,
    /// Messages that wait.
    waiting: Vec<Waiting>,
    /// The effect (index 0) and the input (index 1) that wait to change places with the next one.
    exchanged: [Option<Vec<What>>; 2],
    /// Whether the pieces of a call of the model are put together.
    joins: bool,
    /// The pieces of the current call so far.
    call: Option<(Op, Vec<What>)>,
    delivery: u64,
    /// The operations that have come out.
    started: BTreeSet<Op>,
    trace: Arc<Trace>,
}

/// The state of a change.
#[derive(Hash)]
struct State {
    /// Whether the change is on: after its `since`, and before its `until`.
    armed: bool,
    /// How many messages have fitted.
    count: u64,
}

/// A message that comes later.
struct Waiting {
    until: Until,
    pieces: Vec<What>,
}

/// When a waiting message comes.
enum Until {
    /// At the end of the delivery with this number.
    Delivery(u64),
    /// After this message has passed.
    Passing(Passing),
}

/// What becomes of a message.
enum Fate {
    Comes,
    ComesTwice,
    Gone,
    Becomes(Vec<What>),
    Waits(Until),
    /// The message changes places with the next one.
    Swaps,
}

impl Mutated {
    /// `inner` with `changes` around it. `trace` counts how often they are applied.
    pub fn new(inner: Box<dyn Machine>, changes: Arc<[Change]>, trace: Arc<Trace>) -> Self {
        let states = changes.iter().map(|change| State { armed: change.since.is_none(), count: 0 }).collect();
        let joins = changes.iter().any(|change| {
            let passings = change.since.iter().chain(&change.until).chain(change.does.iter().filter_map(Do::passing));
            change.on.is_whole_call() || passings.into_iter().any(|passing| passing.on.is_whole_call())
        });
        Self {
            inner,
            changes,
            gate: None,
            states,
            memory: Memory::default(),
            waiting: Vec::new(),
            exchanged: [None, None],
            joins,
            call: None,
            delivery: 0,
            started: BTreeSet::new(),
            trace,
        }
    }

    /// The same, as a boxed machine.
    pub fn boxed(inner: Box<dyn Machine>, changes: Arc<[Change]>, trace: Arc<Trace>) -> Box<dyn Machine> {
        Box::new(Self::new(inner, changes, trace))
    }

    /// The same, but changes are made only while the condition holds. What a change counts and remembers does not
    /// depend on the condition.
    #[must_use]
    pub fn only_while(mut self, condition: &Arc<RunCondition>) -> Self {
        self.gate = Some(Gate::new(Arc::clone(condition)));
        self
    }

    /// Takes one delivery, and everything that follows from it.
    fn hear(&mut self, now: Millis, on: On, pieces: Vec<What>, out: &mut Vec<Effect>) {
        self.delivery += 1;
        let pending = self.pass(on, pieces);
        self.work(now, pending.into(), out);
        let delivery = self.delivery;
        let (due, waiting): (Vec<_>, Vec<_>) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|waiting| matches!(waiting.until, Until::Delivery(at) if at <= delivery));
        self.waiting = waiting;
        self.work(now, due.into_iter().flat_map(|due| due.pieces).collect(), out);
    }

    /// Handles the pending messages in order: each input goes into the machine, and each effect goes out.
    fn work(&mut self, now: Millis, mut pending: VecDeque<What>, out: &mut Vec<Effect>) {
        let (mut done, mut heard) = (Vec::new(), 0);
        while let Some(what) = pending.pop_front() {
            let input = match what {
                What::Effect(effect) => {
                    self.emit(effect, out);
                    continue;
                }
                What::Input(input) => input,
            };
            heard += 1;
            if heard > INPUTS_MAX {
                self.trace.complain(&format!("one delivery leads to more than {INPUTS_MAX} inputs: a circle"));
                return;
            }
            self.inner.handle(now, input, &mut done);
            for effect in done.drain(..) {
                let what = What::Effect(effect);
                for what in self.pass(On::of(&what), vec![what]) {
                    match what {
                        What::Effect(effect) => self.emit(effect, out),
                        input @ What::Input(_) => pending.push_back(input),
                    }
                }
            }
            // The last effect of a batch has no next one to change places with, so it comes now.
            let last = self.exchanged[usize::from(false)].take();
            for effect in last.into_iter().flatten().filter_map(effect_of) {
                self.emit(effect, out);
            }
        }
    }

    /// Sends an effect out.
    fn emit(&mut self, effect: Effect, out: &mut Vec<Effect>) {
        if let Effect::Request(op, _) | Effect::Call(op, _) | Effect::File(op, _) | Effect::Timer(op, _) = &effect
            && !self.started.insert(*op)
        {
            self.trace.complain(&format!("{op} is started twice, which no adapter can say: give one another number"));
        }
        out.push(effect);
    }

    /// Passes a message through the changes, and returns the messages that come of it, in order.
    fn pass(&mut self, on: On, pieces: Vec<What>) -> Vec<What> {
        let changes = Arc::clone(&self.changes);
        let may_change = self.gate.as_mut().is_none_or(|gate| {
            gate.observe(on, &pieces);
            gate.is_open()
        });
        let kept = self.exchanged[usize::from(on.is_input())].take();
        let mut opened: Option<Message> = None;
        let (mut before, mut after, mut fate, mut edited) = (Vec::new(), Vec::new(), Fate::Comes, false);
        for (at, change) in changes.iter().enumerate() {
            if !self.states[at].armed || !change.on.is_of(on) || matches!(fate, Fate::Gone | Fate::Becomes(_)) {
                continue;
            }
            let message = opened.get_or_insert_with(|| Message::of(on, &pieces));
            if !fits(change.on, &change.filter, message, &self.memory) {
                continue;
            }
            self.states[at].count += 1;
            let number = self.states[at].count;
            if change.nth.is_some_and(|nth| !nth.takes(number)) {
                continue;
            }
            self.memory.insert("op".to_owned(), message.op.clone());
            self.memory.insert("n".to_owned(), json!(number));
            let was = (message.op.clone(), message.body.to_string());
            for does in &change.does {
                if !may_change && !matches!(does, Do::Remember(_)) {
                    continue;
                }
                edit::edit(does, change.on.part(), message, &self.memory);
                match does {
                    Do::Drop => fate = Fate::Gone,
                    Do::Double => fate = Fate::ComesTwice,
                    Do::Swap if kept.is_none() => fate = Fate::Swaps,
                    Do::Delay(n) => fate = Fate::Waits(Until::Delivery(self.delivery + n)),
                    Do::Hold(passing) => fate = Fate::Waits(Until::Passing(passing.clone())),
                    Do::Remember(places) => remember(places, change.on.part(), message, &mut self.memory),
                    Do::Before(templates) => before.extend(self.made(templates)),
                    Do::After(templates) => after.extend(self.made(templates)),
                    Do::Become(templates) => fate = Fate::Becomes(self.made(templates)),
                    _ => {}
                }
            }
            edited |= was != (message.op.clone(), message.body.to_string());
        }
        let mut passed = before;
        let released = self.passed(on, &pieces);
        let pieces = match opened.filter(|_| edited).map(|message| message.pieces()) {
            Some(Ok(altered)) => altered,
            Some(Err(error)) => {
                self.trace.complain(&format!("{on} can not be altered so: {error}"));
                edited = false;
                pieces
            }
            None => pieces,
        };
        if edited || !passed.is_empty() || !after.is_empty() || !matches!(fate, Fate::Comes | Fate::Swaps) {
            self.trace.apply();
        }
        match fate {
            Fate::Comes => passed.extend(pieces),
            Fate::ComesTwice => {
                passed.extend(pieces.clone());
                passed.extend(pieces);
            }
            Fate::Gone => {}
            Fate::Becomes(others) => passed.extend(others),
            Fate::Waits(until) => self.waiting.push(Waiting { until, pieces }),
            Fate::Swaps => self.exchanged[usize::from(on.is_input())] = Some(pieces),
        }
        passed.extend(after);
        if let Some(kept) = kept {
            self.trace.apply();
            passed.extend(kept);
        }
        passed.extend(released);
        passed
    }

    /// Notes that a message has passed, and returns the messages that waited for it.
    fn passed(&mut self, on: On, pieces: &[What]) -> Vec<What> {
        let changes = Arc::clone(&self.changes);
        let mut opened: Option<Message> = None;
        let mut is_meant = |passing: &Passing, memory: &Memory| {
            passing.on.is_of(on)
                && fits(passing.on, &passing.filter, opened.get_or_insert_with(|| Message::of(on, pieces)), memory)
        };
        for (change, state) in changes.iter().zip(&mut self.states) {
            if change.until.as_ref().is_some_and(|until| is_meant(until, &self.memory)) {
                state.armed = false;
            }
            if change.since.as_ref().is_some_and(|since| is_meant(since, &self.memory)) {
                *state = State { armed: true, count: 0 };
            }
        }
        let (released, waiting): (Vec<_>, Vec<_>) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|waiting| matches!(&waiting.until, Until::Passing(passing) if is_meant(passing, &self.memory)));
        self.waiting = waiting;
        released.into_iter().flat_map(|released| released.pieces).collect()
    }

    /// The messages that `templates` make.
    fn made(&self, templates: &[Template]) -> Vec<What> {
        let mut made = Vec::new();
        for template in templates {
            let value = filled(&template.message, &self.memory);
            if template.on.is_whole_call() {
                made.extend(self.made_call(&value));
                continue;
            }
            match message::read(&value) {
                Ok(what) => made.push(what),
                Err(error) => self.trace.complain(&format!("no such message can be made: {error}")),
            }
        }
        made
    }

    /// The pieces of a whole call: `{"input": {"call": ["request#1", {"id": .., "name": .., "arguments": ..}]}}`.
    fn made_call(&self, value: &Value) -> Vec<What> {
        let both = &value["input"]["call"];
        let message = Message { on: On::whole_call(), op: both[0].clone(), body: both[1].clone() };
        message.pieces().unwrap_or_else(|error| {
            self.trace.complain(&format!("no such call can be made: {error}"));
            Vec::new()
        })
    }
}

impl Do {
    /// The message for which another one is held, if this holds one.
    const fn passing(&self) -> Option<&Passing> {
        match self {
            Self::Hold(passing) => Some(passing),
            _ => None,
        }
    }
}

/// Remembers the values at `places`.
fn remember(places: &IndexMap<String, Place>, part: Option<&str>, message: &Message, memory: &mut Memory) {
    for (word, place) in places {
        if let Some(found) = message.at(&place.inside(part)).first() {
            memory.insert(word.clone(), (*found).clone());
        }
    }
}

fn effect_of(what: What) -> Option<Effect> {
    match what {
        What::Effect(effect) => Some(effect),
        What::Input(_) => None,
    }
}

/// The changes are the same in the whole run. Of the number of the delivery, only the distance to waiting messages counts.
impl Hash for Mutated {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self {
            inner, changes: _, gate, states, memory, waiting, exchanged, joins: _, call, delivery, started, ..
        } = self;
        inner.fingerprint(state);
        (gate, states, memory, exchanged, call, started).hash(state);
        for Waiting { until, pieces } in waiting {
            match until {
                Until::Delivery(at) => at.saturating_sub(*delivery).hash(state),
                Until::Passing(passing) => format!("{passing:?}").hash(state),
            }
            pieces.hash(state);
        }
    }
}

impl Machine for Mutated {
    fn handle(&mut self, now: Millis, input: Input, out: &mut Vec<Effect>) {
        if self.joins {
            match (&input, &mut self.call) {
                (Input::Model(op, ModelEvent::Arguments(_)), Some((of, pieces))) if op == of => {
                    pieces.push(What::Input(input));
                    return;
                }
                _ => {}
            }
            if let Some((_, pieces)) = self.call.take() {
                self.hear(now, On::whole_call(), pieces, out);
            }
            if let Input::Model(op, ModelEvent::Call { .. }) = &input {
                self.call = Some((*op, vec![What::Input(input)]));
                return;
            }
        }
        let what = What::Input(input);
        self.hear(now, On::of(&what), vec![what], out);
    }

    fn open(&self) -> Vec<Op> {
        let mut open = self.inner.open();
        open.retain(|op| matches!(op, Op::Prompt(_)) || self.started.contains(op));
        open
    }

    fn reads_time(&self) -> bool {
        self.inner.reads_time()
    }
}

#[cfg(test)]
#[path = "layer_tests.rs"]
mod tests;
