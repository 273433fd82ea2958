//! Calls that are tasks, as 2025-11-25 has them: the call is answered with a task at once, what it asks comes while its result is
//! awaited, and only `tasks/cancel` gives it up.

use super::{
    Outbox,
    answer::{Ended, Outcome},
    ended, error, request,
    request::{RequestError, Served},
    result, told,
    tools::Tool,
    withdrawn,
};
use crate::model::{
    json::{Map, Value, json},
    rpc::{self, text},
};
use crate::system::mcp::{RELATED_TASK, era::Era};

/// A machine knows no clock, so every task is of the same time.
const CREATED: &str = "2026-01-01T00:00:00Z";

/// What becomes of a task.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Status {
    InputRequired,
    Completed,
    Failed,
    Cancelled,
}

impl Status {
    const fn word(self) -> &'static str {
        match self {
            Self::InputRequired => "input_required",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

/// A task.
#[derive(Clone, Debug, Hash)]
struct Task {
    status: Status,
    tool: Tool,
    arguments: Value,
    /// What it asks: its key and its params.
    asks: (&'static str, Value),
    /// The id of the request that asks it, once there is one.
    asked: Option<Value>,
    /// The requests that await the result.
    awaited: Vec<Value>,
    /// The result, once there is one.
    result: Option<Value>,
}

/// The tasks of a server, each by its place.
#[derive(Clone, Debug, Default, Hash)]
pub struct Tasks(Vec<Task>);

impl Tasks {
    /// Begins a task, and answers the call with it.
    pub fn begin(
        &mut self,
        id: &Value,
        tool: Tool,
        arguments: Value,
        served: &Served,
        out: &mut Outbox,
    ) -> Result<(), RequestError> {
        let Ok(Some(asks)) = tool.asks(&arguments, served.era).map(|asks| asks.into_iter().next()) else {
            return Err(RequestError::Tool);
        };
        let mut task = Task {
            status: Status::InputRequired,
            tool,
            arguments,
            asks,
            asked: None,
            awaited: Vec::new(),
            result: None,
        };
        if !served.may_ask(&task.asks.1) {
            (task.status, task.result) = (Status::Failed, Some(ended(served.era, Ended::Undeclared)));
        }
        self.0.push(task);
        out.push_back(result(id, json!({"task": self.described(self.0.len() - 1)})));
        Ok(())
    }

    fn described(&self, place: usize) -> Value {
        json!({
            "taskId": named(place), "status": self.0[place].status.word(), "createdAt": CREATED, "lastUpdatedAt": CREATED,
            "ttl": null, "pollInterval": 1000,
        })
    }

    fn place(&self, params: &Value) -> Result<usize, RequestError> {
        let id = text(params, "taskId");
        (0..self.0.len()).find(|place| Some(&*named(*place)) == id).ok_or(RequestError::Task)
    }

    /// Answers `tasks/get`.
    ///
    /// # Errors
    /// If there is no such task.
    pub fn get(&self, params: &Value) -> Result<Value, RequestError> {
        Ok(self.described(self.place(params)?))
    }

    /// Answers `tasks/result`, once there is one. What the task asks is asked meanwhile, under an id that `mint` yields.
    ///
    /// # Errors
    /// If there is no such task.
    pub fn await_result(
        &mut self,
        id: &Value,
        params: &Value,
        mint: impl FnOnce() -> Value,
        out: &mut Outbox,
    ) -> Result<(), RequestError> {
        let place = self.place(params)?;
        let task = &mut self.0[place];
        task.awaited.push(id.clone());
        if task.status == Status::InputRequired && task.asked.is_none() {
            let asked = mint();
            let mut params = task.asks.1.clone();
            params["_meta"] = related(place);
            out.push_back(request(&asked, "elicitation/create", params));
            task.asked = Some(asked);
        }
        self.settle(place, out);
        Ok(())
    }

    /// Takes an answer to an ask. False if it is none of a task. One to a task that was cancelled changes nothing.
    pub fn answered(&mut self, asked: &Value, found: Option<&Value>, era: Era, out: &mut Outbox) -> bool {
        let Some(place) = self.0.iter().position(|task| task.asked.as_ref() == Some(asked)) else { return false };
        let task = &mut self.0[place];
        if task.status != Status::InputRequired {
            return true;
        }
        let (key, params) = &task.asks;
        let outcome = found.map_or(Outcome::Ended(Ended::Failed), |found| Outcome::read(params, found));
        (task.status, task.result) = match outcome {
            Outcome::Accepted(content) => {
                let mut answers = Map::new();
                answers.insert((*key).to_owned(), content);
                (Status::Completed, Some(told(era, &task.tool.does(&task.arguments, &answers, 0), false)))
            }
            Outcome::Ended(why) => (Status::Failed, Some(ended(era, why))),
        };
        self.settle(place, out);
        true
    }

    /// Answers `tasks/cancel`. What the task asks is withdrawn.
    ///
    /// # Errors
    /// If there is no such task, or it has ended.
    pub fn cancel(&mut self, params: &Value, out: &mut Outbox) -> Result<Value, RequestError> {
        let place = self.place(params)?;
        let task = &mut self.0[place];
        if task.status != Status::InputRequired {
            return Err(RequestError::EndedTask);
        }
        task.status = Status::Cancelled;
        out.extend(task.asked.iter().map(withdrawn));
        self.settle(place, out);
        Ok(self.described(place))
    }

    /// Answers those who await the result, if there is one or will be none.
    fn settle(&mut self, place: usize, out: &mut Outbox) {
        let task = &mut self.0[place];
        let answer = |id: &Value| match &task.result {
            Some(found) => {
                let mut found = found.clone();
                found["_meta"] = related(place);
                result(id, found)
            }
            None => error(id, rpc::INTERNAL, "the task was cancelled"),
        };
        if task.status != Status::InputRequired {
            out.extend(task.awaited.iter().map(answer));
            task.awaited.clear();
        }
    }
}

fn named(place: usize) -> String {
    format!("task-{}", place + 1)
}

/// The `_meta` of what belongs to a task.
fn related(place: usize) -> Value {
    let mut related = json!({});
    related[RELATED_TASK] = json!({"taskId": named(place)});
    related
}
