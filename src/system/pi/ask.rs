//! A call that waits for the user, and where it waits.

use super::{arguments::Arguments, dialogs::Dialogs, form::Form};
use crate::model::Op;

/// A call of `ask_user` that has no result yet.
#[derive(Clone, Debug, Hash)]
pub struct Ask {
    /// The place of the call in the model's answer.
    pub index: usize,
    /// The questions of the call.
    pub arguments: Arguments,
    /// Where the call waits.
    pub open: Open,
}

/// Where a call waits.
#[derive(Clone, Debug, Hash)]
pub enum Open {
    /// Behind another call.
    Queued,
    /// In a form on the terminal.
    Form(Op, Box<Form>),
    /// For this operation on its pending file.
    File(Op),
    /// With the client, under the id of the request.
    Client(Op, String),
    /// With the client, one dialog after another.
    Dialogs(Op, Box<Dialogs>),
}
