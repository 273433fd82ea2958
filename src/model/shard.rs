//! Shards: the parts of a list that is split over many machines.
//!
//! Item k of a list, counted from 0, belongs to shard (k mod N) + 1 of N. So every item is in one shard, neighbours are
//! in different ones, and a list without an end can be split, too.

use std::{fmt, num::IntErrorKind, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::text::checksum;

/// One of several parts of a list.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Shard {
    /// Its number, from 1 to `of`.
    number: u32,
    /// How many parts there are, at least 1.
    of: u32,
}

/// Why a text or two numbers are no shard.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum ShardError {
    /// The text is not `I/N`.
    #[error("expected I/N, such as 3/40 for the third of 40 shards, found {0:?}")]
    Form(String),
    /// There are no parts.
    #[error("expected I/N with at least one shard, found {number}/0")]
    NoShards {
        /// The number of the part.
        number: u64,
    },
    /// There are too many parts.
    #[error("there are at most {max} shards, found {0:?}", max = u32::MAX)]
    TooMany(String),
    /// There is no part with this number.
    #[error("there is no shard {number} of {of}: the shards are numbered from 1 to {of}")]
    NoSuch {
        /// The number of the part.
        number: u64,
        /// How many parts there are.
        of: u32,
    },
}

impl Shard {
    /// The only shard of a list that is not split.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Shard `number` of `of`, from 1.
    ///
    /// # Errors
    /// There is no such shard.
    pub fn new(number: u64, of: u64) -> Result<Self, ShardError> {
        let written = || format!("{number}/{of}");
        let of = u32::try_from(of).map_err(|_| ShardError::TooMany(written()))?;
        if of == 0 {
            return Err(ShardError::NoShards { number });
        }
        match u32::try_from(number) {
            Ok(number) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(ShardError::NoSuch { number, of }),
        }
    }

    /// Its number, from 1.
    pub const fn number(self) -> u32 {
        self.number
    }

    /// How many shards there are.
    pub const fn of(self) -> u32 {
        self.of
    }

    /// Whether item `k` of the list, counted from 0, belongs to this shard.
    pub const fn has(self, k: u64) -> bool {
        k % self.of as u64 == self.number as u64 - 1
    }

    /// The first item of this shard that is not before item `from`. None if it would be too large a number.
    pub fn first_from(self, from: u64) -> Option<u64> {
        let (of, own) = (u64::from(self.of), u64::from(self.number) - 1);
        let ahead = (own + of - from % of) % of;
        from.checked_add(ahead)
    }

    /// Those of `items` that belong to this shard, each with its place in the list.
    pub fn select<T>(self, items: impl IntoIterator<Item = T>) -> Vec<(u64, T)> {
        (0_u64..).zip(items).filter(|(k, _)| self.has(*k)).collect()
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = || ShardError::Form(text.to_owned());
        let (number, of) = text.split_once('/').ok_or_else(form)?;
        let read = |digits: &str| match digits.parse::<u64>() {
            // A sign is no digit.
            Ok(read) if digits.bytes().all(|byte| byte.is_ascii_digit()) => Ok(read),
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => Err(ShardError::TooMany(text.to_owned())),
            _ => Err(form()),
        };
        Self::new(read(number)?, read(of)?)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Some of the shards of one list.
#[derive(Clone, Debug, Deserialize, Eq, JsonSchema, PartialEq, Serialize)]
#[serde(try_from = "Written", deny_unknown_fields)]
pub struct Shards {
    /// How many shards there are in all.
    of: u32,
    /// Those that are meant: the first and the last of each run of neighbours, in their order.
    ranges: Vec<(u32, u32)>,
}

/// Some of the shards of one list.
// As they stand in a file, where the ranges may be wrong.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Written {
    /// How many shards there are in all.
    of: u32,
    /// Those that are meant: the first and the last of each run of neighbours, in their order.
    ranges: Vec<(u32, u32)>,
}

/// What is wrong with a list of shards in a file.
#[derive(Debug, Error)]
#[error("expected ranges of shards between 1 and {of}, in their order and apart from each other")]
struct RangesError {
    of: u32,
}

impl TryFrom<Written> for Shards {
    type Error = RangesError;

    fn try_from(Written { of, ranges }: Written) -> Result<Self, Self::Error> {
        let is_inside = ranges.iter().all(|(first, last)| (1..=*last).contains(first) && *last <= of);
        let is_ordered = ranges.windows(2).all(|pair| u64::from(pair[0].1) + 1 < u64::from(pair[1].0));
        if is_inside && is_ordered && of > 0 { Ok(Self { of, ranges }) } else { Err(RangesError { of }) }
    }
}

impl From<Shard> for Shards {
    fn from(shard: Shard) -> Self {
        Self { of: shard.of, ranges: vec![(shard.number, shard.number)] }
    }
}

impl Shards {
    /// None of `of` shards.
    pub const fn none(of: u32) -> Self {
        Self { of, ranges: Vec::new() }
    }

