use crate::model::json::{Value, json};
use rstest::rstest;

use super::PilotDeck;
use crate::{
    model::{Millis, Op, ToolDefinition},
    system::{
        Act, ClientEvent, Effect, Input, Layer, Machine, ModelEvent, Setup, Signal, ToolEvent, Turn, TurnEnd,
        Utterance, Why,
    },
};

/// A run in which the model has just made some calls.
struct Run(PilotDeck);

impl Run {
    fn new(profile: &str, config: Value, calls: &[(&str, &str)]) -> (Self, Vec<Effect>) {
        let tool =
            |name: &str| ToolDefinition { name: name.into(), description: String::new(), parameters: json!({}).into() };
        let setup = Setup {
            profile: profile.into(),
            terminal: true,
            config: vec![Layer { name: "user file".into(), value: config }],
            tools: vec![tool("deploy"), tool("alone")],
            ..Setup::default()
        };
        let mut run = Self(PilotDeck::default());
        run.feed(Input::Begin(Box::new(setup)));
        run.feed(Input::Says(Utterance("go".into())));
        for (at, (name, arguments)) in calls.iter().enumerate() {
            let call = ModelEvent::Call { id: format!("call_{}", at + 1).into(), name: (*name).into() };
            run.feed(Input::Model(Op::Request(1), call));
            run.feed(Input::Model(Op::Request(1), ModelEvent::Arguments((*arguments).into())));
        }
        let effects = run.feed(Input::Model(Op::Request(1), ModelEvent::Finished));
        (run, effects)
    }

    fn feed(&mut self, input: Input) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.0.handle(Millis(0), input, &mut effects);
        effects
    }

    fn line(&mut self, line: Value) -> Vec<Effect> {
        self.feed(Input::Client(ClientEvent::Line(line)))
    }
}

fn asks(question: &str) -> String {
    let options = json!([{"label": "A", "description": ""}, {"label": "B", "description": ""}]);
    json!({"questions": [{"question": question, "header": "H", "options": options}]}).to_string()
}

/// The result of each call in the request among the effects, and whether it is an error.
fn results(effects: &[Effect]) -> Vec<(String, bool)> {
    let requests = effects.iter().filter_map(|effect| match effect {
        Effect::Request(_, request) => Some(request),
        _ => None,
    });
    let results = requests
        .flat_map(|request| request.last_results().map(|(_, content, is_error)| (content.to_owned(), is_error)));
    results.collect()
}

fn sentence(entries: &str) -> String {
    format!("User has answered your questions: {entries}. You can now continue with the user's answers in mind.")
}

#[test]
fn parallel_questions_are_answered_by_their_own_prompts() {
    let (mut run, effects) =
        Run::new("", json!({}), &[("ask_user_question", &asks("Q")), ("AskUserQuestion", &asks("R"))]);
    let shown = effects.iter().filter(|effect| matches!(effect, Effect::Show(..))).count();
    assert_eq!(shown, 2);
    let answer = |prompt, label: &str| Input::Person(Op::Prompt(prompt), Act::Choose(label.into()));
    assert!(results(&run.feed(answer(2, "B"))).is_empty());
    assert_eq!(run.feed(answer(2, "A")), [Effect::Refuse(Why::Late)]);
    assert_eq!(run.feed(answer(3, "A")), [Effect::Refuse(Why::Foreign)]);
    assert_eq!(run.feed(Input::Says(Utterance("A".into()))), [Effect::Refuse(Why::Busy)]);
    let told = results(&run.feed(answer(1, "A")));
    assert_eq!(told, [(sentence("\"Q\"=\"A\""), false), (sentence("\"R\"=\"B\""), false)]);
}

#[test]
fn a_reply_over_the_gateway_counts_once_and_for_its_own_request() {
    let calls = [("ask_user_question", asks("Q")), ("ask_user_question", asks("R"))];
    let calls: Vec<(&str, &str)> = calls.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let (mut run, _) = Run::new("upstream", json!({}), &calls);
    let respond = |id: &str, session: &str| {
        json!({"type": "elicitation_respond", "sessionKey": session, "requestId": id,
            "answer": {"type": "answered", "answers": {"Q": "A"}}})
    };
    let response = |id: &str, delivered: bool| {
        Effect::Client(json!({"type": "elicitation_response", "requestId": id, "delivered": delivered}))
    };
    assert_eq!(run.line(respond("elicitation_1", "session_2")), [response("elicitation_1", false)]);
    assert_eq!(run.line(respond("elicitation_9", "session_1")), [response("elicitation_9", false)]);
    assert_eq!(run.line(respond("elicitation_1", "session_1"))[0], response("elicitation_1", true));
    assert_eq!(run.line(respond("elicitation_1", "session_1")), [response("elicitation_1", false)]);
    let again = run.feed(Input::Client(ClientEvent::Attached));
    assert!(matches!(&again[..], [Effect::Client(event)] if event["requestId"] == "elicitation_2"), "{again:?}");
    assert_eq!(run.0.open(), [Op::Prompt(2)]);
}

