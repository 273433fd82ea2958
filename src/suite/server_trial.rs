//! Tries a server of the Model Context Protocol step by step, and drafts its manifest: the tool that asks is found by calling each
//! that it lists.

use super::{
    InputErrors,
    agent_draft::{plain, required},
    agent_trial::{Lack, Seen, StepKind, Trial, installed},
};
use crate::{
    model::{
        json::{Map, Value},
        rpc::text,
    },
    stage::Identity,
    subject::{AdapterOptions, ServerManifest, ServerSpec, SubjectSpec, ToolMapping},
    system::mcp::{Tool, era::Era},
};

/// Two calls of `deploy`, each of which asks once, and is answered otherwise. The name ends with the version.
const ACCEPTED: &str = "mcp/asking/of-two-calls-with-one-question-each-goes-on-with-its-own-answer";
/// A call whose question is declined.
const DECLINED: &str = "mcp/answers/what-needs-an-accept-is-not-done-when-the-user-rejects";
/// How many of the tools that a server lists are tried for a draft.
const TOOLS_MAX: usize = 40;
/// How many words of a result are looked at: each run of them is tried.
const WORDS_MAX: usize = 60;
/// A piece that stands in no result.
const NEVER: &str = "\u{1}never";
/// The profile of a server whose results tell answers apart.
const ANSWERS: &str = "answers";
/// The arguments of `deploy` in a scenario.
const VERSION: &str = "{version}";
/// The argument that [`ACCEPTED`] and [`DECLINED`] have in its place.
const PLAYED: &str = "1.4";

/// Tries a server.
///
/// # Errors
/// A mistake in a carried feature, which is a bug.
pub fn try_server(server: &ServerSpec, options: &AdapterOptions) -> Result<Trial, InputErrors> {
    let ServerSpec { manifest, .. } = server;
    let mut trial = Trial::default();
    let (kind, there) = match &manifest.url {
        Some(url) if manifest.command.is_empty() => (StepKind::Reached, reached(url, manifest.is_nowhere())),
        _ => (StepKind::Installed, installed(&manifest.command, manifest.missing_program(), None)),
    };
    if !trial.step(kind, there) {
        return Ok(trial);
    }
    let mut versions = Vec::new();
    for version in versions_of(manifest) {
        let seen = Tried::play(ACCEPTED, version, server, options)?;
        trial.identity = trial.identity.or_else(|| seen.0.identity.clone());
        if !seen.opens() {
            let help = match &manifest.url {
                None => "try the command by itself: it must speak MCP on its stdin and stdout",
                Some(_) => "it must speak streamable HTTP at its `url`",
            };
            let help = format!("{help}; name in `profiles` the versions that it has");
            let lack = seen.0.lack(&format!("it does not open the connection in {version}"), help);
            trial.step(StepKind::Opens, Err(lack));
            return Ok(trial);
        }
        versions.push(version);
        let mut first = vec![(StepKind::Asks, seen.asks()), (StepKind::Acts, seen.acts())];
        if manifest.profiles.iter().any(|profile| profile == ANSWERS) {
            first.push((StepKind::Differs, seen.differs()));
        }
        first.push((StepKind::Refrains, Tried::play(DECLINED, version, server, options)?.refrains()));
        let is_lacking = first.iter().any(|(_, result)| result.is_err());
        if is_lacking || versions.len() == versions_of(manifest).count() {
            let who = trial.identity.as_ref().map(|Identity { name, version }| format!("{name} {version}, "));
            trial.step(StepKind::Opens, Ok(format!("{}{}", who.unwrap_or_default(), versions.join(", "))));
            for (kind, result) in first {
                let result = result.map_err(|lack| Lack { found: format!("in {version}: {}", lack.found), ..lack });
                if !trial.step(kind, result) && kind.is_needed() {
                    return Ok(trial);
                }
            }
            trial.unnamed = seen.unnamed(manifest);
            for tool in Tool::ALL {
                if let Some(result) = Tried::beside(tool, server, options)? {
                    trial.step(StepKind::Beside(tool), result);
                }
            }
            return Ok(trial);
        }
    }
    let help = format!("name in `profiles` at least one of {}", Era::ALL.map(Era::version).join(", "));
    trial.step(StepKind::Opens, Err(Lack { found: "it has no version".to_owned(), help }));
    Ok(trial)
}

/// Whether somebody is at the address of a server that runs already.
fn reached(url: &str, nowhere: Option<String>) -> Result<String, Lack> {
    let Some(found) = nowhere else { return Ok(url.to_owned()) };
    Err(Lack { found, help: "start it yourself before; or give a `command` with {port} in a manifest".to_owned() })
}

/// The versions that a manifest claims.
fn versions_of(manifest: &ServerManifest) -> impl Iterator<Item = &'static str> {
    Era::ALL.into_iter().map(Era::version).filter(|version| manifest.profiles.iter().any(|profile| profile == version))
}

