//! The server of a scenario, for a client under test: its tools are those of the scenario, and each asks what the scenario lets it
//! ask. A question stays the same in every version: this says it by a request, or by the result of the call.

use std::collections::BTreeMap;

use crate::model::json::Text;

use super::{Outbox, RELATED_TASK, config::ServerConfig, era::Era, server::withdrawn};
use crate::{
    model::{
        Op, ToolDefinition,
        json::{Map, Value, json},
        op::Mint,
        rpc::{self, Message, members, request, result, text},
    },
    system::{Effect, ToolCall, ToolEvent, ToolQuestion, Why},
};

/// What a tool is told of a question that its server has withdrawn.
pub const WITHDRAWN: &str = "withdrawn";

/// What a tool is told of a question that was asked by a result which the scenario has written, or by an error: what the repeated
/// call has beside its name and its arguments.
pub const REPEATED: &str = "repeated";

/// The members of a question that say how it is asked, and are no part of it.
const HOW: [&str; 6] = ["with", "requestId", "key", "state", "result", "error"];

/// The server.
#[derive(Clone, Debug, Default, Hash)]
pub struct ScriptedServer {
    era: Era,
    config: ServerConfig,
    tools: Vec<ToolDefinition>,
    /// What the client has declared, when it has opened the connection or in its last request.
    declared: Value,
    mint: Mint,
    /// The number of calls so far.
    called: usize,
    /// The number of requests so far.
    asked: u64,
    /// The number of rounds so far.
    rounds: u64,
    /// The calls that are under way, or asked something by their results and may be repeated.
    calls: Vec<Call>,
    /// The tasks that have ended, by their ids.
    ended: BTreeMap<String, EndedTask>,
}

/// A call of a tool.
#[derive(Clone, Debug, Hash)]
struct Call {
    /// The id of its last request.
    request: Value,
    call: ToolCall,
    /// The execution of its tool, while there is one.
    op: Option<Op>,
    /// What is asked, each with the id of its request or the key of its entry.
    asks: Vec<(Value, ToolQuestion)>,
    /// What the result or the error of its last request has left open.
    round: Option<Round>,
    task: Option<Task>,
}

/// The task that a call is. Its request is the one that awaits the result.
#[derive(Clone, Debug, Hash)]
struct Task {
    id: String,
    /// The requests that await the result.
    awaited: Vec<Value>,
    /// What became of the tool before there was one.
    held: Option<ToolEvent>,
}

/// A task that has ended.
#[derive(Clone, Debug, Hash)]
struct EndedTask {
    status: &'static str,
    /// Its result, if it has one.
    result: Option<Value>,
}

/// A request that has ended, and is to be repeated.
#[derive(Clone, Debug, Default, Hash)]
struct Round {
    state: Option<Value>,
    /// Whether the scenario has written the result, or the error.
    is_written: bool,
}

impl ScriptedServer {
    /// A server of these tools.
    pub fn new(era: Era, config: ServerConfig, tools: Vec<ToolDefinition>) -> Self {
        Self { era, config, tools, ..Self::default() }
    }

    /// The executions that have not ended.
    pub fn open(&self) -> impl Iterator<Item = Op> {
        self.calls.iter().filter_map(|call| call.op)
    }

    /// Takes a line of the client. If it calls a tool for the model, `call` is the id that the model gave the call.
    pub fn hear(&mut self, line: &Value, call: Option<Text>, lines: &mut Outbox, out: &mut Vec<Effect>) {
        match Message::read(line) {
            Some(Message::Request { id, method, params }) if method == "tools/call" => {
                self.declares(&method, &params);
                self.call(&id, call, &params, lines, out);
            }
            Some(Message::Request { id, method, params })
                if method.starts_with("tasks/") && !self.config.replies.contains_key(&method) =>
            {
                self.task_requested(&id, &method, text(&params, "taskId").unwrap_or_default(), lines, out);
            }
            Some(Message::Request { id, method, params }) => {
                self.declares(&method, &params);
                self.requested(&id, &method, lines);
            }
            Some(Message::Notification { method, params }) if method == "notifications/cancelled" => {
                self.given_up(&params["requestId"], out);
            }
            Some(Message::Response { id, result }) if !self.era.has_rounds() => {
                self.answered(&id, result.unwrap_or_else(|| json!({"error": line["error"]})), out);
            }
            Some(Message::Notification { .. } | Message::Response { .. }) | None => {}
        }
    }

