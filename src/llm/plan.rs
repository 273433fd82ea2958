//! Plans: a scripted reply in the format that the client asked for, ready to be sent.

use crate::model::json::Value;
use bytes::Bytes;

use super::{
    chunking,
    codec::decode_request,
    script::{Body, CutAt, FramePace, Reply, Usage},
    wire::{DEFAULT_MODEL, DecodedRequest, Format, ReplyContext, Wire, WireCodec, WireRequest},
};
use crate::{
    model::{Millis, ModelRequest},
    system::ReplyEnd,
};

/// The text that answers every side request.
const SIDE: &str = "A conversation";

/// The continuation of the text in a reply that breaks. The break comes before it or inside it, so no client reads it.
const UNSENT: &str = "é";

/// A reply that is ready to be sent.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Plan {
    /// The HTTP status.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(&'static str, String)>,
    /// The body, as the frames in which it is sent.
    pub frames: Vec<Bytes>,
    /// How the reply ends.
    pub ending: Ending,
    /// The delay before the reply, in virtual time.
    pub after: Millis,
    /// When the frames are sent, if the script says so.
    pub pacing: Option<FramePace>,
}

/// How a reply ends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ending {
    /// Normally, with its last frame.
    Whole,
    /// The connection is closed before the first frame.
    Dropped,
    /// The connection is reset before the first frame.
    Reset,
    /// The connection is closed after the last frame and before the end of the body. If a shell announces a length, it
    /// announces more than it sends.
    Cut,
    /// The connection is reset after the last frame and before the end of the body.
    CutByReset,
}

impl Ending {
    /// Whether the connection ends before anything is sent.
    pub const fn is_before_anything(self) -> bool {
        matches!(self, Self::Dropped | Self::Reset)
    }
}

impl Plan {
    /// An answer at once with this JSON, or with no body.
    pub fn json(status: u16, body: Option<&Value>) -> Self {
        Self {
            status,
            headers: vec![("content-type", "application/json".to_owned())],
            frames: body.iter().map(|body| Bytes::from(body.to_string())).collect(),
            ending: Ending::Whole,
            after: Millis::default(),
            pacing: None,
        }
    }

    /// An error with this status. Its text is `message`, or else the provider's usual text for the status.
    pub(super) fn error(format: Format, status: u16, message: Option<&str>) -> Self {
        Self {
            status,
            headers: vec![("content-type", "application/json".to_owned())],
            frames: vec![format.wire.codec().error(status, message)],
            ending: Ending::Whole,
            after: Millis::default(),
            pacing: None,
        }
    }

    /// The error for a request to a path that belongs to none of the wires `served`, in `format`; and the reason.
    pub(crate) fn not_found(path: &str, served: &[Wire], format: Format) -> (Self, String) {
        let served: Vec<&str> = served.iter().copied().map(Wire::path).collect();
        let message = format!("expected a request to {}, found {path}", served.join(", "));
        (Self::error(format, 404, Some(&message)), message)
    }

    /// The answer to a side request, which no script knows: a short text, or 400 for a request that cannot be read.
    pub(crate) fn side(request: &WireRequest) -> Self {
        let body =
            Body::Message { text: SIDE.to_owned(), reasoning: String::new(), calls: Vec::new(), ends: ReplyEnd::Whole };
        match decode_request(request) {
            Ok(decoded) => Self::new(&Reply::now(body), &decoded, 0),
            Err(why) => {
                let wire = Wire::of_path(&request.path).unwrap_or_default();
                Self::error(Format { wire, streamed: false }, 400, Some(&why.to_string()))
            }
        }
    }

