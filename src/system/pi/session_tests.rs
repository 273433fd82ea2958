use crate::model::json::{Value, json};
use rstest::rstest;

use super::{Entry, ModelMessage, Session};
use crate::system::{Answer, AnswerCall, chat::CallResult, pi::persisted::StoredEntry};

fn call() -> AnswerCall {
    AnswerCall { id: "call_1".into(), name: "ask_user".into(), arguments: "{\"a\":1}".into() }
}

fn stored() -> Vec<Value> {
    let mut session = Session::default();
    let answer = Answer { reasoning: "hm".into(), text: "so".into(), calls: vec![call()], ..Answer::default() };
    let shown = json!({"a": 1});
    vec![
        session.add(StoredEntry::user(&"go".into(), None)),
        session.add(StoredEntry::assistant(&answer, std::iter::once(&shown))),
        session.add(StoredEntry::result("call_1", "ask_user", &CallResult::error("no"), None)),
        session.add(StoredEntry::compaction(&"all of it".into())),
    ]
}

#[test]
fn entries_are_written_and_read_back() {
    let stored = stored();
    let session = Session::read(stored.clone(), None).unwrap();
    let said = ModelMessage { reasoning: "hm".into(), text: "so".into(), calls: vec![call()] };
    assert_eq!(
        session.history(),
        [
            Entry::User("go".into()),
            Entry::Assistant(said),
            Entry::Result("call_1".into(), CallResult::error("no")),
            Entry::Compaction("all of it".into()),
        ]
    );
    assert_eq!(json!(session.entries()), json!(stored));
}

#[test]
fn a_new_entry_joins_the_current_branch() {
    let mut session = Session::read(stored(), Some("entry_2")).unwrap();
    assert_eq!(session.branch().len(), 2);
    let added = session.add(StoredEntry::user(&"again".into(), None));
    assert_eq!((&added["id"], &added["parentId"]), (&json!("entry_5"), &json!("entry_2")));
    let branch: Vec<&str> = session.branch().into_iter().filter_map(|entry| entry.id.as_deref()).collect();
    assert_eq!(branch, ["entry_1", "entry_2", "entry_5"]);
    assert!(session.go_to("entry_4") && !session.go_to("entry_9"));
    assert_eq!(session.branch().len(), 4);

    let foreign = json!({"type": "custom", "id": "entry_2", "parentId": null});
    let mut session = Session::read(vec![foreign], None).unwrap();
    assert_eq!(
        (session.history(), &session.add(StoredEntry::user(&"go".into(), None))["id"]),
        (vec![Entry::Other], &json!("entry_3"))
    );
}

#[rstest]
#[case::no_object(json!([1]), "stored entry 1: expected a text in `id`")]
#[case::no_type(json!([{"id": "a"}]), "stored entry 1: expected a text in `type`")]
#[case::twice(json!([{"type": "x", "id": "a"}, {"type": "x", "id": "a"}]), "stored entry 2: its `id` is that of an entry before it")]
#[case::an_orphan(json!([{"type": "x", "id": "a", "parentId": "b"}, {"type": "x", "id": "b"}]), "stored entry 1: its `parentId` is no entry before it")]
#[case::its_own_parent(json!([{"type": "x", "id": "a", "parentId": "a"}]), "stored entry 1: its `parentId` is no entry before it")]
#[case::no_role(json!([{"type": "message", "id": "a"}]), "stored entry 1: expected user, assistant or toolResult in `message.role`")]
#[case::no_texts(json!([{"type": "message", "id": "a", "message": {"role": "user", "content": [{"type": "image"}]}}]), "stored entry 1: expected texts in `message.content`")]
#[case::no_content(json!([{"type": "message", "id": "a", "message": {"role": "user", "content": "go"}}]), "stored entry 1: expected texts in `message.content`")]
#[case::no_call(json!([{"type": "message", "id": "a", "message": {"role": "assistant", "content": [{"type": "toolCall", "id": "c", "name": "ask_user", "arguments": "{}"}]}}]), "stored entry 1: expected texts and calls with `id`, `name` and `arguments` in `message.content`")]
#[case::no_call_id(json!([{"type": "message", "id": "a", "message": {"role": "toolResult", "isError": false, "content": []}}]), "stored entry 1: expected a text in `message.toolCallId`")]
#[case::no_flag(json!([{"type": "message", "id": "a", "message": {"role": "toolResult", "toolCallId": "c", "content": []}}]), "stored entry 1: expected true or false in `message.isError`")]
#[case::no_summary(json!([{"type": "compaction", "id": "a"}]), "stored entry 1: expected a text in `summary`")]
fn an_entry_that_cannot_be_read_is_reported(#[case] entries: Value, #[case] told: &str) {
    let Value::Array(entries) = entries else { unreachable!("a case is an array") };
    assert_eq!(Session::read(entries.to_vec(), None).unwrap_err().to_string(), told);
}

#[test]
fn a_leaf_that_is_no_entry_is_reported() {
    let why = Session::read(stored(), Some("entry_9")).unwrap_err();
    assert_eq!(why.to_string(), "configuration at `leaf`: no entry is called \"entry_9\"");
}
