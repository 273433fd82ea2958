//! A client that is sent events, and replies by their ids (PD-59 to PD-63).
//!
//! **Absent here:** what is drawn, which is the client's, and a reply that counts for another request or another
//! session than the one that it names.

use serde_json::{Value, json};

use super::{Reply, Request};
use crate::system::pilotdeck::definition::NAME;

/// The one session that a run has.
pub const SESSION: &str = "session_1";

/// A request that a client has, and has not replied to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Pending {
    /// Its id.
    pub id: String,
    /// The event, to be sent again to a client that comes later (PD-63).
    pub event: Value,
}

/// A client's reply.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Respond {
    /// The id of the request, as it is written.
    pub id: Value,
    /// What is replied; none where the session is another, or the answer is none.
    pub reply: Option<Reply>,
}

impl Pending {
    /// Request number `number` of the conversation, with what the client is told of it, and the reply where the run
    /// is aborted already: then the request is taken back at once (PD-61.u).
    pub fn open(number: u32, request: &Request, is_aborted: bool) -> (Self, Vec<Value>, Option<Reply>) {
        let id = format!("elicitation_{number}");
        let mut event = json!({"type": "elicitation_request", "requestId": id, "toolCallId": request.turn,
            "toolName": NAME, "questions": request.questions});
        if let Some(metadata) = &request.metadata {
            event["metadata"] = metadata.clone();
        }
        let pending = Self { id, event };
        let mut told = vec![pending.event.clone()];
        let reply = is_aborted.then(|| Reply::cancelled("aborted"));
        told.extend(reply.is_some().then(|| pending.cancelled("aborted")));
        (pending, told, reply)
    }

    /// What the client is told when nothing is asked of it any more.
    pub fn cancelled(&self, reason: &str) -> Value {
        json!({"type": "elicitation_cancelled", "requestId": self.id, "reason": reason})
    }
}

impl Respond {
    /// Reads a line of the client.
    pub fn read(line: &Value) -> Self {
        let answer = line.get("answer").filter(|answer| answer.is_object() && line["sessionKey"] == SESSION);
        Self { id: line["requestId"].clone(), reply: answer.map(Reply::read) }
    }

    /// What the client is told of it (PD-60).
    pub fn told(&self, delivered: bool) -> Value {
        json!({"type": "elicitation_response", "requestId": self.id, "delivered": delivered})
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::{Pending, Reply, Request, Respond};

    fn request() -> Request {
        Request { turn: "turn_2".into(), questions: json!([]), metadata: Some(json!({})) }
    }

    #[test]
    fn the_event_has_the_request_and_no_preview_format() {
        let (pending, told, reply) = Pending::open(3, &request(), false);
        let event = json!({"type": "elicitation_request", "requestId": "elicitation_3", "toolCallId": "turn_2",
            "toolName": "ask_user_question", "questions": [], "metadata": {}});
        assert_eq!((&pending.event, told, reply), (&event, vec![event.clone()], None));
    }

    /// PD-61.u.
    #[test]
    fn of_an_abort_that_was_there_before_the_request_is_told_first() {
        let (_, told, reply) = Pending::open(1, &request(), true);
        let types: Vec<&str> = told.iter().filter_map(|event| event["type"].as_str()).collect();
        assert_eq!(types, ["elicitation_request", "elicitation_cancelled"]);
        assert_eq!((&told[1]["reason"], reply), (&json!("aborted"), Some(Reply::cancelled("aborted"))));
    }

    #[rstest]
    #[case(json!({"sessionKey": "session_1", "requestId": "e", "answer": {"type": "answered", "answers": {}}}), true)]
    #[case(json!({"sessionKey": "session_2", "requestId": "e", "answer": {"type": "answered", "answers": {}}}), false)]
    #[case(json!({"requestId": "e", "answer": {"type": "answered"}}), false)]
    #[case(json!({"sessionKey": "session_1", "requestId": "e"}), false)]
    #[case(json!({"sessionKey": "session_1", "requestId": "e", "answer": "yes"}), false)]
    #[case(json!([]), false)]
    fn a_reply_names_its_session_and_brings_an_answer(#[case] line: Value, #[case] has_reply: bool) {
        assert_eq!(Respond::read(&line).reply.is_some(), has_reply);
    }
}
