//! What the build makes: a list of the titles of all features, so that a scenario is found by its name without reading
//! them, and one of the features that are asked of every run. It also looks for new files in embedded folders, which the
//! embedding macro does not notice by itself.

#[path = "src/suite/lint/filling.rs"]
mod filling;
#[path = "src/suite/lint/titles.rs"]
mod titles;

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

/// The beginning of the tags of scenarios whose `Then`s are asked of every run.
const ASKED_OF_ALL: &str = "@in-every-";

fn main() -> io::Result<()> {
    let embedded =
        ["features", "scenarios", "snapshots", "src/suite/catalogue/pages", "src/mutate/tables", "src/mutate/variants"];
    for folder in embedded.into_iter().chain(["src/subject/skeletons/typescript/agents"]) {
        println!("cargo::rerun-if-changed={folder}");
    }
    for file in ["filling.rs", "titles.rs"] {
        println!("cargo::rerun-if-changed=src/suite/lint/{file}");
    }
    let mut files = Vec::new();
    collect(Path::new("features"), &mut files)?;
    let below = |file: PathBuf| {
        let path = file.strip_prefix("features").map_err(io::Error::other)?.to_string_lossy().replace('\\', "/");
        Ok((path, file))
    };
    let mut features = files.into_iter().map(below).collect::<io::Result<Vec<_>>>()?;
    // By the texts of the paths, as the embedded features are sorted.
    features.sort();
    let (mut list, mut asked_of_all) = ("[\n".to_owned(), Vec::new());
    for (path, file) in features {
        let text = fs::read_to_string(&file)?;
        if text.contains(ASKED_OF_ALL) {
            asked_of_all.push(path.clone());
        }
        let titles = titles::titles(&text);
        list += &format!("    ({path:?}, &{titles:?}),\n");
    }
    let out =
        env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo names no folder for what the build makes"))?;
    let out = Path::new(&out);
    fs::write(out.join("titles.rs"), list + "]\n")?;
    fs::write(out.join("asked_of_all.rs"), format!("{asked_of_all:?}\n"))
}

/// Adds every feature below a folder.
fn collect(folder: &Path, features: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, features)?;
        } else if path.extension().is_some_and(|ending| ending == "feature") {
            features.push(path);
        }
    }
    Ok(())
}
