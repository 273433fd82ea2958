//! Checks of what the model is told and what is stored.

use crate::model::json::{Value, json};

use super::{
    oracle::{Demanded, Question},
    situation::Situation,
};
use crate::suite::combinations::text::Text;

/// A check that decides these requirements.
pub fn then(text: &mut Text, step: &str, from: &[&str]) {
    let from: Vec<String> = from.iter().map(|id| (*id).to_owned()).collect();
    text.then(step, &from);
}

/// The result of the call, exactly or at least.
pub fn result(situation: &Situation<'_>, text: &mut Text, value: &Value, from: &[&str], is_exact: bool) {
    let how = if is_exact { "has the result" } else { "has at least the result" };
    then(text, &format!("the call {:?} {how} {value}", situation.call()), from);
}

/// The last stored object with these members has those, too.
pub fn has(text: &mut Text, of: &Value, members: &Value, from: &[&str]) {
    then(text, &format!("the last object recorded with {of} has {members}"), from);
}

/// The metadata is stored as it came.
pub fn metadata(situation: &Situation<'_>, text: &mut Text, of: &Value) {
    match &situation.metadata {
        Some(metadata) => has(text, of, &json!({"metadata": metadata}), &["PI-77"]),
        None => then(text, &format!("the last object recorded with {of} lacks \"metadata\""), &["PI-77"]),
    }
}

/// No answer of the call is stored or told.
pub fn without_answers(situation: &Situation<'_>, text: &mut Text, from: &[&str]) {
    for question in &situation.questions {
        let answer = json!({"question": question.text, "answer": question.value()});
        then(text, &format!("nothing is recorded with {answer}"), from);
    }
}

/// The model is told each answer where its question is.
pub fn side_by_side(situation: &Situation<'_>, text: &mut Text, from: &[&str]) {
    let pieces: Vec<Vec<String>> = situation.questions.iter().map(Question::texts).collect();
    let questions: Value = situation.questions.iter().map(|question| json!(question.text)).collect();
    let answers: Value = pieces.iter().map(|pieces| json!(pieces[0])).collect();
    then(text, &format!("the model is told of the questions {questions} the answers {answers}"), from);
    for more in pieces.iter().flat_map(|pieces| &pieces[1..]) {
        let from: Vec<&str> = from.iter().copied().chain(["PI-26"]).collect();
        then(text, &format!("the answer {more:?} arrives 1 time"), &from);
    }
}

/// Each answer of a second pass is stored.
pub fn each_recorded(situation: &Situation<'_>, text: &mut Text, from: &[&str]) {
    for question in &situation.questions {
        let Demanded { value, from: more } = question.answer_of_second_pass();
        let from: Vec<&str> = from.iter().copied().chain(more).collect();
        then(text, &format!("something is recorded with {value}"), &from);
    }
}
