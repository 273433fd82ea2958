//! The cache of remembered answers.

use std::collections::BTreeMap;

use crate::model::json::{Text, Value};

use super::question::Question;

/// The answers that are remembered until the turn ends, by tool and question id (PER-08, PER-09). Only an answer that
/// the user had remembered at a prompt enters the cache (PER-15). Permissions are remembered elsewhere (PER-13).
#[derive(Clone, Debug, Default, Hash)]
pub struct TurnCache(BTreeMap<(Text, Text), Value>);

impl TurnCache {
    /// The remembered answer to `tool`'s question. A question that may not be cached has none (PER-05, PER-14).
    pub fn get(&self, tool: &str, question: &Question) -> Option<&Value> {
        if !question.is_cacheable() {
            return None;
        }
        self.0.get(&(tool.into(), question.id.clone()))
    }

    /// Remembers an answer. If the question may not be cached, nothing is remembered, even if the prompt asks for it
    /// (PER-06).
    pub fn remember(&mut self, tool: &str, question: &Question, answer: &Value) {
        if question.is_cacheable() {
            self.0.insert((tool.into(), question.id.clone()), answer.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::json;
    use rstest::rstest;

    use super::TurnCache;
    use crate::system::jp::question::{AnswerReusePolicy, AnswerType, Question};

    fn question(id: &str, answer_type: AnswerType, persistence: AnswerReusePolicy) -> Question {
        Question {
            id: id.into(),
            text: "Go?".into(),
            context: None,
            answer_type,
            default: None,
            exclusive: false,
            persistence,
        }
    }

    #[rstest]
    #[case::turn(AnswerType::Boolean, AnswerReusePolicy::Turn, true)]
    #[case::none(AnswerType::Boolean, AnswerReusePolicy::None, false)]
    #[case::secret(AnswerType::Secret, AnswerReusePolicy::Turn, false)]
    fn only_a_turn_question_is_written_and_read(
        #[case] answer_type: AnswerType,
        #[case] persistence: AnswerReusePolicy,
        #[case] kept: bool,
    ) {
        let mut cache = TurnCache::default();
        let asked = question("go", answer_type, persistence);
        cache.remember("deploy", &asked, &json!(true));
        assert_eq!(cache.get("deploy", &asked).is_some(), kept);
        assert_eq!(cache.0.is_empty(), !kept, "nothing is written that may not be read");
    }

    #[test]
    fn a_none_question_ignores_what_a_turn_question_left() {
        let mut cache = TurnCache::default();
        cache.remember("deploy", &question("go", AnswerType::Boolean, AnswerReusePolicy::Turn), &json!(true));
        assert!(cache.get("deploy", &question("go", AnswerType::Boolean, AnswerReusePolicy::None)).is_none());
        assert!(cache.get("other", &question("go", AnswerType::Boolean, AnswerReusePolicy::Turn)).is_none());
    }

    #[test]
    fn tool_and_question_are_never_joined_into_one_word() {
        let mut cache = TurnCache::default();
        let asked = |id: &str| question(id, AnswerType::Boolean, AnswerReusePolicy::Turn);
        cache.remember("a.b", &asked("c"), &json!(true));
        assert!(cache.get("a", &asked("b.c")).is_none());
    }
}
