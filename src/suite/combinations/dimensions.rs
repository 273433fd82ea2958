//! A table of dimensions: what may vary in a scenario of a system, read from the system's documents.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    covering::{Exclusion, Part, Row, Space, VALUES_MAX},
    error::CombinationError,
};

/// The dimensions of a system, their values, and the values that exclude each other.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Dimensions {
    /// What readers of the file should know.
    pub about: Vec<String>,
    /// The system.
    pub system: String,
    /// The dimensions. The first value of each is its plain value, which an id leaves out.
    pub dimensions: Vec<Dimension>,
    /// The values that exclude each other.
    pub excluded: Vec<Excluded>,
    /// The products that are played whole, however many dimensions they have.
    pub products: Vec<Product>,
}

/// A product of values that is played whole.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Product {
    /// What it shows.
    pub about: String,
    /// The values of each dimension, written as in an exclusion.
    pub values: IndexMap<String, String>,
}

/// One thing that may vary.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Dimension {
    /// Its name, which stands in ids.
    pub name: String,
    /// What varies.
    pub about: String,
    /// Whether it was added after ids of combinations were in use. Its plain value then has no part in what texts a combination
    /// has, so that an id without it keeps its meaning.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub added: bool,
    /// Its values, by name: what each means, and the requirements or the places of the documents that it was read
    /// from.
    pub values: IndexMap<String, DimensionValue>,
}

/// A value of a dimension.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct DimensionValue {
    /// What it means.
    pub is: String,
    /// The requirements or the places of the documents that it was read from.
    pub from: Vec<String>,
    /// The requirements without which a subject need not come to what is asked further: a `should` that a call with this value is
    /// taken, say. A combination with the value decides these alone, so that no `must` fails for the want of a `should`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premise: Vec<String>,
    /// The profile without which the value says nothing. Only a subject that claims this profile is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
}

/// Values that exclude each other.
#[derive(Clone, Debug, Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Excluded {
    /// The values of each dimension, separated by blanks. A `!` before the first value stands for all values but these.
    pub values: IndexMap<String, String>,
    /// Why.
    pub why: String,
}

/// A combination of a system: each dimension with its value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Combination<'d> {
    /// The system.
    pub system: &'d str,
    /// The names of the dimensions and of their values.
    pub values: Vec<(&'d str, &'d str)>,
    /// The requirements that it decides alone, if one of its values has a premise.
    pub premise: Vec<String>,
    /// The names and values by which its texts are picked: all but the plain values of dimensions that were added.
    pub picked_by: Vec<&'d str>,
}

impl Combination<'_> {
    /// The value of a dimension. A table that lacks the dimension has its plain value, which is `plain`.
    pub fn value<'c>(&'c self, dimension: &str, plain: &'c str) -> &'c str {
        self.values.iter().find(|(name, _)| *name == dimension).map_or(plain, |(_, value)| value)
    }

    /// The value of a dimension that the table has.
    pub fn get(&self, dimension: &str) -> &str {
        self.value(dimension, "")
    }
}

/// What joins the name of a dimension with its value.
const IS: char = '=';
/// What stands between two values.
const AND: char = ',';
/// The spelling of a combination that has plain values alone.
const PLAIN: &str = "plain";

impl Dimensions {
    /// Reads a table.
    ///
    /// # Errors
    /// The first mistake.
    pub fn read(text: &str) -> Result<Self, CombinationError> {
        let from = &mut serde_json::Deserializer::from_str(text);
        let table: Self =
            serde_path_to_error::deserialize(from).map_err(|error| CombinationError::NotATable(error.to_string()))?;
        for (index, Dimension { name, values, .. }) in table.dimensions.iter().enumerate() {
            if values.is_empty() || values.len() > VALUES_MAX {
                return Err(CombinationError::Size(name.clone(), values.len()));
            }
            if table.dimensions[..index].iter().any(|other| other.name == *name) {
                return Err(CombinationError::Twice(name.clone()));
            }
            let is_speakable = |name: &str| {
                !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
            };
            if let Some(wrong) = values.keys().chain([name]).find(|name| !is_speakable(name)) {
                return Err(CombinationError::Name(wrong.clone()));
            }
        }
        for values in table.excluded.iter().map(|one| &one.values).chain(table.products.iter().map(|one| &one.values)) {
            table.parts(values)?;
        }
        Ok(table)
    }

    /// The space of the table.
    pub fn space(&self) -> Space {
        Space {
            sizes: self.dimensions.iter().map(|dimension| dimension.values.len()).collect(),
            excluded: self.excluded.iter().filter_map(|excluded| self.exclusion(excluded).ok()).collect(),
        }
    }

