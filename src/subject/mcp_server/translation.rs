//! What the host says in the words of the scenarios, in those of the server, and the other way round: the names of tools, their
//! arguments, what is asked, what a form is filled in with, and whether a tool has acted.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    content::{NothingToFillIn, content},
    manifest::{ServerManifest, ToolMapping},
};
use crate::{
    model::{
        json::{Map, Value, json},
        rpc::{Message, text},
    },
    system::mcp::{Tool, era::Era},
};

/// What stands before the result of a tool that has not acted, and begins with the word of one that has.
const NOT_ACTED: &str = "It has not acted:";

/// A line of the server.
pub struct Heard {
    /// As it stands in the stream: as the server wrote it, with a word before the result of a tool that has acted.
    pub shown: Value,
    /// As the host hears it.
    pub told: Value,
}

/// A call that is under way, or was.
#[derive(Clone, Debug)]
struct Call {
    id: Value,
    tool: Tool,
    arguments: Value,
    /// How much it has asked.
    asked: usize,
    is_open: bool,
}

/// Something that the server asks, in the words of the scenarios.
#[derive(Clone, Debug)]
struct Asked {
    tool: Tool,
    /// The message of the scenario's tool.
    message: String,
    form: Value,
    own_form: Value,
}

/// What the host and the server have said to each other.
#[derive(Clone, Debug, Default)]
pub struct Translation {
    era: Era,
    mappings: BTreeMap<Tool, ToolMapping>,
    /// The tools that it must list: it may keep from a client what would ask in a way that the client has not declared.
    needed: Vec<Tool>,
    /// The tools that the server has listed, by the names of the scenarios.
    found: BTreeSet<Tool>,
    calls: Vec<Call>,
    /// The calls that were answered with a task, by its id.
    tasks: BTreeMap<String, (Tool, Value)>,
    /// What is asked by requests, by the texts of their ids.
    asks: BTreeMap<String, Asked>,
    /// What is asked by results, by tools and keys.
    entries: BTreeMap<(Tool, String), Asked>,
}

impl Translation {
    /// For a run whose client declares these capabilities.
    pub fn new(era: Era, capabilities: &Value, manifest: &ServerManifest) -> Self {
        let mappings = manifest.claimed_tools().map(|tool| (tool, manifest.mapping(tool))).collect();
        let may_ask = |tool: &Tool| {
            let is_there = *tool != Tool::Job || era.has_tasks(capabilities);
            is_there && tool.mode().is_none_or(|mode| era.may_ask(mode, capabilities))
        };
        let needed = manifest.claimed_tools().filter(may_ask).collect();
        Self { era, mappings, needed, ..Self::default() }
    }

    /// A line of the host as the server is told it.
    ///
    /// # Errors
    /// If a content cannot be made.
    pub fn outgoing(&mut self, mut line: Value) -> Result<Value, NothingToFillIn> {
        match Message::read(&line) {
            Some(Message::Request { id, method, params }) if method == "tools/call" => {
                let Some(tool) = text(&params, "name").and_then(Tool::named) else { return Ok(line) };
                let arguments = params.get("arguments").cloned().unwrap_or_else(|| json!({}));
                if let Some(answers) = params["inputResponses"].as_object() {
                    let mut told = Map::new();
                    for (key, answer) in answers {
                        let asked = self.entries.get(&(tool, key.as_str().to_owned()));
                        told.insert(key.as_str().to_owned(), self.answer(asked, answer)?);
                    }
                    line["params"]["inputResponses"] = told.into();
                }
                if let Some(mapping) = self.mappings.get(&tool) {
                    line["params"]["name"] = mapping.name.clone().into();
                    if let Some(own) = &mapping.arguments {
                        line["params"]["arguments"] = filled(own, &arguments);
                    }
                }
                self.calls.push(Call { id, tool, arguments, asked: 0, is_open: true });
            }
            Some(Message::Request { id, method, params }) if method == "tasks/result" => {
                let task = text(&params, "taskId").and_then(|task| self.tasks.get(task)).cloned();
                if let Some((tool, arguments)) = task {
                    self.calls.push(Call { id, tool, arguments, asked: 0, is_open: true });
                }
            }
            Some(Message::Response { id, result: Some(answer) }) => {
                let asked = self.asks.get(&id.to_string());
                line["result"] = self.answer(asked, &answer)?;
            }
            Some(Message::Notification { method, params }) if method == "notifications/cancelled" => {
                self.calls
                    .iter_mut()
                    .filter(|call| call.id == params["requestId"])
                    .for_each(|call| call.is_open = false);
            }
            _ => {}
        }
        Ok(line)
    }

