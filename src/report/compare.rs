//! A common story of several systems side by side: what each showed, what its model was told, and what it recorded.

use std::collections::BTreeMap;

use crate::model::json::{Map, Value};
use comfy_table::{ContentArrangement, Table, presets::UTF8_FULL};
use serde::Serialize;

use crate::{
    model::{ModelRequest, Op, Part, Role, text::shorten},
    stage::{Observation, What},
    suite::outcome::Outcome,
    system::{Effect, Input, Turn},
};

/// The longest value that is shown, in characters. The event stream has it whole.
const VALUE_MAX: usize = 120;
/// The most values of one message or event that are shown.
const LINES_MAX: usize = 16;
/// The narrowest column that can be read, in characters.
pub(super) const COLUMN_MIN: usize = 24;

/// A story in one system.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
pub struct Side {
    /// The name of the scenario: the system, and its profile.
    pub who: String,
    /// The first and the last drawing of each prompt, and the messages to the client.
    pub shown: Vec<String>,
    /// What the model was told after the user's first message: results of calls, and messages of the user.
    pub told: Vec<String>,
    /// The records. If a record replaces an earlier one, only its changes are shown.
    pub recorded: Vec<String>,
    /// How the turn and the run ended.
    pub ended: String,
}

impl Side {
    /// The story of a finished scenario.
    pub fn of(outcome: &Outcome) -> Self {
        Self {
            who: outcome.case.name.clone(),
            shown: shown(&outcome.events),
            told: told(&outcome.events),
            recorded: recorded(&outcome.events),
            ended: ended(outcome),
        }
    }

    fn cells(&self) -> [String; 4] {
        let list = |items: &[String]| match items {
            [] => "nothing".to_owned(),
            items => items.join("\n\n"),
        };
        [list(&self.shown), list(&self.told), list(&self.recorded), self.ended.clone()]
    }
}

const ASPECTS: [&str; 4] = ["shown", "the model is told", "recorded", "ended"];

/// The sides as a table of this width, with a column for each system. If the columns would be too narrow, each side has
/// a table of its own.
pub fn compared(sides: &[Side], width: u16) -> String {
    let abreast = (usize::from(width) / COLUMN_MIN).saturating_sub(1).max(1);
    let tables = sides.chunks(if sides.len() <= abreast { abreast } else { 1 }).map(|sides| table(sides, width));
    tables.map(|table| format!("{table}\n")).collect::<Vec<_>>().join("\n")
}

fn table(sides: &[Side], width: u16) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_FULL).set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    table.set_header([""].into_iter().chain(sides.iter().map(|side| side.who.as_str())));
    for (row, aspect) in ASPECTS.into_iter().enumerate() {
        let cells = sides.iter().map(|side| side.cells()[row].clone());
        table.add_row([aspect.to_owned()].into_iter().chain(cells));
    }
    table
}

/// Each prompt with its first drawing, and its last drawing or its withdrawal. Messages to the client stand between
/// them.
fn shown(events: &[Observation]) -> Vec<String> {
    let mut shown: Vec<(String, Option<String>)> = Vec::new();
    // The index in `shown` of each prompt since the last start of the subject.
    let mut prompts: BTreeMap<Op, usize> = BTreeMap::new();
    for event in events {
        match &event.what {
            What::Input(Input::Begin(_)) => prompts.clear(),
            What::Effect(Effect::Show(op, prompt)) => match prompts.get(op) {
                Some(at) => shown[*at].1 = Some(cut(&prompt.text)),
                None => {
                    prompts.insert(*op, shown.len());
                    shown.push((cut(&prompt.text), None));
                }
            },
            What::Effect(Effect::Cancel(op, _)) => {
                if let Some(at) = prompts.get(op) {
                    shown[*at].1 = Some("(withdrawn)".to_owned());
                }
            }
            What::Effect(Effect::Client(message)) => shown.push((flat(message), None)),
            _ => {}
        }
    }
    let words = |(first, last): (String, Option<String>)| match last {
        Some(last) => format!("{first}\n-> {last}"),
        None => first,
    };
    shown.into_iter().map(words).collect()
}

/// A text, shortened if it is very long.
fn cut(text: &str) -> String {
    shorten(text, 4 * VALUE_MAX)
}

/// What the last request to the model has after the user's first message.
fn told(events: &[Observation]) -> Vec<String> {
    let mut told = Vec::new();
    for message in last_request(events).into_iter().flat_map(|request| &request.messages) {
        for part in &message.parts {
            match part {
                Part::Text(text) if message.role == Role::User => told.push(format!("user: {}", cut(text))),
                Part::Result { id, content, is_error } => {
                    let error = if *is_error { " (error)" } else { "" };
                    told.push(format!("{id}{error}: {}", cut(content)));
                }
                _ => {}
            }
        }
    }
    told.into_iter().skip(1).collect()
}

/// The last request to the model, inquiries aside.
pub(super) fn last_request(events: &[Observation]) -> Option<&ModelRequest> {
    events.iter().rev().find_map(|event| match &event.what {
        What::Effect(Effect::Request(_, request)) if request.schema.is_none() => Some(&**request),
        _ => None,
    })
}

