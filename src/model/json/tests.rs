//! A value reads and looks like one of `serde_json`.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rstest::rstest;
use serde::{Deserialize, Serialize};
use serde_json::Value as Theirs;

use super::{List, Map, Text, Value, from_value, json, to_value};

/// Any JSON, in which objects have few keys that come again in others.
fn any_json() -> impl Strategy<Value = Theirs> {
    let leaf = prop_oneof![
        Just(Theirs::Null),
        any::<bool>().prop_map(Theirs::from),
        any::<i64>().prop_map(Theirs::from),
        any::<u64>().prop_map(Theirs::from),
        (-1e9..1e9).prop_map(Theirs::from),
        "[a\"\\\\ \u{1}é😀~/0-9]{0,6}".prop_map(Theirs::from),
        "[a\"é]{24,40}".prop_map(Theirs::from),
    ];
    leaf.prop_recursive(4, 32, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Theirs::from),
            prop::collection::vec(("[abc/~]{0,2}|a_key_longer_than_fits", inner), 0..5)
                .prop_map(|members| Theirs::Object(members.into_iter().collect())),
        ]
    })
}

/// A type with every shape that serde has.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
struct Shapes {
    number: u8,
    float: f64,
    letter: char,
    texts: Vec<String>,
    pair: (bool, Option<i32>),
    by_number: BTreeMap<u32, Variant>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    any: Option<Value>,
    nothing: (),
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Variant {
    Unit,
    Newtype(String),
    Tuple(u8, u8),
    Fields { inner: Option<Box<Variant>> },
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
struct Wrapped(Variant);

fn shapes() -> Shapes {
    let variants = [
        Variant::Unit,
        Variant::Newtype("x".into()),
        Variant::Tuple(1, 2),
        Variant::Fields { inner: Some(Box::new(Variant::Unit)) },
    ];
    Shapes {
        number: 7,
        float: 0.5,
        letter: 'é',
        texts: vec![String::new(), "a".into()],
        pair: (true, None),
        by_number: (1..).zip(variants).collect(),
        any: Some(json!({"a": [1, null]})),
        nothing: (),
    }
}

proptest! {
    #[test]
    fn a_value_is_written_read_and_compared_as_by_serde_json(theirs in any_json(), other in any_json()) {
        let ours: Value = theirs.clone().into();
        prop_assert_eq!(ours.to_string(), theirs.to_string());
        prop_assert_eq!(format!("{ours:#}"), format!("{theirs:#}"));
        prop_assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
        prop_assert_eq!(&serde_json::from_str::<Value>(&theirs.to_string()).unwrap(), &ours);
        prop_assert_eq!(&to_value(&theirs).unwrap(), &ours);
        prop_assert_eq!(&from_value::<Theirs>(&ours).unwrap(), &theirs);
        prop_assert_eq!(&Theirs::from(ours.clone()), &theirs);
        prop_assert_eq!(&to_value(&ours).unwrap(), &ours);
        prop_assert_eq!(ours == Value::from(other.clone()), theirs == other);
    }

    #[test]
    fn a_member_is_found_as_by_serde_json(theirs in any_json(), pointer in "(/([ab~/]{0,2}|[0-9+-]{1,2})){0,3}") {
        let mut ours: Value = theirs.clone().into();
        let expected = theirs.pointer(&pointer).cloned().map(Value::from);
        prop_assert_eq!(ours.pointer_mut(&pointer).map(|found| found.clone()), expected.clone());
        prop_assert_eq!(ours.pointer(&pointer).cloned(), expected);
        prop_assert_eq!(&ours["a"][0], &Value::from(theirs["a"][0].clone()));
    }

    #[test]
    fn members_are_added_and_replaced_as_by_serde_json(members in prop::collection::vec((0..90_u8, any::<bool>()), 0..200)) {
        let names = || members.iter().map(|(name, is)| (format!("a long name {name}"), *is));
        let theirs: serde_json::Map<String, Theirs> = names().map(|(name, is)| (name, is.into())).collect();
        let at_once: Map = names().map(|(name, is)| (name, is.into())).collect();
        let mut one_by_one = Map::new();
        for (name, is) in names() {
            one_by_one.insert(name, is.into());
        }
        let written = Theirs::Object(theirs).to_string();
        prop_assert_eq!(&Value::Object(at_once.clone()).to_string(), &written);
        prop_assert_eq!(&Value::Object(one_by_one.clone()).to_string(), &written);
        let reversed: Map = at_once.clone().into_iter().rev().collect();
        prop_assert_eq!(&reversed, &one_by_one, "the order does not count");
    }

    /// What does not have the shape of a type has the same error, so that people read the same messages.
    #[test]
    fn a_wrong_shape_has_the_error_of_serde_json(theirs in any_json(), at in 0..8_usize) {
        let mut whole = serde_json::to_value(shapes()).unwrap();
        let keys: Vec<String> = whole.as_object().unwrap().keys().cloned().collect();
        whole[&keys[at]] = theirs.clone();
        let both = |value: &Theirs| {
            let ours: Value = value.clone().into();
            (
                from_value::<Shapes>(&ours).map_err(|error| error.to_string()),
                Shapes::deserialize(value).map_err(|error| error.to_string()),
                from_value::<Wrapped>(&ours).map_err(|error| error.to_string()),
                Wrapped::deserialize(value).map_err(|error| error.to_string()),
            )
        };
        for value in [&whole, &theirs] {
            let (ours, expected, our_variant, their_variant) = both(value);
            prop_assert_eq!(ours, expected);
            prop_assert_eq!(our_variant, their_variant);
        }
    }
}

#[test]
fn every_shape_is_written_and_read_as_by_serde_json() {
    let ours = to_value(shapes()).unwrap();
    assert_eq!(Theirs::from(ours.clone()), serde_json::to_value(shapes()).unwrap());
    assert_eq!(from_value::<Shapes>(&ours).unwrap(), shapes());
}

#[rstest]
#[case(BTreeMap::from([((1, 2), 3)]))]
fn a_key_that_is_no_text_is_an_error(#[case] map: BTreeMap<(u8, u8), u8>) {
    let theirs = serde_json::to_value(&map).unwrap_err();
    assert_eq!(to_value(&map).unwrap_err().to_string(), theirs.to_string());
}

/// A copy shares its members until one of the two is changed.
#[test]
fn a_change_of_a_copy_leaves_the_first_as_it_is() {
    let first = json!({"a": [1, 2], "b": {"c": null}});
    let mut copy = first.clone();
    copy["a"][0] = json!(9);
    copy["b"]["d"] = json!(true);
    copy.as_object_mut().unwrap().remove("b");
    assert_eq!(first, json!({"a": [1, 2], "b": {"c": null}}));
    assert_eq!(copy, json!({"a": [9, 2]}));
}

/// A long text is the same one in a type and in a value, on the way there and back. In a text of JSON it is written as it is.
#[test]
fn a_text_stays_shared_between_a_type_and_a_value() {
    #[derive(Deserialize, Serialize)]
    struct Says {
        text: Text,
        names: BTreeMap<Text, Text>,
    }
    let long = Text::from("a text that is too long to be copied in place");
    let says = Says { text: long.clone(), names: BTreeMap::from([(long.clone(), long.clone())]) };
    let value = to_value(&says).unwrap();
    let read: Says = from_value(&value).unwrap();
    let found = [value["text"].as_str().unwrap(), &read.text, value["names"][long.as_str()].as_str().unwrap()];
    assert!(found.into_iter().all(|text| text.as_ptr() == long.as_ptr()));
    assert_eq!((read.names, value.to_string()), (says.names.clone(), serde_json::to_string(&says).unwrap()));
}

#[rstest]
#[case::a_number(json!({"text": 3}))]
#[case::null(json!({"text": null}))]
#[case::a_list(json!({"text": ["a"]}))]
fn what_is_no_text_is_an_error(#[case] value: Value) {
    let ours = from_value::<BTreeMap<String, Text>>(&value).unwrap_err().to_string();
    let theirs = serde_json::from_value::<BTreeMap<String, String>>(value.into()).unwrap_err().to_string();
    assert_eq!(ours, theirs);
}

#[test]
fn an_object_with_very_many_members_is_read_and_compared_at_once() {
    let text = format!("{{{}}}", (0..200_000).map(|number| format!("\"{number}\":0")).collect::<Vec<_>>().join(","));
    let read: Value = serde_json::from_str(&text).unwrap();
    let other: Value = read.as_object().unwrap().clone().into_iter().rev().collect();
    assert_eq!(read, other);
}

#[test]
fn lists_and_texts_convert() {
    let items: List = [json!(1)].into_iter().collect();
    assert_eq!(Value::from(items), json!([1]));
    assert_eq!(Value::from(vec!["a"]), json!(["a"]));
    assert_eq!(Value::from(Some(true)), json!(true));
    assert_eq!(Value::from(f64::NAN), Value::Null);
    assert!(json!("a") == "a" && "a" == json!("a") && json!(3) == 3 && json!(false) == false);
}
