//! What a server asks: by a request of its own, or by an entry of a result.

use super::{
    super::{Step, then, then_client::told},
    form,
};
use crate::{
    model::{
        json::Value,
        rpc::{Message, text},
    },
    suite::check::{Evidence, Finding, Mismatch, fails, holds},
};

/// The methods of which a result may ask.
const METHODS: [&str; 3] = ["elicitation/create", "sampling/createMessage", "roots/list"];

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "each ask has a message",
            "Its `message` is a text. Where nothing is asked, this never comes up.",
            |evidence, ()| each(&asks(evidence)?, |ask| text(&ask.params, "message").is_some(), "a text as `message`"),
        ),
        then(
            "each form has a schema with properties",
            "Its `requestedSchema` is of the type `object`, and has `properties`. Where no form is asked, this never comes up.",
            |evidence, ()| {
                let has = |ask: &Ask| {
                    let schema = &ask.params["requestedSchema"];
                    text(schema, "type") == Some("object") && schema["properties"].is_object()
                };
                each(&forms(evidence)?, has, "a schema of the type `object` with properties")
            },
        ),
        then(
            "the mode of each form is form, or left out",
            "Each ask with a schema. Where no form is asked, this never comes up.",
            |evidence, ()| {
                let is_right = |ask: &Ask| ask.params.get("mode").is_none_or(|mode| *mode == "form");
                let with_schema: Vec<Ask> =
                    asks(evidence)?.into_iter().filter(|ask| ask.params.get("requestedSchema").is_some()).collect();
                each(&with_schema, is_right, "`form`, or no mode")
            },
        ),
        then(
            "each property of a form is of a kind of {string}",
            "The kinds of that version of the protocol. Where no form is asked, this never comes up.",
            |evidence, version: String| each_property(evidence, |property| form::foreign(property, &version)),
        ),
        then(
            "each choice of a form is one of texts",
            "A property with choices has `enum`, and there are no lists. Where no form is asked, this never comes up.",
            |evidence, ()| {
                each_property(evidence, |property| {
                    let is_list = text(property, "type") == Some("array");
                    let other = ["oneOf", "anyOf"].into_iter().find(|name| property.get(*name).is_some());
                    other.or(is_list.then_some("a list")).map(str::to_owned)
                })
            },
        ),
        then(
            "each default of a form fits its property",
            "Its type, its limits and its choices. Where no form is asked, this never comes up.",
            |evidence, ()| {
                let wrong = |property: &Value| Some(format!("the default {}", property["default"]));
                each_property(evidence, |property| wrong(property).filter(|_| !form::default_fits(property)))
            },
        ),
        then(
            "each page has an address",
            "Its `url` has a scheme and a host. Where no page is asked for, this never comes up.",
            |evidence, ()| {
                let has = |ask: &Ask| host(&ask.params).is_some_and(|host| !host.is_empty());
                each(&pages(evidence)?, has, "a `url` with a scheme and a host")
            },
        ),
        then(
            "the address of each page is https",
            "A host on this machine apart. Where no page is asked for, this never comes up.",
            |evidence, ()| {
                let is_safe = |ask: &Ask| {
                    let is_https = text(&ask.params, "url").is_some_and(|url| url.starts_with("https://"));
                    let host = host(&ask.params).unwrap_or_default();
                    is_https || ["localhost", "127.0.0.1", "[::1]"].iter().any(|own| host.starts_with(own))
                };
                each(&pages(evidence)?, is_safe, "an address that begins with https")
            },
        ),
        then(
            "each page has an elicitationId of its own",
            "A text that no other page has with another address. Where no page is asked for, this never comes up.",
            |evidence, ()| {
                let pages = pages(evidence)?;
                let id = |ask: &Ask| text(&ask.params, "elicitationId").map(str::to_owned);
                let is_own = |ask: &Ask| {
                    let same = pages.iter().filter(|other| id(other) == id(ask));
                    id(ask).is_some() && same.into_iter().all(|other| other.params["url"] == ask.params["url"])
                };
                each(&pages, is_own, "an `elicitationId` of its own")
            },
        ),
        then("no page has an elicitationId", "Where no page is asked for, this never comes up.", |evidence, ()| {
            each(&pages(evidence)?, |ask| ask.params.get("elicitationId").is_none(), "no `elicitationId`")
        }),
        then(
            "each ask has an id of its own",
            "A text or a whole number, which no request of the server had before. Where nothing is asked by a request, this never \
             comes up.",
            |evidence, ()| {
                let mut used: Vec<Value> = Vec::new();
                for line in told(evidence)? {
                    let Some("elicitation/create") = text(line.what, "method") else { continue };
                    let id = line.what.get("id").cloned().unwrap_or_default();
                    let is_right = id.is_string() || id.as_i64().is_some() || id.as_u64().is_some();
                    let expected = "a text or a whole number that is new";
                    holds(is_right && !used.contains(&id), expected, id.to_string(), Some(line.seq))?;
                    used.push(id);
                }
                if used.is_empty() { Err(nothing("nothing is asked by a request")) } else { Ok(()) }
            },
        ),
        then("the server sends no request", "Each of its lines is an answer or a notification.", |evidence, ()| {
            let is_request = |line: &Value| matches!(Message::read(line), Some(Message::Request { .. }));
            let lines = told(evidence)?;
            let request = lines.iter().find(|line| is_request(line.what));
            request.map_or(Ok(()), |line| fails("no request", line.what.to_string(), Some(line.seq)))
        }),
        then(
            "each entry of a round has a method of the protocol and its params",
            "`elicitation/create`, `sampling/createMessage` or `roots/list`. Where no result asks, this never comes up.",
            |evidence, ()| {
                let is_right = |entry: &Value| {
                    text(entry, "method").is_some_and(|method| METHODS.contains(&method))
                        && (entry["params"].is_object() || text(entry, "method") == Some("roots/list"))
                };
                let rounds = rounds(evidence)?;
                for (seq, round) in &rounds {
                    for (_, entry) in round["inputRequests"].as_object().into_iter().flatten() {
                        holds(is_right(entry), "a method and its params", entry.to_string(), Some(*seq))?;
                    }
                }
                if rounds.is_empty() { Err(nothing("no result asks")) } else { Ok(()) }
            },
        ),
        then(
            "each round has requests, a state, or both",
            "Each result with the type `input_required`. Where there is none, this never comes up.",
            |evidence, ()| {
                each_round(evidence, "`inputRequests` or `requestState`", |round| {
                    round["inputRequests"].is_object() || round.get("requestState").is_some()
                })
            },
        ),
        then(
            "each state of a round is a text",
            "The `requestState` of each result that has one. Where no result asks, this never comes up.",
            |evidence, ()| {
                each_round(evidence, "a text as `requestState`", |round| {
                    round.get("requestState").is_none_or(Value::is_string)
                })
            },
        ),
        then(
            "each result says its type",
            "Its `resultType` is a text, and that of a result which asks is `input_required`.",
            |evidence, ()| {
                for line in told(evidence)? {
                    let Some(found) = line.what.get("result") else { continue };
                    let asks = found.get("inputRequests").is_some();
                    let kind = text(found, "resultType");
                    let is_right = if asks { kind == Some("input_required") } else { kind.is_some() };
                    holds(is_right, "the type of the result", found.to_string(), Some(line.seq))?;
                }
                Ok(())
            },
        ),
        then(
            "what the server gives up is a request of its own that is open",
            "Each `notifications/cancelled` names a request that the server has sent, and has not given up before. Where it gives \
             up nothing, this never comes up.",
            |evidence, ()| {
                let (mut open, mut given_up) = (Vec::new(), 0);
                for line in told(evidence)? {
                    match Message::read(line.what) {
                        Some(Message::Request { id, .. }) => open.push(id),
                        Some(Message::Notification { method, params }) if method == "notifications/cancelled" => {
                            let place = open.iter().position(|id| *id == params["requestId"]);
                            let found = params["requestId"].to_string();
                            holds(place.is_some(), "a request of the server that is open", found, Some(line.seq))?;
                            place.map(|place| open.remove(place));
                            given_up += 1;
                        }
                        _ => {}
                    }
                }
                if given_up == 0 { Err(nothing("nothing is given up")) } else { Ok(()) }
            },
        ),
    ]
}

