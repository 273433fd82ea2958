//! The agent: REPLACE THIS BY YOUR AGENT.
//!
//! Keep the methods that `main.rs` calls, and have each call your agent. The agent here is a very simple one. It sends
//! the user's messages to the model. A reply without calls ends the turn. A call of `ask_user_question` asks the person,
//! and the answer is the call's result. Any other call is a tool of the host.

use std::collections::BTreeMap;

use serde_json::{json, Map, Value};

use crate::{
    model::Reply,
    rpc::{need, RpcError, INVALID_PARAMS},
    run::Run,
};

/// The claims: what you implement. `hotseat list --systems` names the systems, and `hotseat protocol` the capabilities.
pub fn claims() -> Value {
    json!({
        "who": "my-agent 0.1.0",
        "systems": [{"system": "pilotdeck", "profiles": ["seed"]}],
        "capabilities": ["idle", "tools"],
    })
}

/// The name of the tool with which the model asks.
const QUESTION: &str = "ask_user_question";

/// The tool with which the model asks: REPLACE THIS by its real definition.
fn question_tool() -> Value {
    json!({
        "name": QUESTION,
        "description": "Asks the user one to four questions.",
        "input_schema": {"type": "object", "properties": {"questions": {"type": "array"}}, "required": ["questions"]},
    })
}

/// A call of the model, with its result once it is settled.
struct Call {
    id: String,
    name: String,
    input: Value,
    result: Option<Value>,
}

pub struct Agent {
    /// The host's: each with `name`, `description` and `parameters`.
    tools: Vec<Value>,
    has_terminal: bool,
    messages: Vec<Value>,
    turns: u32,
    in_turn: bool,
    /// The calls of the model's last reply.
    calls: Vec<Call>,
    /// The calls that wait for a prompt or a tool, by the name of that.
    waiting: BTreeMap<String, usize>,
    names: u32,
}

/// The deliveries. Each method does everything that follows from one before it returns.
impl Agent {
    /// `begin` has the parameters of `scenario/start`, with the configuration and the stored events.
    pub fn new(begin: &Value) -> Result<Self, RpcError> {
        let tools = need(begin, "tools")?.as_array().cloned();
        let tools = tools.ok_or_else(|| RpcError(INVALID_PARAMS, "the tools are no list".to_owned()))?;
        let has_terminal = need(begin, "terminal")? == true;
        let (messages, calls, waiting) = (Vec::new(), Vec::new(), BTreeMap::new());
        Ok(Self { tools, has_terminal, messages, turns: 0, in_turn: false, calls, waiting, names: 0 })
    }

    /// The run begins.
    pub fn start(&mut self, _run: &mut Run) {}

    pub fn user_message(&mut self, run: &mut Run, text: &str) {
        if self.in_turn {
            return run.say("refused", json!({"why": "busy"}));
        }
        self.in_turn = true;
        self.turns += 1;
        run.say("turn/began", json!({}));
        self.add(run, "user", json!([{"type": "text", "text": text}]));
        self.ask_model(run);
    }

    /// The model's reply has arrived, or has failed.
    pub fn replied(&mut self, run: &mut Run, reply: Reply) {
        let blocks = match reply {
            Ok(blocks) => blocks,
            Err(failure) => return self.end_turn(run, json!({"failed": failure})),
        };
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let calls = blocks.iter().filter(|block| block["type"] == "tool_use").map(|block| {
            let (id, name, input) = (text(&block["id"]), text(&block["name"]), block["input"].clone());
            Call { id, name, input, result: None }
        });
        self.calls = calls.collect();
        if !blocks.is_empty() {
            self.add(run, "assistant", blocks.into());
        }
        if self.calls.is_empty() {
            return self.end_turn(run, json!("completed"));
        }
        for at in 0..self.calls.len() {
            self.begin(run, at);
        }
        self.go_on(run);
    }

