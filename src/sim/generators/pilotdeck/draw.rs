//! Draws the workload of a run of PilotDeck.

use std::collections::BTreeSet;

use crate::model::json::{Map, Value, json};

use crate::{
    llm::script::ScriptedCall,
    sim::{
        draws::{Draws, Stream::Situation as S},
        fault::Faults,
        generators::draft::{Draft, Earlier},
        scope::Scope,
        workload::{Ask, Workload, marked},
    },
};

const EARLIER: Earlier = Earlier { older, newer };

/// The longest header, in UTF-16 units.
const HEADER_MAX: usize = 12;

/// The profiles that are drawn.
pub const PROFILES: &[&str] = &["", "upstream", "upstream"];

pub fn draw(draws: &mut Draws, faults: Faults, scope: &Scope) -> Workload {
    let mut draft = Draft::new(draws, "pilotdeck", PROFILES, scope);
    let channel = channel(&mut draft);
    draft.turns(|draft, id| {
        if draft.draws.chance(S, "question", 65) {
            let name = *draft.draws.pick(S, "name", &["ask_user_question", "ask_user_question", "AskUserQuestion"]);
            let arguments = arguments(draft, &id, channel);
            ScriptedCall { id, name: name.to_owned(), arguments }
        } else {
            draft.host_call(id)
        }
    });
    configure(&mut draft, channel);
    draft.finish(faults, &EARLIER)
}

/// Draws the channel.
fn channel(draft: &mut Draft<'_>) -> &'static str {
    if !draft.is_in("upstream") {
        return "host";
    }
    draft.draws.pick::<&str>(S, "channel", &["host", "gateway", "gateway", "panel", "text", "scripted", "auto"])
}

/// Draws the configuration.
fn configure(draft: &mut Draft<'_>, channel: &str) {
    if !draft.is_in("upstream") {
        return;
    }
    let mut config = json!({"channel": channel});
    if channel == "scripted" {
        let first = draft.workload.asks.keys().next().copied();
        let scripted: Map =
            first.into_iter().map(|number| (question_text(number), marked((number, 9), "written").into())).collect();
        config["scripted"] = json!({"answers": scripted, "cancel": draft.draws.chance(S, "scripted cancel", 30)});
    }
    match draft.draws.below(S, "odd", 20) {
        0 => config["prompts"] = false.into(),
        1 => config["run"] = (*draft.draws.pick(S, "run", &["subagent", "cron", "always_on"])).into(),
        2 => config["mode"] = (*draft.draws.pick(S, "mode", &["plan", "ask"])).into(),
        3 => config["micro_compact_keep"] = 1.into(),
        4 | 5 => config["turn_timeout_ms"] = (*draft.draws.pick(S, "timeout", &[1, 2_000, 3_600_000])).into(),
        6 => config["tools"] = json!({"deploy": {"concurrency_safe": false}}),
        7 if draft.draws.chance(S, "misconfigured", 50) => config["channel"] = "smoke signals".into(),
        _ => {}
    }
    draft.configure(config);
}

fn question_text(number: u32) -> String {
    marked((number, 0), "Which one?")
}

/// Draws the arguments of a call.
fn arguments(draft: &mut Draft<'_>, call: &str, channel: &str) -> Value {
    let is_valid = !draft.draws.chance(S, "invalid", 12);
    let brings_answers = is_valid && draft.draws.chance(S, "brings answers", 10);
    let count = *draft.draws.pick(S, "questions", &[1, 1, 1, 2, 3, 4]);
    let mut questions = Vec::new();
    let mut brought = Map::new();
    for _ in 0..count {
        let ask = Ask { call: call.into(), tool: "ask_user_question".into(), is_valid, ..Ask::default() };
        let number = draft.ask(ask);
        let labels = draft.labels(number, 2, 4);
        let mut options: Vec<Value> =
            labels.iter().map(|label| json!({"label": label, "description": "as it says"})).collect();
        if draft.draws.chance(S, "preview", 10) {
            options[0]["preview"] = "<b>so</b>".into();
        }
        let mut question = json!({"question": question_text(number), "header": "Choice", "options": options});
        if draft.draws.chance(S, "several", 35) {
            question["multiSelect"] = true.into();
        }
        let mut given = BTreeSet::new();
        if channel == "auto" {
            // This channel takes the first option of each question.
            given.insert((number, 1));
        }
        if channel == "scripted" {
            given.insert((number, 9));
        }
        if brings_answers {
            given.insert((number, 8));
            brought.insert(question_text(number), marked((number, 8), "brought").into());
        }
        if let Some(ask) = draft.workload.asks.get_mut(&number) {
            ask.given = given;
        }
        questions.push(question);
    }
    if !is_valid {
        spoil(draft, call, &mut questions);
    }
    let mut arguments = json!({"questions": questions});
    if brings_answers {
        arguments["answers"] = brought.into();
    }
    if draft.draws.chance(S, "metadata", 10) {
        arguments["metadata"] = json!({"source": "plan"});
    }
    arguments
}

/// Makes the questions invalid.
fn spoil(draft: &mut Draft<'_>, call: &str, questions: &mut Vec<Value>) {
    let first = questions[0].clone();
    match draft.draws.below(S, "how invalid", 5) {
        0 => questions[0]["header"] = "x".repeat(HEADER_MAX + 1).into(),
        1 => questions[0]["options"] = json!([first["options"][0]]),
        2 => questions[0]["options"][1] = first["options"][0].clone(),
        3 => questions.push(first),
        _ => {
            questions[0]["options"][0]["preview"] = "<html></html>".into();
            // PD-27 is no more than a `should`.
            draft.may_be_asked(call);
        }
    }
}

fn older() -> Vec<Value> {
    vec![
        json!({"id": "m1", "role": "user", "content": [{"type": "text", "text": "An old task."}]}),
        json!({"id": "m2", "role": "assistant", "content": [{"type": "text", "text": "It is done."}]}),
    ]
}

fn newer() -> Vec<Value> {
    vec![
        json!({"id": "m3", "role": "user", "mood": "curious", "content": [{"type": "text", "text": "A new task."}]}),
        json!({"id": "m4", "role": "assistant", "weight": 3, "content": [{"type": "text", "text": "It is done, too."}]}),
    ]
}
