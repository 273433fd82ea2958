//! Reads the body of a reply.

use std::pin::pin;

use eventsource_stream::Eventsource;
use futures::{Stream, StreamExt};

use crate::{
    llm::{Format, reading::Reading},
    system::ModelEvent,
};

/// Reads a reply to its end. The same body gives the same events, however the socket splits its bytes.
pub async fn read_body<B, E>(
    body: impl Stream<Item = Result<B, E>>,
    format: Format,
    structured: bool,
) -> Vec<ModelEvent>
where
    B: AsRef<[u8]>,
{
    let (mut reading, codec) = (Reading::new(structured), format.wire.codec());
    let mut body = pin!(body);
    if format.streamed {
        let mut stream = body.eventsource();
        // A body that breaks off has no last event, and `end` notices that.
        while let Some(Ok(event)) = stream.next().await {
            if !reading.is_over() {
                codec.read_event(&event.data, &mut reading);
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
        codec.read_whole(&whole, &mut reading);
    }
    reading.end()
}
