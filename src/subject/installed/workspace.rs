//! What a client serves its agent, if it offers that: the files below the session's folder, and commands that run there.
//!
//! A command runs in real time. Its agent asks for its output, or waits for its end.

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs, io,
    path::{Component, Path, PathBuf},
    time::Duration,
};

use thiserror::Error;

use super::super::pipe::{PipeProcess, Said};
use crate::model::{
    json::{Value, json},
    rpc::{self, text},
};

/// Runs a command with its errors beside its output, and ends both with a line break.
const BOTH: &str = r#""$0" "$@" 2>&1; status=$?; echo; exit $status"#;
/// The code of an error about something that is not there.
const NOT_FOUND: i64 = -32002;

/// Why a request is not served.
#[derive(Debug, Error, PartialEq)]
enum Refusal {
    #[error("`{0}` is missing, or has another type")]
    Param(&'static str),
    #[error("{0} is not below the folder of the session")]
    Outside(String),
    #[error("{0}: {1}")]
    File(String, io::ErrorKind),
    #[error("there is no terminal {0:?}")]
    Terminal(String),
    #[error("the command cannot be started: {0}")]
    Start(io::ErrorKind),
}

impl Refusal {
    const fn code(&self) -> i64 {
        match self {
            Self::File(_, io::ErrorKind::NotFound) | Self::Terminal(_) => NOT_FOUND,
            Self::Param(_) | Self::Outside(_) => rpc::INVALID_PARAMS,
            Self::File(..) | Self::Start(_) => rpc::INTERNAL,
        }
    }
}

/// What is served in one session.
#[derive(Default)]
pub struct Workspace {
    count: u64,
    /// Each by its id, until it is released. Whatever still runs is stopped when this is dropped.
    terminals: BTreeMap<String, Terminal>,
}

struct Terminal {
    process: PipeProcess,
    output: String,
    /// How many bytes of the output are kept, the last ones.
    limit: usize,
    is_truncated: bool,
    /// How the command has ended.
    exit: Option<Value>,
    /// The ids of the requests that wait for that.
    waiting: Vec<Value>,
}

impl Workspace {
    /// Serves a request for something in `folder`. `tell` is called with what a command says, and the id of its terminal.
    /// Returns the answer, unless the request waits for the end of a command.
    pub fn serve(
        &mut self,
        folder: &Path,
        id: &Value,
        method: &str,
        params: &Value,
        tell: impl Fn(String, Said) -> bool + Send + 'static,
    ) -> Option<Value> {
        let served = match method {
            "fs/read_text_file" => read(folder, params).map(Some),
            "fs/write_text_file" => write(folder, params).map(Some),
            "terminal/create" => self.create(folder, params, tell).map(Some),
            "terminal/output" => self.terminal(params).map(|terminal| Some(terminal.told())),
            "terminal/wait_for_exit" => self.terminal(params).map(|terminal| {
                if terminal.exit.is_none() {
                    terminal.waiting.push(id.clone());
                }
                terminal.exit.clone()
            }),
            "terminal/kill" => self.terminal(params).map(|terminal| {
                terminal.process.kill();
                Some(json!({}))
            }),
            "terminal/release" => {
                let found = self.terminal(params).map(|_| Some(json!({})));
                text(params, "terminalId").and_then(|terminal| self.terminals.remove(terminal));
                found
            }
            _ => return Some(rpc::error(id, rpc::UNKNOWN_METHOD, "this client has no such method")),
        };
        match served {
            Ok(result) => result.map(|result| rpc::result(id, result)),
            Err(why) => Some(rpc::error(id, why.code(), &why.to_string())),
        }
    }

    /// Takes what a command says. Returns the answers to the requests that have waited for its end.
    pub fn take(&mut self, terminal: &str, said: Said) -> Vec<Value> {
        let Some(terminal) = self.terminals.get_mut(terminal) else { return Vec::new() };
        if let Ok(line) = said {
            terminal.add(&line);
            return Vec::new();
        }
        // The line break at the end is ours.
        terminal.output.truncate(terminal.output.strip_suffix('\n').map_or(0, str::len));
        let status = terminal.process.end(Duration::ZERO).status;
        let exit = match status.and_then(|status| u8::try_from(status).ok()) {
            Some(code) => json!({"exitCode": code}),
            None => json!({"exitCode": null, "signal": "SIGKILL"}),
        };
        terminal.exit = Some(exit.clone());
        terminal.waiting.drain(..).map(|id| rpc::result(&id, exit.clone())).collect()
    }

