//! The values that stand for the words of the table: questions, options and answers.

use crate::model::json::{Value, json};

use super::{
    oracle::{Choice, Given, Question},
    texts::Texts,
};

/// A text that looks like nothing.
pub const BLANK: &str = "  ";
/// A text over the limit, and its length as the warning writes it.
pub const LONG: (&str, &str) = ("⟨2001×x⟩", "2,001");
/// One day, which is longer than any timeout.
pub const LATE_MS: u64 = 86_400_000;
/// The time limit of a dialog.
pub const LIMIT_MS: u64 = 5000;

/// The options for the table's word.
pub fn options(word: &str, texts: &Texts) -> Option<Vec<Choice>> {
    let plain = |labels: &[&str]| labels.iter().map(|label| Choice::new(label, None)).collect();
    Some(match word {
        "none" => return None,
        "single" => plain(&texts.few[..1]),
        "many" => plain(&texts.many),
        "described" => {
            texts.described.iter().map(|(label, description)| Choice::new(label, Some(description))).collect()
        }
        _ => plain(&texts.few),
    })
}

/// The answer for the table's word.
pub fn given(word: &str, choices: &[Choice], texts: &Texts) -> Given {
    let label = |choice: Option<&Choice>| choice.map(|choice| choice.label.clone()).unwrap_or_default();
    match word {
        "first" => Given::Picks(vec![label(choices.first())]),
        "last" => Given::Picks(vec![label(choices.last())]),
        "all" => Given::Picks(choices.iter().map(|choice| choice.label.clone()).collect()),
        "blank" => Given::Text(BLANK.to_owned()),
        "long" => Given::Text(LONG.0.to_owned()),
        _ => Given::Text(texts.typed.to_owned()),
    }
}

/// Another question of the call, which is answered plainly.
pub fn other(text: &str, labels: [&str; 2], kind: &str) -> Question {
    let is_list = kind != "text";
    let choices = is_list.then(|| labels.map(|label| Choice::new(label, None)).to_vec());
    let given = match kind {
        "text" => Given::Text(format!("my {}", labels[0])),
        "several" => Given::Picks(labels.map(str::to_owned).to_vec()),
        _ => Given::Picks(vec![labels[0].to_owned()]),
    };
    let several = (kind == "several").then_some(true);
    Question { text: text.to_owned(), header: None, choices, several, given }
}

/// The metadata for the table's word.
pub fn metadata(word: &str) -> Option<Value> {
    match word {
        "some" => Some(json!({"source": "setup", "step": [1, {"of": null}]})),
        "empty" => Some(json!({})),
        _ => None,
    }
}
