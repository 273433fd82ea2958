//! The state of a run behind a pipe: the names of operations, the `idle` that is owed, and messages as effects.

use std::{
    collections::VecDeque,
    fs, io,
    path::{Component, Path},
};

use super::{
    error::{FileError, PipeError, PreviousRun},
    names::Names,
};
use crate::{
    model::{ModelRequest, Op},
    stage::{Culprit, Next, Obstacle, Scene, SubjectError},
    subject::{
        process::{self, ScenarioFolder},
        protocol::{FromAdapter, Idle},
    },
    system::{Effect, FileOp, Record, Turn, Why},
};

/// The largest file of a scenario, in bytes.
const FILE_MAX: u64 = 16 << 20;

/// The most that is held back of what the subject does in one delivery.
const READY_MAX: usize = 10_000;

/// A run.
#[derive(Default)]
pub struct Run {
    /// The name of the run in the adapter protocol.
    pub scenario: String,
    pub scene: Scene,
    /// The name of the scenario that the same process played before, if any.
    pub before: Option<String>,
    /// The working folder.
    pub folder: Option<ScenarioFolder>,
    pub names: Names,
    /// What the subject does next.
    pub ready: VecDeque<Next>,
    /// The operations that were open when the subject was last parked, without requests.
    pub open: Vec<Op>,
    /// How many requests to the model have arrived.
    pub sent: u64,
    /// How many deliveries there were.
    delivered: u64,
    /// Whether the adapter owes an `idle`.
    awaiting: bool,
}

impl Run {
    /// A run with the name `scenario`. Its folder is `left`, or a fresh one with the files of the scene.
    ///
    /// # Errors
    /// The environment's, if the folder cannot be made.
    pub fn new(scenario: String, scene: &Scene, left: Option<ScenarioFolder>) -> Result<Self, SubjectError> {
        let folder = match left {
            Some(folder) => folder,
            None => fresh_folder(scene).map_err(|error| SubjectError {
                culprit: Culprit::Environment,
                message: format!("no working folder for the subject: {error}"),
            })?,
        };
        Ok(Self { scenario, scene: scene.clone(), folder: Some(folder), ..Self::default() })
    }

    /// The run that the same process played before, for the error about a message that comes too early.
    pub fn previous(&self) -> PreviousRun {
        PreviousRun(self.before.clone())
    }

    /// Counts a delivery, for which the adapter owes an `idle`.
    pub const fn deliver(&mut self) {
        self.delivered += 1;
        self.awaiting = true;
    }

    /// How many deliveries there were.
    pub const fn delivered(&self) -> u64 {
        self.delivered
    }

    /// Whether the adapter owes an `idle`.
    pub const fn is_awaiting(&self) -> bool {
        self.awaiting
    }

    /// The subject is parked.
    pub const fn park(&mut self) {
        self.awaiting = false;
    }

    /// Whether more may be kept of what the subject does. Otherwise it does not come to an end.
    pub fn has_room(&self) -> bool {
        self.ready.len() < READY_MAX
    }

    /// What the subject does next, if it is ready. A file is read only now, because the subject may have written it more
    /// than once.
    pub fn take_ready(&mut self) -> Option<Result<Next, PipeError>> {
        Some(match self.ready.pop_front()? {
            Next::Effect(Effect::File(op, FileOp::Write { path, .. } | FileOp::Remove { path, .. })) => {
                self.read(path).map(|file| Next::Effect(Effect::File(op, file)))
            }
            next => Ok(next),
        })
    }

    /// Takes in a request to the model. Its place among the effects is known only if it was announced.
    pub fn request(&mut self, op: Op, request: ModelRequest, is_announced: bool) {
        self.sent += 1;
        let request = Effect::Request(op, Box::new(request));
        self.ready.push_back(if is_announced { Next::Effect(request) } else { Next::Unplaced(request) });
    }

    /// Takes in requests to the model whose connections were closed without a cancel.
    pub fn cancelled(&mut self, ops: Vec<Op>) {
        self.ready.extend(ops.into_iter().map(|op| Next::Unplaced(Effect::Cancel(op, Why::Interrupted))));
    }

