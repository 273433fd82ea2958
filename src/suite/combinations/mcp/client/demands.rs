//! The oracle: what is demanded of a combination, read from the page of the requirements.

use super::situation::{OTHER_QUESTION, Situation};
use crate::suite::combinations::{
    forms::{OTHER, OTHER_RETURNED, QUESTION, RETURNED, TOOL},
    text::Text,
};

/// Writes the checks of a combination.
pub fn write(situation: &Situation<'_>, text: &mut Text) {
    if !situation.can_be_asked() {
        undeclared(situation, text);
        return;
    }
    told(situation, text);
    other(situation, text);
    match situation.happens() {
        "nobody" => {
            // To ask the model is one request, and the other is that after the call before.
            let requests = situation.requests();
            let are = if requests == 1 { "request reaches" } else { "requests reach" };
            then(text, &format!("{requests} {are} the model"), &["MCP-126"]);
        }
        "stopped" if situation.is_in_rounds() => {
            then(text, "the client sends 0 lines with {\"method\": \"notifications/cancelled\"}", &["MCP-098"]);
        }
        "stopped" => then(text, "what the client gives up is a call of its own", &["MCP-112.c"]),
        _ => ended(situation, text),
    }
    if situation.is_in_rounds() {
        let version = situation.version();
        let says = format!("each request of the client says that it is of {version:?}, and what the client can do");
        then(text, &says, &["MCP-016"]);
    }
    let is_declined = situation.told().is_some_and(|told| told["action"] != "accept");
    if situation.told().is_some() && !(situation.is_in_rounds() && is_declined) {
        labelled(situation, text);
    }
}

fn then(text: &mut Text, step: &str, from: &[&str]) {
    let from: Vec<String> = from.iter().map(|id| (*id).to_owned()).collect();
    text.then(step, &from);
}

/// What the server is told of the user's act, and that it is told nothing else.
fn told(situation: &Situation<'_>, text: &mut Text) {
    let row = match situation.happens() {
        "declined" | "dismissed" => "MCP-055",
        _ if situation.is_page() => "MCP-064",
        "left_out" => "MCP-058",
        _ if situation.has_titles() => "MCP-061",
        _ => "MCP-063",
    };
    let may_ask = format!("where the tool {TOOL:?} may ask,");
    let is_accepted = situation.told().is_some_and(|told| told["action"] == "accept");
    if let Some(told) = situation.told() {
        let step = is_told(situation, QUESTION, TOOL, is_accepted);
        text.then_with(&step, &[row.to_owned()], &told.to_string());
    }
    if !is_accepted {
        let row = match situation.happens() {
            "withdrawn" => "MCP-111",
            "stopped" => "MCP-115",
            _ => "MCP-051",
        };
        then(text, &format!("{may_ask} it is not told \"accept\""), &[row]);
        // A tool is told nothing once its call or its question is over, so the line itself is looked for.
        if !situation.is_in_rounds() && matches!(situation.happens(), "withdrawn" | "stopped") {
            let id = situation.id();
            let result = if situation.happens() == "withdrawn" { "{}" } else { "{\"action\": \"accept\"}" };
            then(text, &format!("the client sends 0 lines with {{\"id\": {id}, \"result\": {result}}}"), &[row]);
            then(text, "no prompt is left open", &[row]);
        }
    }
    if is_accepted && situation.is_page() {
        then(text, &format!("{may_ask} it is told nothing with \"content\""), &["MCP-059.p"]);
    }
    if matches!(situation.happens(), "declined" | "dismissed") {
        then(text, "no answer that declines or cancels has a content", &["MCP-059"]);
    }
    if let Some(name) = situation.left_out().filter(|_| is_accepted) {
        then(text, &format!("{may_ask} it is told nothing with {name:?}"), &["MCP-062"]);
    }
}

/// The step for what a tool is told. After a decline or a cancel in rounds, a client may end the call without a further one.
fn is_told(situation: &Situation<'_>, question: &str, tool: &str, is_accepted: bool) -> String {
    let when = if situation.is_in_rounds() && !is_accepted {
        format!("the call goes on after {question:?}")
    } else {
        format!("{question:?} was asked about")
    };
    format!("where {when}, the tool {tool:?} is told")
}

/// What becomes of the other call.
fn other(situation: &Situation<'_>, text: &mut Text) {
    if situation.is_after_stop() {
        then(text, &format!("where the tool {OTHER:?} may ask, it is not told \"accept\""), &["MCP-115"]);
        return;
    }
    if let Some(action) = situation.other_action() {
        let step = is_told(situation, OTHER_QUESTION, OTHER, action["action"] == "accept");
        let row = if situation.is_beside() { "MCP-128" } else { "MCP-055" };
        text.then_with(&step, &[row.to_owned()], &action.to_string());
    }
    let id = match (situation.is_after(), situation.is_beside()) {
        (true, _) => "call_1",
        (_, true) => "call_2",
        _ => return,
    };
    if situation.other_action().is_none_or(|action| action["action"] == "accept") {
        then(text, &format!("the call {id:?} succeeds, telling the model {OTHER_RETURNED:?}"), &["MCP-125"]);
    }
}

/// How the call ends, and what the model is told.
fn ended(situation: &Situation<'_>, text: &mut Text) {
    let call = situation.call();
    if situation.told().is_some_and(|told| told["action"] == "accept") {
        then(text, &format!("the call {call:?} succeeds, telling the model {RETURNED:?}"), &["MCP-125"]);
    } else {
        let row = if situation.is_in_rounds() { "MCP-097" } else { "MCP-125" };
        then(text, &format!("the model is told what became of the call {call:?}"), &[row]);
    }
}

/// The answer has the id of its request, or comes with the state of its round.
fn labelled(situation: &Situation<'_>, text: &mut Text) {
    if !situation.is_in_rounds() {
        then(text, &format!("the response to {} has {{\"result\": {{}}}}", situation.id()), &["MCP-044"]);
        return;
    }
    then(text, "each repeated call has the name and the arguments of the call before it", &["MCP-084"]);
    then(text, "each repeated call has an id of its own", &["MCP-085"]);
    // The other question is answered before it, and what comes of a decline is the client's to say.
    match situation.other_action() {
        Some(action) if action["action"] == "accept" => then(text, "2 calls are repeated", &["MCP-086"]),
        Some(_) => {}
        None => then(text, "1 call is repeated", &["MCP-086"]),
    }
    then(text, &format!("the last repeated call has the state {}", situation.state()), &["MCP-087"]);
    then(text, "no other request has a state or answers", &["MCP-091"]);
}

/// The user sees nothing of what was not declared, and nobody accepts it.
fn undeclared(situation: &Situation<'_>, text: &mut Text) {
    let row = match (situation.is_in_rounds(), situation.declares_nothing()) {
        (true, _) => "MCP-095",
        (_, true) => "MCP-009",
        _ => "MCP-008",
    };
    then(text, &format!("where the tool {TOOL:?} may ask, it is not told \"accept\""), &[row]);
    let prompts = if situation.other_asks() { "1 prompt is shown" } else { "0 prompts are shown" };
    then(text, prompts, &[row]);
    if situation.is_in_rounds() {
        then(text, &format!("the model is told what became of the call {:?}", situation.call()), &["MCP-095.f"]);
    } else if situation.declares_nothing() {
        then(text, &format!("the response to {} is an error", situation.id()), &["MCP-009.e"]);
    } else {
        let error = "{\"error\": {\"code\": -32602}}";
        then(text, &format!("the response to {} has {error}", situation.id()), &["MCP-008"]);
    }
}
