use crate::model::json::{Value, json};
use rstest::rstest;

use super::{Pi, pending::FILES_MAX};
use crate::{
    model::{Millis, Op},
    system::{
        ClientEvent, Effect, FileEvent, FileFailure, FileOp, Input, Layer, Machine, ModelEvent, Setup, Signal, Turn,
        TurnEnd, Utterance, Why,
    },
};

/// A run, and its effects so far.
struct Run {
    machine: Pi,
    effects: Vec<Effect>,
}

const ASKS: &str = r#"{"questions": [{"question": "Q?", "options": [{"label": "A"}]}]}"#;
const ANSWERED: &str = r#"{"questions": [{"question": "Q?", "answer": "A"}]}"#;

impl Run {
    fn begin(argv: &[&str]) -> Self {
        let argv = argv.iter().map(ToString::to_string).collect();
        let config = vec![Layer { name: "user file".into(), value: json!({"session": "s"}) }];
        let mut run = Self { machine: Pi::default(), effects: Vec::new() };
        run.feed(Input::Begin(Box::new(Setup { argv, config, ..Setup::default() })));
        run
    }

    /// A run in which the model has just made so many calls of `ask_user`.
    fn asking(argv: &[&str], calls: usize) -> Self {
        let mut run = Self::begin(argv);
        run.feed(Input::Says(Utterance("go".into())));
        for number in 1..=calls {
            run.feed(Input::Model(
                Op::Request(1),
                ModelEvent::Call { id: format!("call_{number}").into(), name: "ask_user".into() },
            ));
            run.feed(Input::Model(Op::Request(1), ModelEvent::Arguments(ASKS.into())));
        }
        run.feed(Input::Model(Op::Request(1), ModelEvent::Finished));
        run
    }

    /// Feeds an input. Returns the effects of it.
    fn feed(&mut self, input: Input) -> Vec<Effect> {
        let heard = self.effects.len();
        self.machine.handle(Millis(0), input, &mut self.effects);
        self.effects[heard..].to_vec()
    }

    /// Ends the latest file operation.
    fn settle(&mut self, event: FileEvent) -> Vec<Effect> {
        let (op, _) = self.file();
        self.feed(Input::File(op, event))
    }

    fn file(&self) -> (Op, FileOp) {
        files(&self.effects).pop().expect("a file operation was started")
    }

    /// The stored results, in order: whether each is an error, and its details.
    fn results(&self) -> Vec<(bool, Value)> {
        let stored = self.effects.iter().filter_map(|effect| match effect {
            Effect::Record(record) if record.0["message"]["role"] == "toolResult" => Some(&record.0["message"]),
            _ => None,
        });
        stored.map(|message| (message["isError"] == true, message["details"].clone())).collect()
    }
}

fn files(effects: &[Effect]) -> Vec<(Op, FileOp)> {
    let files = effects.iter().filter_map(|effect| match effect {
        Effect::File(op, file) => Some((*op, file.clone())),
        _ => None,
    });
    files.collect()
}

fn notices(effects: &[Effect]) -> Vec<&str> {
    let notices = effects.iter().filter_map(|effect| match effect {
        Effect::Notice(text) => Some(text.as_str()),
        _ => None,
    });
    notices.collect()
}

fn path(number: usize) -> String {
    super::pending::path(number)
}

#[test]
fn a_file_that_changed_after_it_was_read_stays() {
    let mut run = Run::begin(&["-c"]);
    let gone_on = run.settle(FileEvent::Read(Some(ANSWERED.into())));
    // The scan looks for a second file, and finds none.
    assert_eq!(files(&gone_on), [(Op::File(2), FileOp::Read { path: path(2) })]);
    let gone_on = run.settle(FileEvent::Read(None));
    assert!(matches!(
        gone_on[..],
        [Effect::Turn(Turn::Began), Effect::Record(_), Effect::Request(..), Effect::File(..)]
    ));
    assert_eq!(run.file().1, FileOp::Remove { path: path(1), holding: Some(ANSWERED.into()) });
    let told = run.settle(FileEvent::Failed(FileFailure::Changed));
    assert_eq!(notices(&told), [".pi/pending-questions.json has changed meanwhile, and is kept."]);
    assert_eq!((told.len(), run.machine.open()), (1, vec![Op::Request(1)]));
}

