//! Channels without a person. One answers with the first option of each question (PD-65), the other from a script
//! (PD-71).
//!
//! **Absent here:** anything that is sent or shown.

use crate::model::json::{Map, json};

use super::{Replied, Reply, Thrown};
use crate::system::pilotdeck::{arguments::Question, config::Scripted};

/// The answer to a question without options.
const WITHOUT_OPTIONS: &str = "yes";

/// The first option of each question; a list if several may be picked.
pub fn first(questions: &[Question]) -> Reply {
    let answer = |question: &Question| match question.labels().next() {
        None => json!(WITHOUT_OPTIONS),
        Some(label) if question.several => json!([label]),
        Some(label) => json!(label),
    };
    let answers: Map = questions.iter().map(|question| (question.text.clone(), answer(question))).collect();
    Reply::answers(answers)
}

/// The script's reply.
///
/// # Errors
/// The first question that the script does not know.
pub fn scripted(questions: &[Question], script: &Scripted) -> Replied {
    if script.cancel {
        return Ok(Reply::cancelled("in-memory cancel"));
    }
    let mut answers = Map::new();
    for Question { text, .. } in questions {
        let answer =
            script.answers.get(text).ok_or_else(|| Thrown(format!("No answer is written down for \"{text}\".")))?;
        answers.insert(text.clone(), answer.clone());
    }
    Ok(Reply::answers(answers))
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Map, json};

    use super::{Question, Reply, Scripted, first, scripted};

    fn questions() -> Vec<Question> {
        let options = json!([{"label": "A"}, {"label": "B"}]);
        Question::all(&json!([{"question": "Q", "options": options}, {"question": "R", "options": options,
            "multiSelect": true}, {"question": "S", "options": []}]))
    }

    #[test]
    fn the_first_option_is_the_answer() {
        assert_eq!(first(&questions()), Reply::answers(json!({"Q": "A", "R": ["A"], "S": "yes"})));
    }

    #[test]
    fn a_script_answers_cancels_or_throws() {
        let mut script = Scripted { answers: Map::from_iter([("Q".to_owned(), json!("x"))]), cancel: false };
        assert_eq!(scripted(&questions()[..1], &script), Ok(Reply::answers(json!({"Q": "x"}))));
        assert!(scripted(&questions(), &script).unwrap_err().0.contains("\"R\""));
        script.cancel = true;
        assert_eq!(scripted(&questions(), &script), Ok(Reply::cancelled("in-memory cancel")));
    }
}
