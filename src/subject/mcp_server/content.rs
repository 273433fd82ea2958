//! What a form is filled in with. A scenario fills in the forms of its own tools. A server that is not written for it has others,
//! so what is right there becomes something right here, what just fits there just fits here, and what is wrong there is wrong in the same way.

mod border;
mod misfit;

use thiserror::Error;

use self::{border::Border, misfit::Misfit};

use crate::{
    model::{
        json::{Map, Value, json},
        rpc::text,
        text::checksum,
    },
    system::mcp::fits,
};

/// What a text is made with. Numbers alone would not tell two answers apart: results may count.
const WORDS: [&str; 7] = ["apple", "bread", "cherry", "date", "egg", "fig", "grape"];

/// The most letters of a text that is made. A form may name any number, and a text of that length need not be possible.
const LETTERS_MAX: u64 = 100_000;

/// No content can be wrong for a form.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("its form has no property, so any content is right for it")]
pub struct NothingToFillIn;

/// The content for a form, where a scenario gives `given` for its own form. `answers` are right contents for this form, if its
/// server's author has written some.
///
/// # Errors
/// If something wrong is needed, and this form takes anything.
pub fn content(given: &Value, form: &Value, own_form: &Value, answers: &[Value]) -> Result<Value, NothingToFillIn> {
    let Some(members) = given.as_object() else { return Ok(given.clone()) };
    let (first, own_first) = (first(form), first(own_form));
    // A scenario that names its own property means that.
    let names_own = own_first.is_some_and(|own| members.contains_key(own));
    let renamed = members.iter().map(|(name, value)| {
        let name =
            if Some(name.as_str()) == first && !names_own { own_first.unwrap_or_default() } else { name.as_str() };
        (name.to_owned(), value.clone())
    });
    let own: Value = renamed.collect::<Map>().into();
    let number = number(&own, own_form);
    // A tool that asks by several forms has answers for each of them.
    let answers: Vec<&Value> = answers.iter().filter(|answer| fits(form, answer).is_ok()).collect();
    match (fits(own_form, &own).is_ok(), fits(form, given).is_ok()) {
        (true, _) if !answers.is_empty() => Ok(answers[number % answers.len()].clone()),
        (true, true) if members.keys().all(|name| form["properties"].get(name).is_some()) => Ok(given.clone()),
        (true, _) => Ok(Border::of(own_form, &own).map_or_else(|| right(form, number), |border| border.made_for(form))),
        (false, is_right_here) => {
            let misfit = Misfit::of(own_form, &own);
            // It is as wrong here as it is there, and for that reason alone.
            if !is_right_here && misfit.is_some() && Misfit::of(form, given) == misfit {
                return Ok(given.clone());
            }
            match misfit.and_then(|misfit| misfit.made_for(form)) {
                Some(made) => Ok(made),
                None if is_right_here => wrong(form),
                None => Ok(given.clone()),
            }
        }
    }
}

fn properties(form: &Value) -> impl Iterator<Item = (&str, &Value)> {
    form["properties"].as_object().into_iter().flat_map(Map::iter).map(|(name, property)| (name.as_str(), property))
}

fn first(form: &Value) -> Option<&str> {
    properties(form).next().map(|(name, _)| name)
}

/// A number that different contents of a scenario's form have for themselves, most likely: the place of the choice, or one of the
/// text.
fn number(content: &Value, form: &Value) -> usize {
    let Some((name, property)) = properties(form).next() else { return 0 };
    let chosen = &content[name];
    let mut choices = property["enum"].as_array().into_iter().flatten();
    choices.position(|choice| choice == chosen).unwrap_or_else(|| (checksum(&chosen.to_string()) % 1009) as usize)
}

/// A content that fits a form: what is required, and its first property. Different numbers have different contents, where the form
/// has room for them.
fn right(form: &Value, number: usize) -> Value {
    let required = form["required"].as_array().cloned().unwrap_or_default();
    let is_needed = |at: usize, name: &str| at == 0 || required.iter().any(|one| *one == *name);
    let needed = properties(form).enumerate().filter(|(at, (name, _))| is_needed(*at, name));
    needed.map(|(_, (name, property))| (name.to_owned(), value(property, number))).collect::<Map>().into()
}

