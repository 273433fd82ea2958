//! Resumes a stored conversation: builds the history for the model, and gives interrupted calls a result.
//!
//! No call runs again, and no question is asked again.

use crate::model::json::Value;

use super::{
    PilotDeck,
    errors::{SetupError, ToolError},
    persisted::{self, Said, Stored, StoredCall, StoredResult},
};
use crate::{
    model::Part,
    system::{Effect, Record, chat::CallResult},
};

/// The calls of the model's last message, each with its result if the result is known.
type Calls = Vec<(StoredCall, Option<CallResult>)>;

impl PilotDeck {
    /// Reads the records of an earlier run. Every call without a result gets one.
    ///
    /// # Errors
    /// A record cannot be read.
    pub(super) fn resume(&mut self, stored: &[Value], out: &mut Vec<Effect>) -> Result<(), SetupError> {
        let records = stored.iter().enumerate().map(|(at, record)| persisted::read(at + 1, record));
        let records = records.collect::<Result<Vec<Stored>, SetupError>>()?;
        let mut calls = Calls::new();
        for record in records {
            match record {
                Stored::User(text) => {
                    self.close(std::mem::take(&mut calls));
                    (self.messages, self.turns) = (self.messages + 1, self.turns + 1);
                    self.chat.user(text);
                }
                Stored::Assistant(said) => {
                    self.close(std::mem::take(&mut calls));
                    self.messages += 1;
                    calls = said.calls.iter().map(|call| (call.clone(), None)).collect();
                    self.said(said);
                }
                Stored::Result(id, result) => {
                    let told = self.result_for_model(result);
                    let call = calls.iter_mut().find(|(call, result)| call.id == id && result.is_none());
                    if let Some((_, result)) = call {
                        *result = Some(told);
                    }
                }
                Stored::Other => {}
            }
        }
        for (call, _) in calls.iter().filter(|(_, result)| result.is_none()) {
            let tool = self.tool_named(&call.name);
            let error = ToolError::interrupted(self.is_question(&call.name));
            out.push(Effect::Record(Record(persisted::failed(&call.id, &tool, &error))));
        }
        self.close(calls);
        Ok(())
    }

    /// The model's words and calls join the history. No request goes by an id that one of these calls may have had.
    fn said(&mut self, said: Said) {
        let Said { reasoning, text, calls } = said;
        let words = [Part::Reasoning(reasoning), Part::Text(text)].into_iter();
        let is_said = |part: &Part| !matches!(part, Part::Reasoning(words) | Part::Text(words) if words.is_empty());
        words.filter(is_said).for_each(|part| self.chat.assistant(part));
        for StoredCall { id, name, arguments } in calls {
            self.requests += 1;
            self.chat.assistant(Part::Call { id, name, arguments });
        }
    }

    fn result_for_model(&self, result: StoredResult) -> CallResult {
        match result {
            StoredResult::Done(text) => CallResult::plain(text),
            StoredResult::Failed(tool, error) => CallResult::error(error.text_for_model(&tool, self.profile)),
        }
    }

    /// The results of the calls join the history, in the order of the calls.
    fn close(&mut self, calls: Calls) {
        for (call, result) in calls {
            let cut_off = || {
                let error = ToolError::interrupted(self.is_question(&call.name));
                CallResult::error(error.text_for_model(&self.tool_named(&call.name), self.profile))
            };
            let result = result.unwrap_or_else(cut_off);
            self.chat.tell(call.id, result);
        }
    }
}
