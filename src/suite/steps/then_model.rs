//! Requests to the model.

use crate::model::json::Value;

use super::{Step, then};
use crate::suite::check::{Evidence, Finding, Mismatch, Seen, counted, equal, holds, nth};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "{int} request(s) reach(es) the model",
            "All requests, retries and inquiries included.",
            |evidence, count: u64| {
                let requests = evidence.requests()?;
                equal(&count, &(requests.len() as u64), last(&requests), |count| counted(*count, "request"))
            },
        ),
        then(
            "the requests are sent at {string}",
            "The virtual times of all requests, as milliseconds separated by blanks.",
            |evidence, expected: String| {
                let requests = evidence.requests()?;
                let times: Vec<String> = requests.iter().map(|request| request.at.0.to_string()).collect();
                equal(&expected, &times.join(" "), last(&requests), |times| format!("requests at {times}"))
            },
        ),
        then(
            "the requests are sent at one of {}",
            "The same, but several courses are right: a JSON array of such texts.",
            |evidence, several: Vec<String>| {
                let requests = evidence.requests()?;
                let times: Vec<String> = requests.iter().map(|request| request.at.0.to_string()).collect();
                let found = times.join(" ");
                holds(several.contains(&found), format!("one of {several:?}"), format!("{found:?}"), last(&requests))
            },
        ),
        then(
            "each call is answered once",
            "In every request each call before the last message has exactly one result.",
            |evidence, ()| each_call_once(evidence),
        ),
        then(
            "the results of the last request are {string}",
            "The ids of the calls whose results stand in its last message, in order.",
            |evidence, expected: String| {
                let requests = evidence.turn_requests()?;
                let number = requests.len() as u64;
                let request = nth(requests, number, "request")?;
                let ids: Vec<&str> = request.what.last_results().map(|(id, ..)| id).collect();
                equal(&expected, &ids.join(" "), Some(request.seq), |ids| format!("the results of {ids}"))
            },
        ),
        then(
            "the arguments of the call {string} reach the model as {}",
            "In every request that has the call, as JSON.",
            |evidence, (id, expected): (String, Value)| {
                let mut seen = false;
                for request in evidence.requests()? {
                    for (_, _, arguments) in request.what.calls().filter(|(found, ..)| *found == id) {
                        seen = true;
                        equal(&expected, arguments, Some(request.seq), ToString::to_string)?;
                    }
                }
                holds(seen, format!("a request with the call {id}"), "none", None)
            },
        ),
    ]
}

/// All items of the list, which must not be empty: a statement about nothing proves nothing.
pub(super) fn some<T>(seen: Vec<Seen<T>>) -> Result<Vec<Seen<T>>, Mismatch> {
    holds(!seen.is_empty(), "a request", "none", None)?;
    Ok(seen)
}

fn each_call_once(evidence: &Evidence<'_>) -> Finding {
    let requests = evidence.requests()?;
    let calls = requests.iter().flat_map(|request| request.what.calls()).count();
    holds(calls > 0, "a request with a call", "none", last(&requests))?;
    for request in requests {
        for (id, ..) in request.what.calls() {
            // A later turn may use an id again. Then each use has a result.
            let calls = request.what.calls().filter(|(found, ..)| *found == id).count();
            let results = request.what.results().filter(|(found, ..)| *found == id).count();
            holds(calls == results, format!("{calls} results of {id}"), format!("{results}"), Some(request.seq))?;
        }
    }
    Ok(())
}

pub(super) fn last<T>(seen: &[Seen<T>]) -> Option<u64> {
    seen.last().map(|last| last.seq)
}
