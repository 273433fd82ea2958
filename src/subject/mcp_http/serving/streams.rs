//! On which stream a line of a server goes to its client: an answer on that of its request, and what a call asks on that of the call.

use std::collections::{BTreeMap, VecDeque};

use thiserror::Error;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use crate::model::{json::Value, rpc::Message};

/// The lines of a stream. They end when the stream does.
pub type Lines = UnboundedReceiver<Line>;
/// A line, or the break of the stream.
pub type Line = Result<Value, Broken>;

/// The server has died, and the connection with it.
#[derive(Debug, Error)]
#[error("the server has died")]
pub struct Broken;

/// The streams of a session.
#[derive(Debug, Default)]
pub struct Streams {
    /// Those that answer a request, by its id, in their order.
    requests: Vec<(Value, UnboundedSender<Line>)>,
    /// The one for what belongs to no request.
    own: Option<UnboundedSender<Line>>,
    /// What waits for a stream.
    waiting: VecDeque<Value>,
    /// In which request something was asked, by the text of its id.
    asked: BTreeMap<String, Value>,
}

impl Streams {
    /// Opens the stream that answers a request. What waits comes first where no other stream can have it.
    pub fn open(&mut self, id: Value) -> Lines {
        let (stream, lines) = mpsc::unbounded_channel();
        if self.own().is_none() {
            self.waiting.drain(..).for_each(|line| drop(stream.send(Ok(line))));
        }
        self.requests.push((id, stream));
        lines
    }

    /// Opens the stream for what belongs to no request.
    pub fn listen(&mut self) -> Lines {
        let (stream, lines) = mpsc::unbounded_channel();
        // It takes what waits; it was opened just now.
        self.waiting.drain(..).for_each(|line| drop(stream.send(Ok(line))));
        self.own = Some(stream);
        lines
    }

    /// The stream for what belongs to no request, while its client reads it.
    fn own(&self) -> Option<&UnboundedSender<Line>> {
        self.own.as_ref().filter(|own| !own.is_closed())
    }

    /// Sends a line. `during` is the id of the request in which the server says it.
    pub fn send(&mut self, line: Value, during: Option<&Value>) {
        let place = match Message::read(&line) {
            Some(Message::Response { id, .. }) => {
                if let Some(at) = self.place_of(&id) {
                    // It ends the stream. A client that is gone reads nothing more.
                    return drop(self.requests.remove(at).1.send(Ok(line)));
                }
                None
            }
            Some(Message::Request { id, .. }) => {
                let place = during.and_then(|id| self.place_of(id)).or_else(|| self.requests.len().checked_sub(1));
                if let Some(at) = place {
                    self.asked.insert(id.to_string(), self.requests[at].0.clone());
                }
                place
            }
            Some(Message::Notification { params, .. }) => {
                let asked = params.get("requestId").and_then(|id| self.asked.get(&id.to_string()));
                asked.or(during).and_then(|id| self.place_of(id))
            }
            None => None,
        };
        let stream = place.map(|at| &self.requests[at].1).or_else(|| self.own());
        let stream = stream.or_else(|| Some(&self.requests.last()?.1));
        let is_sent = stream.is_some_and(|stream| stream.send(Ok(line.clone())).is_ok());
        // Nobody waits for a response any more whose request is over.
        if !is_sent && line.get("method").is_some() {
            self.waiting.push_back(line);
        }
    }

    /// A client has closed the stream of a request. Returns whether it had no answer.
    pub fn close(&mut self, id: &Value) -> bool {
        let place = self.place_of(id);
        place.inspect(|at| drop(self.requests.remove(*at))).is_some()
    }

    /// The server dies: every stream breaks off, and what was asked or waits is forgotten.
    pub fn breaks(&mut self) {
        let open = std::mem::take(self);
        let requests = open.requests.into_iter().map(|(_, stream)| stream);
        // A client that is gone reads nothing more.
        requests.chain(open.own).for_each(|stream| drop(stream.send(Err(Broken))));
    }

    fn place_of(&self, id: &Value) -> Option<usize> {
        self.requests.iter().position(|(own, _)| own == id)
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, Streams, Value};
    use crate::model::{
        json::json,
        rpc::{notification, request, result},
    };

    fn read(lines: &mut Lines) -> Vec<String> {
        let mut read = Vec::new();
        while let Ok(line) = lines.try_recv() {
            let Ok(line) = line else {
                read.push("broken".to_owned());
                continue;
            };
            read.push(line.get("method").map_or_else(|| format!("result {}", line["id"]), ToString::to_string));
        }
        read
    }

    #[test]
    fn what_a_call_asks_goes_where_it_is_answered() {
        let mut streams = Streams::default();
        let (one, two) = (Value::from(1), Value::from(2));
        let (mut first, mut second) = (streams.open(one.clone()), streams.open(two.clone()));
        let mut own = streams.listen();
        streams.send(request(&7.into(), "elicitation/create", json!({})), Some(&one));
        streams.send(request(&8.into(), "elicitation/create", json!({})), None);
        streams.send(notification("notifications/cancelled", json!({"requestId": 7})), Some(&two));
        streams.send(notification("notifications/message", json!({})), None);
        streams.send(result(&one, json!({})), None);
        streams.send(result(&one, json!({})), None);
        assert_eq!(
            read(&mut first),
            [r#""elicitation/create""#, r#""notifications/cancelled""#, "result 1"].map(str::to_owned)
        );
        assert_eq!(read(&mut second), [r#""elicitation/create""#.to_owned()]);
        assert_eq!(read(&mut own), [r#""notifications/message""#, "result 1"].map(str::to_owned));
        assert!(streams.close(&two) && !streams.close(&one));
    }

    #[test]
    fn a_death_breaks_what_is_open() {
        let mut streams = Streams::default();
        let (mut answer, mut own) = (streams.open(1.into()), streams.listen());
        streams.send(request(&7.into(), "ping", json!({})), Some(&1.into()));
        streams.breaks();
        assert_eq!(read(&mut answer), [r#""ping""#, "broken"].map(str::to_owned));
        assert_eq!(read(&mut own), ["broken".to_owned()]);
        assert!(!streams.close(&1.into()));
    }

    #[test]
    fn what_has_no_stream_waits_for_one() {
        let mut streams = Streams::default();
        streams.send(request(&7.into(), "ping", json!({})), None);
        assert_eq!(read(&mut streams.listen()), [r#""ping""#.to_owned()]);
    }
}
