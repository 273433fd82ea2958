//! The reference as an agent of its own: it speaks the Agent Client Protocol on stdin and stdout, and asks a model over HTTP.

use std::{
    io::{self, BufRead, Write},
    sync::mpsc,
};

use super::{adapter::Model, lines::read_lines, protocol::ModelAddress};
use crate::{
    llm::Format,
    model::Op,
    system::{Effect, ModelEvent, acp::Agent},
};

/// Something that the agent hears.
enum Event {
    Line(io::Result<String>),
    Reply(Op, Vec<ModelEvent>),
    End,
}

/// Serves the agent until the input ends. It asks the model at `url` in this format.
///
/// # Errors
/// If a stream breaks, or the thread for requests to the model cannot be started.
pub fn serve_acp(
    url: &str,
    format: Format,
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
) -> io::Result<()> {
    let (tell, heard) = mpsc::channel();
    let lines = tell.clone();
    read_lines(input, move |line| lines.send(line.map_or(Event::End, Event::Line)).is_ok());
    let mut model = Model::start(move |_, op, events| drop(tell.send(Event::Reply(op, events))))?;
    let address =
        ModelAddress { url: url.to_owned(), side_url: url.to_owned(), wire: format.wire, streamed: format.streamed };
    model.begin(&address, 0);
    let mut agent = Agent::default();
    for event in heard {
        let mut made = Vec::new();
        match event {
            Event::End => return Ok(()),
            Event::Line(line) => {
                let line = line?;
                if !line.trim().is_empty() {
                    agent.hear_text(&line, &mut made);
                }
            }
            Event::Reply(op, events) => {
                if model.take_asked(op) {
                    events.into_iter().for_each(|event| agent.model(op, event, &mut made));
                }
            }
        }
        for effect in made {
            match effect {
                Effect::Client(line) => writeln!(output, "{line}")?,
                Effect::Request(op, request) => model.ask(op, &request),
                Effect::Cancel(op, _) => model.abort(op),
                _ => {}
            }
        }
        output.flush()?;
    }
    Ok(())
}