#[test]
fn the_model_is_told_of_a_file_that_cannot_be_written() {
    let mut run = Run::asking(&["-p"], 1);
    run.settle(FileEvent::Read(None));
    let told = run.settle(FileEvent::Failed(FileFailure::Denied));
    assert_eq!(run.results(), [(true, Value::Null)]);
    assert!(matches!(told[..], [Effect::Record(_), Effect::Request(..)]), "{told:?}");
}

#[test]
fn a_name_that_is_taken_before_the_write_is_passed_over() {
    let mut run = Run::asking(&["-p"], 1);
    run.settle(FileEvent::Read(None));
    assert!(matches!(run.file().1, FileOp::Write { path: found, private: true, fresh: true, .. } if found == path(1)));
    run.settle(FileEvent::Failed(FileFailure::Exists));
    assert_eq!(run.file().1, FileOp::Read { path: path(2) });
    run.settle(FileEvent::Read(None));
    assert!(matches!(run.file().1, FileOp::Write { path: found, fresh: true, .. } if found == path(2)));
    run.settle(FileEvent::Done);
    assert_eq!(run.results()[0].1["pendingFile"], path(2));
}

#[test]
fn the_number_of_pending_files_is_limited() {
    let mut run = Run::asking(&["-p"], 1);
    for number in 1..=FILES_MAX {
        assert_eq!(run.file().1, FileOp::Read { path: path(number) });
        run.settle(FileEvent::Read(Some("".into())));
    }
    assert_eq!((files(&run.effects).len(), run.results()), (FILES_MAX, vec![(true, Value::Null)]));

    // The last name may be taken before the write, too.
    let mut run = Run::asking(&["-p"], 1);
    (1..FILES_MAX).for_each(|_| drop(run.settle(FileEvent::Read(Some("".into())))));
    run.settle(FileEvent::Read(None));
    run.settle(FileEvent::Failed(FileFailure::Exists));
    assert_eq!(run.results(), [(true, Value::Null)]);

    let mut run = Run::begin(&["-c"]);
    (0..FILES_MAX).for_each(|_| drop(run.settle(FileEvent::Read(Some(ANSWERED.into())))));
    let read = files(&run.effects).into_iter().filter(|(_, file)| matches!(file, FileOp::Read { .. })).count();
    assert_eq!((read, files(&run.effects).len()), (FILES_MAX, 2 * FILES_MAX));
}

/// The second call looks for a name only after the first call has its file.
#[test]
fn calls_write_one_after_the_other() {
    let mut run = Run::asking(&["-p"], 2);
    run.settle(FileEvent::Read(None));
    assert_eq!(files(&run.effects).len(), 2);
    run.settle(FileEvent::Done);
    assert_eq!(run.file().1, FileOp::Read { path: path(1) });
    run.settle(FileEvent::Read(Some("".into())));
    run.settle(FileEvent::Read(None));
    run.settle(FileEvent::Done);
    let pending: Vec<Value> = run.results().into_iter().map(|(_, details)| details["pendingFile"].clone()).collect();
    assert_eq!(pending, [path(1), path(2)]);
}

#[rstest]
#[case::while_it_looks(0, FileEvent::Read(None), None)]
#[case::while_it_writes(1, FileEvent::Done, Some(FileOp::Remove { path: path(1), holding: None }))]
#[case::while_it_writes_in_vain(1, FileEvent::Failed(FileFailure::Denied), None)]
fn an_abort_leaves_no_file_behind(#[case] settled: usize, #[case] then: FileEvent, #[case] done: Option<FileOp>) {
    let mut run = Run::asking(&["-p"], 1);
    (0..settled).for_each(|_| drop(run.settle(FileEvent::Read(None))));
    let stopped = run.feed(Input::Signal(Signal::Interrupt));
    assert!(matches!(stopped[..], [Effect::Record(_), Effect::Turn(Turn::Ended(TurnEnd::Interrupted))]));
    assert_eq!((run.results()[0].0, &run.results()[0].1["cancelled"]), (false, &json!(true)));
    let effects = run.settle(then);
    assert_eq!(files(&effects).into_iter().map(|(_, file)| file).next(), done);
    assert_eq!(effects.len(), usize::from(done.is_some()));
    if done.is_some() {
        assert_eq!(run.settle(FileEvent::Done), []);
    }
    assert_eq!((run.machine.open(), run.results().len()), (vec![], 1));
}

