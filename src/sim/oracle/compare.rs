//! Compares one question of a run with the table.

use std::fmt;

use crate::model::json::Value;

use super::{
    OracleInput, Table,
    demand::{Asked, Demand, Header, IdInSchema, Offers, SchemaForm},
    events::{Event, Prompt, member, text_of},
    run::{Inquiry, Run},
    table::{Expected, Row},
};

/// The label of the built-in tool.
const ASSISTANT: &str = "Assistant";

/// A difference between the run and the table.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Disagreement {
    /// The call and the question: `call_1.confirm`.
    pub question: String,
    /// The row.
    pub row: String,
    /// What the row demands.
    pub expected: String,
    /// What the run shows.
    pub found: String,
    /// The requirements behind the row.
    pub requirements: Vec<String>,
    /// The number of the event that shows the difference, if there is one.
    pub seq: Option<u64>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { question, row, expected, found, requirements, seq } = self;
        write!(f, "{question}, row `{row}`: expected {expected}; found {found}")?;
        if let Some(seq) = seq {
            write!(f, " (event {seq})")?;
        }
        write!(f, " [{}]", requirements.join(", "))
    }
}

impl Run<'_> {
    /// The differences between the run and the table, for the question of `input`. The run is compared each time that
    /// the question was asked.
    pub fn disagreements(&self, input: &OracleInput) -> Vec<Disagreement> {
        let is_of = |inquiry: &&Inquiry<'_>| {
            inquiry.call == input.call
                && inquiry.tool == input.tool
                && inquiry.question == input.question
                && inquiry.text == input.text
        };
        let mut asked = self.inquiries.iter().filter(is_of).peekable();
        if asked.peek().is_none() {
            return self.missing(input).into_iter().collect();
        }
        asked.flat_map(|inquiry| compare(self, input, inquiry)).collect()
    }

    /// The disagreement that the question of `input` was not recorded, unless the run was cut short.
    fn missing(&self, input: &OracleInput) -> Option<Disagreement> {
        let asks = self.questions.iter().find(|question| {
            question.call == input.call
                && question.tool == input.tool
                && text_of(question.raw, "id") == Some(&input.question)
        });
        let at = asks.map(|question| question.at);
        // A subject that was killed at once had no time to record anything.
        let is_cut = at.is_some_and(|at| {
            let next =
                self.events.iter().skip(at + 1).find(|event| event.is_heard() || matches!(event, Event::TurnEnded));
            matches!(next, None | Some(Event::Begin(_)))
        });
        let found = if at.is_some() { "it was asked, and never recorded" } else { "it was never asked" };
        (!is_cut).then(|| Disagreement {
            question: format!("{}.{}", input.call, input.question),
            row: "recorded_once".to_owned(),
            expected: format!("a recorded inquiry with the text {:?}", input.text),
            found: found.to_owned(),
            requirements: Table::embedded().recorded_once.clone(),
            seq: at.and_then(|at| self.seq(at)),
        })
    }
}

/// The differences between the run and the table, for one inquiry.
fn compare(run: &Run<'_>, input: &OracleInput, inquiry: &Inquiry<'_>) -> Vec<Disagreement> {
    let (before, after) = run.signals(inquiry);
    let remembered = run.remembered(inquiry);
    let Ok(expected) = input.expected(remembered.is_some()) else { return Vec::new() };
    // After a signal, an input may have no receiver.
    if before {
        return Vec::new();
    }
    let mut look = Look { run, input, inquiry, remembered, is_signalled: after, found: Vec::new() };
    look.kept();
    look.formed();
    look.placed();
    let is_asked = look.asked(expected);
    look.closed(expected.route, is_asked);
    look.found
}

/// Whether a schema allows only this value. An `enum` with one value means the same as `const`, which not every wire has.
fn is_only(schema: &Value, value: &Value) -> bool {
    let listed = || member(schema, "enum").and_then(Value::as_array);
    member(schema, "const")
        .map_or_else(|| listed().is_some_and(|values| values[..] == [value.clone()]), |only| only == value)
}

