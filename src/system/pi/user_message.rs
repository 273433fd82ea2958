//! A message of the user, and the files that go before it (PI-57).

use crate::model::json::Text;

/// A message whose files are being read.
#[derive(Clone, Debug, Hash)]
pub struct UserMessage {
    text: Text,
    /// The files that were read, each with its path.
    files: Vec<(String, Text)>,
    /// The paths that are still to be read, the last one first.
    left: Vec<String>,
}

impl UserMessage {
    /// A message with the files at these paths.
    pub fn new(text: Text, mut paths: Vec<String>) -> Self {
        paths.reverse();
        Self { text, files: Vec::new(), left: paths }
    }

    /// The path that is to be read next.
    pub fn next_path(&mut self) -> Option<String> {
        self.left.pop()
    }

    /// Adds a file that was read.
    pub fn add(&mut self, path: String, content: Text) {
        self.files.push((path, content));
    }

    /// The text for the model, the files first.
    pub fn text(&self) -> Text {
        if self.files.is_empty() {
            return self.text.clone();
        }
        let files = self.files.iter().map(|(path, content)| format!("<file name={path:?}>\n{content}\n</file>\n"));
        files.chain([self.text.to_string()]).collect::<String>().into()
    }

    /// The files, each with its path.
    pub fn into_files(self) -> Vec<(String, Text)> {
        self.files
    }
}
