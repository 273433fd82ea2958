//! What is heard of an agent: its lines, its requests to the model, and the calls of its tools. And when it has settled.

use std::{sync::mpsc::RecvTimeoutError, time::Duration};

use super::{
    super::{
        pipe::Over,
        server_tools::{Settled, Taken},
        settling::Silence,
    },
    GRACE, Heard, Installed, TOOLS, broken,
    connection::Connection,
    identity,
};
use crate::{
    llm::{
        decode_request,
        serve::{Arrival, RequestEvent, auxiliary},
        session_of,
    },
    model::{
        Op,
        json::{Map, Value},
        rpc::Message,
    },
    stage::{Culprit, Next, SubjectError},
    system::{Effect, ToolCall, Why},
};

impl Installed {
    /// Whether the agent owes something, and we hold nothing that it waits for. For the end of a cancelled turn it should wait for
    /// nothing.
    pub(super) fn is_working(&self) -> bool {
        self.connection.is_some() && self.client.awaits() && (self.client.awaits_cancel() || self.holds_nothing())
    }

    /// Whether no request to the model, no question and no call of a tool is open.
    fn holds_nothing(&self) -> bool {
        let has_none = self.waiting.open().is_empty() && self.client.open().next().is_none();
        has_none && self.server_of_tools.open().next().is_none()
    }

    /// Hears what comes next, or finds that the agent has settled.
    pub(super) fn listen(&mut self) -> Result<(), SubjectError> {
        let working = self.is_working();
        let patience = if working { self.options.patience } else { self.options.settle };
        let before = if working { Duration::ZERO } else { self.work() };
        match self.heard.recv_timeout(patience) {
            Ok(heard) => self.take(heard),
            Err(RecvTimeoutError::Timeout) if !working => {
                let worked = self.work().saturating_sub(before);
                self.settling.was_silent(Silence {
                    waited: patience,
                    worked,
                    is_owed_more: self.client.is_owed_more(),
                });
                Ok(())
            }
            // That an agent aborts what is under way when its turn is cancelled is a should. One that waits for it instead goes on
            // once it comes.
            Err(RecvTimeoutError::Timeout) if !self.holds_nothing() => {
                self.settling.is_over();
                Ok(())
            }
            Err(_) => {
                let why = format!(
                    "the agent {} works, and has said nothing for {} s: give it more with --patience",
                    self.manifest.name,
                    patience.as_secs()
                );
                Err(broken(Culprit::Subject, why))
            }
        }
    }

    /// For how long the agent's processes have run, or have waited for a processor.
    fn work(&self) -> Duration {
        self.connection.as_ref().map_or(Duration::ZERO, Connection::work)
    }

    /// Takes what was heard. What an earlier process has said is passed over.
    pub(super) fn take(&mut self, heard: Heard) -> Result<(), SubjectError> {
        self.settling.has_spoken();
        match heard {
            Heard::Line(number, _) if self.connection.as_ref().is_none_or(|own| own.number != number) => {}
            Heard::Line(_, Ok(line)) => self.line(&line)?,
            Heard::Line(_, Err(over)) => self.over(over)?,
            Heard::Command(run, terminal, said) if run == self.run => {
                let answers = self.workspace.take(&terminal, said);
                self.send(answers.into());
            }
            Heard::Command(..) => {}
            Heard::Request(RequestEvent::Arrived(arrival)) => self.request(arrival),
            Heard::Request(RequestEvent::Over | RequestEvent::Refused(..)) => self.given_up(),
        }
        Ok(())
    }

    /// Takes a line of the agent. A line that is no JSON stands in the stream as a text.
    ///
    /// # Errors
    /// The suite's, if its own protocol asks something that our client of it cannot show.
    fn line(&mut self, line: &str) -> Result<(), SubjectError> {
        let Some(connection) = &mut self.connection else { return Ok(()) };
        let value = connection.shown(line);
        if connection.is_past(&value) {
            return Ok(());
        }
        self.exchanged.heard(line);
        let said = connection.said(value).map_err(|unknown| broken(Culprit::Suite, unknown.to_string()))?;
        said.iter().try_for_each(|value| self.hear(value))
    }

