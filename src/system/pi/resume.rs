//! How a stored session is resumed: the history for the model, and the calls that were cut off.
//!
//! **Absent here:** any state of the first attempt. A question that was cut off is asked as if for the first time (PI-37,
//! PI-93). A tool of the host may have done something already, so it is not run again.

use crate::model::json::Text;

use super::{
    Pi,
    definition::NAME,
    phase::Phase,
    session::{Entry, ModelMessage},
};
use crate::{
    model::Part,
    system::{
        Effect, Turn,
        chat::{CallResult, ChatCall},
    },
};

/// The result of a call that was cut off and is not run again.
fn cut_off() -> CallResult {
    CallResult::error("The session ended before the tool did.")
}

impl Pi {
    /// Fills the history with the current branch. Calls without a result are told as cut off.
    pub(super) fn remember(&mut self) {
        let (calls, results) = self.recall();
        self.conclude(with_results(calls, results));
    }

    /// As [`Self::remember`], but asks the unanswered questions of the last message again (PI-37). Returns whether a call
    /// of the last message had no result.
    pub(super) fn resume(&mut self, out: &mut Vec<Effect>) -> bool {
        let (calls, results) = self.recall();
        let calls = with_results(calls, results);
        if calls.iter().all(|(_, result)| result.is_some()) {
            self.conclude(calls);
            return false;
        }
        self.phase = Phase::Running;
        out.push(Effect::Turn(Turn::Began));
        calls.iter().for_each(|(call, _)| self.chat.wait_for(call.clone()));
        for (index, (call, result)) in calls.into_iter().enumerate() {
            match result {
                Some(result) => self.chat.settle(index, result),
                None if call.name == NAME => self.ask(index, out),
                None => self.settle(index, cut_off(), None, out),
            }
        }
        self.go_on(out);
        true
    }

    /// Fills the history with the branch, without the results of the model's last message. Returns the calls of that
    /// message, and those results.
    fn recall(&mut self) -> (Vec<ChatCall>, Vec<(Text, CallResult)>) {
        self.chat.forget();
        let (mut calls, mut results): (Vec<ChatCall>, Vec<(Text, CallResult)>) = Default::default();
        for entry in self.session.history() {
            match entry {
                Entry::Result(id, result) => results.push((id, result)),
                Entry::Other => {}
                entry => {
                    self.conclude(with_results(std::mem::take(&mut calls), std::mem::take(&mut results)));
                    calls = self.recall_entry(entry);
                }
            }
        }
        (calls, results)
    }

    fn recall_entry(&mut self, entry: Entry) -> Vec<ChatCall> {
        match entry {
            Entry::User(text) => self.chat.user(text),
            Entry::Compaction(summary) => {
                self.chat.forget();
                self.chat.user(summary);
            }
            Entry::Assistant(ModelMessage { reasoning, text, calls }) => {
                let words = [Part::Reasoning(reasoning), Part::Text(text)].into_iter();
                let is_said =
                    |part: &Part| !matches!(part, Part::Reasoning(words) | Part::Text(words) if words.is_empty());
                words.filter(is_said).for_each(|part| self.chat.assistant(part));
                let calls = calls.into_iter().map(|call| ChatCall::new(call.id, call.name, call.arguments));
                let calls: Vec<ChatCall> = calls.collect();
                for ChatCall { id, name, arguments, .. } in calls.clone() {
                    self.chat.assistant(Part::Call { id, name, arguments });
                }
                return calls;
            }
            Entry::Result(..) | Entry::Other => {}
        }
        Vec::new()
    }

    /// Adds the result of each call to the history, in the order of the calls.
    fn conclude(&mut self, calls: Vec<(ChatCall, Option<CallResult>)>) {
        for (call, result) in calls {
            self.chat.tell(call.id, result.unwrap_or_else(cut_off));
        }
    }
}

/// Each call with its result. If two calls have the same id, each takes a result of its own.
fn with_results(calls: Vec<ChatCall>, mut results: Vec<(Text, CallResult)>) -> Vec<(ChatCall, Option<CallResult>)> {
    let mut own = |call: &ChatCall| {
        let found = results.iter().position(|(id, _)| *id == call.id)?;
        Some(results.remove(found).1)
    };
    calls.into_iter().map(|call| (own(&call), call)).map(|(result, call)| (call, result)).collect()
}
