//! Draws the workload of a run of pi.

use crate::model::json::{Value, json};

use crate::{
    llm::script::ScriptedCall,
    sim::{
        draws::{Draws, Stream::Situation as S},
        fault::{Fault, Faults},
        generators::draft::{Draft, Earlier},
        scope::Scope,
        workload::{Ask, Workload},
    },
    system::Utterance,
};

const EARLIER: Earlier = Earlier { older, newer };

/// The profiles that are drawn.
pub const PROFILES: &[&str] = &["", "", "pi-rpc"];

pub fn draw(draws: &mut Draws, faults: Faults, scope: &Scope) -> Workload {
    let mut draft = Draft::new(draws, "pi", PROFILES, scope);
    command_line(&mut draft);
    draft.turns(|draft, id| {
        if draft.draws.chance(S, "question", 65) {
            let arguments = arguments(draft, &id);
            ScriptedCall { id, name: "ask_user".to_owned(), arguments }
        } else {
            draft.host_call(id)
        }
    });
    commands(&mut draft);
    configure(&mut draft, faults);
    draft.finish(faults, &EARLIER)
}

/// Draws the command line. Answers in it, and in a pending file, belong to no question of this run.
fn command_line(draft: &mut Draft<'_>) {
    let mut words: Vec<String> = Vec::new();
    let modes: &[&str] =
        if draft.is_in("pi-rpc") { &["rpc", "rpc", "rpc", "form"] } else { &["form", "form", "print", "rpc"] };
    match *draft.draws.pick(S, "mode", modes) {
        "rpc" => words.extend(["--mode".to_owned(), "rpc".to_owned()]),
        "print" => {
            words.push("-p".to_owned());
            if draft.draws.chance(S, "an older pending file", 20) {
                pending_file(draft);
            }
            if draft.draws.chance(S, "answers", 30) {
                let count = *draft.draws.pick::<u32>(S, "how many", &[1, 1, 2]);
                let said: Vec<Value> = (1..=count).map(|which| draft.text((0, which), "inline").into()).collect();
                words.extend(["--answers".to_owned(), Value::from(said).to_string()]);
            }
        }
        _ => {}
    }
    if draft.draws.chance(S, "continues", 30) {
        words.push("-c".to_owned());
        if draft.draws.chance(S, "pending file", 60) {
            pending_file(draft);
        }
    }
    if draft.draws.chance(S, "wrong option", 2) {
        words.push("--wrong".to_owned());
    }
    draft.workload.setup.argv = words;
}

/// Draws what the user orders between two turns.
fn commands(draft: &mut Draft<'_>) {
    for turn in 1..draft.workload.turns.len() {
        if draft.draws.chance(S, "a command", 25) {
            let command =
                *draft.draws.pick(S, "which command", &["/compact", "/compact", "/questions", "/questions clear"]);
            draft.workload.turns[turn].command = Some(Utterance(command.into()));
        }
    }
}

/// Adds a pending file of an earlier run. It may lack an answer, belong to another session, or be cut off.
fn pending_file(draft: &mut Draft<'_>) {
    let answer = *draft.draws.pick(S, "pending answer", &[Some("by hand"), Some("by hand"), None]);
    let session = *draft.draws.pick(S, "pending session", &["session_1", "session_1", "session_0"]);
    let mut text =
        json!({"sessionId": session, "questions": [{"question": "An old one?", "answer": answer}]}).to_string();
    if draft.draws.chance(S, "pending file is cut", 10) {
        text.truncate(text.len() / 2);
    }
    draft.workload.files.insert(".pi/pending-questions.json".into(), text);
}

