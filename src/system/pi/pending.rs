//! The contents of a pending file: questions that wait for somebody with an editor (PI-50, PI-106).
//!
//! **Absent here:** the file operations. `print` writes the file, and `pending_scan` reads it.

use crate::model::json::{Value, json};

use super::{
    answers::{Answer, Said},
    arguments::Question,
    errors::{KeptFile, PendingFileError},
    persisted::{StoredPendingFile, StoredPendingQuestion},
    timestamp::timestamp,
};
use crate::model::{Millis, json::read_value};

/// The most pending files that may exist.
pub const FILES_MAX: usize = 100;

/// The instructions that the model is told (PI-51).
pub fn instructions(path: &str) -> String {
    format!(
        "Questions pending. User input required.\n\nTo answer, re-run with:\n  pi -p @{path} \"your answers\"\n\nOr edit \
         the JSON file and run:\n  pi -c\n\nQuestions saved to: {path}"
    )
}

/// The contents of a pending file, read.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct PendingFile {
    /// The session of the file, if the file names one.
    pub session: Option<String>,
    /// The questions, with the answers so far.
    pub questions: Vec<Entry>,
}

/// A question in a pending file.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Entry {
    /// The question. The editor may have shortened it (PI-107).
    pub question: Question,
    /// The answer, if somebody has written one in the place of `null`.
    pub answer: Option<Said>,
}

/// The path of the pending file with that number. The first number is 1.
pub fn path(number: usize) -> String {
    match number {
        1 => ".pi/pending-questions.json".to_owned(),
        _ => format!(".pi/pending-questions-{number}.json"),
    }
}

/// The number of the pending file at that path; `None` if the path is of another file.
pub fn number(file: &str) -> Option<usize> {
    let file = file.strip_prefix("./").unwrap_or(file);
    let rest = file.strip_prefix(".pi/pending-questions")?.strip_suffix(".json")?;
    let number = if rest.is_empty() { Some(1) } else { rest.strip_prefix('-')?.parse().ok() };
    number.filter(|number| path(*number) == file)
}

/// The text of a new pending file.
pub fn write(session: &str, now: Millis, questions: &[Question]) -> String {
    let entry = |question: &Question| StoredPendingQuestion {
        question: json!(question.text),
        options: if question.options.is_empty() { Value::Null } else { question.labels().collect() },
        multi_select: if question.several { json!(true) } else { Value::Null },
        answer: Value::Null,
    };
    let questions: Vec<StoredPendingQuestion> = questions.iter().map(entry).collect();
    let file = json!(StoredPendingFile {
        session_id: json!(session),
        timestamp: json!(timestamp(now)),
        questions: json!(questions),
    });
    format!("{file:#}\n")
}

impl PendingFile {
    /// Reads the text of a pending file, which somebody may have edited.
    ///
    /// # Errors
    /// The text is no pending file; the error names the place.
    pub fn read(text: &str) -> Result<Self, PendingFileError> {
        // Some editors put a byte order mark before the text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let file = read_value(text).map_err(|error| PendingFileError::NoJson(error.to_string()))?;
        let StoredPendingFile { session_id, questions, .. } = StoredPendingFile::read(file);
        let questions = questions.as_array().ok_or(PendingFileError::Questions)?;
        let session = match session_id {
            Value::Null => None,
            Value::String(session) => Some(session.into()),
            _ => return Err(PendingFileError::Session),
        };
        let questions = questions.iter().enumerate().map(|(at, entry)| Entry::read(at, entry));
        Ok(Self { session, questions: questions.collect::<Result<_, _>>()? })
    }

    /// The answers to the questions in `asked`, in their order. An answer is found by the text of its question, or else by
    /// its place. `None` if an answer is missing.
    pub fn answers(&self, asked: &[Question]) -> Option<Vec<Answer>> {
        let mut left: Vec<Option<&Entry>> = self.questions.iter().map(Some).collect();
        let texts: Vec<Option<&Entry>> =
            asked.iter().map(|question| take(&mut left, |entry| entry.question.text == question.text)).collect();
        let found = texts.into_iter().enumerate().map(|(at, found)| found.or_else(|| left.get(at).copied().flatten()));
        asked.iter().zip(found).map(|(question, found)| Answer::given(question, found?.answer.clone()?)).collect()
    }

    /// Checks that the file belongs to the session `ours`, if the file names a session at all.
    ///
    /// # Errors
    /// The file names another session.
    pub fn check_session(&self, ours: &str) -> Result<(), KeptFile> {
        match self.session.as_deref().filter(|theirs| *theirs != ours) {
            Some(theirs) => Err(KeptFile::OtherSession { theirs: theirs.to_owned(), ours: ours.to_owned() }),
            None => Ok(()),
        }
    }

    /// The questions as the file has them.
    pub fn asked(&self) -> Vec<Question> {
        self.questions.iter().map(|entry| entry.question.clone()).collect()
    }

    /// The number of questions without an answer.
    pub fn unanswered(&self) -> usize {
        self.questions.iter().filter(|entry| entry.answer.is_none()).count()
    }
}

