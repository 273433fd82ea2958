//! The lines between an agent and its client.

use std::{collections::BTreeSet, sync::LazyLock};

use regex::Regex;

use super::super::{Step, then, then_client::told, then_model_input::told_nowhere, then_prompt::was_shown};
use crate::{
    model::{
        ModelRequest, Role,
        json::{Value, json},
        rpc::{Message, text},
        text::has_piece,
    },
    stage::{Lane, What},
    suite::check::{Evidence, Finding, Mismatch, Seen, counted, equal, fails, holds},
    system::{Effect, Input, ToolEvent, Turn, acp::client::CLOSES},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "each prompt of the client is answered once",
            "Each turn that begins ends, and no response comes twice.",
            |evidence, ()| {
                let responses: Vec<(u64, Value)> = messages(evidence)?
                    .into_iter()
                    .filter_map(|(seq, message)| match message {
                        Message::Response { id, .. } => Some((seq, id)),
                        _ => None,
                    })
                    .collect();
                for (at, (seq, id)) in responses.iter().enumerate() {
                    let is_first = responses[..at].iter().all(|(_, other)| other != id);
                    holds(is_first, "one response to each request", format!("another response to {id}"), Some(*seq))?;
                }
                turns_are_over(evidence)
            },
        ),
        then(
            "the prompt {string} reaches the model",
            "In a request to the model, a text of the user has that piece. The agent may add texts of its own.",
            |evidence, said: String| {
                let has = |request: &Seen<&ModelRequest>| {
                    let of_user = request.what.messages.iter().filter(|message| message.role == Role::User);
                    of_user.flat_map(|message| message.texts()).any(|text| text.contains(&said))
                };
                let requests = evidence.requests()?;
                let seq = requests.last().map(|request| request.seq);
                holds(requests.iter().any(has), format!("a text of the user with {said:?}"), "none", seq)
            },
        ),
        then(
            "the words {string} are told to the client once",
            "The pieces of what the model says, put together, have that text once.",
            |evidence, words: String| {
                let mut words_told = String::new();
                for line in told(evidence)? {
                    let update = &line.what["params"]["update"];
                    if text(update, "sessionUpdate") == Some("agent_message_chunk") {
                        words_told.push_str(text(&update["content"], "text").unwrap_or_default());
                    }
                }
                let count = words_told.matches(&words).count() as u64;
                equal(&1, &count, None, |count| format!("{words:?} {}", counted(*count, "time")))
            },
        ),
        then(
            "a reply that is cut off ends the turn with max_tokens, or the agent goes on by itself",
            "A prompt is answered with that reason, or the model is asked again without a word of the user.",
            |evidence, ()| ends_or_goes_on(evidence, "max_tokens"),
        ),
        then(
            "a reply that is a refusal ends the turn with refusal, or the agent goes on by itself",
            "A prompt is answered with that reason, or the model is asked again without a word of the user.",
            |evidence, ()| ends_or_goes_on(evidence, "refusal"),
        ),
        then(
            "where a turn ended with refusal, no later request to the model has {string}",
            "No message of such a request has that piece: no text, call or result. Where no turn ended with that reason, \
             this never comes up.",
            |evidence, piece: String| {
                let Some(ended) = ends(evidence, "refusal")? else {
                    return Err(Mismatch::Unmet("no turn ended with `refusal`".to_owned()));
                };
                let requests = evidence.requests()?;
                requests.iter().filter(|request| request.seq > ended).try_for_each(|request| lacks(request, &piece))
            },
        ),
        then(
            "the request to the model is given up",
            "A request to the model is aborted while it is under way.",
            |evidence, ()| {
                let cancelled = evidence.cancelled(Lane::Model)?;
                holds(!cancelled.is_empty(), "a request that is given up", "none", None)
            },
        ),
        then(
            "where sessions can be closed, closing one ends its turn as a cancel does",
            "The client sends `session/close` under the id `close`. The turn ends with `cancelled`, and the request is answered.",
            |evidence, ()| {
                let messages = messages(evidence)?;
                let results = || {
                    messages.iter().filter_map(|(_, message)| match message {
                        Message::Response { id, result: Some(result), .. } => Some((id, result)),
                        _ => None,
                    })
                };
                if !results().any(|(_, result)| result.pointer(CLOSES).is_some_and(|can| !can.is_null())) {
                    return Err(Mismatch::Unmet("the agent closes no sessions".to_owned()));
                }
                let is_cancelled = results().any(|(_, result)| text(result, "stopReason") == Some("cancelled"));
                holds(is_cancelled, "a turn that ends with `cancelled`", "none", None)?;
                holds(results().any(|(id, _)| id == "close"), "a result of `session/close`", "none", None)
            },
        ),
        then(
            "where the tool {string} came to its end, the last request has its result {string}",
            "A result, or a text of the user, in the last request to the model has that piece. Where the tool was not executed, \
             or was given up before its end, this never comes up.",
            |evidence, (tool, piece): (String, String)| {
                if !has_ended(evidence, &tool)? {
                    return Err(Mismatch::Unmet(format!("{tool:?} came to no end")));
                }
                let requests = evidence.requests()?;
                let Some(last) = requests.last() else { return fails("a request", "none", None) };
                let has = told_in(last.what).any(|text| text.contains(&piece));
                holds(has, format!("a result with {piece:?}"), "none", Some(last.seq))
            },
        ),
        then(
            "where {string} was asked about, the model is told {string}",
            "A result, or a text of the user, in a request to the model has that piece. Where no prompt with the first text was \
             shown, this never comes up.",
            |evidence, (prompt, piece): (String, String)| {
                was_shown(evidence, &prompt)?;
                let requests = evidence.requests()?;
                let has = requests.iter().any(|request| told_in(request.what).any(|text| text.contains(&piece)));
                holds(has, format!("something with {piece:?}"), "nothing", requests.last().map(|request| request.seq))
            },
        ),
        then(
            "the answer {string} is told nowhere without {string}, unless as a default",
            "No message of the user, no result of a call and no execution has that piece, in any request, without the other one. A text that calls it a default, and says of no user that they chose or answered, does not count: who asked may go on \
             with a default of its own.",
            |evidence, (piece, other): (String, String)| {
                let is_told = |text: &str| has_piece(text, &piece) && !has_piece(text, &other) && !is_own_default(text);
                told_nowhere(evidence, &format!("{piece:?} without {other:?}"), is_told)
            },
        ),
        then(
            "the model is told of no act of the user",
            "No result in a request says that the user has answered, rejected or stopped something: nobody did. Where the \
             model is told no result at all, this never comes up.",
            |evidence, ()| tells_no_act(evidence),
        ),
        then(
            "if the model is told a result, that tells of no act of the user",
            "The same. It also holds where the model is told no result at all.",
            |evidence, ()| match tells_no_act(evidence) {
                Err(Mismatch::Unmet(_)) => Ok(()),
                finding => finding,
            },
        ),
        then(
            "where nobody was asked, the model is told of no act of the user",
            "The same. Where a prompt was shown, this never comes up.",
            |evidence, ()| {
                if evidence.prompts()?.is_empty() {
                    return tells_no_act(evidence);
                }
                Err(Mismatch::Unmet("the user was asked".to_owned()))
            },
        ),
        then(
            "where {string} was asked about once, the model is told of no act of the user",
            "The same. Where no prompt with that text was shown, or several were, this never comes up.",
            |evidence, prompt: String| {
                was_shown(evidence, &prompt)?;
                if evidence.prompts()?.iter().filter(|shown| shown.what.shows(&prompt)).count() == 1 {
                    return tells_no_act(evidence);
                }
                Err(Mismatch::Unmet(format!("{prompt:?} was asked about again")))
            },
        ),
        then(
            "where {string} was asked about, the tool {string} runs {int} time(s)",
            "So many executions of it began. Where no prompt with that text was shown, this never comes up.",
            |evidence, (prompt, tool, expected): (String, String, u64)| {
                was_shown(evidence, &prompt)?;
                let found = evidence.executions(&tool)?;
                equal(&expected, &(found.len() as u64), found.last().map(|run| run.seq), |count| {
                    counted(*count, "execution")
                })
            },
        ),
        then(
            "where {string} was asked about, the model is told nothing with {string}",
            "No result and no text of the user in a request to the model has that piece. Where no prompt with the first text was \
             shown, this never comes up.",
            |evidence, (prompt, piece): (String, String)| {
                was_shown(evidence, &prompt)?;
                let requests = evidence.requests()?;
                let told = requests.iter().find(|request| told_in(request.what).any(|text| text.contains(&piece)));
                told.map_or(Ok(()), |told| {
                    fails(format!("nothing with {piece:?}"), format!("{piece:?}"), Some(told.seq))
                })
            },
        ),
        then(
            "where {string} was asked about, of the call {string} the model is told {string}",
            "The result of that call has that piece. Where no prompt with the first text was shown, this never comes up.",
            |evidence, (prompt, call, piece): (String, String, String)| {
                was_shown(evidence, &prompt)?;
                let Some(result) = evidence.result(&call)? else {
                    return fails(format!("a result of {call:?}"), "none", None);
                };
                let told = result.what.0;
                holds(has_piece(told, &piece), format!("{piece:?}"), format!("{told:?}"), Some(result.seq))
            },
        ),
        then(
            "where each of two questions was asked once, {string} and {string} have like results",
            "What the model is told of the two calls is the same, numbers aside: the text, and whether it is an error. Where not just \
             two prompts were shown, this never comes up.",
            |evidence, (first, second): (String, String)| {
                let (one, other) = told_of(evidence, 2, &first, &second)?;
                holds(one == other, format!("{one:?}"), format!("{other:?}"), None)
            },
        ),
        then(
            "where each of two questions was asked once, {string} and {string} have different results",
            "What the model is told of the two calls is not the same, numbers aside. Where not just two prompts were shown, this \
             never comes up.",
            |evidence, (first, second): (String, String)| {
                let (one, other) = told_of(evidence, 2, &first, &second)?;
                holds(one != other, format!("not {one:?}"), "the same", None)
            },
        ),
        then(
            "where just {int} prompts were shown, {string} and {string} have different results",
            "The same of calls with more questions.",
            |evidence, (prompts, first, second): (u64, String, String)| {
                let (one, other) = told_of(evidence, prompts, &first, &second)?;
                holds(one != other, format!("not {one:?}"), "the same", None)
            },
        ),
        then(
            "the model is told what became of the call {string}",
            "A request has a result of it.",
            |evidence, call: String| {
                let result = evidence.result(&call)?;
                result.map_or_else(|| fails(format!("a result of {call:?}"), "none", None), |_| Ok(()))
            },
        ),
        then(
            "where the form has choices, {string} is not told as {string} with {string} for {string}",
            "The result of the first call is not that of the second one with the first piece in the place of the other one, quotes aside, \
             and does not have that piece otherwise, unless it is an error or says that this is no answer. Where the first field of a form has no choices, or the second call has no result, this never comes up.",
            |evidence, (call, model_of, piece, other): (String, String, String, String)| {
                let lines = told(evidence)?;
                let mut forms = lines.iter().filter_map(|line| line.what.pointer("/params/requestedSchema/properties"));
                let first = forms.next().and_then(Value::as_object).and_then(|form| form.iter().next());
                let has_choices =
                    |property: &Value| ["enum", "oneOf", "items"].iter().any(|member| property.get(*member).is_some());
                if first.is_none_or(|(_, property)| !has_choices(property)) {
                    return Err(Mismatch::Unmet("no form with choices was shown".to_owned()));
                }
                let Some(taken) = evidence.result(&model_of)? else {
                    return Err(Mismatch::Unmet(format!("{model_of:?} has no result")));
                };
                let Some(result) = evidence.result(&call)? else { return Ok(()) };
                let (text, is_error) = result.what;
                let is_told = !is_error && has_piece(text, &piece) && !TURNED_DOWN.is_match(text);
                let is_taken = is_told || is_with(text, taken.what.0, &piece, &other);
                holds(!is_taken, format!("nothing like {:?}", taken.what.0), format!("{text:?}"), Some(result.seq))
            },
        ),
        then(
            "the last request has nothing of {string}",
            "No message of the last request to the model has that piece.",
            |evidence, piece: String| {
                let requests = evidence.requests()?;
                let Some(last) = requests.last() else { return fails("a request", "none", None) };
                lacks(last, &piece)
            },
        ),
    ]
}

