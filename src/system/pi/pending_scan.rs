//! The pending files, read again: to go on with their answers (PI-58, PI-59), to show them or to remove them (PI-61).
//!
//! **Absent here:** a file that is lost. One that can not be read, belongs to another session or lacks an answer is told
//! of, and stays.

use serde_json::json;

use super::{
    Pi,
    answers::{self, Answer, Outcome, Said},
    arguments::{Arguments, Question},
    command_line::Mode,
    errors::{KeptFile, PendingFileError},
    files::FileTask,
    pending::{self, FILES_MAX, PendingFile},
    persisted::{Details, StoredEntry, StoredOutcome},
    phase::Phase,
};
use crate::system::{Effect, FileEvent, FileOp, Turn, TurnEnd};

/// What pending files are read for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Purpose {
    /// To go on with the answers in them, or with those of the command line.
    GoOn,
    /// To show what is asked.
    Show,
    /// To remove them.
    Clear,
}

/// The files that were read so far.
#[derive(Clone, Debug)]
pub struct PendingScan {
    purpose: Purpose,
    found: Vec<Found>,
}

/// A file at a pending file's path.
#[derive(Clone, Debug)]
struct Found {
    path: String,
    /// Its text; none where it is no file of text.
    text: Option<String>,
    read: Result<PendingFile, PendingFileError>,
}

/// A file whose questions are answered.
struct Complete {
    found: Found,
    answers: Vec<Answer>,
    arguments: Arguments,
}

impl Pi {
    /// Reads every pending file.
    pub(super) fn gather(&mut self, purpose: Purpose, out: &mut Vec<Effect>) {
        self.phase = Phase::Reading;
        self.gathering = Some(PendingScan { purpose, found: Vec::new() });
        self.gather_number(1, out);
    }

    fn gather_number(&mut self, number: usize, out: &mut Vec<Effect>) {
        self.run_errand(FileTask::Gather(number), FileOp::Read { path: pending::path(number) }, out);
    }

    /// A command whose files are worked on is stopped; whether there was one.
    pub(super) fn stop_command(&mut self, out: &mut Vec<Effect>) -> bool {
        let is_reading = self.gathering.take_if(|gathering| gathering.purpose != Purpose::GoOn).is_some();
        let is_removing = self.tasks.values().any(|task| matches!(task, FileTask::Discard(_)));
        if is_reading || is_removing {
            self.tasks.retain(|_, task| !matches!(task, FileTask::Gather(_) | FileTask::Discard(_)));
            self.end_turn(TurnEnd::Interrupted, out);
        }
        is_reading || is_removing
    }

    /// Whether a message can wait until the files are read: there is none yet, and no command is under way.
    pub(super) fn may_hold(&self) -> bool {
        self.held.is_none() && self.gathering.as_ref().is_some_and(|gathering| gathering.purpose == Purpose::GoOn)
    }

    /// One was read, or there is no more of them.
    pub(super) fn gathered(&mut self, number: usize, event: FileEvent, out: &mut Vec<Effect>) {
        let Some(gathering) = &mut self.gathering else { return };
        let path = pending::path(number);
        let is_one = match event {
            FileEvent::Read(Some(text)) => {
                let read = PendingFile::read(&text);
                gathering.found.push(Found { path, text: Some(text), read });
                true
            }
            FileEvent::Failed(why) => {
                gathering.found.push(Found { path, text: None, read: Err(PendingFileError::Failed(why)) });
                true
            }
            FileEvent::Read(None) | FileEvent::Done => false,
        };
        // Behind one that was answered there may be others that were not: those that the session knows of.
        if number < FILES_MAX && (is_one || number < self.last_known()) {
            return self.gather_number(number + 1, out);
        }
        let Some(PendingScan { purpose, found }) = self.gathering.take() else { return };
        match purpose {
            Purpose::GoOn => {
                self.phase = Phase::Idle;
                self.go_on_with(found, out);
                if let Some(text) = self.held.take() {
                    self.take_message(text, out);
                }
            }
            Purpose::Clear if !found.is_empty() => {
                for Found { path, .. } in found {
                    self.run_errand(FileTask::Discard(path.clone()), FileOp::Remove { path, holding: None }, out);
                }
            }
            Purpose::Show | Purpose::Clear => {
                self.show(&found, out);
                self.end_turn(TurnEnd::Completed, out);
            }
        }
    }

    /// A file that the user wants no more is removed, or it is not.
    pub(super) fn discarded(&mut self, path: &str, event: &FileEvent, out: &mut Vec<Effect>) {
        if *event == FileEvent::Done {
            self.tell(&format!("{path} is removed."), out);
        }
        self.kept(path, event, out);
        if !self.tasks.values().any(|task| matches!(task, FileTask::Discard(_))) {
            self.end_turn(TurnEnd::Completed, out);
        }
    }

    /// The highest number of a pending file that the session speaks of.
    fn last_known(&self) -> usize {
        let details = self.session.entries().iter().filter_map(StoredEntry::details);
        let files = details.filter_map(|details| details.outcome.pending_file.as_deref());
        files.filter_map(pending::number).max().unwrap_or_default()
    }

    fn show(&mut self, found: &[Found], out: &mut Vec<Effect>) {
        if found.is_empty() {
            return self.tell("No questions are pending.", out);
        }
        for Found { path, read, .. } in found {
            let text = match read {
                Err(why) => format!("{path} can not be read: {why}."),
                Ok(file) => {
                    let questions = file.questions.iter().enumerate().map(|(at, entry)| {
                        let answer = entry.answer.as_ref().map_or("no answer yet".to_owned(), Said::to_string);
                        format!("\n  {}. {} ({answer})", at + 1, entry.question.text)
                    });
                    format!("Pending questions in {path}:{}", questions.collect::<String>())
                }
            };
            self.tell(&text, out);
        }
    }

