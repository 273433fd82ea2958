//! The rules of jp's own.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::{Text, Value};
use crate::sim::rules::Moment::{AnyInput, Done, Heard, Over, Recorded};
use crate::system::{EffectKind, InputKind};

use super::requests;
use crate::{
    model::{
        Part, Role,
        json::{member, text_of},
    },
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::{Known, LastInput, PromptFacts, RunState},
        workload::marks,
    },
    stage::{End, Lane, Observation, What},
    system::{Act, Effect, Input, ModelEvent, Record},
};

/// The rules of both systems.
pub const OF_BOTH: &[&Rule] = &[
    &ONE_RESPONSE,
    &RECORDED_FIRST,
    &SOURCE,
    &HUMAN_ONLY,
    &PROJECTION,
    &ONE_PROMPT,
    &super::oracle::ORACLE,
    &super::told::AS_RECORDED,
    &super::told::WITHOUT_RECORD,
    &super::executions::OWN_ANSWERS,
    &super::asked::RECORDED_AS_ASKED,
    &super::prompts::OWN_CONTEXT,
    &super::retried::AS_BEFORE,
    &super::queue::IN_TURN,
];

/// The further rules of `jp-ask-user`: those of the built-in tool and of execution.
pub const OF_ASK_USER: &[&Rule] =
    &[&requests::DEFINITION, &requests::STILL_OFFERED, &requests::IN_ORDER, &requests::FIRST_RUN];

/// The question that a record is about, with its type and id.
fn inquiry(what: &What) -> Option<(&str, &str, &Value)> {
    let What::Effect(Effect::Record(Record(record))) = what else { return None };
    let kind = text_of(record, "type").filter(|kind| kind.starts_with("inquiry_"))?;
    Some((kind, text_of(record, "id")?, record))
}

/// What a recorded request asks.
fn number(record: &Value) -> Option<u32> {
    marks(text_of(member(record, "question")?, "text")?).next().map(|(number, _)| number)
}

static ONE_RESPONSE: Rule = Rule {
    name: "one-response",
    about: "each recorded request has one response in its turn, and ids are unique in a turn",
    requirements: &["REC-01", "REC-03", "REC-05", "CAN-13"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[
        Heard(InputKind::Begin),
        Recorded("turn_start"),
        Recorded("inquiry_request"),
        Recorded("inquiry_response"),
        Over,
    ],
    make: || Box::<OneResponse>::default(),
};

#[derive(Default, Hash)]
struct OneResponse {
    open: BTreeSet<Text>,
    closed: BTreeSet<Text>,
}

impl Check for OneResponse {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        if let What::Effect(Effect::Record(Record(record))) = what
            && text_of(record, "type") == Some("turn_start")
        {
            self.closed.clear();
            let left = self.open.pop_first();
            // What a kill has cut off stays without a response.
            return demand(left.is_none() || run_state.starts > 1, || {
                format!("{} has no response in its turn", left.unwrap_or_default())
            });
        }
        match inquiry(what) {
            Some(("inquiry_request", id, _)) => {
                let is_new = !self.closed.contains(id) && self.open.insert(id.into());
                demand(is_new, || format!("the inquiry {id} is recorded twice in one turn"))
            }
            Some((_, id, _)) => {
                let is_open = self.open.remove(id) && self.closed.insert(id.into());
                demand(is_open, || format!("the inquiry {id} has a response without a request that waits for one"))
            }
            None => {
                if matches!(what, What::Input(Input::Begin(_))) {
                    self.open.clear();
                    self.closed.clear();
                }
                Ok(())
            }
        }
    }

    fn over(&mut self, _: &RunState<'_>, _: &[Observation], end: End) -> Result<(), Breach> {
        let left = self.open.first().filter(|_| end == End::Done);
        demand(left.is_none(), || format!("the inquiry {} has no response", left.map_or("", Text::as_str)))
    }
}

