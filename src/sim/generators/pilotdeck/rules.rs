//! The rules that hold only for PilotDeck.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::Value;
use crate::sim::rules::Moment::{Done, Heard};
use crate::system::{EffectKind, InputKind};

use crate::{
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{
        ClientEvent, Effect, Input, ModelEvent, Record,
        pilotdeck::{
            config::{ChannelKind, Config},
            persisted,
        },
    },
};

pub const ALL: &[&Rule] =
    &[&ONE_RECORD, &REQUEST_ENDS_ONCE, &TURN_ID, &ASKED_AS_CALLED, &super::told::TOLD_AS_STORED, &PARSES_BACK];

static ONE_RECORD: Rule = Rule {
    name: "one-record",
    about: "the result of a call is stored once",
    requirements: &["I-1", "PD-40"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[Done(EffectKind::Record)],
    make: || Box::<OneRecord>::default(),
};

#[derive(Default, Hash)]
struct OneRecord(BTreeMap<String, u32>);

impl Check for OneRecord {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Record(Record(record))) = what else { return Ok(()) };
        let Some(id) = persisted::settled_call(record) else { return Ok(()) };
        let times = self.0.entry(id.clone()).or_default();
        *times += 1;
        let called = run_state.calls.get(id.as_str()).copied().unwrap_or(1);
        demand(*times <= called, || {
            format!("what came of {id} is stored {times} times, and it was called {called} times")
        })
    }
}

static REQUEST_ENDS_ONCE: Rule = Rule {
    name: "request-ends-once",
    about: "a request to the client is delivered or cancelled, once, and has an id of its own",
    requirements: &["PD-59", "PD-60", "PD-61"],
    lanes: &[Lane::Client],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Heard(InputKind::Client), Done(EffectKind::Client)],
    make: || Box::<RequestEndsOnce>::default(),
};

#[derive(Default, Hash)]
struct RequestEndsOnce {
    open: BTreeSet<String>,
    ended: BTreeSet<String>,
    /// The request that the client's last line names.
    replied: Option<String>,
}

impl Check for RequestEndsOnce {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let message = match what {
            What::Input(Input::Begin(_)) => {
                *self = Self::default();
                return Ok(());
            }
            What::Input(Input::Client(line)) => {
                self.replied = match line {
                    ClientEvent::Line(line) => line["requestId"].as_str().map(str::to_owned),
                    _ => None,
                };
                return Ok(());
            }
            What::Effect(Effect::Client(message)) => message,
            _ => return Ok(()),
        };
        // A response does not have to say to which reply it belongs.
        let named = message["requestId"].as_str().map(str::to_owned);
        let Some(id) = named.or_else(|| self.replied.clone()) else { return Ok(()) };
        match message["type"].as_str() {
            Some("elicitation_request") => {
                demand(!self.ended.contains(&id), || format!("{id} is asked again after it has ended"))?;
                self.open.insert(id);
            }
            Some("elicitation_cancelled") => {
                demand(self.open.remove(&id), || format!("{id} is cancelled, and was not waiting"))?;
                self.ended.insert(id);
            }
            Some("elicitation_response") if message["delivered"] == true => {
                demand(self.open.remove(&id), || format!("a reply to {id} is delivered, and it was not waiting"))?;
                self.ended.insert(id);
            }
            _ => {}
        }
        Ok(())
    }
}

static TURN_ID: Rule = Rule {
    name: "turn-id",
    about: "all questions of a turn are asked under one id",
    requirements: &["PD-39"],
    lanes: &[Lane::Client, Lane::Prompt],
    premises: &[],
    only_simulated: false,
    looks_at: &[Done(EffectKind::Show), Done(EffectKind::Client)],
    make: || Box::<TurnId>::default(),
};

#[derive(Default, Hash)]
struct TurnId(Option<(u32, u32, Value)>);

impl Check for TurnId {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let id = match what {
            What::Effect(Effect::Client(message)) if message["type"] == "elicitation_request" => &message["toolCallId"],
            What::Effect(Effect::Show(_, prompt)) => match &prompt.request {
                Some(request) => &request["toolCallId"],
                None => return Ok(()),
            },
            _ => return Ok(()),
        };
        let turn = (run_state.starts, run_state.turns, id.clone());
        let before = self.0.replace(turn.clone());
        let same = before.as_ref().is_none_or(|before| (before.0, before.1) != (turn.0, turn.1) || before.2 == turn.2);
        demand(same, || format!("one turn asks under {} and under {id}", before.map_or(Value::Null, |before| before.2)))
    }
}

static ASKED_AS_CALLED: Rule = Rule {
    name: "asked-as-called",
    about: "a request has the questions and the metadata of a call, as the model wrote them, also after a restart",
    requirements: &["PD-38"],
    lanes: &[Lane::Client, Lane::Prompt],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Done(EffectKind::Show), Done(EffectKind::Client)],
    make: || Box::<AskedAsCalled>::default(),
};

#[derive(Default, Hash)]
struct AskedAsCalled {
    /// The arguments of the calls in the stored conversation.
    stored: Vec<Value>,
    /// Whether the questions go to a panel, whose prompts need no request.
    is_panel: bool,
}

