//! What the agent asks its user: a permission, a form, a page; and what becomes of a call then.

use super::Agent;
use crate::{
    model::{
        Op,
        json::{Value, json},
        rpc::{members, request, text},
    },
    system::{
        Effect, ToolQuestion,
        acp::{
            server_elicitation::{Forwarded, forwarded, refusal, told},
            tools::{self, Question},
        },
        chat::CallResult,
    },
};

/// A request to the client that waits for the user.
#[derive(Clone, Debug, Hash)]
pub struct Ask {
    /// The id of the request.
    pub id: Value,
    /// The place of the call in the model's reply.
    index: usize,
    kind: Kind,
}

#[derive(Clone, Debug, Hash)]
enum Kind {
    Permission,
    Form(Question),
    Url,
    /// A question of the tool that this execution was kept open for.
    OfTool(Op, ToolQuestion),
}

impl Ask {
    /// The execution whose tool asks, if it is a tool's question.
    pub const fn asking(&self) -> Option<Op> {
        match self.kind {
            Kind::OfTool(op, _) => Some(op),
            Kind::Permission | Kind::Form(_) | Kind::Url => None,
        }
    }
}

impl Agent {
    /// Begins a call of the model.
    pub(super) fn begin_call(&mut self, id: &str, index: usize, out: &mut Vec<Effect>) {
        let Some(session) = self.sessions.get(id) else { return };
        let call = &session.chat.calls()[index];
        let (name, arguments) = (call.name.clone(), call.arguments.clone());
        let always = session.always.iter().find(|(tool, given, _)| *tool == name && *given == arguments);
        let permitted = always.map(|(.., permitted)| *permitted);
        match name.as_str() {
            tools::ASK => self.ask_form(id, index, &arguments, out),
            tools::CONNECT => self.ask_url(id, index, &arguments, out),
            _ if !session.tools.contains(&name) => {
                let why = format!("There is no tool {name:?}.");
                self.settle(id, index, CallResult::error(why), out);
            }
            _ if permitted == Some(false) => self.settle(id, index, refused(), out),
            _ if permitted.is_none() && session.permission.contains(&name) => {
                self.ask_permission(id, index, &name, &arguments, out);
            }
            _ => self.execute(id, index, out),
        }
    }

    fn ask(&mut self, id: &str, index: usize, kind: Kind, method: &str, params: Value, out: &mut Vec<Effect>) {
        let request_id = self.next_id();
        out.push(Effect::Client(request(&request_id, method, params)));
        if let Some(session) = self.sessions.get_mut(id) {
            session.asks.insert(request_id.to_string(), Ask { id: request_id, index, kind });
        }
    }

    /// The id of the page that the next request shows.
    fn page_id(&self) -> String {
        format!("page-{}", self.ids + 1)
    }

    fn call_id(&self, id: &str, index: usize) -> String {
        self.sessions.get(id).and_then(|session| session.call_ids.get(index)).cloned().unwrap_or_default()
    }

    fn ask_permission(&mut self, id: &str, index: usize, name: &str, arguments: &Value, out: &mut Vec<Effect>) {
        let option = |id: &str, name: &str, kind: &str| json!({"optionId": id, "name": name, "kind": kind});
        let params = json!({
            "sessionId": id,
            "toolCall": {
                "toolCallId": self.call_id(id, index), "title": name, "kind": "other", "status": "pending",
                "rawInput": arguments,
            },
            "options": [
                option("once", "Allow once", "allow_once"), option("always", "Always allow", "allow_always"),
                option("no", "Reject", "reject_once"), option("never", "Always reject", "reject_always"),
            ],
        });
        self.ask(id, index, Kind::Permission, "session/request_permission", params, out);
    }

    fn ask_form(&mut self, id: &str, index: usize, arguments: &Value, out: &mut Vec<Effect>) {
        let question = match Question::read(&members(arguments)) {
            Ok(question) => question,
            Err(why) => {
                return self.settle(id, index, CallResult::error(format!("The question cannot be asked: {why}.")), out);
            }
        };
        if !self.forms {
            let why = "The user cannot be asked here: go on without an answer.";
            return self.settle(id, index, CallResult::error(why), out);
        }
        let params = json!({
            "sessionId": id, "toolCallId": self.call_id(id, index), "mode": "form", "message": question.text,
            "requestedSchema": question.schema(),
        });
        self.ask(id, index, Kind::Form(question), "elicitation/create", params, out);
    }

    fn ask_url(&mut self, id: &str, index: usize, arguments: &Value, out: &mut Vec<Effect>) {
        let (Some(service), Some(url)) = (text(arguments, "service"), text(arguments, "url")) else {
            return self.settle(id, index, CallResult::error("`service` and `url` are required."), out);
        };
        if !self.urls {
            let why = "The user cannot be sent to a page here: go on without the connection.";
            return self.settle(id, index, CallResult::error(why), out);
        }
        let params = json!({
            "sessionId": id, "toolCallId": self.call_id(id, index), "mode": "url",
            "elicitationId": self.page_id(), "url": url, "message": format!("Please connect {service}."),
        });
        self.ask(id, index, Kind::Url, "elicitation/create", params, out);
    }

