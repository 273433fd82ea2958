//! Features for cucumber: those that hotseat carries, or a user's.

use std::{io, path::PathBuf};

use ::cucumber::{
    Parser, cli,
    gherkin::{Feature, ParseFileError},
    parser,
};
use futures::stream;

use crate::suite::{InputErrors, lint, sources};

/// Reads features as `hotseat run` does. What a parser is silent about is a mistake here, such as a misspelt keyword, and
/// an outline may have `<request#1>` and other names of ids in it. Without paths it reads what hotseat carries.
#[derive(Clone, Copy, Debug, Default)]
pub struct Features;

impl Parser<Vec<PathBuf>> for Features {
    type Cli = cli::Empty;
    type Output = stream::Iter<std::vec::IntoIter<parser::Result<Feature>>>;

    fn parse(self, paths: Vec<PathBuf>, _: cli::Empty) -> Self::Output {
        let features = match sources(&paths) {
            Ok(sources) => {
                let read = |source| lint::feature(source).map_err(|mistakes| unread(source.file.clone(), &mistakes));
                sources.iter().map(read).collect::<Vec<_>>()
            }
            Err(mistakes) => {
                let named = paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
                vec![Err(unread(named, &mistakes))]
            }
        };
        stream::iter(features)
    }
}

fn unread(path: String, mistakes: &InputErrors) -> parser::Error {
    ParseFileError::Reading { path: path.into(), source: io::Error::other(mistakes.to_string()) }.into()
}
