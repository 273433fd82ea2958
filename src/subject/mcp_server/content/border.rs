//! Contents that just fit a form, so that one form's limits can be tried in another form.

use super::{LETTERS_MAX, choices, properties, value};
use crate::model::{
    json::{Map, Value, json},
    rpc::text,
};

/// Where a content stands in its form.
#[derive(Clone, Debug, PartialEq)]
pub enum Border {
    /// The longest, the largest, or all. The letter is that of the longest text.
    Most(char),
    /// The shortest, the least, or the fewest. The letter is that of the shortest text.
    Least(char),
}

/// The letter of a text where the scenario gives none.
const LETTER: char = 'x';

impl Border {
    /// The border at which a text of `content` stands in `form`: a text that is as long, or as short, as it may be.
    pub fn of(form: &Value, content: &Value) -> Option<Self> {
        properties(form).find_map(|(name, property)| {
            let written = content.get(name)?.as_str()?;
            let count = u64::try_from(written.chars().count()).ok()?;
            let is_at = |limit: &str| property.get(limit).and_then(Value::as_u64) == Some(count);
            let letter = written.chars().next().unwrap_or(LETTER);
            if is_at("maxLength") {
                Some(Self::Most(letter))
            } else if is_at("minLength") {
                Some(Self::Least(letter))
            } else {
                None
            }
        })
    }

    /// A content of `form` with every property, each at this border if it has one.
    pub fn made_for(&self, form: &Value) -> Value {
        properties(form).map(|(name, property)| (name.to_owned(), self.value_for(property))).collect::<Map>().into()
    }

    fn value_for(&self, property: &Value) -> Value {
        let count =
            |name: &str| property.get(name).and_then(Value::as_u64).and_then(|count| usize::try_from(count).ok());
        let choices = choices(property);
        let is_whole = text(property, "type") == Some("integer");
        let limit = |name: &str, whole: fn(f64) -> f64| match property.get(name).and_then(Value::as_f64) {
            Some(limit) if is_whole => json!(whole(limit) as i64),
            Some(_) => property[name].clone(),
            None => value(property, 0),
        };
        // A text that would be too long to make is an ordinary one.
        let letters = |letter: &char, length: usize| {
            let is_short = u64::try_from(length).is_ok_and(|length| length <= LETTERS_MAX);
            if is_short { letter.to_string().repeat(length).into() } else { value(property, 0) }
        };
        match (self, text(property, "type")) {
            (Self::Most(_), Some("array")) => {
                let most = count("maxItems").unwrap_or(choices.len());
                choices.into_iter().take(most).collect()
            }
            (Self::Most(_), Some("string")) if !choices.is_empty() => choices.last().cloned().unwrap_or_default(),
            (Self::Most(letter), Some("string")) if property.get("format").is_none() => match count("maxLength") {
                Some(most) => letters(letter, most),
                None => value(property, 0),
            },
            (Self::Least(letter), Some("string")) if choices.is_empty() && property.get("format").is_none() => {
                letters(letter, count("minLength").unwrap_or(1))
            }
            (Self::Most(_), Some("number" | "integer")) => limit("maximum", f64::floor),
            (Self::Least(_), Some("number" | "integer")) => limit("minimum", f64::ceil),
            (_, Some("boolean")) => json!(matches!(self, Self::Most(_))),
            _ => value(property, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Border;
    use crate::model::json::{Value, json};

    fn form(property: Value) -> Value {
        json!({"type": "object", "properties": {"it": property}})
    }

    #[rstest]
    #[case::longest("éé", Some(Border::Most('é')))]
    #[case::shortest("x", Some(Border::Least('x')))]
    #[case::too_long("xxx", None)]
    fn a_text_stands_at_a_border(#[case] text: &str, #[case] expected: Option<Border>) {
        let own = form(json!({"type": "string", "minLength": 1, "maxLength": 2}));
        assert_eq!(Border::of(&own, &json!({"it": text})), expected);
    }

    #[rstest]
    #[case::text(json!({"type": "string", "minLength": 2, "maxLength": 3}), json!("ééé"), json!("éé"))]
    #[case::text_without_limits(json!({"type": "string"}), json!("apple it is"), json!("é"))]
    #[case::format(json!({"type": "string", "format": "date"}), json!("2027-01-01"), json!("2027-01-01"))]
    #[case::choice(json!({"type": "string", "enum": ["a", "b"]}), json!("b"), json!("a"))]
    #[case::number(json!({"type": "number", "minimum": -0.5, "maximum": 0.5}), json!(0.5), json!(-0.5))]
    #[case::whole_number(json!({"type": "integer", "minimum": 0.5, "maximum": 2.5}), json!(2), json!(1))]
    #[case::number_without_limits(json!({"type": "number"}), json!(1), json!(1))]
    #[case::yes_or_no(json!({"type": "boolean"}), json!(true), json!(false))]
    #[case::several(json!({"type": "array", "maxItems": 2, "items": {"enum": ["a", "b", "c"]}}), json!(["a", "b"]), json!(["a"]))]
    fn each_property_is_at_its_border(#[case] property: Value, #[case] most: Value, #[case] least: Value) {
        let form = form(property);
        assert_eq!(Border::Most('é').made_for(&form), json!({"it": most}));
        assert_eq!(Border::Least('é').made_for(&form), json!({"it": least}));
    }
}
