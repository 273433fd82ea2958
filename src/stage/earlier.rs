//! A scenario that has an earlier part: the same subject first plays that part, and then the scenario itself.
//!
//! A mistake may show only the second time: after a call that was answered, cancelled or refused. So a scenario may come
//! after an earlier conversation. Its `Then`s read the scenario's own part alone, as if nothing had been before.

use std::{borrow::Cow, sync::Arc};

use super::{Observation, Played, Scenario, What};
use crate::{
    llm::script::Body,
    model::{Message, Millis, ModelRequest, Role},
    system::{Effect, Input},
};

impl Played {
    /// The run from the moment on when the scenario's own part begins, as if nothing had been before: times count from
    /// there, and nothing shows the messages, the records and the tools of the `earlier` part.
    pub fn own_part(&self, scenario: &Scenario) -> Cow<'_, Self> {
        let (Some(own), Some(earlier)) = (self.own_part, &scenario.earlier) else { return Cow::Borrowed(self) };
        let before = &self.events[..own.events];
        let cut = Cut { records: own.records, last_text: last_text(earlier), earlier };
        let begun = before.iter().filter(|event| matches!(event.what, What::Input(Input::Begin(_)))).take(1);
        let events = begun.chain(&self.events[own.events..]).map(|event| Observation {
            at_ms: Millis(event.at_ms.0.saturating_sub(own.at.0)),
            what: cut.what(&event.what, event.seq > 1),
            ..event.clone()
        });
        let parks = self.parks.iter().filter(|(seen, _)| *seen >= own.events);
        let parks = parks.map(|(seen, open)| (seen - own.events + 1, open.clone()));
        Cow::Owned(Self { events: events.collect(), parks: parks.collect(), own_part: None, ..self.clone() })
    }
}

/// The last text of the model in the scripts of `earlier`. It ends the earlier part of a conversation.
fn last_text(earlier: &Scenario) -> String {
    let replies = earlier.model.iter().flat_map(|exchange| &exchange.replies);
    let mut texts = replies.filter_map(|reply| match &reply.body {
        Body::Message { text, .. } => Some(text.clone()),
        _ => None,
    });
    texts.next_back().unwrap_or_default()
}

/// What belongs to the earlier part, and is cut off.
struct Cut<'a> {
    /// How many events the earlier part has stored.
    records: usize,
    /// The text of the model that ends the earlier part of a conversation.
    last_text: String,
    earlier: &'a Scenario,
}

impl Cut<'_> {
    fn what(&self, what: &What, is_again: bool) -> What {
        match what {
            What::Effect(Effect::Request(op, request)) => {
                What::Effect(Effect::Request(*op, Box::new(self.request(request))))
            }
            What::Input(Input::Begin(setup)) => {
                let mut setup = setup.clone();
                setup.tools.retain(|tool| !self.is_of_earlier(&tool.name));
                if is_again {
                    setup.stored.drain(..self.records.min(setup.stored.len()));
                }
                What::Input(Input::Begin(setup))
            }
            _ => what.clone(),
        }
    }

    fn request(&self, request: &ModelRequest) -> ModelRequest {
        let ends = |message: &Arc<Message>| {
            message.role == Role::Assistant && message.texts().any(|text| text == self.last_text)
        };
        let before = request.messages.iter().rposition(ends).map_or(0, |at| at + 1);
        let mut request = request.clone();
        request.messages = request.messages.skip(before);
        if request.tools.iter().any(|tool| self.is_of_earlier(&tool.name)) {
            let own = request.tools.iter().filter(|tool| !self.is_of_earlier(&tool.name));
            request.tools = own.cloned().collect();
        }
        request
    }

    fn is_of_earlier(&self, tool: &str) -> bool {
        self.earlier.tools.iter().any(|script| script.tool.name == tool)
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};

    use crate::{
        model::Millis,
        stage::{Observation, OwnPart, Played, Scenario, What},
    };

    fn scenario() -> Scenario {
        let earlier = json!({
            "system": "pi", "tools": [{"tool": {"name": "earlier_tool"}, "then": {"done": "ok"}}],
            "model": [{"expect": {"says": "a"}, "replies": [{"body": {"message": {"text": "the end"}}}]}]});
        crate::model::json::from_value(json!({"system": "pi", "earlier": earlier})).unwrap()
    }

    fn played(whats: Value, own_part: OwnPart) -> Played {
        let whats: Vec<What> = crate::model::json::from_value(whats).unwrap();
        let seen = |(seq, what): (u64, What)| Observation { seq, at_ms: Millis(seq * 10), lane: what.lane(), what };
        Played { events: (1..).zip(whats).map(seen).collect(), own_part: Some(own_part), ..Played::nothing() }
    }

    fn begin(stored: &Value) -> Value {
        json!({"input": {"begin": {"profile": "", "terminal": true, "argv": [], "config": [], "stored": stored,
            "tools": [{"name": "earlier_tool"}, {"name": "own"}]}}})
    }

    fn request(tools: &Value, messages: &Value) -> Value {
        json!({"effect": {"request": ["request#2", {"messages": messages, "tools": tools, "choice": "auto"}]}})
    }

    fn says(role: &str, text: &str) -> Value {
        json!({"role": role, "parts": [{"text": text}]})
    }

    /// The whole stream with an earlier part of three observations, and what is left of it.
    #[test]
    fn the_own_part_shows_nothing_of_the_earlier_one() {
        let tools = json!([{"name": "earlier_tool"}, {"name": "own"}]);
        let messages =
            json!([says("user", "a"), says("assistant", "the end"), says("user", "the end"), says("assistant", "own")]);
        let whole = json!([
            begin(&json!([])), {"effect": {"record": {"id": "1"}}}, {"effect": {"turn": "began"}},
            {"effect": {"record": {"id": "2"}}}, request(&tools, &messages), begin(&json!([{"id": "1"}, {"id": "2"}])),
        ]);
        let played = played(whole, OwnPart { events: 3, records: 1, at: Millis(30) });
        let own = played.own_part(&scenario());
        let times: Vec<(u64, u64)> = own.events.iter().map(|event| (event.seq, event.at_ms.0)).collect();
        assert_eq!(times, [(1, 0), (4, 10), (5, 20), (6, 30)]);
        let whats: Vec<Value> =
            own.events.iter().map(|event| crate::model::json::to_value(&event.what).unwrap()).collect();
        assert_eq!(whats[0].pointer("/input/begin/tools/0/name"), Some(&json!("own")));
        let asked = whats[2].pointer("/effect/request/1").unwrap();
        assert_eq!(asked["messages"], json!([says("user", "the end"), says("assistant", "own")]));
        assert_eq!(asked["tools"].as_array().map(|items| items.len()), Some(1));
        assert_eq!(whats[3].pointer("/input/begin/stored"), Some(&json!([{"id": "2"}])));
    }

    /// Without an earlier part, the run is read as it is.
    #[test]
    fn a_run_without_an_earlier_part_is_its_own() {
        let played = Played { own_part: None, ..played(json!([begin(&json!([]))]), OwnPart::default()) };
        assert_eq!(played.own_part(&scenario()).events, played.events);
    }
}
