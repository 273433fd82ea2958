//! The evidence that a `Then` reads, and the findings that it returns.

use std::{
    borrow::Cow,
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

use crate::model::json::{Text, Value};

use super::binders::Binders;
use crate::{
    model::text::has_piece,
    model::{Millis, ModelRequest, Op},
    stage::{
        Lane, Observation, Played, What,
        redaction::Secrets,
        stream::{deliveries, redacted},
    },
    system::{Act, Effect, FileEvent, FileOp, Input, ModelEvent, Offers, Prompt, ToolCall, Why},
};

/// The result of a `Then`: it holds, or there is a mismatch.
pub type Finding = Result<(), Mismatch>;

/// Why a `Then` does not hold.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Mismatch {
    /// The evidence contradicts it.
    Fails {
        /// The expectation, for people.
        expected: String,
        /// The finding, for people.
        found: String,
        /// The number of the observation that shows the difference.
        seq: Option<u64>,
    },
    /// The evidence does not say whether it holds, for this reason.
    Unread(String),
    /// What it is about never came up in the run, for this reason. A requirement of which nothing ever comes up is not applicable.
    Unmet(String),
}

/// A finished run, as far as the subject's lanes show it, and the ids that are bound so far.
pub struct Evidence<'a> {
    played: &'a Played,
    /// The stream, without what the documents leave to the implementation.
    events: &'a [Observation],
    lanes: &'a [Lane],
    binders: RefCell<Binders>,
}

/// Something that an observation shows, with the observation's number and time.
pub struct Seen<T> {
    /// The observation's number.
    pub seq: u64,
    /// The virtual time.
    pub at: Millis,
    /// The operation that the observation concerns.
    pub op: Option<Op>,
    /// The thing itself, such as a prompt or a request.
    pub what: T,
}

impl<'a> Evidence<'a> {
    /// The evidence of the run `played`; the subject shows only `lanes`.
    pub fn new(played: &'a Played, lanes: &'a [Lane]) -> Self {
        Self { played, events: &played.events, lanes, binders: RefCell::default() }
    }