/// The words with which a text says that something is no answer.
static TURNED_DOWN: LazyLock<Regex> = LazyLock::new(|| {
    let words = "invalid|not valid|unknown|unrecogni[sz]ed|not offered|(?:not|none) (?:one )?of|must be one of|not among|no such|unexpected|does not fit|not accepted|ignored";
    Regex::new(&format!(r"(?i)\b(?:{words})\b")).unwrap_or_else(|error| panic!("{error}"))
});

/// Whether a text is another one with `piece` in the place of `other`: everywhere, or in one place. Quotes do not count.
fn is_with(text: &str, model: &str, piece: &str, other: &str) -> bool {
    let bare = |text: &str| text.replace(['"', '\'', '\\'], "");
    let (text, model) = (bare(text), bare(model));
    let in_one_place =
        |(at, _): (usize, &str)| format!("{}{piece}{}", &model[..at], &model[at + other.len()..]) == text;
    model.contains(other) && (model.replace(other, piece) == text || model.match_indices(other).any(in_one_place))
}

/// What the model is told of two calls, numbers aside, and whether it is an error. Unmet unless so many prompts were shown.
fn told_of(evidence: &Evidence<'_>, prompts: u64, first: &str, second: &str) -> Result<(Told, Told), Mismatch> {
    let count = evidence.prompts()?.len() as u64;
    if count != prompts {
        return Err(Mismatch::Unmet(format!("{} shown", counted(count, "prompt"))));
    }
    let told = |call: &str| -> Result<Told, Mismatch> {
        let result = evidence.result(call)?;
        Ok(result.map(|result| (without_numbers(result.what.0), result.what.1)))
    };
    Ok((told(first)?, told(second)?))
}

