//! The host's tools, and the file system in memory.

use std::{
    collections::BTreeMap,
    hash::{Hash, Hasher},
};

use crate::model::json::{Text, Value};

use super::Due;
use crate::{
    model::{Millis, Op},
    stage::{
        Obstacle,
        scenario::{ToolEnd, ToolScript},
    },
    system::{FileEvent, FileFailure, FileOp, Input, ToolCall, ToolEvent},
};

/// The host's tools. An execution asks its first unanswered question, or ends.
pub struct Tools<'a> {
    scripts: BTreeMap<&'a str, &'a ToolScript>,
    /// The number of executions of each call, by the id of the call.
    executed: BTreeMap<Text, u32>,
    /// The number of questions of `asks_then` that each call has asked.
    asked_then: BTreeMap<Text, usize>,
}

impl<'a> Tools<'a> {
    /// The tools of `scripts`.
    pub fn new(scripts: &'a [ToolScript]) -> Self {
        let by_name = |script: &'a ToolScript| (script.tool.name.as_str(), script);
        Self { scripts: scripts.iter().map(by_name).collect(), executed: BTreeMap::new(), asked_then: BTreeMap::new() }
    }

    pub(super) fn fingerprint(&self, mut into: &mut dyn Hasher) {
        self.executed.hash(&mut into);
        self.asked_then.hash(&mut into);
    }

    /// The result of an execution, and when it is due.
    pub fn execute(&mut self, op: Op, call: &ToolCall) -> Due {
        let Some(script) = self.scripts.get(call.name.as_str()) else {
            let message = format!("the scenario has no tool {:?}", call.name);
            return (Millis::default(), Input::Tool(op, ToolEvent::Error(message.into())));
        };
        let executed = self.executed.entry(call.id.clone()).or_default();
        *executed += 1;
        let insists = *executed <= script.insists;
        let asks = script.asks_in_call.get(call.id.as_str()).unwrap_or(&script.asks);
        let unanswered = |question: &&Value| {
            let id = question.get("id").and_then(Value::as_str);
            insists || id.is_none_or(|id| !call.answers.contains_key(id))
        };
        let asked_then = self.asked_then.entry(call.id.clone()).or_default();
        let then_asks = || script.asks_then.get(*asked_then).inspect(|_| *asked_then += 1);
        let event = match (asks.iter().find(unanswered).or_else(then_asks), &script.then) {
            (Some(question), _) => ToolEvent::Asks(question.clone()),
            (None, ToolEnd::Done(content)) => ToolEvent::Done(content.as_str().into()),
            (None, ToolEnd::Error(message)) => ToolEvent::Error(message.as_str().into()),
            (None, ToolEnd::Panicked) => ToolEvent::Panicked,
            (None, ToolEnd::Told) => ToolEvent::Done(Value::from(call.answers.clone()).to_string().into()),
        };
        (Millis(script.after_ms), Input::Tool(op, event))
    }
}

/// The contents of files, by path.
fn contents(files: &BTreeMap<String, String>) -> BTreeMap<String, Text> {
    files.iter().map(|(path, content)| (path.clone(), content.into())).collect()
}

/// The file system, in memory.
#[derive(Default, Hash)]
pub struct Files {
    files: BTreeMap<String, Text>,
    obstacles: BTreeMap<String, Obstacle>,
    /// Files that another process writes after the subject has looked for them.
    meanwhile: BTreeMap<String, Text>,
}

impl Files {
    /// A folder with these files and obstacles, by path.
    pub fn new(files: &BTreeMap<String, String>, obstacles: BTreeMap<String, Obstacle>) -> Self {
        Self { files: contents(files), obstacles, meanwhile: BTreeMap::new() }
    }

    /// Adds files that another process writes. Each one appears after the subject has looked for it and found nothing.
    pub fn meanwhile(self, meanwhile: &BTreeMap<String, String>) -> Self {
        Self { meanwhile: contents(meanwhile), ..self }
    }

    /// The files that are there: their paths and contents.
    pub fn contents(&self) -> BTreeMap<String, String> {
        self.files.iter().map(|(path, content)| (path.clone(), content.to_string())).collect()
    }

    /// The result of a file operation.
    pub fn settle(&mut self, op: Op, file: &FileOp) -> Due {
        let event = match file {
            FileOp::Write { path, content, fresh, .. } => match self.obstacles.get(path) {
                _ if *fresh && self.is_taken(path) => FileEvent::Failed(FileFailure::Exists),
                Some(Obstacle::Folder | Obstacle::Link(_)) => FileEvent::Failed(FileFailure::NoFile),
                Some(Obstacle::Bytes) | None => {
                    self.obstacles.remove(path);
                    self.files.insert(path.clone(), content.clone());
                    FileEvent::Done
                }
            },
            FileOp::Read { path } => match self.obstacles.get(path) {
                Some(obstacle) => FileEvent::Failed(obstacle.failure()),
                None => {
                    let found = self.files.get(path).cloned();
                    if found.is_none()
                        && let Some(content) = self.meanwhile.remove(path)
                    {
                        self.files.insert(path.clone(), content);
                    }
                    FileEvent::Read(found)
                }
            },
            FileOp::Remove { path, holding } => match (self.obstacles.get(path), self.files.get(path), holding) {
                (Some(Obstacle::Folder), ..) => FileEvent::Failed(FileFailure::NoFile),
                (Some(obstacle), _, Some(_)) => FileEvent::Failed(obstacle.failure()),
                (None, Some(held), Some(expected)) if held != expected => FileEvent::Failed(FileFailure::Changed),
                _ => {
                    self.obstacles.remove(path);
                    self.files.remove(path);
                    FileEvent::Done
                }
            },
        };
        (Millis::default(), Input::File(op, event))
    }

    fn is_taken(&self, path: &str) -> bool {
        self.files.contains_key(path) || self.obstacles.contains_key(path)
    }
}