/// Something that the server asks.
struct Ask {
    seq: u64,
    params: Value,
}

impl Ask {
    fn is_page(&self) -> bool {
        text(&self.params, "mode") == Some("url")
    }
}

fn nothing(why: &str) -> Mismatch {
    Mismatch::Unmet(why.to_owned())
}

/// The results that ask, with the places of their lines.
fn rounds(evidence: &Evidence<'_>) -> Result<Vec<(u64, Value)>, Mismatch> {
    let asks = |result: &Value| text(result, "resultType") == Some("input_required");
    let lines = told(evidence)?.into_iter();
    Ok(lines
        .filter_map(|line| Some((line.seq, line.what.get("result").filter(|found| asks(found))?.clone())))
        .collect())
}

/// All that the server asks, by requests and by results.
fn asks(evidence: &Evidence<'_>) -> Result<Vec<Ask>, Mismatch> {
    let mut found = Vec::new();
    for line in told(evidence)? {
        if let Some(Message::Request { method, params, .. }) = Message::read(line.what)
            && method == "elicitation/create"
        {
            found.push(Ask { seq: line.seq, params });
        }
        let entries = line.what.pointer("/result/inputRequests").and_then(Value::as_object);
        for (_, entry) in entries.into_iter().flatten() {
            if text(entry, "method") == Some("elicitation/create") {
                found.push(Ask { seq: line.seq, params: entry["params"].clone() });
            }
        }
    }
    Ok(found)
}