    /// Goes on with the files that are answered. Of the others the user is told.
    fn go_on_with(&mut self, found: Vec<Found>, out: &mut Vec<Effect>) {
        let (mut complaints, mut own) = (Vec::new(), Vec::new());
        for found in found {
            match self.check(&found) {
                Ok(()) => own.push(found),
                Err(why) => complaints.push(format!("{} is kept, and not used: {why}.", found.path)),
            }
        }
        let complete = match self.given.take() {
            Some(given) if own.is_empty() => {
                self.given = Some(given);
                Vec::new()
            }
            Some(given) => self.fill(own, given, &mut complaints),
            None => own.into_iter().filter_map(|found| self.complete(found, &mut complaints)).collect(),
        };
        if self.mode == Mode::Print && complete.is_empty() && !complaints.is_empty() {
            self.phase = Phase::Closed;
            self.held = None;
            return out.extend(Effect::misconfigured(&complaints.join("\n")));
        }
        for complaint in complaints {
            self.tell(&complaint, out);
        }
        if !complete.is_empty() {
            self.continue_with(complete, out);
        }
    }

    /// An error, if a file with that text belongs to another session.
    pub(super) fn check_session(&self, text: &str) -> Result<(), KeptFile> {
        let theirs = PendingFile::read(text).ok().and_then(|file| file.session);
        match theirs.filter(|session| *session != self.config.session) {
            Some(theirs) => Err(KeptFile::OtherSession { theirs, ours: self.config.session.clone() }),
            None => Ok(()),
        }
    }

    fn check(&self, found: &Found) -> Result<(), KeptFile> {
        match (&found.read, &found.text) {
            (Err(why), _) => Err(KeptFile::Unreadable(why.clone())),
            (Ok(_), Some(text)) => self.check_session(text),
            (Ok(_), None) => Ok(()),
        }
    }

    /// What the call asked whose questions are in that file; what the file itself says where no such call is known.
    fn asked(&self, found: &Found) -> Arguments {
        let branch = self.session.branch();
        let mut details = branch.into_iter().rev().filter_map(StoredEntry::details);
        let of_file = details.find(|details| details.outcome.pending_file.as_ref() == Some(&found.path));
        let of_file = of_file.map(|Details { questions, metadata, .. }| Arguments {
            questions: questions.clone(),
            metadata: metadata.clone(),
        });
        let own = || found.read.as_ref().map(PendingFile::asked).unwrap_or_default();
        of_file
            .filter(|asked| !asked.questions.is_empty())
            .unwrap_or_else(|| Arguments { questions: own(), metadata: None })
    }

    fn complete(&self, found: Found, complaints: &mut Vec<String>) -> Option<Complete> {
        let arguments = self.asked(&found);
        let file = found.read.as_ref().ok()?;
        match file.answers(&arguments.questions) {
            Some(answers) => Some(Complete { answers, arguments, found }),
            None => {
                let (all, without) = (arguments.questions.len(), file.unanswered().max(1));
                complaints
                    .push(format!("{}: {without} of {all} questions have no answer yet that fits them.", found.path));
                None
            }
        }
    }

    /// The answers of the command line, by position, for all files together (PI-59).
    fn fill(&mut self, own: Vec<Found>, given: Vec<Said>, complaints: &mut Vec<String>) -> Vec<Complete> {
        let asked: Vec<Arguments> = own.iter().map(|found| self.asked(found)).collect();
        let questions: Vec<Question> = asked.iter().flat_map(|asked| &asked.questions).cloned().collect();
        let mut answers = match answers::by_position(&questions, &given) {
            Ok(answers) => answers.into_iter(),
            Err(why) => {
                complaints.push(why.to_string());
                return Vec::new();
            }
        };
        let fill = |(found, arguments): (Found, Arguments)| {
            let own = answers.by_ref().take(arguments.questions.len()).collect();
            Complete { found, answers: own, arguments }
        };
        own.into_iter().zip(asked).map(fill).collect()
    }

    /// The answers are the user's message, and begin a turn. Only then are their files removed (PI-60), each as it was
    /// read: one that was edited meanwhile stays.
    fn continue_with(&mut self, complete: Vec<Complete>, out: &mut Vec<Effect>) {
        self.phase = Phase::Running;
        let held = self.held.take();
        if held.is_none() {
            out.push(Effect::Turn(Turn::Began));
        }
        let (mut answers, mut arguments) = (Vec::new(), Arguments::default());
        let mut used = Vec::new();
        for Complete { found, answers: more, arguments: Arguments { questions, metadata } } in complete {
            answers.extend(more);
            arguments.questions.extend(questions);
            arguments.metadata = arguments.metadata.or(metadata);
            used.push(found);
        }
        let outcome = Outcome::Answered(answers);
        let held = held.map(|text| format!("\n\n{text}")).unwrap_or_default();
        let text = format!("The pending questions are answered:\n{}{held}", json!(StoredOutcome::from(&outcome)));
        let details = Details::new(&outcome, &arguments, self.now, self.mode);
        self.record(StoredEntry::user(&text, Some(details)), out);
        self.chat.user(text);
        self.chat.ask(out);
        for Found { path, text, .. } in used {
            self.run_errand(FileTask::Clear(path.clone()), FileOp::Remove { path, holding: text }, out);
        }
    }
}
