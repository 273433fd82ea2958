//! Covering arrays: rows of values in which every tuple of a given strength occurs that the exclusions allow, and every
//! part that is asked for.
//!
//! The array is built row by row. A row starts with the first tuple that is not covered yet. The other dimensions get
//! the values that cover most of the tuples that are still missing. The result depends on nothing but the space.
//!
//! **Absent here:** names, files and randomness.

/// The values of some dimensions: the number of each, with the number of its value.
pub type Part = Vec<(usize, usize)>;

/// The values of a row, one for each dimension, by number.
pub type Row = Vec<usize>;

/// The largest number of values that a dimension may have.
pub const VALUES_MAX: usize = 32;

/// Dimensions by their numbers of values, and the tuples that exclude each other.
#[derive(Clone, Debug, Default)]
pub struct Space {
    /// The number of values of each dimension, at most [`VALUES_MAX`].
    pub sizes: Vec<usize>,
    /// The exclusions.
    pub excluded: Vec<Exclusion>,
}

/// Values that exclude each other. A row is excluded if it has one of the values in each of the dimensions.
#[derive(Clone, Debug)]
pub struct Exclusion(Vec<(usize, u32)>);

impl Exclusion {
    /// The exclusion of these values: each dimension with the numbers of some of its values.
    pub fn new(parts: impl IntoIterator<Item = (usize, Vec<usize>)>) -> Self {
        let mask = |values: Vec<usize>| values.into_iter().fold(0, |mask, value| mask | 1 << value);
        Self(parts.into_iter().map(|(dimension, values)| (dimension, mask(values))).collect())
    }
}

/// The values that each dimension of an unfinished row may still have.
#[derive(Clone)]
struct Domains(Vec<u32>);

impl Space {
    /// Whether a row is allowed.
    pub fn allows(&self, row: &[usize]) -> bool {
        let has = |(dimension, mask): &(usize, u32)| mask >> row[*dimension] & 1 == 1;
        !self.excluded.iter().any(|exclusion| exclusion.0.iter().all(has))
    }

    /// The place of an exclusion because of which no allowed row has this part. `Ok` if there is an allowed row, and no
    /// place if only several exclusions together forbid the part.
    ///
    /// # Errors
    /// The place of the exclusion.
    pub fn check(&self, part: &[(usize, usize)]) -> Result<(), Option<usize>> {
        let has = |(dimension, mask): &(usize, u32)| {
            part.iter().any(|(own, value)| own == dimension && mask >> value & 1 == 1)
        };
        if let Some(place) = self.excluded.iter().position(|exclusion| exclusion.0.iter().all(has)) {
            return Err(Some(place));
        }
        let start = self.narrow(self.domains().with_part(part)).map_err(Some)?;
        let mut is_found = false;
        self.walk(0, &start, &mut |_| {
            is_found = true;
            false
        });
        if is_found { Ok(()) } else { Err(None) }
    }

    /// The number of allowed rows, counted up to `max`.
    pub fn count(&self, max: usize) -> usize {
        let mut found = 0;
        self.each(&mut |_| {
            found += 1;
            found < max
        });
        found
    }

    /// Every allowed row, in order.
    pub fn product(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        self.each(&mut |row| {
            rows.push(row.to_vec());
            true
        });
        rows
    }

    /// Visits the allowed rows in order, until `visit` returns false.
    fn each(&self, visit: &mut dyn FnMut(&[usize]) -> bool) {
        if let Some(domains) = self.narrowed(self.domains()) {
            self.walk(0, &domains, visit);
        }
    }

    fn walk(&self, dimension: usize, domains: &Domains, visit: &mut dyn FnMut(&[usize]) -> bool) -> bool {
        if dimension == self.sizes.len() {
            return visit(&domains.row());
        }
        values(domains.0[dimension]).all(|value| {
            let next = self.narrowed(domains.with(dimension, value));
            next.is_none_or(|next| self.walk(dimension + 1, &next, visit))
        })
    }

    fn domains(&self) -> Domains {
        Domains(self.sizes.iter().map(|size| u32::MAX >> (VALUES_MAX - size)).collect())
    }

    /// The same without the values that an exclusion forbids, or nothing if a dimension has no value left.
    fn narrowed(&self, domains: Domains) -> Option<Domains> {
        self.narrow(domains).ok()
    }