    /// A tool asks, and its execution stays open until it is answered.
    pub(super) fn ask_for_tool(&mut self, id: &str, op: Op, question: ToolQuestion, out: &mut Vec<Effect>) {
        let Some(index) = self.sessions.get(id).and_then(|session| session.chat.executes(op)) else { return };
        let is_declared = match question.mode() {
            "form" => self.forms,
            "url" => self.urls,
            _ => true,
        };
        let answer = match forwarded(&question) {
            _ if !is_declared && !question.is_insistent => question.undeclared(),
            _ if !is_declared => refusal("the client of this agent has no such mode"),
            Forwarded::Refused(why) => refusal(why),
            Forwarded::Asked(mut params) => {
                params.insert("sessionId".to_owned(), id.into());
                params.insert("toolCallId".to_owned(), self.call_id(id, index).into());
                if question.mode() == "url" {
                    params.insert("elicitationId".to_owned(), self.page_id().into());
                }
                let kind = Kind::OfTool(op, question);
                return self.ask(id, index, kind, "elicitation/create", params.into(), out);
            }
        };
        self.with(id, |session| session.chat.answer(op, question.id, answer, out));
    }

    /// The client answers an ask. An answer to no ask, or a second one, changes nothing.
    pub(super) fn answered(&mut self, asked: &Value, result: Option<&Value>, out: &mut Vec<Effect>) {
        let key = asked.to_string();
        let found = self.sessions.iter_mut().find_map(|(id, session)| Some((id.clone(), session.asks.remove(&key)?)));
        let Some((id, Ask { index, kind, .. })) = found else { return };
        match kind {
            Kind::Permission => self.permission_is_answered(&id, index, result, out),
            Kind::Form(question) => {
                let result = form_result(&question, result);
                self.settle(&id, index, result, out);
            }
            Kind::Url => self.settle(&id, index, url_result(result), out),
            Kind::OfTool(op, question) => {
                let answer = told(question.mode(), result);
                self.with(&id, |session| session.chat.answer(op, question.id, answer, out));
            }
        }
        self.go_on(&id, out);
    }

    fn permission_is_answered(&mut self, id: &str, index: usize, result: Option<&Value>, out: &mut Vec<Effect>) {
        let outcome = result.map(|result| &result["outcome"]);
        let kind = outcome.and_then(|outcome| text(outcome, "outcome"));
        let option = outcome.and_then(|outcome| text(outcome, "optionId"));
        let always = |agent: &mut Self, permitted: bool| {
            if let Some(session) = agent.sessions.get_mut(id) {
                let call = &session.chat.calls()[index];
                session.always.push((call.name.to_string(), call.arguments.clone(), permitted));
            }
        };
        match (kind, option) {
            (Some("selected"), Some("once")) => self.execute(id, index, out),
            (Some("selected"), Some("always")) => {
                always(self, true);
                self.execute(id, index, out);
            }
            (Some("selected"), Some("no")) => self.settle(id, index, refused(), out),
            (Some("selected"), Some("never")) => {
                always(self, false);
                self.settle(id, index, refused(), out);
            }
            _ => {
                let why = "No permission was given for this call, so it did not run.";
                self.settle(id, index, CallResult::error(why), out);
            }
        }
    }
}

/// The result of a call that the user does not permit.
fn refused() -> CallResult {
    CallResult::error("The user does not permit this call, so it did not run.")
}

/// What the model is told of a form.
fn form_result(question: &Question, result: Option<&Value>) -> CallResult {
    match result.and_then(|result| text(result, "action")) {
        Some("accept") => match result.and_then(|result| question.answer(&result["content"])) {
            Some(answer) => CallResult::plain(format!("The user answered: {answer}")),
            None => CallResult::error("The form came back without an answer to the question."),
        },
        Some("decline") => CallResult::error("The user declined to answer."),
        Some("cancel") => CallResult::error("The question was cancelled without an answer."),
        Some(_) | None => CallResult::error("The question could not be put to the user."),
    }
}

/// What the model is told of a page. The user has agreed to open it, and what comes of it is not known yet.
fn url_result(result: Option<&Value>) -> CallResult {
    match result.and_then(|result| text(result, "action")) {
        Some("accept") => {
            CallResult::plain("The user was sent to the page. It is not known yet whether the account is connected.")
        }
        Some("decline") => CallResult::error("The user declined to open the page."),
        Some("cancel") => CallResult::error("The page was cancelled."),
        Some(_) | None => CallResult::error("The page could not be shown to the user."),
    }
}
