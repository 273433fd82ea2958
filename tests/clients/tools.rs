//! What others have made, and the tests run with: the folder that `HOTSEAT_TOOLS` names, where `.ci/run` installs it.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The folder.
pub struct Tools(PathBuf);

impl Tools {
    /// The folder, or why there is none.
    pub fn find() -> Result<Self, &'static str> {
        let folder = env::var_os("HOTSEAT_TOOLS").filter(|folder| !folder.is_empty());
        let folder = PathBuf::from(folder.ok_or("HOTSEAT_TOOLS is not set, see CONTRIBUTING.md")?);
        folder.is_dir().then_some(Self(folder)).ok_or("HOTSEAT_TOOLS names no folder, see CONTRIBUTING.md")
    }

    /// What stands at that path in it, or `why` where nothing does.
    pub fn at(&self, path: impl AsRef<Path>, why: &'static str) -> Result<PathBuf, &'static str> {
        let path = self.0.join(path);
        path.exists().then_some(path).ok_or(why)
    }
}
