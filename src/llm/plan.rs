//! What is sent back: a scripted reply, put into the format that was asked for.

use bytes::Bytes;
use serde_json::Value;

use super::{
    chunking,
    script::{Body, CutAt, FramePace, Reply},
    wire::{DEFAULT_MODEL, DecodedRequest, Dialect, Format, ReplyContext, Wire},
};
use crate::model::{Millis, ModelRequest};

/// What the text goes on with where a reply breaks; the break is before it or inside it, so nobody reads it.
const UNSAID: &str = "é";

/// What is to be sent back.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Plan {
    /// The HTTP status.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(&'static str, String)>,
    /// The body, in the pieces in which the script releases it.
    pub frames: Vec<Bytes>,
    /// How it ends.
    pub ending: Ending,
    /// How long it takes, in virtual time.
    pub after: Millis,
    /// When its frames leave, where the script says so.
    pub pace: Option<FramePace>,
}

/// How a reply ends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ending {
    /// With its last frame.
    Whole,
    /// With the connection, before the first frame: it is closed.
    Dropped,
    /// With the connection, before the first frame: it is reset.
    Reset,
    /// With the connection, after the last frame and before the end of the body: it is closed. A shell that tells how
    /// long the body is tells more than comes.
    Cut,
    /// The same, and the connection is reset.
    CutByReset,
}

impl Ending {
    /// Whether the connection ends before anything comes.
    pub const fn is_before_anything(self) -> bool {
        matches!(self, Self::Dropped | Self::Reset)
    }
}

impl Plan {
    /// The whole body of `status`, an error with the wire's own words or `message`.
    pub(super) fn error(format: Format, status: u16, message: Option<&str>) -> Self {
        Self {
            status,
            headers: vec![("content-type", "application/json".to_owned())],
            frames: vec![format.wire.dialect().error(status, message)],
            ending: Ending::Whole,
            after: Millis::default(),
            pace: None,
        }
    }

    /// The answer to a request on a path that is none of the wires `served`, in the words of `format`; and why.
    pub(crate) fn not_found(path: &str, served: &[Wire], format: Format) -> (Self, String) {
        let served: Vec<&str> = served.iter().copied().map(Wire::path).collect();
        let message = format!("expected a request to {}, found {path}", served.join(", "));
        (Self::error(format, 404, Some(&message)), message)
    }

    /// `reply` to what was `asked`, as the `number`th of its session.
    pub(super) fn new(reply: &Reply, asked: &DecodedRequest, number: usize) -> Self {
        let after = Millis(reply.after_ms);
        let DecodedRequest { request, format, .. } = asked;
        let kind = if format.streamed { "text/event-stream" } else { "application/json" };
        let success = |(frames, ending)| Self {
            status: 200,
            headers: vec![("content-type", kind.to_owned())],
            frames,
            ending,
            after,
            pace: reply.frames,
        };
        let speaks = Speaks { dialect: format.wire.dialect(), asked, number };
        success(match &reply.body {
            Body::Message { reasoning, text, calls, cut_off } => {
                speaks.message(&ReplyContext { reasoning, calls, cut_off: *cut_off, ..speaks.said(text) })
            }
            Body::Answer(value) => speaks.message(&speaks.said(&filled(value, request).to_string())),
            // A structured answer that is a string is sent as plain text: an answer that is not JSON.
            Body::Data(Value::String(text)) => speaks.message(&speaks.said(text)),
            Body::Data(value) => speaks.message(&speaks.said(&value.to_string())),
            Body::Drop => (Vec::new(), Ending::Dropped),
            Body::Reset => (Vec::new(), Ending::Reset),
            Body::Cut { text, at, reset } => {
                (speaks.cut(text, *at), if *reset { Ending::CutByReset } else { Ending::Cut })
            }
            Body::Malformed { text } => speaks.malformed(text),
            Body::Overloaded { text } => speaks.overloaded(text),
            Body::Status { status, retry_after_s } => {
                let mut plan = Self { after, pace: reply.frames, ..Self::error(*format, *status, None) };
                plan.headers.extend(retry_after_s.map(|seconds| ("retry-after", seconds.to_string())));
                return plan;
            }
        })
    }
}