    /// The run.
    pub(super) const fn played(&self) -> &'a Played {
        self.played
    }

    /// The same evidence, of whose stream only `events` are read. Secrets are still looked for in the whole stream.
    pub(super) fn reading(self, events: &'a [Observation]) -> Self {
        Self { events, ..self }
    }

    /// The same evidence with these ids bound from the start.
    pub(super) fn knowing(self, binders: Binders) -> Self {
        Self { binders: RefCell::new(binders), ..self }
    }

    /// The ids that are bound now.
    pub(super) fn known(self) -> Binders {
        self.binders.into_inner()
    }

    /// Whether `found` contains everything in `expected`: see [`Binders::fits`].
    pub fn fits(&self, expected: &Value, found: &Value) -> bool {
        self.binders.borrow_mut().fits(expected, found)
    }

    /// Holds if `found` equals `expected`: see [`Binders::equals`].
    pub fn same(&self, expected: &Value, found: &Value, seq: Option<u64>) -> Finding {
        let same = self.binders.borrow_mut().equals(expected, found);
        holds(same, expected.to_string(), found.to_string(), seq)
    }

    /// How the run ended.
    pub fn end(&self) -> &'static str {
        self.played.end.word()
    }

    /// The number of the observation that begins the last restart of the subject; `None` without a restart.
    pub fn started_anew(&self) -> Option<u64> {
        let mut begun = self.events.iter().filter(|event| matches!(event.what, What::Input(Input::Begin(_))));
        begun.next()?;
        begun.next_back().map(|event| event.seq)
    }

    fn lane(&self, lane: Lane) -> Result<impl Iterator<Item = &'a Observation> + use<'a>, Mismatch> {
        if !self.lanes.contains(&lane) {
            return Err(Mismatch::Unread(format!("the lane `{}` is not shown", lane.word())));
        }
        Ok(self.events.iter().filter(move |event| event.lane == lane))
    }

    fn pick<T>(
        &self,
        lane: Lane,
        pick: impl Fn(&'a What) -> Option<(Option<Op>, T)>,
    ) -> Result<Vec<Seen<T>>, Mismatch> {
        let seen = self
            .lane(lane)?
            .filter_map(|event| pick(&event.what).map(|(op, what)| Seen { seq: event.seq, at: event.at_ms, op, what }));
        Ok(seen.collect())
    }

    /// The first drawing of each prompt. The numbers of prompts start again when the subject is restarted.
    pub fn prompts(&self) -> Result<Vec<Seen<&'a Prompt>>, Mismatch> {
        drop(self.lane(Lane::Prompt)?);
        let mut prompts = Vec::new();
        let mut known = BTreeSet::new();
        for event in self.events {
            match &event.what {
                What::Input(Input::Begin(_)) => known.clear(),
                What::Effect(Effect::Show(op, prompt)) if known.insert(*op) => {
                    prompts.push(Seen { seq: event.seq, at: event.at_ms, op: Some(*op), what: prompt });
                }
                _ => {}
            }
        }
        Ok(prompts)
    }

    /// The prompts that are still open at the end of the run, by the number of the last drawing of each. A prompt is
    /// closed by an act of the person that is not refused, by its withdrawal, and by a drawing that offers nothing.
    pub fn left_open(&self) -> Result<Vec<u64>, Mismatch> {
        drop(self.lane(Lane::Prompt)?);
        let mut open: BTreeMap<Op, u64> = BTreeMap::new();
        // An act closes the prompt. A refusal that follows opens it again, unless the prompt was drawn in between.
        let mut acted: Option<(Op, u64)> = None;
        for event in self.events {
            match &event.what {
                What::Input(Input::Begin(_)) => open.clear(),
                What::Input(Input::Person(op, _)) => acted = open.remove(op).map(|seq| (*op, seq)),
                What::Input(_) => acted = None,
                What::Effect(Effect::Refuse(_)) => open.extend(acted.take()),
                What::Effect(Effect::Show(op, prompt)) => {
                    // The drawing says whether the prompt is open. A refusal of the same delivery must not change that.
                    acted = acted.filter(|(known, _)| known != op);
                    if prompt.offers == Offers::default() {
                        open.remove(op)
                    } else {
                        open.insert(*op, event.seq)
                    };
                }
                What::Effect(Effect::Cancel(op, _)) => {
                    acted = acted.filter(|(known, _)| known != op);
                    open.remove(op);
                }
                What::Effect(_) => {}
            }
        }
        Ok(open.into_values().collect())
    }

    /// The last act at a prompt: the number of its observation, whether it was refused, and the other effects that
    /// followed from it at once.
    pub fn last_act(&self) -> Result<(u64, bool, Vec<String>), Mismatch> {
        drop(self.lane(Lane::Prompt)?);
        let events = self.events;
        let is_act = |event: &Observation| matches!(event.what, What::Input(Input::Person(..)));
        let Some(at) = events.iter().rposition(is_act) else {
            return Err(Mismatch::Fails {
                expected: "an act at a prompt".to_owned(),
                found: "none".to_owned(),
                seq: None,
            });
        };
        let effects = events[at + 1..].iter().take_while(|event| matches!(event.what, What::Effect(_)));
        let (refusals, changes): (Vec<_>, Vec<_>) =
            effects.partition(|event| matches!(event.what, What::Effect(Effect::Refuse(_))));
        // Words to the user about a refusal change nothing.
        let changes = changes.into_iter().filter(|event| !matches!(event.what, What::Effect(Effect::Notice(_))));
        // Refusals are in the turn lane. If that lane is not shown, we take the act as refused.
        let is_refused = !refusals.is_empty() || !self.lanes.contains(&Lane::Turn);
        Ok((events[at].seq, is_refused, changes.map(ToString::to_string).collect()))
    }

    /// Whether an answer that contains `piece` was given at a prompt and was not refused.
    pub fn gave(&self, piece: &str) -> Result<bool, Mismatch> {
        drop(self.lane(Lane::Prompt)?);
        let numbers = deliveries(self.events);
        let numbered = || self.events.iter().zip(&numbers);
        let refused = |delivery: &u64| {
            numbered()
                .any(|(event, number)| number == delivery && matches!(event.what, What::Effect(Effect::Refuse(_))))
        };
        Ok(numbered().any(|(event, number)| match &event.what {
            What::Input(Input::Person(_, Act::Answer(answer) | Act::Remember(answer))) => {
                has_piece(&answer.to_string(), piece) && !refused(number)
            }
            _ => false,
        }))
    }

    /// Every act at a prompt, refused or not.
    pub fn acts(&self) -> Result<Vec<Seen<&'a Act>>, Mismatch> {
        self.pick(Lane::Prompt, |what| match what {
            What::Input(Input::Person(op, act)) => Some((Some(*op), act)),
            _ => None,
        })
    }

    /// Every drawing of every prompt.
    pub fn drawings(&self) -> Result<Vec<Seen<&'a Prompt>>, Mismatch> {
        self.pick(Lane::Prompt, |what| match what {
            What::Effect(Effect::Show(op, prompt)) => Some((Some(*op), prompt)),
            _ => None,
        })
    }

    /// Every withdrawal or cancellation of an operation in `lane`, with the reason.
    pub fn cancelled(&self, lane: Lane) -> Result<Vec<Seen<Why>>, Mismatch> {
        self.pick(lane, |what| match what {
            What::Effect(Effect::Cancel(op, why)) => Some((Some(*op), *why)),
            _ => None,
        })
    }

    /// Every refusal, with the reason.
    pub fn refusals(&self) -> Result<Vec<Seen<Why>>, Mismatch> {
        self.pick(Lane::Turn, |what| match what {
            What::Effect(Effect::Refuse(why)) => Some((None, *why)),
            _ => None,
        })
    }

    /// Every request to the model.
    pub fn requests(&self) -> Result<Vec<Seen<&'a ModelRequest>>, Mismatch> {
        self.pick(Lane::Model, |what| match what {
            What::Effect(Effect::Request(op, request)) => Some((Some(*op), &**request)),
            _ => None,
        })
    }

    /// The requests for a structured answer: those with a schema.
    pub fn inquiries(&self) -> Result<Vec<Seen<&'a ModelRequest>>, Mismatch> {
        Ok(self.requests()?.into_iter().filter(|request| request.what.schema.is_some()).collect())
    }

    /// The requests of the turns themselves: those without a schema.
    pub fn turn_requests(&self) -> Result<Vec<Seen<&'a ModelRequest>>, Mismatch> {
        Ok(self.requests()?.into_iter().filter(|request| request.what.schema.is_none()).collect())
    }

    /// The whole texts of the user and the model, and the model's reasoning. Those of the stored conversation are
    /// included.
    pub fn said(&self) -> Result<Vec<Text>, Mismatch> {
        let user = self.lane(Lane::Turn)?.flat_map(|event| match &event.what {
            What::Input(Input::Says(text)) => vec![text.0.clone()],
            What::Input(Input::Begin(setup)) => {
                let stored =
                    setup.stored.iter().flat_map(|event| [&event["content"], &event["message"], &event["reasoning"]]);
                stored.filter_map(|text| text.as_str().map(Text::from)).collect()
            }
            _ => Vec::new(),
        });
        let model = self.lane(Lane::Model)?.filter_map(|event| match &event.what {
            What::Input(Input::Model(_, ModelEvent::Text(text) | ModelEvent::Reasoning(text))) => Some(text.clone()),
            _ => None,
        });
        Ok(user.chain(model).collect())
    }

    /// Whether a result that is flagged so may be an error, or a success. Where the wire has no flag, it may be either.
    pub const fn may_be(&self, flagged: bool, is_error: bool) -> bool {
        flagged == is_error || !self.played.marks_errors
    }

    /// The result of the call `id` in the first turn request that has one: its content, and whether it is an error.
    pub fn result(&self, id: &str) -> Result<Option<Seen<(&'a str, bool)>>, Mismatch> {
        Ok(self.results(id)?.into_iter().next())
    }

    /// The result of the call `id` in each turn request that has one.
    pub fn results(&self, id: &str) -> Result<Vec<Seen<(&'a str, bool)>>, Mismatch> {
        let results = self.turn_requests()?.into_iter().filter_map(|Seen { seq, at, op, what }| {
            let (_, content, is_error) = what.results().find(|(found, ..)| *found == id)?;
            Some(Seen { seq, at, op, what: (content, is_error) })
        });
        Ok(results.collect())
    }

    /// Every stored event.
    pub fn records(&self) -> Result<Vec<Seen<&'a Value>>, Mismatch> {
        self.pick(Lane::Record, |what| match what {
            What::Effect(Effect::Record(record)) => Some((None, &record.0)),
            _ => None,
        })
    }

    /// The stored messages in order. A message is an event with an `id` and a `role`; of several with one id the last
    /// counts. Neighbours of the model are one message, because each reply of the model may have a message of its own. A
    /// message that was there before, and is stored again as it was, does not count.
    pub fn messages(&self) -> Result<Vec<Seen<Cow<'a, Value>>>, Mismatch> {
        let mut messages: Vec<Seen<&Value>> = Vec::new();
        let begun = self.events.first().map(|event| &event.what);
        let was_there =
            |record: &Value| matches!(begun, Some(What::Input(Input::Begin(setup))) if setup.stored.contains(record));
        for record in self.records()? {
            if record.what["id"].is_string() && record.what["role"].is_string() && !was_there(record.what) {
                match messages.iter_mut().find(|message| message.what["id"] == record.what["id"]) {
                    Some(message) => *message = record,
                    None => messages.push(record),
                }
            }
        }
        let mut joined: Vec<Seen<Cow<'a, Value>>> = Vec::new();
        for Seen { seq, at, op, what } in messages {
            let is_reply = |message: &Value| message["role"] == "assistant" && message["content"].is_array();
            match joined.last_mut().filter(|last| is_reply(&last.what) && is_reply(what)) {
                Some(last) => {
                    if let (Value::Array(content), Value::Array(more)) =
                        (&mut last.what.to_mut()["content"], &what["content"])
                    {
                        content.extend(more.iter().cloned());
                    }
                    last.seq = seq;
                }
                None => joined.push(Seen { seq, at, op, what: Cow::Borrowed(what) }),
            }
        }
        Ok(joined)
    }

    /// The stored events of the type `kind`.
    pub fn records_of(&self, kind: &str) -> Result<Vec<Seen<&'a Value>>, Mismatch> {
        Ok(self.records()?.into_iter().filter(|record| record.what["type"] == kind).collect())
    }

    /// The whole stream, to a reader of these lanes.
    pub fn events(&self, lanes: &[Lane]) -> Result<&'a [Observation], Mismatch> {
        lanes.iter().try_for_each(|lane| self.lane(*lane).map(drop))?;
        Ok(self.events)
    }

    /// Every execution of a tool.
    pub fn all_executions(&self) -> Result<Vec<Seen<&'a ToolCall>>, Mismatch> {
        self.pick(Lane::Tool, |what| match what {
            What::Effect(Effect::Call(op, call)) => Some((Some(*op), call)),
            _ => None,
        })
    }

    /// The executions of the tool `name`.
    pub fn executions(&self, name: &str) -> Result<Vec<Seen<&'a ToolCall>>, Mismatch> {
        Ok(self.all_executions()?.into_iter().filter(|execution| execution.what.name == name).collect())
    }

    /// Every effect in `lane`.
    pub fn effects(&self, lane: Lane) -> Result<Vec<Seen<&'a Effect>>, Mismatch> {
        self.pick(lane, |what| match what {
            What::Effect(effect) => Some((None, effect)),
            What::Input(_) => None,
        })
    }

    /// Every file operation that succeeded, in order.
    pub fn files(&self) -> Result<Vec<Seen<&'a FileOp>>, Mismatch> {
        let failed: BTreeSet<(usize, Op)> = self
            .runs(Lane::File)?
            .into_iter()
            .filter_map(|(run, event)| match event.what {
                What::Input(Input::File(op, FileEvent::Failed(_))) => Some((run, op)),
                _ => None,
            })
            .collect();
        let done = self.runs(Lane::File)?.into_iter().filter_map(|(run, event)| match &event.what {
            What::Effect(Effect::File(op, file)) if !failed.contains(&(run, *op)) => {
                Some(Seen { seq: event.seq, at: event.at_ms, op: Some(*op), what: file })
            }
            _ => None,
        });
        Ok(done.collect())
    }

    /// Every observation in `lane`, with the number of the subject's start that it belongs to. The numbers of
    /// operations start again when the subject is restarted, so an operation is told apart by both.
    fn runs(&self, lane: Lane) -> Result<Vec<(usize, &'a Observation)>, Mismatch> {
        drop(self.lane(lane)?);
        let mut begun = 0;
        let count = |event: &'a Observation| {
            begun += usize::from(matches!(event.what, What::Input(Input::Begin(_))));
            (begun, event)
        };
        Ok(self.events.iter().map(count).filter(|(_, event)| event.lane == lane).collect())
    }

    /// Holds if the observation number `first` came before `second`. This is the only way to demand an order between
    /// lanes. If both follow from one delivery, their order may be unknown; then the `Then` is unread.
    pub fn ordered(&self, first: u64, second: u64, expected: &str) -> Finding {
        let numbers = deliveries(self.events);
        let delivery = |seq: u64| self.events.iter().position(|event| event.seq == seq).map(|at| numbers[at]);
        let unplaced = [first, second].into_iter().find(|seq| self.played.unplaced.contains(seq));
        if let Some(seq) = unplaced.filter(|_| delivery(first) == delivery(second)) {
            return Err(Mismatch::Unread(format!(
                "the position of observation {seq} among the others of its delivery is unknown: the adapter must \
                 announce it"
            )));
        }
        holds(first < second, expected, "the other order", Some(second))
    }

    /// The numbers of the observations in `lane` that contain a secret.
    pub fn holding_secrets(&self, lane: Lane) -> Result<Vec<u64>, Mismatch> {
        drop(self.lane(lane)?);
        let Played { events, secrets, .. } = self.played;
        // Keys of hidden typing are hidden in both streams, so only a secret makes a difference.
        let (plain, redacted) = (redacted(events.clone(), &Secrets::default()), redacted(events.clone(), secrets));
        let pairs = plain.into_iter().zip(redacted).filter(|(plain, redacted)| plain.lane == lane && plain != redacted);
        Ok(pairs.map(|(event, _)| event.seq).collect())
    }

    /// Whether `text` contains a secret of the run.
    pub fn has_secret(&self, text: &str) -> bool {
        self.played.secrets.are_in(text)
    }
}

