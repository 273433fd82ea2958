//! pi with `--mode rpc`: commands on its stdin, events on its stdout. What the user is asked comes of an extension.

use std::collections::BTreeMap;

use super::{
    Dialect,
    seat::{Decision, Seat, accepted, form, property},
};
use crate::model::{
    json::{Map, Value, json},
    rpc::text,
};

/// The id of the only session of a process.
const SESSION: &str = "pi";
/// The id of the command that asks whether pi is there.
const CONNECT: &str = "connect";
/// The id of the command that sends the user's message.
const PROMPT: &str = "prompt";
/// The property of a form.
const ANSWER: &str = "answer";

/// A client of pi.
#[derive(Default)]
pub struct Pi {
    /// What an extension asks, by the text of the id: whether it is to be confirmed.
    asks: BTreeMap<String, bool>,
    /// The calls that have begun, with their arguments.
    calls: Vec<(String, Value)>,
    /// How the last message of the model has ended, and its error.
    ended: (String, String),
}

impl Pi {
    /// An extension asks the user. What it only shows is passed over.
    fn asks(&mut self, line: &Value, seat: &mut Seat) {
        let (id, title) = (&line["id"], text(line, "title").unwrap_or_default());
        match text(line, "method") {
            Some("confirm") => {
                self.asks.insert(id.to_string(), true);
                let message = text(line, "message").unwrap_or_default();
                // Calls are begun one after another, and each is asked about before the next.
                let (call, input) = self.calls.last().map_or(("", &Value::Null), |(id, input)| (id.as_str(), input));
                let call = json!({"toolCallId": call, "title": format!("{title} {message}"), "rawInput": input});
                seat.asks_permission(id, call, &[Decision::Allow, Decision::Reject]);
            }
            Some("select" | "input" | "editor") => {
                self.asks.insert(id.to_string(), false);
                let options = line["options"].as_array().map_or(&[][..], |items| &items[..]);
                let mut properties = Map::new();
                properties.insert(ANSWER.to_owned(), property(title, options));
                let call = if let [(call, _)] = &self.calls[..] { Some(call.as_str()) } else { None };
                seat.asks_by_form(id, title, form(properties), call);
            }
            _ => {}
        }
    }

    /// A call has ended with this result.
    fn call_ends(&mut self, line: &Value, seat: &mut Seat) {
        let id = text(line, "toolCallId").unwrap_or_default();
        let parts = line.pointer("/result/content").and_then(Value::as_array).into_iter().flatten();
        let said: String = parts.filter_map(|part| text(part, "text")).collect();
        seat.call_ends(id, line["isError"] == true, &said);
        self.calls.retain(|(open, _)| open != id);
    }

    /// Nothing more is done for the user's message.
    fn turn_ends(&mut self, seat: &mut Seat) {
        let (reason, error) = std::mem::take(&mut self.ended);
        self.calls.clear();
        match reason.as_str() {
            "aborted" => seat.ends("cancelled"),
            // pi begins another request and aborts it, so the last message has the error of that request.
            "error" if seat.is_cancelled => seat.ends("cancelled"),
            "error" => seat.fails(&error),
            "length" => seat.ends("max_tokens"),
            _ => seat.ends("end_turn"),
        }
    }
}

impl Dialect for Pi {
    fn connect(&mut self, seat: &mut Seat) {
        seat.write(json!({"id": CONNECT, "type": "get_state"}));
    }

    fn begin(&mut self, _: &str, _: &[Value], seat: &mut Seat) {
        seat.begun(SESSION);
    }

    fn prompt(&mut self, text: &str, seat: &mut Seat) {
        seat.write(json!({"id": PROMPT, "type": "prompt", "message": text}));
    }

    fn cancel(&mut self, seat: &mut Seat) {
        seat.write(json!({"type": "abort"}));
    }

    fn answer(&mut self, id: &Value, answer: Option<&Value>, seat: &mut Seat) {
        let Some(is_to_be_confirmed) = self.asks.remove(&id.to_string()) else { return };
        let mut said = json!({"type": "extension_ui_response", "id": id});
        let value = accepted(answer).and_then(|content| content.get(ANSWER));
        match (is_to_be_confirmed, Decision::of(answer), value) {
            (true, Some(Decision::Allow | Decision::AllowAlways), _) => said["confirmed"] = true.into(),
            (true, Some(Decision::Reject), _) => said["confirmed"] = false.into(),
            (false, _, Some(value)) => said["value"] = value.clone(),
            _ => said["cancelled"] = true.into(),
        }
        seat.write(said);
    }

    fn hear(&mut self, line: &Value, seat: &mut Seat) {
        match text(line, "type") {
            Some("response") if line["success"] == false && (line["id"] == CONNECT || line["id"] == PROMPT) => {
                seat.fails(text(line, "error").unwrap_or("it gives no reason"));
            }
            Some("response") if line["id"] == CONNECT => seat.connected(None),
            Some("message_update") => {
                let event = &line["assistantMessageEvent"];
                if event["type"] == "text_delta" {
                    seat.says(text(event, "delta").unwrap_or_default());
                }
            }
            Some("message_end") if line["message"]["role"] == "assistant" => {
                let member = |name| text(&line["message"], name).unwrap_or_default().to_owned();
                self.ended = (member("stopReason"), member("errorMessage"));
            }
            Some("tool_execution_start") => {
                let member = |name| text(line, name).unwrap_or_default();
                self.calls.push((member("toolCallId").to_owned(), line["args"].clone()));
                seat.call_begins(member("toolCallId"), member("toolName"), &line["args"]);
            }
            Some("tool_execution_end") => self.call_ends(line, seat),
            Some("extension_ui_request") => self.asks(line, seat),
            Some("agent_settled") => self.turn_ends(seat),
            _ => {}
        }
    }
}
