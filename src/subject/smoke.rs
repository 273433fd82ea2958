//! Checks whether an adapter keeps to the protocol, whatever implementation is behind it.

use crate::model::json::Value;
use thiserror::Error;

use super::{
    AdapterOptions, SubjectSpec,
    pipe::{Awaited, PipeError, Talk},
    protocol::{
        FromAdapter, Hello, HelloError, ToAdapter, VERSION,
        rpc::{Line, NOT_JSON, UNKNOWN_METHOD},
    },
};
use crate::{
    stage::{Capability, Claims, Culprit, SubjectError},
    system::System,
};

/// One check and its result.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Check {
    /// What should hold.
    pub name: String,
    /// The reason if it does not hold.
    pub result: Result<(), CheckError>,
}

impl Check {
    /// The result of the check `name`.
    pub fn new(name: impl Into<String>, result: Result<(), CheckError>) -> Self {
        Self { name: name.into(), result }
    }
}

/// Why something that should hold does not.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum CheckError {
    /// The conversation with the adapter broke.
    #[error(transparent)]
    Broken(#[from] SubjectError),
    /// The claims cannot be read.
    #[error(transparent)]
    Claims(#[from] HelloError),
    /// A claimed name is unknown.
    #[error("it claims {0}")]
    UnknownClaim(String),
    /// A system is claimed without a profile.
    #[error("it claims no profile of {0}, so most of its scenarios are not asked")]
    NoProfile(String),
    /// No system is claimed.
    #[error("it claims no system; known are {}", .0.join(", "))]
    NoSystem(Vec<&'static str>),
    /// The capability that every run needs is not claimed.
    #[error("it does not claim the capability `idle`, without which nothing is asked")]
    NoIdle,
    /// No wire is claimed.
    #[error("it claims no wire, so it cannot ask the model")]
    NoWire,
    /// The adapter accepts a version of the protocol that does not exist.
    #[error("asked for version 9, it answers {0}, though it cannot know that version")]
    AnyVersion(Value),
    /// The adapter minds a field that it does not know.
    #[error("asked `initialize` with a field more, it {0}")]
    MindsField(String),
    /// The adapter does not refuse what it must refuse. The text says what it does.
    #[error("it {0}")]
    NotRefused(String),
    /// The adapter does not go on after it has refused something.
    #[error("after that, {0}")]
    Afterwards(Box<Self>),
    /// A scenario shows nothing of a capability.
    #[error("nothing of `{}` was seen; `hotseat run --name` with its id tells more", .0.word())]
    Unused(Capability),
    /// A scenario ends with these faults.
    #[error("{}", .0.join("\n"))]
    Faults(Vec<String>),
}

/// A check with a process of its own.
type Look = fn(&mut Talk) -> Result<(), CheckError>;

/// Checks an adapter's protocol without any scenario. Most checks have a process of their own, so that no check affects
/// another. Also returns the claims, if the adapter sends them.
///
/// # Errors
/// The environment's, if the program cannot be started.
pub fn smoke(
    spec: &SubjectSpec,
    adapter_options: &AdapterOptions,
) -> Result<(Vec<Check>, Option<Claims>), SubjectError> {
    let SubjectSpec::Adapter(command) = spec else { return Ok((Vec::new(), None)) };
    let started = || {
        let mut talk = Talk::new(command.clone(), adapter_options.patience, adapter_options.hosts.clone())?;
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

fn stray(message: &FromAdapter) -> PipeError {
    PipeError::NothingDelivered(message.method().name.to_owned())
}

fn greet(talk: &mut Talk) -> Result<Hello, CheckError> {
    Ok(Hello::read(talk.ask(initialize(VERSION), stray)?)?)
}

/// Checks that the claims are known, and that there is something to ask.
fn known(hello: &Hello) -> Result<(), CheckError> {
    if let Some(unknown) = hello.unknown.first() {
        return Err(CheckError::UnknownClaim(unknown.clone()));
    }
    if let Some(claim) = hello.systems.iter().find(|claim| claim.profiles.is_empty()) {
        return Err(CheckError::NoProfile(claim.system.clone()));
    }
    if hello.systems.is_empty() {
        return Err(CheckError::NoSystem(System::ALL.iter().map(|system| system.name).collect()));
    }
    if !hello.capabilities.contains(&Capability::Idle) {
        return Err(CheckError::NoIdle);
    }
    if hello.wires.is_empty() {
        return Err(CheckError::NoWire);
    }
    Ok(())
}

fn shut_down(talk: &mut Talk) -> Result<(), CheckError> {
    talk.ask(ToAdapter::Shutdown {}, stray)?;
    Ok(talk.end()?)
}

fn another_version(talk: &mut Talk) -> Result<(), CheckError> {
    match talk.ask(initialize(9), stray) {
        Err(_) => Ok(()),
        Ok(hello) if hello["protocol"] == VERSION => Ok(()),
        Ok(hello) => Err(CheckError::AnyVersion(hello)),
    }
}

fn unknown_field(talk: &mut Talk) -> Result<(), CheckError> {
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"initialize","later":[1],"params":{{"protocol":{VERSION},"harness":"x","later":{{}}}}}}"#
    );
    match heard(talk, &line)? {
        Line::Answer(answer) if answer.result.is_some() => Ok(()),
        other => Err(CheckError::MindsField(described(&other))),
    }
}

fn garbage(talk: &mut Talk) -> Result<(), CheckError> {
    refused(talk, "this is not JSON", NOT_JSON)
}

fn unknown_method(talk: &mut Talk) -> Result<(), CheckError> {
    refused(talk, r#"{"jsonrpc":"2.0","id":1,"method":"no/such/method","params":{}}"#, UNKNOWN_METHOD)
}

/// Checks that a line is refused with this error code, and that `initialize` is answered afterwards.
fn refused(talk: &mut Talk, line: &str, code: i32) -> Result<(), CheckError> {
    match heard(talk, line)? {
        Line::Answer(answer) if answer.error.as_ref().is_some_and(|error| error.code == code) => {}
        other => return Err(CheckError::NotRefused(described(&other))),
    }
    greet(talk).map(drop).map_err(|why| CheckError::Afterwards(Box::new(why)))
}

fn end_of_input(talk: &mut Talk) -> Result<(), CheckError> {
    greet(talk)?;
    Ok(talk.end()?)
}

fn heard(talk: &mut Talk, line: &str) -> Result<Line<FromAdapter>, CheckError> {
    talk.write(format!("{line}\n").into_bytes())?;
    Ok(talk.hear(Awaited::Line("an answer", Culprit::Adapter))?)
}

/// A line in a few words.
fn described(line: &Line<FromAdapter>) -> String {
    match line {
        Line::Call(_, message) => format!("says `{}`", message.method().name.to_owned()),
        Line::Answer(answer) => match &answer.error {
            Some(error) => format!("answers with error {}: {}", error.code, error.message),
            None => "answers as if it were all right".to_owned(),
        },
    }
}
