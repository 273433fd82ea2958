//! The rules of jp for the requests to the model: the definition of the built-in tool, and the order of results. Also
//! the rule for the answers with which a tool is first executed.

use std::{cell::RefCell, collections::BTreeSet, sync::Arc};

use crate::model::json::{Value, json};
use crate::sim::rules::Moment::{Done, Heard};
use crate::system::{EffectKind, InputKind};

use crate::{
    model::{
        Part, ToolDefinition,
        json::{Text, member},
    },
    sim::{
        rules::{Breach, Check, Rule, demand},
        run_state::RunState,
    },
    stage::{Lane, What},
    system::{Effect, Input},
};

/// The built-in tool.
const ASK_USER: &str = "ask_user";

pub static DEFINITION: Rule = Rule {
    name: "definition",
    about: "in every request that has it, the definition of ask_user is the one that the documents give",
    requirements: &[
        "SCH-02", "SCH-03", "SCH-04", "SCH-05", "SCH-06", "SCH-07", "SCH-08", "SCH-09", "SCH-10", "ARG-08", "ARG-24",
    ],
    lanes: &[Lane::Model],
    premises: &[],
    only_simulated: false,
    looks_at: &[Done(EffectKind::Request)],
    make: || Box::new(Definition),
};

#[derive(Hash)]
struct Definition;

impl Check for Definition {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Request(op, request)) = what else { return Ok(()) };
        let Some(tool) = offered(&request.tools).filter(|_| !run_state.shared.tools && !is_configured(run_state))
        else {
            return Ok(());
        };
        let wrong = judged(&tool.parameters);
        demand(wrong.is_empty(), || {
            format!("{op} defines {ASK_USER} as {}, against {}", tool.parameters, wrong.join(", "))
        })
        .map_err(|breach| breach.of(wrong.into_iter().map(str::to_owned).collect()))
    }
}

/// The definition of the built-in tool among those of a request.
fn offered(tools: &[ToolDefinition]) -> Option<&ToolDefinition> {
    tools.iter().find(|tool| tool.name == ASK_USER)
}

/// Whether the configuration has parameters of its own for the tool.
fn is_configured(run_state: &RunState<'_>) -> bool {
    let own = ["conversation", "tools", ASK_USER, "parameters"];
    run_state.workload.setup.config.iter().any(|layer| own.into_iter().try_fold(&layer.value, member).is_some())
}

/// The last parameters that were judged, and the requirements that they do not meet.
type Judged = Option<(Arc<Value>, Vec<&'static str>)>;

thread_local! {
    /// Nearly all runs have the same definition.
    static JUDGED: RefCell<Judged> = const { RefCell::new(None) };
}

/// As [`wrong`]. The same parameters are judged only once.
fn judged(parameters: &Arc<Value>) -> Vec<&'static str> {
    JUDGED.with_borrow_mut(|last| match last {
        Some((known, wrong)) if Arc::ptr_eq(known, parameters) || known == parameters => wrong.clone(),
        _ => last.insert((Arc::clone(parameters), wrong(parameters))).1.clone(),
    })
}

/// The requirements that these parameters do not meet.
fn wrong(parameters: &Value) -> Vec<&'static str> {
    let property = |name: &str| parameters["properties"].get(name).unwrap_or(&Value::Null);
    let names = parameters["properties"].as_object().into_iter().flatten().map(|(name, _)| name.as_str());
    let required = as_set(&parameters["required"]);
    let is_free = |name: &str| !required.contains(&json!(name).to_string());
    let is_text = |name: &str| property(name)["type"] == "string";
    let options = property("options");
    let five = BTreeSet::from(["question", "context", "answer_type", "options", "default"]);
    let types = json!(["boolean", "select", "text"]);
    let only_question = as_set(&json!(["question"]));
    let written = parameters.to_string();
    let has_type_any = written.contains("\"type\":\"any\"") || written.contains("\"type\":[\"any\"");
    let checks = [
        ("SCH-02", names.collect::<BTreeSet<_>>() == five),
        ("SCH-03", is_text("question") && required == only_question),
        ("SCH-04", is_text("context") && is_free("context")),
        ("SCH-05", is_text("answer_type") && is_free("answer_type")),
        ("SCH-05", as_set(&property("answer_type")["enum"]) == as_set(&types)),
        ("ARG-08", as_set(&property("answer_type")["enum"]) == as_set(&types)),
        ("SCH-06", options["type"] == "array" && options["items"]["type"] == "string" && is_free("options")),
        ("SCH-07", as_set(&property("default")["type"]) == as_set(&json!(["boolean", "string"])) && is_free("default")),
        ("SCH-08", !has_type_any),
        ("SCH-09", !has_conditions(parameters)),
        ("ARG-24", !has_conditions(parameters)),
        ("SCH-10", required == only_question && parameters["additionalProperties"] == json!(false)),
    ];
    let mut wrong: Vec<&str> = checks.into_iter().filter(|(_, holds)| !holds).map(|(id, _)| id).collect();
    wrong.dedup();
    wrong
}