fn value(property: &Value, number: usize) -> Value {
    let choices = choices(property);
    let limit = |name: &str| property.get(name).and_then(Value::as_u64);
    match text(property, "type") {
        Some("array") => {
            let count = usize::try_from(limit("minItems").unwrap_or(1).max(1)).unwrap_or(1).min(choices.len());
            (0..count).map(|at| choices[(number + at) % choices.len()].clone()).collect()
        }
        _ if !choices.is_empty() => choices[number % choices.len()].clone(),
        Some("boolean") => true.into(),
        Some("integer" | "number") => {
            let least = property.get("minimum").and_then(Value::as_f64).unwrap_or(1.0).ceil();
            let most = property.get("maximum").and_then(Value::as_f64).unwrap_or(f64::INFINITY);
            let next = least + f64::from(u32::try_from(number).unwrap_or_default());
            if next <= most { json!(next as i64) } else { json!(least as i64) }
        }
        _ => match text(property, "format") {
            Some("email") => format!("{}@example.com", WORDS[number % WORDS.len()]).into(),
            Some("uri") => format!("https://example.com/{}", WORDS[number % WORDS.len()]).into(),
            Some("date") => format!("2027-01-{:02}", number % 28 + 1).into(),
            Some("date-time") => format!("2027-01-{:02}T12:00:00Z", number % 28 + 1).into(),
            _ => {
                let most = usize::try_from(limit("maxLength").unwrap_or(200)).unwrap_or(200);
                let least = usize::try_from(limit("minLength").unwrap_or(0).min(LETTERS_MAX)).unwrap_or(0);
                let word = |place: u32| WORDS[number / WORDS.len().pow(place) % WORDS.len()];
                let more = format!(", with {}, {} and {}", word(1), word(2), word(3));
                let words = format!("{} it is{}", word(0), if number < WORDS.len() { "" } else { &more });
                let mut said: String = words.chars().take(most).collect();
                said.extend(std::iter::repeat_n('.', least.saturating_sub(said.chars().count())));
                said.into()
            }
        },
    }
}

/// The values that may be chosen.
fn choices(property: &Value) -> Vec<Value> {
    let place = property.get("items").unwrap_or(property);
    let titled = ["oneOf", "anyOf"].iter().find_map(|name| place.get(*name)).and_then(Value::as_array);
    let consts = titled.into_iter().flatten().filter_map(|one| one.get("const").cloned());
    let plain = place.get("enum").and_then(Value::as_array).into_iter().flatten().cloned();
    consts.chain(plain).collect()
}

