//! The requirements: what the documents demand of a system, at which level, and what can check it.

pub mod field;

use std::{collections::BTreeSet, sync::LazyLock};

use include_dir::{Dir, File, include_dir};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{model::text::checksum, stage::Claims};

/// A requirement.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// The id, such as `RTE-10`. A weaker part of a requirement has a suffix: `ARG-22.u`.
    pub id: String,
    /// The demand, in one sentence.
    pub sentence: String,
    /// How strong the demand is.
    pub level: Level,
    /// Only subjects that claim this profile are asked. `None`: every subject is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// The systems that it applies to. `None`: those of its area.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub systems: Option<Vec<String>>,
    /// The place in the documents.
    pub source: String,
    /// What can check the requirement.
    pub seen: Sight,
    /// Whether the requirement is in force.
    #[serde(default)]
    pub status: Status,
}

/// How strong a demand is.
#[derive(Clone, Copy, Debug, Deserialize, Eq, JsonSchema, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// An implementation that breaks it does not conform.
    Must,
    /// A breach is reported, and is a failure only if the user asks for that.
    Should,
    /// The documents do not settle it. It is reported, and never a failure.
    Open,
}

impl Level {
    /// The level in one word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Open => "open",
        }
    }
}

/// What can check whether a requirement holds.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// A `Then` of a scenario.
    Run,
    /// A unit test of the reference.
    Unit(OwnTest),
    /// A test that reads the reference's source.
    Source(OwnTest),
    /// Nothing can check it, for this reason.
    None(String),
}

/// The test that checks a requirement for the reference alone, because no run can show it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct OwnTest {
    /// The name of the test.
    pub test: String,
    /// Why no run of a subject shows whether the requirement holds.
    pub why: String,
}

/// Whether a requirement is in force.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// The requirement is in force.
    #[default]
    Live,
    /// Something else has replaced the requirement: the text says what.
    Superseded(String),
    /// The sentence describes a mistake of an upstream program. No implementation has to do it.
    Observed,
}

/// A group of requirements whose ids begin with the same letters.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// The letters that the ids begin with.
    pub prefix: String,
    /// The topic.
    pub title: String,
    /// The systems that the requirements apply to.
    pub systems: Vec<String>,
    /// The family of systems whose page the area is on.
    #[serde(skip)]
    pub family: String,
}

/// Every requirement by its id, in the order of the pages.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    areas: Vec<Area>,
    requirements: IndexMap<String, Requirement>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    /// The systems that the page is about.
    system_family: String,
    areas: Vec<Area>,
    requirements: Vec<Requirement>,
}

/// The pages: one file for each family of systems.
static PAGES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/suite/catalogue/pages");

impl Catalogue {
    /// The catalogue that the program carries.
    pub fn embedded() -> &'static Self {
        static CARRIED: LazyLock<Catalogue> = LazyLock::new(|| {
            let mut catalogue = Catalogue::default();
            let mut pages: Vec<_> = PAGES.files().collect();
            pages.sort_unstable_by_key(|file| file.path());
            for text in pages.into_iter().filter_map(File::contents_utf8) {
                let page: Page = serde_json::from_str(text).unwrap_or_else(|error| panic!("the catalogue: {error}"));
                let family = page.system_family;
                catalogue.areas.extend(page.areas.into_iter().map(|area| Area { family: family.clone(), ..area }));
                catalogue.requirements.extend(page.requirements.into_iter().map(|row| (row.id.clone(), row)));
            }
            catalogue
        });
        &CARRIED
    }

    /// A checksum of what is demanded, so that reports of two revisions can be told apart.
    pub fn revision(&self) -> String {
        let rows = self.requirements().map(|row| format!("{} {} {}\n", row.id, row.level.word(), row.sentence));
        format!("{:08x}", checksum(&rows.collect::<String>()))
    }

    /// The requirement with this id.
    pub fn requirement(&self, id: &str) -> Option<&Requirement> {
        self.requirements.get(id)
    }

    /// Every requirement.
    pub fn requirements(&self) -> impl Iterator<Item = &Requirement> {
        self.requirements.values()
    }

    /// The ids of the requirements that a subject with these claims must meet.
    pub fn musts_of(&self, claims: &Claims) -> BTreeSet<String> {
        let is_claimed = |row: &&Requirement| {
            self.systems_of(&row.id).iter().any(|system| match &row.profile {
                Some(profile) => claims.has_profile(system, profile),
                None => claims.has_system(system),
            })
        };
        let is_must = |row: &&Requirement| row.level == Level::Must && row.status == Status::Live;
        self.requirements().filter(is_must).filter(is_claimed).map(|row| row.id.clone()).collect()
    }

    /// Every area.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// The area of the requirement with this id.
    pub fn area(&self, id: &str) -> Option<&Area> {
        let prefix = id.split('-').next()?;
        self.areas.iter().find(|area| area.prefix == prefix)
    }

    /// The systems that the requirement with this id applies to.
    pub fn systems_of(&self, id: &str) -> &[String] {
        let own = self.requirement(id).and_then(|row| row.systems.as_deref());
        own.or_else(|| Some(self.area(id)?.systems.as_slice())).unwrap_or_default()
    }

    /// Whether the area is on a page that has requirements of this system.
    pub fn is_on_a_page_of(&self, area: &Area, system: &str) -> bool {
        let own = self.areas.iter().filter(|own| own.systems.iter().any(|name| name == system));
        let of_rows = self.requirements().filter(|row| row.systems.iter().flatten().any(|name| name == system));
        own.chain(of_rows.filter_map(|row| self.area(&row.id))).any(|own| own.family == area.family)
    }

    /// The known id that is most similar to `id`.
    pub fn nearest(&self, id: &str) -> &str {
        let likeness = |known: &&String| strsim::normalized_damerau_levenshtein(id, known);
        let nearest = self.requirements.keys().rev().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        nearest.map_or("", String::as_str)
    }
}

impl Requirement {
    /// Whether scenarios check the requirement: it is in force, and a run can show it.
    pub fn is_asked(&self) -> bool {
        self.seen == Sight::Run && self.status == Status::Live
    }
}
