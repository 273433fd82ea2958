//! Visits every text in an effect, because each may contain a provenance marker.

use crate::model::json::Value;

use crate::{
    model::{ModelRequest, Part, ToolChoice, ToolDefinition},
    system::{Effect, FileOp},
};

/// Passes every text in a value to `take`, keys of objects included, in the order in which they are written.
pub fn of_value(value: &Value, take: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => take(text),
        Value::Array(items) => items.iter().for_each(|item| of_value(item, take)),
        Value::Object(members) => {
            for (key, value) in members {
                take(key);
                of_value(value, take);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The parts of a request that are the same as in the request before, and need not be visited again.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Shared {
    /// The number of messages at the beginning that are the same.
    pub messages: usize,
    /// Whether the tools are the same.
    pub tools: bool,
}

/// Passes every text in an effect to `take`. The `shared` parts of a request are skipped.
pub fn of_effect(effect: &Effect, shared: Shared, take: &mut impl FnMut(&str)) {
    match effect {
        Effect::Request(_, request) => of_request(request, shared, take),
        Effect::Call(_, call) => {
            take(&call.id);
            take(&call.name);
            of_value(&call.arguments, take);
            for (question, answer) in &call.answers {
                take(question);
                of_value(answer, take);
            }
        }
        Effect::Show(_, prompt) => {
            take(&prompt.text);
            prompt.offers.choices.iter().for_each(|choice| take(choice));
            prompt.request.iter().for_each(|request| of_value(request, take));
        }
        Effect::File(_, FileOp::Write { path, content, .. }) => {
            take(path);
            take(content);
        }
        Effect::File(_, FileOp::Read { path } | FileOp::Remove { path, .. }) => take(path),
        Effect::Record(record) => of_value(&record.0, take),
        Effect::Client(message) => of_value(message, take),
        Effect::Notice(text) => take(text),
        Effect::Timer(..) | Effect::Cancel(..) | Effect::Refuse(_) | Effect::Turn(_) | Effect::Exit(_) => {}
    }
}

fn of_request(request: &ModelRequest, shared: Shared, take: &mut impl FnMut(&str)) {
    let ModelRequest { model, system, messages, tools, choice, schema } = request;
    model.iter().chain(system).for_each(|text| take(text));
    for part in messages.iter().skip(shared.messages).flat_map(|message| &message.parts) {
        match part {
            Part::Text(text) | Part::Reasoning(text) => take(text),
            Part::Call { id, name, arguments } => {
                take(id);
                take(name);
                of_value(arguments, take);
            }
            Part::Result { id, content, .. } => {
                take(id);
                take(content);
            }
        }
    }
    tools.iter().filter(|_| !shared.tools).for_each(|tool| of_tool(tool, take));
    if let ToolChoice::Tool(name) = choice {
        take(name);
    }
    schema.iter().for_each(|schema| of_value(schema, take));
}

/// Passes every text in the definition of a tool to `take`.
pub fn of_tool(tool: &ToolDefinition, take: &mut impl FnMut(&str)) {
    let ToolDefinition { name, description, parameters } = tool;
    take(name);
    take(description);
    of_value(parameters, take);
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};

    use super::{Shared, of_effect, of_value};
    use crate::system::Effect;

    fn taken(value: Value) -> Vec<String> {
        let (mut of, mut effects) = (Vec::new(), Vec::new());
        of_value(&value, &mut |text| of.push(text.to_owned()));
        let effect: Effect = crate::model::json::from_value(value).unwrap();
        of_effect(&effect, Shared::default(), &mut |text| effects.push(text.to_owned()));
        assert!(effects.iter().all(|text| of.contains(text)), "{effects:?} in {of:?}");
        effects.retain(|text| text.contains('!'));
        of.retain(|text| text.contains('!'));
        assert_eq!(effects, of, "expected every text, in the order in which they are written");
        of
    }

    #[test]
    fn every_text_of_every_kind_of_effect_is_visited() {
        let parts = json!([{"text": "1!"}, {"reasoning": "2!"}, {"result": {"id": "3!", "content": "4!", "is_error": true}},
            {"call": {"id": "5!", "name": "6!", "arguments": {"7!": ["8!", 1, null]}}}]);
        let request = json!({"request": ["request#1", {"model": "m!", "system": "s!",
            "messages": [{"role": "user", "parts": parts}],
            "tools": [{"name": "n!", "description": "d!", "parameters": {"p!": true}}],
            "choice": {"tool": "t!"}, "schema": {"e!": "f!"}}]});
        assert_eq!(taken(request).len(), 16);
        let call = json!({"id": "1!", "name": "2!", "arguments": ["3!"], "answers": {"4!": "5!"}});
        assert_eq!(taken(json!({"call": ["call#1", call]})).len(), 5);
        let prompt = json!({"text": "1!", "offers": {"choices": ["2!", "3!"]}, "request": {"4!": "5!"}});
        assert_eq!(taken(json!({"show": ["prompt#1", prompt]})).len(), 5);
        assert_eq!(taken(json!({"file": ["file#1", {"write": {"path": "1!", "content": "2!"}}]})).len(), 2);
        assert_eq!(taken(json!({"file": ["file#1", {"read": {"path": "1!"}}]})).len(), 1);
        assert_eq!(taken(json!({"file": ["file#1", {"remove": {"path": "1!"}}]})).len(), 1);
        assert_eq!(taken(json!({"record": {"1!": {"2!": "3!"}}})).len(), 3);
        assert_eq!(taken(json!({"client": {"1!": {"2!": "3!"}}})).len(), 3);
        assert_eq!(taken(json!({"notice": "1!"})).len(), 1);
    }
}
