//! The way over HTTP: the server is in hotseat's process, and listens at an address that the client is told. Here it is known to which
//! request each line of the server belongs, and nothing of what the lines mean beyond that.

use std::{collections::BTreeMap, io};

use crate::model::json::Text;

use super::carrier::Carried;
use crate::{
    model::{Op, json::Value, rpc::Message},
    subject::mcp_http::{FromClient, Server, Serving, Session},
    system::{
        Effect,
        mcp::{Outbox, era::Era},
    },
};

/// In what the server says a line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum During {
    /// What it has heard last.
    Line,
    /// An execution of a tool.
    Execution(Op),
    /// Nothing.
    Nothing,
}

/// A session, and the id of a request in it.
type Request = (Session, Option<Value>);

/// A server that listens, for one run.
pub struct Listening {
    server: Server,
    /// What was heard last.
    heard: Request,
    /// The last request of each call, by the id that the model gave the call.
    calls: BTreeMap<Text, Request>,
    /// The request of each execution.
    executions: BTreeMap<Op, Request>,
}

impl Listening {
    /// Listens on this machine alone. `tell` is called with what comes.
    ///
    /// # Errors
    /// If no port is free.
    pub fn open(era: Era, tell: impl Fn(Carried) + Send + Sync + 'static) -> io::Result<Self> {
        let options = Serving { era: Some(era), ..Serving::default() };
        let server = Server::start(options, move |said| {
            // On the other way, the end of a session is not heard either.
            if let FromClient::Line(session, line) = said {
                tell(Carried::Posted(session, line));
            }
            Outbox::new()
        })?;
        Ok(Self { server, heard: (None, None), calls: BTreeMap::new(), executions: BTreeMap::new() })
    }

    /// The address for the client.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// The process of the server dies.
    pub fn breaks(&self) {
        self.server.breaks();
    }

    /// A line was heard.
    pub fn hears(&mut self, session: Session, line: &Value) {
        let id = match Message::read(line) {
            Some(Message::Request { id, .. }) => Some(id),
            _ => None,
        };
        self.heard = (session, id);
    }

    /// The server executes tools: each belongs to the request of its call. One that goes on after an answer has the request that it had.
    pub fn made(&mut self, made: &[Effect], during: During) {
        for effect in made {
            let Effect::Call(op, call) = effect else { continue };
            if during == During::Line && self.heard.1.is_some() {
                self.calls.insert(call.id.clone(), self.heard.clone());
            }
            if let Some(request) = self.calls.get(&call.id) {
                self.executions.insert(*op, request.clone());
            }
        }
    }

    /// Says a line of the server.
    pub fn say(&self, line: Value, during: During) {
        let (session, request) = match during {
            During::Line => &self.heard,
            During::Execution(op) => self.executions.get(&op).unwrap_or(&self.heard),
            During::Nothing => &(self.heard.0, None),
        };
        self.server.say(*session, line, request.as_ref());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver};

    use super::{Carried, During, Effect, Era, Listening, Op, Value};
    use crate::{
        model::{
            json::{Map, json},
            rpc::{request, result},
        },
        subject::mcp_http::raw::{BOUND, LAST, Raw},
        system::ToolCall,
    };

    fn listening(era: Era) -> (Listening, Receiver<Carried>) {
        let (tell, told) = mpsc::channel();
        (Listening::open(era, move |what| drop(tell.send(what))).unwrap(), told)
    }

    fn hear(listening: &mut Listening, told: &Receiver<Carried>) -> Value {
        let Carried::Posted(session, line) = told.recv_timeout(BOUND).unwrap() else { panic!("no message") };
        listening.hears(session, &line);
        line
    }

    fn execution(op: u32, call: &str) -> [Effect; 1] {
        let (id, name) = (call.to_owned(), "deploy".to_owned());
        [Effect::Call(
            Op::Call(op),
            ToolCall { id: id.into(), name: name.into(), arguments: json!({}), answers: Map::new(), folder: None },
        )]
    }

    /// Two calls are under way, and the first goes on after an answer.
    #[test]
    fn what_a_call_says_comes_where_it_was_called() {
        let (mut listening, told) = listening(Era::November2025);
        let url = listening.url();
        let mut opening = Raw::post(&url, "", &request(&0.into(), "initialize", json!({})));
        hear(&mut listening, &told);
        listening.say(result(&0.into(), json!({})), During::Line);
        let session = opening.head().1.into_iter().find(|header| header.starts_with("mcp-session-id: "));
        let session = format!("{}\r\n", session.unwrap());
        let mut calls = ["one", "two"].map(|call| {
            let op = if call == "one" { 1 } else { 2 };
            let raw = Raw::post(&url, &session, &request(&call.into(), "tools/call", json!({})));
            hear(&mut listening, &told);
            listening.made(&execution(op, call), During::Line);
            raw
        });
        let ask = request(&1.into(), "elicitation/create", json!({}));
        listening.say(ask.clone(), During::Execution(Op::Call(1)));
        assert_eq!(Raw::post(&url, &session, &result(&1.into(), json!({}))).status(), 202);
        hear(&mut listening, &told);
        listening.made(&execution(3, "one"), During::Line);
        let again = request(&2.into(), "elicitation/create", json!({}));
        listening.say(again.clone(), During::Execution(Op::Call(3)));
        listening.say(result(&"two".into(), json!({})), During::Execution(Op::Call(2)));
        let [one, two] = &mut calls;
        assert_eq!((one.status(), one.event(), one.event()), (200, Some(ask), Some(again)));
        assert_eq!((two.status(), two.rest()), (200, result(&"two".into(), json!({})).to_string()));
    }

    #[test]
    fn a_line_of_the_scenario_comes_to_who_has_spoken_last() {
        let (mut listening, told) = listening(Era::July2026);
        let headers = format!("{LAST}Mcp-Method: tools/list\r\n");
        let mut asked = Raw::post(&listening.url(), &headers, &request(&1.into(), "tools/list", json!({})));
        hear(&mut listening, &told);
        listening.say(request(&5.into(), "roots/list", json!({})), During::Nothing);
        listening.say(result(&1.into(), json!({})), During::Line);
        assert_eq!(asked.status(), 200);
        assert_eq!(
            [asked.event(), asked.event()].map(|line| line.unwrap()["id"].clone()),
            [Value::from(5), Value::from(1)]
        );
    }
}
