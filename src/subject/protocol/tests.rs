//! Every variant of inputs and effects is in the protocol, and every message of the protocol is on the page.

use crate::model::json::json;
use rstest::rstest;

use super::{FromAdapter, ToAdapter, page};
use crate::{
    model::{Key, Millis, Op},
    stage::Capability,
    subject::pipe::Run,
    system::{
        Act, ClientEvent, Effect, FailureKind, FileEvent, FileOp, Input, ModelEvent, Prompt, Record, Setup, Signal,
        ToolCall, ToolEvent, Turn, TurnEnd, Utterance, Why,
    },
};

#[test]
fn every_capability_and_method_is_on_the_page() {
    let page = page();
    for method in ToAdapter::METHODS.iter().chain(FromAdapter::METHODS) {
        assert!(page.contains(&format!("| `{}` | ", method.name)), "{}", method.name);
    }
    for capability in Capability::ALL {
        assert!(page.contains(&format!("| `{}` | {} |", capability.word(), capability.about())), "{capability:?}");
    }
    assert!(!page.contains("@@"), "every placeholder is filled");
}

fn effects() -> Vec<Effect> {
    let call =
        ToolCall { id: "c".into(), name: "t".into(), arguments: json!({}), answers: Default::default(), folder: None };
    vec![
        Effect::Call(Op::Call(1), call),
        Effect::Show(Op::Prompt(1), Prompt { text: "?".into(), ..Prompt::default() }),
        Effect::Timer(Op::Timer(1), Millis(5)),
        Effect::Cancel(Op::Call(1), Why::Interrupted),
        Effect::Cancel(Op::Prompt(1), Why::Superseded),
        Effect::Cancel(Op::Timer(1), Why::Late),
        Effect::Record(Record(json!({"a": 1}))),
        Effect::Client(json!(["line"])),
        Effect::Refuse(Why::Foreign),
        Effect::Turn(Turn::Began),
        Effect::Turn(Turn::Paused),
        Effect::Turn(Turn::Ended(TurnEnd::Failed(FailureKind::Dropped))),
        Effect::Notice("listen".into()),
        Effect::Exit(130),
    ]
}

/// The message for an effect means the same effect after it was written and read. A request travels over HTTP and a
/// file is in the folder, so the harness learns of these two in other ways.
#[test]
fn an_effect_goes_there_and_back() {
    let mut run = Run::default();
    for effect in effects() {
        let line = serde_json::to_string(&FromAdapter::of_effect(effect.clone())).unwrap();
        let message: FromAdapter = serde_json::from_str(&line).unwrap();
        assert_eq!(run.effect(message).unwrap(), effect, "{line}");
    }
    let request = Effect::Request(Op::Request(1), Box::default());
    assert_eq!(FromAdapter::of_effect(request).method().name, "model/request");
    let file = Effect::File(Op::File(1), FileOp::Remove { path: "f".into(), holding: None });
    assert_eq!(FromAdapter::of_effect(file), FromAdapter::FileWritten { path: "f".into() });
}

#[rstest]
#[case(Input::Says(Utterance("hi".into())))]
#[case(Input::Tool(Op::Call(2), ToolEvent::Panicked))]
#[case(Input::Person(Op::Prompt(2), Act::Key(Key::Esc)))]
#[case(Input::Client(ClientEvent::Line(json!(1))))]
#[case(Input::Client(ClientEvent::Written("{\n".into())))]
#[case(Input::Client(ClientEvent::Attached))]
#[case(Input::Client(ClientEvent::Gone))]
#[case(Input::Signal(Signal::Quit))]
#[case(Input::Fired(Op::Timer(2)))]
fn an_input_goes_there_and_back(#[case] input: Input) {
    let op = match input {
        Input::Tool(op, _) | Input::Person(op, _) | Input::Fired(op) => op.to_string(),
        _ => String::new(),
    };
    let message = ToAdapter::of_input(Millis(7), input.clone(), op).unwrap();
    let line = serde_json::to_string(&message).unwrap();
    let message: ToAdapter = serde_json::from_str(&line).unwrap();
    assert_eq!(message.into_input(), Ok((Millis(7), input)), "{line}");
}

#[rstest]
#[case::scenario_start_has_more_than_a_setup(Input::Begin(Box::<Setup>::default()))]
#[case::replies_travel_over_http(Input::Model(Op::Request(1), ModelEvent::Finished))]
#[case::the_adapter_settles_files(Input::File(Op::File(1), FileEvent::Done))]
fn three_inputs_have_no_message(#[case] input: Input) {
    assert_eq!(ToAdapter::of_input(Millis(0), input, String::new()), None);
}
