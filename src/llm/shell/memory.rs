//! No socket: the frames go straight from the script to the decoder.

use std::convert::Infallible;

use futures::{FutureExt, stream};

use super::{Delivery, Plan, Session, Transport, dropped, failure_of_status, read_body};
use crate::{
    llm::{Ending, anthropic},
    model::ModelRequest,
};

/// The shell without a socket.
#[derive(Debug, Default)]
pub struct Memory {
    session: Session,
}

impl Transport for Memory {
    fn begin(&mut self, session: Session) {
        self.session = session;
    }

    fn exchange(&mut self, request: &ModelRequest) -> Result<Delivery, String> {
        let Plan { status, headers, frames, ending, after } = self.session.reply(anthropic::encode_request(request));
        let events = if ending == Ending::Dropped {
            vec![dropped()]
        } else if status == 200 {
            let body = stream::iter(frames.into_iter().map(Ok::<_, Infallible>));
            read_body(body, request.schema.is_some()).now_or_never().ok_or("a body in memory never waits")?
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
