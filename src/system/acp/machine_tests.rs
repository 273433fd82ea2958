use rstest::rstest;

use super::{
    Acp,
    client::{Client, Outbox},
    config::Config,
};
use crate::{
    model::{
        Millis, Op, ToolDefinition,
        json::{Value, json},
    },
    system::{
        Act, ClientEvent, Effect, Input, Layer, Machine, ModelEvent, Setup, Signal, ToolEvent, Turn, TurnEnd,
        Utterance, Why, elicitation::Mode,
    },
};

/// A machine in a session, and what it does.
struct Run(Acp);

impl Run {
    fn begin() -> Self {
        let tool = ToolDefinition { name: "deploy".into(), description: String::new(), parameters: json!({}).into() };
        let mut run = Self(Acp::default());
        run.hear(Input::Begin(Box::new(Setup { tools: vec![tool], ..Setup::default() })));
        run
    }

    fn hear(&mut self, input: Input) -> Vec<Effect> {
        let mut out = Vec::new();
        self.0.handle(Millis::default(), input, &mut out);
        out
    }

    /// The lines of the agent that follow from an input.
    fn lines(&mut self, input: Input) -> Vec<Value> {
        let effects = self.hear(input).into_iter();
        effects.filter_map(|effect| if let Effect::Client(line) = effect { Some(line) } else { None }).collect()
    }

    fn written(&mut self, text: &str) -> Vec<Value> {
        self.lines(Input::Client(ClientEvent::Written(text.into())))
    }

    fn says(&mut self, text: &str) -> Vec<Effect> {
        self.hear(Input::Says(Utterance(text.into())))
    }

    /// The model calls `ask_user` in this request.
    fn asks(&mut self, request: u32) -> Vec<Value> {
        let op = Op::Request(request);
        self.hear(Input::Model(op, ModelEvent::Call { id: "call_1".into(), name: "ask_user".into() }));
        self.hear(Input::Model(op, ModelEvent::Arguments(r#"{"question": "Which way?"}"#.into())));
        self.lines(Input::Model(op, ModelEvent::Finished))
    }
}

fn client(line: Value) -> Input {
    Input::Client(ClientEvent::Line(line))
}

/// A line that is no JSON is answered, and the next request is served. A line may come in pieces.
#[test]
fn a_line_that_is_no_json_is_answered_and_the_next_is_served() {
    let mut run = Run::begin();
    assert_eq!(run.written("{\"jsonrpc\": "), Vec::<Value>::new());
    let [error] = &run.written("oops}\n")[..] else { panic!("one line") };
    assert_eq!((&error["id"], &error["error"]["code"]), (&Value::Null, &(-32700).into()));
    let next =
        json!({"jsonrpc": "2.0", "id": "next", "method": "session/new", "params": {"cwd": "/a", "mcpServers": []}});
    assert_eq!(run.written(&format!("{next}\n"))[0]["result"]["sessionId"], "sess_2");
}

/// A session that is closed while it asks ends its turn as a cancel does, and the request is answered.
#[test]
fn a_session_that_is_closed_while_it_asks_ends_its_turn() {
    let mut run = Run::begin();
    run.says("go");
    run.asks(1);
    let close = json!({"jsonrpc": "2.0", "id": "close", "method": "session/close", "params": {"sessionId": "sess_1"}});
    let effects = run.hear(client(close.clone()));
    assert!(effects.contains(&Effect::Turn(Turn::Ended(TurnEnd::Interrupted))), "{effects:?}");
    let Some(Effect::Client(answer)) = effects.last() else { panic!("{effects:?}") };
    assert_eq!(*answer, json!({"jsonrpc": "2.0", "id": "close", "result": {}}));
    assert_eq!((run.0.open(), &run.lines(client(close))[0]["error"]["code"]), (vec![], &(-32602).into()));
}

/// The operations of two sessions have different numbers.
#[test]
fn two_sessions_share_no_operation() {
    let mut run = Run::begin();
    run.says("go");
    let new =
        json!({"jsonrpc": "2.0", "id": "new", "method": "session/new", "params": {"cwd": "/a", "mcpServers": []}});
    run.hear(client(new));
    let prompt = json!({"sessionId": "sess_2", "prompt": [{"type": "text", "text": "on"}]});
    run.hear(client(json!({"jsonrpc": "2.0", "id": "p", "method": "session/prompt", "params": prompt})));
    assert_eq!(run.0.open(), [Op::Request(1), Op::Request(2)]);
    run.asks(2);
    assert_eq!(run.0.open(), [Op::Request(1), Op::Prompt(1)]);
}

/// Nothing of a turn that the model refuses is executed after the refusal, or shown to the model again. Earlier turns are.
#[test]
fn a_refusal_takes_its_turn_out_of_the_conversation() {
    let mut run = Run::begin();
    run.says("one");
    run.hear(Input::Model(Op::Request(1), ModelEvent::Text("yes".into())));
    run.hear(Input::Model(Op::Request(1), ModelEvent::Finished));
    run.says("two");
    run.hear(Input::Model(Op::Request(2), ModelEvent::Text("no".into())));
    run.hear(Input::Model(Op::Request(2), ModelEvent::Call { id: "c".into(), name: "deploy".into() }));
    let effects = run.hear(Input::Model(Op::Request(2), ModelEvent::Refused));
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Call(..))), "{effects:?}");
    let effects = run.says("three");
    let asked =
        effects.iter().find_map(|effect| if let Effect::Request(_, request) = effect { Some(request) } else { None });
    let texts: Vec<&str> = asked.unwrap().messages.iter().flat_map(|message| message.texts()).collect();
    assert_eq!((texts, asked.unwrap().messages.len()), (vec!["one", "yes", "three"], 3));
}

