//! Compares with the table how a question of a run was closed, and what followed.

use crate::model::json::Value;

use super::{
    Table,
    compare::Look,
    demand::{AnswerFrom, Asked, Demand, Recorded},
    events::{Act, Event, member, text_of},
    run::Response,
    table::Row,
};

impl<'a> Look<'_, 'a> {
    /// Checks that the question is closed. If the right party `is_asked`, also checks how, and what follows.
    pub fn closed(&mut self, route: &Row, is_asked: bool) {
        let once = &Table::embedded().recorded_once;
        let Some(response) = self.inquiry.response else {
            // If the turn has no end, the subject was killed or the run ended early. The question may then be open.
            if let Some(end) = self.run.turn_end(self.inquiry) {
                let (expected, found) = ("it closed in the record", "its turn ended while it was open");
                self.differs("recorded_once", once, expected.to_owned(), found.to_owned(), Some(end));
            }
            return;
        };
        if self.inquiry.responses > 1 {
            let (expected, found) =
                ("it closed once in the record".to_owned(), format!("{} times", self.inquiry.responses));
            self.differs("recorded_once", once, expected, found, Some(response.at));
        }
        if !is_asked {
            return;
        }
        let asked = route.asked.as_ref().map_or(Asked::Nobody, |asked| asked.is);
        let end = match asked {
            Asked::Nobody => Some(route),
            Asked::Person | Asked::Assistant => Table::embedded().end(|column| match column {
                "asked" if asked == Asked::Person => Some("person"),
                "asked" => Some("assistant"),
                "settled" => Some(self.settled(response)),
                _ => self.input.fact(column),
            }),
        };
        let rows = [end, Table::embedded().result(|column| self.input.fact(column)).filter(|_| response.is_answer())];
        for row in rows.into_iter().flatten() {
            if let Some(demand) = &row.recorded {
                self.recorded(&row.row, demand, response);
            }
            // A signal ends running work in another way. A call that is started again is judged by its new result.
            let is_cut = self.is_signalled && (response.is_answer() || self.run.is_asked_again(self.inquiry));
            if let Some(demand) = row.told.as_ref().filter(|_| !is_cut) {
                self.told(&row.row, demand, response);
            }
            if let Some(demand) = row.runs.as_ref().filter(|_| !self.is_signalled) {
                self.runs(&row.row, demand, response);
            }
        }
    }

    /// Checks how the question was closed in the record.
    fn recorded(&mut self, row: &str, demand: &Demand<Vec<Recorded>>, response: Response<'a>) {
        if demand.is.iter().any(|way| self.is_recorded(way, response)) {
            return;
        }
        let ways: Vec<String> = demand.is.iter().map(Recorded::words).collect();
        let expected = format!("it recorded as {}", ways.join(" or "));
        self.differs(row, &demand.from, expected, response.record.to_string(), Some(response.at));
    }

    /// Whether the question was closed in this way.
    fn is_recorded(&self, way: &Recorded, response: Response<'a>) -> bool {
        let (outcome, answer) = (text_of(response.record, "outcome"), member(response.record, "answer"));
        match way {
            Recorded::Answered(from) => {
                let is_right = |answer: &Value| match from {
                    AnswerFrom::Configured => self.input.settings.answer.as_ref() == Some(answer),
                    AnswerFrom::Remembered => self.remembered == Some(answer),
                    AnswerFrom::Given => {
                        self.input.is_answer(answer) && self.said(response).is_none_or(|said| said == answer)
                    }
                };
                outcome == Some("answered") && answer.is_some_and(is_right)
            }
            Recorded::Redacted => outcome == Some("redacted") && answer.is_none(),
            Recorded::Cancelled(reason) => {
                outcome == Some("cancelled") && text_of(response.record, "reason") == Some(reason)
            }
        }
    }

    /// The answer that was given, if it was a value.
    fn said(&self, response: Response<'a>) -> Option<&'a Value> {
        match &self.run.events[response.cause] {
            Event::Person { act: Act::Answer(answer) | Act::Remember(answer), .. } => Some(answer),
            Event::Reply { op: own, .. } => {
                let before = self.run.events[..response.at].iter().rev();
                let mut data = before.filter_map(|event| match event {
                    Event::Reply { op, data } if op == own => *data,
                    _ => None,
                });
                data.next().and_then(|data| member(data, "answer"))
            }
            _ => None,
        }
    }

    /// The table's word for what closed the question.
    fn settled(&self, response: Response<'_>) -> &'static str {
        match &self.run.events[response.cause] {
            Event::Person { act, .. } => match act {
                Act::Cancel => "cancel",
                Act::Key(key) if matches!(&**key, "Esc" | "Ctrl-C") => "cancel",
                Act::Broken => "broken",
                Act::Answer(_) | Act::Remember(_) | Act::Key(_) | Act::Other => "answer",
            },
            Event::Reply { .. } => "reply",
            _ => "otherwise",
        }
    }
}

impl Response<'_> {
    fn is_answer(&self) -> bool {
        matches!(text_of(self.record, "outcome"), Some("answered" | "redacted"))
    }
}
