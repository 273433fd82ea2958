//! Requests beside those to the model: lists of models, counts of tokens, probes. Clients make them before or between their
//! turns, and no script has them. `auxiliary.json` has the answers.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::{
    llm::{Plan, WireRequest, wire::session_of},
    model::json::Value,
};

/// The answer to a request beside those to the model.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Endpoint {
    /// The method.
    method: String,
    /// The path, without a query. `*` stands for any text.
    path: String,
    /// The JSON that is answered, if any.
    body: Option<Value>,
}

static ENDPOINTS: LazyLock<Vec<Endpoint>> =
    LazyLock::new(|| serde_json::from_str(include_str!("auxiliary.json")).unwrap_or_default());

impl Endpoint {
    fn takes(&self, method: &str, path: &str) -> bool {
        let is_path = match self.path.split_once('*') {
            Some((begins, ends)) => path.strip_prefix(begins).is_some_and(|rest| rest.ends_with(ends)),
            None => path == self.path,
        };
        is_path && self.method == method
    }
}

/// The answer to `request`. `None` if it may be one to the model.
pub fn answer(request: &WireRequest) -> Option<Plan> {
    let (_, path) = session_of(&request.path);
    let endpoint = ENDPOINTS.iter().find(|endpoint| endpoint.takes(&request.method, path))?;
    Some(Plan::json(200, endpoint.body.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::ENDPOINTS;

    #[test]
    fn the_list_can_be_read() {
        assert!(ENDPOINTS.len() > 5);
    }
}
