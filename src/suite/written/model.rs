//! The story: what the user says and the model replies, in an order in which each reply follows what it answers, and what
//! else happens in between.

use super::{
    line::{Arg, Line},
    outside::plain_message,
    writer::{Lacking, Writer},
};
use crate::{
    llm::script::{Body, Exchange, Expect, Reply, ScriptedCall},
    model::json::{self, Value},
    stage::Scenario,
    suite::steps::{Draft, Fault},
    system::ReplyEnd,
};

impl Writer<'_> {
    /// Says everything that happens. `between` says what belongs after a reply of the model.
    pub(super) fn story(
        &mut self,
        mut between: impl FnMut(&mut Self, Option<&Body>) -> Result<(), Lacking>,
    ) -> Result<(), Lacking> {
        while let Some(index) = self.next_exchange() {
            let number = self.said_replies(index);
            self.reply(index, number)?;
            between(self, Some(&self.target.model[index].replies[number].body))?;
            self.operate_meanwhile()?;
        }
        between(self, None)?;
        let rules = self.target.operator.len();
        rules.checked_sub(1).map_or(Ok(()), |last| self.operate(last))
    }

    /// How many replies to this expectation are said.
    pub(super) fn said_replies(&self, index: usize) -> usize {
        self.draft.scenario.model.get(index).map_or(0, |exchange| exchange.replies.len())
    }

    /// The expectation whose reply comes next.
    fn next_exchange(&self) -> Option<usize> {
        let model = &self.target.model;
        let known = self.draft.scenario.model.len();
        let new = (known < model.len()).then_some(known);
        let lacks_some = |index: &usize| self.said_replies(*index) < model[*index].replies.len();
        let open: Vec<usize> = (0..known).filter(lacks_some).chain(new).collect();
        let find = |fits: &dyn Fn(&Exchange) -> bool| open.iter().copied().find(|index| fits(&model[*index]));
        // What answers what came last; what a tool wants to know meanwhile; what the user says next; anything.
        let rules = self.target.operator.get(self.next_rule()..).unwrap_or_default();
        let says = |exchange: &Exchange, text: &str| !exchange.otherwise && exchange.expect == saying(text);
        find(&|exchange| !exchange.otherwise && exchange.expect == self.draft.follows)
            .or_else(|| new.filter(|new| model[*new].expect.structured))
            .or_else(|| {
                let texts = rules.iter().filter_map(plain_message);
                texts.into_iter().find_map(|(text, _)| find(&|exchange| says(exchange, text)))
            })
            .or(new)
            .or_else(|| open.first().copied())
    }

    /// Says one reply.
    fn reply(&mut self, index: usize, number: usize) -> Result<(), Lacking> {
        let target = self.target;
        let exchange = &target.model[index];
        if !exchange.otherwise && exchange.expect != self.draft.follows {
            let message = |rule| plain_message(rule).is_some_and(|(text, _)| exchange.expect == saying(text));
            let from = self.next_rule();
            let rules = target.operator.get(from..).unwrap_or_default();
            if let Some(place) = rules.iter().position(message) {
                self.operate(from + place)?;
            }
        }
        let is_known = self.draft.scenario.model.get(index).is_some_and(|known| known.optional);
        let ways = self.ways(exchange, &exchange.replies[number], exchange.optional && !is_known);
        let length = self.draft.scenario.model.len().max(index + 1);
        let said = Exchange { replies: exchange.replies[..=number].to_vec(), ..exchange.clone() };
        let is_said = |draft: &Draft| {
            let Scenario { model, streamed, .. } = &draft.scenario;
            (streamed.is_none() || *streamed == target.streamed) && model.len() == length && model[index] == said
        };
        if self.add_first_of(&ways, is_said) { Ok(()) } else { Err(Lacking::Model(index)) }
    }

    /// The ways to say a reply, the usual ones first; with `optional`, that the request may fail to come, too.
    fn ways(&self, exchange: &Exchange, reply: &Reply, optional: bool) -> Vec<Vec<Line>> {
        let expect = &exchange.expect;
        if exchange.otherwise {
            return others(reply).into_iter().map(|line| vec![line]).collect();
        }
        let with_rest = |lines: Vec<Line>, is_optional: bool| {
            let mut lines = lines;
            if reply.after_ms != 0 {
                lines.push(Line::when("that reply takes {int} ms", [Arg::number(reply.after_ms)]));
            }
            if optional && !is_optional {
                lines.push(Line::when("that request may fail to come", []));
            }
            lines
        };
        let mut ways = Vec::new();
        if let Some(piece) = expect.says.as_ref().filter(|_| expect.structured) {
            ways.extend(inquiry(piece, reply).map(|line| vec![line]));
            ways.extend(inquiry_at_once(piece, reply).map(|line| with_rest(vec![line], false)));
        }
        let next = self.draft.calls + 1;
        let followed = self.draft.follows == *expect;
        let lead = if followed { Vec::new() } else { vec![next_request(expect)] };
        if let Some(piece) = expect.says.as_ref().filter(|piece| !followed && *expect == saying(piece)) {
            ways.extend(asked(piece, &reply.body, optional).map(|lines| with_rest(lines, true)));
        }
        let bodies = [optional.then(|| body(&reply.body, next, true)).flatten(), body(&reply.body, next, false)];
        for (lines, is_optional) in bodies.into_iter().zip([true, false]) {
            ways.extend(lines.map(|lines| with_rest([lead.clone(), lines].concat(), is_optional)));
        }
        ways
    }
}

/// The expectation of a text alone.
fn saying(text: &str) -> Expect {
    Expect { says: Some(text.to_owned()), ..Expect::default() }
}

/// The line that names what the next reply answers.
fn next_request(expect: &Expect) -> Line {
    let fields = json::to_value(expect).unwrap_or_default();
    Line::when("the next request to the model has {}", [Arg::Json(fields)])
}

