//! How the client draws a permission. The drawing is the reference's own.

use crate::{
    model::{json::Value, rpc::text},
    system::{Offers, Prompt},
};

/// A permission: the title of the call that is asked about, its input, and the options.
pub fn permission(params: &Value, call: &Value) -> Prompt {
    let mut drawn = format!("May this run? {}\n", text(call, "title").unwrap_or("a tool"));
    if let Some(input) = call.get("rawInput") {
        drawn.push_str(&format!("{input}\n"));
    }
    let options: Vec<String> = params["options"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|option| text(option, "name").map(str::to_owned))
        .collect();
    options.iter().for_each(|name| drawn.push_str(&format!("  [{name}]\n")));
    Prompt { text: drawn, offers: Offers { choices: options, reject: true, ..Offers::default() }, request: None }
}
