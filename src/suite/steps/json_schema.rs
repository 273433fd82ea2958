//! What a JSON Schema demands, without the ways in which it may be written.

use crate::model::json::{Map, Value, json};

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

/// The most levels of references that are followed: a schema that contains itself has no end.
const REFERENCES_MAX: usize = 8;

/// The schema with what its local references lead to (`{"$ref": "#/$defs/option"}`) in their places.
pub fn inlined(schema: &Value) -> Value {
    if schema.to_string().contains("\"$ref\"") {
        inlined_within(schema, schema, REFERENCES_MAX)
    } else {
        schema.clone()
    }
}

fn inlined_within(schema: &Value, whole: &Value, left: usize) -> Value {
    let target = schema.get("$ref").and_then(Value::as_str).and_then(|to| whole.pointer(to.strip_prefix('#')?));
    match (target.filter(|_| left > 0), schema) {
        (Some(target), Value::Object(members)) => {
            let mut inlined = inlined_within(target, whole, left - 1);
            // What stands beside a reference holds, too.
            if let Value::Object(inlined) = &mut inlined {
                let beside = members.iter().filter(|(name, _)| *name != "$ref");
                inlined.extend(beside.map(|(name, value)| (name.clone(), value.clone())));
            }
            inlined
        }
        (_, Value::Object(members)) => {
            let members = members.iter().map(|(name, value)| (name.clone(), inlined_within(value, whole, left)));
            Value::Object(members.collect())
        }
        (_, Value::Array(items)) => items.iter().map(|item| inlined_within(item, whole, left)).collect(),
        (_, other) => other.clone(),
    }
}

fn in_order(values: &[Value]) -> Value {
    let mut values = values.to_vec();
    values.sort_by_cached_key(Value::to_string);
    json!(values)
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{inlined, meaning};

    #[rstest]
    #[case::a_definition(json!({"items": {"$ref": "#/$defs/o", "title": "t"}, "$defs": {"o": {"type": "object"}}}), json!({"type": "object", "title": "t"}))]
    #[case::nothing_there(json!({"items": {"$ref": "#/$defs/o"}}), json!({"$ref": "#/$defs/o"}))]
    #[case::elsewhere(json!({"items": {"$ref": "https://a/b"}}), json!({"$ref": "https://a/b"}))]
    fn a_local_reference_is_followed(#[case] schema: Value, #[case] items: Value) {
        assert_eq!(inlined(&schema)["items"], items);
    }

    #[test]
    fn a_schema_that_contains_itself_is_read_to_a_certain_depth() {
        let whole = json!({"$ref": "#", "properties": {"a": {"$ref": "#"}}});
        assert!(inlined(&whole).to_string().len() < 1_000_000);
    }

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
