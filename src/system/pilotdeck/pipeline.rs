//! The pipeline of a call: the checks in their order, the channel, and the result of a reply.
//!
//! **Absent here:** the channels, and when a call begins.
//!
//! | in order (PD-53) | fails with |
//! |---|---|
//! | the arguments are an object | `invalid_tool_input` |
//! | the schema: `schema_check` | `invalid_tool_input` |
//! | whether the user may be asked (PD-54) | `unsupported_tool` |
//! | the tool's own rules: `validate` | `invalid_tool_input` |
//! | a channel (PD-33, PD-34) | `unsupported_tool` |
//! | answers in the call itself (PD-35) | |

use crate::model::json::{Value, json};

use super::{
    Profile,
    answers::{KeyOrder, sentence},
    arguments::Arguments,
    channel::{Replied, Reply, Request},
    errors::{INVALID_SCHEMA, Issue, ToolError},
    js, schema_check, validate,
};
use crate::model::json::read_arguments;

/// The conditions under which a call runs.
#[derive(Clone, Debug)]
pub struct Context {
    /// The profile.
    pub profile: Profile,
    /// Whether the user may be asked.
    pub prompts: bool,
    /// Whether there is a channel.
    pub channel: bool,
    /// The order of the answers in the sentence.
    pub order: KeyOrder,
    /// The id of the turn, which the request to the host carries (PD-39).
    pub turn: String,
}

/// The outcome of a call before the user is asked.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Step {
    /// The call has its result.
    Done(Output),
    /// The call fails.
    Failed(ToolError),
    /// The user must be asked.
    Asks(Request),
}

/// A result.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Output {
    /// The text for the model (PD-98).
    pub text: String,
    /// The data of the result (PD-42, PD-93).
    pub data: Value,
}

/// Checks a call, and runs the tool up to the channel. The arguments are as the model wrote them.
pub fn begin(text: &str, context: &Context) -> Step {
    let Ok(arguments) = read_arguments(text) else {
        let code = if context.profile == Profile::Seed { INVALID_SCHEMA } else { "invalid_type" };
        return Step::Failed(ToolError::invalid(vec![Issue::new(
            "$",
            code,
            "the arguments are no JSON object that can be read",
        )]));
    };
    let arguments = Value::Object(arguments);
    if let Err(issues) = schema_check::check(&arguments, context.profile) {
        return Step::Failed(ToolError::invalid(issues));
    }
    if !context.prompts {
        return Step::Failed(ToolError::prompts_disabled());
    }
    let Value::Object(arguments) = arguments else { return Step::Failed(ToolError::invalid(Vec::new())) };
    let arguments = Arguments::new(arguments);
    if let Err(issue) = validate::check(&arguments.questions) {
        return Step::Failed(ToolError::invalid(vec![issue]));
    }
    execute(arguments, context)
}

/// Runs the tool itself, up to the channel. The tool repeats no check (PD-90).
pub fn execute(arguments: Arguments, context: &Context) -> Step {
    let Arguments { questions, answers, annotations, metadata } = arguments;
    if !context.channel {
        return Step::Failed(ToolError::no_channel());
    }
    match answers.filter(js::has_keys) {
        Some(answers) => {
            let annotations = annotations.filter(js::is_truthy);
            match finish(&questions, Ok(Reply::Answered { answers, annotations }), context.order) {
                Ok(output) => Step::Done(output),
                Err(error) => Step::Failed(error),
            }
        }
        None => {
            let metadata = metadata.filter(js::is_truthy);
            Step::Asks(Request { turn: context.turn.clone(), questions, metadata })
        }
    }
}

/// The result of a call, from the channel's reply.
///
/// # Errors
/// The user does not answer (PD-41), the channel fails (PD-45), or the reply has no answers.
pub fn finish(questions: &Value, replied: Replied, order: KeyOrder) -> Result<Output, ToolError> {
    match replied {
        Err(thrown) => Err(ToolError::thrown(thrown.0)),
        Ok(Reply::Cancelled { reason }) => Err(ToolError::declined(reason.as_deref())),
        Ok(Reply::Answered { answers, annotations }) => {
            let text = sentence(&answers, annotations.as_ref(), order)
                .ok_or_else(|| ToolError::thrown("The channel replied without any answers."))?;
            let mut data = json!({"questions": questions, "answers": answers});
            if let Some(annotations) = annotations {
                data["annotations"] = annotations;
            }
            Ok(Output { text, data })
        }
    }
}

#[cfg(test)]
#[path = "pipeline_tests.rs"]
mod tests;
