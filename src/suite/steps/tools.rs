//! The host's tools, and what they ask.

use serde_json::{Value, json};

use super::{Step, given};
use crate::stage::scenario::ToolEnd;

pub const STEPS: &[Step] = &[
    given("a tool {string}", "A tool of the host; it returns `ok`.", |draft, args| {
        draft.add_tool(args.text(0), ToolEnd::Done("ok".to_owned()));
        Ok(())
    }),
    given("a tool {string} that returns {string}", "A tool of the host that succeeds like that.", |draft, args| {
        draft.add_tool(args.text(0), ToolEnd::Done(args.text(1)));
        Ok(())
    }),
    given("a tool {string} that fails with {string}", "A tool of the host that fails like that.", |draft, args| {
        draft.add_tool(args.text(0), ToolEnd::Error(args.text(1)));
        Ok(())
    }),
    given("a tool {string} that ends without a word", "A tool of the host that crashes.", |draft, args| {
        draft.add_tool(args.text(0), ToolEnd::Panicked);
        Ok(())
    }),
    given("the tool {string} takes {int} ms", "How long each execution takes.", |draft, args| {
        draft.tool(&args.text(0))?.after_ms = args.number(1);
        Ok(())
    }),
    given(
        "the tool {string} asks the {word} question {string} as {string}",
        "A question of the tool: boolean, text or secret; its text, and its id.",
        |draft, args| {
            let kind = match args.raw(1) {
                kind @ ("boolean" | "text" | "secret") => kind,
                other => {
                    return Err(format!(
                        "expected boolean, text or secret, found {other}; for select, see the step \
                    with `between`"
                    ));
                }
            };
            let question = json!({"id": args.text(3), "text": args.text(2), "answer_type": {"type": kind}});
            draft.tool(&args.text(0))?.asks.push(question);
            Ok(())
        },
    ),
    given(
        "the tool {string} asks the question {string} as {string} between {}",
        "A select question of the tool: its text, its id, and its options as a JSON array.",
        |draft, args| {
            let answer_type = json!({"type": "select", "options": args.json(3)?});
            let question = json!({"id": args.text(2), "text": args.text(1), "answer_type": answer_type});
            draft.tool(&args.text(0))?.asks.push(question);
            Ok(())
        },
    ),
    given(
        "the tool {string} asks:",
        "A question of the tool as it writes it, as JSON in a doc string.",
        |draft, args| {
            let question = args.doc_json()?;
            draft.tool(&args.text(0))?.asks.push(question);
            Ok(())
        },
    ),
    given(
        "in the call {string} the tool {string} asks:",
        "What the tool asks instead in that call, as JSON in a doc string.",
        |draft, args| {
            let question = args.doc_json()?;
            draft.tool(&args.text(1))?.asks_in_call.entry(args.text(0)).or_default().push(question);
            Ok(())
        },
    ),
    given(
        "the tool {string} asks its first question {int} times",
        "It takes no answer before it has asked so often.",
        |draft, args| {
            draft.tool(&args.text(0))?.insists = u32::try_from(args.number(1)).unwrap_or(u32::MAX);
            Ok(())
        },
    ),
    given(
        "its question has {word} set to {}",
        "Sets a field of the question that the tool brought last asks last; the value is JSON.",
        |draft, args| {
            let (field, value) = (args.raw(0).to_owned(), args.json(1)?);
            let asked = draft.scenario.tools.last_mut().and_then(|script| script.asks.last_mut());
            let question = asked.and_then(Value::as_object_mut);
            question
                .ok_or("there is no question here; a step that makes a tool ask must come first")?
                .insert(field, value);
            Ok(())
        },
    ),
];