/// Holds if the two are equal.
pub fn equal<T: PartialEq>(expected: &T, found: &T, seq: Option<u64>, show: impl Fn(&T) -> String) -> Finding {
    if expected == found { Ok(()) } else { fails(show(expected), show(found), seq) }
}

/// Holds if `condition` is true.
pub fn holds(condition: bool, expected: impl Into<String>, found: impl Into<String>, seq: Option<u64>) -> Finding {
    if condition { Ok(()) } else { fails(expected, found, seq) }
}

/// A count with its noun: `1 prompt`, `2 inquiries`.
pub fn counted(count: u64, noun: &str) -> String {
    match (count, noun.strip_suffix('y')) {
        (1, _) => format!("1 {noun}"),
        (_, Some(stem)) => format!("{count} {stem}ies"),
        (_, None) => format!("{count} {noun}s"),
    }
}

impl Mismatch {
    /// The evidence contradicts a `Then`.
    pub fn fails(expected: impl Into<String>, found: impl Into<String>, seq: Option<u64>) -> Self {
        Self::Fails { expected: expected.into(), found: found.into(), seq }
    }
}

/// The finding of a `Then` that fails.
pub fn fails(expected: impl Into<String>, found: impl Into<String>, seq: Option<u64>) -> Finding {
    Err(Mismatch::fails(expected, found, seq))
}

/// The only element, or a mismatch that says how many there are.
pub fn only<T>(mut seen: Vec<Seen<T>>, what: &str) -> Result<Seen<T>, Mismatch> {
    if seen.len() == 1 {
        return Ok(seen.remove(0));
    }
    let seq = seen.get(1).map(|second| second.seq);
    Err(Mismatch::Fails { expected: format!("one {what}"), found: format!("{} of them", seen.len()), seq })
}

/// Element `number`, counted from 1, or a mismatch that says how many there are.
pub fn nth<T>(seen: Vec<Seen<T>>, number: u64, what: &str) -> Result<Seen<T>, Mismatch> {
    let count = seen.len();
    let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
    let found = index.and_then(|index| seen.into_iter().nth(index));
    found.ok_or_else(|| Mismatch::Fails {
        expected: format!("{what} {number}"),
        found: format!("{count} of them"),
        seq: None,
    })
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
