//! A message of the user, and the files that go before it (PI-57).

/// A message whose files are being read.
#[derive(Clone, Debug)]
pub struct UserMessage {
    text: String,
    /// The files that were read, each with its path.
    files: Vec<(String, String)>,
    /// The paths that are still to be read, the last one first.
    left: Vec<String>,
}

impl UserMessage {
    /// A message with the files at these paths.
    pub fn new(text: String, mut paths: Vec<String>) -> Self {
        paths.reverse();
        Self { text, files: Vec::new(), left: paths }
    }

    /// The path that is to be read next.
    pub fn next_path(&mut self) -> Option<String> {
        self.left.pop()
    }

    /// Adds a file that was read.
    pub fn add(&mut self, path: String, content: String) {
        self.files.push((path, content));
    }

    /// The text for the model, the files first.
    pub fn text(&self) -> String {
        let files = self.files.iter().map(|(path, content)| format!("<file name={path:?}>\n{content}\n</file>\n"));
        files.chain([self.text.clone()]).collect()
    }

    /// The files, each with its path.
    pub fn into_files(self) -> Vec<(String, String)> {
        self.files
    }
}