    /// The person does something at a prompt.
    pub fn prompt_act(&mut self, run: &mut Run, op: &str, act: &Value) {
        let Some(&at) = self.waiting.get(op) else {
            return run.say("refused", json!({"why": "late"}));
        };
        let questions = self.calls[at].input["questions"].clone();
        let answers = answers_of(act, &questions);
        if answers.is_none() && !is_cancel(act) {
            return run.say("refused", json!({"why": "not_offered"}));
        }
        run.settle(op);
        self.waiting.remove(op);
        match answers {
            None => self.fail(run, at, "unsupported_tool", "User declined to answer questions"),
            Some(answers) => {
                let text = sentence(&answers);
                self.succeed(run, at, &text, Some(json!({"questions": questions, "answers": answers})));
            }
        }
        self.go_on(run);
    }

    /// An execution of one of the host's tools ends.
    pub fn tool_event(&mut self, run: &mut Run, op: &str, event: &Value) {
        let Some(at) = self.waiting.remove(op) else {
            return; // a cancelled execution may still end
        };
        run.settle(op);
        if let Some(text) = event["done"].as_str() {
            self.succeed(run, at, text, None);
        } else {
            let message = event["error"].as_str().unwrap_or("The tool ended without a result.");
            self.fail(run, at, "tool_execution_failed", message);
        }
        self.go_on(run);
    }

    /// Every signal ends the turn.
    pub fn signal(&mut self, run: &mut Run) {
        if !self.in_turn {
            return run.say("refused", json!({"why": "idle"}));
        }
        run.give_up();
        while let Some((op, at)) = self.waiting.pop_first() {
            if self.calls[at].name == QUESTION {
                run.withdraw(&op, "interrupted");
            } else {
                run.cancel_tool(&op, "interrupted");
            }
            self.fail(run, at, "aborted", "The run was interrupted.");
        }
        self.hand_back();
        self.end_turn(run, json!("interrupted"));
    }
}

/// The effects.
impl Agent {
    fn ask_model(&self, run: &mut Run) {
        let theirs = self.tools.iter().map(|tool| {
            json!({"name": tool["name"], "description": tool["description"], "input_schema": tool["parameters"]})
        });
        let tools: Vec<Value> = [question_tool()].into_iter().chain(theirs).collect();
        run.ask_model(json!({"model": "any", "max_tokens": 4096, "messages": self.messages, "tools": tools}));
    }

    /// Asks the person, or has the tool executed.
    fn begin(&mut self, run: &mut Run, at: usize) {
        let Call { id, name, input, .. } = &self.calls[at];
        if name == QUESTION {
            match prompt_of(input, &format!("turn_{}", self.turns)) {
                None => self.fail(run, at, "invalid_tool_input", "Provide 1-4 questions"),
                Some(_) if !self.has_terminal => {
                    let message = format!("{QUESTION} requires a host elicitation channel (none registered).");
                    self.fail(run, at, "unsupported_tool", &message);
                }
                Some(prompt) => run.show(&self.wait(at), &prompt),
            }
        } else if self.tools.iter().any(|tool| tool["name"] == **name) {
            let call = json!({"id": id, "name": name, "arguments": input});
            run.call_tool(&self.wait(at), &call);
        } else {
            let message = format!("There is no tool {name}.");
            self.fail(run, at, "tool_not_found", &message);
        }
    }

    /// Makes a name that was not used in this run before.
    fn wait(&mut self, at: usize) -> String {
        self.names += 1;
        let op = format!("op-{}", self.names);
        self.waiting.insert(op.clone(), at);
        op
    }

    fn succeed(&mut self, run: &mut Run, at: usize, text: &str, data: Option<Value>) {
        let call = &mut self.calls[at];
        call.result = Some(json!({"type": "tool_result", "tool_use_id": call.id, "content": text}));
        let content = json!([{"type": "text", "text": text}]);
        let mut event =
            json!({"type": "tool_result", "toolCallId": call.id, "toolName": call.name, "content": content});
        if let Some(data) = data {
            event["data"] = data;
        }
        store(run, event);
    }