/// The comparison of one inquiry.
pub(super) struct Look<'l, 'a> {
    pub run: &'l Run<'a>,
    pub input: &'l OracleInput,
    pub inquiry: &'l Inquiry<'a>,
    pub remembered: Option<&'a Value>,
    /// Whether a signal arrives after the question. A signal ends everything that is open.
    pub is_signalled: bool,
    pub found: Vec<Disagreement>,
}

impl<'a> Look<'_, 'a> {
    /// Notes a difference.
    pub fn differs(&mut self, row: &str, from: &[String], expected: String, found: String, at: Option<usize>) {
        self.found.push(Disagreement {
            question: format!("{}.{}", self.inquiry.call, self.inquiry.question),
            row: row.to_owned(),
            expected,
            found,
            requirements: from.to_vec(),
            seq: at.and_then(|at| self.run.seq(at)),
        });
    }

    /// Whether the run came so far that the right party must have been asked.
    fn must_be_asked(&self) -> bool {
        let is_over = self.inquiry.response.is_some() || self.run.turn_end(self.inquiry).is_some();
        is_over && !self.is_signalled
    }

    /// Checks who was asked, and with what. Returns whether it was the right party.
    fn asked(&mut self, expected: Expected<'_>) -> bool {
        let Some(demand) = &expected.route.asked else { return true };
        let own = self.run.askings.iter().filter(|asking| {
            asking
                .owner
                .and_then(|owner| self.run.inquiries().get(owner))
                .is_some_and(|owner| owner.at == self.inquiry.at)
        });
        let (mut prompts, mut schemas) = (Vec::new(), Vec::new());
        for asking in own {
            match &self.run.events[asking.at] {
                Event::Show { prompt, .. } => prompts.push((asking.at, prompt)),
                Event::Request { request, .. } => schemas.extend(request.schema.map(|schema| (asking.at, schema))),
                _ => {}
            }
        }
        let (prompt, schema) = (prompts.first().copied(), schemas.first().copied());
        let is_right = match demand.is {
            Asked::Nobody => prompt.is_none() && schema.is_none(),
            Asked::Person => schema.is_none() && (prompt.is_some() || !self.must_be_asked()),
            Asked::Assistant => prompt.is_none() && (schema.is_some() || !self.must_be_asked()),
        };
        if !is_right {
            let found = match (prompt, schema) {
                (None, None) => "nobody is asked",
                (Some(_), None) => "the person is asked",
                (None, Some(_)) => "the assistant is asked",
                (Some(_), Some(_)) => "the person and the assistant are asked",
            };
            let put = prompt.map(|(at, _)| at).or(schema.map(|(at, _)| at));
            let at = put.unwrap_or(self.inquiry.at);
            self.differs(&expected.route.row, &demand.from, demand.is.words().to_owned(), found.to_owned(), Some(at));
            return false;
        }
        if let Some((at, prompt)) = prompt {
            if let Some(demand) = &expected.route.offers {
                self.offers(&expected.route.row, demand, at, prompt);
            }
            if let Some((row, demand)) = expected.drawing.and_then(|row| Some((row, row.header.as_ref()?))) {
                self.header(&row.row, demand, at, prompt);
            }
        }
        if let Some((row, demand)) = expected.schema.and_then(|row| Some((row, row.schema.as_ref()?))) {
            for (at, schema) in schemas {
                self.schema(row, demand, at, schema);
            }
        }
        true
    }

    /// Checks what the prompt offers.
    fn offers(&mut self, row: &str, demand: &Demand<Offers>, at: usize, prompt: &Prompt<'_>) {
        let Offers { keys, without, choices, typing } = &demand.is;
        let Prompt { keys: offered, choices: chosen, typing: typed, .. } = prompt;
        let is_offered = |key: &&String| offered.iter().any(|offered| offered == *key);
        let lacks = keys.iter().find(|key| !is_offered(key));
        let has = without.iter().find(is_offered);
        let options = &self.input.options;
        let (expected, found) = if let Some(key) = lacks {
            (format!("the key `{key}` offered"), format!("the keys {offered:?}"))
        } else if let Some(key) = has {
            (format!("no key `{key}` offered"), format!("the keys {offered:?}"))
        } else if *choices && chosen != options {
            (format!("the choices {options:?}"), format!("the choices {chosen:?}"))
        } else if typing.is_some_and(|typing| *typed != Some(typing.word())) {
            let words = typing.map_or("", |typing| typing.word());
            (format!("typing, {words}"), format!("typing: {}", typed.map_or(Value::Null, Value::from)))
        } else {
            return;
        };
        self.differs(row, &demand.from, expected, found, Some(at));
    }

    /// Checks the text above the question: the label and the context.
    fn header(&mut self, row: &str, demand: &Demand<Header>, at: usize, prompt: &Prompt<'_>) {
        let drawn = prompt.text;
        let first = self.input.text.lines().next().unwrap_or_default();
        let Some(place) = drawn.lines().position(|line| line.contains(first)) else { return };
        let above: Vec<&str> = drawn.lines().take(place).collect();
        let label = match &demand.is {
            Header::None => None,
            Header::Configured => self.input.settings.label.as_deref(),
            Header::Fixed(label) => Some(label.as_str()),
        };
        let context = self.input.context.as_deref().unwrap_or_default();
        let is_right = match label {
            Some(label) => above.iter().any(|line| line.contains(label)),
            // A frame or a line of help is free. A label says who asks.
            None => !above.iter().any(|line| !context.contains(line.trim()) && self.names_the_asker(line)),
        };
        if !is_right {
            let expected = label.map_or_else(
                || "no label above the question".to_owned(),
                |label| format!("the label {label:?} above the question"),
            );
            self.differs(row, &demand.from, expected, format!("above it {above:?}"), Some(at));
        }
    }

    /// Whether a drawn line says who asks: it has the name of the tool as a word, the label of the built-in tool, or a
    /// label that is configured for any question.
    fn names_the_asker(&self, line: &str) -> bool {
        let is_of_name = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '-');
        line.split(|sign| !is_of_name(sign)).any(|word| word == self.input.tool || word == ASSISTANT)
            || self.run.labels().iter().any(|label| line.contains(label))
    }

    /// Checks the schema of an inquiry.
    fn schema(&mut self, row: &Row, demand: &Demand<SchemaForm>, at: usize, schema: &Value) {
        let SchemaForm { inquiry_id, answer, options } = &demand.is;
        let required = member(schema, "required").and_then(Value::as_array);
        let requires = |key: &str| required.is_some_and(|keys| keys.iter().any(|found| found == key));
        let property = |name: &str| member(schema, "properties").and_then(|properties| member(properties, name));
        let of_answer = |name: &str| property("answer").and_then(|answer| member(answer, name));
        let enumerated: Option<Vec<&str>> =
            of_answer("enum").and_then(Value::as_array).map(|values| values.iter().filter_map(Value::as_str).collect());
        let own: Vec<&str> = self.input.options.iter().map(String::as_str).collect();
        let id = property("inquiry_id").filter(|id| !id.is_null());
        let is_typed = of_answer("type").is_some_and(|kind| kind == answer);
        let is_answered = is_typed && enumerated == options.then_some(own) && requires("answer");
        let is_named = match inquiry_id {
            IdInSchema::Constant => id.is_some_and(|id| is_only(id, self.inquiry.id)) && requires("inquiry_id"),
            IdInSchema::LeftOut => id.is_none(),
            IdInSchema::Either => true,
        };
        if !is_answered || !is_named || member(schema, "additionalProperties") != Some(&Value::Bool(false)) {
            let one_of = if *options { ", one of the options" } else { "" };
            let expected = format!("a schema for a {answer}{one_of}, {}, and nothing else", inquiry_id.words());
            self.differs(&row.row, &demand.from, expected, schema.to_string(), Some(at));
        }
    }
}