    /// The cells of a product, in order: the values of its dimensions.
    pub fn cells(&self, product: &Product) -> Vec<Part> {
        let parts = self.parts(&product.values).unwrap_or_default();
        parts.into_iter().fold(vec![Vec::new()], |cells, (dimension, values)| {
            let with = |cell: Part| {
                values.iter().map(move |value| cell.iter().copied().chain([(dimension, *value)]).collect::<Part>())
            };
            cells.into_iter().flat_map(with).collect()
        })
    }

    fn exclusion(&self, excluded: &Excluded) -> Result<Exclusion, CombinationError> {
        Ok(Exclusion::new(self.parts(&excluded.values)?))
    }

    /// The numbers of dimensions and of their values.
    fn parts(&self, values: &IndexMap<String, String>) -> Result<Vec<(usize, Vec<usize>)>, CombinationError> {
        let mut parts = Vec::new();
        for (name, words) in values {
            let index = self.index(name)?;
            let (words, all_but) = words.strip_prefix('!').map_or((words.as_str(), false), |words| (words, true));
            let named = words.split_whitespace().map(|word| self.value(index, word));
            let named = named.collect::<Result<Vec<usize>, _>>()?;
            let all = 0..self.dimensions[index].values.len();
            parts.push((index, all.filter(|value| named.contains(value) != all_but).collect()));
        }
        Ok(parts)
    }

    fn index(&self, name: &str) -> Result<usize, CombinationError> {
        let known = || self.dimensions.iter().map(|dimension| dimension.name.clone()).collect();
        let found = self.dimensions.iter().position(|dimension| dimension.name == name);
        found.ok_or_else(|| CombinationError::Dimension { name: name.to_owned(), known: known() })
    }

    fn value(&self, index: usize, value: &str) -> Result<usize, CombinationError> {
        let Dimension { name, values, .. } = &self.dimensions[index];
        values.get_index_of(value).ok_or_else(|| CombinationError::Value {
            dimension: name.clone(),
            value: value.to_owned(),
            known: values.keys().cloned().collect(),
        })
    }

    /// The names of a row.
    pub fn combination(&self, row: &[usize]) -> Combination<'_> {
        let values = || {
            self.dimensions.iter().zip(row).filter_map(|(dimension, value)| {
                let (value, means) = dimension.values.get_index(*value)?;
                Some((dimension, value.as_str(), means))
            })
        };
        let picked_by = values().filter(|(dimension, value, _)| {
            !dimension.added || dimension.values.get_index_of(*value).is_some_and(|index| index > 0)
        });
        let premise: BTreeSet<&String> = values().flat_map(|(.., means)| &means.premise).collect();
        Combination {
            system: &self.system,
            values: values().map(|(dimension, value, _)| (dimension.name.as_str(), value)).collect(),
            premise: premise.into_iter().cloned().collect(),
            picked_by: picked_by.flat_map(|(dimension, value, _)| [dimension.name.as_str(), value]).collect(),
        }
    }

    /// The profiles without which a row says nothing, each once.
    pub fn profiles(&self, row: &[usize]) -> impl Iterator<Item = &str> {
        let values = self.dimensions.iter().zip(row);
        let values = values.filter_map(|(dimension, value)| Some(dimension.values.get_index(*value)?.1));
        values.filter_map(|value| value.profile.as_deref()).collect::<BTreeSet<_>>().into_iter()
    }

    /// Every word that an id of this table may have: the system, and the names of dimensions and values.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let names = self
            .dimensions
            .iter()
            .flat_map(|dimension| dimension.values.keys().map(String::as_str).chain([dimension.name.as_str()]));
        names.chain([self.system.as_str(), PLAIN])
    }

    /// The spelling of a row: the values that are not plain, in the order of the table.
    pub fn spelled(&self, row: &[usize]) -> String {
        let told: Vec<String> = (self.combination(row).values.iter().zip(row))
            .filter(|(_, value)| **value != 0)
            .map(|((name, value), _)| format!("{name}{IS}{value}"))
            .collect();
        if told.is_empty() { PLAIN.to_owned() } else { told.join(&AND.to_string()) }
    }

    /// The row that is spelled so, whether or not an array has it.
    ///
    /// # Errors
    /// A name is unknown, or the values exclude each other.
    pub fn row(&self, spelled: &str) -> Result<Row, CombinationError> {
        let mut row = vec![0; self.dimensions.len()];
        for part in spelled.split(AND).filter(|_| spelled != PLAIN) {
            let (name, value) = part.split_once(IS).unwrap_or((part, ""));
            let index = self.index(name)?;
            row[index] = self.value(index, value)?;
        }
        let is_met = |excluded: &&Excluded| {
            let met = |exclusion| !Space { sizes: Vec::new(), excluded: vec![exclusion] }.allows(&row);
            self.exclusion(excluded).is_ok_and(met)
        };
        match self.excluded.iter().find(is_met) {
            Some(excluded) => Err(CombinationError::Excluded(excluded.why.clone())),
            None => Ok(row),
        }
    }
}
