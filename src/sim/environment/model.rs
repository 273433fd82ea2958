//! The simulated model. It gives the replies of the workload, or fails in any way that the wires know.

use std::borrow::Cow;

use crate::model::json::{Value, json};

use super::SimContext;
use crate::{
    llm::{
        Session, Wire, filled,
        script::{Body, CutAt, Exchange, Expect, Reply, ScriptedCall},
        shell::{Memory, ModelShell},
    },
    model::{Millis, ModelRequest, Op},
    sim::{
        draws::{Draws, Stream},
        fault::Fault,
        scope::Scope,
        workload::{Workload, marks, worded},
    },
    stage::{Culprit, SubjectError, party::Due},
    system::{Failure, FailureKind, Input, ModelEvent, ReplyEnd},
};

/// How the model's replies reach the subject.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Replies {
    /// Directly, as events.
    #[default]
    Plain,
    /// Encoded for a wire, and decoded again.
    Coded,
}

/// The way from the subject to the model.
pub struct Shell<'a> {
    /// How the replies of the reference go. All other subjects are sent encoded replies.
    pub replies: Replies,
    /// What may be drawn for the subject.
    pub scope: &'a Scope,
    /// The shell that the subject brings, if any. Otherwise requests and replies stay in memory.
    pub model: Option<&'a mut (dyn ModelShell + 'static)>,
}

/// The fault classes that change a reply of the workload.
const SPOILING: [Fault; 4] = [Fault::WrongArguments, Fault::WrongCall, Fault::OutputLimit, Fault::Refusal];
/// The share of runs over the wire that marks errors, in percent; other runs may have it, too.
const MARKING: u64 = 60;
/// The share of subjects that are asked to have their replies streamed, in percent.
const STREAMED: u64 = 75;

/// The model.
pub struct Model<'a> {
    workload: &'a Workload,
    replies: Replies,
    memory: Memory,
    outside: Option<&'a mut (dyn ModelShell + 'static)>,
    /// The wire, if the subject must use a certain one, and whether its replies are streamed.
    format: (Option<Wire>, Option<bool>),
    /// The reason why a request could not be answered, if there was such a request.
    refused: Option<String>,
    /// The number of the turn.
    turn: usize,
    /// How many replies of the turn were given.
    given: usize,
    /// How many structured answers were given.
    answers: u32,
}

impl<'a> Model<'a> {
    pub fn new(workload: &'a Workload, shell: Shell<'a>, draws: &mut Draws) -> Self {
        let Shell { replies, scope, model: outside } = shell;
        let (replies, format) = if scope.is_reference() {
            (replies, (None, None))
        } else {
            let wire = draw_wire(scope.wires(), draws);
            (Replies::Coded, (wire, Some(draws.chance(Stream::Wire, "streamed", STREAMED))))
        };
        let memory = Memory::default();
        Self { workload, replies, memory, outside, format, refused: None, turn: 0, given: 0, answers: 0 }
    }

    /// The wire of the subject and whether its replies are streamed, if that was drawn.
    pub const fn format(&self) -> (Option<Wire>, Option<bool>) {
        self.format
    }