/// A content that does not fit a form: a property has a value of another type.
fn wrong(form: &Value) -> Result<Value, NothingToFillIn> {
    let mut content = right(form, 0);
    let (name, property) = properties(form).next().ok_or(NothingToFillIn)?;
    content[name] = if text(property, "type") == Some("string") { 7.into() } else { "wrong".into() };
    Ok(content)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use rstest::rstest;

    use super::{content, fits, right, wrong};
    use crate::model::json::{Value, json};

    fn one(property: Value) -> Value {
        json!({"type": "object", "properties": {"p": property}, "required": ["p"]})
    }

    fn places() -> Value {
        json!({"type": "object", "properties": {"place": {"type": "string", "enum": ["staging", "production"]}}, "required": ["place"]})
    }

    const NONE: &[Value] = &[];

    /// What a scenario gives for its own form, by the first key of the form that is there.
    #[rstest]
    #[case::right(json!({"p": "staging"}), one(json!({"type": "string", "enum": ["a", "b"]})), json!({"p": "a"}))]
    #[case::right_otherwise(json!({"p": "production"}), one(json!({"type": "string", "enum": ["a", "b"]})), json!({"p": "b"}))]
    #[case::right_as_it_is(json!({"p": "staging"}), one(json!({"type": "string"})), json!({"p": "staging"}))]
    #[case::a_name_that_it_does_not_have(
        json!({"place": "production"}), json!({"properties": {"q": {"type": "boolean"}}}), json!({"q": true}))]
    #[case::wrong_as_it_is(json!({"p": 7}), one(json!({"type": "string"})), json!({"p": 7}))]
    #[case::wrong_and_right_here(json!({"p": 7}), one(json!({"type": "integer"})), json!({"p": "wrong"}))]
    #[case::no_choice_and_a_text_here(json!({"p": "nowhere"}), one(json!({"type": "string"})), json!({"p": 7}))]
    #[case::nothing(json!({}), one(json!({"type": "string"})), json!({}))]
    #[case::nothing_where_nothing_is_needed(
        json!({}), json!({"properties": {"p": {"type": "boolean"}}}), json!({"p": "wrong"}))]
    #[case::no_object(Value::Null, one(json!({"type": "string"})), Value::Null)]
    fn right_stays_right_and_wrong_stays_wrong(#[case] given: Value, #[case] form: Value, #[case] expected: Value) {
        assert_eq!(content(&given, &form, &places(), NONE), Ok(expected));
    }

    #[test]
    fn the_authors_own_answers_are_used() {
        let own = [json!({"p": true}), json!({"p": false})];
        let form = one(json!({"type": "boolean"}));
        assert_eq!(content(&json!({"p": "production"}), &form, &places(), &own), Ok(own[1].clone()));
        assert_eq!(content(&json!({"p": "nowhere"}), &form, &places(), &own), Ok(json!({"p": "nowhere"})));
        let another = one(json!({"type": "string", "enum": ["a", "b"]}));
        assert_eq!(content(&json!({"p": "production"}), &another, &places(), &own), Ok(json!({"p": "b"})));
    }

    /// The first property of a server's form may have the name of another one of the scenario's.
    #[test]
    fn a_property_that_the_scenario_names_is_its_own() {
        let count = |most: u64| json!({"type": "integer", "minimum": 1, "maximum": most});
        let survey = json!({"properties": {"name": {"type": "string"}, "count": count(100)}, "required": ["name"]});
        let form = json!({"properties": {"count": count(5), "page": {"type": "string"}}, "required": ["page"]});
        let made = content(&json!({"name": "Ada", "count": 100}), &form, &survey, NONE).unwrap();
        assert_eq!(fits(&form, &made), Ok(()), "{made}");
    }

    #[test]
    fn each_number_has_a_text_of_its_own() {
        let form = one(json!({"type": "string"}));
        let made: BTreeSet<String> = (0..1009).map(|number| right(&form, number).to_string()).collect();
        assert_eq!(made.len(), 1009);
    }

    /// Two texts that are too long for a form become two others.
    #[test]
    fn texts_that_differ_at_their_ends_become_different_ones() {
        let form = one(json!({"type": "string", "maxLength": 100}));
        let own = one(json!({"type": "string"}));
        let made = |count: usize| content(&json!({"p": "n".repeat(count)}), &form, &own, NONE).unwrap();
        assert_ne!(made(1000), made(1001));
        assert_ne!(made(20_000), made(20_001));
    }

    /// What a server's form names is no reason to run out of memory, or to panic.
    #[rstest]
    #[case::least_letters(json!({"type": "string", "minLength": u64::MAX}))]
    #[case::most_letters(json!({"type": "string", "maxLength": u64::MAX}))]
    #[case::most(json!({"type": "integer", "maximum": 1e300}))]
    #[case::least(json!({"type": "integer", "minimum": -1e300}))]
    #[case::no_number(json!({"type": "number", "minimum": "low", "maximum": "high"}))]
    fn limits_beyond_reason_are_survived(#[case] property: Value) {
        let own = one(json!({"type": "string", "minLength": 1, "maxLength": 2}));
        let number = one(json!({"type": "integer", "minimum": 1, "maximum": 2}));
        let form = json!({"type": "object", "properties": {"other": property}, "required": ["other"]});
        for text in ["", "x", "xx", "xxx"] {
            let made = content(&json!({"p": text}), &form, &own, NONE).unwrap();
            assert!(made.to_string().len() < 200_000);
        }
        for count in 0..4 {
            assert!(content(&json!({"p": count}), &form, &number, NONE).is_ok());
        }
    }

    #[test]
    fn nothing_is_wrong_for_a_form_without_properties() {
        assert!(wrong(&json!({"type": "object", "properties": {}})).is_err());
    }

    fn property() -> impl Strategy<Value = Value> {
        prop_oneof![
            (0_u64..30, 0_u64..30)
                .prop_map(|(least, more)| json!({"type": "string", "minLength": least, "maxLength": least + more})),
            prop::sample::select(vec!["email", "uri", "date", "date-time"])
                .prop_map(|format| json!({"type": "string", "format": format})),
            (-50_i64..50, 0_i64..50)
                .prop_map(|(least, more)| json!({"type": "integer", "minimum": least, "maximum": least + more})),
            Just(json!({"type": "number"})),
            Just(json!({"type": "boolean"})),
            Just(json!({"type": "string", "enum": ["a", "b"]})),
            Just(json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}]})),
            Just(json!({"type": "array", "minItems": 2, "items": {"type": "string", "enum": ["a", "b", "c"]}})),
            Just(json!({"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}})),
        ]
    }

    proptest! {
        #[test]
        fn what_is_made_fits_or_does_not(property in property(), number in 0_usize..2000) {
            let form = one(property);
            prop_assert_eq!(fits(&form, &right(&form, number)), Ok(()));
            prop_assert!(fits(&form, &wrong(&form).unwrap()).is_err());
        }
    }
}
