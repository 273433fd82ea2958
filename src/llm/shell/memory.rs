//! The shell without a socket: frames go straight from the script to the decoder.

use std::hash::Hasher;

use super::{Delivery, ModelShell, Session, read_plan};
use crate::{
    llm::{Format, ShellError, encode_request},
    model::{ModelRequest, Op},
};

/// The shell without a socket.
#[derive(Debug, Default)]
pub struct Memory {
    session: Session,
    format: Format,
}

impl Memory {
    /// A shell that sends requests in `format`.
    pub fn new(format: Format) -> Self {
        Self { session: Session::default(), format }
    }
}

impl ModelShell for Memory {
    fn begin(&mut self, session: Session) {
        self.session = session;
    }

    fn exchange(&mut self, _: Op, request: &ModelRequest) -> Result<Delivery, ShellError> {
        let format = self.session.format(self.format);
        let plan = self.session.reply(encode_request(request, format));
        Ok(Delivery { events: read_plan(&plan, format, request.schema.is_some())?, after: plan.after })
    }

    fn fingerprint(&self, into: &mut dyn Hasher) {
        self.session.fingerprint(into);
    }

    fn finish(&mut self) -> Session {
        std::mem::take(&mut self.session)
    }
}
