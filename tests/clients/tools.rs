//! The tools of others that the tests need. They are in the folder that `HOTSEAT_TOOLS` names; `.ci/run` installs them
//! there.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The folder.
pub struct Tools(PathBuf);

impl Tools {
    /// The folder, or the reason why there is none.
    pub fn find() -> Result<Self, &'static str> {
        let folder = env::var_os("HOTSEAT_TOOLS").filter(|folder| !folder.is_empty());
        let folder = PathBuf::from(folder.ok_or("HOTSEAT_TOOLS is not set, see CONTRIBUTING.md")?);
        folder.is_dir().then_some(Self(folder)).ok_or("HOTSEAT_TOOLS names no folder, see CONTRIBUTING.md")
    }

    /// The path of a tool in the folder, or `why` if there is nothing.
    pub fn at(&self, path: impl AsRef<Path>, why: &'static str) -> Result<PathBuf, &'static str> {
        let path = self.0.join(path);
        path.exists().then_some(path).ok_or(why)
    }
}