    fn terminal(&mut self, params: &Value) -> Result<&mut Terminal, Refusal> {
        let id = text(params, "terminalId").ok_or(Refusal::Param("terminalId"))?;
        self.terminals.get_mut(id).ok_or_else(|| Refusal::Terminal(id.to_owned()))
    }

    fn create(
        &mut self,
        folder: &Path,
        params: &Value,
        tell: impl Fn(String, Said) -> bool + Send + 'static,
    ) -> Result<Value, Refusal> {
        let program = text(params, "command").ok_or(Refusal::Param("command"))?;
        let folder = match text(params, "cwd") {
            Some(path) => below(folder, path)?,
            None => folder.to_owned(),
        };
        let words = params["args"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let command: Vec<String> = ["sh", "-c", BOTH, program].into_iter().chain(words).map(str::to_owned).collect();
        let variables = params["env"].as_array().into_iter().flatten();
        let environment: Vec<(&str, &OsStr)> = variables
            .filter_map(|variable| Some((text(variable, "name")?, OsStr::new(text(variable, "value")?))))
            .collect();
        self.count += 1;
        let id = format!("terminal-{}", self.count);
        let told = id.clone();
        let process =
            PipeProcess::start_in(&command, Some(&folder), &environment, move |said| tell(told.clone(), said))
                .map_err(|error| Refusal::Start(error.kind()))?;
        let limit = params["outputByteLimit"].as_u64().and_then(|limit| usize::try_from(limit).ok());
        let terminal = Terminal {
            process,
            output: String::new(),
            limit: limit.unwrap_or(usize::MAX),
            is_truncated: false,
            exit: None,
            waiting: Vec::new(),
        };
        self.terminals.insert(id.clone(), terminal);
        Ok(json!({"terminalId": id}))
    }
}

impl Terminal {
    /// Adds a line, and cuts the output at its beginning, between two characters.
    fn add(&mut self, line: &str) {
        self.output.push_str(line);
        let over = self.output.len().saturating_sub(self.limit);
        if over > 0 {
            let from = (over..=self.output.len()).find(|at| self.output.is_char_boundary(*at)).unwrap_or_default();
            self.output.drain(..from);
            self.is_truncated = true;
        }
    }

    fn told(&self) -> Value {
        json!({"output": self.output, "truncated": self.is_truncated, "exitStatus": self.exit})
    }
}

/// The text of a file, or some lines of it; lines are counted from 1.
fn read(folder: &Path, params: &Value) -> Result<Value, Refusal> {
    let path = text(params, "path").ok_or(Refusal::Param("path"))?;
    let content =
        fs::read_to_string(below(folder, path)?).map_err(|error| Refusal::File(path.to_owned(), error.kind()))?;
    let number = |member| params[member].as_u64().and_then(|number| usize::try_from(number).ok());
    let lines = content.split_inclusive('\n').skip(number("line").unwrap_or(1).saturating_sub(1));
    let content: String = lines.take(number("limit").unwrap_or(usize::MAX)).collect();
    Ok(json!({"content": content}))
}

/// Writes a file, and the folders to it.
fn write(folder: &Path, params: &Value) -> Result<Value, Refusal> {
    let path = text(params, "path").ok_or(Refusal::Param("path"))?;
    let content = text(params, "content").ok_or(Refusal::Param("content"))?;
    let file = below(folder, path)?;
    let written = fs::create_dir_all(file.parent().unwrap_or(folder)).and_then(|()| fs::write(&file, content));
    written.map_err(|error| Refusal::File(path.to_owned(), error.kind()))?;
    Ok(json!({}))
}

/// An absolute path, if it is `folder` or below it, and no link leads elsewhere.
fn below(folder: &Path, path: &str) -> Result<PathBuf, Refusal> {
    let outside = || Refusal::Outside(path.to_owned());
    let wanted = Path::new(path);
    let climbs = wanted.components().any(|component| component == Component::ParentDir);
    if climbs || !wanted.starts_with(folder) {
        return Err(outside());
    }
    let mut existing = wanted.ancestors().filter_map(|part| part.canonicalize().ok());
    existing.next().filter(|real| real.starts_with(folder)).map(|_| wanted.to_owned()).ok_or_else(outside)
}

#[cfg(all(test, unix))]
#[path = "workspace_tests.rs"]
mod tests;
