//! The answers of pending files (PI-58, PI-59): they become the user's message, and begin a turn.
//!
//! **Absent here:** a file that is lost. The user is told of each file that cannot be read, belongs to another session or
//! lacks an answer, and the file stays.

use serde_json::json;

use super::{
    Pi,
    answers::{self, Answer, Outcome, Said},
    arguments::{Arguments, Question},
    command_line::Mode,
    errors::KeptFile,
    files::FileTask,
    pending::PendingFile,
    pending_scan::FoundFile,
    persisted::{Details, StoredEntry, StoredOutcome},
    phase::Phase,
};
use crate::system::{Effect, FileOp, Turn};

/// A file with an answer to each question.
struct Complete {
    found: FoundFile,
    answers: Vec<Answer>,
    arguments: Arguments,
}

impl Pi {
    /// Continues with the files that are answered, and tells the user of the others.
    pub(super) fn use_answers(&mut self, found: Vec<FoundFile>, out: &mut Vec<Effect>) {
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

    fn check(&self, found: &FoundFile) -> Result<(), KeptFile> {
        let file = found.read.as_ref().map_err(|why| KeptFile::Unreadable(why.clone()))?;
        file.check_session(&self.config.session)
    }

    /// The questions of the call that wrote the file. If the session does not have the call, the questions in the file.
    fn asked(&self, found: &FoundFile) -> Arguments {
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

    /// The file with its answers. A file that lacks an answer is a complaint.
    fn complete(&self, found: FoundFile, complaints: &mut Vec<String>) -> Option<Complete> {
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

    /// The files with the answers of the command line, by position over all files (PI-59).
    fn fill(&mut self, own: Vec<FoundFile>, given: Vec<Said>, complaints: &mut Vec<String>) -> Vec<Complete> {
        let asked: Vec<Arguments> = own.iter().map(|found| self.asked(found)).collect();
        let questions: Vec<Question> = asked.iter().flat_map(|asked| &asked.questions).cloned().collect();
        let mut answers = match answers::by_position(&questions, &given) {
            Ok(answers) => answers.into_iter(),
            Err(why) => {
                complaints.push(why.to_string());
                return Vec::new();
            }
        };
        let fill = |(found, arguments): (FoundFile, Arguments)| {
            let own = answers.by_ref().take(arguments.questions.len()).collect();
            Complete { found, answers: own, arguments }
        };
        own.into_iter().zip(asked).map(fill).collect()
    }

    /// Begins a turn with the answers as the user's message. Only then the files are removed (PI-60), and a file that was
    /// edited after it was read stays.
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
        for FoundFile { path, text, .. } in used {
            self.start_task(FileTask::Clear(path.clone()), FileOp::Remove { path, holding: text }, out);
        }
    }
}
