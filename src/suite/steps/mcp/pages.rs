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
            "The client asks none of the addresses at `http://pages.test` before the user agrees to that page, or, of what is no page that \
             the user was shown, before they agree to one.",
            |evidence, ()| not_before_consent(evidence, "fetched"),
        ),
        then(
            "no page is opened before the user agrees",
            "The same of what the client lets a browser open.",
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

/// What is fetched or opened is a page to which the user has agreed before; or what belongs to one, after that.
fn not_before_consent(evidence: &Evidence<'_>, word: &str) -> Finding {
    let prompts = evidence.prompts()?;
    let acts = evidence.acts()?;
    let agrees = |act: &&Seen<&Act>| matches!(act.what, Act::Answer(_) | Act::Remember(_));
    let page_of = |act: &Seen<&Act>| {
        let prompt = prompts.iter().find(|prompt| prompt.op == act.op)?;
        let request = prompt.what.request.as_ref().filter(|request| text(request, "mode") == Some("url"))?;
        Some((act.seq, text(request, "url")?.to_owned()))
    };
    let agreed: Vec<(u64, String)> = acts.iter().filter(agrees).filter_map(page_of).collect();
    let is_page =
        |url: &str| prompts.iter().any(|prompt| prompt.what.request.as_ref().is_some_and(|own| own["url"] == url));
    let lines = told(evidence)?;
    let early = lines.iter().find_map(|line| {
        let url = text(line.what, word)?;
        let may = agreed.iter().any(|(seq, page)| *seq < line.seq && (page == url || !is_page(url)));
        (!may).then(|| (line.seq, url.to_owned()))
    });
    early.map_or(Ok(()), |(seq, url)| fails(format!("nothing that is {word} before the user agrees"), url, Some(seq)))
}

/// The first line that has this member, and the address in it.
fn first<'l, 'a>(lines: &'l [Seen<&'a Value>], word: &str) -> Option<(&'l Seen<&'a Value>, String)> {
    lines.iter().find_map(|line| Some((line, text(line.what, word)?.to_owned())))
}
