//! What the person was shown.

use super::{Step, then};
use crate::{
    stage::Lane,
    suite::check::{Evidence, Finding, Miss, Seen, counted, equal, fails, holds, nth, only},
    system::{Prompt, Typing},
};

pub const STEPS: &[Step] = &[
    then("no prompt is shown", "The person is asked nothing.", |evidence, _| count(evidence, 0)),
    then(
        "{int} prompt(s) is/are shown",
        "So many prompts are shown; redrawing one does not count.",
        |evidence, args| count(evidence, args.number(0)),
    ),
    then(
        "the prompt is drawn as:",
        "The only prompt, as it is first drawn: the text in a doc string.",
        |evidence, args| {
            let expected = args.doc().map_err(Miss::Unread)?;
            drawn(&the_prompt(evidence)?, &expected)
        },
    ),
    then("the prompt is drawn as the lines {}", "The same, as a JSON array of lines.", |evidence, args| {
        let lines: Vec<String> = serde_json::from_value(args.json(0).map_err(Miss::Unread)?)
            .map_err(|_| Miss::Unread("the lines are no JSON array of texts".to_owned()))?;
        drawn(&the_prompt(evidence)?, &lines.join("\n"))
    }),
    then(
        "prompt {int} is drawn as:",
        "The same of the prompt that is shown first, second and so on.",
        |evidence, args| {
            let expected = args.doc().map_err(Miss::Unread)?;
            drawn(&nth(evidence.prompts()?, args.number(0), "prompt")?, &expected)
        },
    ),
    then("prompt {int} contains {string}", "A piece of what is drawn.", |evidence, args| {
        let prompt = nth(evidence.prompts()?, args.number(0), "prompt")?;
        has(&prompt, &args.text(1))
    }),
    then("the prompt contains {string}", "A piece of what is drawn at the only prompt.", |evidence, args| {
        has(&the_prompt(evidence)?, &args.text(0))
    }),
    then("the prompt does not contain {string}", "What is nowhere in the drawing.", |evidence, args| {
        let prompt = the_prompt(evidence)?;
        let piece = args.text(0);
        holds(!prompt.what.text.contains(&piece), format!("nothing with {piece:?}"), show(&prompt), Some(prompt.seq))
    }),
    then(
        "the prompt shows {string} above {string}",
        "Two pieces of the drawing, on different lines, in that order.",
        |evidence, args| {
            let prompt = the_prompt(evidence)?;
            let line = |piece: &str| prompt.what.text.lines().position(|line| line.contains(piece));
            let (upper, lower) = (args.text(0), args.text(1));
            let above = matches!((line(&upper), line(&lower)), (Some(upper), Some(lower)) if upper < lower);
            holds(above, format!("{upper:?} on a line above {lower:?}"), show(&prompt), Some(prompt.seq))
        },
    ),
    then(
        "the prompt offers the keys {string}",
        "All keys that mean something of their own, separated by blanks.",
        |evidence, args| {
            let prompt = the_prompt(evidence)?;
            let keys: Vec<String> = prompt.what.offers.keys.iter().map(ToString::to_string).collect();
            equal(&args.text(0), &keys.join(" "), Some(prompt.seq), |keys| format!("the keys {keys}"))
        },
    ),
    then("the prompt offers the choices {}", "All choices in their order, as a JSON array.", |evidence, args| {
        let expected = args.json(0).map_err(Miss::Unread)?;
        let prompt = the_prompt(evidence)?;
        equal(&expected, &prompt.what.offers.choices.clone().into(), Some(prompt.seq), |choices| {
            format!("the choices {choices}")
        })
    }),
    then("the prompt hides what is typed", "Text is typed without echo.", |evidence, _| {
        let prompt = the_prompt(evidence)?;
        let found = format!("{:?}", prompt.what.offers.typing);
        holds(prompt.what.offers.typing == Some(Typing::Hidden), "typing without echo", found, Some(prompt.seq))
    }),
    then("the prompt is redrawn with {string}", "A later drawing of a prompt has this piece.", |evidence, args| {
        let piece = args.text(0);
        let drawings = evidence.drawings()?;
        let redrawn = drawings.iter().skip(1).find(|drawing| drawing.what.text.contains(&piece));
        holds(
            redrawn.is_some(),
            format!("a redraw with {piece:?}"),
            format!("{} drawings without", drawings.len()),
            None,
        )
    }),
    then("the prompt is withdrawn", "A prompt that is shown is taken away.", |evidence, _| {
        let withdrawn = evidence.cancelled(Lane::Prompt)?;
        holds(!withdrawn.is_empty(), "the prompt withdrawn", "no prompt withdrawn", None)
    }),
    then(
        "what was done is refused as {word}",
        "not_offered, late, foreign, idle or busy: what the giver of an input is told.",
        |evidence, args| {
            let refusals = evidence.refusals()?;
            let words: Vec<String> = refusals.iter().map(|refusal| json_word(&refusal.what)).collect();
            let found = words.iter().any(|word| word == args.raw(0));
            holds(found, format!("a refusal as {}", args.raw(0)), format!("refusals: {words:?}"), None)
        },
    ),
    then("nothing is refused", "Every input was taken.", |evidence, _| match evidence.refusals()?.first() {
        None => Ok(()),
        Some(refusal) => fails("no refusal", json_word(&refusal.what), Some(refusal.seq)),
    }),
];

fn count(evidence: &Evidence<'_>, expected: u64) -> Finding {
    let prompts = evidence.prompts()?;
    let seq = prompts.last().map(|prompt| prompt.seq);
    equal(&expected, &(prompts.len() as u64), seq, |count| counted(*count, "prompt"))
}

fn the_prompt<'a>(evidence: &Evidence<'a>) -> Result<Seen<&'a Prompt>, Miss> {
    only(evidence.prompts()?, "prompt")
}

fn drawn(prompt: &Seen<&Prompt>, expected: &str) -> Finding {
    let found = &prompt.what.text;
    holds(found == expected, indent(expected), indent(found), Some(prompt.seq))
}

fn has(prompt: &Seen<&Prompt>, piece: &str) -> Finding {
    holds(prompt.what.text.contains(piece), format!("a drawing with {piece:?}"), show(prompt), Some(prompt.seq))
}

fn show(prompt: &Seen<&Prompt>) -> String {
    indent(&prompt.what.text)
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("\n    {line}")).collect()
}

fn json_word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
