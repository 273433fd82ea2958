//! Which of several sets of texts a combination has.

use super::Combination;

/// One of `all`. The values of the combination pick it, so a combination always has the same.
pub fn pick<'t, T>(combination: &Combination<'_>, all: &'t [T]) -> &'t T {
    // FNV-1a.
    let mut hash: u32 = 0x811c_9dc5;
    for byte in combination.picked_by.iter().flat_map(|word| word.bytes()) {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    &all[(hash >> 16) as usize % all.len()]
}
