//! What a client's answer to an ask says, and which content fits a form.

use thiserror::Error;

use super::super::formats;
use crate::model::{json::Value, rpc::text};

/// What became of an ask.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The user accepted: the content of a form, or null for a page.
    Accepted(Value),
    /// The call ends without the user's consent, for this reason.
    Ended(Ended),
}

/// Why a call ends without having done anything.
#[derive(Clone, Debug, Error, Hash, PartialEq)]
pub enum Ended {
    /// The user declined.
    #[error("The user declined to answer, so nothing was done.")]
    Declined,
    /// The user dismissed the question.
    #[error("The question was dismissed without an answer, so nothing was done.")]
    Cancelled,
    /// The answer is none.
    #[error("The answer is not valid, so nothing was done: {0}.")]
    Wrong(Misfit),
    /// The client could not ask.
    #[error("The question could not be put to the user, so nothing was done.")]
    Failed,
    /// The client has not declared the mode.
    #[error("The user cannot be asked here, so nothing was done.")]
    Undeclared,
}

/// What is wrong with an answer.
#[derive(Clone, Debug, Error, Hash, PartialEq)]
pub enum Misfit {
    /// The result has no action that the protocol has.
    #[error("its action is none of accept, decline and cancel")]
    Action,
    /// A form was accepted without an object of content.
    #[error("it has no content")]
    Content,
    /// A property that is required is missing.
    #[error("`{0}` is missing")]
    Missing(String),
    /// A property does not fit its kind.
    #[error("`{0}` does not fit")]
    Value(String),
}

impl Outcome {
    /// Reads the result of an ask with these params.
    pub fn read(params: &Value, result: &Value) -> Self {
        let is_page = text(params, "mode") == Some("url");
        match text(result, "action") {
            Some("accept") if is_page => Self::Accepted(Value::Null),
            Some("accept") => match fits(&params["requestedSchema"], &result["content"]) {
                Ok(()) => Self::Accepted(result["content"].clone()),
                Err(why) => Self::Ended(Ended::Wrong(why)),
            },
            Some("decline") => Self::Ended(Ended::Declined),
            Some("cancel") => Self::Ended(Ended::Cancelled),
            Some(_) | None => Self::Ended(Ended::Wrong(Misfit::Action)),
        }
    }
}

/// Whether a content fits a form.
///
/// # Errors
/// The first property that does not.
pub fn fits(schema: &Value, content: &Value) -> Result<(), Misfit> {
    let content = content.as_object().ok_or(Misfit::Content)?;
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !content.contains_key(name) {
            return Err(Misfit::Missing(name.to_owned()));
        }
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        if content.get(name.as_str()).is_some_and(|value| !fits_property(property, value)) {
            return Err(Misfit::Value(name.as_str().to_owned()));
        }
    }
    Ok(())
}

fn fits_property(property: &Value, value: &Value) -> bool {
    let limit = |name: &str| property.get(name).and_then(Value::as_f64);
    let within = |size: f64, least: &str, most: &str| {
        limit(least).is_none_or(|least| size >= least) && limit(most).is_none_or(|most| size <= most)
    };
    let count = |count: usize| u32::try_from(count).map_or(f64::INFINITY, f64::from);
    match text(property, "type") {
        Some("string") => value.as_str().is_some_and(|written| {
            let has_format = formats::has(text(property, "format").unwrap_or_default(), written);
            has_format && is_choice(property, value) && within(count(written.chars().count()), "minLength", "maxLength")
        }),
        Some("boolean") => value.as_bool().is_some(),
        Some("integer") if value.as_f64().is_none_or(|number| number.fract() != 0.0) => false,
        Some("number" | "integer") => value.as_f64().is_some_and(|number| within(number, "minimum", "maximum")),
        Some("array") => value.as_array().is_some_and(|picks| {
            within(count(picks.len()), "minItems", "maxItems")
                && picks.iter().all(|pick| is_choice(&property["items"], pick))
        }),
        _ => false,
    }
}