    /// How many shards there are in all.
    pub const fn of(&self) -> u32 {
        self.of
    }

    /// Whether this shard is meant.
    pub fn has(&self, number: u32) -> bool {
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&number))
    }

    /// Whether none is meant.
    pub const fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether all are meant.
    pub fn is_whole(&self) -> bool {
        self.ranges == [(1, self.of)]
    }

    /// The first shard that is among these and among the others.
    pub fn common(&self, other: &Self) -> Option<u32> {
        let both = self.ranges.iter().flat_map(|one| other.ranges.iter().map(move |two| (one, two)));
        both.filter(|(one, two)| one.0 <= two.1 && two.0 <= one.1).map(|(one, two)| one.0.max(two.0)).min()
    }

    /// These and the others.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut all: Vec<(u32, u32)> = self.ranges.iter().chain(&other.ranges).copied().collect();
        all.sort_unstable();
        let mut ranges: Vec<(u32, u32)> = Vec::with_capacity(all.len());
        for (first, last) in all {
            match ranges.last_mut() {
                Some(before) if u64::from(first) <= u64::from(before.1) + 1 => before.1 = before.1.max(last),
                _ => ranges.push((first, last)),
            }
        }
        Self { of: self.of.max(other.of), ranges }
    }

    /// All others.
    #[must_use]
    pub fn others(&self) -> Self {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut next = 1;
        for (first, last) in &self.ranges {
            if next < *first {
                ranges.push((next, first - 1));
            }
            next = last.saturating_add(1);
        }
        if next <= self.of && !self.ranges.iter().any(|(_, last)| *last == self.of) {
            ranges.push((next, self.of));
        }
        Self { of: self.of, ranges }
    }

    /// The first of them, or 0 if none is meant.
    pub fn first(&self) -> u32 {
        self.ranges.first().map_or(0, |(first, _)| *first)
    }

    /// How many are meant.
    pub fn count(&self) -> u32 {
        self.ranges.iter().map(|(first, last)| last - first + 1).sum()
    }

    /// The numbers as part of a file's name, such as `3` or `1-20`. Where there are gaps, the first and the last, and a
    /// checksum, so that other numbers have another name.
    pub fn name(&self) -> String {
        match &self.ranges[..] {
            [] => "none".to_owned(),
            [(one, same)] if one == same => one.to_string(),
            [(first, last)] => format!("{first}-{last}"),
            [(first, _), .., (_, last)] => format!("{first}-{last}-{:08x}", checksum(&format!("{:?}", self.ranges))),
        }
    }
}

/// How many ranges are named at most.
const NAMED_MAX: usize = 12;