    fn fail(&mut self, run: &mut Run, at: usize, code: &str, message: &str) {
        let call = &mut self.calls[at];
        let text = format!("{} failed, {code}: {message}", call.name);
        call.result = Some(json!({"type": "tool_result", "tool_use_id": call.id, "content": text, "is_error": true}));
        let error = json!({"code": code, "message": message});
        store(run, json!({"type": "tool_error", "toolCallId": call.id, "toolName": call.name, "error": error}));
    }

    /// Asks the model again when every call has its result.
    fn go_on(&mut self, run: &mut Run) {
        if self.calls.iter().all(|call| call.result.is_some()) {
            self.hand_back();
            self.ask_model(run);
        }
    }

    /// Sends the results back as the next message.
    fn hand_back(&mut self) {
        let results: Vec<Value> = self.calls.drain(..).filter_map(|call| call.result).collect();
        if !results.is_empty() {
            self.messages.push(json!({"role": "user", "content": results}));
        }
    }

    fn add(&mut self, run: &mut Run, role: &str, content: Value) {
        let message = json!({"role": role, "content": content});
        self.messages.push(message.clone());
        store(run, message);
    }

    fn end_turn(&mut self, run: &mut Run, how: Value) {
        self.in_turn = false;
        run.say("turn/ended", json!({"how": how}));
    }
}

/// Stores an event of the conversation, in the system's own shape.
fn store(run: &mut Run, event: Value) {
    run.say("event", json!({"event": event}));
}

// The questions: REPLACE THESE by your tool. A real tool checks its arguments before it asks, for example.

/// The prompt; `None` if the arguments have no valid questions.
fn prompt_of(input: &Value, turn: &str) -> Option<Value> {
    let questions = input["questions"].as_array().filter(|questions| !questions.is_empty())?;
    let mut text = Vec::new();
    for question in questions {
        text.push(question["question"].as_str()?.to_owned());
        for label in labels(question)? {
            text.push(format!("  - {label}"));
        }
    }
    Some(json!({
        "text": text.join("\n"),
        "offers": {"choices": labels(&questions[0])?, "reject": true},
        "request": {"toolCallId": turn, "toolName": QUESTION, "questions": questions},
    }))
}

/// The labels of its options; `None` if they are not texts.
fn labels(question: &Value) -> Option<Vec<&str>> {
    question["options"].as_array()?.iter().map(|option| option["label"].as_str()).collect()
}

fn is_cancel(act: &Value) -> bool {
    let word = act.as_str().is_some_and(|word| ["cancel", "reject", "eof", "broken"].contains(&word));
    word || act["answer"]["type"] == "cancelled"
}

/// The answers by question; `None` if the act answers nothing.
fn answers_of(act: &Value, questions: &Value) -> Option<Map<String, Value>> {
    if is_cancel(act) {
        return None;
    }
    let answer = &act["answer"];
    let answer = if answer.get("type").is_some() { &answer["answers"] } else { answer };
    match (answer, questions.as_array()?.as_slice()) {
        (Value::Object(answers), _) => Some(answers.clone()),
        (Value::String(_) | Value::Array(_), [only]) => {
            Some(Map::from_iter([(only["question"].as_str()?.to_owned(), answer.clone())]))
        }
        _ => None,
    }
}

/// The sentence that tells the model the answers.
fn sentence(answers: &Map<String, Value>) -> String {
    let told: Vec<String> =
        answers.iter().map(|(question, answer)| format!("\"{question}\"=\"{}\"", written(answer))).collect();
    let told = told.join(", ");
    format!("User has answered your questions: {told}. You can now continue with the user's answers in mind.")
}

fn written(answer: &Value) -> String {
    match answer {
        Value::String(text) => text.clone(),
        Value::Array(picks) => picks.iter().map(written).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