    /// The reason why a request could not be answered, if there was such a request.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    pub fn reply(
        &mut self,
        op: Op,
        request: &ModelRequest,
        turn: usize,
        ctx: &mut SimContext,
        due: &mut Vec<Due>,
    ) -> Result<(), SubjectError> {
        if self.turn != turn {
            (self.turn, self.given) = (turn, 0);
        }
        let after = ctx.draws.delay("model");
        let body = match failure(ctx) {
            Some(body) => Cow::Owned(body),
            None if request.schema.is_some() => Cow::Owned(self.answer(request, ctx)),
            None => self.next(ctx),
        };
        let mut events = match self.replies {
            Replies::Plain => plain(&body, request),
            Replies::Coded => self.coded(op, body.into_owned(), request)?,
        };
        join(&mut events);
        fragments(op, events, after, ctx, due);
        Ok(())
    }

    /// The next reply of the turn.
    fn next(&mut self, ctx: &mut SimContext) -> Cow<'a, Body> {
        let workload: &'a Workload = self.workload;
        let turn = self.turn.checked_sub(1).and_then(|turn| workload.turns.get(turn));
        let next = turn.and_then(|turn| turn.replies.get(self.given));
        self.given += usize::from(next.is_some());
        let mut body = next.map_or_else(|| Cow::Owned(Body::message("done", Vec::new())), Cow::Borrowed);
        if ctx.triggers(Fault::EmptyAnswer, Stream::Model, 40) {
            return Cow::Owned(Body::message("", Vec::new()));
        }
        if SPOILING.iter().any(|fault| ctx.may_still(*fault))
            && let Body::Message { calls, ends, .. } = body.to_mut()
        {
            self.spoil(calls, ctx);
            if ctx.triggers(Fault::OutputLimit, Stream::Model, 40) {
                *ends = ReplyEnd::CutOff;
            } else if ctx.triggers(Fault::Refusal, Stream::Model, 40) {
                *ends = ReplyEnd::Refused;
            }
        }
        body
    }

    fn spoil(&self, calls: &mut [ScriptedCall], ctx: &mut SimContext) {
        for index in 0..calls.len() {
            if ctx.triggers(Fault::WrongArguments, Stream::Model, 40) {
                let wrongs = [json!("{\"question\": "), json!("[]"), json!("null"), json!("")];
                calls[index].arguments = ctx.draws.pick(Stream::Model, "wrong arguments", &wrongs).clone();
            }
            if ctx.may_trigger(Fault::WrongCall, Stream::Model, 40) {
                let was = (calls[index].id.clone(), calls[index].name.clone());
                match ctx.draws.below(Stream::Model, "wrong call", 3) {
                    0 => calls[index].name = "nobody_has_this".to_owned(),
                    1 => calls[index].id = calls[0].id.clone(),
                    _ => calls[index].id = first_call(self.workload).unwrap_or_default(),
                }
                // The new id may be the id that the call already had.
                if was != (calls[index].id.clone(), calls[index].name.clone()) {
                    ctx.note_triggered(Fault::WrongCall);
                }
            }
        }
    }

    /// A structured answer of the type that the request asks for.
    fn answer(&mut self, request: &ModelRequest, ctx: &mut SimContext) -> Body {
        if ctx.triggers(Fault::WrongData, Stream::Model, 60) {
            let wrongs = [
                Body::Data(json!("no JSON at all")),
                Body::Data(json!({})),
                Body::Answer(json!(17)),
                Body::Answer(json!(null)),
                Body::Answer(json!("none of the options")),
                Body::message("I would rather talk.", Vec::new()),
            ];
            return ctx.draws.pick(Stream::Model, "wrong data", &wrongs).clone();
        }
        let schema = request.schema.as_ref().map_or(&Value::Null, |schema| &schema["properties"]["answer"]);
        self.answers += 1;
        let question = marks(&request.last_text()).last().map_or(0, |(number, _)| number);
        let text = worded(&mut ctx.draws, Stream::Model, (question, 1000 + self.answers), "inferred");
        Body::Answer(match (schema["enum"].as_array(), schema["type"].as_str()) {
            (Some(options), _) if !options.is_empty() => ctx.draws.pick(Stream::Model, "option", options).clone(),
            (_, Some("boolean")) => ctx.draws.chance(Stream::Model, "yes", 50).into(),
            _ => text.into(),
        })
    }

    /// The events that a client decodes from `body` after it went over a wire.
    fn coded(&mut self, op: Op, body: Body, request: &ModelRequest) -> Result<Vec<ModelEvent>, SubjectError> {
        let expect = Expect { structured: request.schema.is_some(), ..Expect::default() };
        let exchange = Exchange::required(expect, vec![Reply::now(body)]);
        let (wire, streamed) = self.format;
        let shell: &mut dyn ModelShell = match &mut self.outside {
            Some(shell) => *shell,
            None => &mut self.memory,
        };
        shell.begin(Session::new(vec![exchange]).speaking(wire, streamed));
        let delivery = shell.exchange(op, request);
        let session = shell.finish();
        let wrong = session.wrongs().iter().map(|wrong| wrong.message.clone());
        let wrong = wrong.chain(session.unexpected().iter().map(|one| one.message.clone())).next();
        if let Some(message) = wrong {
            let message = format!("{op}: {message}");
            self.refused = Some(message.clone());
            return Err(SubjectError { culprit: Culprit::Subject, message });
        }
        delivery
            .map(|delivery| delivery.events)
            .map_err(|error| SubjectError { culprit: Culprit::Environment, message: error.to_string() })
    }
}

/// Draws one of the claimed wires. Anthropic's comes most often, because it alone marks errors, which some rules read.
fn draw_wire(wires: &[Wire], draws: &mut Draws) -> Option<Wire> {
    let marks = wires.contains(&Wire::Anthropic) && draws.chance(Stream::Wire, "marks errors", MARKING);
    let mut any = || (!wires.is_empty()).then(|| *draws.pick(Stream::Wire, "wire", wires));
    if marks { Some(Wire::Anthropic) } else { any() }
}

fn first_call(workload: &Workload) -> Option<String> {
    let mut bodies = workload.turns.iter().flat_map(|turn| &turn.replies);
    bodies.find_map(|body| match body {
        Body::Message { calls, .. } => calls.first().map(|call| call.id.clone()),
        _ => None,
    })
}

