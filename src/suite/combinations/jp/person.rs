//! What happens once the question is asked: what the person does, or how the assistant replies.

use crate::model::json::Value;

use super::{situation::Situation, values};
use crate::{
    sim::oracle::Asked,
    suite::combinations::{CombinationError, styles},
};

/// Statuses of a refusal that lasts (INQ-26: any that is not 429 or 5xx).
static LASTING: [u16; 8] = [401, 402, 403, 404, 409, 413, 422, 451];
/// Failures that pass (INQ-26).
static PASSING: [&str; 8] = [
    "status 429",
    "status 500",
    "status 502",
    "status 503",
    "status 529",
    "status 429 retry-after 7",
    "a dropped connection",
    "status 599",
];

/// How a question is settled.
pub struct Settled {
    /// The steps that settle it: one for each inquiry that is sent, or one of the person. None if no party is asked.
    pub steps: Vec<String>,
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
    let done = |step: String, word, answer| Settled { steps: vec![step], word, answer };
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
        (Asked::Nobody, "nothing") => Settled { steps: Vec::new(), word: "otherwise", answer: None },
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
            let Settled { steps, word, answer } = replies(values::answer(kind, texts), "fitting");
            Settled { steps: steps.iter().map(|step| late(step)).collect(), word, answer }
        }
        (Asked::Assistant, "reply_misfit") => replies(values::misfit(kind), "misfit"),
        (Asked::Assistant, "reply_null") => replies(Value::Null, "null"),
        (Asked::Assistant, "reply_nothing") => {
            done(format!("the inquiry {question:?} gets an empty reply"), "empty", None)
        }
        (Asked::Assistant, "reply_denied") => {
            let status = styles::pick(situation.combination, &LASTING);
            done(format!("the inquiry {question:?} meets \"status {status}\""), "refused", None)
        }
        (Asked::Assistant, "reply_retried") => {
            let Settled { steps, word, answer } = replies(values::answer(kind, texts), "fitting");
            let fault = styles::pick(situation.combination, &PASSING);
            let first = format!("the inquiry {question:?} meets {fault:?}");
            Settled { steps: [first].into_iter().chain(steps).collect(), word, answer }
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

/// The plain way in which a question with this text is settled earlier, which remembers the answer if `remembers`.
pub fn plainly(situation: &Situation<'_>, question: &str, remembers: bool) -> Option<String> {
    let answer = values::answer(situation.kind(), situation.texts);
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
