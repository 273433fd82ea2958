//! Checks whether an adapter keeps to the protocol, whatever implementation is behind it.

use super::{
    AdapterOptions, SubjectSpec,
    pipe::{Awaited, Talk},
    protocol::{
        FromAdapter, Hello, ToAdapter, VERSION,
        rpc::{Line, NOT_JSON, UNKNOWN_METHOD},
    },
};
use crate::stage::{Capability, Claims, Culprit, SubjectError};
use crate::system::System;

/// One check and its result.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Check {
    /// What should hold.
    pub name: String,
    /// The reason if it does not hold.
    pub result: Result<(), String>,
}

impl Check {
    /// The result of the check `name`.
    pub fn new(name: impl Into<String>, result: Result<(), String>) -> Self {
        Self { name: name.into(), result }
    }
}

/// A check with a process of its own.
type Look = fn(&mut Talk) -> Result<(), String>;

/// Checks an adapter's protocol without any scenario. Most checks have a process of their own, so that no check affects
/// another. Also returns the claims, if the adapter sends them.
///
/// # Errors
/// The environment's, if the program cannot be started.
pub fn smoke(
    spec: &SubjectSpec,
    adapter_options: AdapterOptions,
) -> Result<(Vec<Check>, Option<Claims>), SubjectError> {
    let SubjectSpec::Adapter(command) = spec else { return Ok((Vec::new(), None)) };
    let started = || {
        let mut talk = Talk::new(command.clone(), adapter_options.patience)?;
        talk.start()?;
        Ok::<_, SubjectError>(talk)
    };
    let mut talk = started()?;
    let greeted = greet(&mut talk);
    let hello = greeted.as_ref().ok().cloned();
    let mut checks = vec![Check::new("it says who it is", greeted.map(drop))];
    let Some(hello) = hello else { return Ok((checks, None)) };
    checks.push(Check::new("it claims what hotseat knows", known(&hello)));
    checks.push(Check::new("it ends with status 0 after `shutdown`, and leaves nothing", shut_down(&mut talk)));
    let alone: [(&str, Look); 5] = [
        ("it refuses another version of the protocol", another_version),
        ("it passes over fields that it does not know", unknown_field),
        ("it answers a line that is not JSON with error -32700, and goes on", garbage),
        ("it answers an unknown method with error -32601, and goes on", unknown_method),
        ("it ends with status 0 when its stdin ends, and leaves nothing", end_of_input),
    ];
    for (name, look) in alone {
        checks.push(Check::new(name, look(&mut started()?)));
    }
    Ok((checks, Some(hello.claims())))
}

fn initialize(protocol: u32) -> ToAdapter {
    ToAdapter::Initialize { protocol, harness: "hotseat smoke".to_owned() }
}

fn stray(message: &FromAdapter) -> String {
    format!("it says `{}`, and nothing was delivered", message.method())
}

fn message(error: SubjectError) -> String {
    error.message
}

fn greet(talk: &mut Talk) -> Result<Hello, String> {
    Hello::read(talk.ask(initialize(VERSION), stray).map_err(message)?)
}

/// Checks that the claims are known, and that there is something to ask.
fn known(hello: &Hello) -> Result<(), String> {
    if let Some(unknown) = hello.unknown.first() {
        return Err(format!("it claims {unknown}"));
    }
    if let Some(claim) = hello.systems.iter().find(|claim| claim.profiles.is_empty()) {
        return Err(format!("it claims no profile of {}, so most of its scenarios are not asked", claim.system));
    }
    if hello.systems.is_empty() {
        let systems: Vec<&str> = System::ALL.iter().map(|system| system.name).collect();
        return Err(format!("it claims no system; known are {}", systems.join(", ")));
    }
    if !hello.capabilities.contains(&Capability::Idle) {
        return Err("it does not claim the capability `idle`, without which nothing is asked".to_owned());
    }
    if hello.wires.is_empty() {
        return Err("it claims no wire, so it cannot ask the model".to_owned());
    }
    Ok(())
}

fn shut_down(talk: &mut Talk) -> Result<(), String> {
    talk.ask(ToAdapter::Shutdown {}, stray).map_err(message)?;
    talk.end().map_err(message)
}

fn another_version(talk: &mut Talk) -> Result<(), String> {
    match talk.ask(initialize(9), stray) {
        Err(_) => Ok(()),
        Ok(hello) if hello["protocol"] == VERSION => Ok(()),
        Ok(hello) => Err(format!("asked for version 9, it answers {hello}, though it cannot know that version")),
    }
}

fn unknown_field(talk: &mut Talk) -> Result<(), String> {
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","later":[1],"params":{{"protocol":{VERSION},"harness":"x","later":{{}}}}}}"#
    );
    match heard(talk, &line)? {
        Line::Answer(answer) if answer.result.is_some() => Ok(()),
        other => Err(format!("asked `initialize` with a field more, it {}", described(&other))),
    }
}

fn garbage(talk: &mut Talk) -> Result<(), String> {
    refused(talk, "this is not JSON", NOT_JSON)
}

fn unknown_method(talk: &mut Talk) -> Result<(), String> {
    refused(talk, r#"{"jsonrpc":"2.0","id":1,"method":"no/such/method","params":{}}"#, UNKNOWN_METHOD)
}

/// Checks that a line is refused with this error code, and that `initialize` is answered afterwards.
fn refused(talk: &mut Talk, line: &str, code: i32) -> Result<(), String> {
    match heard(talk, line)? {
        Line::Answer(answer) if answer.error.as_ref().is_some_and(|error| error.code == code) => {}
        other => return Err(format!("it {}", described(&other))),
    }
    greet(talk).map(drop).map_err(|why| format!("after that, {why}"))
}

fn end_of_input(talk: &mut Talk) -> Result<(), String> {
    greet(talk)?;
    talk.end().map_err(message)
}

fn heard(talk: &mut Talk, line: &str) -> Result<Line<FromAdapter>, String> {
    talk.write(format!("{line}\n").into_bytes()).map_err(message)?;
    talk.hear(Awaited::Line("an answer", Culprit::Adapter)).map_err(message)
}

/// A line in a few words.
fn described(line: &Line<FromAdapter>) -> String {
    match line {
        Line::Call(_, message) => format!("says `{}`", message.method()),
        Line::Answer(answer) => match &answer.error {
            Some(error) => format!("answers with error {}: {}", error.code, error.message),
            None => "answers as if it were all right".to_owned(),
        },
    }
}
