//! The client that hosts the subject, and the operator.

use std::hash::{Hash, Hasher};

use crate::model::json::{Map, Value};

use super::{Due, Killed, Seen};
use crate::{
    model::{Millis, Op, text::has_piece},
    stage::scenario::{ClientRule, Deed, OperatorRule, TimedLine, When},
    system::{ClientEvent, Effect, Input, Signal, Turn, Utterance},
};

/// A client that answers messages by rules. Each rule is used once.
pub struct Client(Vec<(ClientRule, bool)>);

impl Client {
    pub fn new(rules: &[ClientRule]) -> Self {
        Self(rules.iter().map(|rule| (rule.clone(), false)).collect())
    }

    pub fn hear(&mut self, message: &Value, due: &mut Vec<Due>) {
        let text = message.to_string();
        let fits = |rule: &ClientRule| {
            // A rule that answers with a field of the message does not fit a message without that field.
            let has = |name: &str| field(message, name).is_some();
            let is_meant =
                if is_word(&rule.message) { has_word(message, &rule.message) } else { has_piece(&text, &rule.message) };
            is_meant && rule.lines.iter().all(|timed| names(&timed.line).all(has))
        };
        if let Some((rule, used)) = self.0.iter_mut().find(|(rule, used)| !used && fits(rule)) {
            *used = true;
            for TimedLine { after_ms, line, frame } in &rule.lines {
                let line = filled(line, &|name| field(message, name));
                let events: Vec<ClientEvent> = match frame {
                    None => vec![ClientEvent::Line(line)],
                    Some(frame) => {
                        frame.pieces(&line).into_iter().map(|piece| ClientEvent::Written(piece.into())).collect()
                    }
                };
                due.extend(events.into_iter().map(|event| (Millis(*after_ms), Input::Client(event))));
            }
        }
    }

    pub fn fingerprint(&self, mut into: &mut dyn Hasher) {
        self.0.iter().for_each(|(_, used)| used.hash(&mut into));
    }

    pub fn left_over(&self) -> Vec<String> {
        let left = self.0.iter().filter(|(rule, used)| !used && !rule.optional);
        left.map(|(rule, _)| format!("the client waits for a message with {:?}", rule.message)).collect()
    }
}

/// Whether a text is a word of a protocol, such as the name of a method.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '/'))
}

/// Whether a text within a value has this word, and is no prose: a description of a tool may tell of a method, too.
fn has_word(value: &Value, word: &str) -> bool {
    match value {
        Value::String(text) => text.contains(word) && !text.contains(char::is_whitespace),
        Value::Array(items) => items.iter().any(|item| has_word(item, word)),
        Value::Object(members) => members.iter().any(|(_, member)| has_word(member, word)),
        _ => false,
    }
}

/// A field of a message: its own, or one of its params or its result where it is a message of JSON-RPC. With a condition, such as
/// `optionId where kind is allow_once`, the field of any object within the message that has that text in the other field. With
/// `taskId wherever it is`, that of the first object that has it. With `first key of properties`, the name of the first member of
/// that object, wherever it is. With `text of id`, the digits of a number. With `altered requestState`, a text with another letter
/// in its middle; with `cut`, without its last quarter; with `doubled`, said twice.
fn field(message: &Value, name: &str) -> Option<Value> {
    if let Some((name, condition)) = name.split_once(" where ") {
        let (key, text) = condition.split_once(" is ")?;
        return within(message, &|object| object.get(key).and_then(Value::as_str) == Some(text))?.get(name).cloned();
    }
    if let Some(name) = name.strip_suffix(" wherever it is") {
        return within(message, &|object| object.get(name).is_some())?.get(name).cloned();
    }
    if let Some(name) = name.strip_prefix("text of ") {
        return field(message, name).filter(Value::is_number).map(|number| number.to_string().into());
    }
    for (word, alter) in ALTERED {
        if let Some(name) = name.strip_prefix(word) {
            return field(message, name)?.as_str().map(|text| alter(text).into());
        }
    }
    if let Some(name) = name.strip_prefix("first key of ") {
        let members =
            within(message, &|object| object.get(name).is_some_and(Value::is_object))?.get(name)?.as_object()?;
        return members.iter().next().map(|(key, _)| key.as_str().into());
    }
    let within = |member: &str| message.get(member).and_then(|inner| inner.get(name));
    message.get(name).or_else(|| within("params")).or_else(|| within("result")).cloned()
}

/// A way to alter a text.
type Alter = fn(&str) -> String;

