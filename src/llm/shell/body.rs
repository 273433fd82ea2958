//! Reading a body, however the socket cut it.

use std::pin::pin;

use eventsource_stream::Eventsource;
use futures::{Stream, StreamExt};

use crate::{
    llm::{Format, reading::Reading},
    system::ModelEvent,
};

/// Reads a reply to its end. How the bytes were cut is never seen: the same body gives the same events.
pub async fn read_body<B, E>(
    body: impl Stream<Item = Result<B, E>>,
    format: Format,
    structured: bool,
) -> Vec<ModelEvent>
where
    B: AsRef<[u8]>,
{
    let (mut reading, dialect) = (Reading::new(structured), format.wire.dialect());
    let mut body = pin!(body);
    if format.streamed {
        let mut stream = body.eventsource();
        // A body that breaks off has no terminal event, which is what the end tells.
        while let Some(Ok(event)) = stream.next().await {
            if !reading.is_over() {
                dialect.read_event(&event.data, &mut reading);
            }
        }
    } else {
        let mut whole = Vec::new();
        loop {
            match body.next().await {
                Some(Ok(piece)) => whole.extend_from_slice(piece.as_ref()),
                Some(Err(_)) => return reading.end(),
                None => break,
            }
        }
        dialect.read_whole(&whole, &mut reading);
    }
    reading.end()
}