    /// The same without the values that an exclusion forbids.
    ///
    /// # Errors
    /// The place of an exclusion that leaves no value.
    fn narrow(&self, mut domains: Domains) -> Result<Domains, usize> {
        loop {
            let mut is_changed = false;
            for (place, Exclusion(parts)) in self.excluded.iter().enumerate() {
                // An exclusion acts when at most one of its dimensions can still avoid it.
                let mut open = parts.iter().filter(|(dimension, mask)| domains.0[*dimension] & !mask != 0);
                match (open.next().copied(), open.next()) {
                    (None, _) => return Err(place),
                    (Some((dimension, mask)), None) if domains.0[dimension] & mask != 0 => {
                        domains.0[dimension] &= !mask;
                        is_changed = true;
                    }
                    _ => {}
                }
            }
            if !is_changed {
                return Ok(domains);
            }
        }
    }
}

impl Domains {
    fn with(&self, dimension: usize, value: usize) -> Self {
        let mut domains = self.clone();
        domains.0[dimension] = 1 << value;
        domains
    }

    fn with_part(&self, part: &[(usize, usize)]) -> Self {
        part.iter().fold(self.clone(), |domains, (dimension, value)| domains.with(*dimension, *value))
    }

    /// The row of domains that have one value each.
    fn row(&self) -> Row {
        self.0.iter().map(|domain| domain.trailing_zeros() as usize).collect()
    }
}

/// The values in a domain.
fn values(domain: u32) -> impl Iterator<Item = usize> {
    (0..VALUES_MAX).filter(move |value| domain >> value & 1 == 1)
}

/// The tuples of one strength: which of them are covered, or impossible.
struct Tuples {
    strength: usize,
    sizes: Vec<usize>,
    /// For each set of dimensions, by its rank: where its tuples begin.
    offsets: Vec<usize>,
    /// For each number of elements, how many sets of so many numbers are below each number.
    binomials: Vec<Vec<usize>>,
    is_covered: Vec<bool>,
    /// How many rows have each value of each dimension.
    uses: Vec<Vec<usize>>,
}

impl Tuples {
    fn new(sizes: &[usize], strength: usize) -> Self {
        let mut sets: Vec<Vec<usize>> = Vec::new();
        choose(sizes.len(), strength, &mut Vec::new(), &mut |set| sets.push(set.to_vec()));
        let below = |size| (0..sizes.len()).map(|number| binomial(number, size)).collect();
        let binomials: Vec<Vec<usize>> = (0..=strength).map(below).collect();
        sets.sort_by_key(|set| rank(&binomials, set));
        let mut offsets = Vec::with_capacity(sets.len());
        let mut all = 0;
        for set in &sets {
            offsets.push(all);
            all += set.iter().map(|dimension| sizes[*dimension]).product::<usize>();
        }
        let uses = sizes.iter().map(|size| vec![0; *size]).collect();
        Self { strength, sizes: sizes.to_vec(), offsets, binomials, is_covered: vec![false; all], uses }
    }

    /// The place of a tuple. The dimensions of `set` are ascending.
    fn place(&self, set: &[usize], value_of: impl Fn(usize) -> usize) -> usize {
        let within = set.iter().fold(0, |place, dimension| place * self.sizes[*dimension] + value_of(*dimension));
        self.offsets[rank(&self.binomials, set)] + within
    }

    /// The number of tuples that a row with these fixed dimensions begins to cover if `dimension` gets `value`.
    fn gain(&self, fixed: &[usize], row: &[usize], dimension: usize, value: usize) -> usize {
        let mut gain = 0;
        let mut set = Vec::with_capacity(self.strength);
        choose(fixed.len(), self.strength - 1, &mut Vec::new(), &mut |others| {
            set.clear();
            set.extend(others.iter().map(|other| fixed[*other]));
            set.push(dimension);
            set.sort_unstable();
            let place = self.place(&set, |other| if other == dimension { value } else { row[other] });
            gain += usize::from(!self.is_covered[place]);
        });
        gain
    }

