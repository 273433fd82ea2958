//! What the rules of the protocol say of one run. The runs of all scenarios are held to them; a `Then` names the row.

use super::super::{Step, then, then_client::told};
use crate::{
    model::{json::Value, rpc::text},
    sim::{
        fault::Faults,
        generators::acp::rules,
        rules::{Breach, Rule},
        run_state::RunState,
        workload::Workload,
    },
    stage::Lane,
    suite::check::{Evidence, Finding, Mismatch, fails},
};

/// A rule as a step.
struct Kept {
    expression: &'static str,
    about: &'static str,
    rule: &'static Rule,
    /// The lines that the rule looks at. If the agent has sent none of them, the step fails: it would say nothing.
    looks_at: fn(&Value) -> bool,
}

const KEPT: [Kept; 20] = [
    Kept {
        expression: "the agent writes nothing but messages",
        about: "Each line of its stdout is JSON.",
        rule: &rules::STDOUT,
        looks_at: |_| true,
    },
    Kept {
        expression: "each message of the agent stands whole on its line",
        about: "No line of its stdout is a piece of JSON.",
        rule: &rules::WHOLE,
        looks_at: |_| true,
    },
    Kept {
        expression: "each line of the agent is one message",
        about: "Each line that the agent sends is one request, notification or response of JSON-RPC 2.0.",
        rule: &rules::MESSAGES,
        looks_at: |line| !line.is_string(),
    },
    Kept {
        expression: "the answer to initialize has the shape of the protocol",
        about: "A version, and whatever is told of capabilities, logins and the agent is of its type.",
        rule: &rules::INITIALIZED,
        looks_at: |line| line.pointer("/result/protocolVersion").is_some(),
    },
    Kept {
        expression: "each method of the agent is one of the protocol",
        about: "Or it begins with an underscore.",
        rule: &rules::METHODS,
        looks_at: |line| text(line, "method").is_some(),
    },
    Kept {
        expression: "each error of the agent has a code and a message",
        about: "The code is a whole number, and the message is a text.",
        rule: &rules::ERRORS,
        looks_at: |line| line.get("error").is_some(),
    },
    Kept {
        expression: "nothing is told as completed but a page that the user was asked to open",
        about: "Each `elicitation/complete` has the `elicitationId` of an earlier elicitation.",
        rule: &rules::COMPLETED,
        looks_at: |_| true,
    },
    Kept {
        expression: "no page is told as completed twice",
        about: "Each `elicitation/complete` has an `elicitationId` that none had before.",
        rule: &rules::COMPLETED_ONCE,
        looks_at: |_| true,
    },
    Kept {
        expression: "each turn ends for a reason of the protocol",
        about: "The `stopReason` of each response to a prompt.",
        rule: &rules::STOP_REASONS,
        looks_at: |line| line.pointer("/result/stopReason").is_some(),
    },
    Kept {
        expression: "each update is of a kind of the protocol",
        about: "And has the members that updates of its kind must have.",
        rule: &rules::UPDATES,
        looks_at: |line| text(line, "method") == Some("session/update"),
    },
    Kept {
        expression: "each update and each question names a session that was begun",
        about: "Or one that the agent has announced in an earlier message.",
        rule: &rules::SESSIONS,
        looks_at: |line| line.pointer("/params/sessionId").is_some(),
    },
    Kept {
        expression: "each tool call is announced before anything else names it",
        about: "Each `toolCallId` in an update, a permission or an elicitation is that of an earlier `tool_call`.",
        rule: &rules::ANNOUNCED,
        looks_at: |line| ["update", "toolCall"].iter().any(|of| !line["params"][*of]["toolCallId"].is_null()),
    },
    Kept {
        expression: "nothing of a turn is told after a prompt's answer",
        about: "After the last answer to a prompt, no update tells a text, a thought, a plan or a tool call in a session that \
                had a prompt.",
        rule: &rules::AFTER_THE_END,
        looks_at: |line| line.pointer("/result/stopReason").is_some(),
    },
    Kept {
        expression: "questions that are open at the same time have different ids",
        about: "The ids of the agent's requests that wait for the user.",
        rule: &rules::OPEN_IDS,
        looks_at: |line| is_asked(line, "session/request_permission") || is_asked(line, "elicitation/create"),
    },
    Kept {
        expression: "the permission has a session, a tool call and options of the four kinds",
        about: "The request for permission has `sessionId`, `toolCall.toolCallId` and `options`, each with `optionId`, \
                `name` and a known `kind`.",
        rule: &rules::PERMISSIONS,
        looks_at: has_options,
    },
    Kept {
        expression: "what a permission is asked for is told as pending",
        about: "The last status that was told of the call, if one was.",
        rule: &rules::PENDING,
        looks_at: |line| is_asked(line, "session/request_permission"),
    },
    Kept {
        expression: "each permission has an option",
        about: "At least one of those that the user may choose.",
        rule: &rules::OFFERED,
        looks_at: |line| is_asked(line, "session/request_permission"),
    },
    Kept {
        expression: "the options of the permission have different ids",
        about: "No two options have one `optionId`.",
        rule: &rules::OPTIONS,
        looks_at: has_options,
    },
    Kept {
        expression: "the form is flat",
        about: "Each property of a form is of a simple type: no object, and a list only of given texts.",
        rule: &rules::PROPERTIES,
        looks_at: has_properties,
    },
    Kept {
        expression: "the choices of the form are texts, or values with titles",
        about: "Of each property that has choices.",
        rule: &rules::OWN_CHOICES,
        looks_at: has_properties,
    },
];

