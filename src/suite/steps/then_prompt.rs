//! Prompts that the person was shown.

use crate::model::json::Value;

use super::{Step, comparing::is_like, then, then_run::was_offered, typed::Doc, words::AtATime};
use crate::{
    stage::Lane,
    suite::check::{Evidence, Finding, Mismatch, Seen, counted, equal, fails, holds, nth, only},
    system::{Offers, Prompt, Typing, Why},
};

/// A rule has at least this many characters.
const RULE_MIN: usize = 10;

pub fn steps() -> Vec<Step> {
    vec![
        then("no prompt is shown", "The person is asked nothing.", |evidence, ()| count(evidence, 0)),
        then(
            "{int} prompt(s) is/are shown",
            "So many prompts are shown; redrawing one does not count.",
            |evidence, expected: u64| count(evidence, expected),
        ),
        then(
            "fewer than {int} prompts are shown",
            "Not so many prompts are shown; redrawing one does not count.",
            |evidence, limit: u64| {
                let shown = evidence.prompts()?.len() as u64;
                holds(shown < limit, format!("fewer than {limit} prompts"), counted(shown, "prompt"), None)
            },
        ),
        then(
            "where what was answered was offered, {int} prompt(s) is/are shown",
            "So many prompts are shown. Where an act of the person was refused because nothing like it was offered, this never \
             comes up.",
            |evidence, expected: u64| {
                was_offered(evidence)?;
                count(evidence, expected)
            },
        ),
        then(
            "the prompt is drawn as:",
            "The only prompt, as it is first drawn: the text in a doc string. A line of ten or more `─` and nothing \
             else may have any such length.",
            |evidence, Doc(expected): Doc| drawn(&the_prompt(evidence)?, &expected),
        ),
        then(
            "the prompt is drawn as the lines {}",
            "The same, as a JSON array of lines.",
            |evidence, lines: Vec<String>| drawn(&the_prompt(evidence)?, &lines.join("\n")),
        ),
        then(
            "prompt {int} is drawn as:",
            "The same of the prompt that is shown first, second and so on.",
            |evidence, (number, Doc(expected)): (u64, Doc)| {
                drawn(&nth(evidence.prompts()?, number, "prompt")?, &expected)
            },
        ),
        then(
            "prompt {int} contains {string}",
            "A piece of what is drawn.",
            |evidence, (number, piece): (u64, String)| {
                let prompt = nth(evidence.prompts()?, number, "prompt")?;
                has(&prompt, &piece)
            },
        ),
        then(
            "the prompt contains {string}",
            "A piece of what is drawn at the only prompt.",
            |evidence, piece: String| has(&the_prompt(evidence)?, &piece),
        ),
        then(
            "the prompt has the lines {}",
            "Whole lines of the only prompt, one after the other: a JSON array.",
            |evidence, lines: Vec<String>| has_lines(&the_prompt(evidence)?, &lines),
        ),
        then(
            "the prompt has at last the lines {}",
            "The same for the last drawing of the prompt, which must not be its first.",
            |evidence, lines: Vec<String>| {
                let (first, last) = (the_prompt(evidence)?, last_drawing(evidence)?);
                holds(last.seq != first.seq, "a redraw", "none", Some(first.seq))?;
                has_lines(&last, &lines)
            },
        ),
        then(
            "the prompt has a line like {string}",
            "A line of the only prompt. Each … stands for some text in which no two blanks follow one another.",
            |evidence, pattern: String| {
                let prompt = the_prompt(evidence)?;
                has_line_like(&[prompt], &pattern)
            },
        ),
        then(
            "prompt {int} has a line like {string}",
            "The same of the prompt that is shown first, second and so on.",
            |evidence, (number, pattern): (u64, String)| {
                let prompt = nth(evidence.prompts()?, number, "prompt")?;
                has_line_like(&[prompt], &pattern)
            },
        ),
        then(
            "the prompt is redrawn with a line like {string}",
            "The same of a later drawing of a prompt.",
            |evidence, pattern: String| {
                let drawings = evidence.drawings()?;
                has_line_like(drawings.get(1..).unwrap_or_default(), &pattern)
            },
        ),
        then(
            "the prompt is redrawn at last with a line like {string}",
            "The same of the last drawing of the only prompt, which is not its first.",
            |evidence, pattern: String| {
                let (first, last) = (the_prompt(evidence)?, last_drawing(evidence)?);
                holds(last.seq != first.seq, "a redraw", "none", Some(first.seq))?;
                has_line_like(&[last], &pattern)
            },
        ),
        then(
            "the prompt contains one of {}",
            "One of these pieces of what is drawn at the only prompt: a JSON array.",
            |evidence, pieces: Vec<String>| {
                let prompt = the_prompt(evidence)?;
                let is_there = pieces.iter().any(|piece| prompt.what.shows(piece));
                holds(is_there, format!("a drawing with one of {pieces:?}"), show(&prompt), Some(prompt.seq))
            },
        ),
        then("the prompt does not contain {string}", "What is nowhere in the drawing.", |evidence, piece: String| {
            let prompt = the_prompt(evidence)?;
            holds(!prompt.what.shows(&piece), format!("nothing with {piece:?}"), show(&prompt), Some(prompt.seq))
        }),
        then(
            "no prompt contains {string}",
            "No drawing of any prompt has this piece. The step also holds if no prompt is shown.",
            |evidence, piece: String| {
                let drawings = evidence.drawings()?;
                match drawings.iter().find(|drawing| drawing.what.shows(&piece)) {
                    None => Ok(()),
                    Some(drawing) => fails(format!("nothing with {piece:?}"), show(drawing), Some(drawing.seq)),
                }
            },
        ),
        then(
            "the prompt shows {string} above {string}",
            "Two pieces of the drawing, on different lines, in that order.",
            |evidence, (upper, lower): (String, String)| {
                let prompt = the_prompt(evidence)?;
                let line = |piece: &str| prompt.what.lines_of(piece).map(|(first, _)| first);
                let above = matches!((line(&upper), line(&lower)), (Some(upper), Some(lower)) if upper < lower);
                holds(above, format!("{upper:?} on a line above {lower:?}"), show(&prompt), Some(prompt.seq))
            },
        ),
        then(
            "below {string} the prompt lists {}",
            "The lines that follow on the line with that piece, blank lines between them aside, up to the next blank \
             line, end with these texts: a JSON array, which is the whole list.",
            |evidence, (piece, expected): (String, Vec<String>)| {
                let prompt = the_prompt(evidence)?;
                let line = prompt.what.lines_of(&piece).map_or(usize::MAX, |(_, last)| last);
                let mut lines = prompt.what.text.lines().skip(line.saturating_add(1));
                let first = lines.by_ref().find(|line| !line.trim().is_empty());
                let listed: Vec<&str> =
                    first.into_iter().chain(lines.take_while(|line| !line.trim().is_empty())).collect();
                let mut pairs = listed.iter().zip(&expected);
                let same = listed.len() == expected.len()
                    && pairs.all(|(line, text)| line.trim_end().ends_with(text.as_str()));
                holds(same, format!("the list {expected:?} below {piece:?}"), show(&prompt), Some(prompt.seq))
            },
        ),
        then(
            "the prompt offers the keys {string}",
            "All keys that mean something of their own, separated by blanks.",
            |evidence, expected: String| {
                let prompt = the_prompt(evidence)?;
                let keys: Vec<String> = prompt.what.offers.keys.iter().map(ToString::to_string).collect();
                equal(&expected, &keys.join(" "), Some(prompt.seq), |keys| format!("the keys {keys}"))
            },
        ),
        then(
            "of the keys {string} the prompt offers {string}",
            "Of the first keys, those and no others are offered, in any order. Other keys may be offered, too. Both are \
             separated by blanks.",
            |evidence, (known, expected): (String, String)| {
                let prompt = the_prompt(evidence)?;
                let offered: Vec<String> = prompt.what.offers.keys.iter().map(ToString::to_string).collect();
                let of_known = |is_meant: &dyn Fn(&str) -> bool| {
                    let keys: Vec<&str> = known.split_whitespace().filter(|key| is_meant(key)).collect();
                    keys.join(" ")
                };
                let found = of_known(&|key| offered.iter().any(|offer| offer == key));
                let expected = of_known(&|key| expected.split_whitespace().any(|one| one == key));
                equal(&expected, &found, Some(prompt.seq), |keys| format!("the keys {keys:?} of {known:?}"))
            },
        ),
        then(
            "the prompt offers the choices {}",
            "All choices in their order, as a JSON array.",
            |evidence, expected: Value| {
                let prompt = the_prompt(evidence)?;
                equal(&expected, &prompt.what.offers.choices.clone().into(), Some(prompt.seq), |choices| {
                    format!("the choices {choices}")
                })
            },
        ),
        then("the prompt hides what is typed", "Text is typed without echo.", |evidence, ()| {
            let prompt = the_prompt(evidence)?;
            let found = format!("{:?}", prompt.what.offers.typing);
            holds(prompt.what.offers.typing == Some(Typing::Hidden), "typing without echo", found, Some(prompt.seq))
        }),
        then(
            "the prompt is redrawn with {string}",
            "A later drawing of a prompt has this piece.",
            |evidence, piece: String| {
                let drawings = evidence.drawings()?;
                let redrawn = drawings.iter().skip(1).find(|drawing| drawing.what.shows(&piece));
                holds(
                    redrawn.is_some(),
                    format!("a redraw with {piece:?}"),
                    format!("{} drawings without", drawings.len()),
                    None,
                )
            },
        ),
        then(
            "the prompt is once redrawn as:",
            "A later drawing of a prompt is this one, whole: the text in a doc string.",
            |evidence, Doc(expected): Doc| {
                let drawings = evidence.drawings()?;
                let last = drawings.last().map(|drawing| drawing.seq);
                let is_there = drawings.iter().skip(1).any(|drawing| is_drawn_as(&drawing.what.text, &expected));
                holds(is_there, indent(&expected), format!("{} drawings, none like it", drawings.len()), last)
            },
        ),
        then(
            "prompts {int} and {int} are drawn alike",
            "The first drawings of the two prompts are the same.",
            |evidence, (one, other): (u64, u64)| {
                let prompt = |number| nth(evidence.prompts()?, number, "prompt");
                let (first, second) = (prompt(one)?, prompt(other)?);
                drawn(&second, &first.what.text)
            },
        ),
        then(
            "the prompt is redrawn at last with {string}",
            "The last drawing of the only prompt, which is not its first, has this piece.",
            |evidence, piece: String| {
                let (first, last) = (the_prompt(evidence)?, last_drawing(evidence)?);
                holds(last.seq != first.seq, "a redraw", "none", Some(first.seq))?;
                has(&last, &piece)
            },
        ),
        then(
            "the prompt is redrawn as:",
            "The last drawing of the only prompt: the text in a doc string.",
            |evidence, Doc(expected): Doc| drawn(&last_drawing(evidence)?, &expected),
        ),
        then(
            "the prompt is redrawn without {string}",
            "The last drawing of the only prompt, which must not be its first, does not have this piece.",
            |evidence, piece: String| {
                let prompt = last_drawing(evidence)?;
                let absent = !prompt.what.shows(&piece);
                holds(absent, format!("a drawing without {piece:?}"), show(&prompt), Some(prompt.seq))
            },
        ),
        then(
            "the prompt is redrawn with something new",
            "The last drawing of the only prompt has a line that the first does not have.",
            |evidence, ()| {
                let (first, last) = (the_prompt(evidence)?, last_drawing(evidence)?);
                let is_new = |line: &str| first.what.text.lines().all(|known| known != line);
                holds(
                    last.what.text.lines().any(is_new),
                    "a line that was not there at first",
                    show(&last),
                    Some(last.seq),
                )
            },
        ),
        then(
            "the prompt offers nothing any more",
            "The last drawing of the only prompt has neither keys nor choices nor input.",
            |evidence, ()| {
                let prompt = last_drawing(evidence)?;
                let found = format!("{:?}", prompt.what.offers);
                holds(prompt.what.offers == Offers::default(), "nothing to do", found, Some(prompt.seq))
            },
        ),
        then(
            "prompt {int} offers nothing any more",
            "The same of the prompt that is shown first, second and so on.",
            |evidence, number: u64| {
                let op = nth(evidence.prompts()?, number, "prompt")?.op;
                let drawing = evidence.drawings()?.into_iter().rfind(|drawing| drawing.op == op);
                let Some(prompt) = drawing else { return Ok(()) };
                let found = format!("{:?}", prompt.what.offers);
                holds(prompt.what.offers == Offers::default(), "nothing to do", found, Some(prompt.seq))
            },
        ),
        then(
            "the prompt offers {word} choice(s) at a time",
            "`one`, or `several` that are then submitted.",
            |evidence, AtATime(expected): AtATime| {
                let prompt = the_prompt(evidence)?;
                let found = if prompt.what.offers.several { "several" } else { "one" };
                equal(&expected, &found, Some(prompt.seq), |word| format!("{word} at a time"))
            },
        ),
        then("the prompt offers to type", "A text may be typed, and is shown.", |evidence, ()| {
            let prompt = the_prompt(evidence)?;
            let found = format!("{:?}", prompt.what.offers.typing);
            holds(prompt.what.offers.typing == Some(Typing::Echoed), "an input", found, Some(prompt.seq))
        }),
        then("the prompt offers no typing", "There is no input for a text.", |evidence, ()| {
            let prompt = the_prompt(evidence)?;
            holds(prompt.what.offers.typing.is_none(), "no input", "an input", Some(prompt.seq))
        }),
        then("the prompt offers to reject", "It may be declined.", |evidence, ()| {
            let prompt = the_prompt(evidence)?;
            holds(prompt.what.offers.reject, "a way to reject", "none", Some(prompt.seq))
        }),
        then("the prompt offers no reject", "It may not be declined.", |evidence, ()| {
            let prompt = the_prompt(evidence)?;
            holds(!prompt.what.offers.reject, "no way to reject", "one", Some(prompt.seq))
        }),
        then(
            "no prompt is left open",
            "Every prompt that was shown is answered, taken away, or offers nothing any more.",
            |evidence, ()| {
                let open = evidence.left_open()?;
                holds(open.is_empty(), "no prompt open", format!("{} open", open.len()), open.first().copied())
            },
        ),
        then(
            "what is done last at a prompt changes nothing",
            "The only thing that follows at once is a refusal, and there must be one.",
            |evidence, ()| {
                let (seq, is_refused, followed) = evidence.last_act()?;
                holds(followed.is_empty(), "no effect", followed.join("; "), Some(seq))?;
                holds(is_refused, "a refusal", "nothing at all", Some(seq))
            },
        ),
        then("the prompt is withdrawn", "A prompt that is shown is taken away.", |evidence, ()| {
            let withdrawn = evidence.cancelled(Lane::Prompt)?;
            holds(!withdrawn.is_empty(), "the prompt withdrawn", "no prompt withdrawn", None)
        }),
        then("no prompt is withdrawn", "What is shown stays until somebody does something there.", |evidence, ()| {
            match evidence.cancelled(Lane::Prompt)?.first() {
                None => Ok(()),
                Some(cancel) => fails("no prompt withdrawn", "one that is", Some(cancel.seq)),
            }
        }),
        then(
            "what was done is refused as {word}",
            "The reason of the refusal: not_offered, late, foreign, idle or busy.",
            |evidence, expected: Why| {
                let refusals = evidence.refusals()?;
                let words: Vec<String> = refusals.iter().map(|refusal| json_word(&refusal.what)).collect();
                let found = refusals.iter().any(|refusal| refusal.what == expected);
                holds(found, format!("a refusal as {}", json_word(&expected)), format!("refusals: {words:?}"), None)
            },
        ),
        then("nothing is refused", "Every input was taken.", |evidence, ()| match evidence.refusals()?.first() {
            None => Ok(()),
            Some(refusal) => fails("no refusal", json_word(&refusal.what), Some(refusal.seq)),
        }),
    ]
}