#[rstest]
#[case("host", "cancelled")]
#[case("panel", "cancelled")]
#[case("gateway", "elicitation_cancelled")]
#[case("text", "withdrawn")]
fn an_abort_withdraws_the_questions_and_gives_each_call_a_result(#[case] channel: &str, #[case] sign: &str) {
    let config = json!({"channel": channel, "turn_timeout_ms": 50});
    let (mut run, _) = Run::new("", config, &[("ask_user_question", &asks("Q")), ("deploy", "{}")]);
    let effects = run.feed(Input::Signal(Signal::Quit));
    let text = serde_json::to_string(&effects).unwrap();
    let signs = [sign, "User declined to answer questions (aborted)", "tool_aborted", "timer#1"];
    assert!(signs.iter().all(|sign| text.contains(if *sign == "cancelled" { "prompt#1" } else { sign })), "{text}");
    assert_eq!(effects.last(), Some(&Effect::Turn(Turn::Ended(TurnEnd::Interrupted))));
    assert_eq!(run.0.open(), []);
    assert_eq!(run.feed(Input::Signal(Signal::Interrupt)), [Effect::Refuse(Why::Idle)]);
    assert_eq!(run.feed(Input::Tool(Op::Call(1), ToolEvent::Done("ok".into()))), [Effect::Refuse(Why::Late)]);
    let told = results(&run.feed(Input::Says(Utterance("more".into()))));
    assert_eq!(told.iter().map(|(_, is_error)| *is_error).collect::<Vec<_>>(), [true, true]);
}

#[rstest]
#[case::time(Input::Fired(Op::Timer(1)), "turn_timeout", TurnEnd::TimedOut)]
#[case::the_client(Input::Client(ClientEvent::Line(json!({"type": "end_turn"}))), "turn_ended", TurnEnd::Interrupted)]
fn the_end_of_the_turn_rejects_waiting_questions(#[case] input: Input, #[case] reason: &str, #[case] how: TurnEnd) {
    let (mut run, _) = Run::new("upstream", json!({"turn_timeout_ms": 50}), &[("ask_user_question", &asks("Q"))]);
    let effects = run.feed(input);
    let cancelled = json!({"type": "elicitation_cancelled", "requestId": "elicitation_1", "reason": reason});
    assert_eq!(effects.first(), Some(&Effect::Client(cancelled)));
    let text = serde_json::to_string(&effects).unwrap();
    assert!(text.contains(&json!({"code": "tool_execution_failed", "message": reason}).to_string()), "{text}");
    assert_eq!(effects.last(), Some(&Effect::Turn(Turn::Ended(how))));
}

#[test]
fn unsafe_tools_run_after_the_others_and_one_by_one() {
    let calls = [("alone", "{}"), ("ask_user_question", &asks("Q")), ("alone", "{}"), ("deploy", "{}")];
    let config = json!({"channel": "host", "tools": {"alone": {"concurrency_safe": false}}});
    let (mut run, effects) = Run::new("upstream", config.clone(), &calls);
    let executed = |effects: &[Effect]| -> Vec<String> {
        let calls = effects.iter().filter_map(|effect| match effect {
            Effect::Call(_, call) => Some(call.id.to_string()),
            _ => None,
        });
        calls.collect()
    };
    assert_eq!(executed(&effects), ["call_4"]);
    let (_, of_seed) = Run::new("seed", config, &calls);
    assert_eq!(executed(&of_seed), ["call_1", "call_3", "call_4"]);
    let ok = |call| Input::Tool(Op::Call(call), ToolEvent::Done("ok".into()));
    assert_eq!(executed(&run.feed(ok(1))), Vec::<String>::new());
    assert_eq!(executed(&run.feed(Input::Person(Op::Prompt(1), Act::Choose("A".into())))), ["call_1"]);
    assert_eq!(executed(&run.feed(ok(2))), ["call_3"]);
    assert_eq!(results(&run.feed(ok(3))).len(), 4);
}

#[test]
fn a_cron_run_that_asks_is_over() {
    let (run, effects) =
        Run::new("upstream", json!({"run": "cron"}), &[("ask_user_question", &asks("Q")), ("deploy", "{}")]);
    let text = serde_json::to_string(&effects).unwrap();
    assert!(text.contains("\"code\":\"cron_interaction_required\"") && !text.contains("elicitation"), "{text}");
    assert_eq!(effects.last(), Some(&Effect::Turn(Turn::Ended(TurnEnd::Interrupted))));
    assert_eq!(run.0.open(), []);
}

