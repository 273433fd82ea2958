//! Micro-compaction: a request has older results cleared, except those of the questions (PD-69).
//!
//! **Absent here:** the conversation itself, which keeps every result.

use std::{collections::BTreeMap, sync::Arc};

use crate::model::json::Text;

use super::definition::{is_named, is_nearly_named};
use crate::model::{ModelRequest, Part, Role};

const CLEARED: &str = "[Old tool result content cleared]";

/// Clears the results before the last `keep`.
pub fn compact(request: &mut ModelRequest, keep: usize) {
    let Some(mut old) = request.results().count().checked_sub(keep) else { return };
    let mut tools: BTreeMap<Text, Text> = BTreeMap::new();
    for at in 0..request.messages.len() {
        let Some(message) = request.messages.get(at).cloned() else { return };
        if message.role == Role::Assistant {
            tools = message.parts.iter().filter_map(called).collect();
            continue;
        }
        let mut parts = message.parts.clone();
        for part in &mut parts {
            if let Part::Result { id, content, .. } = part
                && old > 0
            {
                old -= 1;
                let is_question = tools.get(id).is_some_and(|name| is_named(name) || is_nearly_named(name));
                if !is_question {
                    *content = Text::new_static(CLEARED);
                }
            }
        }
        if parts != message.parts {
            request.messages.set(at, Arc::new(crate::model::Message { role: Role::User, parts }));
        }
    }
}

fn called(part: &Part) -> Option<(Text, Text)> {
    match part {
        Part::Call { id, name, .. } => Some((id.clone(), name.clone())),
        Part::Text(_) | Part::Reasoning(_) | Part::Result { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::json;

    use super::{CLEARED, compact};
    use crate::model::{ModelRequest, Part, Role};

    fn conversation() -> ModelRequest {
        let mut request = ModelRequest::default();
        for (id, name) in [("1", "deploy"), ("2", "AskUserQuestion"), ("1", "ask_user_question"), ("3", "deploy")] {
            let (id, name) = (id.to_owned(), name.to_owned());
            request
                .push(Role::Assistant, Part::Call { id: id.clone().into(), name: name.into(), arguments: json!({}) });
            request.push(Role::User, Part::Result { id: id.into(), content: "whole".into(), is_error: false });
        }
        request
    }

    #[test]
    fn older_results_are_cleared_and_answers_stay() {
        for (keep, whole) in [(0, [false, true, true, false]), (1, [false, true, true, true]), (4, [true; 4])] {
            let mut request = conversation();
            compact(&mut request, keep);
            let found: Vec<bool> = request.results().map(|(_, content, _)| content != CLEARED).collect();
            assert_eq!(found, whole, "keep {keep}");
        }
    }
}
