//! The bytes of an answer, within bounds.

use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::{Bytes, BytesMut};
use futures::{Stream, StreamExt, stream};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use thiserror::Error;

/// The longest message in bytes: as long as a line of a server on stdio may be.
pub const MESSAGE_MAX: usize = 16 << 20;
/// The most that the answers of a run may have, in bytes.
pub const RUN_MAX: usize = 64 << 20;
/// How much of a body is read that is only shown, in bytes.
const SHOWN_MAX: usize = 4 << 10;

/// Why a body is not read to its end.
#[derive(Debug, Error)]
pub enum BodyError {
    /// The connection breaks.
    #[error("{0}")]
    Broken(#[from] hyper::Error),
    /// A message is too long.
    #[error("it is too long")]
    TooLong,
    /// There is too much in all.
    #[error("it is too much")]
    TooMuch,
}

/// How much was read in a run, and how much of it since the last message of one stream.
#[derive(Debug, Default)]
pub struct Amount(AtomicUsize);

impl Amount {
    fn add(&self, bytes: usize, max: usize, error: BodyError) -> Result<(), BodyError> {
        let before = self.0.fetch_add(bytes, Ordering::Relaxed);
        if before.saturating_add(bytes) > max { Err(error) } else { Ok(()) }
    }

    /// A message has come whole.
    pub fn forget(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// Counts a piece of a message.
fn count(piece: &Bytes, of_run: &Amount, of_message: &Amount) -> Result<(), BodyError> {
    of_run.add(piece.len(), RUN_MAX, BodyError::TooMuch)?;
    of_message.add(piece.len(), MESSAGE_MAX, BodyError::TooLong)
}

/// Reads a body that is one message.
pub async fn whole(body: Incoming, of_run: &Amount) -> Result<Bytes, BodyError> {
    let (mut pieces, of_message) = (body.into_data_stream(), Amount::default());
    let mut whole = BytesMut::new();
    while let Some(piece) = pieces.next().await {
        let piece = piece?;
        count(&piece, of_run, &of_message)?;
        whole.extend_from_slice(&piece);
    }
    Ok(whole.freeze())
}

/// Reads the beginning of a body, for people. One that breaks off is as long as it is.
pub async fn beginning(body: Incoming) -> String {
    let mut pieces = body.into_data_stream();
    let mut read = BytesMut::new();
    while let Some(Ok(piece)) = pieces.next().await {
        read.extend_from_slice(&piece);
        if read.len() > SHOWN_MAX {
            break;
        }
    }
    read.truncate(SHOWN_MAX);
    String::from_utf8_lossy(&read).into_owned()
}

/// A body in pieces that end with a line break: what reads events looks at a piece of a line again with each further one.
/// `of_message` counts until it is told to forget.
pub fn lines<'a>(
    body: Incoming,
    of_run: &'a Amount,
    of_message: &'a Amount,
) -> impl Stream<Item = Result<Bytes, BodyError>> + 'a {
    let start = (body.into_data_stream(), BytesMut::new(), false);
    stream::unfold(start, move |(mut pieces, mut kept, is_over)| async move {
        if is_over {
            return None;
        }
        loop {
            let read = match pieces.next().await {
                None if kept.is_empty() => return None,
                None => return Some((Ok(kept.split().freeze()), (pieces, kept, true))),
                Some(piece) => piece.map_err(BodyError::from).and_then(|piece| {
                    count(&piece, of_run, of_message)?;
                    Ok(piece)
                }),
            };
            match read {
                Err(error) => return Some((Err(error), (pieces, kept, true))),
                Ok(piece) => {
                    let end = memchr::memrchr2(b'\n', b'\r', &piece).map(|at| kept.len() + at + 1);
                    kept.extend_from_slice(&piece);
                    if let Some(end) = end {
                        return Some((Ok(kept.split_to(end).freeze()), (pieces, kept, false)));
                    }
                }
            }
        }
    })
}
