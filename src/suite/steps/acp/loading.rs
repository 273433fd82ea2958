//! What an agent shows of a session that it loads after its process was killed.

use indexmap::IndexMap;

use super::super::{Step, then, then_client::told};
use crate::{
    model::{
        ModelRequest,
        json::{Value, json},
        rpc::{Message, text},
    },
    stage::{Lane, What},
    suite::check::{Evidence, Finding, Mismatch, Seen, fails, holds},
    system::{Input, acp::client::LOADS},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "where sessions can be loaded, loading shows the client the user's message {string}",
            "The agent was restarted. Before it answers `session/load`, the texts of the user that it shows have that piece, once. \
             Where it does not claim `loadSession`, this never comes up.",
            |evidence, said: String| shows_message(evidence, "user", &said),
        ),
        then(
            "where sessions can be loaded, loading shows the client the agent's message {string}",
            "The agent was restarted. Before it answers `session/load`, the texts of its own that it shows have that piece, once. \
             Where it does not claim `loadSession`, this never comes up.",
            |evidence, said: String| shows_message(evidence, "agent", &said),
        ),
        then(
            "where sessions can be loaded, no call that was open is shown as completed",
            "The agent was restarted. After that, no call that had come to no end before is shown with the status `completed`: it \
             is known by its id, its title or its arguments. Where the agent does not claim `loadSession`, this never comes up.",
            |evidence, ()| {
                let restart = restart(evidence)?;
                let lines = told(evidence)?;
                let updates = || lines.iter().filter_map(|line| Some((line.seq, line.what.pointer("/params/update")?)));
                let before = updates().filter(|(seq, _)| *seq < restart).map(|(_, update)| update);
                let open = open_calls(before);
                let after = updates().filter(|(seq, _)| *seq > restart);
                let completed = completed_of(&open, after);
                completed.map_or(Ok(()), |(seq, update)| {
                    fails("no call that was open with the status `completed`", update.to_string(), Some(seq))
                })
            },
        ),
        then(
            "where sessions can be loaded, loading shows nothing with {string}",
            "The agent was restarted. Before it answers `session/load`, no text and no result of a call that it shows has that piece. \
             Where it does not claim `loadSession`, this never comes up.",
            |evidence, piece: String| {
                let shown = shown_texts(&replayed(evidence)?);
                let has = shown.iter().find(|text| text.contains(&piece));
                holds(has.is_none(), format!("nothing with {piece:?}"), has.cloned().unwrap_or_default(), None)
            },
        ),
        then(
            "where sessions can be loaded, loading shows {string} nowhere without {string}",
            "The agent was restarted. Before it answers `session/load`, each text, and each result of a call, that has the first piece \
             has the second one, too: it tells what could be chosen, and not what was. Where the agent does not claim \
             `loadSession`, this never comes up.",
            |evidence, (piece, other): (String, String)| {
                let shown = shown_texts(&replayed(evidence)?);
                let alone = shown.iter().find(|text| text.contains(&piece) && !text.contains(&other));
                let expected = format!("{piece:?} nowhere without {other:?}");
                holds(alone.is_none(), expected, alone.cloned().unwrap_or_default(), None)
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

/// Whether loading shows the messages of `whom` with that piece.
fn shows_message(evidence: &Evidence<'_>, whom: &str, said: &str) -> Finding {
    let kind = format!("{whom}_message_chunk");
    let replayed = replayed(evidence)?;
    let own = replayed.iter().filter(|update| text(update, "sessionUpdate") == Some(&kind));
    let shown: String = own.filter_map(|update| text(&update["content"], "text")).collect();
    let expected = format!("a text of the {whom} with {said:?}, once");
    holds(shown.matches(said).count() == 1, expected, format!("{shown:?}"), None)
}

/// By what a call is known in an update: its id, its title, and its arguments, if it has some.
fn known_by(update: &Value) -> impl Iterator<Item = &Value> {
    let is_call = update.get("toolCallId").is_some();
    let members = ["toolCallId", "title", "rawInput"].into_iter().filter_map(|member| update.get(member));
    members
        .filter(move |told| is_call && !told.is_null() && !told.as_object().is_some_and(|members| members.is_empty()))
}

/// By what the calls are known that have come to no end in these updates.
fn open_calls<'u>(updates: impl Iterator<Item = &'u Value>) -> Vec<&'u Value> {
    let mut open: IndexMap<String, Vec<&Value>> = IndexMap::new();
    for update in updates {
        let Some(id) = text(update, "toolCallId") else { continue };
        if matches!(text(update, "status"), Some("completed" | "failed")) {
            open.shift_remove(id);
        } else {
            open.entry(id.to_owned()).or_default().extend(known_by(update));
        }
    }
    open.into_values().flatten().collect()
}

