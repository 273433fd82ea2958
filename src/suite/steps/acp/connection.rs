//! The lines between an agent and its client.

use super::super::{Step, then, then_client::told};
use crate::{
    model::{
        ModelRequest, Role,
        json::{Value, json},
        rpc::{Message, text},
    },
    stage::Lane,
    suite::check::{Evidence, Finding, Mismatch, Seen, counted, equal, fails, holds},
    system::{Effect, Turn},
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
            |evidence, ()| {
                let is_told = messages(evidence)?.iter().any(|(_, message)| {
                    matches!(message, Message::Response { result: Some(result), .. }
                        if text(result, "stopReason") == Some("max_tokens"))
                });
                let goes_on = evidence.requests()?.len() > 1;
                holds(is_told || goes_on, "`max_tokens`, or another request to the model", "neither", None)
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
                let can = "/agentCapabilities/sessionCapabilities/close";
                if !results().any(|(_, result)| result.pointer(can).is_some_and(|can| !can.is_null())) {
                    return Err(Mismatch::Unmet("the agent closes no sessions".to_owned()));
                }
                let is_cancelled = results().any(|(_, result)| text(result, "stopReason") == Some("cancelled"));
                holds(is_cancelled, "a turn that ends with `cancelled`", "none", None)?;
                holds(results().any(|(id, _)| id == "close"), "a result of `session/close`", "none", None)
            },
        ),
        then(
            "the last request has the result {string} of what was executed",
            "In the last request to the model stands a result with that piece. Where nothing was executed, this never comes up.",
            |evidence, piece: String| {
                if evidence.all_executions()?.is_empty() {
                    return Err(Mismatch::Unmet("nothing was executed".to_owned()));
                }
                let requests = evidence.requests()?;
                let Some(last) = requests.last() else { return fails("a request", "none", None) };
                let has = last.what.results().any(|(_, content, _)| content.contains(&piece));
                holds(has, format!("a result with {piece:?}"), "none", Some(last.seq))
            },
        ),
        then(
            "the model is told of no act of the user",
            "No result in a request says that the user has rejected, declined or stopped something: nobody did. Where the \
             model is told no result at all, this never comes up.",
            |evidence, ()| {
                let requests = evidence.requests()?;
                let results = || {
                    let results = |request: &Seen<&'_ ModelRequest>| {
                        let texts = request.what.results().map(|(_, content, _)| content.to_owned());
                        (request.seq, texts.collect::<Vec<String>>())
                    };
                    requests.iter().map(results)
                };
                if results().all(|(_, texts)| texts.is_empty()) {
                    return Err(Mismatch::Unmet("the model is told no result".to_owned()));
                }
                let told =
                    results().find_map(|(seq, texts)| Some((seq, texts.iter().find_map(|text| act_of_user(text))?)));
                let (seq, act) = told.map_or((None, String::new()), |(seq, act)| (Some(seq), act));
                holds(act.is_empty(), "no act of the user", format!("{act:?}"), seq)
            },
        ),
        then(
            "the last request has nothing of {string}",
            "No message of the last request to the model has that piece.",
            |evidence, piece: String| {
                let requests = evidence.requests()?;
                let Some(last) = requests.last() else { return fails("a request", "none", None) };
                let has = last.what.messages.iter().any(|message| json!(**message).to_string().contains(&piece));
                holds(!has, format!("no {piece:?}"), format!("{piece:?}"), Some(last.seq))
            },
        ),
    ]
}

/// What says, beside a word for the user, that somebody has turned something down.
const TURNED_DOWN: [&str; 11] = [
    "reject",
    "declin",
    "denied",
    "denies",
    "refus",
    "cancel",
    "interrupt",
    "abort",
    "want",
    "does not permit",
    "disallow",
];

/// The first piece of a sentence that tells of an act of the user by which something was turned down.
fn act_of_user(text: &str) -> Option<String> {
    let is_act = |piece: &&str| {
        let piece = piece.to_lowercase();
        piece.contains("user") && TURNED_DOWN.iter().any(|word| piece.contains(word))
    };
    text.split(['.', ';', ',', '\n']).find(is_act).map(|piece| piece.trim().to_owned())
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

    use super::act_of_user;

    #[rstest]
    #[case("The user rejected permission to use this specific tool call.", true)]
    #[case("rejected by user", true)]
    #[case("The user doesn't want to proceed with this tool use.", true)]
    #[case("User denied the request", true)]
    #[case("No permission was given for this call, so it did not run.", false)]
    #[case("Could not present the question to the user.", false)]
    #[case("The call was cancelled; the user was not asked.", false)]
    #[case("", false)]
    fn an_act_of_the_user_is_known_by_its_words(#[case] text: &str, #[case] is_act: bool) {
        assert_eq!(act_of_user(text).is_some(), is_act);
    }
}
