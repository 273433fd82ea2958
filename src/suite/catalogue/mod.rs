//! The requirements: what is demanded of a system, at which level, and how it is seen.

pub mod field;

use std::sync::LazyLock;

use include_dir::{Dir, File, include_dir};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// A requirement.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// `RTE-10`; a weaker part of a row has a suffix: `ARG-22.u`.
    pub id: String,
    /// What is demanded.
    pub sentence: String,
    /// How strongly.
    pub level: Level,
    /// The profile whose claimants it is asked of; none for everybody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// Where it comes from.
    pub source: String,
    /// Who can tell whether it holds.
    pub seen: Sight,
    /// Whether it is in force.
    #[serde(default)]
    pub status: Status,
}

/// How strongly something is demanded.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Without it a system does not conform.
    Must,
    /// Reported, and failed only by who asks for that.
    Should,
    /// Settled nowhere; reported, never failed.
    Open,
}

impl Level {
    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Open => "open",
        }
    }
}

/// Who can tell whether a requirement holds.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// A `Then` of a run.
    Run,
    /// A unit test of the reference, of that name.
    Unit(String),
    /// A look at the reference's source, by a test of that name.
    Source(String),
    /// Nobody, for that reason.
    None(String),
}

/// Whether a requirement is in force.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// It is.
    #[default]
    Live,
    /// Something else has taken its place.
    Superseded(String),
    /// What an upstream program does wrongly; never demanded.
    Observed,
}

/// A group of requirements, by the letters that their ids begin with.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// The letters.
    pub prefix: String,
    /// What it is about.
    pub title: String,
    /// The systems it is asked of.
    pub systems: Vec<String>,
}

/// Every requirement, by id, in the order of its page.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    areas: Vec<Area>,
    requirements: IndexMap<String, Requirement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    #[expect(dead_code, reason = "says which systems the page is about, for who reads the file")]
    system_family: String,
    areas: Vec<Area>,
    requirements: Vec<Requirement>,
}

/// The pages, one file a family of systems.
static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/suite/catalogue/pages");

impl Catalogue {
    /// The catalogue that this program carries.
    pub fn embedded() -> &'static Self {
        static CARRIED: LazyLock<Catalogue> = LazyLock::new(|| {
            let mut catalogue = Catalogue::default();
            let mut pages: Vec<_> = PAGES.files().collect();
            pages.sort_unstable_by_key(|file| file.path());
            for text in pages.into_iter().filter_map(File::contents_utf8) {
                let page: Page = serde_json::from_str(text).unwrap_or_else(|error| panic!("the catalogue: {error}"));
                catalogue.areas.extend(page.areas);
                catalogue.requirements.extend(page.requirements.into_iter().map(|row| (row.id.clone(), row)));
            }
            catalogue
        });
        &CARRIED
    }

    /// The requirement of that id.
    pub fn requirement(&self, id: &str) -> Option<&Requirement> {
        self.requirements.get(id)
    }

    /// Every requirement.
    pub fn requirements(&self) -> impl Iterator<Item = &Requirement> {
        self.requirements.values()
    }

    /// Every area.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// The area that a requirement belongs to.
    pub fn area(&self, id: &str) -> Option<&Area> {
        let prefix = id.split('-').next()?;
        self.areas.iter().find(|area| area.prefix == prefix)
    }

    /// The id that is most like `id`.
    pub fn nearest(&self, id: &str) -> &str {
        let likeness = |known: &&String| strsim::normalized_damerau_levenshtein(id, known);
        let nearest = self.requirements.keys().rev().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        nearest.map_or("", String::as_str)
    }
}

impl Requirement {
    /// Whether a `Then` is to decide it for whoever claims its profile.
    pub fn is_asked(&self) -> bool {
        self.seen == Sight::Run && self.status == Status::Live
    }
}