/// Drafts the manifest of the server that `server` starts. Also returns the trial of the draft.
///
/// # Errors
/// A mistake in a carried feature, which is a bug.
pub fn draft_server(server: &ServerSpec, options: &AdapterOptions) -> Result<(ServerSpec, Trial), InputErrors> {
    let mut draft = server.clone();
    let (mut listed, mut versions): (Vec<Value>, Vec<&str>) = (Vec::new(), Vec::new());
    for version in Era::ALL.map(Era::version) {
        draft.manifest.profiles = vec![version.to_owned()];
        let seen = Tried::play(ACCEPTED, version, &draft, options)?;
        if seen.opens() {
            versions.push(version);
            listed = seen.listed();
        }
        if let Some(Identity { name, version }) = &seen.0.identity {
            draft.manifest.name = format!("{name} {version}");
        }
    }
    // Where no version opens, the trial of the draft tells why the first does not.
    let named = if versions.is_empty() { Era::ALL.map(Era::version).to_vec() } else { versions.clone() };
    draft.manifest.profiles = named.into_iter().map(str::to_owned).collect();
    let is_listed = |name: &str| listed.iter().any(|tool| text(tool, "name") == Some(name));
    if is_listed(Tool::Deploy.name()) {
        // It has the tools of the scenarios itself.
        let beside = Tool::ALL.into_iter().filter(|tool| *tool != Tool::Deploy && is_listed(tool.name()));
        draft.manifest.profiles.extend(beside.map(|tool| tool.name().to_owned()));
        draft.manifest.profiles.extend([ANSWERS, "arguments"].map(str::to_owned));
    } else {
        for tool in listed.iter().take(TOOLS_MAX) {
            let mapping = unproven(tool);
            draft.manifest.tools.insert(Tool::Deploy.name().to_owned(), mapping.clone());
            let (mut asking, mut accepted) = (Vec::new(), Vec::new());
            // A tool may ask in some versions alone.
            for version in &versions {
                let seen = Tried::play(ACCEPTED, version, &draft, options)?;
                if seen.asks().is_ok() {
                    asking.push(*version);
                    accepted.extend(seen.results());
                }
            }
            let Some(version) = asking.first() else {
                draft.manifest.tools.clear();
                continue;
            };
            let declined = Tried::play(DECLINED, version, &draft, options)?;
            let said = argument_texts(mapping.arguments.as_ref());
            let acted = common_words(&accepted, &declined.results(), &said);
            let acted = acted.unwrap_or_else(|| "FILL IN: a piece of the result of a call that has acted".to_owned());
            let takes_version = mapping.arguments.as_ref().is_some_and(|own| own.to_string().contains(VERSION));
            draft.manifest.tools.insert(Tool::Deploy.name().to_owned(), ToolMapping { acted: Some(acted), ..mapping });
            draft.manifest.profiles = asking.iter().map(|version| (*version).to_owned()).collect();
            draft.manifest.profiles.extend(takes_version.then(|| "arguments".to_owned()));
            let differs = Tried::play(ACCEPTED, version, &draft, options)?.differs().is_ok();
            draft.manifest.profiles.extend(differs.then(|| ANSWERS.to_owned()));
            break;
        }
    }
    let trial = try_server(&draft, options)?;
    Ok((draft, trial))
}

/// A tool of the server in the place of `deploy`, of which it is not known yet how its result says that it has acted.
fn unproven(tool: &Value) -> ToolMapping {
    ToolMapping {
        name: text(tool, "name").unwrap_or_default().to_owned(),
        arguments: Some(arguments(&tool["inputSchema"])),
        acted: Some(NEVER.to_owned()),
        answers: Vec::new(),
    }
}

/// The arguments of a call by the schema of its tool: what is required. The first text is the version of the scenario's call, so that
/// other arguments make another call.
fn arguments(schema: &Value) -> Value {
    let mut rest = Some(VERSION);
    let members = required(schema).into_iter().map(|(name, schema)| {
        let is_text = text(schema, "type") == Some("string") && schema.get("enum").is_none();
        let said = rest.take_if(|_| is_text).unwrap_or("text");
        (name.to_owned(), plain(schema, said))
    });
    members.collect::<Map>().into()
}

/// The texts in the arguments of a call.
fn argument_texts(arguments: Option<&Value>) -> Vec<String> {
    let members = arguments.and_then(Value::as_object).into_iter().flatten();
    let texts = members.filter_map(|(_, value)| value.as_str());
    texts.map(|text| text.replace(VERSION, PLAYED)).collect()
}