/// What the model is told of a call, and whether it is an error.
type Told = Option<(String, bool)>;

/// A text with one sign in the place of each word with a digit, such as the number of a call, a time, or an id.
fn without_numbers(text: &str) -> String {
    let words = text.split_inclusive(|char: char| !char.is_alphanumeric());
    words
        .map(|word| match word.trim_end_matches(|char: char| !char.is_alphanumeric()) {
            body if body.contains(|char: char| char.is_ascii_digit()) => format!("#{}", &word[body.len()..]),
            _ => word.to_owned(),
        })
        .collect()
}

/// Holds if no result in a request tells of an act of the user. Unmet if there is no result.
fn tells_no_act(evidence: &Evidence<'_>) -> Finding {
    let requests = evidence.requests()?;
    let results = requests.iter().flat_map(|request| request.what.results().map(|(_, text, _)| (request.seq, text)));
    let results: Vec<(u64, &str)> = results.collect();
    if results.is_empty() {
        return Err(Mismatch::Unmet("the model is told no result".to_owned()));
    }
    let act = results.into_iter().find_map(|(seq, text)| Some((seq, acts_of_user(text).next()?)));
    act.map_or(Ok(()), |(seq, act)| fails("no act of the user", format!("{act:?}"), Some(seq)))
}

/// Whether a text tells of a default, and does not tell it as the user's word.
fn is_own_default(text: &str) -> bool {
    has_piece(text, "default") && !CHOSEN_BY_USER.is_match(text)
}

