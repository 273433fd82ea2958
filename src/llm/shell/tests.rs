use std::sync::Arc;

use crate::model::json::{Value, json};
use proptest::prelude::*;
use rstest::rstest;
use tokio_test::stream_mock::StreamMockBuilder;

use super::{Delivery, Http, Memory, ModelShell, Session, read_body};
use crate::{
    llm::{
        Format, Wire, WireRequest, decode_request, encode_request,
        script::{Body, CutAt, Exchange, Expect, Reply, ScriptedCall},
        serve::HostFilter,
    },
    model::{Millis, ModelRequest, Op, Part, Role, ToolChoice, ToolDefinition},
    system::{Failure, FailureKind, ModelEvent, ReplyEnd},
};

fn asking(text: &str) -> ModelRequest {
    let mut request = ModelRequest::default();
    request.push(Role::User, Part::Text(text.into()));
    request
}

fn inquiring(text: &str) -> ModelRequest {
    let schema = json!({"properties": {"inquiry_id": {"const": "c.q.1"}, "answer": {"type": "boolean"}}});
    ModelRequest { schema: Some(schema), ..asking(text) }
}

fn script(says: &str, structured: bool, replies: Vec<Reply>) -> Exchange {
    Exchange::required(Expect { says: Some(says.to_owned()), structured, ..Expect::default() }, replies)
}

fn call(arguments: Value) -> Body {
    let call = ScriptedCall { id: "call_1".into(), name: "ask_user".into(), arguments };
    Body::message("Let me ask: été.", vec![call])
}

fn failure(kind: FailureKind, status: Option<u16>, retry_after_ms: Option<u64>) -> Vec<ModelEvent> {
    vec![ModelEvent::Failed(Failure { kind, status, retry_after_ms })]
}

/// The events, with the pieces of one text joined.
fn joined(events: Vec<ModelEvent>) -> Vec<ModelEvent> {
    let mut joined: Vec<ModelEvent> = Vec::new();
    for event in events {
        match joined.last_mut().and_then(|last| last.texts_of_one(&event)) {
            Some((text, more)) => *text = format!("{text}{more}").into(),
            None => joined.push(event),
        }
    }
    joined
}

fn shells(format: Format) -> [(&'static str, Box<dyn ModelShell>); 3] {
    [
        ("memory", Box::new(Memory::new(format))),
        ("wiremock", Box::new(Http::start(format, HostFilter::default()).unwrap())),
        ("our own server", Box::new(Http::start(format, HostFilter::default()).unwrap().only_own())),
    ]
}

/// Every shell in every format.
fn every_shell() -> impl Iterator<Item = (String, Format, Box<dyn ModelShell>)> {
    Format::all()
        .flat_map(|format| shells(format).map(|(name, shell)| (format!("over {name}, {format:?}"), format, shell)))
}

fn cut_reply(text: &str, at: CutAt, reset: bool) -> Body {
    Body::Cut { text: text.to_owned(), at, reset }
}

/// The framed body of a message.
fn body_of(text: &str, format: Format) -> Vec<u8> {
    let message = Body::message(text, Vec::new());
    let mut session = Session::new(vec![script("go", false, vec![Reply::now(message)])]);
    session.reply(encode_request(&asking("go"), format)).frames.concat()
}

/// Each reply gives the same events in every shell and in every format.
#[rstest]
#[case::message(call(json!({"question": "Où?"})), false, vec![
    ModelEvent::Text("Let me ask: été.".into()),
    ModelEvent::Call { id: "call_1".into(), name: "ask_user".into() },
    ModelEvent::Arguments(r#"{"question":"Où?"}"#.into()),
    ModelEvent::Finished,
])]
#[case::broken_arguments(Body::message("", vec![
    ScriptedCall { id: "c".into(), name: "t".into(), arguments: json!("{\"a\": ") }]), false, vec![
    ModelEvent::Call { id: "c".into(), name: "t".into() },
    ModelEvent::Arguments("{\"a\": ".into()),
    ModelEvent::Finished,
])]
#[case::arguments_that_are_null(Body::message("", vec![
    ScriptedCall { id: "c".into(), name: "t".into(), arguments: json!("null") }]), false, vec![
    ModelEvent::Call { id: "c".into(), name: "t".into() },
    ModelEvent::Arguments("null".into()),
    ModelEvent::Finished,
])]
#[case::answer(Body::Answer(json!(true)), true, vec![
    ModelEvent::Data(json!({"inquiry_id": "c.q.1", "answer": true})), ModelEvent::Finished])]
