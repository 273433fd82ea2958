//! What the properties of a form may be in each version of the protocol, read from its pages.

use crate::model::{
    json::{Map, Value},
    rpc::text,
};

/// The formats of a text.
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

/// The properties of a form.
pub fn properties(params: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let properties = params["requestedSchema"]["properties"].as_object();
    properties.into_iter().flat_map(Map::iter).map(|(name, property)| (name.as_str(), property))
}

/// What a property has that no property of this version has.
pub fn foreign(property: &Value, version: &str) -> Option<String> {
    let is_first = version == "2025-06-18";
    let wrong = |what: &str| Some(what.to_owned());
    if let Some(name) = ["anyOf", "allOf", "$ref", "properties"].into_iter().find(|name| property.get(*name).is_some())
    {
        return wrong(name);
    }
    match text(property, "type") {
        Some("string") => {
            match (property.get("format").map(Value::as_str), property.get("enum"), property.get("oneOf")) {
                (Some(format), ..) if !format.is_some_and(|format| FORMATS.contains(&format)) => {
                    wrong("another format")
                }
                (_, Some(choices), _) if !are_texts(choices) => wrong("choices that are no texts"),
                (_, _, Some(choices)) if !is_first && !are_titled(choices) => wrong("choices without value and title"),
                _ => None,
            }
        }
        Some("number" | "integer" | "boolean") => None,
        Some("array") if !is_first => {
            let items = &property["items"];
            let is_right = match (items.get("enum"), items.get("anyOf")) {
                (Some(choices), None) => are_texts(choices) && text(items, "type") == Some("string"),
                (None, Some(choices)) => are_titled(choices),
                _ => false,
            };
            if is_right { None } else { wrong("a list that is none of choices") }
        }
        Some(kind) => wrong(kind),
        None => wrong("no type"),
    }
}

fn are_texts(choices: &Value) -> bool {
    choices.as_array().is_some_and(|choices| choices.iter().all(Value::is_string))
}

fn are_titled(choices: &Value) -> bool {
    let is_titled = |one: &Value| text(one, "const").is_some() && text(one, "title").is_some();
    choices.as_array().is_some_and(|choices| choices.iter().all(is_titled))
}

/// Whether a property's default fits it.
pub fn default_fits(property: &Value) -> bool {
    let Some(default) = property.get("default") else { return true };
    let number = |name: &str| property.get(name).and_then(Value::as_f64);
    let is_within = |size: f64, least: &str, most: &str| {
        number(least).is_none_or(|least| size >= least) && number(most).is_none_or(|most| size <= most)
    };
    let choices = |place: &Value| -> Option<Vec<Value>> {
        let titled = ["oneOf", "anyOf"].iter().find_map(|name| place.get(*name)).and_then(Value::as_array);
        let values = titled.map(|titled| titled.iter().filter_map(|one| one.get("const").cloned()).collect());
        values.or_else(|| Some(place.get("enum")?.as_array()?.to_vec()))
    };
    let is_offered = |place: &Value, value: &Value| choices(place).is_none_or(|choices| choices.contains(value));
    let length = |count: usize| u32::try_from(count).map_or(f64::INFINITY, f64::from);
    match text(property, "type") {
        Some("string") => default.as_str().is_some_and(|text| {
            is_offered(property, default) && is_within(length(text.chars().count()), "minLength", "maxLength")
        }),
        Some("boolean") => default.as_bool().is_some(),
        Some(kind @ ("number" | "integer")) => default.as_f64().is_some_and(|number| {
            (kind == "number" || number.fract() == 0.0) && is_within(number, "minimum", "maximum")
        }),
        Some("array") => default.as_array().is_some_and(|picks| {
            picks.iter().all(|pick| is_offered(&property["items"], pick))
                && is_within(length(picks.len()), "minItems", "maxItems")
        }),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{default_fits, foreign};
    use crate::model::json::{Value, json};

    #[rstest]
    #[case::a_text(json!({"type": "string"}), true, true)]
    #[case::a_format(json!({"type": "string", "format": "date-time"}), true, true)]
    #[case::another_format(json!({"type": "string", "format": "ipv4"}), false, false)]
    #[case::a_pattern(json!({"type": "string", "pattern": "^a$"}), true, true)]
    #[case::choices(json!({"type": "string", "enum": ["a"], "enumNames": ["A"]}), true, true)]
    #[case::numbers_to_choose(json!({"type": "string", "enum": [1]}), false, false)]
    #[case::titled(json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}]}), true, true)]
    #[case::without_titles(json!({"type": "string", "oneOf": [{"const": "a"}]}), true, false)]
    #[case::a_number(json!({"type": "integer", "minimum": 0}), true, true)]
    #[case::a_list_of_choices(json!({"type": "array", "items": {"type": "string", "enum": ["a"]}}), false, true)]
    #[case::a_titled_list(json!({"type": "array", "items": {"anyOf": [{"const": "a", "title": "A"}]}}), false, true)]
    #[case::a_free_list(json!({"type": "array", "items": {"type": "string"}}), false, false)]
    #[case::a_text_or_nothing(json!({"anyOf": [{"type": "string"}, {"type": "null"}]}), false, false)]
    #[case::nested(json!({"type": "object", "properties": {}}), false, false)]
    #[case::elsewhere(json!({"$ref": "#/definitions/a"}), false, false)]
    #[case::no_type(json!({}), false, false)]
    fn a_property_is_of_a_kind_of_its_version(#[case] property: Value, #[case] first: bool, #[case] later: bool) {
        assert_eq!(foreign(&property, "2025-06-18").is_none(), first);
        assert_eq!(foreign(&property, "2025-11-25").is_none(), later);
        assert_eq!(foreign(&property, "2026-07-28").is_none(), later);
    }

    #[rstest]
    #[case::none(json!({"type": "string"}), true)]
    #[case::empty(json!({"type": "string", "default": ""}), true)]
    #[case::too_short(json!({"type": "string", "default": "", "minLength": 1}), false)]
    #[case::zero(json!({"type": "integer", "default": 0}), true)]
    #[case::a_fraction(json!({"type": "integer", "default": 0.5}), false)]
    #[case::beyond(json!({"type": "number", "default": 2, "maximum": 1}), false)]
    #[case::no(json!({"type": "boolean", "default": false}), true)]
    #[case::a_word(json!({"type": "boolean", "default": "no"}), false)]
    #[case::no_choice(json!({"type": "string", "enum": ["a"], "default": "b"}), false)]
    #[case::a_title(json!({"type": "string", "oneOf": [{"const": "a", "title": "A"}], "default": "A"}), false)]
    #[case::picks(json!({"type": "array", "items": {"enum": ["a"]}, "default": ["a"]}), true)]
    #[case::one_pick(json!({"type": "array", "items": {"enum": ["a"]}, "default": "a"}), false)]
    #[case::another_pick(json!({"type": "array", "items": {"enum": ["a"]}, "default": ["b"]}), false)]
    #[case::null(json!({"type": "string", "default": null}), false)]
    fn a_default_fits_its_property(#[case] property: Value, #[case] fits: bool) {
        assert_eq!(default_fits(&property), fits);
    }
}
