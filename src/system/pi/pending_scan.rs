//! A scan of the pending files: for their answers (PI-58, PI-59), to show them, or to remove them (PI-61).
//!
//! **Absent here:** the use of the answers. See `pending_answers`.

use crate::model::json::Text;

use super::{
    Pi,
    answers::Said,
    errors::PendingFileError,
    files::FileTask,
    pending::{self, FILES_MAX, PendingFile},
    persisted::StoredEntry,
    phase::Phase,
};
use crate::system::{Effect, FileEvent, FileOp, TurnEnd};

/// The reason for a scan.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Purpose {
    /// The session continues with the answers in the files, or with those of the command line.
    Continue,
    /// The user wants to see the questions.
    Show,
    /// The user wants to remove the files.
    Clear,
}

/// A scan under way, with the files that it has found so far.
#[derive(Clone, Debug, Hash)]
pub struct PendingScan {
    purpose: Purpose,
    found: Vec<FoundFile>,
}

/// A file at the path of a pending file.
#[derive(Clone, Debug, Hash)]
pub struct FoundFile {
    /// The path.
    pub path: String,
    /// The text, if the file has one.
    pub text: Option<Text>,
    /// The questions in the text.
    pub read: Result<PendingFile, PendingFileError>,
}

impl PendingScan {
    const fn new(purpose: Purpose) -> Self {
        Self { purpose, found: Vec::new() }
    }

    /// Takes the result of a read. Returns whether the path has a file.
    fn take(&mut self, path: String, event: FileEvent) -> bool {
        let found = match event {
            FileEvent::Read(Some(text)) => FoundFile { path, read: PendingFile::read(&text), text: Some(text) },
            FileEvent::Failed(why) => FoundFile { path, text: None, read: Err(PendingFileError::Failed(why)) },
            FileEvent::Read(None) | FileEvent::Done => return false,
        };
        self.found.push(found);
        true
    }
}

impl FoundFile {
    /// The questions and their answers so far, as the user is shown them.
    fn shown(&self) -> String {
        let Self { path, read, .. } = self;
        match read {
            Err(why) => format!("{path} can not be read: {why}."),
            Ok(file) => {
                let line = |(at, entry): (usize, &pending::Entry)| {
                    let answer = entry.answer.as_ref().map_or("no answer yet".to_owned(), Said::to_string);
                    format!("\n  {}. {} ({answer})", at + 1, entry.question.text)
                };
                let lines: String = file.questions.iter().enumerate().map(line).collect();
                format!("Pending questions in {path}:{lines}")
            }
        }
    }
}

impl Pi {
    /// Begins to read the pending files.
    pub(super) fn begin_scan(&mut self, purpose: Purpose, out: &mut Vec<Effect>) {
        self.phase = Phase::Reading;
        self.scan = Some(PendingScan::new(purpose));
        self.scan_number(1, out);
    }

    fn scan_number(&mut self, number: usize, out: &mut Vec<Effect>) {
        self.start_task(FileTask::Scan(number), FileOp::Read { path: pending::path(number) }, out);
    }

    /// Stops a command that works on pending files. Returns whether there was one.
    pub(super) fn stop_command(&mut self, out: &mut Vec<Effect>) -> bool {
        let is_reading = self.scan.take_if(|scan| scan.purpose != Purpose::Continue).is_some();
        let is_removing = self.tasks.values().any(|task| matches!(task, FileTask::Discard(_)));
        if is_reading || is_removing {
            self.tasks.retain(|_, task| !matches!(task, FileTask::Scan(_) | FileTask::Discard(_)));
            self.end_turn(TurnEnd::Interrupted, out);
        }
        is_reading || is_removing
    }

    /// Whether a message can wait until the scan is over. One message can, and none during a command.
    pub(super) fn may_hold(&self) -> bool {
        self.held.is_none() && self.scan.as_ref().is_some_and(|scan| scan.purpose == Purpose::Continue)
    }

    /// A file was read. The scan goes on with the next file, or is over.
    pub(super) fn scanned(&mut self, number: usize, event: FileEvent, out: &mut Vec<Effect>) {
        let Some(scan) = &mut self.scan else { return };
        let is_there = scan.take(pending::path(number), event);
        // A file that is gone may stand before others that wait. The session knows of those.
        if number < FILES_MAX && (is_there || number < self.last_known()) {
            return self.scan_number(number + 1, out);
        }
        let Some(PendingScan { purpose, found }) = self.scan.take() else { return };
        match purpose {
            Purpose::Continue => {
                self.phase = Phase::Idle;
                self.use_answers(found, out);
                if let Some(text) = self.held.take() {
                    self.take_message(text, out);
                }
            }
            Purpose::Clear if !found.is_empty() => {
                for FoundFile { path, .. } in found {
                    self.start_task(FileTask::Discard(path.clone()), FileOp::Remove { path, holding: None }, out);
                }
            }
            Purpose::Show | Purpose::Clear => {
                self.show(&found, out);
                self.end_turn(TurnEnd::Completed, out);
            }
        }
    }

    /// The removal of a file for the user has ended. The command ends with the last file.
    pub(super) fn discarded(&mut self, path: &str, event: &FileEvent, out: &mut Vec<Effect>) {
        if *event == FileEvent::Done {
            self.tell(&format!("{path} is removed."), out);
        }
        self.tell_if_kept(path, event, out);
        if !self.tasks.values().any(|task| matches!(task, FileTask::Discard(_))) {
            self.end_turn(TurnEnd::Completed, out);
        }
    }

    /// The highest number of a pending file in the session.
    fn last_known(&self) -> usize {
        let details = self.session.entries().iter().filter_map(StoredEntry::details);
        let files = details.filter_map(|details| details.outcome.pending_file.as_deref());
        files.filter_map(pending::number).max().unwrap_or_default()
    }

    fn show(&mut self, found: &[FoundFile], out: &mut Vec<Effect>) {
        if found.is_empty() {
            return self.tell("No questions are pending.", out);
        }
        for file in found {
            self.tell(&file.shown(), out);
        }
    }
}
