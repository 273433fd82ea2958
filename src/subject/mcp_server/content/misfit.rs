//! The ways in which a content does not fit its form, so that one form's misfit can be made for another form.

use super::{LETTERS_MAX, choices, properties, right, value};
use crate::{
    model::{
        json::{Value, json},
        rpc::text,
    },
    system::mcp::fits,
};

/// What no form offers.
const NOWHERE: &str = "none of these";

/// How a content does not fit its form.
#[derive(Clone, Debug, PartialEq)]
pub struct Misfit {
    way: Way,
    /// What the property with the wrong value is for. `None` if the value is missing.
    kind: Option<Kind>,
}

/// What kind of value a property is for: its type, with whole numbers as numbers; whether there are choices; and its format.
#[derive(Clone, Debug, PartialEq)]
struct Kind(String, bool, Option<String>);

impl Kind {
    fn of(property: &Value) -> Self {
        let name = text(property, "type").unwrap_or_default();
        let name = if name == "integer" { "number" } else { name };
        Self(name.to_owned(), !choices(property).is_empty(), text(property, "format").map(str::to_owned))
    }
}

/// A way in which a content does not fit.
#[derive(Clone, Debug, PartialEq)]
enum Way {
    /// A property that is required is missing.
    Missing,
    /// A value of another type.
    Type(Value),
    /// A text with a number, where a number is needed.
    TextOfNumber,
    /// A text with a word, where yes or no is needed.
    TextOfBoolean(String),
    /// A list, where one value is needed.
    List,
    /// One value, where a list is needed.
    One,
    /// A choice that is not offered.
    Choice,
    /// A choice with letters of another size.
    Letters,
    /// The title of a choice.
    Title,
    TooLong,
    TooShort,
    TooLarge,
    TooSmall,
    Fraction,
    Format,
    TooFew,
    TooMany,
    /// A pick that is not offered.
    Pick,
    /// The title of a pick.
    PickTitle,
}

impl Misfit {
    /// The way in which `content` does not fit `form`, if there is just one.
    pub fn of(form: &Value, content: &Value) -> Option<Self> {
        let required = form["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let missing = required.into_iter().filter(|name| content.get(*name).is_none());
        let missing = missing.map(|_| Self { way: Way::Missing, kind: None });
        let given = properties(form).filter_map(|(name, property)| Some((property, content.get(name)?)));
        let wrong = given.filter(|(property, value)| !fits_alone(property, value));
        let wrong =
            wrong.map(|(property, value)| Self { way: Way::of_value(property, value), kind: Some(Kind::of(property)) });
        let mut all = missing.chain(wrong);
        all.next().filter(|_| all.next().is_none())
    }

    /// A content that fits `form` but for this. A property for values of the same kind is made wrong, where there is one. `None` if the
    /// form has no property that could be wrong so.
    pub fn made_for(&self, form: &Value) -> Option<Value> {
        let mut content = right(form, 0);
        if self.way == Way::Missing {
            let required = form["required"].as_array().into_iter().flatten().find_map(Value::as_str)?;
            content.as_object_mut()?.remove(required);
            return Some(content);
        }
        let is_alike = |property: &Value| self.kind == Some(Kind::of(property));
        let (alike, others): (Vec<_>, Vec<_>) = properties(form).partition(|(_, property)| is_alike(property));
        let made = alike.into_iter().chain(others);
        let (name, value) =
            made.into_iter().find_map(|(name, property)| Some((name, self.way.value_for(property)?)))?;
        content[name] = value;
        Some(content)
    }
}

impl Way {
    fn of_value(property: &Value, value: &Value) -> Self {
        let limit = |name: &str| property.get(name).and_then(Value::as_f64);
        match (text(property, "type"), value) {
            (Some("string"), Value::Array(_)) => Self::List,
            (Some("string"), Value::String(written)) => {
                let choices = choices(property);
                let small = written.to_lowercase();
                let is_choice = |choice: &Value| choice.as_str().is_some_and(|choice| choice.to_lowercase() == small);
                let length = f64::from(u32::try_from(written.chars().count()).unwrap_or(u32::MAX));
                if titles(property).contains(&written.as_str()) {
                    Self::Title
                } else if choices.iter().any(is_choice) {
                    Self::Letters
                } else if !choices.is_empty() {
                    Self::Choice
                } else if limit("maxLength").is_some_and(|most| length > most) {
                    Self::TooLong
                } else if limit("minLength").is_some_and(|least| length < least) {
                    Self::TooShort
                } else {
                    Self::Format
                }
            }
            (Some("number" | "integer"), Value::String(_)) => Self::TextOfNumber,
            (Some(kind @ ("number" | "integer")), Value::Number(_)) => {
                let number = value.as_f64().unwrap_or_default();
                if limit("maximum").is_some_and(|most| number > most) {
                    Self::TooLarge
                } else if limit("minimum").is_some_and(|least| number < least) {
                    Self::TooSmall
                } else if kind == "integer" {
                    Self::Fraction
                } else {
                    Self::Type(value.clone())
                }
            }
            (Some("boolean"), Value::String(word)) => Self::TextOfBoolean(word.to_string()),
            (Some("array"), Value::Array(picks)) => {
                let offered = choices(property);
                let count = f64::from(u32::try_from(picks.len()).unwrap_or(u32::MAX));
                let items = titles(&property["items"]);
                let is_title = |pick: &Value| pick.as_str().is_some_and(|pick| items.contains(&pick));
                if picks.iter().any(|pick| !offered.contains(pick) && is_title(pick)) {
                    Self::PickTitle
                } else if picks.iter().any(|pick| !offered.contains(pick)) {
                    Self::Pick
                } else if limit("minItems").is_some_and(|least| count < least) {
                    Self::TooFew
                } else {
                    Self::TooMany
                }
            }
            (Some("array"), _) => Self::One,
            _ => Self::Type(value.clone()),
        }
    }

