//! Reads features for cucumber: the ones inside hotseat, or the user's.

use std::{io, path::PathBuf};

use ::cucumber::{
    Parser, cli,
    gherkin::{Feature, ParseFileError},
    parser,
};
use futures::stream;

use crate::suite::{InputErrors, lint, sources};

/// Reads features as `hotseat run` does. Some mistakes that cucumber's parser overlooks are errors here, such as a
/// misspelt keyword. An outline may contain names of ids such as `<request#1>`. Without paths, the features inside
/// hotseat are read.
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
