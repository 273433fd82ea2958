//! What is known of a run: its names, what it is owed, and what it says as effects.

use std::{
    collections::VecDeque,
    fs, io,
    path::{Component, Path},
};

use super::names::Names;
use crate::{
    model::{ModelRequest, Op},
    stage::{Culprit, Next, Obstacle, Scene, SubjectError},
    subject::{
        process::{self, ScenarioFolder},
        protocol::{FromAdapter, Idle},
    },
    system::{Effect, FileOp, Record, Turn, Why},
};

/// A longer file is no file of a scenario, in bytes.
const FILE_MAX: u64 = 16 << 20;

/// A run.
#[derive(Default)]
pub struct Run {
    /// What the adapter calls it.
    pub scenario: String,
    pub scene: Scene,
    /// What its process has played before it, where it has.
    pub before: Option<String>,
    /// Its working folder.
    pub folder: Option<ScenarioFolder>,
    pub names: Names,
    /// What it does next.
    pub ready: VecDeque<Next>,
    /// What was open when it was last parked, requests aside.
    pub open: Vec<Op>,
    /// How many requests to the model were seen.
    pub sent: u64,
    /// How many deliveries there were.
    delivered: u64,
    /// Whether `idle` is waited for.
    awaiting: bool,
}

impl Run {
    /// A run that is called `scenario`, in a fresh folder with the files of the scene or in the one that it left.
    ///
    /// # Errors
    /// The environment's, where the folder can not be made.
    pub fn new(scenario: String, scene: &Scene, left: Option<ScenarioFolder>) -> Result<Self, SubjectError> {
        let folder = match left {
            Some(folder) => folder,
            None => fresh(scene).map_err(|error| SubjectError {
                culprit: Culprit::Environment,
                message: format!("no working folder for the subject: {error}"),
            })?,
        };
        Ok(Self { scenario, scene: scene.clone(), folder: Some(folder), ..Self::default() })
    }

    /// Where what is said too early may be from instead; nothing where there was no run before.
    pub fn before(&self) -> String {
        let Some(name) = &self.before else { return String::new() };
        let name = if name.is_empty() { String::new() } else { format!(", {name},") };
        format!(
            "; it may belong to the run before{name} and have come after the `idle` there: `many: false` in the claims \
             gives each run a process of its own"
        )
    }

    /// Something was delivered; `idle` is owed for it.
    pub const fn deliver(&mut self) {
        self.delivered += 1;
        self.awaiting = true;
    }

    /// How many deliveries there were.
    pub const fn delivered(&self) -> u64 {
        self.delivered
    }

    /// Whether `idle` is owed.
    pub const fn is_awaiting(&self) -> bool {
        self.awaiting
    }

    /// It is parked.
    pub const fn park(&mut self) {
        self.awaiting = false;
    }

    /// A request to the model; whether it was announced where it stands.
    pub fn request(&mut self, op: Op, request: ModelRequest, is_announced: bool) {
        self.sent += 1;
        let request = Effect::Request(op, Box::new(request));
        self.ready.push_back(if is_announced { Next::Effect(request) } else { Next::Unplaced(request) });
    }

    /// Requests to the model that were given up without a word.
    pub fn cancelled(&mut self, ops: Vec<Op>) {
        self.ready.extend(ops.into_iter().map(|op| Next::Unplaced(Effect::Cancel(op, Why::Interrupted))));
    }

    /// Checks what the adapter says of being idle, and keeps what is open.
    ///
    /// # Errors
    /// What can not be.
    pub fn check(&mut self, idle: &Idle) -> Result<(), String> {
        if idle.scenario != self.scenario {
            return Err(format!("it says `idle` of {:?}, and {:?} is played", idle.scenario, self.scenario));
        }
        if idle.heard != self.delivered {
            return Err(format!(
                "it says `idle` after {} deliveries of this run, and there were {}: `idle` is said once after each",
                idle.heard, self.delivered
            ));
        }
        self.open.clear();
        for name in &idle.open {
            let op = self.names.started(name);
            let unknown = || format!("it says that {name:?} is open, and has started nothing of that name in this run");
            self.open.push(op.ok_or_else(unknown)?);
        }
        for name in &idle.asked {
            self.open.push(self.names.op(Op::Prompt, name.clone()));
        }
        Ok(())
    }

