//! The units of a campaign, which its threads take and its shards are made of: single seeds, or blocks of seeds that are run
//! one after the other.

use std::ops::Range;

use crate::model::shard::Shard;

/// The units of a shard of a campaign.
#[derive(Clone, Debug)]
pub struct Units {
    /// The seeds of the campaign, without the end of the range.
    pub seeds: Range<u64>,
    /// The shard to which the units belong. Unit k has the seeds from k times `size` on.
    pub shard: Shard,
    /// How many seeds a unit has, at least 1.
    pub size: u64,
}

impl Units {
    /// The first unit.
    fn first(&self) -> Option<u64> {
        self.shard.first_from(self.seeds.start / self.size)
    }

    /// How many units there are.
    pub fn count(&self) -> u64 {
        let end = self.seeds.end.div_ceil(self.size);
        let first = self.first().filter(|first| *first < end);
        first.map_or(0, |first| (end - first).div_ceil(self.shard.of().into()))
    }

    /// The seeds of the unit at this place among them, from 0.
    pub fn seeds(&self, place: u64) -> Option<Range<u64>> {
        let unit = self.first()?.checked_add(place.checked_mul(self.shard.of().into())?)?;
        let from = unit.checked_mul(self.size)?.max(self.seeds.start);
        let to = unit.saturating_add(1).saturating_mul(self.size).min(self.seeds.end);
        (from < to).then_some(from..to)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use rstest::rstest;

    use super::{Shard, Units};

    #[rstest]
    #[case::single_seeds(0..5, 1, &[0, 1, 2, 3, 4, 5])]
    #[case::blocks(500..2_100, 1_000, &[500, 1_000, 2_000, 2_100])]
    #[case::a_part_of_a_block(10..20, 1_000, &[10, 20])]
    #[case::the_last_seeds(u64::MAX - 2..u64::MAX, 1, &[u64::MAX - 2, u64::MAX - 1, u64::MAX])]
    fn each_seed_is_in_one_unit_of_one_shard(#[case] seeds: Range<u64>, #[case] size: u64, #[case] borders: &[u64]) {
        for of in 1..4 {
            let shards = (1..=of).map(|number| Shard::new(number, of).unwrap());
            let mut found: Vec<Range<u64>> = Vec::new();
            for shard in shards {
                let units = Units { seeds: seeds.clone(), shard, size };
                let own: Vec<_> = (0..units.count()).map(|place| units.seeds(place).unwrap()).collect();
                assert_eq!(units.seeds(units.count()), None);
                assert!(own.iter().all(|unit| shard.has(unit.start / size)));
                found.extend(own);
            }
            found.sort_by_key(|unit| unit.start);
            let expected: Vec<_> = borders.windows(2).map(|pair| pair[0]..pair[1]).collect();
            assert_eq!(found, expected, "{of} shards");
        }
    }
}