/// Puts what is said into the format that was asked for.
struct Speaks<'a> {
    dialect: &'static dyn Dialect,
    asked: &'a DecodedRequest,
    number: usize,
}

type Sent = (Vec<Bytes>, Ending);

impl<'a> Speaks<'a> {
    /// A message that is nothing but `text`.
    fn said<'b>(&'b self, text: &'b str) -> ReplyContext<'b> {
        let DecodedRequest { request, usage, .. } = self.asked;
        ReplyContext {
            number: self.number,
            model: request.model.as_deref().unwrap_or(DEFAULT_MODEL),
            usage: *usage,
            reasoning: "",
            text: chunking::text(text).collect(),
            calls: &[],
            cut_off: false,
        }
    }

    fn message(&self, said: &ReplyContext<'_>) -> Sent {
        let streamed = self.asked.format.streamed;
        (if streamed { self.dialect.stream(said) } else { vec![self.dialect.whole(said)] }, Ending::Whole)
    }

    /// A reply that has said `text`, and breaks.
    fn cut(&self, text: &str, at: CutAt) -> Vec<Bytes> {
        let mut said = self.said(text);
        said.text.push(UNSAID);
        let (mut frames, last) = if self.asked.format.streamed {
            let mut frames = self.dialect.stream(&said);
            frames.truncate(self.dialect.lead() + said.text.len());
            let last = frames.pop().unwrap_or_default();
            (frames, last)
        } else {
            (Vec::new(), self.dialect.whole(&said))
        };
        let broken = last.windows(UNSAID.len()).rposition(|bytes| bytes == UNSAID.as_bytes()).unwrap_or_default();
        match at {
            CutAt::Between => {}
            CutAt::InsideFrame => frames.push(last.slice(..broken)),
            CutAt::InsideCharacter => frames.push(last.slice(..=broken)),
        }
        frames
    }

    /// The frames of a stream that has said `text`, and goes on.
    fn opening(&self, text: &str) -> Vec<Bytes> {
        let mut said = self.said(text);
        said.text.push(UNSAID);
        let mut frames = self.dialect.stream(&said);
        frames.truncate(self.dialect.lead() + said.text.len() - 1);
        frames
    }

    fn malformed(&self, text: &str) -> Sent {
        let mut frames = Vec::new();
        if self.asked.format.streamed {
            frames = self.opening(text);
            frames.push(self.dialect.garbled());
        } else {
            frames.push(Bytes::from_static(br#"{"malformed":true}"#));
        }
        (frames, Ending::Whole)
    }

    fn overloaded(&self, text: &str) -> Sent {
        let said = self.said(text);
        let mut frames = Vec::new();
        if self.asked.format.streamed {
            frames = self.opening(text);
            frames.push(self.dialect.overloaded(&said, frames.len()));
        } else {
            frames.push(self.dialect.whole_overloaded(&said));
        }
        (frames, Ending::Whole)
    }
}

/// A structured answer with `value` under `answer`, and every constant of the request's schema beside it.
pub fn filled(value: &Value, request: &ModelRequest) -> Value {
    let mut whole = serde_json::Map::new();
    let properties = request.schema.as_ref().and_then(|schema| schema["properties"].as_object());
    for (name, property) in properties.into_iter().flatten() {
        let constant = property.get("const").or_else(|| match property.get("enum")?.as_array()?.as_slice() {
            [only] => Some(only),
            _ => None,
        });
        if let Some(constant) = constant.filter(|_| name != "answer") {
            whole.insert(name.clone(), constant.clone());
        }
    }
    whole.insert("answer".to_owned(), value.clone());
    Value::Object(whole)
}
