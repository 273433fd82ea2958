//! Calls that are tasks: the host awaits the result of the task, and gives it up by `tasks/cancel`.

use crate::model::json::Text;

use super::{Host, Sent};
use crate::{
    model::{
        json::{Value, json},
        rpc::text,
    },
    system::mcp::{Outbox, RELATED_TASK},
};

/// The tools that are called as tasks, by a list of tools: those that cannot be called otherwise, and those that can be either, by a
/// client that knows of tasks.
pub fn task_tools(listed: &Value, has_tasks: bool) -> impl Iterator<Item = Text> {
    let tools = listed["tools"].as_array().into_iter().flatten();
    let is_task = move |tool: &&Value| match text(&tool["execution"], "taskSupport") {
        Some("required") => true,
        Some("optional") => has_tasks,
        _ => false,
    };
    tools.filter(is_task).filter_map(|tool| text(tool, "name")).map(Text::from)
}

/// An answer says to which task it belongs, as its ask does (MCP-122).
pub fn with_task(params: &Value, mut reply: Value) -> Value {
    if let Some(related) = params["_meta"].get(RELATED_TASK) {
        reply["_meta"][RELATED_TASK] = related.clone();
    }
    reply
}

impl Host {
    /// The task with which a call was answered that was made as one.
    pub(super) fn task_of<'f>(&self, index: usize, found: &'f Value) -> Option<&'f Value> {
        let is_task = self.turns.call(index).is_some_and(|call| self.task_tools.contains(&call.name));
        Some(&found["task"]).filter(|task| is_task && task.is_object())
    }

    /// A call was answered with a task: its result is awaited.
    pub(super) fn task(&mut self, index: usize, task: &Value, lines: &mut Outbox) {
        let id = task["taskId"].clone();
        self.send(Sent::Call(index), "tasks/result", json!({"taskId": id}), lines);
        self.tasks.insert(index, id);
    }

    /// Gives up the task of a call, if it is one.
    pub(super) fn give_up_task(&mut self, index: usize, lines: &mut Outbox) -> bool {
        let Some(id) = self.tasks.remove(&index) else { return false };
        self.send(Sent::Written, "tasks/cancel", json!({"taskId": id}), lines);
        true
    }
}