impl Check for AskedAsCalled {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let request = match what {
            What::Input(Input::Begin(setup)) => {
                let read = setup.stored.iter().filter_map(|record| persisted::read(0, record).ok());
                let said = read.filter_map(|stored| match stored {
                    persisted::Stored::Assistant(said) => Some(said.calls),
                    _ => None,
                });
                self.stored.extend(said.flatten().map(|call| call.arguments));
                self.is_panel = Config::of_run(setup).is_some_and(|config| config.channel == ChannelKind::Panel);
                return Ok(());
            }
            What::Effect(Effect::Client(message)) if message["type"] == "elicitation_request" => message,
            What::Effect(Effect::Show(_, prompt)) => match &prompt.request {
                Some(request) if !self.is_panel => request,
                _ => return Ok(()),
            },
            _ => return Ok(()),
        };
        let is_of = |call: &Value| call["questions"] == request["questions"] && call["metadata"] == request["metadata"];
        let is_known = !run_state.made.are_known() || run_state.made.every().chain(&self.stored).any(is_of);
        demand(is_known, || format!("no call of the model has the questions and the metadata of {request}"))
    }
}

static PARSES_BACK: Rule = Rule {
    name: "parses-back",
    about: "the sentence that states the answers can be read back, unless it is ambiguous",
    requirements: &["PD-46", "PD-47", "PD-50"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: true,
    looks_at: &[Heard(InputKind::Model), Done(EffectKind::Record)],
    make: || Box::<ParsesBack>::default(),
};

#[derive(Default, Hash)]
struct ParsesBack {
    /// Whether the model has supplied answers with notes. Notes and previews are in the sentence, too.
    is_noted: bool,
}

impl Check for ParsesBack {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        if let What::Input(Input::Model(_, ModelEvent::Arguments(text))) = what {
            self.is_noted |= text.contains("\"annotations\"");
        }
        let What::Effect(Effect::Record(Record(record))) = what else { return Ok(()) };
        let Some((answers, sentence)) = persisted::answers(record) else { return Ok(()) };
        let is_plain = |text: &str| !text.contains(['"', '\n', ',', '=']);
        let said: Option<Vec<(String, String)>> = answers
            .iter()
            .map(|(question, answer)| {
                let answer = match answer {
                    Value::String(text) => Some(text.to_string()).filter(|text| is_plain(text)),
                    Value::Array(picks) => {
                        let picks: Option<Vec<&str>> =
                            picks.iter().map(|pick| pick.as_str().filter(|text| is_plain(text))).collect();
                        picks.map(|picks| picks.join(", "))
                    }
                    _ => None,
                };
                Some((question.to_string(), answer?)).filter(|(question, _)| is_plain(question))
            })
            .collect();
        // A sentence is ambiguous if a text in it has quotes, line breaks, commas or equals signs.
        let is_noted = self.is_noted || record["data"]["annotations"].is_object();
        let Some(said) = said.filter(|_| !is_noted) else { return Ok(()) };
        let read = read(&sentence);
        demand(read.as_ref() == Some(&said), || format!("{sentence:?} reads as {read:?}, and the answers are {said:?}"))
    }
}

/// Each question in a sentence, with its answer.
fn read(sentence: &str) -> Option<Vec<(String, String)>> {
    let entries = sentence.strip_prefix("User has answered your questions: ")?;
    let mut rest = entries.strip_suffix(". You can now continue with the user's answers in mind.")?;
    let mut read = Vec::new();
    while !rest.is_empty() {
        let (question, after) = rest.strip_prefix('"')?.split_once("\"=\"")?;
        let (answer, after) = after.split_once('"')?;
        read.push((question.to_owned(), answer.to_owned()));
        rest = if after.is_empty() { after } else { after.strip_prefix(", ")? };
    }
    Some(read)
}

#[cfg(test)]
mod tests {
    use crate::model::json::json;

    use super::{Check, RequestEndsOnce, read};
    use crate::{
        sim::{fault::Faults, run_state::RunState, workload::Workload},
        stage::What,
        system::Effect,
    };

    #[test]
    fn a_response_need_not_name_its_request() {
        let workload = Workload::default();
        let run_state = RunState::new(&workload, Faults::default());
        let mut check = RequestEndsOnce::default();
        let mut tell =
            |message: crate::model::json::Value| check.see(&run_state, &What::Effect(Effect::Client(message)));
        assert!(tell(json!({"type": "elicitation_request", "requestId": "ask/1"})).is_ok());
        assert!(tell(json!({"type": "elicitation_response", "delivered": true})).is_ok());
        assert!(tell(json!({"type": "elicitation_response", "requestId": "ask/2", "delivered": true})).is_err());
    }

    #[test]
    fn the_answers_are_read_back_from_a_sentence() {
        let sentence = "User has answered your questions: \"A?\"=\"x, y\", \"B?\"=\"\". You can now continue with the user's answers in mind.";
        let expected = [("A?", "x, y"), ("B?", "")].map(|(question, answer)| (question.to_owned(), answer.to_owned()));
        assert_eq!(read(sentence), Some(expected.to_vec()));
        assert_eq!(read("User has answered"), None);
    }
}
