//! Executions of tools, the end of the turn and of the run, and notices.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Op, json::Value, rpc::text};

use super::{
    Step, then,
    words::{EndOfTurn, RunEnd},
};
use crate::{
    stage::{Lane, What},
    suite::check::{Evidence, Finding, Mismatch, counted, equal, fails, holds, nth},
    system::{Act, Effect, FileOp, Input, Prompt, Turn, TurnEnd, Why},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "the tool {string} runs {int} time(s)",
            "How often the tool is executed.",
            |evidence, (tool, count): (String, u64)| runs(evidence, &tool, count),
        ),
        then(
            "where what was answered was offered, the tool {string} runs {int} time(s)",
            "How often the tool is executed. Where an act of the person was refused because nothing like it was offered, this \
             never comes up.",
            |evidence, (tool, count): (String, u64)| {
                was_offered(evidence)?;
                runs(evidence, &tool, count)
            },
        ),
        then(
            "of several questions at once, the tool {string} runs {int} time(s)",
            "How often the tool is executed. Where the subject has asked one question after another, this never comes up.",
            |evidence, (tool, count): (String, u64)| {
                several_at_once(evidence)?;
                runs(evidence, &tool, count)
            },
        ),
        then(
            "execution {int} of {string} has the answers {}",
            "The answers that an execution is given, by question id: JSON.",
            |evidence, (number, tool, expected): (u64, String, Value)| {
                let execution = nth(evidence.executions(&tool)?, number, "execution")?;
                equal(
                    &expected,
                    &Value::Object(execution.what.answers.clone()),
                    Some(execution.seq),
                    ToString::to_string,
                )
            },
        ),
        then(
            "execution {int} of {string} has the arguments {}",
            "The arguments that an execution is given: JSON.",
            |evidence, (number, tool, expected): (u64, String, Value)| {
                let execution = nth(evidence.executions(&tool)?, number, "execution")?;
                equal(&expected, &execution.what.arguments, Some(execution.seq), ToString::to_string)
            },
        ),
        then(
            "an execution of the call {string} has the answers {}",
            "The answers that an execution of that call is given, by question id: JSON.",
            |evidence, (id, expected): (String, Value)| {
                let mut executions = evidence.all_executions()?;
                executions.retain(|execution| execution.what.id == id);
                let found: Vec<Value> =
                    executions.iter().map(|execution| Value::Object(execution.what.answers.clone())).collect();
                let seq = executions.last().map(|execution| execution.seq);
                holds(found.contains(&expected), expected.to_string(), Value::from(found).to_string(), seq)
            },
        ),
        then(
            "the execution of {string} is cancelled",
            "An execution of the tool is aborted while it is under way.",
            |evidence, tool: String| {
                let cancelled = evidence.cancelled(Lane::Tool)?;
                let executions = evidence.executions(&tool)?;
                let found = executions.iter().any(|one| cancelled.iter().any(|cancel| cancel.op == one.op));
                holds(found, format!("an execution of {tool} cancelled"), "none", None)
            },
        ),
        then(
            "the turn ends {word}",
            "completed, interrupted, failed, timed_out or misconfigured: how the last turn ends.",
            |evidence, EndOfTurn(expected): EndOfTurn| {
                let turns = evidence.effects(Lane::Turn)?;
                let ended = turns.into_iter().rev().find_map(|effect| match effect.what {
                    Effect::Turn(Turn::Ended(how)) => Some((effect.seq, *how)),
                    _ => None,
                });
                let (seq, word) = match ended {
                    None => (None, "not at all"),
                    Some((seq, TurnEnd::Completed)) => (Some(seq), "completed"),
                    Some((seq, TurnEnd::Interrupted)) => (Some(seq), "interrupted"),
                    Some((seq, TurnEnd::Failed(_))) => (Some(seq), "failed"),
                    Some((seq, TurnEnd::TimedOut)) => (Some(seq), "timed_out"),
                    Some((seq, TurnEnd::Misconfigured)) => (Some(seq), "misconfigured"),
                };
                equal(&expected, &word, seq, |word| format!("it ends {word}"))
            },
        ),
        then(
            "the run ends {word}",
            "done, parked, killed or exited: how the run ends.",
            |evidence, RunEnd(expected): RunEnd| {
                equal(&expected, &evidence.end(), None, |word| format!("it ends {word}"))
            },
        ),
        then(
            "the turn is paused {int} time(s)",
            "How often a turn is paused for an answer.",
            |evidence, count: u64| {
                let effects = evidence.effects(Lane::Turn)?;
                let paused = effects.iter().filter(|effect| matches!(effect.what, Effect::Turn(Turn::Paused))).count();
                equal(&count, &(paused as u64), None, |count| counted(*count, "pause"))
            },
        ),
        then(
            "the subject exits with {int}",
            "The status with which the subject's process ends.",
            |evidence, expected: u64| {
                let effects = evidence.effects(Lane::Turn)?;
                let status = effects.iter().find_map(|effect| match effect.what {
                    Effect::Exit(status) => Some((u64::from(*status), effect.seq)),
                    _ => None,
                });
                let (found, seq) =
                    status.map_or(("no exit".to_owned(), None), |(status, seq)| (status.to_string(), Some(seq)));
                equal(&expected.to_string(), &found, seq, Clone::clone)
            },
        ),
        then(
            "the process of the subject ends by no signal",
            "It ends, and its status is not that of a process that SIGTERM or SIGKILL has ended.",
            |evidence, ()| {
                let by_signal = [128 + 15, 128 + 9];
                let effects = evidence.effects(Lane::Turn)?;
                let exit = effects.iter().find_map(|effect| match effect.what {
                    Effect::Exit(status) => Some((*status, effect.seq)),
                    _ => None,
                });
                let Some((status, seq)) = exit else { return fails("an end of the process", "none", None) };
                holds(!by_signal.contains(&status), "no signal", format!("status {status}"), Some(seq))
            },
        ),
        then(
            "the subject exits at {int} ms",
            "When the subject's process ends by itself, counted from the beginning of the run.",
            |evidence, ms: u64| {
                let effects = evidence.effects(Lane::Turn)?;
                let exit = effects.iter().find(|effect| matches!(effect.what, Effect::Exit(_)));
                let found = exit.map_or_else(|| "no exit".to_owned(), |exit| format!("at {} ms", exit.at.0));
                equal(&format!("at {ms} ms"), &found, exit.map(|exit| exit.seq), Clone::clone)
            },
        ),
        then(
            "a notice tells {string}",
            "A piece of a notice: a text of the subject outside every prompt.",
            |evidence, piece: String| {
                let notices = notices(evidence)?;
                let found = notices.iter().any(|notice| notice.contains(&piece));
                holds(found, format!("a notice with {piece:?}"), format!("{notices:?}"), None)
            },
        ),
        then("a notice is given", "The subject gives some notice, outside the prompts.", |evidence, ()| {
            let notices = notices(evidence)?;
            holds(notices.iter().any(|notice| !notice.trim().is_empty()), "a notice", format!("{notices:?}"), None)
        }),
        then("no notice tells {string}", "No notice has this piece.", |evidence, piece: String| {
            let notices = notices(evidence)?;
            let found = notices.iter().any(|notice| notice.contains(&piece));
            holds(!found, format!("no notice with {piece:?}"), format!("{notices:?}"), None)
        }),
        then("no notice is given", "The subject tells nothing outside the prompts.", |evidence, ()| {
            let notices = notices(evidence)?;
            holds(notices.is_empty(), "no notice", format!("{notices:?}"), None)
        }),
        then("no file is written", "The subject writes nothing to the disk.", |evidence, ()| {
            let effects = evidence.effects(Lane::File)?;
            let written = effects.iter().find(|effect| matches!(effect.what, Effect::File(_, FileOp::Write { .. })));
            holds(written.is_none(), "no file written", "a file written", written.map(|effect| effect.seq))
        }),
    ]
}