    /// Takes what the agent says in ACP.
    ///
    /// # Errors
    /// The environment's, if it refuses to begin a session: what our client asks is right, so the agent lacks something here.
    pub(super) fn hear(&mut self, value: &Value) -> Result<(), SubjectError> {
        self.ready.push_back(Next::Effect(Effect::Client(value.clone())));
        self.client(|client, lines, made| client.hear(value, lines, made));
        self.serve(value);
        if self.identity.is_none() {
            self.identity = self.client.agent().and_then(identity);
        }
        if !self.client.is_refused() {
            return Ok(());
        }
        let said = value.pointer("/error/message").and_then(Value::as_str).unwrap_or("it gives no reason");
        let why = format!(
            "the agent {} begins no session: {said}: give it what it needs here, such as a variable, in a manifest",
            self.manifest.name
        );
        Err(broken(Culprit::Environment, why))
    }

    /// Serves what the agent asks of its client's files and commands, if the client offers them.
    fn serve(&mut self, line: &Value) {
        let Some(Message::Request { id, method, params }) = Message::read(line) else { return };
        let Some(connection) = self.connection.as_ref().filter(|_| self.client.config().serves(&method)) else {
            return;
        };
        let (run, tell) = (self.run, self.tell.clone());
        let told = move |terminal, said| tell.send(Heard::Command(run, terminal, said)).is_ok();
        let params = connection.real(&params);
        let answer = self.workspace.serve(connection.folder(), &id, &method, &params, told);
        self.send(answer.into_iter().collect());
    }

    /// The agent's stdout has ended.
    fn over(&mut self, over: Over) -> Result<(), SubjectError> {
        if let Over::Unreadable(why) = over {
            return Err(broken(Culprit::Subject, format!("the agent {}: {why}", self.manifest.name)));
        }
        let Some(mut connection) = self.connection.take() else { return Ok(()) };
        let status = self.ended(connection.end(GRACE))?;
        if self.client.awaits() {
            let log = connection.log().join("\n  ");
            let why = format!("the agent {} ended while a request awaited its answer\n  {log}", self.manifest.name);
            return Err(broken(Culprit::Subject, why));
        }
        self.ready.push_back(Next::Effect(Effect::Exit(status)));
        Ok(())
    }

    /// Takes a message to the MCP server of the session.
    fn tool_message(&mut self, arrival: Arrival) {
        match self.server_of_tools.take(arrival, &mut self.mint) {
            Taken::Nothing => return,
            Taken::Called { op, name, arguments, folder } => {
                let id = self.calls.id_of(&name, &arguments);
                let shown =
                    |folder: String| self.connection.as_ref().map(|connection| connection.shown_folder(&folder));
                let folder = folder.and_then(shown).filter(|_| self.client.config().folder.is_some());
                self.execute(op, ToolCall { id: id.into(), name: name.into(), arguments, answers: Map::new(), folder });
            }
            Taken::Settled(settled) => self.execute_again(settled),
            Taken::GivenUp(op) => {
                self.executed.remove(&op);
                self.ready.push_back(Next::Unplaced(Effect::Cancel(op, Why::Interrupted)));
            }
        }
        self.settling.is_told();
    }

    /// A tool is executed. What it has been answered is kept, for the case that it asks.
    fn execute(&mut self, op: Op, call: ToolCall) {
        self.executed.insert(op, call.clone());
        self.ready.push_back(Next::Unplaced(Effect::Call(op, call)));
    }

    /// A tool goes on with the answer to its question.
    pub(super) fn execute_again(&mut self, Settled { asked, op, question, answer }: Settled) {
        if let Some(mut call) = self.executed.remove(&asked) {
            call.answers.insert(question, answer);
            self.execute(op, call);
        }
    }

    /// Takes a request. One to the model that belongs to no turn, and one for something else, are answered at once.
    fn request(&mut self, arrival: Arrival) {
        let (number, path) = session_of(&arrival.request.path);
        if path.starts_with(TOOLS) {
            if number == self.run.to_string() {
                self.tool_message(arrival);
            }
            return;
        }
        if number != self.started.to_string() {
            return;
        }
        if let Some(plan) = auxiliary::answer(&arrival.request) {
            drop(arrival.reply.send(plan));
            return;
        }
        let decoded = decode_request(&arrival.request).ok();
        let is_side = decoded.as_ref().is_some_and(|decoded| {
            self.manifest.side.iter().any(|side| side.expect.differences(&decoded.request).is_empty())
        });
        if is_side {
            drop(arrival.reply.send(self.sides.reply(arrival.request)));
            return;
        }
        let op = self.mint.next(Op::Request);
        let request = self.waiting.keep(op, arrival);
        self.ready.push_back(Next::Unplaced(Effect::Request(op, Box::new(request))));
        self.settling.is_told();
    }
}
