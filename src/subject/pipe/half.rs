//! The unfinished last line of a stream. If an adapter forgets a line break, the error can show this line.

use std::{
    io::{self, Read},
    sync::{Arc, Mutex, PoisonError},
};

/// The most bytes that are kept of an unfinished line.
const KEPT: usize = 480;

/// The bytes that were read after the last line break.
#[derive(Clone, Default)]
pub struct Half(Arc<Mutex<Vec<u8>>>);

impl Half {
    /// The unfinished line, if there is one.
    pub fn get(&self) -> Option<String> {
        let half = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&half);
        (!text.trim().is_empty()).then(|| text.into_owned())
    }

    fn take(&self, bytes: &[u8]) {
        let mut half = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // `contains` is quick, and most of what is read has a line break near its end.
        let rest = if bytes.contains(&b'\n') {
            half.clear();
            bytes.rsplit(|byte| *byte == b'\n').next().unwrap_or_default()
        } else {
            bytes
        };
        let kept = rest.len().min(KEPT.saturating_sub(half.len()));
        half.extend_from_slice(&rest[..kept]);
    }
}

/// A stream that keeps its unfinished line in a [`Half`].
pub struct Tap<R> {
    stream: R,
    half: Half,
}

impl<R> Tap<R> {
    /// Reads from `stream` and keeps the unfinished line in `half`.
    pub const fn new(stream: R, half: Half) -> Self {
        Self { stream, half }
    }
}

impl<R: Read> Read for Tap<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.stream.read(buffer)?;
        self.half.take(&buffer[..length]);
        Ok(length)
    }
}
