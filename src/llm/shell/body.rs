//! Reading a streamed body, however the socket cut it.

use eventsource_stream::Eventsource;
use futures::{Stream, StreamExt};

use crate::{llm::anthropic::Decoder, system::ModelEvent};

/// Reads a streamed reply to its end. How the bytes were cut is never seen: the same body gives the same events.
pub async fn read_body<B, E>(body: impl Stream<Item = Result<B, E>> + Unpin, structured: bool) -> Vec<ModelEvent>
where
    B: AsRef<[u8]>,
{
    let mut decoder = Decoder::new(structured);
    let mut events = Vec::new();
    let mut stream = body.eventsource();
    while let Some(event) = stream.next().await {
        match event {
            Ok(event) => decoder.event(&event.data, &mut events),
            // A body that breaks off has no terminal event, which is what `end` tells.
            Err(_) => break,
        }
    }
    decoder.end(&mut events);
    events
}