/// The last drawing of the only prompt.
fn last_drawing<'a>(evidence: &Evidence<'a>) -> Result<Seen<&'a Prompt>, Mismatch> {
    let first = the_prompt(evidence)?;
    Ok(evidence.drawings()?.into_iter().next_back().unwrap_or(first))
}

fn count(evidence: &Evidence<'_>, expected: u64) -> Finding {
    let prompts = evidence.prompts()?;
    let seq = prompts.last().map(|prompt| prompt.seq);
    equal(&expected, &(prompts.len() as u64), seq, |count| counted(*count, "prompt"))
}

pub(super) fn the_prompt<'a>(evidence: &Evidence<'a>) -> Result<Seen<&'a Prompt>, Mismatch> {
    only(evidence.prompts()?, "prompt")
}

fn drawn(prompt: &Seen<&Prompt>, expected: &str) -> Finding {
    let found = &prompt.what.text;
    holds(is_drawn_as(found, expected), indent(expected), indent(found), Some(prompt.seq))
}

/// Whether a drawing is the expected one. Only the length of a rule may differ, since the width of the terminal
/// decides it.
fn is_drawn_as(found: &str, expected: &str) -> bool {
    let is_rule = |line: &str| line.chars().count() >= RULE_MIN && line.chars().all(|c| c == '─');
    let is_same = |(found, expected)| found == expected || is_rule(found) && is_rule(expected);
    found.split('\n').count() == expected.split('\n').count()
        && found.split('\n').zip(expected.split('\n')).all(is_same)
}

