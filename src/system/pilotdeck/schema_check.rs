//! The check of the arguments against the tool's schema (PD-53, PD-56).
//!
//! **Absent here:** limits. `validate` checks `minItems`, `maxItems` and `maxLength` (PD-11).
//!
//! The tool's source has no such check. In profile `seed` the first fault alone is reported, and the checks that
//! `validateInput` and `execute` make themselves are left to them: `questions` or `options` that are missing or not a
//! list (PD-12, PD-14), and the shape of `answers` and `annotations` (PD-10, PD-37).

use crate::model::json::Value;

use super::{
    Profile,
    definition::schema,
    errors::{INVALID_SCHEMA, Issue},
};

/// Checks the arguments.
///
/// # Errors
/// Every fault; in profile `seed` the first fault alone.
pub fn check(arguments: &Value, profile: Profile) -> Result<(), Vec<Issue>> {
    let mut issues = Vec::new();
    check_value(arguments, &schema(), "$", &mut issues);
    if profile == Profile::Seed {
        issues.retain(|issue| !is_left_to_the_tool(&issue.path, issue.code));
        issues.truncate(1);
        issues.iter_mut().for_each(|issue| issue.code = INVALID_SCHEMA);
    }
    if issues.is_empty() { Ok(()) } else { Err(issues) }
}

fn is_left_to_the_tool(path: &str, code: &str) -> bool {
    let is_list = path == "$.questions" || path.starts_with("$.questions[") && path.ends_with("].options");
    let is_open = matches!(path, "$.answers" | "$.annotations");
    matches!(code, "required" | "invalid_type") && (is_list || is_open)
}

/// Adds every fault of `value`, in the order of the schema: each property in turn, then unknown members. A value of the
/// wrong type is not looked into.
fn check_value(value: &Value, schema: &Value, path: &str, issues: &mut Vec<Issue>) {
    if let Some(choices) = schema["enum"].as_array().filter(|choices| !choices.contains(value)) {
        let choices = Value::from(choices.clone());
        issues.push(Issue::new(path, "invalid_enum", format!("{path} must be one of {choices}")));
    } else if let Some(kind) = schema["type"].as_str().filter(|kind| !has_type(kind, value)) {
        issues.push(Issue::new(path, "invalid_type", format!("{path} must be of the type {kind}")));
    } else if let Value::Array(items) = value {
        let items = items.iter().enumerate();
        items.for_each(|(index, item)| check_value(item, &schema["items"], &format!("{path}[{index}]"), issues));
    } else if let (Value::Object(members), Some(properties)) = (value, schema["properties"].as_object()) {
        let is_required = |key: &str| schema["required"].as_array().is_some_and(|keys| keys.iter().any(|it| it == key));
        for (key, property) in properties {
            let path = format!("{path}.{key}");
            match members.get(key) {
                Some(member) => check_value(member, property, &path, issues),
                None if is_required(key) => {
                    issues.push(Issue::new(path.as_str(), "required", format!("{path} is missing")));
                }
                None => {}
            }
        }
        if schema["additionalProperties"] == false {
            for key in members.keys().filter(|key| !properties.contains_key(key.as_str())) {
                let path = format!("{path}.{key}");
                issues.push(Issue::new(path.as_str(), "unknown_property", format!("{path} is not known")));
            }
        }
    }
}

fn has_type(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{check, check_value};
    use crate::system::pilotdeck::{Profile, errors::Issue};

    fn found(arguments: &Value, profile: Profile) -> Vec<(String, &'static str)> {
        let issues = check(arguments, profile).err().unwrap_or_default();
        issues.into_iter().map(|Issue { path, code, .. }| (path, code)).collect()
    }

    #[rstest]
    #[case(json!({}), &[("$.questions", "required")])]
    #[case(json!({"questions": "x"}), &[("$.questions", "invalid_type")])]
    #[case(json!({"questions": null, "more": 1}), &[("$.more", "unknown_property"), ("$.questions", "invalid_type")])]
    #[case(json!({"questions": [1, {}]}), &[("$.questions[0]", "invalid_type"), ("$.questions[1].question", "required"),
        ("$.questions[1].header", "required"), ("$.questions[1].options", "required")])]
    #[case(json!({"questions": [{"question": "Q", "header": 1, "options": [{"label": "A", "colour": 1}],
        "multiSelect": "yes"}]}), &[("$.questions[0].header", "invalid_type"),
        ("$.questions[0].options[0].description", "required"),
        ("$.questions[0].options[0].colour", "unknown_property"), ("$.questions[0].multiSelect", "invalid_type")])]
    #[case(json!({"questions": [], "answers": null, "metadata": {"source": 1, "more": 2}}),
        &[("$.answers", "invalid_type"), ("$.metadata.more", "unknown_property"),
        ("$.metadata.source", "invalid_type")])]
    #[case(json!([]), &[("$", "invalid_type")])]
    #[case(json!({"questions": [], "answers": {"x": [1]}, "annotations": {"x": 1}, "metadata": {}}), &[])]
    fn upstream_tells_everything(#[case] arguments: Value, #[case] expected: &[(&str, &str)]) {
        let found = found(&arguments, Profile::Upstream);
        let mut found: Vec<(&str, &str)> = found.iter().map(|(path, code)| (path.as_str(), *code)).collect();
        found.sort_unstable();
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }

    #[rstest]
    #[case(json!({}), None)]
    #[case(json!({"questions": "x"}), None)]
    #[case(json!({"questions": [], "answers": null, "annotations": [1]}), None)]
    #[case(json!({"questions": [{"question": "Q", "header": "H"}]}), None)]
    #[case(json!({"questions": [{"question": "Q", "options": []}]}), Some("$.questions[0].header"))]
    #[case(json!({"questions": [{"question": "Q", "header": "H", "options": [{"label": "A"}, {}]}]}),
        Some("$.questions[0].options[0].description"))]
    #[case(json!({"questions": [], "metadata": null}), Some("$.metadata"))]
    #[case(json!({"questions": [], "options": []}), Some("$.options"))]
    fn seed_reports_the_first_fault_that_is_not_left_to_the_tool(#[case] arguments: Value, #[case] path: Option<&str>) {
        let expected: Vec<_> = path.into_iter().map(|path| (path.to_owned(), "invalid_schema")).collect();
        assert_eq!(found(&arguments, Profile::Seed), expected);
    }

    #[test]
    fn a_value_outside_the_enum_is_reported() {
        let mut issues = Vec::new();
        check_value(&json!("c"), &json!({"type": "string", "enum": ["a", "b"]}), "$", &mut issues);
        assert_eq!(issues[0].code, "invalid_enum");
    }
}