#[case::data(Body::Data(json!([1])), true, vec![ModelEvent::Data(json!([1])), ModelEvent::Finished])]
#[case::no_json(Body::Data(json!("yes!")), true, vec![ModelEvent::Data(json!("yes!")), ModelEvent::Finished])]
#[case::nothing(Body::message("", vec![]), true, vec![ModelEvent::Finished])]
#[case::reasoned(Body::Message { reasoning: "Où? Là!".into(), text: "yes".into(), calls: vec![], ends: ReplyEnd::Whole }, false,
    vec![ModelEvent::Reasoning("Où? Là!".into()), ModelEvent::Text("yes".into()), ModelEvent::Finished])]
#[case::reasoned_data(Body::Message { reasoning: "hm".into(), text: "true".into(), calls: vec![], ends: ReplyEnd::Whole }, true,
    vec![ModelEvent::Reasoning("hm".into()), ModelEvent::Data(json!(true)), ModelEvent::Finished])]
#[case::cut_off_while_it_reasons(Body::Message { reasoning: "hm".into(), text: String::new(), calls: vec![],
    ends: ReplyEnd::CutOff }, false, vec![ModelEvent::Reasoning("hm".into()), ModelEvent::LimitReached])]
#[case::cut_off_data(Body::Message { reasoning: String::new(), text: "{\"answer\": tr".into(), calls: vec![],
    ends: ReplyEnd::CutOff }, true, vec![ModelEvent::Data(json!("{\"answer\": tr")), ModelEvent::LimitReached])]
#[case::cut_off_before_arguments(Body::Message { reasoning: String::new(), text: String::new(), calls: vec![
    ScriptedCall { id: "c".into(), name: "t".into(), arguments: json!("") }], ends: ReplyEnd::CutOff }, false,
    vec![ModelEvent::Call { id: "c".into(), name: "t".into() }, ModelEvent::LimitReached])]
#[case::limited(Body::Status { status: 429, retry_after_s: Some(7) }, false,
    failure(FailureKind::RateLimited, Some(429), Some(7000)))]
#[case::server(Body::Status { status: 500, retry_after_s: None }, false, failure(FailureKind::Server, Some(500), None))]
#[case::overloaded(Body::Status { status: 529, retry_after_s: None }, false,
    failure(FailureKind::Overloaded, Some(529), None))]
#[case::rejected(Body::Status { status: 401, retry_after_s: None }, false,
    failure(FailureKind::Rejected, Some(401), None))]
#[case::dropped(Body::Drop, false, failure(FailureKind::Dropped, None, None))]
#[case::reset(Body::Reset, false, failure(FailureKind::Dropped, None, None))]
#[case::cut(cut_reply("", CutAt::Between, false), false, failure(FailureKind::Truncated, None, None))]
#[case::cut_in_a_frame(cut_reply("", CutAt::InsideFrame, true), false, failure(FailureKind::Truncated, None, None))]
#[case::cut_in_a_character(
    cut_reply("", CutAt::InsideCharacter, false),
    false,
    failure(FailureKind::Truncated, None, None)
)]
#[case::cut_answer(
    cut_reply("{\"answer\":", CutAt::InsideFrame, false),
    true,
    failure(FailureKind::Truncated, None, None)
)]
#[case::malformed(Body::Malformed { text: String::new() }, false, failure(FailureKind::Malformed, None, None))]
#[case::overloaded_in_the_middle(Body::Overloaded { text: String::new() }, false,
    failure(FailureKind::Overloaded, None, None))]
fn every_reply_arrives_the_same(#[case] body: Body, #[case] structured: bool, #[case] expected: Vec<ModelEvent>) {
    for (over, _, mut shell) in every_shell() {
        let request = if structured { inquiring("go") } else { asking("go") };
        let reply = Reply { after_ms: 5, ..Reply::now(body.clone()) };
        shell.begin(Session::new(vec![script("go", structured, vec![reply])]));
        let Delivery { events, after } = shell.exchange(Op::Request(1), &request).unwrap();
        assert_eq!(joined(events), expected, "{over}");
        assert_eq!(after, Millis(5), "{over}");
        let session = shell.finish();
        assert!(session.unexpected().is_empty() && session.left_over().is_empty(), "{over}");
        assert!(session.wrongs().is_empty(), "{over}");
    }
}

