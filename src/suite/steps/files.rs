//! What stands in the working folder when the run begins.

use super::{Step, given};
use crate::stage::Obstacle;

pub const STEPS: &[Step] = &[
    given("a file {string} with:", "A file that is there at the start: its text in a doc string.", |draft, args| {
        let text = args.doc()?;
        draft.scenario.files.insert(args.text(0), text);
        Ok(())
    }),
    given("a file {string} with the JSON {}", "The same with JSON, in one line.", |draft, args| {
        draft.scenario.files.insert(args.text(0), args.json(1)?.to_string());
        Ok(())
    }),
    given("a file {string} that is no text", "A file of bytes that are no UTF-8.", |draft, args| {
        draft.scenario.obstacles.insert(args.text(0), Obstacle::Bytes);
        Ok(())
    }),
    given("a folder {string}", "A folder, perhaps where a file is looked for.", |draft, args| {
        draft.scenario.obstacles.insert(args.text(0), Obstacle::Folder);
        Ok(())
    }),
    given("a link {string} to {string}", "A symbolic link, and where it leads from there.", |draft, args| {
        draft.scenario.obstacles.insert(args.text(0), Obstacle::Link(args.text(1)));
        Ok(())
    }),
];