    /// A value that does not fit a property in this way.
    fn value_for(&self, property: &Value) -> Option<Value> {
        let limit = |name: &str| property.get(name).and_then(Value::as_u64);
        let number = |name: &str| property.get(name).and_then(Value::as_f64);
        let kind = text(property, "type").unwrap_or_default();
        let (is_text, is_list) = (kind == "string", kind == "array");
        let is_number = kind == "number" || kind == "integer";
        let choices = choices(property);
        let right = value(property, 0);
        let letters =
            |count: u64| usize::try_from(count).ok().filter(|_| count <= LETTERS_MAX).map(|count| "x".repeat(count));
        let made = match self {
            Self::Missing => None,
            Self::Type(value) => Some(value.clone()),
            Self::TextOfNumber if is_number => Some(right.to_string().into()),
            Self::TextOfBoolean(word) if kind == "boolean" => Some(word.as_str().into()),
            Self::List if is_text => Some(json!([right])),
            Self::One if is_list => right.as_array()?.first().cloned(),
            Self::Choice if is_text && !choices.is_empty() => Some(NOWHERE.into()),
            Self::Letters if is_text => choices.first()?.as_str().map(|choice| choice.to_uppercase().into()),
            Self::Title if is_text => titles(property).first().map(|title| (*title).into()),
            Self::TooLong if is_text && choices.is_empty() => {
                letters(limit("maxLength")?.saturating_add(1)).map(Into::into)
            }
            Self::TooShort if is_text && choices.is_empty() => {
                letters(limit("minLength")?.checked_sub(1)?).map(Into::into)
            }
            Self::TooLarge if is_number => Some(json!((number("maximum")?.floor() as i64).saturating_add(1))),
            Self::TooSmall if is_number => Some(json!((number("minimum")?.ceil() as i64).saturating_sub(1))),
            Self::Fraction if kind == "integer" => Some(json!(right.as_f64()? + 0.5)),
            Self::Format if is_text => match text(property, "format")? {
                "email" => Some("nobody".into()),
                "date" => Some("2027-02-30".into()),
                "date-time" => Some("noon".into()),
                _ => Some("no address".into()),
            },
            Self::TooFew if is_list => {
                let least = usize::try_from(limit("minItems")?).ok()?.checked_sub(1)?;
                Some(choices.into_iter().take(least).collect())
            }
            Self::TooMany if is_list => {
                let most = usize::try_from(limit("maxItems")?).ok()?;
                Some(choices.into_iter().take(most + 1).collect())
            }
            Self::Pick if is_list => Some(json!([NOWHERE])),
            Self::PickTitle if is_list => titles(&property["items"]).first().map(|title| json!([title])),
            _ => None,
        };
        // A fraction may leave the limits, too, and a choice may have no letters.
        made.filter(|made| !fits_alone(property, made) && Self::of_value(property, made) == *self)
    }
}

/// Whether a value fits a property.
fn fits_alone(property: &Value, value: &Value) -> bool {
    fits(&json!({"properties": {"it": property}}), &json!({"it": value})).is_ok()
}

/// The titles and the names of choices that are no values themselves.
fn titles(place: &Value) -> Vec<&str> {
    let titled = ["oneOf", "anyOf"].iter().find_map(|name| place.get(*name)).and_then(Value::as_array);
    let titled = titled.into_iter().flatten().filter_map(|one| text(one, "title"));
    let names = place["enumNames"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let values = choices(place);
    titled.chain(names).filter(|title| !values.iter().any(|value| value == *title)).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Misfit;
    use crate::model::json::{Value, json};

    fn form(property: Value) -> Value {
        json!({"type": "object", "properties": {"note": {"type": "string"}, "it": property}, "required": ["it"]})
    }

    /// The same misfit is made for a form with other names and limits.
    #[rstest]
    #[case::missing(json!({"type": "string"}), json!({}), json!({"type": "boolean"}), json!({"note": "apple it is"}))]
    #[case::another_type(json!({"type": "string"}), json!({"it": 7}), json!({"type": "string"}), json!({"note": 7, "it": "apple it is"}))]
    #[case::text_of_number(json!({"type": "number"}), json!({"it": "1"}), json!({"type": "integer", "minimum": 3}), json!({"note": "apple it is", "it": "3"}))]
    #[case::text_of_boolean(json!({"type": "boolean"}), json!({"it": "yes"}), json!({"type": "boolean"}), json!({"note": "apple it is", "it": "yes"}))]
    #[case::choice(json!({"type": "string", "enum": ["a"]}), json!({"it": "z"}), json!({"type": "string", "enum": ["b"]}), json!({"note": "apple it is", "it": "none of these"}))]
    #[case::letters(json!({"type": "string", "enum": ["a"]}), json!({"it": "A"}), json!({"type": "string", "enum": ["b"]}), json!({"note": "apple it is", "it": "B"}))]
    #[case::title(json!({"type": "string", "oneOf": [{"const": "a", "title": "Ah"}]}), json!({"it": "Ah"}),
        json!({"type": "string", "enum": ["b"], "enumNames": ["Be"]}), json!({"note": "apple it is", "it": "Be"}))]
    #[case::too_long(json!({"type": "string", "maxLength": 1}), json!({"it": "abc"}), json!({"type": "string", "maxLength": 3}), json!({"note": "apple it is", "it": "xxxx"}))]
    #[case::too_short(json!({"type": "string", "minLength": 1}), json!({"it": ""}), json!({"type": "string", "minLength": 3}), json!({"note": "apple it is", "it": "xx"}))]
    #[case::too_large(json!({"type": "integer", "maximum": 1}), json!({"it": 9}), json!({"type": "number", "maximum": 3.5}), json!({"note": "apple it is", "it": 4}))]
    #[case::too_small(json!({"type": "integer", "minimum": 1}), json!({"it": 0}), json!({"type": "number", "minimum": 3.5}), json!({"note": "apple it is", "it": 3}))]
    #[case::fraction(json!({"type": "integer"}), json!({"it": 0.5}), json!({"type": "integer", "minimum": 3, "maximum": 9}), json!({"note": "apple it is", "it": 3.5}))]
    #[case::format(json!({"type": "string", "format": "email"}), json!({"it": "x"}), json!({"type": "string", "format": "date"}), json!({"note": "apple it is", "it": "2027-02-30"}))]
    #[case::pick(json!({"type": "array", "items": {"enum": ["a"]}}), json!({"it": ["z"]}), json!({"type": "array", "items": {"enum": ["b"]}}), json!({"note": "apple it is", "it": ["none of these"]}))]
    #[case::pick_title(json!({"type": "array", "items": {"anyOf": [{"const": "a", "title": "Ah"}]}}), json!({"it": ["Ah"]}),
        json!({"type": "array", "items": {"anyOf": [{"const": "b", "title": "Be"}]}}), json!({"note": "apple it is", "it": ["Be"]}))]
    #[case::too_few(json!({"type": "array", "minItems": 1, "items": {"enum": ["a"]}}), json!({"it": []}),
        json!({"type": "array", "minItems": 2, "items": {"enum": ["b", "c"]}}), json!({"note": "apple it is", "it": ["b"]}))]
    #[case::too_many(json!({"type": "array", "maxItems": 1, "items": {"enum": ["a", "b"]}}), json!({"it": ["a", "b"]}),
        json!({"type": "array", "maxItems": 2, "items": {"enum": ["c", "d", "e"]}}), json!({"note": "apple it is", "it": ["c", "d", "e"]}))]
    #[case::one_for_several(json!({"type": "array", "items": {"enum": ["a"]}}), json!({"it": "a"}),
        json!({"type": "array", "items": {"enum": ["b"]}}), json!({"note": "apple it is", "it": "b"}))]
    #[case::list_for_one(json!({"type": "string"}), json!({"it": ["a"]}), json!({"type": "string", "enum": ["b"]}), json!({"note": ["apple it is"], "it": "b"}))]
    fn a_misfit_is_made_for_another_form(
        #[case] own: Value,
        #[case] content: Value,
        #[case] other: Value,
        #[case] expected: Value,
    ) {
        let misfit = Misfit::of(&form(own), &content).unwrap();
        assert_eq!(misfit.made_for(&form(other)), Some(expected));
    }

    #[test]
    fn what_cannot_be_wrong_so_is_not_made() {
        let too_long = Misfit::of(&form(json!({"type": "string", "maxLength": 1})), &json!({"it": "ab"})).unwrap();
        assert_eq!(too_long.made_for(&form(json!({"type": "boolean"}))), None);
        let fraction = Misfit::of(&form(json!({"type": "integer"})), &json!({"it": 0.5})).unwrap();
        assert_eq!(fraction.made_for(&form(json!({"type": "integer", "minimum": 3, "maximum": 3}))), None);
    }

    /// `note` comes first, and could be wrong so, too.
    #[test]
    fn a_property_of_the_same_kind_is_made_wrong() {
        let yes = Misfit::of(&form(json!({"type": "number"})), &json!({"it": true})).unwrap();
        let made = yes.made_for(&form(json!({"type": "integer"})));
        assert_eq!(made, Some(json!({"note": "apple it is", "it": true})));
    }
}