    /// The plan of `reply` to the request `decoded`, as the `number`th reply of the session.
    pub(super) fn new(reply: &Reply, decoded: &DecodedRequest, number: usize) -> Self {
        let after = Millis(reply.after_ms);
        let DecodedRequest { request, format, .. } = decoded;
        let kind = if format.streamed { "text/event-stream" } else { "application/json" };
        let success = |(frames, ending)| Self {
            status: 200,
            headers: vec![("content-type", kind.to_owned())],
            frames,
            ending,
            after,
            pacing: reply.frames,
        };
        let tokens = reply.usage.unwrap_or_default();
        let writer = ReplyWriter { codec: format.wire.codec(), decoded, number, tokens };
        success(match &reply.body {
            Body::Message { reasoning, text, calls, ends } => {
                writer.message(&ReplyContext { reasoning, calls, ends: *ends, ..writer.context(text) })
            }
            Body::Answer(value) => writer.message(&writer.context(&filled(value, request).to_string())),
            // A structured answer that is a string is sent as plain text: an answer that is not JSON.
            Body::Data(Value::String(text)) => writer.message(&writer.context(text)),
            Body::Data(value) => writer.message(&writer.context(&value.to_string())),
            Body::Drop => (Vec::new(), Ending::Dropped),
            Body::Reset => (Vec::new(), Ending::Reset),
            Body::Cut { text, at, reset } => {
                (writer.cut(text, *at), if *reset { Ending::CutByReset } else { Ending::Cut })
            }
            Body::Malformed { text } => writer.malformed(text),
            Body::Overloaded { text } => writer.overloaded(text),
            Body::Status { status, retry_after_s } => {
                let mut plan = Self { after, pacing: reply.frames, ..Self::error(*format, *status, None) };
                plan.headers.extend(retry_after_s.map(|seconds| ("retry-after", seconds.to_string())));
                return plan;
            }
        })
    }
}

/// Writes a reply in the format that the client asked for.
struct ReplyWriter<'a> {
    codec: &'static dyn WireCodec,
    decoded: &'a DecodedRequest,
    number: usize,
    tokens: Usage,
}

type Sent = (Vec<Bytes>, Ending);

impl<'a> ReplyWriter<'a> {
    /// The context of a message that has only `text`.
    fn context<'b>(&'b self, text: &'b str) -> ReplyContext<'b> {
        let DecodedRequest { request, usage, .. } = self.decoded;
        ReplyContext {
            number: self.number,
            model: request.model.as_deref().unwrap_or(DEFAULT_MODEL),
            usage: *usage,
            tokens: self.tokens,
            reasoning: "",
            text: chunking::text(text).collect(),
            calls: &[],
            ends: ReplyEnd::Whole,
        }
    }

    fn message(&self, context: &ReplyContext<'_>) -> Sent {
        let streamed = self.decoded.format.streamed;
        (if streamed { self.codec.stream(context) } else { vec![self.codec.whole(context)] }, Ending::Whole)
    }

    /// A reply that breaks after `text`.
    fn cut(&self, text: &str, at: CutAt) -> Vec<Bytes> {
        let mut context = self.context(text);
        context.text.push(UNSENT);
        let (mut frames, last) = if self.decoded.format.streamed {
            let mut frames = self.codec.stream(&context);
            frames.truncate(self.codec.frames_before_text() + context.text.len());
            let last = frames.pop().unwrap_or_default();
            (frames, last)
        } else {
            (Vec::new(), self.codec.whole(&context))
        };
        let broken = last.windows(UNSENT.len()).rposition(|bytes| bytes == UNSENT.as_bytes()).unwrap_or_default();
        match at {
            CutAt::Between => {}
            CutAt::InsideFrame => frames.push(last.slice(..broken)),
            CutAt::InsideCharacter => frames.push(last.slice(..=broken)),
        }
        frames
    }

    /// The first frames of a stream, up to and including `text`.
    fn opening(&self, text: &str) -> Vec<Bytes> {
        let mut context = self.context(text);
        context.text.push(UNSENT);
        let mut frames = self.codec.stream(&context);
        frames.truncate(self.codec.frames_before_text() + context.text.len() - 1);
        frames
    }

    fn malformed(&self, text: &str) -> Sent {
        let mut frames = Vec::new();
        if self.decoded.format.streamed {
            frames = self.opening(text);
            frames.push(self.codec.malformed_event());
        } else {
            frames.push(Bytes::from_static(br#"{"malformed":true}"#));
        }
        (frames, Ending::Whole)
    }

    fn overloaded(&self, text: &str) -> Sent {
        let context = self.context(text);
        let mut frames = Vec::new();
        if self.decoded.format.streamed {
            frames = self.opening(text);
            frames.push(self.codec.overloaded_event(&context, frames.len()));
        } else {
            frames.push(self.codec.whole_overloaded(&context));
        }
        (frames, Ending::Whole)
    }
}

/// A structured answer with `value` under `answer`, and every constant of the request's schema beside it.
pub fn filled(value: &Value, request: &ModelRequest) -> Value {
    let mut whole = crate::model::json::Map::new();
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