/// Whether a value is one of the choices, if there are some. Of choices with titles, the value counts and not the title.
fn is_choice(place: &Value, value: &Value) -> bool {
    let titled = ["oneOf", "anyOf"].iter().find_map(|name| place.get(*name)).and_then(Value::as_array);
    let plain = place.get("enum").and_then(Value::as_array);
    match (titled, plain) {
        (Some(titled), _) => titled.iter().any(|one| one.get("const") == Some(value)),
        (None, Some(plain)) => plain.iter().any(|one| one == value),
        (None, None) => true,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Ended, Misfit, Outcome};
    use crate::model::json::{Value, json};

    fn form(property: Value) -> Value {
        json!({"requestedSchema": {"type": "object", "properties": {"p": property}, "required": ["p"]}})
    }

    #[rstest]
    #[case::a_text(json!({"type": "string"}), json!("x"), true)]
    #[case::a_number_for_a_text(json!({"type": "string"}), json!(7), false)]
    #[case::too_long(json!({"type": "string", "maxLength": 1}), json!("ab"), false)]
    #[case::letters_count(json!({"type": "string", "maxLength": 1}), json!("ä"), true)]
    #[case::a_choice(json!({"type": "string", "enum": ["a"]}), json!("a"), true)]
    #[case::no_choice(json!({"type": "string", "enum": ["a"]}), json!("b"), false)]
    #[case::a_value(json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}]}), json!("a"), true)]
    #[case::a_title(json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}]}), json!("A"), false)]
    #[case::a_name(json!({"type": "string", "enum": ["a"], "enumNames": ["A"]}), json!("A"), false)]
    #[case::a_fraction(json!({"type": "number", "maximum": 1}), json!(0.5), true)]
    #[case::a_fraction_for_an_integer(json!({"type": "integer"}), json!(0.5), false)]
    #[case::too_large(json!({"type": "integer", "maximum": 1}), json!(2), false)]
    #[case::the_limit(json!({"type": "integer", "minimum": 2}), json!(2), true)]
    #[case::yes(json!({"type": "boolean"}), json!(false), true)]
    #[case::a_word_for_yes(json!({"type": "boolean"}), json!("yes"), false)]
    #[case::picks(json!({"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 1}), json!(["b"]), true)]
    #[case::one_for_several(json!({"type": "array", "items": {"enum": ["a"]}}), json!("a"), false)]
    #[case::too_few(json!({"type": "array", "items": {"enum": ["a"]}, "minItems": 1}), json!([]), false)]
    #[case::titled_picks(json!({"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}}), json!(["A"]), false)]
    #[case::nothing(json!({"type": "string"}), Value::Null, false)]
    fn what_fits_is_accepted(#[case] property: Value, #[case] value: Value, #[case] fits: bool) {
        let content = json!({"p": value});
        let outcome = Outcome::read(&form(property), &json!({"action": "accept", "content": content}));
        let expected = if fits { Outcome::Accepted(content) } else { wrong(Misfit::Value("p".to_owned())) };
        assert_eq!(outcome, expected);
    }

    fn wrong(misfit: Misfit) -> Outcome {
        Outcome::Ended(Ended::Wrong(misfit))
    }

    #[rstest]
    #[case::no_content(json!({"action": "accept"}), wrong(Misfit::Content))]
    #[case::content_is_null(json!({"action": "accept", "content": null}), wrong(Misfit::Content))]
    #[case::nothing_in_it(json!({"action": "accept", "content": {}}), wrong(Misfit::Missing("p".to_owned())))]
    #[case::declined(json!({"action": "decline", "content": {"p": "x"}}), Outcome::Ended(Ended::Declined))]
    #[case::dismissed(json!({"action": "cancel"}), Outcome::Ended(Ended::Cancelled))]
    #[case::unknown(json!({"action": "later", "content": {"p": "x"}}), wrong(Misfit::Action))]
    #[case::a_number(json!(7), wrong(Misfit::Action))]
    fn what_is_no_consent_ends_the_call(#[case] result: Value, #[case] expected: Outcome) {
        assert_eq!(Outcome::read(&form(json!({"type": "string"})), &result), expected);
    }
}
