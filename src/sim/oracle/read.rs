//! Reads the events of a run, and finds the questions in them.

use crate::model::json::Value;

use super::{
    Run,
    events::{Event, deliveries},
    mapping,
    reader::Reader,
};

impl<'a> Run<'a> {
    /// Reads the lines of an event stream.
    pub fn read(lines: &'a [Value]) -> Self {
        Self::of(lines.iter().map(|line| (line["seq"].as_u64().unwrap_or_default(), Event::read(line))))
    }

    /// The run in which these events happen. Each event comes with its number in the stream.
    pub fn of(events: impl IntoIterator<Item = (u64, Event<'a>)>) -> Self {
        let stream = events.into_iter();
        let mut numbers = Vec::with_capacity(stream.size_hint().0);
        let mut events = Vec::with_capacity(stream.size_hint().0);
        for (number, event) in stream {
            numbers.push(number);
            events.push(event);
        }
        let deliveries = deliveries(&events);
        let mut reader = Reader::default();
        for (at, event) in events.iter().enumerate() {
            reader.take(at, event);
        }
        let Reader { questions, inquiries, .. } = reader;
        let mut run = Self { events, deliveries, numbers, questions, inquiries, askings: Vec::new() };
        run.askings = mapping::askings(&run);
        run
    }
}