static RECORDED_FIRST: Rule = Rule {
    name: "recorded-first",
    about: "a question is recorded before anybody is asked",
    requirements: &["REC-02"],
    lanes: &[Lane::Record, Lane::Prompt],
    premises: &[],
    only_simulated: true,
    looks_at: &[Done(EffectKind::Request), Done(EffectKind::Show), Recorded("inquiry_request")],
    make: || Box::<RecordedFirst>::default(),
};

#[derive(Default, Hash)]
struct RecordedFirst(BTreeSet<u32>);

impl Check for RecordedFirst {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        if let Some(("inquiry_request", _, record)) = inquiry(what) {
            self.0.extend(number(record));
        }
        let asked = match what {
            What::Effect(Effect::Show(op, _)) => run_state.prompts.get(op).and_then(|facts| facts.asks),
            What::Effect(Effect::Request(_, request)) if request.schema.is_some() => {
                marks(&request.last_text()).last().map(|(number, _)| number)
            }
            _ => None,
        };
        let early = asked.filter(|asked| run_state.workload.asks.contains_key(asked) && !self.0.contains(asked));
        demand(early.is_none(), || format!("question {} is asked, and is not recorded yet", early.unwrap_or_default()))
    }
}

static SOURCE: Rule = Rule {
    name: "source",
    about: "an answer that is recorded comes from the person, the assistant or the configuration since the question was \
            asked, or was remembered in this turn for a question that may be remembered",
    requirements: &["PER-04", "PER-05", "PER-06", "PER-09", "PER-14", "PER-15", "RTE-19"],
    lanes: &[Lane::Record],
    premises: &["REC-02"],
    only_simulated: true,
    looks_at: &[AnyInput, Recorded("turn_start"), Recorded("inquiry_request"), Recorded("inquiry_response")],
    make: || Box::<Source>::default(),
};

#[derive(Default, Hash)]
struct Source {
    /// What each open inquiry asks.
    open: BTreeMap<Text, u32>,
    /// The inquiries that the model may have answered.
    answered: BTreeSet<Text>,
    /// The remembered answers, by tool and question.
    remembered: BTreeSet<(Text, Text)>,
    /// The last act, until it is known whether the subject takes it.
    acted: Option<(u32, bool)>,
}

impl Check for Source {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(input) => {
                self.acted = None;
                match input {
                    Input::Person(op, act) if run_state.last_input == LastInput::Person(*op, Known::Open) => {
                        let asks = run_state.prompts.get(op).and_then(|facts| facts.asks);
                        let remembers = matches!(act, Act::Remember(_) | Act::Key(_));
                        self.acted = asks.map(|asks| (asks, remembers));
                    }
                    // The recorded id will tell which open inquiry the data answer.
                    Input::Model(_, ModelEvent::Data(_)) => self.answered.extend(self.open.keys().cloned()),
                    _ => {}
                }
                Ok(())
            }
            What::Effect(Effect::Record(Record(record))) if text_of(record, "type") == Some("turn_start") => {
                *self = Self::default();
                Ok(())
            }
            What::Effect(_) => match inquiry(what) {
                Some(("inquiry_request", id, record)) => {
                    if let Some(number) = number(record) {
                        self.open.insert(id.into(), number);
                    }
                    Ok(())
                }
                Some((_, id, record)) => self.responded(run_state, id, record),
                None => Ok(()),
            },
        }
    }
}

impl Source {
    fn responded(&mut self, run_state: &RunState<'_>, id: &str, record: &Value) -> Result<(), Breach> {
        let Some(number) = self.open.remove(id) else { return Ok(()) };
        let Some(ask) = run_state.workload.asks.get(&number) else { return Ok(()) };
        let outcome = text_of(record, "outcome").unwrap_or_default();
        if outcome == "cancelled" {
            return Ok(());
        }
        let slot = (Text::from(&ask.tool), Text::from(&ask.question));
        if let Some((_, remembers)) = self.acted.filter(|(acted, _)| *acted == number) {
            if remembers && ask.is_kept && !ask.is_secret {
                self.remembered.insert(slot);
            }
            return Ok(());
        }
        let is_remembered = ask.is_kept && !ask.is_secret && self.remembered.contains(&slot);
        demand(ask.is_given || self.answered.contains(id) || is_remembered, || {
            format!("{id} is recorded as {outcome:?}, and question {number} has no answer")
        })
    }
}