    /// An answer to what is asked, with the content that its form takes or does not take.
    fn answer(&self, asked: Option<&Asked>, answer: &Value) -> Result<Value, NothingToFillIn> {
        let mut answer = answer.clone();
        if let (Some(asked), Some(given)) = (asked, answer.get("content").cloned()) {
            let own = self.mappings.get(&asked.tool).map(|mapping| mapping.answers.as_slice()).unwrap_or_default();
            answer["content"] = content(&given, &asked.form, &asked.own_form, own)?;
        }
        Ok(answer)
    }

    /// A line of the server as it is shown, and as the host hears it.
    pub fn incoming(&mut self, line: Value) -> Heard {
        match Message::read(&line) {
            Some(Message::Request { id, method, params }) if method == "elicitation/create" => {
                let waits = |call: &&mut Call| call.is_open && call.asked < self.asks_of(call);
                // It is not said which call asks: the first of those that may.
                let call = self.calls.clone().iter_mut().position(|mut call| waits(&mut call));
                let call = call.or_else(|| self.calls.iter().position(|call| call.is_open));
                let Some(call) = call else { return Heard { told: line.clone(), shown: line } };
                let asked = self.asked(call, &params);
                let told = with_message(&line, "/params", &asked.message);
                self.asks.insert(id.to_string(), asked);
                Heard { shown: line, told }
            }
            Some(Message::Response { id, result: Some(result) }) => {
                let Some(call) = self.calls.iter().rposition(|call| call.id == id && call.is_open) else {
                    return Heard { told: self.listed(&line), shown: line };
                };
                self.calls[call].is_open = false;
                self.ended(call, &result, line)
            }
            Some(Message::Response { id, result: None }) => Heard { told: self.wanted_first(&id, &line), shown: line },
            _ => Heard { told: line.clone(), shown: line },
        }
    }

    /// An error that wants pages opened first, with the message of the scenario's tool on each of them.
    fn wanted_first(&mut self, id: &Value, line: &Value) -> Value {
        let mut told = line.clone();
        let Some(call) = self.calls.iter().rposition(|call| call.id == *id && call.is_open) else { return told };
        self.calls[call].is_open = false;
        let pages = line.pointer("/error/data/elicitations").and_then(Value::as_array).into_iter().flatten();
        for (number, page) in pages.enumerate() {
            let asked = self.asked(call, page);
            told = with_message(&told, &format!("/error/data/elicitations/{number}"), &asked.message);
        }
        told
    }

    /// How much the scenario's tool asks in this call.
    fn asks_of(&self, call: &Call) -> usize {
        call.tool.asks(&call.arguments, self.era).map_or(0, |asks| asks.len())
    }

    /// What a call asks next, with these params.
    fn asked(&mut self, call: usize, params: &Value) -> Asked {
        let Call { tool, arguments, asked, .. } = self.calls[call].clone();
        self.calls[call].asked += 1;
        let own = tool.asks(&arguments, self.era).unwrap_or_default();
        // What asks once more asks the same.
        let own = own.get(asked).or(own.last()).map(|(_, params)| params.clone()).unwrap_or_default();
        Asked {
            tool,
            message: text(&own, "message").unwrap_or_default().to_owned(),
            form: params["requestedSchema"].clone(),
            own_form: own["requestedSchema"].clone(),
        }
    }

