//! Requests to the model that are under way.

use crate::{model::ModelRequest, system::Answer};

/// A request to the model, under way or about to be sent again.
#[derive(Clone, Debug)]
pub struct PendingRequest {
    pub purpose: Purpose,
    pub request: ModelRequest,
    /// How often it was sent again.
    pub retries: u32,
    pub answer: Answer,
}

/// What a request is for.
#[derive(Clone, Debug)]
pub enum Purpose {
    /// The turn itself.
    Turn,
    /// A tool's question: the index of its call in the batch.
    Inquiry(usize),
}
