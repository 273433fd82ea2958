//! The oracle: what is demanded of a combination, read from the page of the requirements.

use super::{
    script::FIRST_CALL,
    situation::{Other, Situation},
};
use crate::suite::combinations::text::Text;

/// Writes the checks of a combination.
pub fn write(situation: &Situation<'_>, text: &mut Text) {
    if !situation.can_be_asked() {
        let row = [situation.never_asked()];
        then(text, "0 messages tell the client {\"method\": \"elicitation/create\"}", &row);
        then(text, "0 messages tell the client {\"result\": {\"resultType\": \"input_required\"}}", &row);
        return;
    }
    acted(situation, text);
    match situation.happens() {
        "given_up" => given_up(text),
        "crossed" => {}
        happens => {
            let id = if situation.is_after() { "call_2" } else { "call_1" };
            let (ends, row) = match happens {
                _ if situation.is_accepted() => ("comes to its end", "MCP-073"),
                "declined" | "dismissed" | "declined_with" | "dismissed_with" => {
                    ("comes to its end, or the user is asked again", "MCP-074.e")
                }
                // Where more is asked, a second prompt may be that of something else.
                _ if row(situation) == "MCP-077" && situation.questions().len() == 1 && situation.other().is_none() => {
                    ("ends with an error, or the user is asked again", "MCP-077")
                }
                _ => ("comes to its end, or the user is asked again", row(situation)),
            };
            if !(situation.is_in_rounds() && situation.result().is_some()) {
                then(text, &format!("the call {id:?} {ends}"), &[row]);
            }
        }
    }
    shape(situation, text);
}

fn then(text: &mut Text, step: &str, from: &[&str]) {
    let from: Vec<String> = from.iter().map(|id| (*id).to_owned()).collect();
    text.then(step, &from);
}

/// The row that says what the answer is worth.
fn row(situation: &Situation<'_>) -> &'static str {
    match situation.happens() {
        "declined" | "dismissed" | "given_up" => "MCP-074",
        "misfit" | "unoffered" => "MCP-077",
        "no_content" | "empty_content" => "MCP-078",
        "unknown" | "no_action" => "MCP-079",
        "declined_with" | "dismissed_with" => "MCP-076",
        "error" => "MCP-010",
        "twice" => "MCP-080",
        "crossed" => "MCP-116",
        _ => "MCP-073",
    }
}

/// How often each tool has done what it asks about.
fn acted(situation: &Situation<'_>, text: &mut Text) {
    let own = usize::from(situation.is_accepted());
    let other = usize::from(situation.other() == Some(Other::Accepted));
    let of_other = match situation.other() {
        Some(Other::Accepted) => "MCP-073",
        Some(Other::Declined) => "MCP-074",
        Some(Other::GivenUp) | None => "MCP-116",
    };
    match situation.acted() {
        Some("deployed") if situation.other().is_some() => {
            let mut rows = vec![row(situation), of_other];
            rows.dedup();
            begins(text, own + other, "deployed", &rows);
        }
        word => {
            if let Some(word) = word {
                begins(text, own, word, &[row(situation)]);
            }
            if situation.other().is_some() {
                begins(text, other, "deployed", &[of_other]);
            }
        }
    }
}

fn begins(text: &mut Text, count: usize, word: &str, rows: &[&str]) {
    let results = if count == 1 { "result of a call begins" } else { "results of a call begin" };
    then(text, &format!("{count} {results} with {word:?}"), rows);
}

/// A call that is given up has no response, and its ask is withdrawn.
fn given_up(text: &mut Text) {
    for member in ["result", "error"] {
        let line = format!("{{\"id\": {FIRST_CALL}, \"{member}\": {{}}}}");
        then(text, &format!("0 messages tell the client {line}"), &["MCP-113"]);
    }
    then(text, "a message tells the client at least {\"method\": \"notifications/cancelled\"}", &["MCP-114"]);
    then(text, "what the server gives up is a request of its own that is open", &["MCP-112"]);
}

/// What is asked has the shape of its version.
fn shape(situation: &Situation<'_>, text: &mut Text) {
    then(text, "each ask has a message", &["MCP-021"]);
    if situation.is_in_rounds() {
        then(text, "the server sends no request", &["MCP-033", "MCP-018"]);
        then(text, "each round has requests, a state, or both", &["MCP-035"]);
        then(text, "each result says its type", &["MCP-036"]);
        then(text, "each entry of a round has a method of the protocol and its params", &["MCP-037"]);
        then(text, "each state of a round is a text", &["MCP-039"]);
    } else {
        then(text, "each ask has an id of its own", &["MCP-020"]);
    }
    if situation.tool() == "connect" {
        then(text, "each page has an address", &["MCP-027"]);
    } else {
        then(text, "each form has a schema with properties", &["MCP-022"]);
        then(text, &format!("each property of a form is of a kind of {:?}", situation.version()), &["MCP-024"]);
    }
}
