//! What is asked by an elicitation, as the Model Context Protocol and the Agent Client Protocol have it: a form, or a page to open. How a
//! client draws it, and what it answers for an act of the user. The drawings are the reference's own.

use crate::{
    model::{
        json::{Map, Text, Value, json},
        rpc::text,
    },
    system::{Act, Offers, Prompt, Typing},
};

/// How the user is asked.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Mode {
    /// By a form, which is filled in.
    Form,
    /// By a page, which is opened.
    Page,
}

impl Mode {
    /// The prompt for these params of a request.
    pub fn drawn(self, params: &Value) -> Prompt {
        match self {
            Self::Form => form(params),
            Self::Page => page(params),
        }
    }

    /// What the client answers for an act of the user. `None` if the prompt does not offer the act.
    pub fn reply(self, params: &Value, act: Act) -> Option<Value> {
        match (self, act) {
            (Self::Form, Act::Answer(content @ Value::Object(_))) => {
                Some(json!({"action": "accept", "content": content}))
            }
            (Self::Form, Act::Answer(answer)) => {
                let (name, property) = meant(&params["requestedSchema"], &answer)?;
                let mut content = Map::new();
                let is_list = text(property, "type") == Some("array") && !answer.is_array();
                let chosen = chosen(property, answer);
                content.insert(name.as_str().to_owned(), if is_list { json!([chosen]) } else { chosen });
                Some(json!({"action": "accept", "content": content}))
            }
            (Self::Page, Act::Answer(_)) => Some(json!({"action": "accept"})),
            (_, Act::Reject) => Some(json!({"action": "decline"})),
            (_, Act::Cancel) => Some(json!({"action": "cancel"})),
            _ => None,
        }
    }
}

/// The property of a form that an answer is for: the first that offers it, or else the first that is required, or else the first.
fn meant<'s>(schema: &'s Value, answer: &Value) -> Option<(&'s Text, &'s Value)> {
    let properties = || schema["properties"].as_object().into_iter().flatten();
    let picked = answer.as_array().and_then(|picks| picks.first()).unwrap_or(answer);
    let offers = |(_, property): &(&Text, &Value)| {
        let place = property.get("items").unwrap_or(property);
        let plain = place.get("enum").and_then(Value::as_array).into_iter().flatten();
        let titled =
            ["oneOf", "anyOf"].iter().filter_map(|name| place.get(*name)).filter_map(Value::as_array).flatten();
        let of_titled = titled.flat_map(|one| [one.get("title"), one.get("const")]).flatten();
        plain.chain(of_titled).any(|choice| choice == picked)
    };
    let required = schema["required"].as_array();
    let is_required = |(name, _): &(&Text, &Value)| {
        required.into_iter().flatten().any(|required| required.as_str() == Some(name.as_str()))
    };
    properties().find(offers).or_else(|| properties().find(is_required)).or_else(|| properties().next())
}

/// What is sent for an answer to a property: of a choice that has a title, what the title stands for. A list is one of such choices.
fn chosen(property: &Value, answer: Value) -> Value {
    if let Value::Array(picks) = &answer {
        return picks.iter().map(|pick| chosen(property, pick.clone())).collect();
    }
    let place = property.get("items").unwrap_or(property);
    let choices = ["oneOf", "anyOf"].iter().find_map(|name| place.get(*name)).and_then(Value::as_array);
    let meant = choices.into_iter().flatten().find(|choice| choice.get("title") == Some(&answer));
    meant.and_then(|choice| choice.get("const").cloned()).unwrap_or(answer)
}

/// A form: the message, what the form says of itself, and each property with its description, its choices and its default. What
/// is asked may stand in any of these.
fn form(params: &Value) -> Prompt {
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
fn page(params: &Value) -> Prompt {
    let (message, url) = (text(params, "message").unwrap_or_default(), text(params, "url").unwrap_or_default());
    let drawn = format!("{message}\n{url}\n  [Open] [Decline] [Cancel]\n");
    Prompt {
        text: drawn,
        offers: Offers { choices: vec!["Open".to_owned()], reject: true, ..Offers::default() },
        request: None,
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Act, Mode, Value, json};

    /// The members of an object have no order, so an answer is not that of the first property because it is the first.
    #[rstest]
    #[case::offered(json!({"note": {"type": "string"}, "way": {"enum": ["left", "right"]}}), json!([]), json!({"way": "left"}))]
    #[case::of_a_title(json!({"n": {}, "way": {"oneOf": [{"const": "l", "title": "left"}]}}), json!([]), json!({"way": "l"}))]
    #[case::required(json!({"note": {"type": "string"}, "way": {"type": "string"}}), json!(["way"]), json!({"way": "left"}))]
    #[case::the_first(json!({"note": {"type": "string"}, "way": {"type": "string"}}), json!([]), json!({"note": "left"}))]
    #[case::of_a_list(json!({"ways": {"type": "array", "items": {"enum": ["left"]}}}), json!([]), json!({"ways": ["left"]}))]
    #[case::titled(json!({"w": {"type": "array", "items": {"anyOf": [{"const": "l", "title": "left"}]}}}), json!([]), json!({"w": ["l"]}))]
    fn a_plain_answer_is_for_the_property_that_offers_it(
        #[case] properties: Value,
        #[case] required: Value,
        #[case] content: Value,
    ) {
        let params = json!({"requestedSchema": {"type": "object", "properties": properties, "required": required}});
        let reply = Mode::Form.reply(&params, Act::Answer(json!("left"))).unwrap();
        assert_eq!(reply, json!({"action": "accept", "content": content}));
    }

    #[test]
    fn each_title_of_a_list_stands_for_its_value() {
        let choices = json!([{"const": "l", "title": "left"}, {"const": "r", "title": "right"}]);
        let ways = json!({"ways": {"type": "array", "items": {"anyOf": choices}}});
        let params = json!({"requestedSchema": {"type": "object", "properties": ways}});
        let reply = Mode::Form.reply(&params, Act::Answer(json!(["right", "left"]))).unwrap();
        assert_eq!(reply["content"], json!({"ways": ["r", "l"]}));
    }
}