/// The text before a break is read only from a stream. An unstreamed reply is one JSON value, and half of it has no
/// text.
#[rstest]
#[case::cut(cut_reply("half é", CutAt::Between, false), FailureKind::Truncated)]
#[case::cut_in_a_frame(cut_reply("half é", CutAt::InsideFrame, true), FailureKind::Truncated)]
#[case::cut_in_a_character(cut_reply("half é", CutAt::InsideCharacter, false), FailureKind::Truncated)]
#[case::malformed(Body::Malformed { text: "half é".into() }, FailureKind::Malformed)]
#[case::overloaded(Body::Overloaded { text: "half é".into() }, FailureKind::Overloaded)]
fn the_text_before_a_break_is_read_only_from_a_stream(#[case] body: Body, #[case] kind: FailureKind) {
    for (over, format, mut shell) in every_shell() {
        shell.begin(Session::new(vec![script("go", false, vec![Reply::now(body.clone())])]));
        let mut expected = failure(kind, None, None);
        if format.streamed {
            expected.insert(0, ModelEvent::Text("half é".into()));
        }
        assert_eq!(joined(shell.exchange(Op::Request(1), &asking("go")).unwrap().events), expected, "{over}");
    }
}

#[test]
fn a_shell_goes_on_after_a_dropped_connection_and_keeps_sessions_apart() {
    for (name, mut shell) in shells(Format::default()) {
        for _ in 0..3 {
            let replies = vec![Reply::now(Body::Drop), Reply::now(call(json!({})))];
            shell.begin(Session::new(vec![script("go", false, replies)]));
            assert_eq!(
                shell.exchange(Op::Request(1), &asking("go")).unwrap().events,
                failure(FailureKind::Dropped, None, None)
            );
            assert_eq!(
                shell.exchange(Op::Request(1), &asking("go")).unwrap().events.last(),
                Some(&ModelEvent::Finished),
                "{name}"
            );
            assert_eq!(shell.finish().raw().len(), 2, "{name}");
        }
    }
}

