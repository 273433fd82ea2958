//! The simulated tools of the host. They may fail in every way that a tool can.

use std::collections::BTreeMap;

use crate::model::json::{Text, Value, json};

use super::SimContext;
use crate::{
    model::{Millis, Op},
    sim::{draws::Stream, fault::Fault},
    stage::{
        party::{self, Due},
        scenario::ToolScript,
    },
    system::{Input, ToolCall, ToolEvent},
};

/// The host's tools.
pub struct Tools<'a> {
    scripts: party::Tools<'a>,
    /// The last question of each call, so that it can be asked again.
    asked: BTreeMap<Text, Value>,
}

impl<'a> Tools<'a> {
    pub fn new(scripts: &'a [ToolScript]) -> Self {
        Self { scripts: party::Tools::new(scripts), asked: BTreeMap::new() }
    }

    pub fn execute(&mut self, op: Op, call: &ToolCall, ctx: &mut SimContext, due: &mut Vec<Due>) {
        let (after, scripted) = self.scripts.execute(op, call);
        let after = Millis(after.0 + ctx.draws.delay("tool"));
        let again = match &scripted {
            _ if !ctx.faults.has(Fault::AsksAgain) => None,
            Input::Tool(_, ToolEvent::Asks(question)) => self.asked.insert(call.id.clone(), question.clone()),
            _ => self.asked.get(&call.id).cloned(),
        };
        let again = again.filter(|_| !call.answers.is_empty());
        let event = if ctx.triggers(Fault::ToolError, Stream::Tools, 40) {
            ToolEvent::Error("the tool broke".into())
        } else if ctx.triggers(Fault::ToolPanic, Stream::Tools, 40) {
            ToolEvent::Panicked
        } else if ctx.triggers(Fault::WrongQuestion, Stream::Tools, 50) {
            ToolEvent::Asks(wrong_question(ctx))
        } else if let Some(question) = again.filter(|_| ctx.triggers(Fault::AsksAgain, Stream::Tools, 85)) {
            ToolEvent::Asks(question)
        } else {
            due.push((after, scripted));
            return;
        };
        due.push((after, Input::Tool(op, event)));
    }
}

/// An invalid question.
fn wrong_question(ctx: &mut SimContext) -> Value {
    let wrongs = [
        json!({"id": "", "text": "No id?", "answer_type": {"type": "boolean"}}),
        json!({"id": "a.b", "text": "A dot?", "answer_type": {"type": "boolean"}}),
        json!({"id": "q", "text": "No such type?", "answer_type": {"type": "number"}}),
        json!({"id": "q", "text": "No options?", "answer_type": {"type": "select", "options": []}}),
        json!({"text": "No id at all?"}),
        json!([]),
        json!(null),
    ];
    ctx.draws.pick(Stream::Tools, "wrong question", &wrongs).clone()
}
