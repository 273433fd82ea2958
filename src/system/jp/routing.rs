//! The routing table (RFD 083, non-interactive behaviour): who answers a tool's question.

use crate::model::json::Value;

use super::{persisted::CancellationReason, question::Question};

/// The configured target of a question.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Target {
    /// The user. This is also the target of a question without configuration (RTE-20).
    #[default]
    User,
    /// The assistant, with or without its own settings (RTE-21).
    Assistant,
}

/// The facts that decide the route.
#[derive(Clone, Copy, Debug)]
pub struct RouteInput<'a> {
    /// The question.
    pub question: &'a Question,
    /// The answer in the turn's cache.
    pub cached: Option<&'a Value>,
    /// The configured answer.
    pub static_answer: Option<&'a Value>,
    /// The configured target.
    pub target: Target,
    /// Whether there is an interactive terminal.
    pub terminal: bool,
}

/// The source of the answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Route {
    /// The turn's cache.
    Cached(Value),
    /// The configuration.
    Static(Value),
    /// A prompt.
    Prompt,
    /// The inquiry backend.
    Inquire,
    /// There is no source. The tool fails for this reason.
    Fail(CancellationReason),
}

/// Routes a question. The order is: cache, static answer, target. The guards come before the backend (RTE-07).
pub fn route(input: RouteInput<'_>) -> Route {
    let RouteInput { question, cached, static_answer, target, terminal } = input;
    if let Some(value) = cached.filter(|_| question.is_cacheable()) {
        return Route::Cached(value.clone());
    }
    if let Some(value) = static_answer {
        return if question.answer_type.accepts(value) {
            Route::Static(value.clone())
        } else {
            Route::Fail(CancellationReason::InvalidStaticAnswer)
        };
    }
    let human_only = question.exclusive || question.is_secret();
    match (target, terminal, human_only) {
        (Target::User, true, _) => Route::Prompt,
        (Target::User, false, false) | (Target::Assistant, _, false) => Route::Inquire,
        (Target::User, false, true) => Route::Fail(CancellationReason::NoPromptBackend),
        (Target::Assistant, _, true) => Route::Fail(CancellationReason::AssistantRoutingDenied),
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use proptest::prelude::*;
    use rstest::rstest;

    use super::{CancellationReason as Reason, Route, RouteInput, Target, route};
    use crate::system::jp::question::{AnswerReusePolicy, AnswerType, Question};

    fn question(answer_type: AnswerType, exclusive: bool, persistence: AnswerReusePolicy) -> Question {
        Question {
            id: "answer".into(),
            text: "Go?".into(),
            context: None,
            answer_type,
            default: Some(json!(true)),
            exclusive,
            persistence,
        }
    }

    #[rstest]
    #[case::row_1_beats_both_guards(Some(json!(true)), Target::Assistant, false, true, Route::Static(json!(true)))]
    #[case::row_1_invalid(Some(json!("true")), Target::User, true, false, Route::Fail(Reason::InvalidStaticAnswer))]
    #[case::row_2(None, Target::User, true, true, Route::Prompt)]
    #[case::row_3(None, Target::User, false, false, Route::Inquire)]
    #[case::row_4(None, Target::User, false, true, Route::Fail(Reason::NoPromptBackend))]
    #[case::row_5(None, Target::Assistant, true, false, Route::Inquire)]
    #[case::row_6(None, Target::Assistant, true, true, Route::Fail(Reason::AssistantRoutingDenied))]
    #[case::both_guards(None, Target::Assistant, false, true, Route::Fail(Reason::AssistantRoutingDenied))]
    fn the_table(
        #[case] static_answer: Option<Value>,
        #[case] target: Target,
        #[case] terminal: bool,
        #[case] exclusive: bool,
        #[case] expected: Route,
    ) {
        let question = question(AnswerType::Boolean, exclusive, AnswerReusePolicy::Turn);
        let static_answer = static_answer.as_ref();
        assert_eq!(route(RouteInput { question: &question, cached: None, static_answer, target, terminal }), expected);
    }

    fn any_type() -> impl Strategy<Value = AnswerType> {
        prop_oneof![
            Just(AnswerType::Boolean),
            Just(AnswerType::Text),
            Just(AnswerType::Secret),
            Just(AnswerType::Select { options: vec!["a".into(), "true".into()] })
        ]
    }

    fn any_value() -> impl Strategy<Value = Option<Value>> {
        prop_oneof![Just(None), Just(Some(json!(true))), Just(Some(json!("a"))), Just(Some(json!(null)))]
    }

    proptest! {
        /// Every input has a route, and no route breaks a promise of the question's flags.
        #[test]
        fn total_and_true_to_the_flags(
            answer_type in any_type(), exclusive: bool, none: bool, cached in any_value(),
            static_answer in any_value(), assistant: bool, terminal: bool,
        ) {
            let persistence = if none { AnswerReusePolicy::None } else { AnswerReusePolicy::Turn };
            let question = question(answer_type, exclusive, persistence);
            let target = if assistant { Target::Assistant } else { Target::User };
            let (cached, static_answer) = (cached.as_ref(), static_answer.as_ref());
            match route(RouteInput { question: &question, cached, static_answer, target, terminal }) {
                Route::Cached(value) => prop_assert!(question.is_cacheable() && Some(&value) == cached),
                Route::Static(value) => prop_assert!(question.answer_type.accepts(&value) && Some(&value) == static_answer),
                Route::Prompt => prop_assert!(terminal && !assistant && static_answer.is_none()),
                Route::Inquire => prop_assert!(!exclusive && !question.is_secret() && static_answer.is_none()),
                Route::Fail(Reason::InvalidStaticAnswer) => {
                    prop_assert!(static_answer.is_some_and(|value| !question.answer_type.accepts(value)));
                }
                Route::Fail(reason) => {
                    prop_assert!(exclusive || question.is_secret());
                    prop_assert_eq!(reason == Reason::AssistantRoutingDenied, assistant);
                }
            }
        }
    }
}
