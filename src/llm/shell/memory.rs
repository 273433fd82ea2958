//! No socket: the frames go straight from the script to the decoder.

use std::convert::Infallible;

use futures::{FutureExt, stream};

use super::{Delivery, Plan, Session, Transport, dropped, failure_of_status, read_body};
use crate::{
    llm::{Format, encode_request},
    model::ModelRequest,
};

/// The shell without a socket.
#[derive(Debug, Default)]
pub struct Memory {
    session: Session,
    format: Format,
}

impl Memory {
    /// A shell that asks in `format`.
    pub fn new(format: Format) -> Self {
        Self { session: Session::default(), format }
    }
}

impl Transport for Memory {
    fn begin(&mut self, session: Session) {
        self.session = session;
    }

    fn exchange(&mut self, request: &ModelRequest) -> Result<Delivery, String> {
        let format = self.session.format(self.format);
        let Plan { status, headers, frames, ending, after, .. } = self.session.reply(encode_request(request, format));
        let events = if ending.is_before_anything() {
            vec![dropped()]
        } else if status == 200 {
            let body = stream::iter(frames.into_iter().map(Ok::<_, Infallible>));
            read_body(body, format, request.schema.is_some()).now_or_never().ok_or("a body in memory never waits")?
        } else {
            let retry_after = headers.iter().find(|(name, _)| *name == "retry-after");
            vec![failure_of_status(status, retry_after.map(|(_, value)| value.as_str()))]
        };
        Ok(Delivery { events, after })
    }

    fn finish(&mut self) -> Session {
        std::mem::take(&mut self.session)
    }
}