/// The records. If a record replaces an earlier one, only its changes are shown.
fn recorded(events: &[Observation]) -> Vec<String> {
    let mut before: Vec<&Value> = Vec::new();
    let mut recorded = Vec::new();
    for event in events {
        let What::Effect(Effect::Record(record)) = &event.what else { continue };
        let is_earlier =
            |stored: &&&Value| stored["id"].is_string() && same(stored, &record.0, &["id", "role", "type"]);
        let new = match before.iter().rev().find(is_earlier) {
            Some(stored) => changed(stored, &record.0).unwrap_or_default(),
            None => record.0.clone(),
        };
        recorded.push(flat(&new));
        before.push(&record.0);
    }
    recorded
}

fn same(one: &Value, other: &Value, keys: &[&str]) -> bool {
    keys.iter().all(|key| one[key] == other[key])
}

/// A line for each value in `value`, with its path: `extra.answerText = Red`.
fn flat(value: &Value) -> String {
    fn walk(path: &str, value: &Value, lines: &mut Vec<String>) {
        let at = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        match value {
            Value::Object(members) if !members.is_empty() => {
                members.iter().for_each(|(key, member)| walk(&at(key), member, lines));
            }
            Value::Array(items) if !items.is_empty() => {
                items.iter().enumerate().for_each(|(index, item)| walk(&at(&index.to_string()), item, lines));
            }
            Value::String(text) => lines.push(format!("{path} = {}", shorten(text, VALUE_MAX))),
            other => lines.push(format!("{path} = {other}")),
        }
    }
    let mut lines = Vec::new();
    walk("", value, &mut lines);
    if lines.len() > LINES_MAX {
        let more = lines.len() - LINES_MAX;
        lines.truncate(LINES_MAX);
        lines.push(format!("... {more} more"));
    }
    lines.join("\n")
}

/// What `new` has and `old` does not. Items of an array are compared by their indices.
fn changed(old: &Value, new: &Value) -> Option<Value> {
    match (old, new) {
        _ if old == new => None,
        (Value::Object(old), Value::Object(new)) => {
            let fields = new
                .iter()
                .filter_map(|(key, value)| Some((key.clone(), changed(old.get(key).unwrap_or(&Value::Null), value)?)));
            Some(fields.collect::<Map>().into())
        }
        (Value::Array(old), Value::Array(new)) => {
            let items = new.iter().enumerate().filter_map(|(index, item)| {
                Some((index.to_string(), changed(old.get(index).unwrap_or(&Value::Null), item)?))
            });
            Some(items.collect::<Map>().into())
        }
        _ => Some(new.clone()),
    }
}

/// How the turn and the run ended, in words.
fn ended(outcome: &Outcome) -> String {
    let run = outcome.end.as_ref().map_or("not run", |end| end.word());
    format!("{}; the run is {run}", turn(&outcome.events))
}

/// How the last turn ended, in words.
pub(super) fn turn(events: &[Observation]) -> String {
    let turn = events.iter().rev().find_map(|event| match &event.what {
        What::Effect(Effect::Turn(turn)) => Some(turn),
        _ => None,
    });
    match turn {
        None => "no turn".to_owned(),
        Some(Turn::Began) => "the turn goes on".to_owned(),
        Some(Turn::Paused) => "the turn waits".to_owned(),
        Some(Turn::Ended(how)) => {
            let word = crate::model::json::to_value(how).ok();
            let word = word.as_ref().map(|word| word.as_str().map_or(word.to_string(), str::to_owned));
            format!("the turn is {}", word.unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{Side, changed, compared, flat};

    #[rstest]
    #[case(json!({"a": 1, "b": 2}), json!({"a": 1, "b": 3}), Some(json!({"b": 3})))]
    #[case(json!([{"a": 1}, {"b": 2}]), json!([{"a": 1}, {"b": 3}, {"c": 4}]), Some(json!({"1": {"b": 3}, "2": {"c": 4}})))]
    #[case(json!({"a": [1, 2]}), json!({"a": [1, 2]}), None)]
    #[case(json!({"a": 1}), json!([1]), Some(json!([1])))]
    fn only_changes_are_shown(#[case] old: Value, #[case] new: Value, #[case] expected: Option<Value>) {
        assert_eq!(changed(&old, &new), expected);
    }

    #[test]
    fn a_value_is_shown_with_its_path() {
        let value = json!({"id": "message_2", "content": [{"status": "denied", "extra": {"a": false}}], "empty": []});
        let lines = "id = message_2\ncontent.0.status = denied\ncontent.0.extra.a = false\nempty = []";
        assert_eq!(flat(&value), lines);
        let many: Value = (0..20).collect();
        assert_eq!(flat(&many).lines().last(), Some("... 4 more"));
    }

    #[rstest]
    #[case(120, 2, 3)]
    #[case(60, 2, 2)]
    // Two columns would fit, but not all three, so each side has a table of its own.
    #[case(80, 3, 2)]
    fn a_table_is_never_wider_than_asked(#[case] width: u16, #[case] systems: usize, #[case] columns: usize) {
        let side = |who: &str| Side {
            who: who.to_owned(),
            shown: vec!["a rather long drawing ".repeat(20)],
            told: Vec::new(),
            recorded: vec!["{}".to_owned()],
            ended: "the turn waits; the run is parked".to_owned(),
        };
        let sides: Vec<Side> = ["one", "two", "three"].into_iter().take(systems).map(side).collect();
        let table = compared(&sides, width);
        assert!(table.lines().all(|line| line.chars().count() <= usize::from(width)), "{table}");
        let header = table.lines().nth(1).unwrap_or_default();
        assert_eq!(header.matches(['│', '┆']).count(), columns + 1, "{table}");
    }
}