/// The first of these updates that shows one of those calls as completed. An update may leave out what its call was announced with.
fn completed_of<'u>(open: &[&Value], updates: impl Iterator<Item = (u64, &'u Value)>) -> Option<(u64, &'u Value)> {
    let mut again: Vec<&Value> = Vec::new();
    for (seq, update) in updates {
        if known_by(update).any(|told| open.contains(&told) || again.contains(&told)) {
            again.extend(update.get("toolCallId"));
            if text(update, "status") == Some("completed") {
                return Some((seq, update));
            }
        }
    }
    None
}

/// What updates show: the texts of the user and of the agent, each put together, and what has become of each call. What a call was
/// asked to do is not among it.
fn shown_texts(updates: &[Value]) -> Vec<String> {
    let chunks = |kind: &str| -> String {
        let own = updates.iter().filter(|update| text(update, "sessionUpdate") == Some(kind));
        own.filter_map(|update| text(&update["content"], "text")).collect()
    };
    let calls = updates.iter().filter(|update| update.get("toolCallId").is_some());
    let results = calls.flat_map(|update| ["content", "rawOutput"].into_iter().filter_map(|member| update.get(member)));
    let texts = ["user_message_chunk", "agent_message_chunk", "agent_thought_chunk"].map(chunks).into_iter();
    texts.chain(results.map(ToString::to_string)).collect()
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
    let lines = told(evidence)?;
    // After an earlier conversation, only what is told of the session names it.
    let named = |pointer| lines.iter().find_map(|line| line.what.pointer(pointer));
    let session = named("/result/sessionId").or_else(|| named("/params/sessionId"));
    let mut updates = Vec::new();
    let mut answers = 0;
    for line in lines.iter().filter(|line| line.seq > restart) {
        match Message::read(line.what) {
            // What it shows of another session is not that of this one.
            Some(Message::Notification { method, params })
                if method == "session/update" && params.get("sessionId") == session =>
            {
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{completed_of, open_calls, shown_texts};
    use crate::model::json::{Value, json};

    fn call(id: &str, title: &str, status: &str) -> Value {
        json!({"sessionUpdate": "tool_call", "toolCallId": id, "title": title, "status": status})
    }

    fn end(id: &str, status: &str) -> Value {
        json!({"sessionUpdate": "tool_call_update", "toolCallId": id, "status": status})
    }

    #[rstest]
    #[case::under_its_id(vec![call("a", "ask", "pending"), end("a", "completed")], true)]
    #[case::under_another_id(vec![call("z", "ask", "pending"), end("z", "completed")], true)]
    #[case::failed(vec![call("a", "ask", "pending"), end("a", "failed")], false)]
    #[case::one_that_was_over(vec![call("b", "read", "completed")], false)]
    #[case::one_of_its_own(vec![call("c", "look around", "completed")], false)]
    fn what_was_open_must_not_be_completed(#[case] after: Vec<Value>, #[case] is_shown: bool) {
        let before = [call("b", "read", "pending"), end("b", "completed"), call("a", "ask", "pending")];
        let open = open_calls(before.iter());
        assert_eq!(completed_of(&open, (1..).zip(&after)).is_some(), is_shown, "{open:?}");
    }

    #[test]
    fn what_is_shown_is_put_together_and_has_no_arguments() {
        let chunk = |kind: &str, text: &str| json!({"sessionUpdate": kind, "content": {"type": "text", "text": text}});
        let updates = [
            chunk("user_message_chunk", "off "),
            json!({"toolCallId": "a", "rawInput": {"options": ["left"]}, "rawOutput": {"answer": "right"}}),
            chunk("user_message_chunk", "we go"),
        ];
        assert_eq!(shown_texts(&updates), ["off we go", "", "", r#"{"answer":"right"}"#]);
    }
}