/// How a text says that the user has chosen something.
static CHOSEN_BY_USER: LazyLock<Regex> = LazyLock::new(|| {
    let chose = r"\buser (?:(?:has|have|had|just) )*(?:answered|replied|chose|chosen|picked|selected|confirmed|accepted|wants|said)\b";
    Regex::new(&format!(r"(?i){chose}|\buser['’]s (?:answer|choice|pick|reply)\b"))
        .unwrap_or_else(|error| panic!("{error}"))
});
/// How a text says that the user has answered something, or turned it down: the user did it, or it was done by the user.
static ACT_OF_USER: LazyLock<Regex> = LazyLock::new(|| {
    let verb = "reject|declin|den(?:y|ied|ies)|refus|cancel|interrupt|abort|disallow|answered|chose";
    let not = "(?:does|did|do|has|have|had|would|will)(?: not|n['’]t) (?:want|allow|permit|approve|agree)";
    let user = format!(r"\buser (?:(?:has|have|had|just|explicitly|then) )*(?:{verb}|{not})");
    let by_user = format!(r"\b(?:{verb})\w* by (?:the |a )?user\b");
    Regex::new(&format!("(?i){user}|{by_user}")).unwrap_or_else(|error| panic!("{error}"))
});
/// How a text says that the user has done nothing of the kind.
static DENIED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:nothing|not|never|no|none|n['’]t)\b.* by (?:the |a )?user\b")
        .unwrap_or_else(|error| panic!("{error}"))
});
/// The words with which a text only supposes something.
static SUPPOSED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:if|whether|unless|when|may|might)\b").unwrap_or_else(|error| panic!("{error}"))
});

