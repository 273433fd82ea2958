//! The files in the working folder when the run begins.

use crate::model::json::Value;

use super::{Step, given, typed::Doc};
use crate::stage::Obstacle;

pub fn steps() -> Vec<Step> {
    vec![
        given(
            "a file {string} with:",
            "A file that is there at the start: its text in a doc string.",
            |draft, (path, Doc(text)): (String, Doc)| {
                draft.scenario.files.insert(path, text);
                Ok(())
            },
        ),
        given(
            "a file {string} with the JSON {}",
            "The same with JSON, in one line.",
            |draft, (path, content): (String, Value)| {
                draft.scenario.files.insert(path, content.to_string());
                Ok(())
            },
        ),
        given(
            "another process writes the file {string} once it was looked for, with the JSON {}",
            "The file is missing when the subject looks for it, and is there right after. Only the files in memory \
             can do this, so adapters are not asked.",
            |draft, (path, content): (String, Value)| {
                draft.scenario.files_meanwhile.insert(path, content.to_string());
                Ok(())
            },
        ),
        given("a file {string} that is no text", "A file of bytes that are no UTF-8.", |draft, path: String| {
            draft.scenario.obstacles.insert(path, Obstacle::Bytes);
            Ok(())
        }),
        given("a folder {string}", "A folder, perhaps where a file is looked for.", |draft, path: String| {
            draft.scenario.obstacles.insert(path, Obstacle::Folder);
            Ok(())
        }),
        given(
            "a link {string} to {string}",
            "A symbolic link, and where it leads from there.",
            |draft, (path, target): (String, String)| {
                draft.scenario.obstacles.insert(path, Obstacle::Link(target));
                Ok(())
            },
        ),
    ]
}
