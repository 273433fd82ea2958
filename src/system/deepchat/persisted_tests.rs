use crate::model::json::{Value, json};

use super::{Block, Resolution, StoredQuestion, questions};
use crate::system::deepchat::question::{Choice, Question};

/// A client without a card for questions draws a question like any action: by its type, status and words. Unknown
/// members are stored again unchanged (DC-66, DC-87).
#[test]
fn an_unknown_action_is_drawn_by_type_status_and_words() {
    let question = Question {
        text: "Which?".to_owned(),
        options: vec![Choice { label: "Red".to_owned(), description: None }],
        ..Question::default()
    };
    let mut asked = Block::question("call_1", "question", &question, 1);
    assert_eq!(asked.generic(), "[question_request, pending]");
    asked.resolve(&Resolution::Rejected);
    assert_eq!(asked.generic(), "[question_request, denied]");

    let stored = json!({"type": "action", "action_type": "survey_request", "status": "pending", "content": "How was it?",
        "extra": {"needsUserAction": true}, "timestamp": 7});
    let unknown: Block = crate::model::json::from_value(stored.clone()).unwrap();
    assert!(!unknown.is_question());
    assert_eq!(unknown.generic(), "[survey_request, pending] How was it?");
    assert_eq!(crate::model::json::to_value(&unknown).unwrap(), stored);
    let bare: Block = crate::model::json::from_value(json!({"type": "action"})).unwrap();
    assert_eq!(bare.generic(), "[action, unknown]");
}

/// Options are read whether they are stored as an array or as its text; a question with any other options cannot be asked.
#[test]
fn options_are_read_in_either_form() {
    let block = |options: Value| -> Block {
        let extra = json!({"questionText": "Which?", "questionOptions": options});
        crate::model::json::from_value(json!({"type": "action", "action_type": "question_request", "extra": extra}))
            .unwrap()
    };
    let asked = block(json!([{"label": "Red"}])).asked();
    assert_eq!(asked.as_ref().map(|question| question.options.len()), Some(1));
    assert_eq!(block(json!("[{\"label\": \"Red\"}]")).asked(), asked);
    assert_eq!(block(json!("no JSON")).asked(), None);
    assert_eq!(block(json!(7)).asked(), None);
}

/// A question is found in the message that stores it. A value that is no message has no questions.
#[test]
fn the_questions_of_a_stored_message_are_read() {
    let mut asked = Block::question("call_1", "question", &Question::default(), 1);
    asked.resolve(&Resolution::Rejected);
    let record =
        json!({"id": "message_2", "role": "assistant", "content": [Block::content("content", "Hm.", 1), asked]});
    let (message, call, resolution) = ("message_2".to_owned(), "call_1".to_owned(), "rejected".to_owned());
    assert_eq!(questions(&record), [StoredQuestion { message: message.into(), at: 1, call: call.into(), resolution }]);
    assert_eq!(questions(&json!({"content": 5})), []);
}

/// The stored bytes of a question, new and answered. Unknown members stay in their places.
#[test]
fn a_question_is_stored_in_one_order() {
    let mut block = Block::question("c", "question", &Question { text: "Which?".into(), ..Question::default() }, 1);
    let new = r#"{"needsUserAction":true,"questionText":"Which?","questionOptions":"[]","questionMultiple":false,"questionCustom":false,"questionResolution":"asked"}"#;
    assert_eq!(json!(block.extra).to_string(), new);
    block.extra.insert("mood".to_owned(), 5.into());
    block.resolve(&Resolution::Replied { text: "a".into(), message: Some("message_3".into()) });
    let answered = r#"{"needsUserAction":false,"questionText":"Which?","questionOptions":"[]","questionMultiple":false,"questionCustom":false,"questionResolution":"replied","mood":5,"answerText":"a","answerMessageId":"message_3"}"#;
    assert_eq!(json!(block.extra).to_string(), answered);
}