    /// Notes what a request says that the client can do.
    fn declares(&mut self, method: &str, params: &Value) {
        let declared = match method {
            "initialize" => Some(&params["capabilities"]),
            _ => params["_meta"].get("io.modelcontextprotocol/clientCapabilities"),
        };
        self.declared = declared.unwrap_or(&self.declared).clone();
    }

    fn requested(&mut self, id: &Value, method: &str, lines: &mut Outbox) {
        if let Some(reply) = self.config.replies.get(method) {
            let mut line = json!({"jsonrpc": "2.0", "id": id});
            reply.iter().for_each(|(member, value)| line[member.as_str()] = value.clone());
            return lines.push_back(line);
        }
        let server = json!({"name": self.config.name, "version": "1"});
        let reply = match method {
            "initialize" => {
                let version = self.era.version();
                let mut capabilities = json!({"tools": {}});
                if !self.config.tasks.is_empty() {
                    capabilities["tasks"] = json!({"cancel": {}, "requests": {"tools": {"call": {}}}});
                }
                json!({"protocolVersion": version, "capabilities": capabilities, "serverInfo": server})
            }
            "server/discover" if self.era.has_rounds() => json!({
                "resultType": "complete", "supportedVersions": [self.era.version()], "capabilities": {"tools": {}},
                "ttlMs": 0, "cacheScope": "private", "_meta": {"io.modelcontextprotocol/serverInfo": server},
            }),
            "ping" => self.complete(json!({})),
            "tools/list" => {
                let tool = |tool: &ToolDefinition| {
                    let mut listed =
                        json!({"name": tool.name, "description": tool.description, "inputSchema": *tool.parameters});
                    if self.config.tasks.contains(&tool.name) {
                        listed["execution"] = json!({"taskSupport": "required"});
                    }
                    listed
                };
                let mut found = json!({"tools": self.tools.iter().map(tool).collect::<Vec<Value>>()});
                if self.era.has_rounds() {
                    (found["ttlMs"], found["cacheScope"]) = (0.into(), "private".into());
                }
                self.complete(found)
            }
            _ => return lines.push_back(rpc::error(id, rpc::UNKNOWN_METHOD, "this server has no such method")),
        };
        lines.push_back(result(id, reply));
    }

    /// A result, which says in the last version that it is one.
    fn complete(&self, mut found: Value) -> Value {
        if self.era.has_rounds() {
            found["resultType"] = "complete".into();
        }
        found
    }

    fn call(&mut self, id: &Value, call: Option<Text>, params: &Value, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let name = text(params, "name").unwrap_or_default().to_owned();
        if !self.tools.iter().any(|tool| tool.name == name) {
            return lines.push_back(rpc::error(id, rpc::INVALID_PARAMS, &format!("there is no tool {name:?}")));
        }
        let arguments = Value::Object(members(&params["arguments"]));
        if let Some(place) = self.round_of(&name, &arguments, params) {
            return self.repeated(place, id, params, out);
        }
        self.called += 1;
        let called = call.unwrap_or_else(|| format!("call-{}", self.called).into());
        let is_task = self.config.tasks.contains(&name) && params["task"].is_object();
        let task = is_task.then(|| Task { id: format!("task-{}", self.called), awaited: Vec::new(), held: None });
        if let Some(Task { id: task, .. }) = &task {
            lines.push_back(result(id, json!({"task": described(task, "working")})));
        }
        let call = ToolCall { id: called, name: name.into(), arguments, answers: Map::new(), folder: None };
        self.calls.push(Call { request: id.clone(), call, op: None, asks: Vec::new(), round: None, task });
        self.execute(self.calls.len() - 1, out);
    }