/// A second prompt of a session is refused while the first is under way.
#[test]
fn a_session_has_one_turn_at_a_time() {
    let mut run = Run::begin();
    run.says("go");
    let prompt = json!({"sessionId": "sess_1", "prompt": []});
    let lines = run.lines(client(json!({"jsonrpc": "2.0", "id": "p", "method": "session/prompt", "params": prompt})));
    assert_eq!((&lines[0]["id"], &lines[0]["error"]["code"]), (&"p".into(), &(-32600).into()));
}

#[rstest]
#[case::no_question(json!({}), "`question` must be a text that is not empty")]
#[case::an_empty_question(json!({"question": ""}), "`question` must be a text that is not empty")]
#[case::no_options(json!({"question": "?", "options": []}), "`options` must be a list of texts that is not empty")]
#[case::an_option_that_is_no_text(json!({"question": "?", "options": [1]}),
    "`options` must be a list of texts that is not empty")]
#[case::an_option_twice(json!({"question": "?", "options": ["a", "a"]}), "`options` must be different")]
fn a_question_that_cannot_be_asked_is_told_to_the_model(#[case] arguments: Value, #[case] why: &str) {
    let mut run = Run::begin();
    run.says("go");
    let op = Op::Request(1);
    run.hear(Input::Model(op, ModelEvent::Call { id: "c".into(), name: "ask_user".into() }));
    run.hear(Input::Model(op, ModelEvent::Arguments(arguments.to_string().into())));
    let effects = run.hear(Input::Model(op, ModelEvent::Finished));
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Show(..))), "{effects:?}");
    let told =
        effects.iter().find_map(|effect| if let Effect::Request(_, request) = effect { Some(request) } else { None });
    let (_, told, is_error) = told.unwrap().last_results().next().unwrap();
    assert_eq!((told, is_error), (&*format!("The question cannot be asked: {why}."), true));
}