#[test]
fn an_unexpected_request_is_answered_with_the_nearest_expectation() {
    let mut shell = Memory::default();
    let results = Expect { results: vec!["call_1".into()], ..Expect::default() };
    shell.begin(Session::new(vec![
        script("deploy", false, vec![Reply::now(Body::Drop)]),
        Exchange::required(results, vec![Reply::now(Body::Drop), Reply::now(Body::Drop)]),
    ]));
    let events = shell.exchange(Op::Request(1), &asking("please wipe the disk")).unwrap().events;
    assert_eq!(events, failure(FailureKind::Rejected, Some(400), None));
    let session = shell.finish();
    insta::assert_snapshot!(session.unexpected()[0].message, @r#"
    unexpected: a request whose last text is "please wipe the disk"
    nearest is expectation 1 of 2: a request whose last text has "deploy"
    - expected a text with "deploy" in the last message, found "please wipe the disk"
    "#);
    insta::assert_snapshot!(session.left_over().join("\n"), @r#"
    expectation 1 of the script, a request whose last text has "deploy": 0 of 1 replies used
    expectation 2 of the script, a request with the results of call_1: 0 of 2 replies used
    "#);
}

#[test]
fn a_script_that_runs_out_or_matches_twice_says_so() {
    let mut shell = Memory::default();
    shell.begin(Session::new(vec![script("go", false, vec![Reply::now(Body::Drop)])]));
    shell.exchange(Op::Request(1), &asking("go")).unwrap();
    shell.exchange(Op::Request(1), &asking("go")).unwrap();
    insta::assert_snapshot!(shell.finish().unexpected()[0].message, @r#"
    unexpected: a request whose last text is "go"
    nearest is expectation 1 of 1: a request whose last text has "go"
    - expected at most 1 such requests: all its replies are used
    "#);
    let go = |says: &str| script(says, false, vec![Reply::now(Body::Drop)]);
    shell.begin(Session::new(vec![go("go"), go("g")]));
    shell.exchange(Op::Request(1), &asking("go")).unwrap();
    let session = shell.finish();
    assert!(session.unexpected()[0].ambiguous);
    insta::assert_snapshot!(session.unexpected()[0].message, @r#"expectations 1 and 2 of the script all match a request whose last text is "go"; make them differ"#);
}

#[test]
fn a_body_is_read_the_same_however_it_is_split() {
    for format in Format::all() {
        let body = body_of("Où? Là.", format);
        let read = |pieces: Vec<&[u8]>| {
            let mut body = StreamMockBuilder::new();
            for piece in pieces {
                body = body.next(Ok::<_, ()>(piece.to_vec()));
            }
            joined(tokio_test::block_on(read_body(body.build(), format, false)))
        };
        let whole = read(vec![&body]);
        assert_eq!(whole, [ModelEvent::Text("Où? Là.".into()), ModelEvent::Finished]);
        for size in [1, 2, 3, 7, 100] {
            assert_eq!(read(body.chunks(size).collect()), whole, "in pieces of {size}, {format:?}");
        }
    }
}

#[test]
fn a_broken_off_body_is_truncated_and_a_wrong_body_is_malformed() {
    for format in Format::all() {
        let body = body_of("hello", format);
        for length in 0..body.len() - 3 {
            let broken = StreamMockBuilder::new().next(Ok(body[..length].to_vec())).next(Err("reset")).build();
            let last = tokio_test::block_on(read_body(broken, format, false)).pop();
            assert_eq!(last, failure(FailureKind::Truncated, None, None).pop(), "{length} bytes, {format:?}");
            let short = StreamMockBuilder::new().next(Ok::<_, ()>(body[..length].to_vec())).build();
            let last = tokio_test::block_on(read_body(short, format, false)).pop();
            assert_eq!(last, failure(FailureKind::Truncated, None, None).pop(), "{length} bytes, {format:?}");
        }
        let other = if format.streamed { "data: {\"type\":5,\"choices\":5}\n\n" } else { "{\"type\":5,\"choices\":5}" };
        let other = StreamMockBuilder::new().next(Ok::<_, ()>(other.into())).build();
        let events = tokio_test::block_on(read_body::<Vec<u8>, ()>(other, format, false));
        assert_eq!(events, failure(FailureKind::Malformed, None, None), "{format:?}");
    }
}

/// A reply that stops for another reason than the output limit or a refusal is finished.
#[rstest]
#[case::other(
    Wire::Responses,
    true,
    r#"data: {"type":"response.incomplete","response":{"incomplete_details":{"reason":"another"}}}"#
)]
#[case::none(Wire::Responses, true, r#"data: {"type":"response.incomplete","response":{"incomplete_details":null}}"#)]
#[case::whole(
    Wire::Responses,
    false,
    r#"{"status":"incomplete","incomplete_details":{"reason":"another"},"output":[]}"#
)]
#[case::anthropic(Wire::Anthropic, false, r#"{"content":[],"stop_reason":"stop_sequence"}"#)]
#[case::chat(Wire::Chat, false, r#"{"choices":[{"message":{},"finish_reason":"another"}]}"#)]
fn a_reply_that_stops_for_another_reason_is_finished(#[case] wire: Wire, #[case] streamed: bool, #[case] body: &str) {
    let body = StreamMockBuilder::new().next(Ok::<_, ()>(format!("{body}\n\n").into_bytes())).build();
    let events = tokio_test::block_on(read_body(body, Format { wire, streamed }, false));
    assert_eq!(events, [ModelEvent::Finished]);
}

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({})),
        Just(json!({"properties": {"const": {"const": 1}}})),
        "\\PC{0,6}".prop_map(|text| json!({"q": text, "n": [1, null, true]}))
    ]
}

fn any_part() -> impl Strategy<Value = (Role, Part)> {
    let text = "\\PC{1,8}";
    prop_oneof![
        (any::<bool>(), text)
            .prop_map(|(user, text)| { (if user { Role::User } else { Role::Assistant }, Part::Text(text.into())) }),
        (text, text, any_value()).prop_map(|(id, name, arguments)| (
            Role::Assistant,
            Part::Call { id: id.into(), name: name.into(), arguments }
        )),
        text.prop_map(|text| (Role::Assistant, Part::Reasoning(text.into()))),
        (text, "\\PC{0,8}", any::<bool>()).prop_map(|(id, content, is_error)| (
            Role::User,
            Part::Result { id: id.into(), content: content.into(), is_error }
        )),
    ]
}

