//! Uses the answers in pending files (PI-58, PI-59): they become a message of the user, and a turn begins with it.
//!
//! **Absent here:** the loss of a file. If a file cannot be read, belongs to another session or lacks an answer, the file
//! stays, and the user is told why.

use crate::model::json::{Text, json};

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

/// A pending file, and a valid answer to each of its questions.
struct AnsweredFile {
    file: FoundFile,
    /// The questions.
    arguments: Arguments,
    /// The answers, in the order of the questions.
    answers: Vec<Answer>,
}

impl Pi {
    /// Begins a turn with the answers of the files in which every question has one, and tells the user about the other files.
    pub(super) fn use_answers(&mut self, found: Vec<FoundFile>, out: &mut Vec<Effect>) {
        let (mut complaints, mut usable) = (Vec::new(), Vec::new());
        for file in found {
            match self.check(&file) {
                Ok(()) => usable.push(file),
                Err(why) => complaints.push(format!("{} is kept, and not used: {why}.", file.path)),
            }
        }
        let answered = match self.given.take() {
            // The answers of the command line wait for the first call of the tool.
            Some(given) if usable.is_empty() => {
                self.given = Some(given);
                Vec::new()
            }
            Some(given) => self.with_answers_given(usable, given, &mut complaints),
            None => usable.into_iter().filter_map(|file| self.with_own_answers(file, &mut complaints)).collect(),
        };
        // In print mode there is no user who can mend the file now.
        if self.mode == Mode::Print && answered.is_empty() && !complaints.is_empty() {
            self.phase = Phase::Closed;
            self.held = None;
            return out.extend(Effect::misconfigured(&complaints.join("\n")));
        }
        for complaint in complaints {
            self.tell(&complaint, out);
        }
        if !answered.is_empty() {
            self.continue_with(answered, out);
        }
    }

    /// Checks that a file can be read, and belongs to this session.
    fn check(&self, found: &FoundFile) -> Result<(), KeptFile> {
        let file = found.read.as_ref().map_err(|why| KeptFile::Unreadable(why.clone()))?;
        file.check_session(&self.config.session)
    }

    /// The questions that the file is about: those of the call that wrote the file, or those in the file if the session does
    /// not have that call.
    fn questions_of(&self, found: &FoundFile) -> Arguments {
        let branch = self.session.branch();
        let mut details = branch.into_iter().rev().filter_map(StoredEntry::details);
        let call = details.find(|details| details.outcome.pending_file.as_ref() == Some(&found.path));
        let of_call = call.map(|Details { questions, metadata, .. }| Arguments {
            questions: questions.clone(),
            metadata: metadata.clone(),
        });
        let in_file = || found.read.as_ref().map(PendingFile::asked).unwrap_or_default();
        of_call
            .filter(|arguments| !arguments.questions.is_empty())
            .unwrap_or_else(|| Arguments { questions: in_file(), metadata: None })
    }

    /// A file with the answers that are in it. If one is missing or does not fit its question, adds a complaint.
    fn with_own_answers(&self, file: FoundFile, complaints: &mut Vec<String>) -> Option<AnsweredFile> {
        let arguments = self.questions_of(&file);
        let content = file.read.as_ref().ok()?;
        match content.answers(&arguments.questions) {
            Some(answers) => Some(AnsweredFile { file, arguments, answers }),
            None => {
                // An answer that does not fit is not counted as unanswered, so the count may be 0.
                let (all, without) = (arguments.questions.len(), content.unanswered().max(1));
                complaints
                    .push(format!("{}: {without} of {all} questions have no answer yet that fits them.", file.path));
                None
            }
        }
    }

    /// The files with the answers that the command line gives (PI-59): the first answer is for the first question of the
    /// first file, and so on through all files. If an answer does not fit, adds a complaint and uses no file.
    fn with_answers_given(
        &mut self,
        files: Vec<FoundFile>,
        given: Vec<Said>,
        complaints: &mut Vec<String>,
    ) -> Vec<AnsweredFile> {
        let all: Vec<Arguments> = files.iter().map(|file| self.questions_of(file)).collect();
        let questions: Vec<Question> = all.iter().flat_map(|arguments| &arguments.questions).cloned().collect();
        let mut answers = match answers::by_position(&questions, &given) {
            Ok(answers) => answers.into_iter(),
            Err(why) => {
                complaints.push(why.to_string());
                return Vec::new();
            }
        };
        let with_answers = |(file, arguments): (FoundFile, Arguments)| {
            let answers = answers.by_ref().take(arguments.questions.len()).collect();
            AnsweredFile { file, arguments, answers }
        };
        files.into_iter().zip(all).map(with_answers).collect()
    }

    /// Begins a turn with the answers as a message of the user. The files are removed after the message is stored (PI-60). A
    /// file that was edited after it was read stays.
    fn continue_with(&mut self, answered: Vec<AnsweredFile>, out: &mut Vec<Effect>) {
        self.phase = Phase::Running;
        // A message that came during the scan has begun the turn already, and is sent together with the answers.
        let held = self.held.take();
        if held.is_none() {
            out.push(Effect::Turn(Turn::Began));
        }
        let (mut answers, mut arguments) = (Vec::new(), Arguments::default());
        let mut used = Vec::new();
        for AnsweredFile { file, arguments: Arguments { questions, metadata }, answers: more } in answered {
            answers.extend(more);
            arguments.questions.extend(questions);
            arguments.metadata = arguments.metadata.or(metadata);
            used.push(file);
        }
        let outcome = Outcome::Answered(answers);
        let held = held.map(|text| format!("\n\n{text}")).unwrap_or_default();
        let text =
            Text::from(format!("The pending questions are answered:\n{}{held}", json!(StoredOutcome::from(&outcome))));
        let details = Details::new(&outcome, &arguments, self.now, self.mode);
        self.record(StoredEntry::user(&text, Some(details)), out);
        self.chat.user(text);
        self.chat.ask(out);
        for FoundFile { path, text, .. } in used {
            self.start_task(FileTask::Clear(path.clone()), FileOp::Remove { path, holding: text }, out);
        }
    }
}