/// The members of a list, in any order.
fn as_set(list: &Value) -> BTreeSet<String> {
    list.as_array().into_iter().flatten().map(Value::to_string).collect()
}

/// The keywords of a schema that make one property depend on another.
const CONDITIONS: [&str; 10] =
    ["if", "then", "else", "not", "dependentRequired", "dependentSchemas", "dependencies", "oneOf", "anyOf", "allOf"];

/// Whether a schema has one of these keywords, at any depth.
fn has_conditions(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => {
            members.iter().any(|(key, value)| CONDITIONS.contains(&key.as_str()) || has_conditions(value))
        }
        Value::Array(items) => items.iter().any(has_conditions),
        _ => false,
    }
}

pub static STILL_OFFERED: Rule = Rule {
    name: "still-offered",
    about: "a request of a turn has ask_user and its description, if the request before it has",
    requirements: &["SCH-13"],
    lanes: &[Lane::Model, Lane::Turn],
    premises: &[],
    only_simulated: false,
    looks_at: &[Heard(InputKind::Begin), Done(EffectKind::Request)],
    make: || Box::<StillOffered>::default(),
};

/// The tools in the request before, if the built-in one is among them, and the turn of that request. Inquiries do not
/// count.
#[derive(Default, Hash)]
struct StillOffered(Option<(u32, Arc<[ToolDefinition]>)>);

impl Check for StillOffered {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Request(op, request)) = what else {
            if matches!(what, What::Input(Input::Begin(_))) {
                self.0 = None;
            }
            return Ok(());
        };
        if request.schema.is_some() {
            return Ok(());
        }
        let now = offered(&request.tools);
        let is_kept = self.0.as_ref().filter(|(turn, _)| *turn == run_state.turns).is_none_or(|(_, before)| {
            let is_same = || offered(before).zip(now).is_some_and(|(one, other)| one.description == other.description);
            Arc::ptr_eq(before, &request.tools) || is_same()
        });
        self.0 = now.map(|_| (run_state.turns, Arc::clone(&request.tools)));
        demand(is_kept, || format!("{op} offers {ASK_USER} otherwise than the request before it, or not at all"))
    }
}

pub static IN_ORDER: Rule = Rule {
    name: "results-in-order",
    about: "the results of a message stand in the order of its calls",
    requirements: &["EXE-21"],
    lanes: &[Lane::Model],
    premises: &[],
    only_simulated: false,
    looks_at: &[Done(EffectKind::Request)],
    make: || Box::new(InOrder),
};

#[derive(Hash)]
struct InOrder;

impl Check for InOrder {
    fn see(&mut self, run_state: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Request(op, request)) = what else { return Ok(()) };
        // An inquiry shows the calls of an unfinished message, and their order there is free.
        if request.schema.is_some() {
            return Ok(());
        }
        let from = run_state.shared.messages.saturating_sub(1);
        let messages: Vec<_> = request.messages.iter().skip(from).collect();
        for both in messages.windows(2) {
            let results: Vec<&str> = both[1].parts.iter().filter_map(Part::result_id).collect();
            if results.len() < 2 {
                continue;
            }
            let calls: Vec<&str> = both[0].parts.iter().filter_map(Part::call_id).collect();
            // If the model gives one id to two calls, their results cannot be told apart.
            if calls.iter().collect::<BTreeSet<_>>().len() < calls.len() {
                continue;
            }
            let places = results.iter().map(|id| calls.iter().position(|call| call == id));
            demand(places.is_sorted(), || format!("{op} has the results {results:?} of the calls {calls:?}"))?;
        }
        Ok(())
    }
}

pub static FIRST_RUN: Rule = Rule {
    name: "first-run",
    about: "a tool finds no answers at the first run of a call",
    requirements: &["EXE-13.u"],
    lanes: &[Lane::Tool],
    premises: &[],
    only_simulated: false,
    looks_at: &[Done(EffectKind::Call)],
    make: || Box::<FirstRun>::default(),
};

/// The calls that have run.
#[derive(Default, Hash)]
struct FirstRun(BTreeSet<Text>);

impl Check for FirstRun {
    fn see(&mut self, _: &RunState<'_>, what: &What) -> Result<(), Breach> {
        let What::Effect(Effect::Call(op, call)) = what else { return Ok(()) };
        let is_first = self.0.insert(call.id.as_str().into());
        demand(!is_first || call.answers.is_empty(), || {
            format!("{op} is the first run of {}, and has the answers {}", call.id, json!(call.answers))
        })
    }
}
