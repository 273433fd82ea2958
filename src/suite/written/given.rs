//! The Givens: what the run begins with.

use super::{
    line::{Arg, Line},
    model::{TRUNCATED, fault},
    writer::{Lacking, Writer},
};
use crate::{
    model::json::{Map, Value, json},
    stage::{
        Obstacle,
        scenario::{ToolEnd, ToolScript},
    },
    suite::later,
    system::Layer,
};

impl Writer<'_> {
    /// Everything that stands before the story.
    pub(super) fn givens(&mut self, secrets: usize) -> Result<(), Lacking> {
        self.surroundings()?;
        for index in self.draft.scenario.config.len()..self.target.config.len() {
            self.layer(index)?;
        }
        if !self.target.stored.is_empty() {
            let records = Value::Array(self.target.stored.iter().cloned().collect());
            self.given("a stored conversation:", [Arg::Json(records)])?;
        }
        for index in 0..self.target.tools.len() {
            self.tool(index)?;
        }
        self.files()?;
        self.wire()?;
        for secret in &self.target.secrets[..secrets] {
            self.given("the secret {string}", [Arg::text(secret)])?;
        }
        let target = self.target;
        if target.earlier != self.draft.scenario.earlier {
            let step = [Line::given(later::STEP, [])];
            if !self.add(&step, |draft| draft.scenario.earlier == target.earlier) {
                return Err(Lacking::Earlier);
            }
        }
        Ok(())
    }

    /// A line that needs no check of what it builds.
    fn given(&mut self, expression: &str, args: impl Into<Vec<Arg>>) -> Result<(), Lacking> {
        let is_added = self.add(&[Line::given(expression, args)], |_| true);
        if is_added { Ok(()) } else { Err(Lacking::Other) }
    }

    fn surroundings(&mut self) -> Result<(), Lacking> {
        let target = self.target;
        if self.draft.scenario.system != target.system {
            self.given("the system {string}", [Arg::text(&target.system)])?;
        }
        if !target.profile.is_empty() {
            self.given("the profile {string}", [Arg::text(&target.profile)])?;
        }
        self.given(if target.terminal { "a terminal" } else { "no terminal" }, [])?;
        if !target.argv.is_empty() {
            let words = target.argv.iter().map(|word| Value::from(word.as_str())).collect();
            let ways = [
                vec![Line::given("the command line {string}", [Arg::text(target.argv.join(" "))])],
                vec![Line::given("the command line has the words {}", [Arg::Json(Value::Array(words))])],
            ];
            if !self.add_first_of(&ways, |draft| draft.scenario.argv == target.argv) {
                return Err(Lacking::Other);
            }
        }
        Ok(())
    }

    fn layer(&mut self, index: usize) -> Result<(), Lacking> {
        let target = self.target;
        let value = &target.config[index].value;
        let whole = |expression| vec![Line::given(expression, [Arg::Json(value.clone())])];
        let mut ways = Vec::new();
        if let Some((path, value)) = setting(value) {
            ways.push(vec![Line::given("the setting {string} is {}", [Arg::Text(path), Arg::Json(value)])]);
        }
        ways.extend([whole("the user's configuration:"), whole("the command line's configuration:")]);
        let is_said = |layers: &[Layer]| layers == &target.config[..=index];
        let is_added = self.add_first_of(&ways, |draft| is_said(&draft.scenario.config));
        if is_added { Ok(()) } else { Err(Lacking::Config(index)) }
    }

    fn tool(&mut self, index: usize) -> Result<(), Lacking> {
        let target = self.target;
        let script = &target.tools[index];
        let name = || Arg::text(&script.tool.name);
        let lacking = Err(Lacking::Tool(index));
        if self.draft.scenario.tools.len() <= index {
            let line = match &script.then {
                ToolEnd::Done(text) if text == "ok" => Line::given("a tool {string}", [name()]),
                ToolEnd::Done(text) => Line::given("a tool {string} that returns {string}", [name(), Arg::text(text)]),
                ToolEnd::Error(text) => {
                    Line::given("a tool {string} that fails with {string}", [name(), Arg::text(text)])
                }
                ToolEnd::Panicked => Line::given("a tool {string} that ends without a word", [name()]),
                ToolEnd::Told => Line::given("a tool {string} that repeats what it is told", [name()]),
            };
            if !self.add(&[line], |draft| draft.scenario.tools.len() == index + 1) {
                return lacking;
            }
        }
        let of =
            move |scripts: &[ToolScript], holds: &dyn Fn(&ToolScript) -> bool| scripts.get(index).is_some_and(holds);
        if self.draft.scenario.tools[index].tool != script.tool {
            let mut fields = Map::new();
            fields.insert("description", Value::from(script.tool.description.as_str()));
            if *script.tool.parameters != *self.draft.scenario.tools[index].tool.parameters {
                fields.insert("parameters", Value::clone(&script.tool.parameters));
            }
            let line =
                Line::given("the tool {string} is described with {}", [name(), Arg::Json(Value::Object(fields))]);
            if !self.add(&[line], |draft| of(&draft.scenario.tools, &|found| found.tool == script.tool)) {
                return lacking;
            }
        }
        for number in self.draft.scenario.tools[index].asks.len()..script.asks.len() {
            let ways = self.question_ways(&script.tool.name, &script.asks[number]);
            let is_said = |found: &ToolScript| found.asks == script.asks[..=number];
            if !self.add_first_of(&ways, |draft| of(&draft.scenario.tools, &is_said)) {
                return lacking;
            }
        }
        for (call, question) in script.asks_in_call.iter().flat_map(|(id, asks)| asks.iter().map(move |ask| (id, ask)))
        {
            let args = [Arg::text(call), name(), Arg::Json(question.clone())];
            self.add(&[Line::given("in the call {string} the tool {string} asks:", args)], |_| true);
        }
        if script.insists != 0 {
            let args = [name(), Arg::number(script.insists.into())];
            self.add(&[Line::given("the tool {string} asks its first question {int} times", args)], |_| true);
        }
        for question in &script.asks_then {
            let args = [name(), Arg::Json(question.clone())];
            self.add(&[Line::given("once that is answered, the tool {string} asks:", args)], |_| true);
        }
        if script.after_ms != 0 {
            self.add(
                &[Line::given("the tool {string} takes {int} ms", [name(), Arg::number(script.after_ms)])],
                |_| true,
            );
        }
        if self.draft.scenario.tools.get(index) == Some(script) { Ok(()) } else { lacking }
    }

    /// The ways to say a question of the tool `name`: in words, where its family of systems has some, and as it is.
    fn question_ways(&self, name: &str, question: &Value) -> Vec<Vec<Line>> {
        let whole = vec![Line::given("the tool {string} asks:", [Arg::text(name), Arg::Json(question.clone())])];
        let in_words = in_words(name, question).filter(|lines| lines.iter().all(|line| self.is_of_family(line)));
        in_words.into_iter().chain([whole]).collect()
    }

    fn files(&mut self) -> Result<(), Lacking> {
        let target = self.target;
        for (path, text) in &target.files {
            let mut ways = Vec::new();
            if let Some(value) = compact(text) {
                ways.push(vec![Line::given("a file {string} with the JSON {}", [Arg::text(path), Arg::Json(value)])]);
            }
            ways.push(vec![Line::given("a file {string} with:", [Arg::text(path), Arg::Doc(text.clone())])]);
            if !self.add_first_of(&ways, |draft| draft.scenario.files.get(path) == Some(text)) {
                return Err(Lacking::Other);
            }
        }
        for (path, text) in &target.files_meanwhile {
            if self.draft.scenario.files_meanwhile.contains_key(path) {
                continue;
            }
            let lacking = || Lacking::FileMeanwhile(path.clone());
            let value = compact(text).ok_or_else(lacking)?;
            let line = Line::given(
                "another process writes the file {string} once it was looked for, with the JSON {}",
                [Arg::text(path), Arg::Json(value)],
            );
            if !self.add(&[line], |draft| draft.scenario.files_meanwhile.get(path) == Some(text)) {
                return Err(lacking());
            }
        }
        for (path, obstacle) in &target.obstacles {
            let path = Arg::text(path);
            match obstacle {
                Obstacle::Folder => self.given("a folder {string}", [path])?,
                Obstacle::Bytes => self.given("a file {string} that is no text", [path])?,
                Obstacle::Link(to) => self.given("a link {string} to {string}", [path, Arg::text(to)])?,
            }
        }
        Ok(())
    }

    fn wire(&mut self) -> Result<(), Lacking> {
        if let Some(wire) = self.target.wire {
            self.given("the wire is {string}", [Arg::text(wire.word())])?;
        }
        if self.draft.scenario.streamed == self.target.streamed {
            return Ok(());
        }
        // The step for a stream that breaks off says that it is one.
        let mut replies = self.target.model.iter().flat_map(|exchange| &exchange.replies);
        let breaks_off = replies.any(|reply| fault(&reply.body).is_some_and(|words| words == TRUNCATED));
        match self.target.streamed {
            Some(true) if !breaks_off => self.given("the model's replies are streamed", []),
            Some(false) => self.given("the model's replies are not streamed", []),
            _ => Ok(()),
        }
    }
}