    /// A call has a result: a round, or its end.
    fn ended(&mut self, call: usize, result: &Value, line: Value) -> Heard {
        let mut told = line.clone();
        let Call { tool, arguments, .. } = self.calls[call].clone();
        if let Some(task) = text(&result["task"], "taskId") {
            self.tasks.insert(task.to_owned(), (tool, arguments));
        }
        for (key, entry) in result["inputRequests"].as_object().into_iter().flatten() {
            let asked = self.asked(call, &entry["params"]);
            let place = format!("/result/inputRequests/{}/params", key.as_str().replace('~', "~0").replace('/', "~1"));
            told = with_message(&told, &place, &asked.message);
            self.entries.insert((tool, key.as_str().to_owned()), asked);
        }
        let Some(word) = tool.word().filter(|_| result.get("inputRequests").is_none()) else {
            return Heard { shown: line, told };
        };
        let content = result["content"].as_array();
        let begins_so =
            || content.and_then(|parts| text(parts.first()?, "text")).is_some_and(|said| said.starts_with(word));
        let before = match self.has_acted(tool, result) {
            Some(true) => word,
            // The word is its own, and says nothing.
            Some(false) if begins_so() => NOT_ACTED,
            Some(false) | None => return Heard { shown: line, told },
        };
        let mut parts = vec![json!({"type": "text", "text": before})];
        parts.extend(content.into_iter().flatten().cloned());
        // A server may tell all that it has to say in structure alone.
        if !content.into_iter().flatten().any(|part| text(part, "text").is_some())
            && let Some(told) = result.get("structuredContent")
        {
            parts.push(json!({"type": "text", "text": told.to_string()}));
        }
        let mut shown = line;
        shown["result"]["content"] = parts.into();
        Heard { told: shown.clone(), shown }
    }

    /// Whether a tool that stands for one of the scenarios has done what it asks about. `None` for one that says so itself.
    fn has_acted(&self, tool: Tool, result: &Value) -> Option<bool> {
        let mapping = self.mappings.get(&tool)?;
        match &mapping.acted {
            Some(piece) => Some(has_text(result, piece)),
            None if tool == Tool::Status && mapping.name != tool.name() => Some(result["isError"] != true),
            None => None,
        }
    }

    /// The name of a tool that the manifest claims, and that the server has not listed though this client can be asked by it.
    pub fn missing(&self) -> Option<&str> {
        let missing = self.needed.iter().find(|tool| !self.found.contains(tool))?;
        self.mappings.get(missing).map(|mapping| mapping.name.as_str())
    }

    /// A list of the server's tools, with those of the scenarios in the place of those that stand for them.
    fn listed(&mut self, line: &Value) -> Value {
        let Some(tools) = line.pointer("/result/tools").and_then(Value::as_array) else { return line.clone() };
        let stands_for = |(tool, mapping): (&Tool, &ToolMapping)| {
            let mut own = tools.iter().find(|own| text(own, "name") == Some(&mapping.name))?.clone();
            own["name"] = tool.name().into();
            Some((*tool, own))
        };
        let mut told = line.clone();
        let (found, listed): (Vec<Tool>, Vec<Value>) = self.mappings.iter().filter_map(stands_for).unzip();
        self.found.extend(found);
        told["result"]["tools"] = listed.into();
        told
    }
}

/// Whether a text of a value has this piece.
fn has_text(value: &Value, piece: &str) -> bool {
    match value {
        Value::String(text) => text.contains(piece),
        Value::Array(items) => items.iter().any(|item| has_text(item, piece)),
        Value::Object(members) => members.iter().any(|(_, member)| has_text(member, piece)),
        _ => false,
    }
}

/// A line with the scenario's message before that of the params at this place.
fn with_message(line: &Value, place: &str, message: &str) -> Value {
    let mut line = line.clone();
    if let Some(params) = line.pointer_mut(place).filter(|params| params.is_object()) {
        let own = text(params, "message").unwrap_or_default();
        if !own.contains(message) {
            params["message"] = format!("{message}\n{own}").trim_end().into();
        }
    }
    line
}

/// Arguments with those of the scenario's call in their texts.
fn filled(arguments: &Value, of_scenario: &Value) -> Value {
    match arguments {
        Value::String(written) => {
            let mut filled = written.to_string();
            for (name, value) in of_scenario.as_object().into_iter().flatten() {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                filled = filled.replace(&format!("{{{}}}", name.as_str()), &value);
            }
            filled.into()
        }
        Value::Array(items) => items.iter().map(|item| filled(item, of_scenario)).collect(),
        Value::Object(members) => {
            let members = members.iter().map(|(name, member)| (name.as_str().to_owned(), filled(member, of_scenario)));
            members.collect::<Map>().into()
        }
        other => other.clone(),
    }
}

#[cfg(test)]
#[path = "translation_tests.rs"]
mod tests;
