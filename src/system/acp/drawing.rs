//! How the client draws what the agent asks. The drawings are the reference's own.

use crate::{
    model::{json::Value, rpc::text},
    system::{Offers, Prompt, Typing},
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

/// A form: the message, what the form says of itself, and each property with its description, its choices and its default. What
/// is asked may stand in any of these.
pub fn form(params: &Value) -> Prompt {
    let schema = &params["requestedSchema"];
    let mut drawn = format!("{}\n", text(params, "message").unwrap_or_default());
    let about = ["title", "description"].into_iter().filter_map(|member| text(schema, member));
    about.for_each(|line| drawn.push_str(&format!("{line}\n")));
    let mut offers = Offers { reject: true, ..Offers::default() };
    let properties = schema["properties"].as_object();
    for (name, property) in properties.into_iter().flatten() {
        let title = text(property, "title").unwrap_or(name);
        let choices = choices(property);
        let kind = match (text(property, "type"), &choices[..]) {
            (Some("array"), _) => "any of",
            (_, [_, ..]) => "one of",
            (Some(kind), []) => kind,
            (None, []) => "anything",
        };
        drawn.push_str(format!("{title}: {kind} {}", choices.join(", ")).trim_end());
        if let Some(default) = property.get("default") {
            drawn.push_str(&format!(" ({default})"));
        }
        drawn.push('\n');
        if let Some(description) = text(property, "description") {
            drawn.push_str(&format!("  {description}\n"));
        }
        offers.several |= text(property, "type") == Some("array");
        if choices.is_empty() && text(property, "type") == Some("string") {
            offers.typing = Some(Typing::Echoed);
        }
        offers.choices.extend(choices);
    }
    drawn.push_str("  [Send] [Decline] [Cancel]\n");
    Prompt { text: drawn, offers, request: None }
}

/// The choices of a property, as the user reads them.
fn choices(property: &Value) -> Vec<String> {
    let place = property.get("items").unwrap_or(property);
    let titled = ["oneOf", "anyOf"].iter().find_map(|name| place.get(*name)).and_then(Value::as_array);
    if let Some(titled) = titled {
        return titled.iter().filter_map(|one| text(one, "title").map(str::to_owned)).collect();
    }
    let plain = place.get("enum").and_then(Value::as_array).into_iter().flatten();
    plain.filter_map(|one| one.as_str().map(str::to_owned)).collect()
}

/// A page to open: the message and the whole address. It is neither fetched nor opened.
pub fn url(params: &Value) -> Prompt {
    let (message, url) = (text(params, "message").unwrap_or_default(), text(params, "url").unwrap_or_default());
    let drawn = format!("{message}\n{url}\n  [Open] [Decline] [Cancel]\n");
    Prompt {
        text: drawn,
        offers: Offers { choices: vec!["Open".to_owned()], reject: true, ..Offers::default() },
        request: None,
    }
}
