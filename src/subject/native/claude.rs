//! claude with `--input-format stream-json --output-format stream-json --permission-prompt-tool stdio`: messages, and control
//! requests in both directions.

use std::collections::BTreeMap;

use super::{
    Dialect,
    seat::{self, Decision, Seat, accepted, form, property, several},
};
use crate::model::{
    json::{Map, Value, json},
    rpc::text,
};

/// The id of the only session of a process.
const SESSION: &str = "claude";
/// The ids of our control requests.
const CONNECT: &str = "connect";
const SERVERS: &str = "servers";
const INTERRUPT: &str = "interrupt";
/// The tool by which the model asks the user.
const ASK: &str = "AskUserQuestion";
/// What the model is told where the user does not permit a call, or does not answer.
const REJECTED: &str = "The user does not permit this.";
const DECLINED: &str = "The user does not answer.";

/// A client of claude.
#[derive(Default)]
pub struct Claude {
    /// What it asks, by the text of the id.
    asks: BTreeMap<String, Value>,
    /// How many messages the user has sent.
    messages: u64,
}

impl Claude {
    /// claude asks something of its client.
    fn asked(&mut self, id: &Value, asked: &Value, seat: &mut Seat) {
        let call = text(asked, "tool_use_id");
        match (text(asked, "subtype"), text(asked, "tool_name")) {
            (Some("can_use_tool"), Some(ASK)) => {
                let questions = questions(asked);
                let properties = questions.iter().map(|question| {
                    let labels = question["options"].as_array().into_iter().flatten();
                    let labels: Vec<Value> = labels.filter_map(|option| option.get("label")).cloned().collect();
                    let title = text(question, "question").unwrap_or_default();
                    let of_one = if question["multiSelect"] == true { several } else { property };
                    (title.to_owned(), of_one(title, &labels))
                });
                let properties: Map = properties.collect();
                let message: Vec<String> = properties.iter().map(|(title, _)| title.to_string()).collect();
                seat.asks_by_form(id, &message.join("\n"), form(properties), call);
            }
            (Some("can_use_tool"), name) => {
                let input = &asked["input"];
                let title = text(input, "command").or(name).unwrap_or_default();
                let about = json!({"toolCallId": call, "title": title, "rawInput": input});
                let always = lasts(asked).then_some(Decision::AllowAlways);
                let offered: Vec<Decision> =
                    [Decision::Allow].into_iter().chain(always).chain([Decision::Reject]).collect();
                seat.asks_permission(id, about, &offered);
            }
            (Some("elicitation"), _) => {
                let mode = text(asked, "mode").unwrap_or("form");
                let mut params = json!({"mode": mode, "message": asked["message"]});
                let members =
                    [("requestedSchema", "requested_schema"), ("url", "url"), ("elicitationId", "elicitation_id")];
                for (theirs, own) in members {
                    if let Some(value) = asked.get(own) {
                        params[theirs] = value.clone();
                    }
                }
                seat.asks(id, "elicitation/create", params);
            }
            (what, _) => return seat.asks_unknown(what.unwrap_or("something without a name")),
        }
        self.asks.insert(id.to_string(), asked.clone());
    }

    /// A control request of ours was answered.
    fn answered(answer: &Value, seat: &mut Seat) {
        let failed = (answer["subtype"] == "error").then(|| text(answer, "error").unwrap_or("it gives no reason"));
        match (text(answer, "request_id"), failed) {
            (Some(CONNECT | SERVERS), Some(why)) => seat.fails(why),
            (Some(CONNECT), None) => {
                let version = text(&answer["response"], "claude_code_version");
                seat.connected(version.map(|version| ("claude", version)));
            }
            (Some(SERVERS), None) => match answer.pointer("/response/errors").and_then(Value::as_object) {
                Some(errors) if !errors.is_empty() => seat.fails(&json!(errors).to_string()),
                _ => seat.begun(SESSION),
            },
            _ => {}
        }
    }

    /// What the model has said, and the calls that it makes.
    fn said(message: &Value, seat: &mut Seat) {
        for block in message["content"].as_array().into_iter().flatten() {
            match text(block, "type") {
                Some("text") => seat.says(text(block, "text").unwrap_or_default()),
                Some("tool_use") => {
                    let member = |name| text(block, name).unwrap_or_default();
                    seat.call_begins(member("id"), member("name"), &block["input"]);
                }
                _ => {}
            }
        }
    }

    /// The results of calls.
    fn results(message: &Value, seat: &mut Seat) {
        let blocks = message["content"].as_array().into_iter().flatten();
        for block in blocks.filter(|block| block["type"] == "tool_result") {
            let said = match &block["content"] {
                Value::String(said) => said.clone(),
                parts => parts
                    .as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|part| text(part, "text"))
                    .collect::<String>()
                    .into(),
            };
            let id = text(block, "tool_use_id").unwrap_or_default();
            seat.call_ends(id, block["is_error"] == true, &said);
        }
    }

    /// A turn is over. One that claude has begun by itself is passed over.
    fn over(&self, line: &Value, seat: &mut Seat) {
        let of = |member: &str| line.get(member).filter(|of| !of.is_null());
        let all = of("user_message_uuids").and_then(Value::as_array);
        let is_own = all.map_or_else(
            || of("user_message_uuid").is_none_or(|of| *of == self.message_id()),
            |all| all.iter().any(|of| *of == self.message_id()),
        );
        if !is_own {
            return;
        }
        let is_aborted = match text(line, "terminal_reason") {
            Some(reason) => reason.starts_with("aborted_"),
            None => seat.is_cancelled && line["subtype"] == "error_during_execution",
        };
        if is_aborted {
            return seat.ends("cancelled");
        }
        if line["is_error"] == true || line["subtype"] != "success" {
            let why = text(line, "result").or_else(|| line["errors"][0].as_str());
            return seat.fails(why.unwrap_or("it gives no reason"));
        }
        // claude and the Agent Client Protocol call these two reasons the same.
        seat.ends(match text(line, "stop_reason") {
            Some(reason @ ("max_tokens" | "refusal")) => reason,
            _ => "end_turn",
        });
    }

    /// The id of the user's last message.
    fn message_id(&self) -> String {
        format!("00000000-0000-4000-8000-{:012}", self.messages)
    }
}

