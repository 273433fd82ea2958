//! What the model is told of a question that is closed, and whether the tool is run again, held against the table.

use serde_json::{Value, json};

use super::{
    Asker,
    compare::Look,
    demand::{Demand, Runs, Told, Wording},
    events::Event,
    run::{Response, is_record},
};

impl<'a> Look<'_, 'a> {
    /// What the model is told is what is recorded as the call's result, and what the next request shows of it.
    pub fn told(&mut self, row: &str, demand: &Demand<Told>, response: Response<'a>) {
        let Some((at, record)) = self.result() else {
            if let Some(end) = self.run.turn_end(self.inquiry).filter(|_| !self.is_signalled) {
                self.differs(row, &demand.from, "a result of the call".to_owned(), "none".to_owned(), Some(end));
            }
            return;
        };
        let id = &record["id"];
        let mut later = self.run.events.iter().enumerate().skip(at);
        let sent = later.find_map(|(at, event)| match event {
            Event::Request { request, .. } if request["schema"].is_null() => Some((at, result_in(request, id)?)),
            _ => None,
        });
        for (at, told) in [Some((at, record)), sent].into_iter().flatten() {
            if !self.is_told(&demand.is, told, response) {
                let expected = match &demand.is {
                    Told::Error(wording) => format!("an error, {}", self.words(wording, response)),
                    Told::Success(wording) => format!("no error, {}", self.words(wording, response)),
                };
                let flag = if told["is_error"] == true { "an error" } else { "no error" };
                return self.differs(row, &demand.from, expected, format!("{flag}, {}", told["content"]), Some(at));
            }
        }
    }

    /// The result of the call, where one is recorded.
    fn result(&self) -> Option<(usize, &'a Value)> {
        let from = self.inquiry.at;
        let is_end = |event: &Event<'_>| matches!(event, Event::Begin(_)) || is_record(event, "turn_start");
        let turn = self.run.events.iter().enumerate().skip(from).take_while(|(_, event)| !is_end(event));
        turn.into_iter().find_map(|(at, event)| match event {
            Event::Record(record) if record["type"] == "tool_call_response" && record["id"] == self.inquiry.call => {
                Some((at, *record))
            }
            _ => None,
        })
    }

    fn is_told(&self, told: &Told, found: &Value, response: Response<'_>) -> bool {
        let (is_error, wording) = match told {
            Told::Error(wording) => (true, wording),
            Told::Success(wording) => (false, wording),
        };
        let content = found["content"].as_str().unwrap_or_default();
        let is_worded = match wording {
            Wording::Exactly(text) => content == self.filled(text),
            Wording::Containing(pieces) => pieces.iter().all(|piece| content.contains(&self.filled(piece))),
            Wording::Body => serde_json::from_str(content).is_ok_and(|found: Value| found == self.body(response)),
        };
        found["is_error"] == is_error && is_worded
    }

    /// The answer with its type.
    fn body(&self, response: Response<'_>) -> Value {
        json!({"answer_type": self.situation.kind.word(), "answer": response.record["answer"]})
    }

    fn filled(&self, text: &str) -> String {
        let situation = self.situation;
        text.replace("{tool}", &situation.tool)
            .replace("{question}", &situation.question)
            .replace("{type}", situation.kind.word())
            .replace("{text}", &situation.text)
    }

    fn words(&self, wording: &Wording, response: Response<'_>) -> String {
        match wording {
            Wording::Exactly(text) => format!("{:?}", self.filled(text)),
            Wording::Containing(pieces) => {
                let pieces: Vec<String> = pieces.iter().map(|piece| format!("{:?}", self.filled(piece))).collect();
                format!("with {} in it", pieces.join(" and "))
            }
            Wording::Body => format!("the JSON {}", self.body(response)),
        }
    }

    /// Whether the tool is run again. What runs inside the subject is not seen.
    pub fn runs(&mut self, row: &str, demand: &Demand<Runs>, response: Response<'_>) {
        let result = self.result().map(|(at, _)| at).or_else(|| self.run.turn_end(self.inquiry));
        let (Some(until), Asker::Tool) = (result, self.situation.asker) else { return };
        let start = (0..=self.inquiry.at).rev().find(|at| self.run.events[*at].is_heard()).unwrap_or_default();
        let calls = self.run.events.iter().enumerate().take(until).skip(start).filter_map(|(at, event)| match event {
            Event::Call { call, .. } if call["id"] == self.inquiry.call => Some((at, *call)),
            _ => None,
        });
        let calls: Vec<(usize, &Value)> = calls.collect();
        match demand.is {
            Runs::NotAgain => {
                if let Some((at, call)) = calls.first() {
                    let expected = "the tool not run again".to_owned();
                    self.differs(row, &demand.from, expected, format!("run with {call}"), Some(*at));
                }
            }
            Runs::Again => {
                let answer = response.record.get("answer");
                let has_it = |call: &Value| {
                    let handed = call["answers"].get(self.inquiry.question);
                    handed.is_some() && (answer.is_none() || handed == answer)
                };
                if !calls.iter().any(|(_, call)| has_it(call)) {
                    let answer = answer.map_or_else(|| "the answer".to_owned(), ToString::to_string);
                    let expected = format!("the tool run again with {answer} for `{}`", self.inquiry.question);
                    let found =
                        calls.iter().map(|(_, call)| call["answers"].to_string()).collect::<Vec<_>>().join(", ");
                    let found = format!("{} runs, with [{found}]", calls.len());
                    self.differs(row, &demand.from, expected, found, Some(until));
                }
            }
        }
    }
}

/// The result of a call in a request: the last, where an id is used again.
fn result_in<'v>(request: &'v Value, id: &Value) -> Option<&'v Value> {
    let messages = request["messages"].as_array()?.iter().rev();
    let mut parts = messages.filter_map(|message| message["parts"].as_array()).flat_map(|parts| parts.iter().rev());
    parts.find_map(|part| part.get("result").filter(|result| result["id"] == *id))
}
