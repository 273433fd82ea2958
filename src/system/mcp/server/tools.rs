//! The reference's tools: what each asks, and what it does once all is answered.

use super::super::era::Era;
use crate::model::{
    json::{Map, Value, json},
    rpc::text,
};

/// The tool that asks the question of its arguments.
pub const ASK: &str = "ask";

/// A tool of the reference.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Tool {
    /// Asks the question of its arguments.
    Ask,
    /// Asks where to, by a form with choices, and deploys.
    Deploy,
    /// Asks by a form with each kind of property that its era has, and repeats what was answered.
    Survey,
    /// Asks two questions at once.
    Pair,
    /// Sends the user to a page.
    Connect,
    /// Asks nothing.
    Status,
    /// A task: asks how, and finishes.
    Job,
}

/// What a tool asks, or that its arguments are wrong.
pub type Asked = Result<Vec<(&'static str, Value)>, &'static str>;

impl Tool {
    /// Every tool.
    pub const ALL: [Self; 7] =
        [Self::Ask, Self::Deploy, Self::Survey, Self::Pair, Self::Connect, Self::Status, Self::Job];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ask => ASK,
            Self::Deploy => "deploy",
            Self::Survey => "survey",
            Self::Pair => "pair",
            Self::Connect => "connect",
            Self::Status => "status",
            Self::Job => "job",
        }
    }

    /// The tool with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    /// How `tools/list` describes it.
    pub fn definition(self) -> Value {
        let text = json!({"type": "string"});
        let options = json!({"type": "array", "items": text});
        let (about, properties) = match self {
            Self::Ask => ("Asks the user a question.", json!({"question": text, "options": options})),
            Self::Deploy => ("Deploys a version, where the user says.", json!({"version": text})),
            Self::Survey => ("Asks the user for one thing of each kind.", json!({})),
            Self::Pair => ("Asks the user two questions.", json!({"first": text, "second": text})),
            Self::Connect => ("Asks the user to sign in on a page.", json!({})),
            Self::Status => ("Says that the server is there.", json!({})),
            Self::Job => ("Does a long job, as the user says.", json!({})),
        };
        let mut definition = json!({
            "name": self.name(), "description": about,
            "inputSchema": {"type": "object", "properties": properties},
        });
        if self == Self::Job {
            definition["execution"] = json!({"taskSupport": "required"});
        }
        definition
    }

    /// The mode in which it asks. `None` if it asks nothing.
    pub const fn mode(self) -> Option<&'static str> {
        match self {
            Self::Ask | Self::Deploy | Self::Survey | Self::Pair | Self::Job => Some("form"),
            Self::Connect => Some("url"),
            Self::Status => None,
        }
    }

    /// The word at the beginning of its result, once it has done what it is called for. `None` if its result says no such thing.
    pub const fn word(self) -> Option<&'static str> {
        match self {
            Self::Deploy => Some("deployed"),
            Self::Survey => Some("surveyed"),
            Self::Pair => Some("paired"),
            Self::Status => Some("ready"),
            Self::Job => Some("finished"),
            Self::Ask | Self::Connect => None,
        }
    }

    /// The params of what it asks for these arguments, each by a key.
    ///
    /// # Errors
    /// What is wrong with the arguments.
    pub fn asks(self, arguments: &Value, era: Era) -> Asked {
        Ok(match self {
            Self::Ask => {
                let question = text(arguments, "question").filter(|question| !question.is_empty());
                let question = question.ok_or("`question` must be a text that is not empty")?;
                let mut answer = json!({"type": "string", "title": "Answer"});
                if let Some(options) = arguments.get("options") {
                    let texts = options.as_array().filter(|options| is_choice(options.iter().map(Value::as_str)));
                    texts.ok_or("`options` must be different texts, and not empty")?;
                    answer["enum"] = options.clone();
                }
                vec![("answer", form(question, json!({"answer": answer}), &["answer"], era))]
            }
            Self::Deploy => {
                let place = json!({"type": "string", "title": "Place", "enum": ["staging", "production"]});
                vec![("place", form("Deploy where?", json!({"place": place}), &["place"], era))]
            }
            Self::Survey => vec![("survey", form("Tell us more", survey(era), &["name", "count"], era))],
            Self::Pair => {
                let one = |message: &str, name: &str| {
                    let mut properties = Map::new();
                    properties.insert(name.to_owned(), json!({"type": "string"}));
                    form(message, properties.into(), &[name], era)
                };
                let message = |name: &str, usual: &'static str| text(arguments, name).unwrap_or(usual).to_owned();
                let (first, second) = (message("first", "Which first?"), message("second", "Which second?"));
                vec![("first", one(&first, "one")), ("second", one(&second, "other"))]
            }
            Self::Connect => {
                let url = "https://example.com/connect";
                vec![("page", json!({"mode": "url", "message": "Sign in first", "url": url}))]
            }
            Self::Status => Vec::new(),
            Self::Job => {
                let way = json!({"type": "string", "title": "Way", "enum": ["quickly", "well"]});
                vec![("way", form("Finish how?", json!({"way": way}), &["way"], era))]
            }
        })
    }

    /// What it has done, once all is answered. `count` is the number of deployments, this one included.
    pub fn does(self, arguments: &Value, answers: &Map, count: u64) -> String {
        let answer = |key: &str, name: &str| {
            let found = answers.get(key).and_then(|content| text(content, name));
            found.unwrap_or_default().to_owned()
        };
        match self {
            Self::Ask => format!("The user answered: {}", answer("answer", "answer")),
            Self::Deploy => {
                let version = text(arguments, "version").unwrap_or("the latest");
                format!("deployed {version} to {} (deployment {count})", answer("place", "place"))
            }
            Self::Survey => format!("surveyed {}", answers.get("survey").cloned().unwrap_or_default()),
            Self::Pair => format!("paired {} and {}", answer("first", "one"), answer("second", "other")),
            Self::Connect => "The user was sent to the page. It is not known yet whether that was enough.".to_owned(),
            Self::Status => "ready".to_owned(),
            Self::Job => format!("finished {}", answer("way", "way")),
        }
    }
}