fn any_request() -> impl Strategy<Value = ModelRequest> {
    let tools = prop::collection::vec(("[a-z]{1,6}", "\\PC{0,8}", any_value()), 0..3);
    let schema = prop::option::of(any_value());
    let system = prop::option::of("\\PC{0,8}");
    let choice = prop_oneof![
        Just(ToolChoice::Auto),
        Just(ToolChoice::None),
        Just(ToolChoice::Required),
        "[a-z]{1,6}".prop_map(ToolChoice::Tool)
    ];
    (prop::collection::vec(any_part(), 0..6), tools, choice, schema, system).prop_map(
        |(parts, tools, choice, schema, system)| {
            let tool = |(name, description, parameters)| ToolDefinition {
                name,
                description,
                parameters: Arc::new(parameters),
            };
            let tools = tools.into_iter().map(tool).collect();
            let mut request = ModelRequest { system, tools, choice, schema, ..ModelRequest::default() };
            parts.into_iter().for_each(|(role, part)| request.push(role, part));
            request
        },
    )
}

/// The request without the parts that the wire cannot carry.
fn as_carried(mut request: ModelRequest, wire: Wire) -> ModelRequest {
    if !wire.marks_errors() {
        for message in &mut request.messages {
            for part in &mut Arc::make_mut(message).parts {
                if let Part::Result { is_error, .. } = part {
                    *is_error = false;
                }
            }
        }
    }
    request.schema = request.schema.map(|schema| wire.schema(&schema));
    request
}

proptest! {
    /// Decoding gives the request that was encoded.
    #[test]
    fn requests_round_trip(request in any_request()) {
        for format in Format::all() {
            let decoded = decode_request(&encode_request(&request, format)).unwrap();
            prop_assert_eq!(decoded.format, format);
            prop_assert_eq!(&decoded.request, &as_carried(request.clone(), format.wire), "{:?}", format);
            prop_assert!(!decoded.skipped && decoded.broken_signatures.is_empty());
        }
        let neutral: ModelRequest = crate::model::json::from_value(crate::model::json::to_value(&request).unwrap()).unwrap();
        prop_assert_eq!(neutral, request);
    }

    /// A scripted message gives the same events in every format. Its arguments may be cut off anywhere.
    #[test]
    fn messages_round_trip(
        reasoning in "\\PC{0,8}",
        text in "\\PC{0,8}",
        calls in prop::collection::vec(("\\PC{1,6}", "[a-z]{1,6}", any_value(), 0..20_usize), 0..3),
        ends in prop::sample::select(vec![ReplyEnd::Whole, ReplyEnd::CutOff, ReplyEnd::Refused]),
    ) {
        let scripted = |(id, name, arguments, length): (String, String, Value, usize)| {
            let cut: String = arguments.to_string().chars().take(length).collect();
            ScriptedCall { id, name, arguments: Value::from(cut) }
        };
        let calls: Vec<ScriptedCall> = calls.into_iter().map(scripted).collect();
        let mut expected = vec![ModelEvent::Reasoning(reasoning.clone().into()), ModelEvent::Text(text.clone().into())];
        for call in &calls {
            expected.push(ModelEvent::Call { id: call.id.clone().into(), name: call.name.clone().into() });
            expected.push(ModelEvent::Arguments(call.text().into()));
        }
        expected.push(ends.into());
        expected.retain(|event| match event {
            ModelEvent::Reasoning(text) | ModelEvent::Text(text) | ModelEvent::Arguments(text) => !text.is_empty(),
            _ => true,
        });
        let body = Body::Message { reasoning, text, calls, ends };
        for format in Format::all() {
            let mut shell = Memory::new(format);
            shell.begin(Session::new(vec![script("go", false, vec![Reply::now(body.clone())])]));
            prop_assert_eq!(&joined(shell.exchange(Op::Request(1), &asking("go")).unwrap().events), &expected, "{:?}", format);
        }
    }

    /// Any bytes are read as a reply without a panic, and the events always end.
    #[test]
    fn any_bytes_are_read_as_a_reply(bytes: Vec<u8>, structured: bool) {
        for format in Format::all() {
            let body = StreamMockBuilder::new().next(Ok::<_, ()>(bytes.clone())).build();
            let events = tokio_test::block_on(read_body(body, format, structured));
            let over = |event: &ModelEvent| {
                matches!(event, ModelEvent::Finished | ModelEvent::LimitReached | ModelEvent::Failed(_))
            };
            prop_assert!(events.last().is_some_and(over));
        }
    }

    /// Any bytes and any JSON are read as a request without a panic.
    #[test]
    fn any_bytes_are_read_as_a_request(bytes: Vec<u8>, value in any_value()) {
        for wire in Wire::ALL {
            for body in [bytes.clone(), value.to_string().into_bytes()] {
                let request = WireRequest { method: "POST".into(), path: wire.path().into(), body: body.into() };
                prop_assert_eq!(Session::default().reply(request).status, 400);
            }
        }
    }
}