fn has(prompt: &Seen<&Prompt>, piece: &str) -> Finding {
    holds(prompt.what.shows(piece), format!("a drawing with {piece:?}"), show(prompt), Some(prompt.seq))
}

fn has_lines(prompt: &Seen<&Prompt>, lines: &[String]) -> Finding {
    let drawn: Vec<&str> = prompt.what.text.lines().collect();
    let are_there = drawn.windows(lines.len().max(1)).any(|window| window == lines);
    holds(are_there, format!("a drawing with the lines{}", indent(&lines.join("\n"))), show(prompt), Some(prompt.seq))
}

fn has_line_like(drawings: &[Seen<&Prompt>], pattern: &str) -> Finding {
    let last = drawings.last();
    let is_there = drawings.iter().any(|drawing| drawing.what.text.lines().any(|line| is_like(line, pattern)));
    let found = last.map_or_else(|| "no drawing".to_owned(), show);
    holds(is_there, format!("a line like {pattern:?}"), found, last.map(|last| last.seq))
}

fn show(prompt: &Seen<&Prompt>) -> String {
    indent(&prompt.what.text)
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("\n    {line}")).collect()
}

fn json_word(value: &impl serde::Serialize) -> String {
    crate::model::json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}
/// Reads whether a prompt with that text was shown.
///
/// # Errors
/// Unmet if none was.
pub(super) fn was_shown(evidence: &Evidence<'_>, piece: &str) -> Finding {
    if evidence.prompts()?.iter().any(|prompt| prompt.what.shows(piece)) {
        return Ok(());
    }
    Err(Mismatch::Unmet(format!("no prompt with {piece:?} was shown")))
}
