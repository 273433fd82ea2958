use std::collections::BTreeSet;

use crate::model::json::{Value, json};
use proptest::prelude::*;
use rstest::rstest;

use super::check;
use crate::system::pilotdeck::html;

/// A question by text, header and labels; a label that begins with `<` is a preview of the option before.
fn question(text: &str, header: &str, labels: &[&str]) -> Value {
    let mut options: Vec<Value> = Vec::new();
    for label in labels {
        match (label.starts_with('<'), options.last_mut()) {
            (true, Some(option)) => option["preview"] = json!(label),
            _ => options.push(json!({"label": label, "description": "d"})),
        }
    }
    json!({"question": text, "header": header, "options": options})
}

const LONG: &str = "1234567890123";
const BAD: &str = "<script>";

#[rstest]
#[case::nothing(json!(null), "questions", "Provide 1-4 questions")]
#[case::no_list(json!({}), "questions", "Provide 1-4 questions")]
#[case::none(json!([]), "questions", "Provide 1-4 questions")]
#[case::five(json!([1, 2, 3, 4, 5]), "questions", "At most 4 questions allowed")]
#[case::one_option(json!([question("Q", "H", &["A"])]), "questions[].options", "Question \"Q\" must have 2-4 options")]
#[case::five_options(json!([question("Q", "H", &["A", "B", "C", "D", "E"])]), "questions[].options",
    "Question \"Q\" must have 2-4 options")]
#[case::no_options(json!([{"question": "a \"b\"", "header": "H"}]), "questions[].options",
    "Question \"a \"b\"\" must have 2-4 options")]
#[case::same_text(json!([question("Q", "H", &["A", "B"]), question("Q", "I", &["A", "B"])]), "questions",
    "Question texts must be unique: \"Q\"")]
#[case::long_header(json!([question("Q", LONG, &["A", "B"])]), "questions[].header", "header for \"Q\" exceeds 12 chars")]
#[case::same_label(json!([question("Q", "H", &["A", "B", "A"])]), "questions[].options",
    "Option labels must be unique within question \"Q\"")]
#[case::bad_preview(json!([question("Q", "H", &["A", BAD, "B"])]), "questions[].options[].preview",
    "Option \"A\" in question \"Q\": preview must not contain <script> or <style> tags. Use inline styles via the \
     style attribute if needed.")]
#[case::empty_preview(json!([{"question": "Q", "header": "H", "options": [{"label": "A"}, {"label": "B", "preview": ""}]}]),
    "questions[].options[].preview", "Option \"B\" in question \"Q\": preview must contain HTML (previewFormat is set \
     to \"html\"). Wrap content in a tag like <div> or <pre>.")]
fn faults(#[case] questions: Value, #[case] path: &str, #[case] message: &str) {
    let issue = check(&questions).unwrap_err();
    assert_eq!((issue.path.as_str(), issue.code, issue.message.as_str()), (path, "invalid_schema", message));
}

#[rstest]
#[case::options_before_text(&[question("Q", "H", &["A", "B"]), question("Q", "H", &["A"])], "2-4 options")]
#[case::header_before_label(&[question("Q", LONG, &["A", "A"])], "exceeds")]
#[case::text_before_header(&[question("Q", "H", &["A", "B"]), question("Q", LONG, &["A", "B"])], "texts must be unique")]
#[case::label_before_its_preview(&[question("Q", "H", &["A", "A", BAD])], "labels must be unique")]
#[case::preview_before_a_later_label(&[question("Q", "H", &["A", BAD, "A"])], "preview must not")]
#[case::header_of_the_first(&[question("Q", LONG, &["A", "B"]), question("Q", "H", &["A", "B"])], "exceeds")]
#[case::preview_of_the_first(&[question("Q", "H", &["A", "B", BAD]), question("Q", "H", &["A", "B"])], "preview must not")]
#[case::label_of_the_first(&[question("Q", "H", &["A", "A"]), question("R", LONG, &["A", "B"])], "labels must be unique")]
fn only_the_first_fault_is_reported(#[case] questions: &[Value], #[case] piece: &str) {
    let issue = check(&json!(questions)).unwrap_err();
    assert!(issue.message.contains(piece), "{}", issue.message);
}

#[rstest]
#[case("123456789012", true)]
#[case("1234567890123", false)]
#[case("😀😀😀😀😀😀", true)]
#[case("😀😀😀😀😀😀😀", false)]
#[case("一二三四五六七八九十一二", true)]
#[case("一二三四五六七八九十一二三", false)]
#[case("", true)]
fn a_header_is_measured_in_units(#[case] header: &str, #[case] passes: bool) {
    assert_eq!(check(&json!([question("Q", header, &["A", "B"])])).is_ok(), passes);
}

#[rstest]
#[case::empty(&[question("", "", &["", "a"])])]
#[case::another_case(&[question("q", "H", &["a", "A"]), question("Q", "H", &["a", "A"])])]
#[case::blanks(&[question("q", "H", &["a", " a"]), question("q ", "H", &["a", "a\t"])])]
#[case::composed_or_not(&[question("\u{e9}", "H", &["\u{e9}", "e\u{301}"]), question("e\u{301}", "H", &["a", "b"])])]
#[case::no_header(&[json!({"question": "Q", "options": [{"label": "a"}, {"label": "b"}]})])]
fn texts_that_differ_in_any_way_are_accepted(#[case] questions: &[Value]) {
    assert_eq!(check(&json!(questions)), Ok(()));
}

fn any_question() -> impl Strategy<Value = Value> {
    let option = ("[ab]{0,2}", prop::option::of(prop::sample::select(vec!["<b>x</b>", "", "<style>", "plain"])));
    let option = option.prop_map(|(label, preview)| match preview {
        Some(preview) => json!({"label": label, "description": "", "preview": preview}),
        None => json!({"label": label, "description": ""}),
    });
    ("[QR]{0,2}", "[h😀]{0,14}", prop::collection::vec(option, 0..6))
        .prop_map(|(text, header, options)| json!({"question": text, "header": header, "options": options}))
}

fn texts<'a>(values: &'a [Value], key: &str) -> Vec<&'a str> {
    values.iter().map(|value| value[key].as_str().unwrap()).collect()
}

fn are_distinct(texts: &[&str]) -> bool {
    texts.iter().collect::<BTreeSet<_>>().len() == texts.len()
}

proptest! {
    /// The check accepts exactly the questions that keep every rule.
    #[test]
    fn questions_are_accepted_exactly_if_they_keep_every_rule(questions in prop::collection::vec(any_question(), 0..6)) {
        let keeps = (1..=4).contains(&questions.len())
            && are_distinct(&texts(&questions, "question"))
            && questions.iter().all(|question| {
                let options = question["options"].as_array().unwrap();
                (2..=4).contains(&options.len())
                    && question["header"].as_str().unwrap().encode_utf16().count() <= 12
                    && are_distinct(&texts(options, "label"))
                    && options.iter().all(|option| html::fault(option["preview"].as_str()).is_none())
            });
        prop_assert_eq!(check(&json!(questions)).is_ok(), keeps);
    }
}