/// The numbers, such as `3, 7 to 9`.
impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (first, last)) in self.ranges.iter().take(NAMED_MAX).enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            match last - first {
                0 => write!(f, "{comma}{first}")?,
                1 => write!(f, "{comma}{first}, {last}")?,
                _ => write!(f, "{comma}{first} to {last}")?,
            }
        }
        let more: u32 = self.ranges.iter().skip(NAMED_MAX).map(|(first, last)| last - first + 1).sum();
        if more > 0 { write!(f, " and {more} more") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;
    use rstest::rstest;

    use super::{Shard, Shards, checksum};

    #[rstest]
    #[case("1/1", 1, 1)]
    #[case("3/40", 3, 40)]
    #[case("4294967295/4294967295", u32::MAX, u32::MAX)]
    fn a_shard_is_parsed(#[case] text: &str, #[case] number: u32, #[case] of: u32) {
        let shard: Shard = text.parse().unwrap();
        assert_eq!((shard.number(), shard.of(), shard.to_string()), (number, of, text.to_owned()));
    }

    #[rstest]
    #[case("0/4", "there is no shard 0 of 4: the shards are numbered from 1 to 4")]
    #[case("5/4", "there is no shard 5 of 4: the shards are numbered from 1 to 4")]
    #[case("1/0", "expected I/N with at least one shard, found 1/0")]
    #[case("1", "expected I/N, such as 3/40 for the third of 40 shards, found \"1\"")]
    #[case("", "found \"\"")]
    #[case("x/y", "found \"x/y\"")]
    #[case("1/4/2", "found \"1/4/2\"")]
    #[case("+1/4", "found \"+1/4\"")]
    #[case("-1/4", "found \"-1/4\"")]
    #[case(" 1/4", "found \" 1/4\"")]
    #[case("1/", "found \"1/\"")]
    #[case("1/4294967296", "there are at most 4294967295 shards, found \"1/4294967296\"")]
    #[case("1/99999999999999999999", "there are at most 4294967295 shards")]
    fn what_is_no_shard_is_refused_with_the_reason(#[case] text: &str, #[case] expected: &str) {
        let error = text.parse::<Shard>().unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[rstest]
    #[case(r#"{"of": 4, "ranges": [[3, 2]]}"#)]
    #[case(r#"{"of": 4, "ranges": [[0, 2]]}"#)]
    #[case(r#"{"of": 4, "ranges": [[3, 5]]}"#)]
    #[case(r#"{"of": 4, "ranges": [[3, 3], [1, 1]]}"#)]
    #[case(r#"{"of": 4, "ranges": [[1, 1], [2, 2]]}"#)]
    #[case(r#"{"of": 0, "ranges": []}"#)]
    fn ranges_that_are_none_are_not_read(#[case] text: &str) {
        assert!(serde_json::from_str::<Shards>(text).is_err());
    }

    /// The set of these numbers.
    fn shards(of: u32, numbers: &BTreeSet<u32>) -> Shards {
        let one = |number: &u32| Shards::from(Shard::new((*number).into(), of.into()).unwrap());
        numbers.iter().map(one).fold(Shards::none(of), |all, one| all.and(&one))
    }

    fn numbers(shards: &Shards) -> BTreeSet<u32> {
        shards.ranges.iter().flat_map(|(first, last)| *first..=*last).collect()
    }

    proptest! {
        #[test]
        fn every_item_is_in_one_shard(k in any::<u64>(), of in 1_u64..200) {
            let owners = (1..=of).filter(|number| Shard::new(*number, of).unwrap().has(k));
            prop_assert_eq!(owners.collect::<Vec<_>>(), [k % of + 1]);
        }

        #[test]
        fn the_first_item_from_a_place_is_the_next_that_the_shard_has(from in 0_u64..1_000, of in 1_u64..50, number in 0_u64..50) {
            let shard = Shard::new(number % of + 1, of).unwrap();
            let next = (from..).find(|k| shard.has(*k));
            prop_assert_eq!(shard.first_from(from), next);
        }

        #[test]
        fn a_set_of_shards_is_as_a_set_of_numbers(
            one in prop::collection::btree_set(1_u32..=12, 0..12),
            other in prop::collection::btree_set(1_u32..=12, 0..12),
        ) {
            let (first, second) = (shards(12, &one), shards(12, &other));
            prop_assert_eq!(numbers(&first), one.clone());
            prop_assert_eq!(first.count() as usize, one.len());
            let all: BTreeSet<u32> = (1..=12).collect();
            prop_assert_eq!(numbers(&first.others()), &all - &one);
            prop_assert_eq!(numbers(&first.and(&second)), &one | &other);
            prop_assert_eq!(first.common(&second), (&one & &other).first().copied());
            prop_assert_eq!(first.is_whole(), one == all);
            prop_assert!(all.iter().all(|number| first.has(*number) == one.contains(number)));
            let read: Shards = serde_json::from_str(&serde_json::to_string(&first).unwrap()).unwrap();
            prop_assert_eq!(read, first);
        }
    }

    #[rstest]
    #[case(&[], "", "none")]
    #[case(&[3], "3", "3")]
    #[case(&[3, 4, 7, 8, 9], "3, 4, 7 to 9", "3-9-????????")]
    #[case(&[1, 2, 3], "1 to 3", "1-3")]
    #[case(&[1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 26], "1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23 and 2 more", "1-26-????????")]
    fn shards_are_told_in_few_words(#[case] numbers: &[u32], #[case] told: &str, #[case] name: &str) {
        let shards = shards(40, &numbers.iter().copied().collect());
        let sum = format!("{:08x}", checksum(&format!("{:?}", shards.ranges)));
        assert_eq!((shards.to_string().as_str(), shards.name()), (told, name.replace("????????", &sum)));
    }

    #[test]
    fn the_last_shards_do_not_overflow() {
        let last = Shards::from(Shard::new(u32::MAX.into(), u32::MAX.into()).unwrap());
        assert_eq!(last.others().ranges, [(1, u32::MAX - 1)]);
        assert!(last.and(&last.others()).is_whole() && last.and(&last.others()).others().is_empty());
    }
}