    fn cover(&mut self, row: &[usize]) {
        let mut places = Vec::new();
        choose(row.len(), self.strength, &mut Vec::new(), &mut |set| places.push(self.place(set, |one| row[one])));
        places.into_iter().for_each(|place| self.is_covered[place] = true);
        row.iter().zip(&mut self.uses).for_each(|(value, uses)| uses[*value] += 1);
    }
}

/// The rank of an ascending set of numbers among all sets of its size.
fn rank(binomials: &[Vec<usize>], set: &[usize]) -> usize {
    set.iter().zip(&binomials[1..]).map(|(number, below)| below[*number]).sum()
}

fn binomial(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, index| product * n.saturating_sub(index) / (index + 1))
}

/// Visits every ascending set of `size` numbers below `count`.
fn choose(count: usize, size: usize, set: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    if set.len() == size {
        return visit(set);
    }
    for number in set.last().map_or(0, |last| last + 1)..count {
        set.push(number);
        choose(count, size, set, visit);
        set.pop();
    }
}

/// An array of allowed rows in which every tuple of `strength` and each of the `parts` occurs that an allowed row can
/// have.
pub fn covering(space: &Space, strength: usize, parts: &[Part]) -> Vec<Row> {
    let strength = strength.min(space.sizes.len());
    let mut tuples = Tuples::new(&space.sizes, strength);
    let mut rows: Vec<Row> = Vec::new();
    let Some(domains) = space.narrowed(space.domains()) else { return rows };
    for part in parts {
        if rows.iter().any(|row| part.iter().all(|(dimension, value)| row[*dimension] == *value)) {
            continue;
        }
        let Some(start) = space.narrowed(domains.with_part(part)) else { continue };
        let fixed: Vec<usize> = part.iter().map(|(dimension, _)| *dimension).collect();
        if let Some(row) = fill(space, &tuples, &fixed, &start) {
            tuples.cover(&row);
            rows.push(row);
        }
    }
    let mut sets: Vec<Vec<usize>> = Vec::new();
    choose(space.sizes.len(), strength, &mut Vec::new(), &mut |set| sets.push(set.to_vec()));
    // Sets with many tuples come first, because each of their tuples needs a row of its own.
    sets.sort_by_key(|set| usize::MAX - set.iter().map(|dimension| space.sizes[*dimension]).product::<usize>());
    for set in sets {
        let first = tuples.place(&set, |_| 0);
        for place in first..first + set.iter().map(|dimension| space.sizes[*dimension]).product::<usize>() {
            if tuples.is_covered[place] {
                continue;
            }
            tuples.is_covered[place] = true;
            let mut rest = place - first;
            let mut start = domains.clone();
            for dimension in set.iter().rev() {
                start.0[*dimension] &= 1 << (rest % space.sizes[*dimension]);
                rest /= space.sizes[*dimension];
            }
            if start.0.contains(&0) {
                continue;
            }
            let Some(start) = space.narrowed(start) else { continue };
            if let Some(row) = fill(space, &tuples, &set, &start) {
                tuples.cover(&row);
                rows.push(row);
            }
        }
    }
    rows
}

/// A row that begins with `domains`, in which the dimensions `fixed` have their values. Returns nothing if there is no
/// allowed one.
fn fill(space: &Space, tuples: &Tuples, fixed: &[usize], domains: &Domains) -> Option<Row> {
    let is_open = |dimension: &usize| !fixed.contains(dimension);
    // The dimension with the fewest values left comes first, so that dead ends show early.
    let next = (0..space.sizes.len()).filter(is_open).min_by_key(|open| domains.0[*open].count_ones());
    let Some(dimension) = next else { return Some(domains.row()) };
    let row = domains.row();
    let mut choices: Vec<usize> = values(domains.0[dimension]).collect();
    if choices.len() > 1 {
        // Of values that cover as much, the one that has been used least makes the rows more varied.
        let uses = &tuples.uses[dimension];
        choices.sort_by_cached_key(|value| (usize::MAX - tuples.gain(fixed, &row, dimension, *value), uses[*value]));
    }
    let fixed: Vec<usize> = fixed.iter().copied().chain([dimension]).collect();
    choices.into_iter().find_map(|value| {
        let next = space.narrowed(domains.with(dimension, value))?;
        fill(space, tuples, &fixed, &next)
    })
}

#[cfg(test)]
#[path = "covering_tests.rs"]
mod tests;
