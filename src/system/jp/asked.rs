//! Requests to the model that are under way, and what has arrived of their answers.

use serde_json::Value;

use crate::model::ModelRequest;

/// A request to the model, under way or about to be sent again.
#[derive(Clone, Debug)]
pub struct Asked {
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

/// What has arrived of an answer.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// What it reasoned on the way.
    pub reasoning: String,
    pub text: String,
    /// Id, tool, and the text of the arguments so far.
    pub calls: Vec<(String, String, String)>,
    pub data: Option<Value>,
}