    /// Checks an `idle`, and keeps the open operations that it lists.
    ///
    /// # Errors
    /// If it contradicts the run.
    pub fn check(&mut self, idle: &Idle) -> Result<(), PipeError> {
        if idle.scenario != self.scenario {
            return Err(PipeError::OtherRun { found: idle.scenario.clone(), expected: self.scenario.clone() });
        }
        if idle.heard != self.delivered {
            return Err(PipeError::OtherCount { found: idle.heard, expected: self.delivered });
        }
        self.open.clear();
        for name in &idle.open {
            let op = self.names.started(name);
            self.open.push(op.ok_or_else(|| PipeError::OpenNeverStarted(name.clone()))?);
        }
        for name in &idle.asked {
            self.open.push(self.names.op(Op::Prompt, name.clone()));
        }
        Ok(())
    }

    /// The effect that a message stands for.
    ///
    /// # Errors
    /// If the message contradicts the run, or is not an effect.
    pub fn effect(&mut self, message: FromAdapter) -> Result<Effect, PipeError> {
        let cancel = |names: &Names, make: fn(u32) -> Op, name: &str, why: Why| {
            let kind = make(0).parts().0;
            let unknown = || PipeError::CancelNeverStarted { kind, name: name.to_owned() };
            Ok::<_, PipeError>(Effect::Cancel(names.known(make, name).ok_or_else(unknown)?, why))
        };
        Ok(match message {
            FromAdapter::PromptShow { op, prompt } => Effect::Show(self.names.show(op)?, prompt),
            FromAdapter::PromptWithdraw { op, why } => cancel(&self.names, Op::Prompt, &op, why)?,
            FromAdapter::ToolCall { op, call } => Effect::Call(self.names.start(Op::Call, op)?, call),
            FromAdapter::ToolCancel { op, why } => cancel(&self.names, Op::Call, &op, why)?,
            FromAdapter::TimerSet { op, after_ms } => Effect::Timer(self.names.start(Op::Timer, op)?, after_ms),
            FromAdapter::TimerClear { op, why } => cancel(&self.names, Op::Timer, &op, why)?,
            FromAdapter::ModelCancel { request, why } => cancel(&self.names, Op::Request, &request, why)?,
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
                // Nothing follows an exit, not even `idle`.
                self.awaiting = false;
                Effect::Exit(status)
            }
            FromAdapter::ModelRequest { .. } | FromAdapter::Idle(_) => {
                return Err(PipeError::NotAnEffect);
            }
        })
    }

    /// The operation that was done on the file at `path`, judged by what is there now.
    fn read(&self, path: String) -> Result<FileOp, PipeError> {
        self.look_at(&path).map_err(|why| PipeError::File { path, why })
    }

    fn look_at(&self, path: &str) -> Result<FileOp, FileError> {
        let parts = || Path::new(path).components();
        let is_inside = parts().all(|part| matches!(part, Component::Normal(_)));
        let folder = self.folder.as_ref().filter(|_| is_inside && !path.is_empty()).ok_or(FileError::Outside)?;
        // A link on the way could lead out of the folder.
        let mut file = folder.path().to_owned();
        for part in parts() {
            if file.is_symlink() {
                return Err(FileError::BehindLink);
            }
            file.push(part);
        }
        let path = path.to_owned();
        match fs::symlink_metadata(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(FileOp::Remove { path, holding: None }),
            Ok(about) if about.is_file() && about.len() <= FILE_MAX => {}
            Ok(about) if about.is_file() => return Err(FileError::TooLarge { mib: FILE_MAX >> 20 }),
            Ok(_) => return Err(FileError::NotRegular),
            Err(error) => return Err(FileError::Unreadable(error.kind())),
        }
        let content = fs::read_to_string(&file).map_err(|error| FileError::NotText(error.kind()))?;
        Ok(FileOp::Write { path, content: content.into(), private: is_private(&file), fresh: false })
    }
}

/// A fresh folder with the files and obstacles of the scene.
fn fresh_folder(scene: &Scene) -> io::Result<ScenarioFolder> {
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

/// Whether only its owner may access the file. True on systems without such permissions.
fn is_private(file: &Path) -> bool {
    #[cfg(unix)]
    return fs::metadata(file).is_ok_and(|about| std::os::unix::fs::MetadataExt::mode(&about) & 0o077 == 0);
    #[cfg(not(unix))]
    true
}

#[cfg(all(test, unix))]
#[path = "run_tests.rs"]
mod tests;