/// Whether claude offers to permit later calls, too.
fn lasts(asked: &Value) -> bool {
    let rules = asked["permission_suggestions"].as_array().into_iter().flatten();
    let mut rules = rules.filter(|rule| rule["type"] == "addRules" && rule["behavior"] == "allow");
    rules.next().is_some() && asked["suppress_always_allow_rule"] != true
}

/// The questions of a call.
fn questions(asked: &Value) -> &[Value] {
    asked.pointer("/input/questions").and_then(Value::as_array).map_or(&[][..], |items| &items[..])
}

/// What claude is answered where it asked whether a call may run.
fn permission(asked: &Value, answer: Option<&Value>) -> Option<Value> {
    let allowed = json!({"behavior": "allow", "updatedInput": asked["input"]});
    Some(match Decision::of(answer)? {
        Decision::Allow => allowed,
        Decision::AllowAlways => {
            let mut allowed = allowed;
            allowed["updatedPermissions"] = asked["permission_suggestions"].clone();
            allowed
        }
        Decision::Reject => json!({"behavior": "deny", "message": REJECTED}),
        Decision::Cancel => json!({"behavior": "deny", "message": REJECTED, "interrupt": true}),
    })
}

/// What it is answered where its model asked the user.
fn picked(asked: &Value, answer: Option<&Value>) -> Option<Value> {
    match answer?["action"].as_str()? {
        "accept" => {}
        "decline" | "cancel" => return Some(json!({"behavior": "deny", "message": DECLINED})),
        _ => return None,
    }
    // Several picks are one text.
    let joined = |pick: &Value| match pick.as_array() {
        Some(picks) => picks.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ").into(),
        None => pick.clone(),
    };
    let picks = accepted(answer).and_then(Value::as_object).cloned().unwrap_or_default();
    let answers: Map = picks.iter().map(|(question, pick)| (question.to_string(), joined(pick))).collect();
    let mut input = asked["input"].as_object()?.clone();
    input.insert("answers".to_owned(), answers.into());
    Some(json!({"behavior": "allow", "updatedInput": input}))
}

impl Dialect for Claude {
    fn connect(&mut self, seat: &mut Seat) {
        seat.write(control(CONNECT, json!({"subtype": "initialize", "hooks": null})));
    }

    fn begin(&mut self, _: &str, servers: &[Value], seat: &mut Seat) {
        if servers.is_empty() {
            return seat.begun(SESSION);
        }
        seat.write(control(SERVERS, json!({"subtype": "mcp_set_servers", "servers": seat::servers(servers)})));
    }

    fn prompt(&mut self, text: &str, seat: &mut Seat) {
        self.messages += 1;
        seat.write(json!({
            "type": "user", "message": {"role": "user", "content": text}, "session_id": "", "parent_tool_use_id": null,
            "uuid": self.message_id(),
        }));
    }

    fn cancel(&mut self, seat: &mut Seat) {
        seat.write(control(INTERRUPT, json!({"subtype": "interrupt"})));
    }

    fn answer(&mut self, id: &Value, answer: Option<&Value>, seat: &mut Seat) {
        let Some(asked) = self.asks.remove(&id.to_string()) else { return };
        let said = match (text(&asked, "subtype"), text(&asked, "tool_name")) {
            (Some("can_use_tool"), Some(ASK)) => picked(&asked, answer),
            (Some("can_use_tool"), _) => permission(&asked, answer),
            _ => answer.cloned(),
        };
        let response = match said {
            Some(said) => json!({"subtype": "success", "request_id": id, "response": said}),
            None => json!({"subtype": "error", "request_id": id, "error": "the client has failed"}),
        };
        seat.write(json!({"type": "control_response", "response": response}));
    }

    fn hear(&mut self, line: &Value, seat: &mut Seat) {
        match text(line, "type") {
            Some("control_request") => self.asked(&line["request_id"], &line["request"], seat),
            Some("control_cancel_request") => {
                self.asks.remove(&line["request_id"].to_string());
                seat.gives_up(&line["request_id"]);
            }
            Some("control_response") => Self::answered(&line["response"], seat),
            // What an agent below it says is not for the user.
            Some("assistant" | "user") if !line["parent_tool_use_id"].is_null() => {}
            Some("assistant") => Self::said(&line["message"], seat),
            Some("user") => Self::results(&line["message"], seat),
            Some("result") => self.over(line, seat),
            _ => {}
        }
    }
}

/// A control request of ours.
fn control(id: &str, request: Value) -> Value {
    json!({"type": "control_request", "request_id": id, "request": request})
}