/// Of every kind of property the user sees what it is, its choices and its default.
#[test]
fn a_form_is_drawn_with_its_properties() {
    let schema = json!({"type": "object", "title": "Deployment", "description": "Of the last build.", "properties": {
        "where": {"type": "string", "title": "Where", "description": "The zone comes later.", "enum": ["staging", "production"], "default": "staging"},
        "speed": {"type": "string", "oneOf": [{"const": "s", "title": "Slow"}, {"const": "f", "title": "Fast"}]},
        "note": {"type": "string"},
        "share": {"type": "number", "default": 0.5},
        "dry": {"type": "boolean", "default": true},
        "zones": {"type": "array", "items": {"type": "string", "enum": ["eu", "us"]}, "default": ["eu"]},
        "teams": {"type": "array", "items": {"anyOf": [{"const": "t1", "title": "Team one"}]}},
    }});
    let prompt = Mode::Form.drawn(&json!({"message": "How shall I deploy?", "requestedSchema": schema}));
    insta::assert_snapshot!(prompt.text, @r#"
    How shall I deploy?
    Deployment
    Of the last build.
    Where: one of staging, production ("staging")
      The zone comes later.
    speed: one of Slow, Fast
    note: string
    share: number (0.5)
    dry: boolean (true)
    zones: any of eu, us (["eu"])
    teams: any of Team one
      [Send] [Decline] [Cancel]
    "#);
    assert_eq!(prompt.offers.choices, ["staging", "production", "Slow", "Fast", "eu", "us", "Team one"]);
}

/// A permission that names its call by the id alone is drawn with what was told of the call before.
#[test]
fn a_permission_shows_what_was_told_of_its_call() {
    let mut client = Client::default();
    let mut shown = |line: Value| {
        let (mut lines, mut made) = (Outbox::new(), Vec::new());
        client.hear(&line, &mut lines, &mut made);
        made.into_iter().find_map(|effect| if let Effect::Show(_, prompt) = effect { Some(prompt.text) } else { None })
    };
    let update =
        json!({"sessionUpdate": "tool_call", "toolCallId": "1", "title": "bash", "rawInput": {"command": "deploy"}});
    let told = json!({"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "s", "update": update}});
    assert_eq!(shown(told), None);
    let more = json!({"sessionUpdate": "tool_call_update", "toolCallId": "1", "title": null, "status": "pending"});
    let told = json!({"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "s", "update": more}});
    assert_eq!(shown(told), None);
    let options = json!([{"optionId": "a", "name": "Allow once", "kind": "allow_once"}]);
    let params = json!({"sessionId": "s", "toolCall": {"toolCallId": "1"}, "options": options});
    let asked = json!({"jsonrpc": "2.0", "id": 0, "method": "session/request_permission", "params": params});
    let drawn = shown(asked).unwrap();
    assert!(drawn.contains("bash") && drawn.contains("deploy"), "{drawn}");
}

/// An agent may offer no option for once, none for always, and none that rejects.
#[rstest]
#[case::both(&["allow_once", "allow_always"], Act::Answer("allow_once".into()), Some("allow_once"))]
#[case::only_always(&["allow_always", "reject_always"], Act::Answer("allow_once".into()), Some("allow_always"))]
#[case::only_once(&["allow_once"], Act::Answer("allow_always".into()), Some("allow_once"))]
#[case::rejected_only_once(&["allow_once", "reject_once"], Act::Answer("reject_always".into()), Some("reject_once"))]
#[case::none_permits(&["reject_once"], Act::Answer("allow_once".into()), None)]
#[case::rejected_once(&["reject_always", "reject_once"], Act::Reject, Some("reject_once"))]
#[case::rejected_for_always(&["allow_once", "reject_always"], Act::Reject, Some("reject_always"))]
#[case::no_way_to_reject(&["allow_once", "allow_always"], Act::Reject, Some("cancelled"))]
#[case::no_way_to_reject_for_always(&["allow_once"], Act::Answer("reject_always".into()), Some("cancelled"))]
fn a_permission_is_answered_by_the_kind_of_an_option(
    #[case] kinds: &[&str],
    #[case] act: Act,
    #[case] expected: Option<&str>,
) {
    let mut client = Client::default();
    let (mut lines, mut made) = (Outbox::new(), Vec::new());
    let options: Vec<Value> =
        kinds.iter().map(|kind| json!({"optionId": format!("the {kind}"), "name": "?", "kind": kind})).collect();
    let params = json!({"sessionId": "s", "toolCall": {"toolCallId": "1"}, "options": options});
    let asked = json!({"jsonrpc": "2.0", "id": 0, "method": "session/request_permission", "params": params});
    client.hear(&asked, &mut lines, &mut made);
    client.person(Op::Prompt(1), act, &mut lines, &mut made);
    let said = lines.pop_front().map(|line| {
        let outcome = &line["result"]["outcome"];
        outcome.get("optionId").or_else(|| outcome.get("outcome")).cloned().unwrap_or_default()
    });
    let of_option = |kind: &str| Value::from(if kind == "cancelled" { kind.to_owned() } else { format!("the {kind}") });
    assert_eq!(said, expected.map(of_option));
}

/// The model calls `deploy`, and its tool asks this. Returns what follows from the question.
fn deploy_asks(run: &mut Run, asked: Value) -> Vec<Effect> {
    run.says("go");
    run.hear(Input::Model(Op::Request(1), ModelEvent::Call { id: "call_1".into(), name: "deploy".into() }));
    run.hear(Input::Model(Op::Request(1), ModelEvent::Finished));
    run.hear(Input::Tool(Op::Call(1), ToolEvent::Asks(asked)))
}

/// The answers with which a tool is executed again.
fn answers(effects: &[Effect]) -> Vec<Value> {
    effects
        .iter()
        .filter_map(|effect| if let Effect::Call(_, call) = effect { Some(call.answers.clone().into()) } else { None })
        .collect()
}

/// A question that the client cannot show is answered at once, and one that no answer could reach fails the call.
#[rstest]
#[case::a_nested_form(
    json!({"id": "q", "message": "?", "requestedSchema": {"properties": {"way": {"type": "object"}}}}),
    vec![json!({"q": {"error": {"code": -32602, "message": "the form has a property that no client could show"}}})])]
#[case::no_id(json!({"message": "?"}), vec![])]
fn a_question_that_cannot_be_shown_is_not_shown(#[case] asked: Value, #[case] expected: Vec<Value>) {
    let mut run = Run::begin();
    let effects = deploy_asks(&mut run, asked);
    assert_eq!(answers(&effects), expected);
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Show(..))), "{effects:?}");
    assert_eq!(effects.iter().any(|effect| matches!(effect, Effect::Request(..))), expected.is_empty());
}

