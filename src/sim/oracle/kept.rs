//! Compares the record of a question with the table: its name, its place, and what it has of the question.

use crate::model::json::{List, Map, Name, Value, json};

use super::{
    Table,
    compare::Look,
    demand::{Kept, Source},
    events::{Event, member, text_of},
    run::{Inquiry, Run},
};

/// The members that a recorded question may have.
const KEYS: [&str; 6] = ["text", "answer_type", "context", "exclusive", "persistence", "default"];

impl Look<'_, '_> {
    /// Checks what the record has of the question.
    pub fn kept(&mut self) {
        let (record, input) = (self.inquiry.record, self.input);
        if let Some((row, demand)) = input.source().and_then(|row| Some((row, row.source.as_ref()?))) {
            let expected = match demand.is {
                Source::Assistant => Map::of([("source", Value::word("assistant"))]),
                Source::Tool => Map::of([("source", Value::word("tool")), ("name", (&input.tool).into())]),
            };
            let (found, expected) = (member(record, "source").unwrap_or(&Value::Null), Value::Object(expected));
            if *found != expected {
                let at = Some(self.inquiry.at);
                self.differs(&row.row, &demand.from, format!("asked by {expected}"), format!("by {found}"), at);
            }
        }
        for (field, value) in input.fields() {
            let Some(row) = input.field(field, !value.is_null()) else { continue };
            let Some(demand) = &row.kept else { continue };
            let found = member(record, "question").and_then(|question| member(question, field));
            let is_kept = match demand.is {
                Kept::LeftOut => found.is_none(),
                Kept::AsAsked => found == Some(&value),
            };
            if !is_kept {
                let expected = match demand.is {
                    Kept::LeftOut => format!("the question recorded without {field}"),
                    Kept::AsAsked => format!("the question recorded with {field} set to {value}"),
                };
                let found = found.map_or_else(|| format!("no {field}"), ToString::to_string);
                self.differs(&row.row, &demand.from, expected, found, Some(self.inquiry.at));
            }
        }
    }

    /// Checks the form of the recorded question: its members, and its options.
    pub fn formed(&mut self) {
        let records = &Table::embedded().records;
        let question = member(self.inquiry.record, "question").unwrap_or(&Value::Null);
        let answer_type = member(question, "answer_type").unwrap_or(&Value::Null);
        let is_known = |key: &Name| KEYS.contains(&key.as_str());
        let other = question.as_object().and_then(|members| members.keys().find(|key| !is_known(key)));
        if let Some(key) = other {
            let found = format!("the member {key:?}");
            let expected = "a question without further members recorded".to_owned();
            self.differs("records", &records.form, expected, found, Some(self.inquiry.at));
        }
        let options = &self.input.options;
        let found = member(answer_type, "options").and_then(Value::as_array).map(List::as_slice).unwrap_or_default();
        let is_option = |(found, option): (&Value, &String)| {
            text_of(found, "value") == Some(option) && found.as_object().is_some_and(|members| members.len() == 1)
        };
        if found.len() != options.len() || !found.iter().zip(options).all(is_option) {
            let options: Vec<Value> = options.iter().map(|option| json!({"value": option})).collect();
            let (expected, found) = (Value::from(options), Value::from(found));
            let expected = format!("the options recorded as {expected}");
            self.differs("records", &records.options, expected, format!("as {found}"), Some(self.inquiry.at));
        }
    }

    /// Checks where the record of the question stands, and under which id.
    pub fn placed(&mut self) {
        let records = &Table::embedded().records;
        let expected = self.run.name_of(self.inquiry);
        if *self.inquiry.id != expected {
            let (expected, found) = (format!("it recorded as {expected:?}"), format!("as {}", self.inquiry.id));
            self.differs("records", &records.ids, expected, found, Some(self.inquiry.at));
        }
        let is_of_call = |at: usize, kind: &str| match &self.run.events[at] {
            Event::Record { kind: found, record } => *found == kind && text_of(record, "id") == Some(self.inquiry.call),
            _ => false,
        };
        let called = (0..self.inquiry.at).rev().find(|at| is_of_call(*at, "tool_call_request"));
        let closed = self.inquiry.response.map_or(self.inquiry.at, |response| response.at);
        let is_told = || (called.unwrap_or_default()..closed).any(|at| is_of_call(at, "tool_call_response"));
        if called.is_none() || is_told() {
            let expected = "it recorded between the call and its response".to_owned();
            let found = if called.is_none() { "it before the call" } else { "it after the response" };
            self.differs("records", &records.places, expected, found.to_owned(), Some(self.inquiry.at));
        }
        // If the model gives one id to two calls, both may have a question open.
        let calls = (0..self.run.events.len()).filter(|at| is_of_call(*at, "tool_call_request")).count();
        if calls > 1 {
            return;
        }
        let mut before = self.run.inquiries.iter().take_while(|before| before.at < self.inquiry.at);
        let open = before.find(|before| {
            (before.turn, before.call) == (self.inquiry.turn, self.inquiry.call)
                && before.response.is_none_or(|response| response.at > self.inquiry.at)
        });
        if let Some(open) = open {
            let found = format!("{} open", open.id);
            let expected = "the questions of a call recorded one after the other".to_owned();
            self.differs("records", &records.sequence, expected, found, Some(self.inquiry.at));
        }
    }
}

impl Run<'_> {
    /// The id under which an inquiry is recorded: its call, its question, and how often the call asked it in the turn.
    fn name_of(&self, inquiry: &Inquiry<'_>) -> String {
        let is_same = |other: &&Inquiry<'_>| {
            (other.turn, other.call, other.question) == (inquiry.turn, inquiry.call, inquiry.question)
        };
        let attempt = self.inquiries.iter().take_while(|other| other.at <= inquiry.at).filter(is_same).count();
        format!("{}.{}.{attempt}", inquiry.call, inquiry.question)
    }
}