/// Whether these are the texts of a choice.
fn is_choice<'t>(options: impl Iterator<Item = Option<&'t str>>) -> bool {
    let texts: Option<Vec<&str>> = options.collect();
    texts.is_some_and(|texts| {
        let is_new = |(at, text): (usize, &&str)| !texts[..at].contains(text);
        !texts.is_empty() && texts.iter().enumerate().all(is_new)
    })
}

/// A form. The first era has no modes.
fn form(message: &str, properties: Value, required: &[&str], era: Era) -> Value {
    let schema = json!({"type": "object", "properties": properties, "required": required});
    match era {
        Era::June2025 => json!({"message": message, "requestedSchema": schema}),
        Era::November2025 | Era::July2026 => {
            json!({"mode": "form", "message": message, "requestedSchema": schema})
        }
    }
}

/// A property of each kind.
fn survey(era: Era) -> Value {
    let mut all = json!({
        "name": {"type": "string", "title": "Name", "minLength": 1, "maxLength": 20},
        "mail": {"type": "string", "format": "email", "description": "Where we write to"},
        "count": {"type": "integer", "minimum": 0, "maximum": 100},
        "share": {"type": "number", "minimum": 0, "maximum": 1},
        "loud": {"type": "boolean", "default": false},
        "level": {"type": "string", "enum": ["low", "high"], "enumNames": ["Low", "High"]},
        "site": {"type": "string", "format": "uri"},
        "day": {"type": "string", "format": "date"},
        "when": {"type": "string", "format": "date-time"},
    });
    if era != Era::June2025 {
        all["count"]["default"] = 0.into();
        all["name"]["default"] = "Ada".into();
        all["zone"] = json!({"type": "string", "oneOf": [{"const": "eu", "title": "Europe"}, {"const": "us", "title": "America"}]});
        all["days"] = json!({"type": "array", "items": {"type": "string", "enum": ["mon", "tue"]}, "default": ["mon"]});
        all["langs"] = json!({
            "type": "array", "minItems": 1,
            "items": {"anyOf": [{"const": "de", "title": "German"}, {"const": "fr", "title": "French"}]},
        });
    }
    all
}
