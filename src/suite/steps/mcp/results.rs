//! The results of the calls: whether a tool has done what it is called for.

use super::super::{Step, then, then_client::told};
use crate::{
    model::{json::Value, rpc::text},
    suite::check::{Evidence, Finding, Mismatch, counted, equal, fails, holds},
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "{int} result(s) of a call begin(s) with {string}",
            "The results of so many calls have this text at their beginning. That is how a tool says that it has done what it \
             was called for.",
            |evidence, (expected, beginning): (u64, String)| begin_with(evidence, expected, &beginning),
        ),
        then(
            "where a round has a state, {int} result(s) of a call begin(s) with {string}",
            "The same. Where no result that asks has a `requestState`, this never comes up.",
            |evidence, (expected, beginning): (u64, String)| {
                if !told(evidence)?.iter().any(|line| line.what.pointer("/result/requestState").is_some()) {
                    return Err(Mismatch::Unmet("no round has a state".to_owned()));
                }
                begin_with(evidence, expected, &beginning)
            },
        ),
        then(
            "the error names {string} as what the client lacks",
            "An error -32021, whose `requiredCapabilities` have `elicitation` with this mode. An empty object stands for forms.",
            |evidence, mode: String| {
                let lines = told(evidence)?;
                let errors: Vec<&Value> =
                    lines.iter().map(|line| &line.what["error"]).filter(|error| error["code"] == -32021).collect();
                let is_right = |error: &&Value| {
                    let required = error["data"]["requiredCapabilities"]["elicitation"].as_object();
                    required.is_some_and(|modes| modes.contains_key(&mode) || (modes.is_empty() && mode == "form"))
                };
                let found = Value::from(errors.iter().map(|error| (*error).clone()).collect::<Vec<_>>());
                holds(
                    errors.iter().any(is_right),
                    format!("an error -32021 that requires {mode:?}"),
                    found.to_string(),
                    None,
                )
            },
        ),
        then(
            "the request {} is refused with one of the errors {}",
            "The response to the request with this id is an error with one of these codes: a JSON array.",
            |evidence, (id, codes): (Value, Value)| {
                let lines = told(evidence)?;
                let own =
                    lines.iter().find(|line| line.what.get("id") == Some(&id) && line.what.get("method").is_none());
                let found = own.map_or_else(|| "no response".to_owned(), |line| line.what.to_string());
                let code = own.and_then(|line| line.what["error"]["code"].as_i64());
                let mut known = codes.as_array().into_iter().flatten();
                let is_one = code.is_some_and(|code| known.any(|one| one.as_i64() == Some(code)));
                holds(is_one, format!("an error with one of the codes {codes}"), found, own.map(|line| line.seq))
            },
        ),
        then(
            "every result that begins with {string} is one and the same",
            "There is such a result, and each other one is equal to it, as of a server that tells again what it has done once.",
            |evidence, beginning: String| {
                let results = results(evidence)?;
                let mut found = results.iter().filter(|told| told.starts_with(&beginning));
                let Some(first) = found.next() else {
                    return fails(format!("a result with {beginning:?}"), "none", None);
                };
                found.find(|other| *other != first).map_or(Ok(()), |other| fails(first, other, None))
            },
        ),
        then(
            "the discovery of the server has the version {string}",
            "The answer to `server/discover`, the first request, has `supportedVersions` with this one, `capabilities`, and the type `complete`.",
            |evidence, version: String| {
                let lines = told(evidence)?;
                let is_right = |found: &Value| {
                    has_version(&found["supportedVersions"], &version)
                        && found["capabilities"].is_object()
                        && text(found, "resultType") == Some("complete")
                };
                let first = lines.iter().find(|line| line.what["id"] == 0);
                let found = first.map_or_else(|| "no answer".to_owned(), |line| line.what.to_string());
                let holds_so = first.and_then(|line| line.what.get("result")).is_some_and(is_right);
                holds(holds_so, format!("{version:?} among `supportedVersions`, capabilities and a type"), found, None)
            },
        ),
        then(
            "the version {string} is refused with those that are supported, such as {string}",
            "An error -32022 whose `data` has the requested version, and this one among the supported ones.",
            |evidence, (requested, supported): (String, String)| {
                let lines = told(evidence)?;
                let is_right = |line: &Value| {
                    let error = &line["error"];
                    error["code"] == -32022
                        && text(&error["data"], "requested") == Some(&requested)
                        && has_version(&error["data"]["supported"], &supported)
                };
                let errors: Vec<String> = lines
                    .iter()
                    .filter(|line| line.what.get("error").is_some())
                    .map(|line| line.what.to_string())
                    .collect();
                let expected = format!("an error -32022 with {requested:?}, and {supported:?} among the supported");
                holds(lines.iter().any(|line| is_right(line.what)), expected, errors.join(" "), None)
            },
        ),
        then(
            "the call {string} comes to its end",
            "The model is told a result of it, whatever it says.",
            |evidence, call: String| {
                let result = evidence.result(&call)?;
                result.map_or_else(|| fails(format!("a result of {call:?}"), "none", None), |_| Ok(()))
            },
        ),
        then(
            "the call {string} comes to its end, or the user is asked again",
            "The model is told a result of it, or a second prompt is shown.",
            |evidence, call: String| {
                let is_asked_again = evidence.prompts()?.len() > 1;
                let has_ended = evidence.result(&call)?.is_some();
                holds(has_ended || is_asked_again, format!("a result of {call:?}, or another prompt"), "neither", None)
            },
        ),
        then(
            "the call {string} ends with an error, or the user is asked again",
            "The model is told a result of it that is flagged as an error, or a second prompt is shown.",
            |evidence, call: String| {
                let is_asked_again = evidence.prompts()?.len() > 1;
                let result = evidence.result(&call)?;
                let found = result.as_ref().map_or_else(|| "neither".to_owned(), |seen| format!("{:?}", seen.what.0));
                let has_failed = result.is_some_and(|seen| evidence.may_be(seen.what.1, true));
                holds(has_failed || is_asked_again, format!("an error of {call:?}, or another prompt"), found, None)
            },
        ),
    ]
}

/// So many results of calls have this text at their beginning.
fn begin_with(evidence: &Evidence<'_>, expected: u64, beginning: &str) -> Finding {
    let results = results(evidence)?;
    let found = results.iter().filter(|told| told.starts_with(beginning)).count() as u64;
    equal(&expected, &found, None, |count| format!("{} with {beginning:?}", counted(*count, "result")))
}

fn has_version(versions: &Value, version: &str) -> bool {
    versions.as_array().is_some_and(|versions| versions.iter().any(|one| *one == *version))
}

/// The texts of the results of all calls: those of the model, and those that the scenario has written.
fn results(evidence: &Evidence<'_>) -> Result<Vec<String>, Mismatch> {
    let of = |content: &Value| {
        let parts = content.as_array().into_iter().flatten();
        parts.filter_map(|part| text(part, "text")).collect::<Vec<_>>().join("\n")
    };
    let lines = told(evidence)?.into_iter();
    Ok(lines.filter_map(|line| line.what.pointer("/result/content").map(of)).collect())
}
