//! The sentence in which the model reads the answers (PD-46 to PD-52, PD-96 to PD-101).
//!
//! **Absent here:** escapes (PD-49), and the questions. The order is that of the answers (PD-50).

use crate::model::json::Value;

use super::js;

const BEFORE: &str = "User has answered your questions: ";
const AFTER: &str = ". You can now continue with the user's answers in mind.";

/// The order of the answers in the sentence.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum KeyOrder {
    /// The order of keys in a JavaScript object: keys that look like integers come first (PD-50.j).
    Integers,
    /// The order in which the answers came.
    Given,
}

/// The sentence. `None` if the value is not a set of answers.
pub fn sentence(answers: &Value, annotations: Option<&Value>, order: KeyOrder) -> Option<String> {
    let mut entries = js::entries(answers)?;
    if order == KeyOrder::Integers {
        js::in_key_order(&mut entries);
    }
    let entries: Vec<String> = entries
        .iter()
        .map(|(question, answer)| entry(question, answer, annotations.and_then(|all| js::member(all, question))))
        .collect();
    Some(format!("{BEFORE}{}{AFTER}", entries.join(", ")))
}

/// The text of one answer (PD-47, PD-48).
fn entry(question: &str, answer: &Value, annotation: Option<Value>) -> String {
    let answer = match answer {
        Value::Array(picks) => js::join(picks, ", "),
        answer => js::string(answer),
    };
    let annotated = |key: &str| annotation.as_ref().and_then(|all| all.get(key)).filter(|value| js::is_truthy(value));
    let mut entry = format!("\"{question}\"=\"{answer}\"");
    if let Some(preview) = annotated("preview") {
        entry.push_str(&format!(" selected preview:\n{}", js::string(preview)));
    }
    if let Some(notes) = annotated("notes") {
        entry.push_str(&format!(" user notes: {}", js::string(notes)));
    }
    entry
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Map, Value, json};
    use proptest::prelude::*;
    use rstest::rstest;

    use super::{AFTER, BEFORE, KeyOrder, sentence};

    #[rstest]
    #[case::the_vector(json!({"Q": "a", "R": ["x", "y"]}), json!({"Q": {"preview": "<p>", "notes": "n"}}),
        "\"Q\"=\"a\" selected preview:\n<p> user notes: n, \"R\"=\"x, y\"")]
    #[case::none(json!({}), json!(null), "")]
    #[case::empty_list(json!({"Q": []}), json!(null), "\"Q\"=\"\"")]
    #[case::empty_text(json!({"Q": ""}), json!(null), "\"Q\"=\"\"")]
    #[case::two_empty(json!({"Q": ["", ""]}), json!(null), "\"Q\"=\", \"")]
    #[case::one_of_a_list(json!({"Q": ["A"]}), json!({}), "\"Q\"=\"A\"")]
    #[case::no_escapes(json!({"a \"b\"\n": "c\"\n, \"d\"=\"e"}), json!(null), "\"a \"b\"\n\"=\"c\"\n, \"d\"=\"e\"")]
    #[case::empty_annotations(json!({"Q": "a"}), json!({"Q": {"preview": "", "notes": ""}}), "\"Q\"=\"a\"")]
    #[case::a_blank_note(json!({"Q": "a"}), json!({"Q": {"notes": " "}}), "\"Q\"=\"a\" user notes:  ")]
    #[case::of_another_case(json!({"Q": "a"}), json!({"q": {"notes": "n"}, "R": {"notes": "n"}}), "\"Q\"=\"a\"")]
    #[case::values(json!({"Q": null, "R": [true, null, ["x", "y"], 1.0]}), json!({"Q": "text", "R": {"notes": 5}}),
        "\"Q\"=\"null\", \"R\"=\"true, , x,y, 1\" user notes: 5")]
    #[case::a_list(json!(["x", ["y", "z"]]), json!([{"notes": "n"}]), "\"0\"=\"x\" user notes: n, \"1\"=\"y, z\"")]
    #[case::a_text(json!("xy"), json!(null), "\"0\"=\"x\", \"1\"=\"y\"")]
    #[case::key_order(json!({"b": "1", "2": "2", "1": "3"}), json!(null), "\"1\"=\"3\", \"2\"=\"2\", \"b\"=\"1\"")]
    fn sentences(#[case] answers: Value, #[case] annotations: Value, #[case] entries: &str) {
        let told = sentence(&answers, Some(&annotations), KeyOrder::Integers).unwrap();
        assert_eq!(
            told,
            format!(
                "User has answered your questions: {entries}. You can now continue with the user's answers in mind."
            )
        );
    }

    #[test]
    fn the_order_can_be_that_in_which_the_answers_are_given() {
        let answers = json!({"b": "1", "2": "2"});
        let told = sentence(&answers, None, KeyOrder::Given).unwrap();
        assert!(told.contains("\"b\"=\"1\", \"2\"=\"2\""), "{told}");
        assert_eq!(sentence(&Value::Null, None, KeyOrder::Given), None);
    }

    proptest! {
        /// If no answer has a quote in it, the answers can be read back from the sentence.
        #[test]
        fn answers_without_quotes_are_read_back(answers in prop::collection::btree_map("[a-z ]{1,5}", "[a-z =,]{0,5}", 0..5)) {
            let given: Map = answers.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
            let told = sentence(&given.into(), None, KeyOrder::Integers).unwrap();
            let entries = told.strip_prefix(BEFORE).and_then(|told| told.strip_suffix(AFTER)).unwrap();
            let read: Vec<&str> = entries.split('"').collect();
            let pairs: Vec<(&str, &str)> = read.chunks(4).filter(|chunk| chunk.len() == 4).map(|chunk| (chunk[1], chunk[3])).collect();
            prop_assert_eq!(pairs, answers.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect::<Vec<_>>());
        }
    }
}
