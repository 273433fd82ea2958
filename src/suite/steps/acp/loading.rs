//! What an agent shows of a session that it loads after its process was killed.

use super::super::{Step, then, then_client::told};
use crate::{
    model::{
        ModelRequest,
        json::{Value, json},
        rpc::{Message, text},
    },
    stage::{Lane, What},
    suite::check::{Evidence, Mismatch, Seen, fails, holds},
    system::{Input, acp::client::LOADS},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "where sessions can be loaded, loading shows the client the user's message {string}",
            "The agent was restarted. Before it answers `session/load`, the texts of the user that it shows have that piece. Where \
             it does not claim `loadSession`, this never comes up.",
            |evidence, said: String| {
                let replayed = replayed(evidence)?;
                let of_user =
                    replayed.iter().filter(|update| text(update, "sessionUpdate") == Some("user_message_chunk"));
                let shown: String = of_user.filter_map(|update| text(&update["content"], "text")).collect();
                holds(shown.contains(&said), format!("a text of the user with {said:?}"), format!("{shown:?}"), None)
            },
        ),
        then(
            "where sessions can be loaded, no call from before is shown as completed",
            "The agent was restarted. After that, no call that it had told of before is shown with the status `completed`: it is \
             known by its id, its title or its arguments. Where the agent does not claim `loadSession`, this never comes up.",
            |evidence, ()| {
                let restart = restart(evidence)?;
                let lines = told(evidence)?;
                let updates = || lines.iter().filter_map(|line| Some((line.seq, line.what.pointer("/params/update")?)));
                let known: Vec<&Value> = updates()
                    .filter(|(seq, _)| *seq < restart)
                    .flat_map(|(_, update)| what_tells_a_call(update))
                    .collect();
                // An update may leave out what the call was announced with.
                let mut again: Vec<&Value> = Vec::new();
                for (seq, update) in updates().filter(|(seq, _)| *seq > restart) {
                    let is_known = what_tells_a_call(update).any(|told| known.contains(&told) || again.contains(&told));
                    again.extend(update.get("toolCallId").filter(|_| is_known));
                    if is_known && text(update, "status") == Some("completed") {
                        return fails("no call from before with the status `completed`", update.to_string(), Some(seq));
                    }
                }
                Ok(())
            },
        ),
        then(
            "where sessions can be loaded, the last request has what the model was told with {string}",
            "Before the agent was restarted, the model was told something with that piece, and so it is in the last request, in \
             whatever form. Where the agent does not claim `loadSession`, this never comes up.",
            |evidence, piece: String| {
                let restart = restart(evidence)?;
                let has = |request: &Seen<&ModelRequest>| {
                    request.what.messages.iter().any(|message| json!(**message).to_string().contains(&piece))
                };
                let requests = evidence.requests()?;
                if !requests.iter().any(|request| request.seq < restart && has(request)) {
                    return Err(Mismatch::Unmet(format!("the model was not told {piece:?} before")));
                }
                let is_told = requests.last().is_some_and(has);
                let seq = requests.last().map(|request| request.seq);
                holds(is_told, format!("something with {piece:?}"), "nothing", seq)
            },
        ),
    ]
}

/// By what a call is known in an update: its id, its title, and its arguments, if it has some.
fn what_tells_a_call(update: &Value) -> impl Iterator<Item = &Value> {
    let members = ["toolCallId", "title", "rawInput"].into_iter().filter_map(|member| update.get(member));
    let is_call = update.get("toolCallId").is_some();
    members
        .filter(move |told| is_call && !told.is_null() && !told.as_object().is_some_and(|members| members.is_empty()))
}

/// The number of the observation with which the agent starts again. Unmet if it does not load sessions.
fn restart(evidence: &Evidence<'_>) -> Result<u64, Mismatch> {
    let loads = told(evidence)?.iter().any(|line| line.what.pointer(&format!("/result{LOADS}")) == Some(&true.into()));
    if !loads {
        return Err(Mismatch::Unmet("the agent does not claim `loadSession`".to_owned()));
    }
    let events = evidence.events(&[Lane::Turn])?;
    let mut starts = events.iter().filter(|event| matches!(event.what, What::Input(Input::Begin(_)))).skip(1);
    starts.next().map(|event| event.seq).ok_or_else(|| Mismatch::Unmet("the agent was not restarted".to_owned()))
}

/// The updates from the agent's restart until it has answered the request that loads the session, which is its second answer
/// after that.
fn replayed(evidence: &Evidence<'_>) -> Result<Vec<Value>, Mismatch> {
    let restart = restart(evidence)?;
    let mut updates = Vec::new();
    let mut answers = 0;
    for line in told(evidence)?.iter().filter(|line| line.seq > restart) {
        match Message::read(line.what) {
            Some(Message::Notification { method, params }) if method == "session/update" => {
                updates.push(params["update"].clone());
            }
            Some(Message::Response { result: None, .. }) => {
                return Err(Mismatch::fails("the session is loaded", line.what.to_string(), Some(line.seq)));
            }
            Some(Message::Response { .. }) => answers += 1,
            _ => {}
        }
        if answers == 2 {
            return Ok(updates);
        }
    }
    Err(Mismatch::fails("an answer to `session/load`", "none", None))
}