fn take<'a>(left: &mut [Option<&'a Entry>], is_meant: impl Fn(&Entry) -> bool) -> Option<&'a Entry> {
    left.iter_mut().find(|entry| entry.is_some_and(&is_meant))?.take()
}

impl Entry {
    fn read(at: usize, entry: &Value) -> Result<Self, PendingFileError> {
        let stored = StoredPendingQuestion::read(entry).ok_or(PendingFileError::NoObject(at))?;
        let answer = match &stored.answer {
            Value::Null => None,
            found => Some(Said::read(found).ok_or_else(|| PendingFileError::Answer { at, found: found.clone() })?),
        };
        let question = question_of(&stored).ok_or(PendingFileError::Question(at))?;
        Ok(Self { question, answer })
    }
}

fn question_of(
    StoredPendingQuestion { question, options, multi_select, .. }: &StoredPendingQuestion,
) -> Option<Question> {
    let labels = match options {
        Value::Null => Vec::new(),
        options => options.as_array()?.iter().map(Value::as_str).collect::<Option<Vec<&str>>>()?,
    };
    Some(Question::between(question.as_str()?, &labels, multi_select == true))
}

#[cfg(test)]
mod tests {
    use crate::model::json::json;
    use rstest::rstest;

    use super::{PendingFile, number, write};
    use crate::{
        model::Millis,
        system::pi::{answers::Said, arguments::Question},
    };

    fn questions() -> [Question; 2] {
        [Question::between("Which?", &["A (Recommended)", "B"], false), Question::between("Name?", &[], false)]
    }

    #[test]
    fn a_file_is_written_and_read_back() {
        let text = write("abc", Millis(1_770_243_392_000), &questions());
        assert_eq!(
            serde_json::from_str::<crate::model::json::Value>(&text).unwrap(),
            json!({"sessionId": "abc", "timestamp": "2026-02-04T22:16:32Z", "questions": [
                {"question": "Which?", "options": ["A (Recommended)", "B"], "answer": null},
                {"question": "Name?", "answer": null}]})
        );
        let file = PendingFile::read(&text).unwrap();
        assert_eq!((file.session.as_deref(), file.unanswered(), file.answers(&questions())), (Some("abc"), 2, None));
        assert_eq!(file.asked(), questions());
    }

    #[rstest]
    #[case::by_text(json!([{"question": "Name?", "answer": "n"}, {"question": "Which?", "answer": "B"}]), Some(["B", "n"]))]
    #[case::by_place(json!([{"question": "Which one?", "answer": "B"}, {"question": "And?", "answer": "n"}]), Some(["B", "n"]))]
    #[case::one_of_each(json!([{"question": "Short?", "answer": "B"}, {"question": "Name?", "answer": "n"}]), Some(["B", "n"]))]
    #[case::one_more(json!([{"question": "Which?", "answer": "B"}, {"question": "Name?", "answer": "n"}, {"question": "More?"}]), Some(["B", "n"]))]
    #[case::one_less(json!([{"question": "Which?", "answer": "B"}]), None)]
    #[case::null(json!([{"question": "Which?", "answer": "B"}, {"question": "Name?", "answer": null}]), None)]
    fn answers_find_their_questions(#[case] written: crate::model::json::Value, #[case] said: Option<[&str; 2]>) {
        let file = PendingFile::read(&json!({"questions": written}).to_string()).unwrap();
        let answers = file.answers(&questions());
        let said = said.map(|said| said.map(|text| Said::One(text.into())).to_vec());
        assert_eq!(answers.map(|answers| answers.into_iter().map(|answer| answer.said).collect::<Vec<_>>()), said);
    }

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        let text = write("abc", Millis(0), &questions());
        assert_eq!(PendingFile::read(&format!("\u{feff}{text}")), PendingFile::read(&text));
    }

    #[rstest]
    #[case("{\"questions\": [", "EOF")]
    #[case("{}", "`questions`")]
    #[case("{\"questions\": [1]}", "`questions[0]`")]
    #[case("{\"questions\": [{\"question\": 1}]}", "`questions[0]`")]
    #[case("{\"questions\": [{\"question\": \"Q\", \"options\": [1]}]}", "`questions[0]`")]
    #[case("{\"questions\": [{\"question\": \"Q\", \"answer\": 1}]}", "`questions[0].answer`, found 1")]
    #[case("{\"questions\": [], \"sessionId\": 1}", "`sessionId`")]
    fn a_mistake_in_the_file_is_reported(#[case] text: &str, #[case] told: &str) {
        let why = PendingFile::read(text).unwrap_err().to_string();
        assert!(why.contains(told), "{why}");
    }

    #[rstest]
    #[case(".pi/pending-questions.json", Some(1))]
    #[case("./.pi/pending-questions.json", Some(1))]
    #[case(".pi/pending-questions-2.json", Some(2))]
    #[case(".pi/pending-questions-1.json", None)]
    #[case(".pi/pending-questions-02.json", None)]
    #[case(".pi/pending-questions-of-mine.json", None)]
    #[case("pending-questions.json", None)]
    #[case("notes.json", None)]
    fn the_path_of_a_pending_file_has_its_number(#[case] path: &str, #[case] expected: Option<usize>) {
        assert_eq!(number(path), expected);
    }
}
