//! Side requests: those that an implementation makes for itself, such as one for a title of the conversation. They go to
//! an address of their own, and are answered at once with the same text. No run depends on them, and no scenario sees
//! them.

use crate::llm::{Plan, Wire, WireRequest, serve::Arrival};

/// The end of the address for side requests, behind the address of the model.
pub const PATH: &str = "/side";

/// Answers a side request, of whatever run. Returns any other request.
pub fn answer(arrival: Arrival) -> Option<Arrival> {
    let Some(path) = side_path(&arrival.request) else { return Some(arrival) };
    let plan = Plan::side(&WireRequest { path: path.to_owned(), ..arrival.request.clone() });
    // Sending fails if the client has hung up. Then no answer is needed.
    drop(arrival.reply.send(plan));
    None
}

/// The path of the wire, if this is a side request.
fn side_path(request: &WireRequest) -> Option<&str> {
    let (_, path) = request.path.strip_prefix('/')?.split_once(PATH)?;
    (request.method == "POST" && Wire::of_path(path).is_some()).then_some(path)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use rstest::rstest;

    use super::side_path;
    use crate::llm::WireRequest;

    #[rstest]
    #[case("POST", "/s1/side/v1/messages", Some("/v1/messages"))]
    #[case("POST", "/s1/side/v1/chat/completions", Some("/v1/chat/completions"))]
    #[case("GET", "/s1/side/v1/messages", None)]
    #[case("POST", "/s1/v1/messages", None)]
    #[case("POST", "/s1/side/v1/models", None)]
    fn a_side_request_is_told_by_its_path(#[case] method: &str, #[case] path: &str, #[case] expected: Option<&str>) {
        let request = WireRequest { method: method.to_owned(), path: path.to_owned(), body: Bytes::new() };
        assert_eq!(side_path(&request), expected);
    }
}
