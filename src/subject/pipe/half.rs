//! What is said without a line break at its end: so that who waits for a line can tell why none comes.

use std::{
    io::{self, Read},
    sync::{Arc, Mutex, PoisonError},
};

/// How much of it is kept, in bytes.
const KEPT: usize = 480;

/// What was read behind the last line break.
#[derive(Clone, Default)]
pub struct Half(Arc<Mutex<Vec<u8>>>);

impl Half {
    /// It, where there is any.
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

/// A stream that tells what was read of it behind the last line break.
pub struct Tap<R> {
    stream: R,
    half: Half,
}

impl<R> Tap<R> {
    /// Tells it to `half`.
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
