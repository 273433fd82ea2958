//! The structured inquiry (RFD 028): the assistant answers a tool's question outside the conversation.

use crate::model::json::{Value, json};

use super::{
    question::{AnswerType, Question},
    stream::Stream,
    texts::{self, InquiryError},
};
use crate::{
    model::{ModelRequest, Part, Role, ToolChoice},
    system::AskingCall,
};

/// A call of a tool that asks one question with options of these labels.
pub fn asking(_: &str, question: &str, labels: &[String]) -> AskingCall {
    let asked = json!({"id": "choice", "text": question, "answer_type": {"type": "select", "options": labels},
        "exclusive": true});
    AskingCall { tool: "decide".to_owned(), arguments: json!({}), question: Some(asked) }
}

/// The two published schemas.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum SchemaProfile {
    /// The answer repeats the inquiry's id, which the schema has as a constant (RFD 028).
    #[default]
    WithId,
    /// The schema has the answer alone (RFD 034).
    AnswerOnly,
}

/// The JSON Schema of the answer to `question` (INQ-04 to INQ-06).
pub fn schema(profile: SchemaProfile, id: &str, question: &Question) -> Value {
    let answer = match &question.answer_type {
        AnswerType::Boolean => json!({"type": "boolean"}),
        AnswerType::Text | AnswerType::Secret => json!({"type": "string"}),
        AnswerType::Select { options } => json!({"type": "string", "enum": options}),
    };
    match profile {
        SchemaProfile::WithId => json!({
            "type": "object",
            "properties": {"inquiry_id": {"type": "string", "const": id}, "answer": answer},
            "required": ["inquiry_id", "answer"],
            "additionalProperties": false
        }),
        SchemaProfile::AnswerOnly => json!({
            "type": "object",
            "properties": {"answer": answer},
            "required": ["answer"],
            "additionalProperties": false
        }),
    }
}

/// The request of an inquiry: the history with the asking call paused, the question and the schema. The model may call
/// no tool (INQ-09, INQ-10, INQ-29).
pub fn request(stream: &Stream, call: &str, tool: &str, question: &Question, schema: Value) -> ModelRequest {
    let mut request = stream.paused_at(call, &question.text);
    request.push(Role::User, Part::Text(texts::inquiry(tool, question).into()));
    ModelRequest { choice: ToolChoice::None, schema: Some(schema), ..request }
}

/// Extracts the answer from a structured reply, and checks it against the question (INQ-23, INQ-24, INQ-35).
///
/// # Errors
/// The reply has no usable answer.
pub fn extract(
    profile: SchemaProfile,
    id: &str,
    question: &Question,
    data: Option<&Value>,
) -> Result<Value, InquiryError> {
    let data = data.ok_or(InquiryError::MissingStructuredData)?;
    let fail = |reason: String| Err(InquiryError::AnswerExtraction(reason));
    let Value::Object(fields) = data else { return fail("the response is not an object".into()) };
    if profile == SchemaProfile::WithId && fields.get("inquiry_id").is_none_or(|found| found != id) {
        return fail(format!("`inquiry_id` is not `{id}`"));
    }
    match fields.get("answer") {
        None => fail("`answer` is missing".into()),
        Some(Value::Null) => fail("`answer` is null".into()),
        Some(answer) if !question.answer_type.accepts(answer) => {
            fail(format!("`answer` does not answer a question of type {}", question.answer_type.name()))
        }
        Some(answer) => Ok(answer.clone()),
    }
}

#[cfg(test)]
mod tests {
    use crate::model::json::{Value, json};
    use rstest::rstest;

    use super::{SchemaProfile, extract, schema};
    use crate::system::jp::{
        question::{AnswerReusePolicy, AnswerType, Question},
        texts::InquiryError,
    };

    fn question(answer_type: AnswerType) -> Question {
        Question {
            id: "go".into(),
            text: "Go?".into(),
            context: None,
            answer_type,
            default: None,
            exclusive: false,
            persistence: AnswerReusePolicy::Turn,
        }
    }

    #[rstest]
    #[case(AnswerType::Boolean, json!({"type": "boolean"}))]
    #[case(AnswerType::Text, json!({"type": "string"}))]
    #[case(AnswerType::Select { options: vec!["a".into(), "b".into()] }, json!({"type": "string", "enum": ["a", "b"]}))]
    fn the_schema_follows_the_type(#[case] answer_type: AnswerType, #[case] answer: Value) {
        let question = question(answer_type);
        let with_id = schema(SchemaProfile::WithId, "c.go.1", &question);
        assert_eq!(with_id["properties"]["answer"], answer);
        assert_eq!(with_id["properties"]["inquiry_id"]["const"], "c.go.1");
        let alone = schema(SchemaProfile::AnswerOnly, "c.go.1", &question);
        assert_eq!(alone["required"], json!(["answer"]));
        assert_eq!(alone["additionalProperties"], json!(false));
    }

    #[rstest]
    #[case::good(Some(json!({"inquiry_id": "i", "answer": true})), Ok(json!(true)))]
    #[case::nothing(None, Err("No structured data in the LLM response"))]
    #[case::text(Some(json!("yes")), Err("not an object"))]
    #[case::other_id(Some(json!({"inquiry_id": "j", "answer": true})), Err("`inquiry_id` is not `i`"))]
    #[case::no_id(Some(json!({"answer": true})), Err("`inquiry_id` is not `i`"))]
    #[case::missing(Some(json!({"inquiry_id": "i"})), Err("`answer` is missing"))]
    #[case::null(Some(json!({"inquiry_id": "i", "answer": null})), Err("`answer` is null"))]
    #[case::wrong_type(Some(json!({"inquiry_id": "i", "answer": "true"})), Err("of type boolean"))]
    fn answers_are_validated(#[case] data: Option<Value>, #[case] expected: Result<Value, &str>) {
        let found = extract(SchemaProfile::WithId, "i", &question(AnswerType::Boolean), data.as_ref());
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (Err(found), Err(says)) => assert!(found.to_string().contains(says), "{found}"),
            (found, expected) => panic!("found {found:?}, expected {expected:?}"),
        }
    }

    #[test]
    fn without_the_id_in_the_schema_none_is_asked_back() {
        let data = json!({"answer": false});
        let question = question(AnswerType::Boolean);
        assert_eq!(extract(SchemaProfile::AnswerOnly, "i", &question, Some(&data)), Ok(json!(false)));
        let error = InquiryError::Provider("rate limited").to_string();
        assert_eq!(error, "LLM provider error: rate limited");
    }
}
