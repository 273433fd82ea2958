//! What a JSON Schema demands, without the ways in which it may be written.

use serde_json::{Map, Value, json};

/// Members that describe and demand nothing.
const ANNOTATIONS: [&str; 7] = ["$comment", "$schema", "default", "deprecated", "description", "examples", "title"];

/// The schema in one form for all that demand the same: without annotations, with sets in one order, and with `const` for
/// an `enum` of one value. Names of properties are kept, whatever they are.
pub fn meaning(schema: &Value) -> Value {
    let Value::Object(members) = schema else { return schema.clone() };
    let mut plain = Map::new();
    for (name, value) in members.iter().filter(|(name, _)| !ANNOTATIONS.contains(&name.as_str())) {
        let (name, value) = match (name.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                let read = properties.iter().map(|(name, schema)| (name.clone(), meaning(schema)));
                ("properties", Value::Object(read.collect()))
            }
            ("enum", Value::Array(values)) if values.len() == 1 => ("const", values[0].clone()),
            ("enum" | "required" | "type", Value::Array(values)) => (name.as_str(), in_order(values)),
            ("items", _) => ("items", meaning(value)),
            (name, value) => (name, value.clone()),
        };
        plain.insert(name.to_owned(), value);
    }
    Value::Object(plain)
}

fn in_order(values: &[Value]) -> Value {
    let mut values = values.to_vec();
    values.sort_by_cached_key(Value::to_string);
    json!(values)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::{Value, json};

    use super::meaning;

    #[rstest]
    #[case::annotations(json!({"type": "string", "title": "t", "description": "d"}), json!({"type": "string"}), true)]
    #[case::a_property_named_title(json!({"properties": {"title": {}}}), json!({"properties": {}}), false)]
    #[case::sets(json!({"required": ["a", "b"]}), json!({"required": ["b", "a"]}), true)]
    #[case::another_set(json!({"required": ["a", "b"]}), json!({"required": ["a"]}), false)]
    #[case::one_value(json!({"enum": ["a"]}), json!({"const": "a"}), true)]
    #[case::another_value(json!({"enum": ["a"]}), json!({"const": "b"}), false)]
    #[case::below(json!({"items": {"type": ["string", "null"]}}), json!({"items": {"type": ["null", "string"]}}), true)]
    fn schemas_that_demand_the_same_have_one_meaning(#[case] one: Value, #[case] other: Value, #[case] same: bool) {
        assert_eq!(meaning(&one) == meaning(&other), same);
    }
}