/// A failure instead of a reply, if one is drawn. The reply itself comes when the subject asks again.
fn failure(ctx: &mut SimContext) -> Option<Body> {
    if ctx.triggers(Fault::Status, Stream::Model, 40) {
        let status = *ctx.draws.pick(Stream::Model, "status", &[429, 529, 500, 503, 400]);
        let retry_after_s = *ctx.draws.pick(Stream::Model, "retry after", &[None, Some(0), Some(2), Some(86_400)]);
        return Some(Body::Status { status, retry_after_s: retry_after_s.filter(|_| status != 400) });
    }
    let text = *ctx.draws.pick(Stream::Model, "said before", &["", "Let me see."]);
    let text = text.to_owned();
    if ctx.triggers(Fault::Dropped, Stream::Model, 40) {
        return Some(Body::Drop);
    }
    if ctx.triggers(Fault::Truncated, Stream::Model, 40) {
        return Some(Body::Cut { text, at: CutAt::default(), reset: false });
    }
    if ctx.triggers(Fault::Malformed, Stream::Model, 40) {
        return Some(Body::Malformed { text });
    }
    ctx.triggers(Fault::Overloaded, Stream::Model, 40).then_some(Body::Overloaded { text })
}

/// The events that a client would decode from `body`, with any wire.
fn plain(body: &Body, request: &ModelRequest) -> Vec<ModelEvent> {
    let failed = |text: &str, kind, status, retry_after_s: Option<u64>| {
        let failure = Failure { kind, status, retry_after_ms: retry_after_s.map(|seconds| seconds * 1000) };
        // A structured answer is only read when it is complete.
        let said = (!text.is_empty() && request.schema.is_none()).then(|| ModelEvent::Text(text.into()));
        said.into_iter().chain([ModelEvent::Failed(failure)]).collect()
    };
    let data = |value: Value| vec![ModelEvent::Data(value), ModelEvent::Finished];
    match body {
        Body::Message { text, .. } if request.schema.is_some() => {
            data(serde_json::from_str(text).unwrap_or_else(|_| text.as_str().into()))
        }
        Body::Message { reasoning, text, calls, ends } => {
            let mut events = Vec::new();
            events.extend((!reasoning.is_empty()).then(|| ModelEvent::Reasoning(reasoning.as_str().into())));
            events.extend((!text.is_empty()).then(|| ModelEvent::Text(text.as_str().into())));
            for call in calls {
                events.push(ModelEvent::Call { id: call.id.as_str().into(), name: call.name.as_str().into() });
                let arguments = call.text();
                events.extend((!arguments.is_empty()).then_some(ModelEvent::Arguments(arguments.into())));
            }
            events.push((*ends).into());
            events
        }
        Body::Answer(value) => data(filled(value, request)),
        Body::Data(value) => data(value.clone()),
        Body::Drop | Body::Reset => failed("", FailureKind::Dropped, None, None),
        Body::Cut { text, .. } => failed(text, FailureKind::Truncated, None, None),
        Body::Malformed { text } => failed(text, FailureKind::Malformed, None, None),
        Body::Overloaded { text } => failed(text, FailureKind::Overloaded, None, None),
        Body::Status { status, retry_after_s } => {
            let kind = match status {
                429 => FailureKind::RateLimited,
                529 => FailureKind::Overloaded,
                500..=599 => FailureKind::Server,
                _ => FailureKind::Rejected,
            };
            failed("", kind, Some(*status), *retry_after_s)
        }
    }
}

/// Joins adjacent fragments of the same kind.
fn join(events: &mut Vec<ModelEvent>) {
    events.dedup_by(|event, last| match last.texts_of_one(event) {
        Some((text, more)) => {
            *text = [text.as_str(), more].concat().into();
            true
        }
        None => false,
    });
}

/// Schedules the events of a reply. Faults may double, swap or delay them.
fn fragments(op: Op, mut events: Vec<ModelEvent>, after: u64, ctx: &mut SimContext, due: &mut Vec<Due>) {
    if ctx.triggers(Fault::DoubledFragments, Stream::Model, 50) {
        let at = ctx.draws.index(Stream::Model, "doubled", events.len());
        events.insert(at, events[at].clone());
    }
    if events.len() > 1 && ctx.triggers(Fault::DisorderedFragments, Stream::Model, 50) {
        let at = ctx.draws.index(Stream::Model, "disordered", events.len() - 1);
        events.swap(at, at + 1);
    }
    let is_late = ctx.may_trigger(Fault::LateFragments, Stream::Model, 60);
    let mut after = after;
    for event in events {
        if is_late {
            let pause = ctx.draws.delay("fragment");
            after += pause;
            if pause > 0 {
                ctx.note_triggered(Fault::LateFragments);
            }
        }
        due.push((Millis(after), Input::Model(op, event)));
    }
}
