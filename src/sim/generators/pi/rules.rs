//! The rules that hold only for pi.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::json::{Value, json};
use crate::sim::rules::Moment::{Done, Heard};
use crate::system::{EffectKind, InputKind};

use super::{
    client,
    entries::{ASK_USER, calls_in, plain, result},
    pending, picks, restart, rows, stored, told, written,
};
use crate::{
    model::Op,
    sim::{
        rules::{Breach, Check, Rule, demand, told::ToldAgain},
        run_state::{LastInput, PromptFacts, RunState},
    },
    stage::{Lane, What},
    system::{
        Effect, Input, ModelEvent,
        pi::{Answer, Details, Mode, Said, StoredAnswer, StoredEntry},
    },
};

pub const ALL: &[&Rule] = &[
    &ONE_RESULT,
    &ALL_OR_NONE,
    &ONE_PROMPT,
    &REQUEST_IDS,
    &pending::KEPT,
    &pending::TOLD_PATH,
    &TOLD,
    &PICKED,
    &STORED_AS_ASKED,
    &restart::ASKED_AGAIN,
    &restart::LEFT_OPEN,
    &rows::ROWS,
    &picks::LAST_PICK,
    &stored::CHAIN,
    &stored::TRUE_MODE,
    &written::WRITTEN_AS_ASKED,
    &told::TOLD_ANSWERS,
    &told::SUMMARY,
    &client::PUT_AS_ASKED,
    &stored::ANSWERED_AT,
];

static ONE_RESULT: Rule = Rule {
    name: "one-result",
    about: "the result of a call is stored once",
    requirements: &["I-1", "PI-36"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Heard(InputKind::Model), Done(EffectKind::Record)],
    make: || Box::<OneResult>::default(),
};

/// The results and the calls with each id, stored ones included.
#[derive(Default, Hash)]
struct OneResult {
    results: BTreeMap<String, u32>,
    calls: BTreeMap<String, u32>,
}

impl Check for OneResult {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        match what {
            What::Input(Input::Begin(setup)) => {
                *self = Self::default();
                for entry in &setup.stored {
                    for call in calls_in(entry) {
                        *self.calls.entry(call).or_default() += 1;
                    }
                    if let Some((call, _)) = StoredEntry::read_result(entry) {
                        *self.results.entry(call).or_default() += 1;
                    }
                }
            }
            What::Input(Input::Model(_, ModelEvent::Call { id, .. })) => {
                *self.calls.entry(id.to_string()).or_default() += 1
            }
            _ => {
                let Some((call, _)) = result(run_state, what) else { return Ok(()) };
                let called = self.calls.get(call).copied().unwrap_or(1);
                let times = self.results.entry(call.to_owned()).or_default();
                *times += 1;
                demand(*times <= called, || {
                    format!("the result of {call} is stored {times} times, and it was called {called} times")
                })?;
            }
        }
        Ok(())
    }
}

static ALL_OR_NONE: Rule = Rule {
    name: "all-or-none",
    about: "a result has an answer to each question, in their order, or no answer at all",
    requirements: &["PI-21", "PI-22", "PI-26", "PI-34"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[Done(EffectKind::Record)],
    make: || Box::new(AllOrNone),
};

#[derive(Hash)]
struct AllOrNone;

impl Check for AllOrNone {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let Some((call, message)) = result(run_state, what) else { return Ok(()) };
        let Some(Details { outcome, questions, .. }) = &message.details else { return Ok(()) };
        let answers = &outcome.answers;
        if !outcome.answered {
            return demand(answers.is_empty(), || format!("the result of {call} is no answer, and has some"));
        }
        demand(questions.len() == answers.len(), || {
            format!("{call} asks {} questions, and has {} answers", questions.len(), answers.len())
        })?;
        for (question, answer) in questions.iter().zip(answers) {
            let fits = matches!(answer, StoredAnswer::Known(Answer { question: asked, said, .. })
                if *asked == question.text && matches!(said, Said::Several(_)) == question.several);
            demand(fits, || {
                format!("the result of {call} has {} in the place of an answer to {}", json!(answer), json!(question))
            })?;
        }
        Ok(())
    }
}

static TOLD: Rule = Rule {
    name: "told-again",
    about: "a result that the model was told once is the same in every later request",
    requirements: &["PI-75", "PI-39"],
    lanes: &[Lane::Model],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Done(EffectKind::Request)],
    make: || Box::<ToldAgain>::default(),
};