#[test]
fn an_abort_during_the_read_of_an_attached_file_ends_the_turn_at_once() {
    let mut run = Run::begin(&["-p", "@notes.txt"]);
    run.feed(Input::Says(Utterance("go".into())));
    assert_eq!(run.feed(Input::Signal(Signal::Interrupt)), [Effect::Turn(Turn::Ended(TurnEnd::Interrupted))]);
    assert_eq!(run.settle(FileEvent::Read(Some("late".into()))), []);
}

#[rstest]
#[case::not_there(FileEvent::Read(None), "is not there")]
#[case::a_folder(FileEvent::Failed(FileFailure::NoFile), "is no plain file")]
#[case::bytes(FileEvent::Failed(FileFailure::NoText), "holds no text")]
fn an_attached_file_that_cannot_be_read_ends_the_run(#[case] event: FileEvent, #[case] told: &str) {
    let mut run = Run::begin(&["-p", "@notes.txt"]);
    run.feed(Input::Says(Utterance("go".into())));
    let effects = run.settle(event);
    assert_eq!(notices(&effects), [format!("command line: @notes.txt: expected a file of text, and it {told}")]);
    assert_eq!(effects.last(), Some(&Effect::Turn(Turn::Ended(TurnEnd::Misconfigured))));
    assert_eq!(run.feed(Input::Says(Utterance("go".into()))), [Effect::Refuse(Why::Idle)]);
}

#[test]
fn a_message_during_a_scan_waits_for_its_end() {
    let mut run = Run::begin(&["-c"]);
    assert_eq!(run.feed(Input::Says(Utterance("go".into()))), [Effect::Turn(Turn::Began)]);
    assert_eq!(run.feed(Input::Says(Utterance("and more".into()))), [Effect::Refuse(Why::Busy)]);
    let effects = run.settle(FileEvent::Read(None));
    assert!(matches!(effects[..], [Effect::Record(_), Effect::Request(..)]), "{effects:?}");

    // If the scan finds answers, the message follows them.
    let mut run = Run::begin(&["-c"]);
    run.feed(Input::Says(Utterance("go".into())));
    run.settle(FileEvent::Read(Some(ANSWERED.into())));
    let effects = run.settle(FileEvent::Read(None));
    let [Effect::Record(_), Effect::Request(_, request), Effect::File(..)] = &effects[..] else {
        panic!("{effects:?}")
    };
    let told = request.last_text();
    assert!(told.starts_with("The pending questions are answered:\n{") && told.ends_with("}\n\ngo"), "{told}");
}

#[test]
fn a_command_that_is_stopped_is_over() {
    let mut run = Run::begin(&[]);
    assert!(matches!(
        run.feed(Input::Says(Utterance("/questions".into())))[..],
        [Effect::Turn(Turn::Began), Effect::File(..)]
    ));
    assert_eq!(run.feed(Input::Signal(Signal::Interrupt)), [Effect::Turn(Turn::Ended(TurnEnd::Interrupted))]);
    let late = run.file().0;
    run.feed(Input::Says(Utterance("/questions".into())));
    assert_eq!(run.feed(Input::File(late, FileEvent::Read(Some(ANSWERED.into())))), []);
    let shown = run.settle(FileEvent::Read(None));
    assert_eq!(
        shown,
        [Effect::Notice("No questions are pending.".into()), Effect::Turn(Turn::Ended(TurnEnd::Completed))]
    );
}

