use crate::model::json::{Value, json};
use proptest::prelude::*;
use schemars::SchemaGenerator;

use super::{Partial, PartialConfig};

fn read(value: Value) -> PartialConfig {
    crate::model::json::from_value(value).unwrap()
}

fn ask_user(question: Value) -> PartialConfig {
    read(json!({"conversation": {"tools": {"ask_user": {"questions": {"answer": question}}}}}))
}

#[test]
fn changing_only_the_prompt_label_yields_a_delta_with_only_it() {
    let before = ask_user(json!({"prompt_label": "Assistant", "target": "user", "answer": true}));
    let after = ask_user(json!({"prompt_label": "Robot", "target": "user", "answer": true}));
    let delta = before.delta(&after);
    let only = json!({"conversation": {"tools": {"ask_user": {"questions": {"answer": {"prompt_label": "Robot"}}}}}});
    assert_eq!(crate::model::json::to_value(&delta).unwrap(), only);
}

#[test]
fn the_generated_schema_has_the_prompt_label_in_a_question() {
    let schema = SchemaGenerator::default().into_root_schema_for::<PartialConfig>().to_value();
    assert_eq!(
        schema.pointer("/$defs/PartialQuestion/properties/prompt_label/type"),
        Some(&serde_json::json!(["string", "null"]))
    );
}

#[test]
fn a_target_is_written_as_it_would_be_by_hand() {
    for target in [json!("user"), json!("assistant"), json!({"model": {"id": "haiku"}})] {
        let config = ask_user(json!({"target": target}));
        let written = crate::model::json::to_value(config).unwrap();
        assert_eq!(written["conversation"]["tools"]["ask_user"]["questions"]["answer"]["target"], target);
    }
}

fn any_layer() -> impl Strategy<Value = PartialConfig> {
    let label = prop::option::of("[a-c]");
    let target = prop::option::of(prop::sample::select(vec![json!("user"), json!({"model": {"id": "m"}})]));
    let enable = prop::sample::select(vec![json!({}), json!(true), json!({"state": false})]);
    let question = (label, target).prop_map(|(label, target)| json!({"prompt_label": label, "target": target}));
    let tool =
        (question, enable).prop_map(|(question, enable)| json!({"questions": {"q": question}, "enable": enable}));
    let system = prop::option::of("[a-c]");
    (prop::collection::btree_map("[a-b]", tool, 0..3), system).prop_map(|(tools, system)| {
        read(json!({"assistant": {"system_prompt": system}, "conversation": {"tools": tools}}))
    })
}

proptest! {
    /// The old configuration merged with the delta gives the new one, as long as no value is removed.
    #[test]
    fn a_delta_leads_from_one_to_the_other(before in any_layer(), over in any_layer()) {
        let mut after = before.clone();
        after.merge(over);
        let delta = before.delta(&after);
        let mut again = before.clone();
        again.merge(delta);
        prop_assert_eq!(crate::model::json::to_value(again).unwrap(), crate::model::json::to_value(&after).unwrap());
        prop_assert!(after.delta(&after).is_empty());
    }

    #[test]
    fn a_layer_is_read_back_as_it_was_written(layer in any_layer()) {
        let written = crate::model::json::to_value(&layer).unwrap();
        prop_assert_eq!(crate::model::json::to_value(read(written.clone())).unwrap(), written);
    }
}
