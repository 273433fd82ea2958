//! What the person does at the form.

use super::{
    oracle::{Given, Question},
    situation::Situation,
    values::LATE_MS,
};
use crate::suite::combinations::{CombinationError, text::Text};

/// The acts at the form.
///
/// # Errors
/// The table lets something happen that does not happen at a form.
pub fn acts(situation: &Situation<'_>, text: &mut Text) -> Result<(), CombinationError> {
    let first = situation.first();
    let answer = format!("the person answers {first:?} with {}", situation.all_given());
    match situation.happens() {
        "given" => text.when(answer),
        "late" => text.when(format!("after {LATE_MS} ms {answer}")),
        "keys" if situation.questions.len() > 1 => {
            text.when(format!("the person presses {:?} at {first:?}", keys_behind_tabs(situation)));
            text.when(format!("100 ms later {answer}"));
        }
        "keys" => alone(situation.asked(), text),
        "cancelled" => text.when(format!("the person presses \"Esc\" at {first:?}")),
        "discarded" => asked_whether_to_discard(situation, text, true),
        "kept" => {
            asked_whether_to_discard(situation, text, false);
            text.when(format!("100 ms later {answer}"));
        }
        "restarted" => {
            text.when(format!("the subject is restarted when {first:?} is shown"));
            // The first answer never arrives.
            text.when(answer.clone());
            text.when(answer);
        }
        "interrupted" => text.when(format!("the person presses \"Ctrl-C Ctrl-C\" at {first:?}")),
        happens => return Err(impossible(happens, "a form")),
    }
    Ok(())
}

/// The keys that answer an only question.
fn alone(question: &Question, text: &mut Text) {
    let focus = &question.text;
    let place = |label: &String| question.choices().iter().position(|choice| choice.label == *label);
    let presses = |keys: Vec<&str>| format!("the person presses {:?} at {focus:?}", keys.join(" "));
    let later = |ms: u64, step: String| format!("{ms} ms later {step}");
    match &question.given {
        Given::Picks(labels) => {
            let mut keys = Vec::new();
            let mut row = 0;
            for wanted in labels.iter().filter_map(place) {
                keys.extend(std::iter::repeat_n("Down", wanted - row));
                row = wanted;
                keys.extend(question.is_several().then_some("Space"));
            }
            if question.is_several() {
                text.when(presses(keys));
                text.when(later(100, presses(vec!["Enter"])));
            } else {
                keys.push("Enter");
                text.when(presses(keys));
            }
        }
        Given::Text(typed) => {
            let mut is_first = true;
            if !question.is_text() {
                let keys = std::iter::repeat_n("Down", question.choices().len()).chain(["Enter"]);
                text.when(presses(keys.collect()));
                is_first = false;
            }
            let mut act = |step: String| text.when(if is_first { step } else { later(100, step) });
            if typed.starts_with('⟨') {
                act(format!("the person pastes {typed:?} at {focus:?}"));
                text.when(later(0, presses(vec!["Enter"])));
                text.when(later(1000, format!("the person answers {focus:?} with true")));
                text.when("if asked, the person answers \"Continue anyway?\" with true");
            } else {
                act(format!("the person types {typed:?} at {focus:?}"));
            }
        }
    }
}

/// The keys that go to the question, and leave it as it was.
fn keys_behind_tabs(situation: &Situation<'_>) -> String {
    let mut keys = vec!["Tab"; situation.place_of_focus];
    let asked = situation.asked();
    if asked.is_several() {
        keys.extend(["Space", "Space"]);
    } else if !asked.is_text() {
        keys.push("Down");
    }
    if situation.place_of_focus == 0 {
        keys.push("Tab");
    }
    keys.join(" ")
}

/// The person answers the questions before, which are lists, and presses Esc.
///
/// Whether a form goes on to the next tab by itself is open. So the person picks and presses Tab by turns. What a tab
/// does not offer is refused.
fn asked_whether_to_discard(situation: &Situation<'_>, text: &mut Text, is_discarded: bool) {
    let first = situation.first();
    let picks: Vec<String> = situation.questions[..situation.place_of_focus].iter().flat_map(Question::texts).collect();
    text.when(format!("the person chooses {:?} at {first:?}", picks[0]));
    if let Some(second) = picks.get(1) {
        text.when(format!("0 ms later the person chooses {second:?} at {first:?}"));
        text.when(format!("0 ms later the person presses \"Tab\" at {first:?}"));
        text.when(format!("0 ms later the person chooses {second:?} at {first:?}"));
    }
    text.when(format!("100 ms later the person presses \"Esc\" at {first:?}"));
    text.when(format!("100 ms later the person answers {first:?} with {is_discarded}"));
    text.when(format!("if asked, the person answers \"Discard\" with {is_discarded}"));
}

/// What happens does not fit the place where it happens.
pub fn impossible(happens: &str, place: &str) -> CombinationError {
    CombinationError::Unsettled(format!("`{happens}` cannot happen at {place}"))
}