#[test]
fn the_user_is_told_of_each_file_that_is_removed() {
    let mut run = Run::begin(&[]);
    run.feed(Input::Says(Utterance("/questions clear".into())));
    run.settle(FileEvent::Failed(FileFailure::NoFile));
    run.settle(FileEvent::Read(Some(ANSWERED.into())));
    let effects = run.settle(FileEvent::Read(None));
    let [(first, _), (second, _)] = files(&effects)[..] else { panic!("two files are removed: {effects:?}") };
    assert_eq!(effects.len(), 2);
    let kept = run.feed(Input::File(first, FileEvent::Failed(FileFailure::NoFile)));
    assert_eq!(kept, [Effect::Notice(".pi/pending-questions.json is no plain file, and is kept.".into())]);
    let removed = run.feed(Input::File(second, FileEvent::Done));
    assert_eq!(
        removed,
        [
            Effect::Notice(".pi/pending-questions-2.json is removed.".into()),
            Effect::Turn(Turn::Ended(TurnEnd::Completed))
        ]
    );
    run.feed(Input::Says(Utterance("/questions clear".into())));
    run.settle(FileEvent::Read(Some(ANSWERED.into())));
    run.settle(FileEvent::Read(None));
    assert_eq!(run.feed(Input::Signal(Signal::Interrupt)), [Effect::Turn(Turn::Ended(TurnEnd::Interrupted))]);
    assert_eq!((run.settle(FileEvent::Done), run.machine.open()), (vec![], vec![]));
}

/// The first file is gone, because its answers were used. The session knows of the second file, which still waits.
#[test]
fn a_file_behind_a_gap_is_found_through_the_session() {
    let mut run = Run::asking(&["-p"], 1);
    run.settle(FileEvent::Read(Some("".into())));
    run.settle(FileEvent::Read(None));
    run.settle(FileEvent::Done);
    run.feed(Input::Model(Op::Request(2), ModelEvent::Text("so".into())));
    run.feed(Input::Model(Op::Request(2), ModelEvent::Finished));
    run.feed(Input::Says(Utterance("/questions".into())));
    run.settle(FileEvent::Read(None));
    assert_eq!(run.file().1, FileOp::Read { path: path(2) });
    let shown = run.settle(FileEvent::Read(Some(r#"{"questions": [{"question": "Later?"}]}"#.into())));
    assert_eq!(run.file().1, FileOp::Read { path: path(3) });
    assert_eq!(notices(&shown), [] as [&str; 0]);
    let shown = run.settle(FileEvent::Read(None));
    assert_eq!(notices(&shown), ["Pending questions in .pi/pending-questions-2.json:\n  1. Later? (no answer yet)"]);
}

#[test]
fn a_process_that_ends_while_a_client_is_asked_stores_no_result() {
    let mut run = Run::asking(&["--mode", "rpc"], 2);
    assert_eq!(run.machine.open(), [Op::Prompt(1), Op::Prompt(2)]);
    let effects = run.feed(Input::Signal(Signal::Quit));
    assert_eq!((effects.last(), run.results()), (Some(&Effect::Exit(131)), vec![]));
    let told = |effect: &Effect| matches!(effect, Effect::Client(line) if line["type"] == "ask_user_cancelled");
    assert_eq!(effects.iter().filter(|effect| told(effect)).count(), 2);
}

#[rstest]
#[case::pieces_without_a_client(&[], "{}\n", Why::NotOffered)]
#[case::no_json(&["--mode", "rpc"], "hello\n", Why::Foreign)]
#[case::no_line_of_ours(&["--mode", "rpc"], "{\"type\": \"hello\"}\n", Why::Foreign)]
fn a_line_of_a_client_that_means_nothing_is_refused(#[case] argv: &[&str], #[case] text: &str, #[case] why: Why) {
    let mut run = Run::begin(argv);
    assert_eq!(run.feed(Input::Client(ClientEvent::Written(text.into()))), [Effect::Refuse(why)]);
}

#[rstest]
#[case(Op::Prompt(1))]
#[case(Op::Request(1))]
#[case(Op::File(1))]
#[case(Op::Timer(1))]
#[case(Op::Call(1))]
fn an_operation_that_was_never_started_is_foreign(#[case] op: Op) {
    let mut run = Run::begin(&[]);
    let input = match op {
        Op::Prompt(_) => Input::Person(op, crate::system::Act::Cancel),
        Op::Request(_) => Input::Model(op, ModelEvent::Finished),
        Op::File(_) => Input::File(op, FileEvent::Done),
        Op::Timer(_) => Input::Fired(op),
        Op::Call(_) => Input::Tool(op, crate::system::ToolEvent::Panicked),
    };
    assert_eq!(run.feed(input), [Effect::Refuse(Why::Foreign)]);
}
