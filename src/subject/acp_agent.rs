//! The reference as an agent of its own: it speaks the Agent Client Protocol on stdin and stdout, asks a model over HTTP, and
//! calls the tools of its sessions' MCP servers. It asks for a permission before each of those calls.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufRead, BufReader, Write},
    path::Path,
    sync::mpsc::{self, Sender},
};

use super::{
    adapter::Model,
    lines::read_lines,
    pipe::Said,
    protocol::ModelAddress,
    server_tools::{ServerEvent, Servers},
};
use crate::{
    llm::Format,
    model::{
        Op,
        json::Value,
        rpc::{self, Message},
    },
    system::{Effect, ModelEvent, ToolEvent, acp::Agent},
};

/// Something that the agent hears.
enum Event {
    Line(io::Result<String>),
    Reply(Op, Vec<ModelEvent>),
    Server(usize, Said),
    End,
}

/// A request for a session whose servers have not said what they offer.
struct Beginning {
    id: Value,
    line: Value,
    servers: Vec<usize>,
}

/// The agent and what it talks to.
struct Program<W> {
    agent: Agent,
    model: Model,
    servers: Servers,
    beginning: Vec<Beginning>,
    /// The servers of each session.
    of_session: BTreeMap<String, Vec<usize>>,
    /// Where its sessions are stored, a record on each line.
    sessions: Option<File>,
    tell: Sender<Event>,
    output: W,
}

/// Serves the agent until the input ends. It asks the model at `url` in this format, and stores its sessions in the file
/// `sessions`, if one is given.
///
/// # Errors
/// If a stream or the file breaks, or the thread for requests to the model cannot be started.
pub fn serve_acp(
    url: &str,
    format: Format,
    sessions: Option<&Path>,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> io::Result<()> {
    let (tell, heard) = mpsc::channel();
    let (lines, replies) = (tell.clone(), tell.clone());
    read_lines(input, move |line| lines.send(line.map_or(Event::End, Event::Line)).is_ok());
    let mut model = Model::start(move |_, op, events| drop(replies.send(Event::Reply(op, events))))?;
    let address =
        ModelAddress { url: url.to_owned(), side_url: url.to_owned(), wire: format.wire, streamed: format.streamed };
    model.begin(&address, 0);
    let mut agent = Agent::default();
    let sessions = sessions.map(|path| File::options().read(true).append(true).create(true).open(path)).transpose()?;
    if let Some(file) = &sessions {
        let lines = BufReader::new(file).lines().collect::<io::Result<Vec<String>>>()?;
        // A kill may have cut the last line off.
        agent.keep(true, lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect());
    }
    let mut program = Program {
        agent,
        model,
        servers: Servers::default(),
        beginning: Vec::new(),
        of_session: BTreeMap::new(),
        sessions,
        tell,
        output,
    };
    for event in heard {
        match event {
            Event::End => return Ok(()),
            Event::Line(line) => program.line(&line?)?,
            Event::Reply(op, events) => {
                if program.model.take_asked(op) {
                    program.act(|agent, made| events.into_iter().for_each(|event| agent.model(op, event, made)))?;
                }
            }
            Event::Server(number, said) => program.server(number, said)?,
        }
    }
    Ok(())
}

impl<W: Write> Program<W> {
    /// Lets the agent act, and does what it wants.
    fn act(&mut self, act: impl FnOnce(&mut Agent, &mut Vec<Effect>)) -> io::Result<()> {
        let mut made = Vec::new();
        act(&mut self.agent, &mut made);
        let mut failed = Vec::new();
        for effect in made {
            match effect {
                Effect::Client(line) => writeln!(self.output, "{line}")?,
                Effect::Request(op, request) => self.model.ask(op, &request),
                Effect::Call(op, call) if self.servers.answer(op, &call.answers) => {}
                Effect::Call(op, call) => {
                    let session = self.agent.session_with(op).unwrap_or_default();
                    let servers = self.of_session.get(&session).cloned().unwrap_or_default();
                    if !self.servers.call(&servers, op, &call.name, &call.arguments) {
                        failed.push((op, ToolEvent::Panicked));
                    }
                }
                Effect::Record(record) => {
                    if let Some(file) = &mut self.sessions {
                        file.write_all(format!("{}\n", record.0).as_bytes())?;
                    }
                }
                Effect::Cancel(op @ Op::Call(_), _) => self.servers.give_up(op),
                Effect::Cancel(op, _) => self.model.abort(op),
                _ => {}
            }
        }
        if failed.is_empty() {
            return self.output.flush();
        }
        self.of_tools(failed)
    }

    /// Tells the agent what became of its calls.
    fn of_tools(&mut self, events: Vec<(Op, ToolEvent)>) -> io::Result<()> {
        self.act(|agent, made| events.into_iter().for_each(|(op, event)| agent.tool(op, event, made)))
    }

    /// Takes a line of the client. A session begins, or goes on, once its servers are ready.
    fn line(&mut self, text: &str) -> io::Result<()> {
        if text.trim().is_empty() {
            return Ok(());
        }
        let line: Option<Value> = serde_json::from_str(text).ok();
        let message = line.as_ref().and_then(Message::read);
        let (Some(line), Some(Message::Request { id, method, params })) = (line, message) else {
            return self.act(|agent, made| agent.hear_text(text, made));
        };
        if !matches!(method.as_str(), "session/new" | "session/load") {
            return self.act(|agent, made| agent.hear_text(text, made));
        }
        let tell = self.tell.clone();
        let capabilities = self.agent.capabilities_for_servers();
        match self
            .servers
            .start(&params, &capabilities, move |number, said| tell.send(Event::Server(number, said)).is_ok())
        {
            Ok(servers) => self.beginning.push(Beginning { id, line, servers }),
            Err((name, error)) => {
                let why = format!("the MCP server {name:?} cannot be started: {error}");
                writeln!(self.output, "{}", rpc::error(&id, rpc::INTERNAL, &why))?;
                self.output.flush()?;
            }
        }
        self.begin_sessions()
    }

    /// Begins the sessions whose servers are ready.
    fn begin_sessions(&mut self) -> io::Result<()> {
        let ready = |one: &Beginning| self.servers.are_ready(&one.servers);
        let (ready, beginning): (Vec<Beginning>, Vec<Beginning>) =
            std::mem::take(&mut self.beginning).into_iter().partition(ready);
        self.beginning = beginning;
        for Beginning { id, line, servers } in ready {
            let tools = self.servers.tools(&servers);
            let asked = tools.iter().map(|tool| tool.name.clone()).collect();
            let mut session = None;
            self.act(|agent, made| {
                agent.offer(tools, asked);
                agent.hear(&line, made);
                session = made.iter().find_map(|effect| match effect {
                    Effect::Client(said) if said["id"] == id => {
                        let begun = said.pointer("/result/sessionId");
                        begun.or_else(|| line.pointer("/params/sessionId")).and_then(Value::as_str).map(str::to_owned)
                    }
                    _ => None,
                });
            })?;
            self.of_session.extend(session.map(|session| (session, servers)));
        }
        Ok(())
    }

    fn server(&mut self, number: usize, said: Said) -> io::Result<()> {
        match self.servers.take(number, said) {
            ServerEvent::Nothing => Ok(()),
            ServerEvent::Ready => self.begin_sessions(),
            ServerEvent::Calls(events) => self.of_tools(events),
        }
    }
}