pub fn steps() -> Vec<Step> {
    let kept = KEPT.iter().map(|Kept { expression, about, rule, looks_at }| {
        then(expression, about, |evidence, ()| {
            if told(evidence)?.iter().any(|line| looks_at(line.what)) {
                return keeps(evidence, rule);
            }
            Err(Mismatch::Unmet("no line that this could be said of".to_owned()))
        })
    });
    let others = [
        then(
            "each default of the form has the type of its property",
            "Of each property that has a default.",
            |evidence, ()| {
                let has_default = |line: &Value| {
                    let members = line.pointer("/params/requestedSchema/properties").and_then(Value::as_object);
                    members.into_iter().flatten().any(|(_, property)| !property["default"].is_null())
                };
                if_any(evidence, has_default, "no form has a default", &rules::DEFAULTS)
            },
        ),
        then(
            "where several tool calls are announced, each has an id of its own",
            "No two `tool_call` updates have one `toolCallId`. Where not so many are announced, this never comes up.",
            |evidence, ()| {
                let lines = told(evidence)?;
                let is_announced = |update: &&Value| text(update, "sessionUpdate") == Some("tool_call");
                let updates = lines.iter().filter_map(|line| line.what.pointer("/params/update")).filter(is_announced);
                let ids: Vec<&str> = updates.filter_map(|update| text(update, "toolCallId")).collect();
                if ids.len() < 2 {
                    return Err(Mismatch::Unmet("no two tool calls are announced".to_owned()));
                }
                let twice = ids.iter().enumerate().find(|(at, id)| ids[..*at].contains(id));
                twice.map_or(Ok(()), |(_, id)| fails("an id for each call", format!("{id:?} for two"), None))
            },
        ),
        then(
            "what is given up is a question of the agent that was open",
            "Each `$/cancel_request` of the agent.",
            |evidence, ()| {
                let is_given_up = |line: &Value| text(line, "method") == Some("$/cancel_request");
                if_any(evidence, is_given_up, "nothing is given up", &rules::GIVEN_UP)
            },
        ),
    ];
    kept.chain(others).collect()
}

/// Whether a line is a request with this method.
fn is_asked(line: &Value, method: &str) -> bool {
    text(line, "method") == Some(method)
}

/// Whether a line is a request for permission with an option.
fn has_options(line: &Value) -> bool {
    let options = line.pointer("/params/options").and_then(Value::as_array);
    is_asked(line, "session/request_permission") && options.is_some_and(|options| options.iter().next().is_some())
}

/// Whether a line is a form with properties.
fn has_properties(line: &Value) -> bool {
    line.pointer("/params/requestedSchema/properties").is_some_and(Value::is_object)
}

/// Whether a run keeps a rule about what an agent need not do. Unmet if it does not.
fn if_any(evidence: &Evidence<'_>, looks_at: impl Fn(&Value) -> bool, none: &str, rule: &'static Rule) -> Finding {
    if told(evidence)?.iter().any(|line| looks_at(line.what)) {
        return keeps(evidence, rule);
    }
    Err(Mismatch::Unmet(none.to_owned()))
}

/// Whether a run keeps a rule.
pub(super) fn keeps(evidence: &Evidence<'_>, rule: &'static Rule) -> Finding {
    let workload = Workload::default();
    let mut run_state = RunState::new(&workload, Faults::default());
    let mut check = (rule.make)();
    for event in evidence.events(&[Lane::Client, Lane::Prompt, Lane::Turn])? {
        run_state.take(event.at_ms, &event.what);
        let seen: Result<(), Breach> = check.see(&run_state, &event.what);
        if let Err(breach) = seen {
            return fails(rule.about, breach.to_string(), Some(event.seq));
        }
    }
    Ok(())
}
