//! Calls of tools that are only called as tasks: the host awaits the result of the task, and gives it up by `tasks/cancel`.

use super::{Host, Sent};
use crate::{
    model::{
        json::{Value, json},
        rpc::text,
    },
    system::mcp::{Outbox, RELATED_TASK},
};

/// The tools that are tasks, by a list of tools.
pub fn task_tools(listed: &Value) -> impl Iterator<Item = String> {
    let tools = listed["tools"].as_array().into_iter().flatten();
    let is_task = |tool: &&Value| text(&tool["execution"], "taskSupport") == Some("required");
    tools.filter(is_task).filter_map(|tool| text(tool, "name")).map(str::to_owned)
}

/// An answer says to which task it belongs, as its ask does (MCP-122).
pub fn with_task(params: &Value, mut reply: Value) -> Value {
    if let Some(related) = params["_meta"].get(RELATED_TASK) {
        reply["_meta"][RELATED_TASK] = related.clone();
    }
    reply
}

impl Host {
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