/// The line for a reply to every other request.
fn others(reply: &Reply) -> Option<Line> {
    match &reply.body {
        Body::Message { text, .. } => {
            Some(Line::when("to every other request the model says {string}", [Arg::text(text)]))
        }
        body => {
            fault(body).map(|words| Line::when("every other request to the model meets {string}", [Arg::Text(words)]))
        }
    }
}

/// The line for a text that answers a request with that piece.
fn asked(piece: &str, body: &Body, optional: bool) -> Option<Vec<Line>> {
    let Body::Message { reasoning, text, .. } = body else { return None };
    let expression = if optional {
        "asked {string} the model says {string} if it is asked"
    } else {
        "asked {string} the model says {string}"
    };
    let reasons = reasons(reasoning);
    Some(reasons.into_iter().chain([Line::when(expression, [Arg::text(piece), Arg::text(text)])]).collect())
}

/// The line for a late answer to an inquiry.
fn inquiry(piece: &str, reply: &Reply) -> Option<Line> {
    let Body::Answer(value) = &reply.body else { return None };
    let args = [Arg::number(reply.after_ms), Arg::text(piece), Arg::Json(value.clone())];
    (reply.after_ms != 0).then(|| Line::when("after {int} ms the inquiry {string} is answered with {}", args))
}

/// The line for a reply to an inquiry, whenever it comes.
fn inquiry_at_once(piece: &str, reply: &Reply) -> Option<Line> {
    let piece = Arg::text(piece);
    match &reply.body {
        Body::Answer(value) => {
            Some(Line::when("the inquiry {string} is answered with {}", [piece, Arg::Json(value.clone())]))
        }
        Body::Data(value) => {
            Some(Line::when("the inquiry {string} gets the data {}", [piece, Arg::Json(value.clone())]))
        }
        Body::Message { .. } => Some(Line::when("the inquiry {string} gets an empty reply", [piece])),
        body => fault(body).map(|words| Line::when("the inquiry {string} meets {string}", [piece, Arg::Text(words)])),
    }
}

fn reasons(reasoning: &str) -> Option<Line> {
    let line = || Line::when("the model first reasons {string}", [Arg::text(reasoning)]);
    (!reasoning.is_empty()).then(line)
}

/// The lines of a reply to what came last. `next` is the number of its first call. With `if_asked`, they also say that the
/// request may fail to come; not every reply has such a step.
fn body(body: &Body, next: usize, if_asked: bool) -> Option<Vec<Line>> {
    let Body::Message { reasoning, text, calls, ends } = body else {
        let words = fault(body).filter(|_| !if_asked)?;
        return Some(vec![Line::when("the model's reply first meets {string}", [Arg::Text(words)])]);
    };
    let mut lines: Vec<Line> = reasons(reasoning).into_iter().collect();
    if let Some((first, more)) = calls.split_first() {
        lines.push(call("the model", first, next, if_asked)?);
        for (number, more) in (next + 1..).zip(more) {
            lines.push(call("in the same message it", more, number, false)?);
        }
        if !text.is_empty() {
            lines.push(Line::when("in the same message it says {string}", [Arg::text(text)]));
        }
    } else {
        lines.push(match (ends, if_asked) {
            (ReplyEnd::Refused, true) => return None,
            (ReplyEnd::Refused, false) => Line::when("the model refuses, saying {string}", [Arg::text(text)]),
            (_, true) => Line::when("the model says {string} if it is asked", [Arg::text(text)]),
            (_, false) => Line::when("the model says {string}", [Arg::text(text)]),
        });
    }
    if *ends == ReplyEnd::CutOff {
        lines.push(Line::when("the model's reply is cut off at the output limit", []));
    }
    Some(lines)
}

/// The line of a call. `number` is the number that its id has without `as`.
fn call(who: &str, call: &ScriptedCall, number: usize, if_asked: bool) -> Option<Line> {
    let tool = Arg::text(&call.name);
    let is_named = call.id != format!("call_{number}");
    let is_empty = call.arguments.as_object().is_some_and(json::Map::is_empty);
    let mut args = vec![tool];
    args.extend(is_named.then(|| Arg::text(&call.id)));
    let words = match (&call.arguments, if_asked, is_named) {
        (_, true, true) => return None,
        (_, true, false) => "calls {string} if it is asked, with:",
        (_, false, true) if is_empty => "calls {string} as {string}",
        (_, false, false) if is_empty => "calls {string}",
        (Value::String(_), false, false) if who == "the model" => "calls {string} with the text {string}",
        (_, false, true) => "calls {string} as {string} with:",
        (_, false, false) => "calls {string} with:",
    };
    match &call.arguments {
        Value::String(text) if words.ends_with("{string}") && !is_named => args.push(Arg::text(text.as_str())),
        value if words.ends_with(':') => args.push(Arg::Json(value.clone())),
        _ => {}
    }
    Some(Line::when(format!("{who} {words}"), args))
}

/// The words for a stream that breaks off.
pub(super) const TRUNCATED: &str = "a truncated stream";

/// The words for a reply that fails. `None` if there are none.
pub(super) fn fault(body: &Body) -> Option<String> {
    if let Body::Status { status, retry_after_s } = body {
        let after = retry_after_s.map(|seconds| format!(" retry-after {seconds}"));
        return Some(format!("status {status}{}", after.unwrap_or_default()));
    }
    let words = [
        "a dropped connection",
        "a reset connection",
        TRUNCATED,
        "a cut frame",
        "a cut character",
        "a malformed event",
        "an overload",
    ];
    words.into_iter().find(|words| Fault::named(words).is_ok_and(|fault| fault.0 == *body)).map(str::to_owned)
}