    /// A request about the task `named`.
    fn task_requested(&mut self, id: &Value, method: &str, named: &str, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let is_named = |call: &Call| call.task.as_ref().is_some_and(|task| task.id == named);
        let Some(place) = self.calls.iter().position(is_named) else {
            return lines.push_back(match (method, self.ended.get(named)) {
                ("tasks/get", Some(task)) => result(id, described(named, task.status)),
                ("tasks/result", Some(EndedTask { result: Some(found), .. })) => result(id, found.clone()),
                _ => rpc::error(id, rpc::INVALID_PARAMS, "there is no such task, or it has ended"),
            });
        };
        let call = &mut self.calls[place];
        match (method, &mut call.task) {
            ("tasks/result", Some(task)) => {
                call.request = id.clone();
                task.awaited.push(id.clone());
                if let Some(held) = task.held.take() {
                    self.became(place, &held, lines, out);
                }
            }
            ("tasks/get", Some(task)) => {
                let asks = !call.asks.is_empty() || matches!(task.held, Some(ToolEvent::Asks(_)));
                let status = match &task.held {
                    _ if asks => "input_required",
                    None => "working",
                    Some(_) => "completed",
                };
                lines.push_back(result(id, described(named, status)));
            }
            ("tasks/cancel", Some(task)) => {
                self.ended.insert(named.to_owned(), EndedTask { status: "cancelled", result: None });
                lines.extend(call.asks.iter().map(|(asked, _)| withdrawn(asked)));
                let cancelled = |id: &Value| rpc::error(id, rpc::INTERNAL, "the task was cancelled");
                lines.extend(task.awaited.iter().map(cancelled));
                lines.push_back(result(id, described(named, "cancelled")));
                let call = self.calls.remove(place);
                out.extend(call.op.map(|op| Effect::Cancel(op, Why::Interrupted)));
            }
            _ => lines.push_back(rpc::error(id, rpc::UNKNOWN_METHOD, "this server has no such method")),
        }
    }

    fn execute(&mut self, place: usize, out: &mut Vec<Effect>) {
        let op = self.mint.next(Op::Call);
        let call = &mut self.calls[place];
        call.op = Some(op);
        out.push(Effect::Call(op, call.call.clone()));
    }

    /// The call that a request repeats: the one with its state. A state that the server has not given belongs to no call, and so the
    /// oldest one of the tool that is open is taken, and a `Then` finds that the state is another one.
    fn round_of(&self, name: &str, arguments: &Value, params: &Value) -> Option<usize> {
        let state = params.get("requestState");
        let is_retry = state.is_some() || params.get("inputResponses").is_some();
        let open = |call: &Call| call.round.as_ref().filter(|_| call.call.name == name).cloned();
        let with_state = self.calls.iter().position(|call| {
            is_retry && open(call).is_some_and(|round| round.state.is_some() && round.state.as_ref() == state)
        });
        let fits = |call: &Call| {
            open(call).is_some_and(|round| is_retry || (round.is_written && call.call.arguments == *arguments))
        };
        with_state.or_else(|| self.calls.iter().position(fits))
    }

    /// A call is repeated: its tool is told the answers.
    fn repeated(&mut self, place: usize, id: &Value, params: &Value, out: &mut Vec<Effect>) {
        let call = &mut self.calls[place];
        call.request = id.clone();
        let round = call.round.take().unwrap_or_default();
        let answers = &params["inputResponses"];
        for (key, question) in std::mem::take(&mut call.asks) {
            let told = if round.is_written {
                let mut rest = members(params);
                ["name", "arguments", "_meta"].iter().for_each(|known| drop(rest.remove(known)));
                json!({REPEATED: rest})
            } else {
                key.as_str().and_then(|key| answers.get(key)).cloned().unwrap_or_default()
            };
            call.call.answers.insert(question.id, told);
        }
        self.execute(place, out);
    }