/// The pieces of sentences that tell of an act of the user by which something was answered or turned down.
fn acts_of_user(text: &str) -> impl Iterator<Item = &str> {
    let is_act = |piece: &&str| ACT_OF_USER.is_match(piece) && !SUPPOSED.is_match(piece) && !DENIED.is_match(piece);
    text.split(['.', ';', ',', '\n']).map(str::trim).filter(is_act)
}

/// What a request tells: the results of calls, and the texts of the user.
fn told_in(request: &ModelRequest) -> impl Iterator<Item = &str> {
    let of_user = request.messages.iter().filter(|message| message.role == Role::User);
    request.results().map(|(_, content, _)| content).chain(of_user.flat_map(|message| message.texts()))
}

/// Whether a tool was executed to its end, and not given up before.
fn has_ended(evidence: &Evidence<'_>, tool: &str) -> Result<bool, Mismatch> {
    let mut open = BTreeSet::new();
    for event in evidence.events(&[Lane::Tool])? {
        match &event.what {
            What::Effect(Effect::Call(op, call)) if call.name == tool => drop(open.insert(*op)),
            What::Effect(Effect::Cancel(op, _)) => drop(open.remove(op)),
            What::Input(Input::Tool(op, ToolEvent::Done(_) | ToolEvent::Error(_))) if open.contains(op) => {
                return Ok(true);
            }
            _ => {}
        }
    }
    Ok(false)
}

/// No message of a request has this piece.
fn lacks(request: &Seen<&ModelRequest>, piece: &str) -> Finding {
    let has = request.what.messages.iter().any(|message| json!(**message).to_string().contains(piece));
    holds(!has, format!("no {piece:?}"), format!("{piece:?}"), Some(request.seq))
}

/// The place of the line that ends a turn with `reason`, if one does.
fn ends(evidence: &Evidence<'_>, reason: &str) -> Result<Option<u64>, Mismatch> {
    let is_end = |message: &Message| match message {
        Message::Response { result: Some(result), .. } => text(result, "stopReason") == Some(reason),
        _ => false,
    };
    Ok(messages(evidence)?.iter().find(|(_, message)| is_end(message)).map(|(seq, _)| *seq))
}

/// A turn ends with `reason`, or the model is asked again.
fn ends_or_goes_on(evidence: &Evidence<'_>, reason: &str) -> Finding {
    let holds_so = ends(evidence, reason)?.is_some() || evidence.requests()?.len() > 1;
    holds(holds_so, format!("`{reason}`, or another request to the model"), "neither", None)
}

/// Every turn that began has ended.
fn turns_are_over(evidence: &Evidence<'_>) -> Finding {
    let turns = evidence.effects(Lane::Turn)?;
    let last = turns.iter().rev().find(|effect| matches!(effect.what, Effect::Turn(_)));
    let is_over = last.is_some_and(|effect| matches!(effect.what, Effect::Turn(Turn::Ended(_))));
    // Nothing shows that an answer is lacking, so the story has the end of the run.
    holds(is_over, "an answer to each prompt", "a prompt without an answer", None)
}