static PICKED: Rule = Rule {
    name: "picked-or-typed",
    about: "an answer with one text that no client gave is either typed, or is the selected option, a label of its question",
    requirements: &["PI-23", "PI-24", "PI-25"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[Done(EffectKind::Record)],
    make: || Box::new(Picked),
};

#[derive(Hash)]
struct Picked;

impl Check for Picked {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let Some((call, message)) = result(run_state, what) else { return Ok(()) };
        let Some(Details { outcome, questions, mode, .. }) = &message.details else { return Ok(()) };
        // A client says itself what was picked.
        if *mode == Some(Mode::Rpc) {
            return Ok(());
        }
        for (question, answer) in questions.iter().zip(&outcome.answers) {
            // For several picks, the member for the selected option is free.
            let StoredAnswer::Known(Answer { said: Said::One(said), selected, was_custom, .. }) = answer else {
                continue;
            };
            let is_label = question.options.iter().any(|option| option.label == *said);
            let is_pick = is_label && selected.as_deref() == Some(said.as_str());
            let fits = if *was_custom { selected.is_none() } else { is_pick };
            demand(fits, || format!("the result of {call} has {} as an answer to {}", json!(answer), json!(question)))?;
        }
        Ok(())
    }
}

static STORED_AS_ASKED: Rule = Rule {
    name: "stored-as-asked",
    about: "the details of a result have the questions and the metadata of its call, whole and unchanged",
    requirements: &["PI-74", "PI-22", "PI-77"],
    lanes: &[Lane::Record],
    premises: &[],
    only_simulated: false,
    looks_at: &[Done(EffectKind::Record)],
    make: || Box::new(StoredAsAsked),
};

#[derive(Hash)]
struct StoredAsAsked;

impl Check for StoredAsAsked {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let Some((call, message)) = result(run_state, what) else { return Ok(()) };
        let (Some(Details { questions, metadata, .. }), Some(arguments)) =
            (&message.details, run_state.made.arguments(call, ASK_USER))
        else {
            return Ok(());
        };
        // The details of a call that has failed are free.
        if questions.is_empty() {
            return Ok(());
        }
        // How questions of another shape are read is open.
        if let Some(asked) = plain(&arguments["questions"]) {
            let stored = plain(&json!(questions)).unwrap_or_default();
            demand(asked == stored, || {
                format!("the result of {call} has the questions {}, and {} were asked", json!(stored), json!(asked))
            })
            .map_err(|breach| breach.of(vec!["PI-74".to_owned(), "PI-22".to_owned()]))?;
        }
        let asked = arguments.get("metadata").filter(|metadata| !metadata.is_null());
        let is_open = asked.is_some_and(|metadata| !metadata.is_object());
        demand(is_open || asked == metadata.as_ref().filter(|metadata| !metadata.is_null()), || {
            format!("the result of {call} has the metadata {}, and {} was given", json!(metadata), json!(asked))
        })
        .map_err(|breach| breach.of(vec!["PI-77".to_owned()]))
    }
}

static ONE_PROMPT: Rule = Rule {
    name: "one-prompt",
    about: "no two prompts are shown at once",
    requirements: &["PI-20.o"],
    lanes: &[Lane::Prompt],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Person), Done(EffectKind::Show)],
    make: || Box::new(OnePrompt),
};

#[derive(Hash)]
struct OnePrompt;

impl Check for OnePrompt {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Show(op, _)) = what else { return Ok(()) };
        // The prompt at which the person has just acted may be settled.
        let acted = |known: &Op| matches!(&run_state.last_input, LastInput::Person(at, _) if at == known);
        let waits = |(known, facts): &(&Op, &PromptFacts)| *known != op && facts.seems_to_wait() && !acted(known);
        let other = run_state.prompts.iter().find(waits);
        demand(other.is_none(), || {
            format!("{op} is shown while {} waits", other.map(|(other, _)| other.to_string()).unwrap_or_default())
        })
    }
}

static REQUEST_IDS: Rule = Rule {
    name: "request-ids",
    about: "each request that the client replies to has an id of its own",
    requirements: &["PI-62", "PI-63", "PI-68"],
    lanes: &[Lane::Client],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Done(EffectKind::Client)],
    make: || Box::<RequestIds>::default(),
};

/// Whether the client replies to the request. A notice or a status waits for nothing.
fn is_dialog(request: &Value) -> bool {
    matches!(request["method"].as_str(), Some("select" | "confirm" | "input" | "editor"))
}

#[derive(Default, Hash)]
struct RequestIds(BTreeSet<String>);

impl Check for RequestIds {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let message = match what {
            What::Input(Input::Begin(_)) => {
                self.0.clear();
                return Ok(());
            }
            What::Effect(Effect::Client(message)) => message,
            _ => return Ok(()),
        };
        let id = match message["type"].as_str() {
            Some("ask_user_request") => &message["requestId"],
            Some("extension_ui_request") if is_dialog(message) => &message["id"],
            _ => return Ok(()),
        };
        let id = id.as_str().unwrap_or_default();
        demand(self.0.insert(id.to_owned()), || format!("a request goes by {id:?}, as one before it did"))
    }
}
