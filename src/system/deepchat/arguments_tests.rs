use crate::model::json::{Value, json};
use proptest::prelude::*;
use rstest::rstest;

use super::{Profile, read};

fn options(count: usize) -> Value {
    (0..count).map(|index| json!({"label": index.to_string()})).collect()
}

fn with(key: &str, value: Value) -> String {
    let mut arguments = json!({"question": "Go?", "options": [{"label": "a"}]});
    arguments[key] = value;
    arguments.to_string()
}

#[rstest]
#[case::plain(with("header", json!("h")), true)]
#[case::longest_header(with("header", json!("x".repeat(30))), true)]
#[case::header_too_long(with("header", json!("x".repeat(31))), false)]
#[case::trimmed_before_it_is_measured(with("header", json!(format!("  {}  ", "x".repeat(30)))), true)]
#[case::blank_header(with("header", json!("  ")), true)]
#[case::header_of_another_type(with("header", json!(1)), false)]
#[case::fifteen_emoji(with("header", json!("🙂".repeat(15))), true)]
#[case::thirty_emoji(with("header", json!("🙂".repeat(30))), true)]
#[case::thirty_one_emoji(with("header", json!("🙂".repeat(31))), false)]
#[case::longest_question(with("question", json!("x".repeat(500))), true)]
#[case::question_too_long(with("question", json!("x".repeat(501))), false)]
#[case::blank_question(with("question", json!(" \n")), false)]
#[case::no_question(r#"{"options": [{"label": "a"}]}"#.to_owned(), false)]
#[case::no_options(with("options", json!([])), false)]
#[case::most_options(with("options", options(10)), true)]
#[case::too_many_options(with("options", options(11)), false)]
#[case::ten_thousand_options(with("options", options(10_000)), false)]
#[case::options_as_text(with("options", json!("[{\"label\": \"a\"}]")), false)]
#[case::an_option_as_text(with("options", json!(["a"])), false)]
#[case::an_option_without_a_label(with("options", json!([{"description": "d"}])), false)]
#[case::a_label_twice(with("options", json!([{"label": "a"}, {"label": "a"}])), true)]
#[case::longest_description(with("options", json!([{"label": "a", "description": "x".repeat(200)}])), true)]
#[case::description_too_long(with("options", json!([{"label": "a", "description": "x".repeat(201)}])), false)]
#[case::a_label_of_a_megabyte(with("options", json!([{"label": "x".repeat(1 << 20)}])), false)]
#[case::an_unknown_key_of_an_option(with("options", json!([{"label": "a", "value": "b"}])), true)]
#[case::multiple_as_text(with("multiple", json!("true")), false)]
#[case::custom_as_null(with("custom", json!(null)), false)]
#[case::single_quotes("{'question': 'Go?', 'options': [{'label': 'a'}]}".to_owned(), true)]
#[case::unquoted_keys("{question: \"Go?\", options: [{label: \"a\"}]}".to_owned(), true)]
#[case::a_missing_brace("{\"question\": \"Go?\", \"options\": [{\"label\": \"a\"}]".to_owned(), true)]
#[case::trailing_commas("{\"question\": \"Go?\", \"options\": [{\"label\": \"a\"},],}".to_owned(), true)]
#[case::a_code_fence("```json\n{\"question\": \"Go?\", \"options\": [{\"label\": \"a\"}]}\n```".to_owned(), true)]
#[case::half_a_surrogate_pair("{\"question\": \"Go\\ud83d?\", \"options\": [{\"label\": \"a\"}]}".to_owned(), true)]
#[case::nothing_at_all(String::new(), false)]
fn arguments_are_accepted_or_refused(
    #[case] text: String,
    #[case] taken: bool,
    #[values(Profile::Seed, Profile::Head)] profile: Profile,
) {
    assert_eq!(read(profile, &text).is_ok(), taken, "{:?}", read(profile, &text));
}

#[rstest]
#[case(Profile::Seed, with("questions", json!([])), true)]
#[case(Profile::Head, with("questions", json!([])), false)]
#[case(Profile::Seed, with("options", json!([{"header": "X"}])), false)]
#[case(Profile::Head, with("options", json!([{"header": "X"}])), true)]
#[case(Profile::Head, with("options", json!([{"header": 5}])), false)]
#[case(Profile::Head, with("options", json!([{"header": 5, "label": "a"}])), true)]
fn the_profiles_differ_on_some_arguments(#[case] profile: Profile, #[case] text: String, #[case] taken: bool) {
    assert_eq!(read(profile, &text).is_ok(), taken, "{:?}", read(profile, &text));
}

#[test]
fn a_refusal_says_what_is_wrong() {
    let why = read(Profile::Head, r#"{"question": "", "options": [{"label": 3}], "x": 1}"#).unwrap_err().to_string();
    assert!(why.starts_with("Invalid arguments for deepchat_question. "), "{why}");
    assert!(
        why.ends_with(
            "Validation details: x: unknown key; question: expected a text, found a blank one; options[0].label: \
             expected a text"
        ),
        "{why}"
    );
    let why = read(Profile::Seed, "{{{]]]").unwrap_err().to_string();
    assert!(why.starts_with("Invalid JSON for question tool arguments. "), "{why}");
}

#[rstest]
#[case("null")]
#[case("[]")]
#[case("\"x\"")]
#[case("certainly! which colour?")]
fn json_that_is_not_an_object_breaks_the_schema(#[case] text: &str) {
    let why = read(Profile::Seed, text).unwrap_err().to_string();
    assert!(why.starts_with("Invalid arguments for question. "), "{why}");
    assert!(why.ends_with("Validation details: arguments: expected an object"), "{why}");
}

proptest! {
    /// Accepted arguments keep every limit, and no text breaks the reader.
    #[test]
    fn accepted_arguments_keep_the_limits(text in r#"[{}\[\]":,'a-e \\`]{0,60}"#, label in "\\PC{0,40}") {
        let _ = read(Profile::Seed, &text);
        let arguments = json!({"question": label, "header": label, "options": [{"label": label}]}).to_string();
        if let Ok(question) = read(Profile::Head, &arguments) {
            let lengths = [&question.text, &question.options[0].label];
            prop_assert!(lengths.iter().all(|text| (1..=30).contains(&text.chars().count())));
            prop_assert_eq!(question.text.trim(), &question.text);
        }
    }
}