/// The ways to alter a text, each with the word before the name of the field.
const ALTERED: [(&str, Alter); 3] = [
    ("altered ", |text| {
        let middle = text.chars().count() / 2;
        let other = |c: char| if c == 'x' { 'y' } else { 'x' };
        text.chars().enumerate().map(|(at, c)| if at == middle { other(c) } else { c }).collect()
    }),
    ("cut ", |text| text.chars().take(text.chars().count() * 3 / 4).collect()),
    ("doubled ", |text| text.repeat(2)),
];

/// The first object within a value that fits.
fn within<'v>(value: &'v Value, fits: &impl Fn(&Value) -> bool) -> Option<&'v Value> {
    match value {
        Value::Array(items) => items.iter().find_map(|item| within(item, fits)),
        Value::Object(_) if fits(value) => Some(value),
        Value::Object(members) => members.iter().find_map(|(_, member)| within(member, fits)),
        _ => None,
    }
}

/// The fields of the message that members of `line` refer to: `requestId` if a member is `<requestId>`. References to
/// stored values, such as `<id#2>`, are left out.
fn names(line: &Value) -> impl Iterator<Item = &str> {
    let members = line.as_object().into_iter().flat_map(Map::values);
    members.filter_map(|member| name_in(member.as_str()?)).filter(|name| !name.contains('#'))
}

fn name_in(text: &str) -> Option<&str> {
    text.strip_prefix('<')?.strip_suffix('>')
}

/// `line`, with every text and every member's name such as `<requestId>` replaced by the value of that name, if there is one.
fn filled(line: &Value, value: &impl Fn(&str) -> Option<Value>) -> Value {
    match line {
        Value::String(text) => name_in(text).and_then(value).unwrap_or_else(|| line.clone()),
        Value::Array(items) => items.iter().map(|item| filled(item, value)).collect(),
        Value::Object(members) => {
            let key = |key: &str| name_in(key).and_then(value).and_then(|key| key.as_str().map(str::to_owned));
            // What is copied under its own name is left out where the message has no such field.
            let is_missing =
                |name: &str, member: &Value| member.as_str().and_then(name_in) == Some(name) && value(name).is_none();
            let members = members.iter().filter(|(name, member)| !is_missing(name.as_str(), member));
            let members = members.map(|(name, member)| {
                (key(name.as_str()).unwrap_or_else(|| name.as_str().to_owned()), filled(member, value))
            });
            members.collect::<Map>().into()
        }
        _ => line.clone(),
    }
}

/// Fills in ids that the subject created, such as `<id#2>`. They are known only when the line is sent.
pub fn with_stored<'a>(input: Input, stored: impl Iterator<Item = &'a Value> + Clone) -> Input {
    match input {
        Input::Client(ClientEvent::Line(line)) => {
            let value = |name: &str| stored_value(stored.clone(), name);
            Input::Client(ClientEvent::Line(filled(&line, &value)))
        }
        other => other,
    }
}