    /// The client gives up a call.
    fn given_up(&mut self, request: &Value, out: &mut Vec<Effect>) {
        if let Some(place) = self.calls.iter().position(|call| call.request == *request && call.round.is_none()) {
            let call = self.calls.remove(place);
            out.extend(call.op.map(|op| Effect::Cancel(op, Why::Interrupted)));
        }
    }

    /// The client answers what was asked under this id. An answer to nothing changes nothing.
    fn answered(&mut self, id: &Value, answer: Value, out: &mut Vec<Effect>) {
        let asked = |call: &Call| call.asks.iter().position(|(asked, _)| asked == id);
        let found = self.calls.iter().enumerate().find_map(|(place, call)| Some((place, asked(call)?)));
        let Some((place, number)) = found else { return };
        let call = &mut self.calls[place];
        let (_, question) = call.asks.remove(number);
        call.call.answers.insert(question.id, answer);
        if call.asks.is_empty() {
            self.execute(place, out);
        }
    }

    /// Takes what becomes of an execution.
    pub fn tool(&mut self, op: Op, event: &ToolEvent, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let Some(place) = self.calls.iter().position(|call| call.op == Some(op)) else {
            // An execution that is known was given up with its call.
            if !self.mint.knows(op) {
                out.push(Effect::Refuse(Why::Foreign));
            }
            return;
        };
        self.calls[place].op = None;
        match &mut self.calls[place].task {
            Some(task) if task.awaited.is_empty() => task.held = Some(event.clone()),
            _ => self.became(place, event, lines, out),
        }
    }

    /// What becomes of an execution is told to whoever awaits it.
    fn became(&mut self, place: usize, event: &ToolEvent, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let said = match event {
            ToolEvent::Asks(asked) => return self.asks(place, asked, lines, out),
            ToolEvent::Done(said) => Some((said, false)),
            ToolEvent::Error(said) => Some((said, true)),
            ToolEvent::Panicked => None,
        };
        let Call { request, task, .. } = self.calls.remove(place);
        let mut found = said.map(|(said, is_error)| self.complete(content(said, is_error)));
        let mut awaited = vec![request];
        if let Some(task) = task {
            found = found.map(|found| of_task(found, &task.id));
            awaited = task.awaited;
            let status = if found.is_some() { "completed" } else { "failed" };
            self.ended.insert(task.id, EndedTask { status, result: found.clone() });
        }
        lines.extend(awaited.iter().map(|id| match &found {
            Some(found) => result(id, found.clone()),
            None => rpc::error(id, rpc::INTERNAL, "the tool ended without a result"),
        }));
    }

    /// A tool asks. Beside the members of a question, it may have `with` (further questions, which are asked at once), `requestId`
    /// (the id of the request that asks; `<call>` is that of the call), `key` (of its entry in a result, if it is not its id), `state` (of the result that asks; null for none), and
    /// `result` or `error`: then the call is answered with that, as it stands.
    fn asks(&mut self, place: usize, asked: &Value, lines: &mut Outbox, out: &mut Vec<Effect>) {
        let id = self.calls[place].request.clone();
        let questions = ToolQuestion::all(asked);
        if let Some((member, value)) = ["result", "error"].into_iter().find_map(|name| Some((name, asked.get(name)?))) {
            let mut line = json!({"jsonrpc": "2.0", "id": id});
            line[member] = value.clone();
            let call = &mut self.calls[place];
            call.asks = questions.into_iter().map(|question| (Value::Null, question)).collect();
            call.round = Some(Round { state: value.get("requestState").cloned(), is_written: true });
            return lines.push_back(line);
        }
        if questions.is_empty() {
            self.calls.remove(place);
            return lines.push_back(rpc::error(&id, rpc::INTERNAL, "the tool ended without a result"));
        }
        let may = |question: &ToolQuestion| question.is_insistent || self.era.may_ask(question.mode(), &self.declared);
        if !questions.iter().all(may) {
            let call = &mut self.calls[place];
            questions
                .into_iter()
                .for_each(|question| drop(call.call.answers.insert(question.id.clone(), question.undeclared())));
            return self.execute(place, out);
        }
        if self.era.has_rounds() {
            return self.ask_by_result(place, asked, questions, lines);
        }
        for question in questions {
            let under = match question.params.get("requestId") {
                Some(under) if *under == "<call>" => id.clone(),
                Some(under) => under.clone(),
                None => {
                    self.asked += 1;
                    self.asked.into()
                }
            };
            let mut asked = params(&question);
            if let Some(task) = &self.calls[place].task {
                asked = of_task(asked, &task.id);
            }
            lines.push_back(request(&under, "elicitation/create", asked));
            self.calls[place].asks.push((under, question));
        }
    }

