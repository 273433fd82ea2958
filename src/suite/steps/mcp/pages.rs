//! What a client fetches or opens of the pages of a scenario. Such a line has one member: `fetched` or `opened`, with the address.

use super::{
    super::{Step, then},
    client::told,
};
use crate::{
    model::{json::Value, rpc::text},
    suite::check::{Evidence, Finding, Seen, fails},
    system::Act,
};

pub fn steps() -> Vec<Step> {
    vec![
        then(
            "no page is fetched before the user agrees",
            "Before the user's first answer at a prompt that shows a page, the client asks none of the addresses at `http://pages.test`.",
            |evidence, ()| not_before_consent(evidence, "fetched"),
        ),
        then(
            "no page is opened before the user agrees",
            "Before that, the client lets no browser open such an address either.",
            |evidence, ()| not_before_consent(evidence, "opened"),
        ),
        then(
            "nothing is fetched",
            "The client asks none of the addresses at `http://pages.test`, during the whole run.",
            |evidence, ()| {
                let lines = told(evidence)?;
                first(&lines, "fetched")
                    .map_or(Ok(()), |(line, url)| fails("nothing that is fetched", url, Some(line.seq)))
            },
        ),
        then(
            "no line of the client has {string}",
            "None of the lines that it writes to its server has that piece, in any member.",
            |evidence, piece: String| {
                let lines = told(evidence)?;
                let found = lines.iter().find(|line| line.what.to_string().contains(&piece));
                found.map_or(Ok(()), |line| fails(format!("no {piece:?}"), line.what.to_string(), Some(line.seq)))
            },
        ),
    ]
}

fn not_before_consent(evidence: &Evidence<'_>, word: &str) -> Finding {
    let prompts = evidence.prompts()?;
    let is_page = |act: &Seen<&Act>| {
        let request = prompts.iter().find(|prompt| prompt.op == act.op).and_then(|prompt| prompt.what.request.as_ref());
        request.is_some_and(|request| text(request, "mode") == Some("url"))
    };
    let acts = evidence.acts()?;
    let agrees = |act: &&Seen<&Act>| matches!(act.what, Act::Answer(_) | Act::Remember(_)) && is_page(act);
    let agreed = acts.iter().find(agrees).map_or(u64::MAX, |act| act.seq);
    let lines = told(evidence)?;
    match first(&lines, word).filter(|(line, _)| line.seq < agreed) {
        Some((line, url)) => fails(format!("nothing that is {word} before the user agrees"), url, Some(line.seq)),
        None => Ok(()),
    }
}

/// The first line that has this member, and the address in it.
fn first<'l, 'a>(lines: &'l [Seen<&'a Value>], word: &str) -> Option<(&'l Seen<&'a Value>, String)> {
    lines.iter().find_map(|line| Some((line, text(line.what, word)?.to_owned())))
}
