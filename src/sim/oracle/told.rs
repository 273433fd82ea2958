//! Compares with the table what the model is told of a closed question, and whether the tool runs again.

use crate::model::json::{Value, json};

use super::{
    Asker,
    compare::Look,
    demand::{Demand, Runs, Told, Wording},
    events::{self, Call, Event, member},
    run::Response,
};

impl<'a> Look<'_, 'a> {
    /// Checks the recorded result of the call, and the result in the next request.
    pub fn told(&mut self, row: &str, demand: &Demand<Told>, response: Response<'a>) {
        let Some((at, record)) = self.result() else {
            if let Some(end) = self.run.turn_end(self.inquiry).filter(|_| !self.is_signalled) {
                self.differs(row, &demand.from, "a result of the call".to_owned(), "none".to_owned(), Some(end));
            }
            return;
        };
        let mut later = self.run.events.iter().enumerate().skip(at);
        // An id may be used again, so the last result counts.
        let sent = later.find_map(|(at, event)| match event {
            Event::Request { request, .. } if request.schema.is_none() => {
                Some((at, *request.results.iter().rfind(|result| result.id == record.id)?))
            }
            _ => None,
        });
        // Not every wire marks errors.
        let is_error = matches!(demand.is, Told::Error(_));
        let sent = sent.map(|(at, told)| (at, events::Told { is_error: told.is_error.or(Some(is_error)), ..told }));
        for (at, told) in [Some((at, record)), sent].into_iter().flatten() {
            if !self.is_told(&demand.is, told, response) {
                let expected = match &demand.is {
                    Told::Error(wording) => format!("an error, {}", self.words(wording, response)),
                    Told::Success(wording) => format!("no error, {}", self.words(wording, response)),
                };
                let mark = if told.is_error == Some(true) { "an error" } else { "no error" };
                return self.differs(
                    row,
                    &demand.from,
                    expected,
                    format!("{mark}, {}", Value::from(told.content)),
                    Some(at),
                );
            }
        }
    }

    /// The recorded result of the call.
    fn result(&self) -> Option<(usize, events::Told<'a>)> {
        let from = self.inquiry.at;
        let mut turn = self.run.events.iter().enumerate().skip(from).take_while(|(_, event)| !event.is_start());
        turn.find_map(|(at, event)| match event {
            Event::Record { kind: "tool_call_response", record } => {
                let told = events::Told::read(record);
                (told.id == self.inquiry.call).then_some((at, told))
            }
            _ => None,
        })
    }

    fn is_told(&self, told: &Told, found: events::Told<'_>, response: Response<'_>) -> bool {
        let (is_error, wording) = match told {
            Told::Error(wording) => (true, wording),
            Told::Success(wording) => (false, wording),
        };
        let content = found.content;
        let is_worded = match wording {
            Wording::Exactly(text) => content == self.input.filled(text),
            Wording::Containing(pieces) => pieces.iter().all(|piece| content.contains(&self.input.filled(piece))),
            Wording::Body => serde_json::from_str(content).is_ok_and(|found: Value| found == self.body(response)),
        };
        found.is_error == Some(is_error) && is_worded
    }

    /// The answer with its type.
    fn body(&self, response: Response<'_>) -> Value {
        json!({"answer_type": self.input.kind.word(), "answer": member(response.record, "answer")})
    }

    fn words(&self, wording: &Wording, response: Response<'_>) -> String {
        match wording {
            Wording::Exactly(text) => format!("{:?}", self.input.filled(text)),
            Wording::Containing(pieces) if pieces.is_empty() => "in any words".to_owned(),
            Wording::Containing(pieces) => {
                let pieces: Vec<String> =
                    pieces.iter().map(|piece| format!("{:?}", self.input.filled(piece))).collect();
                format!("with {} in it", pieces.join(" and "))
            }
            Wording::Body => format!("the JSON {}", self.body(response)),
        }
    }

    /// Checks whether the tool runs again. A run does not show the built-in tool, so only the host's tools are checked.
    pub fn runs(&mut self, row: &str, demand: &Demand<Runs>, response: Response<'_>) {
        let result = self.result().map(|(at, _)| at).or_else(|| self.run.turn_end(self.inquiry));
        let (Some(until), Asker::Tool) = (result, self.input.asker) else { return };
        let start = (0..=self.inquiry.at).rev().find(|at| self.run.events[*at].is_heard()).unwrap_or_default();
        let calls = self.run.events.iter().enumerate().take(until).skip(start).filter_map(|(at, event)| match event {
            Event::Call { call, .. } if call.id == self.inquiry.call => Some((at, *call)),
            _ => None,
        });
        let calls: Vec<(usize, Call<'_>)> = calls.collect();
        match demand.is {
            Runs::NotAgain => {
                if let Some((at, call)) = calls.first() {
                    let expected = "the tool not run again".to_owned();
                    self.differs(row, &demand.from, expected, format!("run with {}", answers(*call)), Some(*at));
                }
            }
            Runs::Again => {
                let answer = member(response.record, "answer");
                let has_it = |call: Call<'_>| {
                    let handed = call.answers.and_then(|answers| answers.get(self.inquiry.question));
                    handed.is_some() && (answer.is_none() || handed == answer)
                };
                if !calls.iter().any(|(_, call)| has_it(*call)) {
                    let answer = answer.map_or_else(|| "the answer".to_owned(), ToString::to_string);
                    let expected = format!("the tool run again with {answer} for `{}`", self.inquiry.question);
                    let found = calls.iter().map(|(_, call)| answers(*call)).collect::<Vec<_>>().join(", ");
                    let found = format!("{} runs, with [{found}]", calls.len());
                    self.differs(row, &demand.from, expected, found, Some(until));
                }
            }
        }
    }
}

/// The answers that a tool is run with, as JSON.
fn answers(call: Call<'_>) -> String {
    call.answers.map_or_else(|| "{}".to_owned(), |answers| Value::Object(answers.clone()).to_string())
}
