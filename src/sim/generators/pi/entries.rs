//! What the rules of pi read: stored entries, the questions of a call, and the names of files.

use crate::model::json::{List, Value, json, member};

use crate::{
    sim::run_state::RunState,
    stage::What,
    system::{
        Effect, Record,
        pi::{Message, StoredEntry},
    },
};

/// The tool.
pub const ASK_USER: &str = "ask_user";

/// A stored entry that is the result of a call, is a summary, or has details. All rules share what is read.
pub fn entry<'r>(run_state: &'r RunState<'_>, what: &What) -> Option<&'r StoredEntry> {
    let What::Effect(Effect::Record(Record(entry))) = what else { return None };
    let is_read = || {
        let is_of_message = |member: &str| entry.pointer("/message").is_some_and(|of| of.get(member).is_some());
        member(entry, "summary").is_some() || is_of_message("toolCallId") || is_of_message("details")
    };
    run_state.read_once(|| is_read().then(|| StoredEntry::read(entry)))?.as_ref()
}

/// The stored result of a call: the id of the call, and the message.
pub fn result<'r>(run_state: &'r RunState<'_>, what: &What) -> Option<(&'r str, &'r Message)> {
    entry(run_state, what)?.of_call()
}

/// The ids of the calls in a stored entry.
pub fn calls_in(entry: &Value) -> impl Iterator<Item = String> {
    let parts = entry["message"]["content"].as_array().into_iter().flatten();
    parts.filter(|part| part["type"] == "toolCall").filter_map(|part| part["id"].as_str().map(str::to_owned))
}

/// The text of each question, with the label and the description of each option. `None` if they are not written as the
/// definition says. An empty description may be left out.
pub fn plain(questions: &Value) -> Option<Vec<Value>> {
    let option = |option: &Value| {
        let description = option["description"].as_str().filter(|text| !text.is_empty());
        Some(json!([option["label"].as_str()?, description]))
    };
    let question = |question: &Value| {
        let options =
            question.get("options").map_or(Some(&[][..]), |options| options.as_array().map(List::as_slice))?;
        let options: Option<Vec<Value>> = options.iter().map(option).collect();
        Some(json!([question["question"].as_str()?, options?]))
    };
    questions.as_array()?.iter().map(question).collect()
}

/// Whether this is a name of the file at `path`. An agent may call the file otherwise than the harness does.
pub fn names(name: &str, path: &str) -> bool {
    name.ends_with(path) || path.ends_with(name)
}
