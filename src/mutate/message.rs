//! The messages that cross a machine's border, as a row reads and changes them.

use crate::model::json::{Value, json};

use super::{
    error::MessageError,
    input_or_effect::InputOrEffect,
    kind::On,
    place::{self, Place},
};
use crate::{
    model::Op,
    stage::What,
    system::{Input, InputKind, ModelEvent},
};

/// A message as its operation and its body.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Its variant.
    pub on: On,
    /// Its operation.
    pub op: Value,
    /// The body: the JSON of the stream without the operation.
    pub body: Value,
}

impl Message {
    /// The message that consists of `pieces`: a single piece, or the pieces of a whole call.
    pub fn of(on: On, pieces: &[What]) -> Self {
        if on.is_whole_call() {
            return whole_call(pieces);
        }
        let mut value = pieces.first().map(|what| json!(what)).unwrap_or_default();
        let variant = on.variant();
        let mut payload = value[on.side()][variant.name()].take();
        match (&mut payload, variant) {
            (Value::Array(both), _) if variant.has_op() && both.len() == 2 => {
                let (op, body) = (both.make_mut()[0].take(), both.make_mut()[1].take());
                Self { on, op, body }
            }
            (op, InputOrEffect::Input(InputKind::Fired)) => Self { on, op: op.take(), body: Value::Null },
            (body, _) => Self { on, op: Value::Null, body: body.take() },
        }
    }

    /// The values at a place of the message.
    pub fn at<'a>(&'a self, place: &Place) -> Vec<&'a Value> {
        match place {
            Place::Op if self.op.is_null() => Vec::new(),
            Place::Op => vec![&self.op],
            Place::Body(segments) => place::at(&self.body, segments),
        }
    }

    /// The message as it crosses the border. A whole call has two pieces.
    ///
    /// # Errors
    /// Why this is not a message.
    pub fn pieces(&self) -> Result<Vec<What>, MessageError> {
        if self.on.is_whole_call() {
            return self.call_pieces();
        }
        let variant = self.on.variant();
        let payload = match variant {
            InputOrEffect::Input(InputKind::Fired) => self.op.clone(),
            _ if variant.has_op() => json!([self.op, self.body]),
            _ => self.body.clone(),
        };
        read(&json!({(self.on.side()): {(variant.name()): payload}})).map(|what| vec![what])
    }

    fn call_pieces(&self) -> Result<Vec<What>, MessageError> {
        let op: Op =
            crate::model::json::from_value(self.op.clone()).map_err(|error| MessageError::Op(error.to_string()))?;
        let text = |name: &'static str| {
            let found = &self.body[name];
            found.as_str().map(str::to_owned).ok_or_else(|| MessageError::Call { name, found: found.clone() })
        };
        let arguments = match &self.body["arguments"] {
            Value::String(text) => text.to_string(),
            other => other.to_string(),
        };
        let events = [
            ModelEvent::Call { id: text("id")?.into(), name: text("name")?.into() },
            ModelEvent::Arguments(arguments.into()),
        ];
        Ok(events.into_iter().map(|event| What::Input(Input::Model(op, event))).collect())
    }
}

/// Reads a message of the stream.
///
/// # Errors
/// The mistake in it.
pub fn read(value: &Value) -> Result<What, MessageError> {
    crate::model::json::from_value(value.clone())
        .map_err(|error| MessageError::Unknown { mistake: error.to_string(), message: value.clone() })
}

/// The whole call that consists of `pieces`.
fn whole_call(pieces: &[What]) -> Message {
    let (mut op, mut body, mut arguments) = (Value::Null, json!({}), String::new());
    for piece in pieces {
        match piece {
            What::Input(Input::Model(of, ModelEvent::Call { id, name })) => {
                op = json!(of);
                body = json!({"id": id, "name": name});
            }
            What::Input(Input::Model(_, ModelEvent::Arguments(text))) => arguments.push_str(text),
            _ => {}
        }
    }
    body["arguments"] = serde_json::from_str(&arguments).unwrap_or(Value::from(arguments));
    Message { on: On::whole_call(), op, body }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{Message, On, read};

    #[rstest]
    #[case(json!({"input": {"begin": {"terminal": true}}}), "input/begin", json!(null), json!({"terminal": true}))]
    #[case(json!({"input": {"person": ["prompt#1", "cancel"]}}), "input/person/cancel", json!("prompt#1"), json!("cancel"))]
    #[case(json!({"input": {"model": ["request#1", {"text": "x"}]}}), "input/model/text", json!("request#1"), json!({"text": "x"}))]
    #[case(json!({"input": {"fired": "timer#1"}}), "input/fired", json!("timer#1"), json!(null))]
    #[case(json!({"effect": {"timer": ["timer#1", 7]}}), "effect/timer", json!("timer#1"), json!(7))]
    #[case(json!({"effect": {"cancel": ["call#1", "late"]}}), "effect/cancel", json!("call#1"), json!("late"))]
    #[case(json!({"effect": {"record": [1, 2]}}), "effect/record", json!(null), json!([1, 2]))]
    #[case(json!({"effect": {"turn": {"ended": "completed"}}}), "effect/turn/ended", json!(null), json!({"ended": "completed"}))]
    #[case(json!({"effect": {"exit": 3}}), "effect/exit", json!(null), json!(3))]
    fn a_message_is_taken_apart_and_put_together_again(
        #[case] written: Value,
        #[case] kind: &str,
        #[case] op: Value,
        #[case] body: Value,
    ) {
        let what = read(&written).unwrap();
        assert_eq!(On::kind_of(&what).to_string(), kind);
        let message = Message::of(On::of(&what), std::slice::from_ref(&what));
        assert_eq!((&message.op, &message.body), (&op, &body));
        assert_eq!(message.pieces(), Ok(vec![what]));
    }
}