    /// What a message means; `idle` and the announcement of a request are no effects.
    ///
    /// # Errors
    /// What can not be.
    pub fn effect(&mut self, message: FromAdapter) -> Result<Effect, String> {
        let started = |names: &Names, make: fn(u32) -> Op, name: &str, why: Why| {
            let kind = make(0).parts().0;
            let unknown = || format!("it cancels the {kind} {name:?}, and has started none of that name in this run");
            Ok::<_, String>(Effect::Cancel(names.known(make, name).ok_or_else(unknown)?, why))
        };
        Ok(match message {
            FromAdapter::PromptShow { op, prompt } => Effect::Show(self.names.show(op)?, prompt),
            FromAdapter::PromptWithdraw { op, why } => started(&self.names, Op::Prompt, &op, why)?,
            FromAdapter::ToolCall { op, call } => Effect::Call(self.names.start(Op::Call, op)?, call),
            FromAdapter::ToolCancel { op, why } => started(&self.names, Op::Call, &op, why)?,
            FromAdapter::TimerSet { op, after_ms } => Effect::Timer(self.names.start(Op::Timer, op)?, after_ms),
            FromAdapter::TimerClear { op, why } => started(&self.names, Op::Timer, &op, why)?,
            FromAdapter::ModelCancel { request, why } => started(&self.names, Op::Request, &request, why)?,
            FromAdapter::ClientLine { line } => Effect::Client(line),
            FromAdapter::FileWritten { path } => {
                let op = self.names.nameless(Op::File);
                Effect::File(op, self.read(path)?)
            }
            FromAdapter::Event { event } => Effect::Record(Record(event)),
            FromAdapter::Refused { why } => Effect::Refuse(why),
            FromAdapter::TurnBegan {} => Effect::Turn(Turn::Began),
            FromAdapter::TurnPaused {} => Effect::Turn(Turn::Paused),
            FromAdapter::TurnEnded { how } => Effect::Turn(Turn::Ended(how)),
            FromAdapter::Notice { text } => Effect::Notice(text),
            FromAdapter::Exited { status } => {
                // Nothing follows it, not even `idle`.
                self.awaiting = false;
                Effect::Exit(status)
            }
            FromAdapter::ModelRequest { .. } | FromAdapter::Idle(_) => return Err("this is no effect".to_owned()),
        })
    }

    /// What was done to the file at `path`.
    fn read(&self, path: String) -> Result<FileOp, String> {
        let wrong = |why: String| Err(format!("it says `file/written` of {path:?}, {why}"));
        let parts = || Path::new(&path).components();
        let is_inside = parts().all(|part| matches!(part, Component::Normal(_)));
        let Some(folder) = self.folder.as_ref().filter(|_| is_inside && !path.is_empty()) else {
            return wrong("which is no path in the folder of the run, relative to that".to_owned());
        };
        // Not through a link on the way either: what it leads to is none of the run's.
        let mut file = folder.path().to_owned();
        for part in parts() {
            if file.is_symlink() {
                return wrong("which is behind a link".to_owned());
            }
            file.push(part);
        }
        match fs::symlink_metadata(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(FileOp::Remove { path, holding: None }),
            Ok(about) if about.is_file() && about.len() <= FILE_MAX => {}
            Ok(about) if about.is_file() => return wrong(format!("which has more than {} MiB", FILE_MAX >> 20)),
            Ok(_) => return wrong("which is no plain file".to_owned()),
            Err(error) => return wrong(format!("which can not be read ({})", error.kind())),
        }
        match fs::read_to_string(&file) {
            Ok(content) => Ok(FileOp::Write { path, content, private: is_private(&file), fresh: false }),
            Err(error) => wrong(format!("which can not be read as text ({})", error.kind())),
        }
    }
}

/// A fresh folder with the files of the scene.
fn fresh(scene: &Scene) -> io::Result<ScenarioFolder> {
    let folder = process::Run::shared()?.scenario()?;
    for (path, content) in &scene.files {
        let file = folder.path().join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(file, content)?;
    }
    for (path, obstacle) in &scene.obstacles {
        let place = folder.path().join(path);
        if let Some(parent) = place.parent() {
            fs::create_dir_all(parent)?;
        }
        match obstacle {
            Obstacle::Folder => fs::create_dir(place)?,
            Obstacle::Bytes => fs::write(place, [0xff, 0xfe, 0x00])?,
            #[cfg(unix)]
            Obstacle::Link(to) => std::os::unix::fs::symlink(to, place)?,
            #[cfg(not(unix))]
            Obstacle::Link(_) => return Err(io::ErrorKind::Unsupported.into()),
        }
    }
    Ok(folder)
}

/// Whether nobody but its owner may read it; where a system knows no such thing, everything is.
fn is_private(file: &Path) -> bool {
    #[cfg(unix)]
    return fs::metadata(file).is_ok_and(|about| std::os::unix::fs::MetadataExt::mode(&about) & 0o077 == 0);
    #[cfg(not(unix))]
    true
}

#[cfg(all(test, unix))]
#[path = "run_tests.rs"]
mod tests;
