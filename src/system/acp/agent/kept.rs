//! What the agent stores of its sessions, one record for each step, and how a session is loaded from that.
//!
//! | a record has `sessionId` and | of what |
//! |---|---|
//! | `user` | a text of the user |
//! | `refused` | the model's refusal of that text |
//! | `says` | a text of the model |
//! | `toolCallId`, and `call` with `id`, `name` and `arguments` | a call of the model |
//! | `toolCallId`, `result` and `isError` | the result of a call |

use std::collections::BTreeSet;

use super::turn::{Session, announced, chunk, ended};
use crate::{
    model::{Part, json::Value, rpc::text},
    system::{
        Effect, Record,
        chat::{CallResult, ChatCall},
    },
};

/// The result of a call that had none when its process ended.
const LOST: &str = "The agent ended before this call was done.";

/// The sessions of earlier processes, and whether those of this one are stored.
#[derive(Clone, Debug, Default, Hash)]
pub struct Kept {
    is_on: bool,
    stored: Vec<Value>,
}

/// The session that these records are of, if there are some.
pub fn session_of(stored: &[Value]) -> Option<Value> {
    stored.last()?.get("sessionId").cloned()
}

impl Kept {
    /// Sessions are stored if `is_on`; `stored` has the records of earlier processes.
    pub const fn new(is_on: bool, stored: Vec<Value>) -> Self {
        Self { is_on, stored }
    }

    /// Whether sessions are stored.
    pub const fn is_on(&self) -> bool {
        self.is_on
    }

    /// The number of sessions of earlier processes.
    pub fn session_count(&self) -> u64 {
        self.stored.iter().filter_map(|record| text(record, "sessionId")).collect::<BTreeSet<_>>().len() as u64
    }

    /// Whether an earlier process had this session.
    pub fn has(&self, session: &str) -> bool {
        self.stored.iter().any(|record| text(record, "sessionId") == Some(session))
    }

    /// Stores a step of a session, if sessions are stored.
    pub fn store(&self, session: &str, mut record: Value, out: &mut Vec<Effect>) {
        if self.is_on {
            record["sessionId"] = session.into();
            out.push(Effect::Record(Record(record)));
        }
    }

    /// Shows the client what a session had, and lets the session go on with it. A call without a result has come to nothing.
    pub fn replay(&self, id: &str, session: &mut Session, out: &mut Vec<Effect>) {
        for record in self.stored.iter().filter(|record| text(record, "sessionId") == Some(id)) {
            let call_id = text(record, "toolCallId").unwrap_or_default();
            if let Some(said) = text(record, "user") {
                give_up_calls(id, session, out);
                out.push(chunk(id, "user_message_chunk", said));
                session.begin_turn(said);
            } else if let Some(said) = text(record, "says") {
                give_up_calls(id, session, out);
                out.push(chunk(id, "agent_message_chunk", said));
                session.chat.assistant(Part::Text(said.into()));
            } else if record.get("refused").is_some() {
                give_up_calls(id, session, out);
                session.forget_turn();
            } else if let Some(call) = record.get("call") {
                if session.has_results() {
                    // This call is of a later message of the model.
                    give_up_calls(id, session, out);
                }
                let member = |name| text(call, name).unwrap_or_default().to_owned();
                let call = ChatCall::new(member("id").into(), member("name").into(), member("arguments"));
                out.push(announced(id, call_id, &call));
                session.restore(call_id, call);
            } else if let Some(result) = text(record, "result") {
                let result = CallResult { content: result.into(), is_error: record["isError"] == true };
                out.push(ended(id, call_id, &result));
                session.settle(call_id, result);
            }
        }
        give_up_calls(id, session, out);
    }
}

/// The calls that still have no result get one, and all results join the conversation.
fn give_up_calls(id: &str, session: &mut Session, out: &mut Vec<Effect>) {
    for call_id in session.open_calls() {
        let lost = CallResult::error(LOST);
        out.push(ended(id, &call_id, &lost));
        session.settle(&call_id, lost);
    }
    session.chat.conclude();
    session.call_ids.clear();
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Effect, Kept, Part, Session, Value};
    use crate::{model::json::json, system::acp::config::FOLDER};

    fn call(id: &str) -> Value {
        json!({"sessionId": "s", "toolCallId": id, "call": {"id": id, "name": "deploy", "arguments": "{}"}})
    }

    fn result(id: &str) -> Value {
        json!({"sessionId": "s", "toolCallId": id, "result": "done", "isError": false})
    }

    /// The conversation after the replay: `id` for a call, `id!` for a result, and `id?` for that of a call that came to nothing.
    #[rstest]
    #[case::a_call_without_a_result(&[call("a")], "a a?")]
    #[case::one_after_another(&[call("a"), result("a"), call("b")], "a a! b b?")]
    #[case::two_at_once(&[call("a"), call("b"), result("b")], "a b a? b!")]
    #[case::of_a_turn_that_was_refused(&[call("a"), result("a"), json!({"sessionId": "s", "refused": true})], "")]
    #[case::before_a_refusal(&[call("a"), result("a"), json!({"sessionId": "s", "user": "no"}),
        json!({"sessionId": "s", "refused": true})], "a a!")]
    #[case::of_another_session(&[json!({"sessionId": "t", "user": "no"})], "")]
    fn a_call_has_one_result_and_none_that_it_had_not(#[case] records: &[Value], #[case] expected: &str) {
        let begun = [json!({"sessionId": "s", "user": "go"})];
        let kept = Kept::new(true, begun.iter().chain(records).cloned().collect());
        let (mut session, mut out) = (Session::new(FOLDER, &[], &[]), Vec::new());
        kept.replay("s", &mut session, &mut out);
        let parts = session.chat.history().messages.iter().flat_map(|message| message.parts.iter());
        let shown: Vec<String> = parts
            .filter_map(|part| match part {
                Part::Call { id, .. } => Some(id.to_string()),
                Part::Result { id, is_error, .. } => Some(format!("{id}{}", if *is_error { '?' } else { '!' })),
                _ => None,
            })
            .collect();
        assert_eq!(shown.join(" "), expected);
        let ends = out.iter().filter(|effect| match effect {
            Effect::Client(line) => line.pointer("/params/update/sessionUpdate") == Some(&json!("tool_call_update")),
            _ => false,
        });
        let calls = records.iter().filter(|record| record["sessionId"] == "s" && record.get("call").is_some());
        assert_eq!(ends.count(), calls.count(), "the client is shown the end of each call");
    }
}