    fn ask_by_result(&mut self, place: usize, asked: &Value, questions: Vec<ToolQuestion>, lines: &mut Outbox) {
        self.rounds += 1;
        let state = match asked.get("state") {
            Some(Value::Null) => None,
            Some(state) => Some(state.clone()),
            None => Some(Value::from(format!("round {} of {}", self.rounds, self.calls[place].call.id))),
        };
        let call = &mut self.calls[place];
        let mut found = json!({"resultType": "input_required", "inputRequests": {}});
        for question in questions {
            let entry = json!({"method": "elicitation/create", "params": params(&question)});
            let key = question.params.get("key").and_then(Value::as_str).unwrap_or(&question.id).to_owned();
            found["inputRequests"][key.as_str()] = entry;
            call.asks.push((key.into(), question));
        }
        if let Some(state) = &state {
            found["requestState"] = state.clone();
        }
        call.round = Some(Round { state, is_written: false });
        lines.push_back(result(&call.request, found));
    }

    /// The turn of the user is over: what is asked is nobody's any more, and a late answer changes nothing.
    pub fn forget_asks(&mut self) {
        // A task is given up by a request of its own.
        self.calls.retain(|call| call.asks.is_empty() || call.task.is_some());
    }

    /// The process of the server dies, and another takes its place, which knows what a repeated call brings.
    pub fn dies(&mut self, out: &mut Vec<Effect>) {
        let (kept, lost) = std::mem::take(&mut self.calls).into_iter().partition(|call: &Call| call.round.is_some());
        self.calls = kept;
        let lost: Vec<Call> = lost;
        out.extend(lost.into_iter().filter_map(|call| call.op).map(|op| Effect::Cancel(op, Why::Interrupted)));
    }

    /// The client is gone, and nobody waits for its calls.
    pub fn close(&mut self, out: &mut Vec<Effect>) {
        let running = std::mem::take(&mut self.calls).into_iter().filter_map(|call| call.op);
        out.extend(running.map(|op| Effect::Cancel(op, Why::Interrupted)));
    }

    /// Writes a line of the scenario. What it withdraws or ends is over for the server, too.
    pub fn write(&mut self, line: Value, lines: &mut Outbox, out: &mut Vec<Effect>) {
        lines.push_back(line.clone());
        match Message::read(&line) {
            Some(Message::Notification { method, params }) if method == "notifications/cancelled" => {
                self.answered(&params["requestId"], json!({WITHDRAWN: true}), out);
            }
            Some(Message::Response { id, .. }) => self.given_up(&id, out),
            Some(Message::Request { .. } | Message::Notification { .. }) | None => {}
        }
    }
}

/// The params with which a question is asked.
fn params(question: &ToolQuestion) -> Value {
    let mut params = question.params.clone();
    HOW.iter().for_each(|how| drop(params.remove(how)));
    params.into()
}

/// A task as a result describes it. The server knows no clock, so every task is of the same time.
fn described(task: &str, status: &str) -> Value {
    const AT: &str = "2026-01-01T00:00:00Z";
    json!({"taskId": task, "status": status, "createdAt": AT, "lastUpdatedAt": AT, "ttl": null, "pollInterval": 100})
}

/// What belongs to a task says so.
fn of_task(mut found: Value, task: &str) -> Value {
    found["_meta"][RELATED_TASK] = json!({"taskId": task});
    found
}

fn content(said: &str, is_error: bool) -> Value {
    json!({"content": [{"type": "text", "text": said}], "isError": is_error})
}