/// The longest run of words that stands in each of these texts, and in none of those. No word has a text that was `said` in
/// the arguments, since another call says another.
fn common_words(texts: &[String], others: &[String], said: &[String]) -> Option<String> {
    let words: Vec<&str> = texts.first()?.split_whitespace().take(WORDS_MAX).collect();
    let runs = (0..words.len()).flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)));
    let runs = runs.map(|(from, to)| words[from..to].join(" "));
    let is_common = |run: &String| {
        texts.iter().all(|text| text.contains(run.as_str()))
            && !said.iter().any(|said| run.contains(said.as_str()))
            && !others.iter().any(|other| other.contains(run.as_str()))
    };
    runs.filter(is_common).max_by_key(String::len)
}

/// A scenario in which this tool asks, and is answered, in this era, if there is one.
fn calling(tool: Tool, era: Era) -> Option<String> {
    let (id, is_there) = match tool {
        Tool::Deploy => return None,
        Tool::Ask => {
            ("mcp/answers/two-answers-that-differ-a-little-are-told-apart-large-letters", era != Era::June2025)
        }
        Tool::Survey => ("mcp/answers/what-just-fits-is-acted-upon-the-largest-and-the-longest-in-other-letters", true),
        Tool::Pair => {
            ("mcp/asking/each-of-two-questions-gets-its-own-answer-in-whatever-order-the-user-gives-them", true)
        }
        Tool::Connect => ("mcp/asking/a-page-has-an-address-and-to-open-it-is-not-told-as-more", era != Era::June2025),
        Tool::Status => {
            ("mcp/answers/what-is-answered-with-an-error-leaves-the-connection-as-it-was", !era.has_rounds())
        }
        Tool::Job => return (era == Era::November2025).then(|| "mcp/tasks/what-a-task-asks-names-the-task".to_owned()),
    };
    is_there.then(|| format!("{id}-{}", era.version()))
}

/// What was seen in the run of a scenario.
struct Tried(Seen);

impl Tried {
    fn play(id: &str, version: &str, server: &ServerSpec, options: &AdapterOptions) -> Result<Self, InputErrors> {
        Self::play_whole(&format!("{id}-{version}"), server, options)
    }

    /// The same by the whole id of a scenario.
    fn play_whole(id: &str, server: &ServerSpec, options: &AdapterOptions) -> Result<Self, InputErrors> {
        let mut server = server.clone();
        // The scenarios are played whatever the manifest claims of answers.
        server.manifest.profiles.push(ANSWERS.to_owned());
        let spec = SubjectSpec::Server(Box::new(server));
        Ok(Self(Seen::play(id, &spec, options)?))
    }

    /// Whether another tool of the manifest asks and acts like that of the scenarios. `None` if the manifest has none, or no
    /// version in which it asks.
    fn beside(
        tool: Tool,
        server: &ServerSpec,
        options: &AdapterOptions,
    ) -> Result<Option<Result<String, Lack>>, InputErrors> {
        let manifest = &server.manifest;
        let eras = versions_of(manifest).filter_map(Era::of);
        let scenario = eras.filter_map(|era| calling(tool, era)).next();
        let Some(id) = scenario.filter(|_| manifest.claimed_tools().any(|claimed| claimed == tool)) else {
            return Ok(None);
        };
        Ok(Some(Self::play_whole(&id, server, options)?.does(tool)))
    }

    /// Whether the tool has asked as often as it has to, and acted.
    fn does(&self, tool: Tool) -> Result<String, Lack> {
        let pages = self.0.lines().filter(|line| line.to_string().contains("\"mode\":\"url\"")).count();
        let (asked, least, what) = match tool {
            Tool::Connect => (pages, 1, "pages"),
            // It is called twice.
            Tool::Pair => (self.forms().len(), 4, "forms in two calls"),
            Tool::Ask | Tool::Deploy | Tool::Survey | Tool::Job => (self.forms().len(), 1, "forms"),
            Tool::Status => (0, 0, "forms"),
        };
        let results = self.results();
        let has_acted = tool.word().is_none_or(|word| results.iter().any(|told| told.starts_with(word)));
        if asked < least {
            let help = format!("name in [tools.{}] a tool that asks so, or leave it out of `profiles`", tool.name());
            return Err(self.0.lack(&format!("it asks by {asked} {what}"), help));
        }
        if !has_acted {
            let help = format!(
                "give in `acted` of [tools.{}] a piece that stands in its result where it has acted, and in `answers` contents on which it acts",
                tool.name()
            );
            return Err(self.0.lack(&format!("no result says that it has acted: {results:?}"), help));
        }
        Ok(String::new())
    }

    /// The tools of the server that stand for none of the scenarios.
    fn unnamed(&self, manifest: &ServerManifest) -> Vec<String> {
        let is_named = |name: &str| {
            manifest.tools.values().any(|mapping| mapping.name == name)
                || manifest.tools.is_empty() && Tool::named(name).is_some()
        };
        let listed = self.listed();
        let names = listed.iter().filter_map(|tool| text(tool, "name"));
        names.filter(|name| !is_named(name)).map(str::to_owned).collect()
    }

