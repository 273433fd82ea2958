//! The state of a round, which the client sends back. It is sealed: a state that this server has not written does not open
//! (MCP-101), and one that is for another call is told from it (MCP-102).

use serde::{Deserialize, Serialize};

use crate::model::{
    json::{Map, Value, from_value, to_text},
    text::checksum,
};

/// What a seal is made with. A server that people use would draw it.
const KEY: &str = "hotseat-reference";

/// A state.
#[derive(Clone, Debug, Deserialize, Hash, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The number of its call, which may end once (MCP-104).
    pub number: u64,
    /// The tool, and the arguments of the call.
    pub tool: String,
    pub arguments: Value,
    /// What was answered in earlier rounds, by the key of its question.
    pub answers: Map,
}

impl State {
    /// The text that the client gets.
    pub fn sealed(&self) -> String {
        let body = to_text(self);
        format!("{}.{body}", seal(&body))
    }

    /// Reads what a client has sent. `None` if this server has not written it.
    pub fn opened(sent: &Value) -> Option<Self> {
        let (found, body) = sent.as_str()?.split_once('.')?;
        let is_sealed = found == seal(body);
        let body: Value = serde_json::from_str(body).ok().filter(|_| is_sealed)?;
        from_value(&body).ok()
    }
}

fn seal(body: &str) -> String {
    format!("{:08x}", checksum(&format!("{KEY}{body}{KEY}")))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::State;
    use crate::model::json::{Map, Value, json};

    fn state() -> State {
        let arguments = json!({"version": "1.4"});
        State { number: 3, tool: "deploy".to_owned(), arguments, answers: Map::new() }
    }

    #[test]
    fn a_state_opens_as_it_was_sealed() {
        assert_eq!(State::opened(&Value::from(state().sealed())), Some(state()));
        assert_eq!(State::opened(&json!(3)), None);
    }

    proptest! {
        /// MCP-101: changed in a character, cut, doubled or made up.
        #[test]
        fn a_state_that_was_changed_does_not_open(at in 0_usize..200, to in proptest::char::any()) {
            let sealed = state().sealed();
            let mut chars: Vec<char> = sealed.chars().collect();
            let at = at % chars.len();
            chars[at] = to;
            let changed: String = chars.iter().collect();
            prop_assume!(changed != sealed);
            prop_assert_eq!(State::opened(&Value::from(changed)), None);
            prop_assert_eq!(State::opened(&Value::from(chars[..at].iter().collect::<String>())), None);
            prop_assert_eq!(State::opened(&Value::from(format!("{sealed}{sealed}"))), None);
        }
    }
}