/// Whether a tool is executed so often.
fn runs(evidence: &Evidence<'_>, tool: &str, count: u64) -> Finding {
    let executions = evidence.executions(tool)?;
    let seq = executions.last().map(|execution| execution.seq);
    equal(&count, &(executions.len() as u64), seq, |count| counted(*count, "execution"))
}

/// Reads whether every act of the person was offered.
///
/// # Errors
/// Unmet if one was not: then nothing was decided by it. An option for always in the place of one for once is another option.
pub(super) fn was_offered(evidence: &Evidence<'_>) -> Result<(), Mismatch> {
    let refused = evidence.refusals()?.into_iter().any(|refusal| refusal.what == Why::NotOffered);
    let mut options: BTreeMap<Op, &Value> = BTreeMap::new();
    let mut is_replaced = false;
    for event in evidence.events(&[Lane::Prompt])? {
        match &event.what {
            What::Effect(Effect::Show(op, Prompt { request: Some(params), .. })) => {
                options.extend(params.get("options").map(|shown| (*op, shown)));
            }
            What::Input(Input::Person(op, Act::Reject)) => {
                let shown = options.get(op).and_then(|shown| shown.as_array());
                let rejects = |option: &Value| text(option, "kind").is_some_and(|kind| kind.starts_with("reject_"));
                is_replaced |= shown.is_some_and(|shown| !shown.iter().any(rejects));
            }
            What::Input(Input::Person(op, Act::Answer(answer))) => {
                let is_it = |option: &Value| {
                    ["kind", "optionId", "name"].iter().any(|member| option.get(*member) == Some(answer))
                };
                let shown = options.get(op).and_then(|shown| shown.as_array());
                is_replaced |= shown.is_some_and(|shown| !shown.iter().any(is_it));
            }
            _ => {}
        }
    }
    if refused || is_replaced {
        return Err(Mismatch::Unmet("what the person answers was not offered".to_owned()));
    }
    Ok(())
}

/// Reads whether two prompts were open at the same time.
///
/// # Errors
/// Unmet if they were not: then no answer can overtake another.
fn several_at_once(evidence: &Evidence<'_>) -> Result<(), Mismatch> {
    let mut open = BTreeSet::new();
    for event in evidence.events(&[Lane::Prompt])? {
        match &event.what {
            What::Effect(Effect::Show(op, _)) => drop(open.insert(*op)),
            What::Effect(Effect::Cancel(op, _)) | What::Input(Input::Person(op, _)) => drop(open.remove(op)),
            _ => {}
        }
        if open.len() > 1 {
            return Ok(());
        }
    }
    Err(Mismatch::Unmet("no two questions were open at the same time".to_owned()))
}

fn notices(evidence: &Evidence<'_>) -> Result<Vec<String>, Mismatch> {
    let effects = evidence.effects(Lane::Turn)?;
    let notices = effects.iter().filter_map(|effect| match effect.what {
        Effect::Notice(text) => Some(text.clone()),
        _ => None,
    });
    Ok(notices.collect())
}
