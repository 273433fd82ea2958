//! Writes findings into files. No file is overwritten: another finding of the same seed, such as one with other faults,
//! gets another name.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Writes a finding and returns its path: `NAME.json`, or `NAME.2.json` and so on if another finding has that name. A finding
/// that is already there is not written again.
///
/// # Errors
/// The file or folder that cannot be written, with the reason.
pub fn keep(folder: &Path, stem: &str, text: &str) -> Result<PathBuf, (PathBuf, io::Error)> {
    fs::create_dir_all(folder).map_err(|error| (folder.to_owned(), error))?;
    let mut name = format!("{stem}.json");
    for number in 2_u64.. {
        let file = folder.join(&name);
        match File::create_new(&file) {
            Ok(mut new) => {
                return match new.write_all(text.as_bytes()) {
                    Ok(()) => Ok(file),
                    Err(error) => {
                        // Half a file is of no use.
                        drop(fs::remove_file(&file));
                        Err((file, error))
                    }
                };
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if fs::read(&file).is_ok_and(|there| there == text.as_bytes()) {
                    return Ok(file);
                }
            }
            Err(error) => return Err((file, error)),
        }
        name = format!("{stem}.{number}.json");
    }
    Err((folder.to_owned(), io::ErrorKind::AlreadyExists.into()))
}

#[cfg(test)]
mod tests {
    use std::{fs, path::PathBuf};

    use super::keep;

    fn names(folder: &PathBuf) -> Vec<String> {
        let files = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn another_finding_of_a_seed_gets_another_name() {
        let folder = std::env::temp_dir().join(format!("hotseat-kept-{}", std::process::id()));
        let kept = |seed, text| keep(&folder, &format!("pi-{seed}"), text).unwrap().file_name().unwrap().to_owned();
        assert_eq!(kept(2, "one"), "pi-2.json");
        assert_eq!(kept(2, "two"), "pi-2.2.json");
        assert_eq!(kept(2, "three"), "pi-2.3.json");
        assert_eq!([kept(2, "two"), kept(2, "one"), kept(3, "one")], ["pi-2.2.json", "pi-2.json", "pi-3.json"]);
        assert_eq!(names(&folder), ["pi-2.2.json", "pi-2.3.json", "pi-2.json", "pi-3.json"]);
        assert_eq!(fs::read_to_string(folder.join("pi-2.json")).unwrap(), "one");
        fs::remove_dir_all(folder).unwrap();
    }
}