/// The dotted path and the value of a layer that sets one value.
fn setting(layer: &Value) -> Option<(String, Value)> {
    let mut keys = Vec::new();
    let mut value = layer;
    while let Value::Object(members) = value
        && let [(key, inner)] = &members.iter().collect::<Vec<_>>()[..]
    {
        keys.push(key.as_str());
        value = inner;
    }
    (!keys.is_empty()).then(|| (keys.join("."), value.clone()))
}

/// The JSON that is written as this text, if there is some: an object or a list.
fn compact(text: &str) -> Option<Value> {
    let value: Value = serde_json::from_str(text).ok()?;
    let written = value.to_string();
    ((value.is_object() || value.is_array()) && written == text).then_some(value)
}

/// The lines that say a question in words.
fn in_words(tool: &str, question: &Value) -> Option<Vec<Line>> {
    let members = question.as_object()?;
    let text_of = |name: &str| question[name].as_str().map(Arg::text);
    let (id, text) = (text_of("id")?, text_of("text")?);
    let (tool, answer) = (Arg::text(tool), &question["answer_type"]);
    let kind = answer["type"].as_str()?.to_owned();
    let first = if *answer == json!({"type": kind}) {
        let args = [tool, Arg::Word(kind), text, id];
        Line::given("the tool {string} asks the {word} question {string} as {string}", args)
    } else {
        let args = [tool, text, id, Arg::Json(answer["options"].clone())];
        Line::given("the tool {string} asks the question {string} as {string} between {}", args)
    };
    let more = members.iter().filter(|(name, _)| !["id", "text", "answer_type"].contains(&name.as_str()));
    let more = more.map(|(name, value)| {
        Line::given("its question has {word} set to {}", [Arg::Word(name.to_string()), Arg::Json(value.clone())])
    });
    Some([first].into_iter().chain(more).collect())
}