/// Draws the configuration.
fn configure(draft: &mut Draft<'_>, faults: Faults) {
    let mut config = json!({"session": "session_1"});
    // In the seed's own profile the setting means nothing.
    if draft.draws.chance(S, "timeout", if draft.is_in("pi-rpc") { 30 } else { 10 }) {
        config["dialog_timeout_ms"] = (*draft.draws.pick(S, "timeout", &[1, 2_000, 3_600_000])).into();
    }
    // With `leaf`, the conversation continues from an early entry. A restarted subject would then lose its open
    // question, so there is no leaf if the subject may be killed.
    if faults.has(Fault::OlderEvents) && !faults.has(Fault::Kill) && draft.draws.chance(S, "leaf", 30) {
        config["leaf"] = "old_1".into();
    }
    if draft.draws.chance(S, "another layer", 20) {
        draft.configure(json!({"session": "session_0"}));
    }
    draft.configure(config);
}

/// Draws the arguments of `ask_user`.
fn arguments(draft: &mut Draft<'_>, call: &str) -> Value {
    let is_valid = !draft.draws.chance(S, "invalid", 12);
    let count = *draft.draws.pick(S, "questions", &[1, 1, 1, 2, 3, 4]);
    let mut questions = Vec::new();
    for _ in 0..count {
        let ask = Ask { call: call.into(), tool: "ask_user".into(), is_valid, ..Ask::default() };
        let number = draft.ask(ask);
        let mut question = json!({"question": draft.text((number, 0), "Which one?")});
        if draft.draws.chance(S, "options", 75) {
            question["options"] = options(draft, number);
        }
        if draft.draws.chance(S, "header", 50) {
            question["header"] = "Choice".into();
        }
        if draft.draws.chance(S, "several", 35) {
            question["multiSelect"] = true.into();
        }
        questions.push(question);
    }
    let mut arguments = json!({"questions": questions});
    if draft.draws.chance(S, "metadata", 20) {
        let values = [
            json!({"source": "plan"}),
            json!({"source": "plan", "step": 0, "of": null, "is_last": false, "note": ""}),
            json!({"plan": {"steps": [1, {"two": []}]}, " ": "é"}),
            json!({}),
        ];
        arguments["metadata"] = draft.draws.pick(S, "which metadata", &values).clone();
    }
    if !is_valid {
        spoil(draft, call, &mut arguments);
    }
    arguments
}

/// Draws the options of a question. A description may repeat the label.
fn options(draft: &mut Draft<'_>, number: u32) -> Value {
    let most = *draft.draws.pick(S, "most options", &[4, 7, 7, 12]);
    let labels = draft.labels(number, 1, most);
    let describe = |label: &String| match draft.draws.below(S, "description", 8) {
        0 => json!({"label": label, "description": label}),
        1 | 2 => json!({"label": label, "description": "as it says"}),
        _ => json!({"label": label}),
    };
    labels.iter().map(describe).collect()
}

/// Makes the arguments invalid.
fn spoil(draft: &mut Draft<'_>, call: &str, arguments: &mut Value) {
    match draft.draws.below(S, "how invalid", 5) {
        0 => arguments["questions"][0]["question"] = json!(1),
        1 => arguments["questions"][0]["options"] = json!("none"),
        2 => arguments["questions"][0]["multiSelect"] = json!("yes"),
        3 => arguments["metadata"] = json!("plan"),
        _ => {
            arguments["questions"][0]["header"] = json!("");
            // PI-09 is no more than a `should`.
            draft.may_be_asked(call);
        }
    }
}

fn older() -> Vec<Value> {
    let text = |text: &str| json!([{"type": "text", "text": text}]);
    vec![
        json!({"type": "message", "id": "old_1", "message": {"role": "user", "content": text("An old task.")}}),
        json!({"type": "message", "id": "old_2", "parentId": "old_1", "message": {"role": "assistant", "content": text("It is done.")}}),
    ]
}

fn newer() -> Vec<Value> {
    let text = |text: &str| json!([{"type": "text", "text": text, "weight": 3}]);
    vec![
        json!({"type": "message", "id": "new_1", "mood": "curious", "message": {"role": "user", "content": text("A new task.")}}),
        json!({"type": "weather", "id": "new_2", "parentId": "new_1", "sky": "clear"}),
    ]
}
