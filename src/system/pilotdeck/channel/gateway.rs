//! The gateway: a client receives requests as events, and replies by their ids (PD-59 to PD-63).
//!
//! **Absent here:** drawings, which are the client's. A reply counts only for the request and the session in it.

use crate::model::json::{Value, json};

use super::{Reply, Request};
use crate::system::pilotdeck::definition::NAME;

/// The one session that a run has.
pub const SESSION: &str = "session_1";

/// A request without a reply.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Pending {
    /// Its id.
    pub id: String,
    /// The event. A client that attaches later receives it again (PD-63).
    pub event: Value,
}

/// A client's reply.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Respond {
    /// The id of the request, as the client wrote it.
    pub id: Value,
    /// The reply. `None` if the client names another session, or the reply has no valid answer.
    pub reply: Option<Reply>,
}

impl Pending {
    /// Request `number` of the conversation, and the events for the client. If the run is aborted already, the request
    /// is withdrawn at once, and the reply comes with it (PD-61.u).
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

    /// The event that withdraws a request.
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

    /// The event that tells the client whether its reply counted (PD-60).
    pub fn confirmation(&self, delivered: bool) -> Value {
        json!({"type": "elicitation_response", "requestId": self.id, "delivered": delivered})
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

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

    /// The client first learns of the request, and then of its withdrawal (PD-61.u).
    #[test]
    fn an_abort_before_the_request_is_reported_after_the_request() {
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