#[test]
fn a_chat_is_asked_one_thing_at_a_time() {
    let (mut run, effects) = Run::new(
        "",
        json!({"channel": "text"}),
        &[("ask_user_question", &asks("Q")), ("ask_user_question", &asks("R"))],
    );
    let messages = |effects: &[Effect]| effects.iter().filter(|effect| matches!(effect, Effect::Client(_))).count();
    assert_eq!(messages(&effects), 1);
    let next = run.line(json!({"type": "message", "text": "2"}));
    assert_eq!(messages(&next), 1);
    let told = results(&run.line(json!({"type": "message", "text": "0"})));
    assert_eq!(told[0], (sentence("\"Q\"=\"B\""), false));
    assert_eq!(told[1], ("User declined to answer questions (user cancelled)".to_owned(), true));
    assert_eq!(run.line(json!({"type": "message", "text": "1"})), [Effect::Refuse(Why::Late)]);
}

#[test]
fn a_question_that_was_cut_off_is_reported_once() {
    let (_, effects) = Run::new("", json!({}), &[("ask_user_question", &asks("Q")), ("nobody", "{}")]);
    let mut stored = vec![json!({"id": "message_1", "role": "user", "content": [{"type": "text", "text": "go"}]})];
    stored.extend(effects.iter().filter_map(|effect| match effect {
        Effect::Record(record) => Some(record.0.clone()),
        _ => None,
    }));
    let mut reports = Vec::new();
    for _ in 0..2 {
        let mut run = Run(PilotDeck::default());
        let begun = run.feed(Input::Begin(Box::new(Setup { stored: stored.clone(), ..Setup::default() })));
        reports.push(begun.len());
        stored.extend(begun.into_iter().filter_map(|effect| match effect {
            Effect::Record(record) => Some(record.0),
            _ => None,
        }));
        let effects = run.feed(Input::Says(Utterance("more".into())));
        assert!(results(&effects)[0].0.contains("ended before the user answered"), "{effects:?}");
        assert!(effects.iter().any(|effect| matches!(effect, Effect::Record(record) if record.0["id"] == "message_3")));
    }
    assert_eq!(reports, [1, 0]);
}

#[rstest]
#[case(Setup { stored: vec![json!({"type": "note"}), json!(5)], ..Setup::default() }, "stored record 2")]
#[case(Setup { config: vec![Layer { name: "user file".into(), value: json!({"chanel": 1}) }], ..Setup::default() }, "user file: configuration at `chanel`")]
fn a_setup_that_cannot_be_read_is_reported(#[case] setup: Setup, #[case] piece: &str) {
    let mut run = Run(PilotDeck::default());
    let effects = run.feed(Input::Begin(Box::new(setup)));
    assert!(
        matches!(&effects[..], [Effect::Notice(why), Effect::Turn(Turn::Ended(TurnEnd::Misconfigured))] if why.contains(piece)),
        "{effects:?}"
    );
    assert_eq!(run.feed(Input::Says(Utterance("go".into()))), [Effect::Refuse(Why::Idle)]);
    let described = run.line(json!({"type": "describe_tool", "name": "AskUserQuestion"}));
    assert!(matches!(&described[..], [Effect::Client(tool)] if tool["maxResultBytes"] == 100_000));
}

/// Arguments of any size and content lead to one result or one prompt.
#[rstest]
#[case::questions(json!({"questions": vec![json!({"question": "Q", "header": "H", "options": []}); 1000]}))]
#[case::options(json!({"questions": [{"question": "Q", "header": "H", "options": vec![json!({"label": "A", "description": ""}); 10_000]}]}))]
#[case::wrong_items(json!({"questions": vec![1; 10_000]}))]
#[case::labels(json!({"questions": [{"question": "\u{0}\u{202e}\u{1b}[2J<b>", "header": "\r\n",
    "options": [{"label": "x".repeat(1 << 20), "description": "<script>"}, {"label": "\u{200f}", "description": "\u{0}"}]}]}))]
fn arguments_of_any_size_have_one_outcome(#[case] arguments: Value) {
    for profile in ["seed", "upstream"] {
        for channel in ["host", "gateway", "panel", "text", "auto"] {
            let (run, effects) =
                Run::new(profile, json!({"channel": channel}), &[("ask_user_question", &arguments.to_string())]);
            assert_eq!(run.0.open().len(), 1, "{channel}");
            for effect in effects {
                if let Effect::Show(_, prompt) = effect {
                    assert!(prompt.text.chars().all(|c| c == '\n' || !c.is_control()));
                }
            }
        }
    }
}