/// While its tool asks, a call is not open, and has no result: a cancel gives it up, and a late answer has no effect.
#[test]
fn a_question_of_a_tool_is_given_up_with_its_turn() {
    let mut run = Run::begin();
    let form = json!({"type": "object", "properties": {"way": {"type": "string"}}});
    deploy_asks(&mut run, json!({"id": "q", "message": "Which way?", "requestedSchema": form}));
    assert_eq!(run.0.open(), [Op::Prompt(1)]);
    let effects = run.hear(Input::Signal(Signal::Interrupt));
    assert!(effects.contains(&Effect::Cancel(Op::Call(1), Why::Interrupted)), "{effects:?}");
    assert!(run.0.open().is_empty());
    let late = json!({"jsonrpc": "2.0", "id": "agent-1", "result": {"action": "accept", "content": {"way": "left"}}});
    assert!(run.hear(client(late)).is_empty());
}

/// What a client that offers forms answers to a request of the agent, once it has connected.
fn answers_of_client(request: &Value) -> Vec<Value> {
    let layer = json!({"clientCapabilities": {"elicitation": {"form": {}}, "fs": {"readTextFile": true}}});
    let config = Config::read(&Layer::of_user(&[layer])).unwrap();
    let (mut client, mut lines) = (Client::default(), Outbox::new());
    client.begin(config, Vec::new(), &mut lines);
    lines.clear();
    client.hear(request, &mut lines, &mut Vec::new());
    lines.into()
}

