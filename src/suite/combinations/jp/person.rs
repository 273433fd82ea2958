//! What happens once the question is asked: what the person does, or how the assistant replies.

use crate::model::json::Value;

use super::{situation::Situation, values};
use crate::{sim::oracle::Asked, suite::combinations::CombinationError};

/// How a question is settled.
pub struct Settled {
    /// The step that settles it. None if no party is asked.
    pub step: Option<String>,
    /// The oracle's word for it.
    pub word: &'static str,
    /// The answer, if one is given.
    pub answer: Option<Value>,
}

/// How the combination says that the question is settled.
///
/// # Errors
/// The combination has something happen that cannot happen to the party that is asked.
pub fn settled(situation: &Situation<'_>) -> Result<Settled, CombinationError> {
    let happens = situation.of_dimension("happens", "nothing");
    let (kind, texts) = (situation.kind(), situation.texts);
    let question = texts.question;
    let done = |step: String, word, answer| Settled { step: Some(step), word, answer };
    let at = |what: &str| format!("the person {what} {question:?}");
    let pressed = |key: &str| at(&format!("presses {key:?} at"));
    let gives = |answer: Value| {
        let step = if kind == "secret" {
            at(&format!("enters the secret {answer} at"))
        } else {
            format!("the person answers {question:?} with {answer}")
        };
        done(step, "answer", Some(answer))
    };
    let remembers = |answer: bool| {
        let step = format!("the person answers and remembers {question:?} with {answer}");
        done(step, "answer", Some(answer.into()))
    };
    let replies = |answer: Value, word| {
        let fits = word == "fitting";
        done(format!("the inquiry {question:?} is answered with {answer}"), word, fits.then_some(answer))
    };
    let late = |party: &str| format!("after 60000 ms {party}");
    Ok(match (situation.asked(), happens) {
        (Asked::Nobody, "nothing") => Settled { step: None, word: "otherwise", answer: None },
        (Asked::Person, "answer") => gives(values::answer(kind, texts)),
        (Asked::Person, "answer_falsy") => gives(values::falsy(kind)),
        (Asked::Person, "remember_yes") => remembers(true),
        (Asked::Person, "remember_no") => remembers(false),
        (Asked::Person, "key_y") => done(pressed("y"), "answer", Some(true.into())),
        (Asked::Person, "key_n") => done(pressed("n"), "answer", Some(false.into())),
        (Asked::Person, "typing") => {
            let answer = values::answer(kind, texts);
            done(at(&format!("types {answer} at")), "answer", Some(answer))
        }
        (Asked::Person, "enter") => done(pressed("Enter"), "answer", situation.input.default.clone()),
        (Asked::Person, "late") => {
            let answer = values::answer(kind, texts);
            // The step that enters a secret cannot wait.
            let what = if kind == "secret" {
                at(&format!("types {answer} at"))
            } else {
                format!("the person answers {question:?} with {answer}")
            };
            done(late(&what), "answer", Some(answer))
        }
        (Asked::Person, "esc") => done(pressed("Esc"), "cancel", None),
        (Asked::Person, "ctrl_c") => done(pressed("Ctrl-C"), "cancel", None),
        (Asked::Person, "cancel") => done(at("cancels"), "cancel", None),
        (Asked::Person, "input_ends") => done(format!("the input ends at {question:?}"), "cancel", None),
        (Asked::Person, "broken") => done(format!("the terminal breaks at {question:?}"), "broken", None),
        (Asked::Assistant, "reply") => replies(values::answer(kind, texts), "fitting"),
        (Asked::Assistant, "reply_falsy") => replies(values::falsy(kind), "fitting"),
        (Asked::Assistant, "reply_late") => {
            let Settled { step, word, answer } = replies(values::answer(kind, texts), "fitting");
            Settled { step: step.map(|step| late(&step)), word, answer }
        }
        (Asked::Assistant, "reply_misfit") => replies(values::misfit(kind), "misfit"),
        (Asked::Assistant, "reply_null") => replies(Value::Null, "null"),
        (Asked::Assistant, "reply_nothing") => {
            done(format!("the inquiry {question:?} gets an empty reply"), "empty", None)
        }
        (Asked::Assistant, "reply_refused") => {
            done(format!("the inquiry {question:?} meets \"status 400\""), "refused", None)
        }
        (asked, happens) => {
            let why = format!("`{happens}` cannot happen, because the table expects {}", asked.words());
            return Err(CombinationError::Unsettled(why));
        }
    })
}

/// The plain way in which the question is settled in an earlier call, which remembers the answer if `remembers`.
pub fn plainly(situation: &Situation<'_>, remembers: bool) -> Option<String> {
    let (answer, question) = (values::answer(situation.kind(), situation.texts), situation.texts.question);
    match situation.asked() {
        Asked::Nobody => None,
        Asked::Assistant => Some(format!("the inquiry {question:?} is answered with {answer}")),
        Asked::Person if remembers => Some(format!("the person answers and remembers {question:?} with {answer}")),
        Asked::Person if situation.kind() == "secret" => {
            Some(format!("the person enters the secret {answer} at {question:?}"))
        }
        Asked::Person => Some(format!("the person answers {question:?} with {answer}")),
    }
}
