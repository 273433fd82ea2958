//! The page of the protocol. Its lists are made from the types.

use std::collections::BTreeSet;

use super::{FromAdapter, Method, ToAdapter};
use crate::stage::Capability;

/// The page, in Markdown.
pub fn page() -> String {
    include_str!("page.md")
        .replace("@@CAPABILITIES@@", &capabilities())
        .replace("@@TO_ADAPTER@@", &methods(ToAdapter::METHODS))
        .replace("@@FROM_ADAPTER@@", &methods(FromAdapter::METHODS))
        .replace("@@DIALOGUE@@", include_str!("dialogue.txt").trim_end())
}

fn capabilities() -> String {
    let rows = Capability::ALL.map(|capability| {
        let all = ToAdapter::METHODS.iter().chain(FromAdapter::METHODS);
        let own: BTreeSet<String> = all
            .filter(|method| method.capability == Some(capability))
            .map(|method| format!("`{}`", method.name))
            .collect();
        let own: Vec<String> = own.into_iter().collect();
        let own = if own.is_empty() { "none of its own".to_owned() } else { own.join(", ") };
        format!("| `{}` | {} | {own} |", capability.word(), capability.about())
    });
    rows.join("\n")
}

fn methods(methods: &[Method]) -> String {
    let rows = methods.iter().map(|method| {
        let kind = if method.is_request { "request" } else { "notification" };
        let capability = method.capability.map_or_else(String::new, |capability| format!("`{}`", capability.word()));
        format!("| `{}` | {kind} | {capability} | {} |", method.name, method.about.trim())
    });
    let rows: Vec<String> = rows.collect();
    format!("| method | kind | capability | meaning |\n|---|---|---|---|\n{}", rows.join("\n"))
}
