//! Edits of a message in place.

use std::collections::BTreeMap;

use crate::model::json::{Map, Value};
use indexmap::IndexMap;

use super::{
    condition::Condition,
    kind::On,
    message::Message,
    place::{self, Place},
    row::{Do, Each},
};

/// The remembered values, by word.
pub type Memory = BTreeMap<String, Value>;

/// `value` with each `<word>` replaced by the remembered value. A text that is only `<word>` becomes the value itself.
pub fn filled(value: &Value, memory: &Memory) -> Value {
    match value {
        Value::String(text) => {
            let word = text.strip_prefix('<').and_then(|text| text.strip_suffix('>'));
            word.and_then(|word| memory.get(word)).cloned().unwrap_or_else(|| Value::from(filled_text(text, memory)))
        }
        Value::Array(items) => items.iter().map(|item| filled(item, memory)).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, member)| (filled_text(name, memory), filled(member, memory)))
            .collect::<Map>()
            .into(),
        other => other.clone(),
    }
}

/// `text` with each `<word>` replaced by the remembered value.
fn filled_text(text: &str, memory: &Memory) -> String {
    if !text.contains('<') {
        return text.to_owned();
    }
    memory.iter().fold(text.to_owned(), |text, (word, value)| {
        let told = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        text.replace(&format!("<{word}>"), &told)
    })
}

/// Whether a row with this kind and these conditions means `message`.
pub fn fits(on: On, filter: &IndexMap<Place, Condition>, message: &Message, memory: &Memory) -> bool {
    on.takes(&message.body)
        && filter.iter().all(|(place, condition)| {
            condition.holds(&message.at(&place.inside(on.part())), &|value| filled(value, memory))
        })
}

/// Applies the edit `does` to `message`. Places are relative to `part`. Anything that is not an edit changes nothing.
pub fn edit(does: &Do, part: Option<&str>, message: &mut Message, memory: &Memory) {
    match does {
        Do::Set(values) => values.iter().for_each(|(place, value)| {
            put(message, &place.inside(part), &filled(value, memory), false);
        }),
        Do::Insert(values) => values.iter().for_each(|(place, value)| {
            put(message, &place.inside(part), &filled(value, memory), true);
        }),
        Do::Copy(places) => {
            for (to, from) in places {
                let found = message.at(&from.inside(part)).first().copied().cloned();
                if let Some(found) = found {
                    put(message, &to.inside(part), &found, false);
                }
            }
        }
        Do::Remove(places) => {
            for place in places {
                if let Place::Body(segments) = place.inside(part) {
                    place::take_away(&mut message.body, &segments);
                }
            }
        }
        Do::Replace(pieces) => {
            for (place, (old, new)) in pieces {
                let (old, new) = (filled_text(old, memory), filled_text(new, memory));
                edit_texts(message, &place.inside(part), &mut |text| text.replace(&old, &new));
            }
        }
        Do::Rewrite(pieces) => {
            for (place, (old, new)) in pieces {
                let new = filled_text(new, memory);
                edit_texts(message, &place.inside(part), &mut |text| {
                    old.0.replace_all(text, new.as_str()).into_owned()
                });
            }
        }
        Do::Reverse(places) => edit_values(message, places, part, &mut reverse),
        Do::Parse(places) => edit_values(message, places, part, &mut parse),
        Do::Each(each) => edit_each(each, part, message, memory),
        Do::Drop
        | Do::Double
        | Do::Swap
        | Do::Delay(_)
        | Do::Hold(_)
        | Do::Remember(_)
        | Do::Before(_)
        | Do::After(_)
        | Do::Become(_) => {}
    }
}

/// Applies edits to each value at a place, if the value fits the conditions.
fn edit_each(each: &Each, part: Option<&str>, message: &mut Message, memory: &Memory) {
    let Place::Body(segments) = each.at.inside(part) else { return };
    // We go from the end, so that a removal does not move the elements that are still to come.
    for way in place::ways(&message.body, &segments).into_iter().rev() {
        let Some(thing) = place::at(&message.body, &way).first().copied().cloned() else { continue };
        let mut thing = Message { on: message.on, op: message.op.clone(), body: thing };
        let fits = each
            .filter
            .iter()
            .all(|(place, condition)| condition.holds(&thing.at(place), &|value| filled(value, memory)));
        if !fits {
            continue;
        }
        if each.does.contains(&Do::Drop) {
            place::take_away(&mut message.body, &way);
            continue;
        }
        each.does.iter().for_each(|does| edit(does, None, &mut thing, memory));
        place::put(&mut message.body, &way, &thing.body, false);
    }
}

/// Puts a value at a place. With `between`, the value is inserted into an array.
fn put(message: &mut Message, place: &Place, value: &Value, between: bool) {
    match place {
        Place::Op => message.op = value.clone(),
        Place::Body(segments) => place::put(&mut message.body, segments, value, between),
    }
}

/// Applies `edit` to every value at these places.
fn edit_values(message: &mut Message, places: &[Place], part: Option<&str>, edit: &mut dyn FnMut(&mut Value)) {
    for place in places {
        if let Place::Body(segments) = place.inside(part) {
            place::each(&mut message.body, &segments, edit);
        }
    }
}

/// Applies `edit` to every text at or below a place.
fn edit_texts(message: &mut Message, place: &Place, edit: &mut dyn FnMut(&str) -> String) {
    if let Place::Body(segments) = place {
        place::each(&mut message.body, segments, &mut |value| edit_texts_in(value, edit));
    }
}

/// Applies `edit` to every text in `value`. Keys of objects stay.
fn edit_texts_in(value: &mut Value, edit: &mut dyn FnMut(&str) -> String) {
    match value {
        Value::String(text) => *text = edit(text).into(),
        Value::Array(items) => items.make_mut().iter_mut().for_each(|item| edit_texts_in(item, edit)),
        Value::Object(members) => members.values_mut().for_each(|member| edit_texts_in(member, edit)),
        _ => {}
    }
}

fn reverse(value: &mut Value) {
    match value {
        Value::Array(items) => items.make_mut().reverse(),
        Value::Object(members) => *members = std::mem::take(members).into_iter().rev().collect(),
        _ => {}
    }
}

/// Turns a text into the JSON value that it holds.
fn parse(value: &mut Value) {
    if let Some(held) = value.as_str().and_then(|text| serde_json::from_str(text).ok()) {
        *value = held;
    }
}