static HUMAN_ONLY: Rule = Rule {
    name: "human-only",
    about: "a question that only a human may answer, or that is for a secret, is never sent to the inquiry backend",
    requirements: &["INQ-31", "INQ-31.u", "RTE-13", "RTE-24"],
    lanes: &[Lane::Model],
    premises: &[],
    only_simulated: true,
    looks_at: &[Done(EffectKind::Request)],
    make: || Box::new(HumanOnly),
};

#[derive(Hash)]
struct HumanOnly;

impl Check for HumanOnly {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Request(op, request)) = what else { return Ok(()) };
        if request.schema.is_none() {
            return Ok(());
        }
        let asked = marks(&request.last_text()).last().map(|(number, _)| number);
        let ask = asked.and_then(|asked| run_state.workload.asks.get(&asked));
        demand(ask.is_none_or(|ask| !ask.human_only && !ask.is_secret), || {
            format!("{op} asks the assistant question {}, which only a human may answer", asked.unwrap_or_default())
        })
    }
}

static PROJECTION: Rule = Rule {
    name: "projection",
    about: "in a turn, the user's messages to the model have no question that the user did not write",
    requirements: &["REC-27", "REC-36", "INQ-03", "INQ-12"],
    lanes: &[Lane::Model, Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Heard(InputKind::Says), Done(EffectKind::Request), Done(EffectKind::Record)],
    make: || Box::<Projection>::default(),
};

/// What the user and the model have said of questions. What tells of none is free.
#[derive(Default, Hash)]
struct Projection(BTreeSet<Text>);

/// Whether a text tells of a question.
fn tells_of_a_question(text: &str) -> bool {
    marks(text).next().is_some() || text.contains("inquiry_")
}

impl Projection {
    fn hear(&mut self, said: &str) {
        if tells_of_a_question(said) {
            self.0.insert(said.into());
        }
    }
}

impl Check for Projection {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Says(said)) => self.hear(&said.0),
            What::Effect(Effect::Record(Record(record))) => {
                let said = ["message", "content", "reasoning"].into_iter().find_map(|key| text_of(record, key));
                said.into_iter().for_each(|said| self.hear(said));
            }
            What::Input(Input::Begin(setup)) => {
                for event in &setup.stored {
                    let said = text_of(event, "message").or_else(|| text_of(event, "content"));
                    said.into_iter().for_each(|said| self.hear(said));
                }
            }
            What::Effect(Effect::Request(op, request)) if request.schema.is_none() => {
                for message in request.messages.iter().skip(run_state.shared.messages) {
                    for part in &message.parts {
                        if let Part::Text(text) = part
                            && message.role == Role::User
                        {
                            // Texts around the conversation are free, as long as they tell nothing of a question.
                            demand(!tells_of_a_question(text) || self.0.contains(text.as_str()), || {
                                format!("{op} has the user say {text:?}, which they never said")
                            })?;
                        }
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }
}

static ONE_PROMPT: Rule = Rule {
    name: "one-prompt",
    about: "one prompt is open at a time",
    requirements: &["PRM-16"],
    lanes: &[Lane::Prompt],
    premises: &[],
    only_simulated: false,
    looks_at: &[Done(EffectKind::Show)],
    make: || Box::new(OnePrompt),
};

#[derive(Hash)]
struct OnePrompt;

impl Check for OnePrompt {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Show(op, _)) = what else { return Ok(()) };
        let waits = |facts: &PromptFacts| facts.seems_to_wait() && facts.acted.is_none();
        let other = run_state.prompts.iter().find(|(other, facts)| *other != op && waits(facts));
        demand(other.is_none(), || format!("{op} is shown while {} waits", other.map_or(*op, |(other, _)| *other)))
    }
}