/// The messages of the agent, with the places of their lines.
fn messages(evidence: &Evidence<'_>) -> Result<Vec<(u64, Message)>, Mismatch> {
    Ok(told(evidence)?.iter().filter_map(|line| Some((line.seq, Message::read(line.what)?))).collect())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{acts_of_user, is_own_default, is_with, without_numbers};

    #[rstest]
    #[case::the_user_did("The user rejected permission to use this specific tool call.", true)]
    #[case::it_was_done_by_the_user("exec command rejected by user", true)]
    #[case::a_wish("The user doesn't want to proceed with this tool use.", true)]
    #[case::no_article("User denied the request", true)]
    #[case::the_perfect("It did not run, since the user has explicitly declined it.", true)]
    #[case::an_answer("The user answered: left", true)]
    #[case::a_choice("User has chosen the option left", true)]
    #[case::accepted_without_an_answer("The user accepted the form, and left it empty", false)]
    #[case::chosen_by_the_user("left, as chosen by the user", true)]
    #[case::no_answer("The user has not answered", false)]
    #[case::nothing_was_chosen("No option was chosen by the user", false)]
    #[case::a_request("Please ask the user to answer", false)]
    #[case::nobody_did("No permission was given for this call, so it did not run.", false)]
    #[case::not_reached("Could not present the question to the user.", false)]
    #[case::another_did("The call was cancelled, because the user was not reached.", false)]
    #[case::a_cause("The call was cancelled because no permission came from the user.", false)]
    #[case::advice("Ask the user what they want to do.", false)]
    #[case::denied("The call was not rejected by the user.", false)]
    #[case::denied_of_all("Nothing was declined by the user.", false)]
    #[case::supposed("It is not known whether the user rejected it.", false)]
    #[case::nothing("", false)]
    fn an_act_of_the_user_is_known_by_its_words(#[case] text: &str, #[case] is_act: bool) {
        assert_eq!(acts_of_user(text).next().is_some(), is_act);
    }

    #[rstest]
    #[case::a_default("The user did not answer. The default, which they have not confirmed, is left.", true)]
    #[case::chosen("The user chose the default: left", false)]
    #[case::told_as_an_answer("The user's answer (default): left", false)]
    #[case::no_default("left", false)]
    fn a_default_of_the_agents_own_is_known_by_its_words(#[case] text: &str, #[case] is_own: bool) {
        assert_eq!(is_own_default(text), is_own);
    }

    #[rstest]
    #[case::a_number("aborted after 12.5 s", "aborted after 0.1 s", true)]
    #[case::an_id("no answer [9f3a-17bc]", "no answer [04de-8a1f]", true)]
    #[case::a_word("declined", "cancelled", false)]
    #[case::no_number("after a second", "after 1 second", false)]
    fn texts_are_alike_but_for_their_numbers(#[case] one: &str, #[case] other: &str, #[case] expected: bool) {
        assert_eq!(without_numbers(one) == without_numbers(other), expected);
    }

    #[rstest]
    #[case::in_a_sentence("The user answered: 7", "The user answered: left", true)]
    #[case::without_quotes(r#"{"way": 7}"#, r#"{"way": "left"}"#, true)]
    #[case::beside_what_was_offered("Of left and right: 7", "Of left and right: left", true)]
    #[case::in_two_places("Of left, the answer is 7: 7", "Of left, the answer is left: left", false)]
    #[case::everywhere("7, which is 7", "left, which is left", true)]
    #[case::refused("7 is none of the choices", "The user answered: left", false)]
    #[case::as_before("The user answered: left", "The user answered: left", false)]
    #[case::nothing_to_compare("The user answered: 7", "The user answered", false)]
    fn a_text_is_another_with_one_piece_changed(#[case] text: &str, #[case] model: &str, #[case] expected: bool) {
        assert_eq!(is_with(text, model, "7", "left"), expected);
    }
}