    fn opens(&self) -> bool {
        self.0.answered("tools").is_some()
    }

    fn listed(&self) -> Vec<Value> {
        let pages = self.0.lines().filter_map(|line| line.pointer("/result/tools")?.as_array());
        pages.flatten().cloned().collect()
    }

    /// The forms that were asked.
    fn forms(&self) -> Vec<&Value> {
        let by_requests = self.0.lines().filter_map(|line| line.pointer("/params/requestedSchema"));
        let rounds = self.0.lines().filter_map(|line| line.pointer("/result/inputRequests")?.as_object());
        let by_rounds = rounds.flatten().filter_map(|(_, entry)| entry.pointer("/params/requestedSchema"));
        by_requests.chain(by_rounds).collect()
    }

    /// The texts of the results of calls.
    fn results(&self) -> Vec<String> {
        let contents = self.0.lines().filter_map(|line| line.pointer("/result/content")?.as_array());
        let of = |parts: &[Value]| parts.iter().filter_map(|part| text(part, "text")).collect::<Vec<_>>().join("\n");
        contents.map(|parts| of(parts)).collect()
    }

    fn acted(&self) -> usize {
        let word = Tool::Deploy.word().unwrap_or_default();
        self.results().iter().filter(|told| told.starts_with(word)).count()
    }

    fn asks(&self) -> Result<String, Lack> {
        let names: Vec<String> =
            self.listed().iter().filter_map(|tool| text(tool, "name").map(str::to_owned)).collect();
        let help = format!(
            "name in [tools.deploy] a tool that asks its user by a form, and its arguments; it lists {}",
            names.join(", ")
        );
        let forms = self.forms();
        let Some(form) = forms.first() else { return Err(self.0.lack("it asks by no form", help)) };
        let properties = form["properties"].as_object().map(Map::len).unwrap_or_default();
        if properties == 0 {
            return Err(Lack { found: "its form has no property, so nothing is wrong for it".to_owned(), help });
        }
        Ok(format!("with {properties} {}", if properties == 1 { "property" } else { "properties" }))
    }

    fn acts(&self) -> Result<String, Lack> {
        if self.acted() == 2 {
            return Ok(String::new());
        }
        let found = format!("of two results, {} say that it has acted: {:?}", self.acted(), self.results());
        let help = "give in `acted` a piece that stands in the result of each call that has acted, and in `answers` two contents on which it acts";
        Err(self.0.lack(&found, help))
    }

    fn differs(&self) -> Result<String, Lack> {
        let letters = |told: &String| told.replace(|c: char| c.is_ascii_digit(), "");
        let results: Vec<String> = self.results().iter().map(letters).collect();
        if results.first() != results.get(1) {
            return Ok(String::new());
        }
        let help =
            "give in `answers` of [tools.deploy] two contents with such results, or leave `answers` out of `profiles`";
        Err(self.0.lack("two answers have one result, numbers aside", help))
    }

    fn refrains(&self) -> Result<String, Lack> {
        if self.acted() == 0 {
            return Ok(String::new());
        }
        let found = format!("after a decline, its result is {:?}", self.results());
        Err(self.0.lack(&found, "if it has not acted, give in `acted` a piece that does not stand there"))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{arguments, common_words};
    use crate::model::json::json;

    #[rstest]
    #[case::a_beginning(&["booked for two at 7", "booked for two at 8"], &["nothing was booked"], Some("booked for two at"))]
    #[case::beside_an_argument(&["booked on day 1.4.", "booked on day 1.4."], &["nothing was booked"], Some("booked on day"))]
    #[case::a_middle(&["1 table booked", "2 table booked"], &["no table"], Some("table booked"))]
    #[case::the_same_everywhere(&["done", "done"], &["done"], None)]
    #[case::nothing(&[], &[], None)]
    fn what_says_that_a_tool_has_acted_is_found(
        #[case] accepted: &[&str],
        #[case] declined: &[&str],
        #[case] expected: Option<&str>,
    ) {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert_eq!(common_words(&owned(accepted), &owned(declined), &owned(&["1.4"])).as_deref(), expected);
    }

    #[test]
    fn the_first_text_of_the_arguments_is_that_of_the_scenario() {
        let text = json!({"type": "string"});
        let schema = json!({
            "type": "object", "required": ["when", "who", "seats", "kind"],
            "properties": {"when": text, "who": text, "seats": {"type": "integer"}, "kind": {"type": "string", "enum": ["a"]}, "more": text},
        });
        let expected = json!({"when": "{version}", "who": "text", "seats": 1, "kind": "a"});
        assert_eq!(arguments(&schema), expected);
    }
}