/// ACP-136, 138: a request has one answer, and a notification none.
#[rstest]
#[case::an_unknown_method(json!({"jsonrpc": "2.0", "id": 9, "method": "window/open"}), Some(-32601))]
#[case::files_that_are_not_offered(json!({"jsonrpc": "2.0", "id": 9, "method": "fs/write_text_file", "params": {}}), Some(-32601))]
#[case::no_terminal(json!({"jsonrpc": "2.0", "id": 9, "method": "terminal/create", "params": {}}), Some(-32601))]
#[case::a_mode_that_is_not_offered(
    json!({"jsonrpc": "2.0", "id": 9, "method": "elicitation/create", "params": {"mode": "url", "url": "https://a.b"}}), Some(-32602))]
#[case::no_mode(json!({"jsonrpc": "2.0", "id": 9, "method": "elicitation/create", "params": {}}), Some(-32602))]
#[case::files_are_served_elsewhere(json!({"jsonrpc": "2.0", "id": 9, "method": "fs/read_text_file", "params": {}}), None)]
#[case::a_page_that_nobody_knows(
    json!({"jsonrpc": "2.0", "method": "elicitation/complete", "params": {"elicitationId": "none"}}), None)]
#[case::another_notification(json!({"jsonrpc": "2.0", "method": "window/opened"}), None)]
fn a_client_answers_what_it_does_not_offer(#[case] request: Value, #[case] code: Option<i64>) {
    let answers = answers_of_client(&request);
    let codes: Vec<i64> = answers.iter().filter_map(|answer| answer.pointer("/error/code")?.as_i64()).collect();
    assert_eq!((answers.len(), codes), (usize::from(code.is_some()), code.into_iter().collect()), "{answers:?}");
}

/// ACP-137: whatever is open when the user stops the turn is answered.
#[test]
fn a_client_that_cancels_answers_what_is_open() {
    let (mut client, mut lines, mut made) = (Client::default(), Outbox::new(), Vec::new());
    client.begin(Config::default(), Vec::new(), &mut lines);
    let mut hears = |client: &mut Client, line: Value| client.hear(&line, &mut lines, &mut made);
    hears(&mut client, json!({"jsonrpc": "2.0", "id": 0, "result": {"protocolVersion": 1}}));
    hears(&mut client, json!({"jsonrpc": "2.0", "id": 1, "result": {"sessionId": "s"}}));
    client.says("go".into(), &mut lines, &mut made);
    let mut hears = |client: &mut Client, line: Value| client.hear(&line, &mut lines, &mut made);
    let permission = json!({"sessionId": "s", "toolCall": {"toolCallId": "1"}, "options": []});
    hears(
        &mut client,
        json!({"jsonrpc": "2.0", "id": "p", "method": "session/request_permission", "params": permission}),
    );
    let form = json!({"sessionId": "s", "mode": "form", "message": "?", "requestedSchema": {"type": "object", "properties": {}}});
    hears(&mut client, json!({"jsonrpc": "2.0", "id": "f", "method": "elicitation/create", "params": form}));
    lines.clear();
    client.cancel(&mut lines, &mut made);
    let expected = [
        json!({"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "s"}}),
        json!({"jsonrpc": "2.0", "id": "p", "result": {"outcome": {"outcome": "cancelled"}}}),
        json!({"jsonrpc": "2.0", "id": "f", "result": {"action": "cancel"}}),
    ];
    assert_eq!(Vec::from(lines), expected);
}

/// ACP-141: what a client does not know is kept as it came.
#[test]
fn a_form_that_is_not_known_is_kept_as_it_came() {
    let (mut client, mut lines, mut made) = (Client::default(), Outbox::new(), Vec::new());
    client.begin(Config::default(), Vec::new(), &mut lines);
    let form = json!({
        "sessionId": "s", "mode": "form", "message": "?", "_meta": {"why": 1},
        "requestedSchema": {"type": "object", "properties": {
            "hue": {"type": "string", "format": "color"}, "shape": {"type": "_shape", "corners": 3}}},
    });
    let asked = json!({"jsonrpc": "2.0", "id": "f", "method": "elicitation/create", "params": form});
    client.hear(&asked, &mut lines, &mut made);
    let [Effect::Show(_, prompt)] = &made[..] else { panic!("one prompt") };
    assert_eq!(prompt.request, Some(form));
}