/// The value of the name `id#2`: the second different value of the field `id` in the records so far.
pub fn stored_value<'a>(stored: impl Iterator<Item = &'a Value>, name: &str) -> Option<Value> {
    let (field, number) = name.split_once('#')?;
    let number: usize = number.parse().ok()?;
    let mut values: Vec<&Value> = Vec::new();
    for value in stored.filter_map(|record| record.get(field)) {
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values.get(number.checked_sub(1)?).copied().cloned()
}

/// A prompt that no subject shows: it would be the last of very many.
pub const NEVER_SHOWN: Op = Op::Prompt(999);

/// The operator, who acts by rules. Each rule is used once.
pub struct Operator(Vec<(OperatorRule, bool)>);

impl Operator {
    pub fn new(rules: &[OperatorRule]) -> Self {
        Self(rules.iter().map(|rule| (rule.clone(), false)).collect())
    }

    /// The inputs that are due from the start. A scenario has no kill at the start.
    pub fn start(&mut self) -> Vec<Due> {
        let mut seen = Seen::default();
        self.fire(|when| matches!(when, When::Start), &mut seen);
        seen.due
    }

    /// Fires the rules that fit an effect. Of several rules for `Ended` or `Paused`, only the first one fires, and
    /// those that belong to its moment. So the user's messages follow turn by turn.
    pub fn see(&mut self, effect: &Effect, seen: &mut Seen) {
        match effect {
            Effect::Show(_, prompt) => {
                self.fire(|when| matches!(when, When::Prompt(piece) if prompt.shows(piece)), seen);
            }
            Effect::Request(_, request) => {
                let text = request.last_text();
                self.fire(|when| matches!(when, When::Request(piece) if text.contains(piece)), seen);
            }
            Effect::Call(_, call) => self.fire(|when| matches!(when, When::Call(name) if *name == call.name), seen),
            Effect::Client(message) => {
                let text = message.to_string();
                self.fire(|when| matches!(when, When::Client(piece) if has_piece(&text, piece)), seen);
            }
            Effect::Record(record) if self.waits_for_records() => {
                let text = record.0.to_string();
                self.fire(|when| matches!(when, When::Stored(piece) if text.contains(piece)), seen);
            }
            Effect::Turn(Turn::Paused) => self.fire_first(|when| matches!(when, When::Paused), seen),
            Effect::Turn(Turn::Ended(_)) => self.fire_first(|when| matches!(when, When::Ended), seen),
            Effect::Turn(Turn::Began)
            | Effect::File(..)
            | Effect::Timer(..)
            | Effect::Cancel(..)
            | Effect::Record(_)
            | Effect::Refuse(_)
            | Effect::Notice(_)
            | Effect::Exit(_) => {}
        }
    }

    /// Whether a record must be written as a text, to find a piece in it.
    fn waits_for_records(&self) -> bool {
        self.0.iter().any(|(rule, used)| !used && matches!(rule.when, When::Stored(_)))
    }

    fn fire(&mut self, fits: impl Fn(&When) -> bool, seen: &mut Seen) {
        for (rule, used) in self.0.iter_mut().filter(|(rule, used)| !used && fits(&rule.when)) {
            // A subject dies only once. Another kill waits for the next moment that fits.
            if seen.killed.is_some() && rule.after_ms == 0 && matches!(rule.does, Deed::Kill | Deed::Restart) {
                continue;
            }
            *used = true;
            rule.fire(seen);
        }
    }

    fn fire_first(&mut self, fits: impl Fn(&When) -> bool, seen: &mut Seen) {
        let Some(first) = self.0.iter().position(|(rule, used)| !used && fits(&rule.when)) else { return };
        let moment = self.0[first..].iter_mut().enumerate().take_while(|(at, (rule, _))| *at == 0 || rule.too);
        for (_, (rule, used)) in moment {
            *used = true;
            rule.fire(seen);
        }
    }

    pub fn fingerprint(&self, mut into: &mut dyn Hasher) {
        self.0.iter().for_each(|(_, used)| used.hash(&mut into));
    }

    pub fn left_over(&self) -> Vec<String> {
        let left = self.0.iter().filter(|(rule, used)| !used && !rule.optional);
        left.map(|(rule, _)| format!("the operator waits {} {}", rule.when.words(), rule.does.words())).collect()
    }
}

impl When {
    /// The moment in words, to follow `waits`.
    fn words(&self) -> String {
        match self {
            Self::Start => "for the start".to_owned(),
            Self::Prompt(piece) => format!("for a prompt with {piece:?}"),
            Self::Client(piece) => format!("for a message to the client with {piece:?}"),
            Self::Request(piece) => format!("for a request whose last text has {piece:?}"),
            Self::Call(name) => format!("for an execution of {name:?}"),
            Self::Stored(piece) => format!("for a record with {piece:?}"),
            Self::Paused => "for the turn to pause".to_owned(),
            Self::Ended => "for the turn to end".to_owned(),
        }
    }
}

impl Deed {
    /// The deed in words, to follow the moment.
    fn words(&self) -> String {
        match self {
            Self::Says(text) => format!("to say {text:?}"),
            Self::Signal(Signal::Interrupt) => "to send SIGINT".to_owned(),
            Self::Signal(Signal::Terminate) => "to send SIGTERM".to_owned(),
            Self::Signal(Signal::Quit) => "to send SIGQUIT".to_owned(),
            Self::Stray(_) => "to act at a prompt that was never shown".to_owned(),
            Self::Kill => "to kill the subject".to_owned(),
            Self::Restart => "to restart the subject".to_owned(),
            Self::Attaches => "to attach a client".to_owned(),
            Self::Leaves => "to detach the client".to_owned(),
            Self::Line(line) => format!("to let the client send {line}"),
        }
    }
}

impl OperatorRule {
    fn fire(&self, seen: &mut Seen) {
        let after = Millis(self.after_ms);
        match &self.does {
            Deed::Says(text) => seen.due.push((after, Input::Says(Utterance(text.as_str().into())))),
            Deed::Signal(signal) => seen.due.push((after, Input::Signal(*signal))),
            Deed::Stray(act) => seen.due.push((after, Input::Person(NEVER_SHOWN, act.clone()))),
            Deed::Attaches => seen.due.push((after, Input::Client(ClientEvent::Attached))),
            Deed::Leaves => seen.due.push((after, Input::Client(ClientEvent::Gone))),
            Deed::Line(line) => seen.due.push((after, Input::Client(ClientEvent::Line(line.clone())))),
            Deed::Kill => seen.kill(after, Killed::ForGood),
            Deed::Restart => seen.kill(after, Killed::ToRestart),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::Client;
    use crate::{
        stage::scenario::ClientRule,
        system::{ClientEvent, Input},
    };

    /// A message without the field that the answer refers to is not a request.
    #[rstest]
    #[case::it_asks(json!({"requestId": "r", "text": "Which?"}), &json!({"to": "<requestId>"}), 1)]
    #[case::it_tells(json!({"type": "tool_start", "text": "Which?"}), &json!({"to": "<requestId>"}), 0)]
    #[case::by_what_is_stored(json!({"text": "Which?"}), &json!({"to": "<id#2>"}), 1)]
    #[case::in_an_answer(json!({"text": "Which?"}), &json!({"answers": ["<b>"]}), 1)]
    #[case::another(json!({"requestId": "r", "text": "What?"}), &json!({"to": "<requestId>"}), 0)]
    fn a_message_is_answered_with_its_fields(#[case] message: Value, #[case] line: &Value, #[case] expected: usize) {
        let rule: ClientRule =
            crate::model::json::from_value(json!({"message": "Which?", "lines": [{"line": line}]})).unwrap();
        let (mut client, mut due) = (Client::new(&[rule]), Vec::new());
        client.hear(&message, &mut due);
        assert_eq!((due.len(), client.left_over().len()), (expected, 1 - expected));
    }

    /// A description may name a method without being a message of it.
    #[rstest]
    #[case::the_method(json!({"id": 7, "method": "elicitation/create"}), 1)]
    #[case::the_method_at_its_end(json!({"id": 7, "method": "x/elicitation/create"}), 1)]
    #[case::prose(json!({"id": 7, "result": {"instructions": "It asks by elicitation/create."}}), 0)]
    #[case::another_method(json!({"id": 7, "method": "roots/list"}), 0)]
    fn a_word_of_a_protocol_is_not_looked_for_in_prose(#[case] message: Value, #[case] expected: usize) {
        let line = json!({"line": {"id": "<id>"}});
        let rule = json!({"message": "elicitation/create", "lines": [line]});
        let (mut client, mut due) = (Client::new(&[crate::model::json::from_value(&rule).unwrap()]), Vec::new());
        client.hear(&message, &mut due);
        assert_eq!(due.len(), expected);
    }

    /// Where a field of the message stands in the answer: as a value, and as the name of a member.
    #[rstest]
    #[case::a_field(json!({"id": "<id>"}), json!({"id": 7}))]
    #[case::the_text_of_a_number(json!({"id": "<text of id>"}), json!({"id": "7"}))]
    #[case::by_another_field(json!({"pick": "<id where kind is right>"}), json!({"pick": "b"}))]
    #[case::deep_within(
        json!({"to": "<way wherever it is>"}), json!({"to": {"type": "string"}}))]
    #[case::the_name_of_a_member(json!({"content": {"<first key of properties>": "left"}}), json!({"content": {"way": "left"}}))]
    #[case::a_member_that_is_not_there(json!({"<first key of fields>": 1}), json!({"<first key of fields>": 1}))]
    fn a_field_stands_where_the_answer_names_it(#[case] line: Value, #[case] expected: Value) {
        let rule: ClientRule =
            crate::model::json::from_value(&json!({"message": "Which?", "lines": [{"line": line}]})).unwrap();
        let (mut client, mut due) = (Client::new(&[rule]), Vec::new());
        let schema = json!({"properties": {"way": {"type": "string"}, "note": {"type": "string"}}});
        let options = json!([{"kind": "left", "id": "a"}, {"kind": "right", "id": "b"}]);
        let message = json!({"id": 7, "params": {"message": "Which?", "schema": schema, "options": options}});
        client.hear(&message, &mut due);
        let [(_, Input::Client(ClientEvent::Line(written)))] = &due[..] else { panic!("one line") };
        assert_eq!(*written, expected);
    }
}