fn forms(evidence: &Evidence<'_>) -> Result<Vec<Ask>, Mismatch> {
    Ok(asks(evidence)?.into_iter().filter(|ask| !ask.is_page()).collect())
}

fn pages(evidence: &Evidence<'_>) -> Result<Vec<Ask>, Mismatch> {
    Ok(asks(evidence)?.into_iter().filter(Ask::is_page).collect())
}

/// Each of some asks is right. Unmet if there is none.
fn each(asks: &[Ask], is_right: impl Fn(&Ask) -> bool, expected: &str) -> Finding {
    if asks.is_empty() {
        return Err(nothing("nothing of the kind is asked"));
    }
    let wrong = asks.iter().find(|ask| !is_right(ask));
    wrong.map_or(Ok(()), |ask| fails(expected, ask.params.to_string(), Some(ask.seq)))
}

fn each_round(evidence: &Evidence<'_>, expected: &str, is_right: impl Fn(&Value) -> bool) -> Finding {
    let rounds = rounds(evidence)?;
    if rounds.is_empty() {
        return Err(nothing("no result asks"));
    }
    let wrong = rounds.iter().find(|(_, round)| !is_right(round));
    wrong.map_or(Ok(()), |(seq, round)| fails(expected, round.to_string(), Some(*seq)))
}

/// No property of a form has something wrong. Unmet if no form is asked.
fn each_property(evidence: &Evidence<'_>, wrong: impl Fn(&Value) -> Option<String>) -> Finding {
    let forms = forms(evidence)?;
    if forms.is_empty() {
        return Err(nothing("no form is asked"));
    }
    for ask in &forms {
        for (name, property) in form::properties(&ask.params) {
            if let Some(wrong) = wrong(property) {
                return fails("a property of the protocol", format!("{name:?} with {wrong}"), Some(ask.seq));
            }
        }
    }
    Ok(())
}

/// The host of a page's address.
fn host(params: &Value) -> Option<&str> {
    let (scheme, rest) = text(params, "url")?.split_once("://")?;
    let is_scheme = !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    rest.split(['/', '?', '#']).next().filter(|_| is_scheme)
}
