//! The members of an object.

use std::{
    collections::BTreeMap,
    fmt,
    hash::{Hash, Hasher},
};

use ecow::EcoVec;

use super::Text;

/// The key of a member.
pub type Name = Text;

/// The members of an object with values of type `V`, in their order. A copy shares them until one of the two is changed.
/// Objects are small, so a member is found by comparing keys. Reading or joining a large one never compares every key
/// with every other.
#[derive(Clone)]
pub struct Members<V>(EcoVec<(Name, V)>);

/// Up to this number of members, a map is hashed without a list of them.
const SMALL: usize = 16;
/// From this number of members on, a map is built and compared with an index.
const LARGE: usize = 64;

/// The place of a member.
pub struct Entry<'m, V> {
    map: &'m mut Members<V>,
    key: Name,
    at: Option<usize>,
}

impl<V: Clone> Default for Members<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Clone> Members<V> {
    /// No members.
    pub const fn new() -> Self {
        Self(EcoVec::new())
    }

    /// No members, and room for `capacity`.
    pub fn with_capacity(capacity: usize) -> Self {
        Self(EcoVec::with_capacity(capacity))
    }

    /// These members, whose keys all differ.
    pub fn of<const N: usize>(members: [(&'static str, V); N]) -> Self {
        Self(EcoVec::from(members.map(|(key, value)| (Name::new_static(key), value))))
    }

    /// Adds a member at the end. No member has this key yet.
    pub fn put(&mut self, key: &'static str, value: V) {
        debug_assert!(!self.contains_key(key), "there is a member {key:?} already");
        self.0.push((Name::new_static(key), value));
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no members.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn at(&self, key: &str) -> Option<usize> {
        self.0.iter().position(|(known, _)| known == key)
    }

    /// The member with this key.
    pub fn get(&self, key: &str) -> Option<&V> {
        self.0.iter().find(|(known, _)| known == key).map(|(_, value)| value)
    }

    /// The member with this key, for a change.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut V> {
        let at = self.at(key)?;
        self.0.make_mut().get_mut(at).map(|(_, value)| value)
    }

    /// The member with this key, with its own key.
    pub fn get_key_value(&self, key: &str) -> Option<(&Name, &V)> {
        self.0.iter().find(|(known, _)| known == key).map(|(key, value)| (key, value))
    }

    /// Whether there is a member with this key.
    pub fn contains_key(&self, key: &str) -> bool {
        self.at(key).is_some()
    }

    /// Adds a member at the end, or replaces the value of the member with this key. Returns the value before.
    pub fn insert(&mut self, key: impl Into<Name>, value: V) -> Option<V> {
        let key = key.into();
        if let Some(known) = self.get_mut(&key) {
            return Some(std::mem::replace(known, value));
        }
        self.0.push((key, value));
        None
    }

    /// Takes out the member with this key. The others keep their order.
    pub fn remove(&mut self, key: &str) -> Option<V> {
        self.at(key).map(|at| self.0.remove(at).1)
    }

    /// The place of the member with this key.
    pub fn entry(&mut self, key: impl Into<Name>) -> Entry<'_, V> {
        let key = key.into();
        Entry { at: self.at(&key), map: self, key }
    }

    /// Keeps the members that `keep` accepts.
    pub fn retain(&mut self, mut keep: impl FnMut(&Name, &mut V) -> bool) {
        self.0.retain(|(key, value)| keep(key, value));
    }

    /// Takes out all members.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The members, in their order.
    pub fn iter(&self) -> Iter<'_, V> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The members, in their order, with values for a change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&Name, &mut V)> {
        self.0.make_mut().iter_mut().map(|(key, value)| (&*key, value))
    }

    /// The keys, in their order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &Name> + ExactSizeIterator + Clone {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values, in their order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.0.iter().map(|(_, value)| value)
    }

    /// The values, in their order, for a change.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.make_mut().iter_mut().map(|(_, value)| value)
    }

    /// Sorts the members by key.
    pub fn sort_keys(&mut self) {
        self.0.make_mut().sort_by(|(one, _), (other, _)| one.cmp(other));
    }

    /// The members, sorted by key.
    fn sorted(&self) -> Vec<(&str, &V)> {
        let mut members: Vec<_> = self.0.iter().map(|(key, value)| (key.as_str(), value)).collect();
        members.sort_unstable_by_key(|(key, _)| *key);
        members
    }
}

impl<'m, V: Clone> Entry<'m, V> {
    /// The value of the member, which is added with `value` if it is missing.
    pub fn or_insert(self, value: V) -> &'m mut V {
        self.or_insert_with(|| value)
    }

    /// The value of the member, which is added with the value that `make` makes if it is missing.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'m mut V {
        let Self { map, key, at } = self;
        let at = at.unwrap_or_else(|| {
            map.0.push((key, make()));
            map.0.len() - 1
        });
        &mut map.0.make_mut()[at].1
    }
}

/// The members of a map.
pub type Iter<'m, V> = std::iter::Map<std::slice::Iter<'m, (Name, V)>, fn(&'m (Name, V)) -> (&'m Name, &'m V)>;

impl<'m, V: Clone> IntoIterator for &'m Members<V> {
    type Item = (&'m Name, &'m V);
    type IntoIter = Iter<'m, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<V: Clone> IntoIterator for Members<V> {
    type Item = (Name, V);
    type IntoIter = ecow::vec::IntoIter<(Name, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'m, V: Clone> IntoIterator for &'m mut Members<V> {
    type Item = (&'m Name, &'m mut V);
    type IntoIter = std::iter::Map<std::slice::IterMut<'m, (Name, V)>, fn(&'m mut (Name, V)) -> (&'m Name, &'m mut V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.make_mut().iter_mut().map(|(key, value)| (&*key, value))
    }
}

impl<K: Into<Name>, V: Clone> Extend<(K, V)> for Members<V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, members: I) {
        let mut index: Option<BTreeMap<Name, usize>> = None;
        for (key, value) in members {
            let key = key.into();
            if self.0.len() < LARGE {
                self.insert(key, value);
                continue;
            }
            let index = index.get_or_insert_with(|| self.0.iter().map(|(key, _)| key.clone()).zip(0..).collect());
            if let Some(at) = index.get(&key) {
                self.0.make_mut()[*at].1 = value;
            } else {
                index.insert(key.clone(), self.0.len());
                self.0.push((key, value));
            }
        }
    }
}

impl<K: Into<Name>, V: Clone> FromIterator<(K, V)> for Members<V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(members: I) -> Self {
        let mut map = Self::new();
        map.extend(members);
        map
    }
}

/// The order of the members does not count.
impl<V: Clone + PartialEq> PartialEq for Members<V> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len()
            && (self.0 == other.0
                || if self.len() < LARGE {
                    self.iter().all(|(key, value)| other.get(key) == Some(value))
                } else {
                    self.sorted() == other.sorted()
                })
    }
}

impl<V: Clone + Eq> Eq for Members<V> {}

/// The order of the members does not count.
impl<V: Clone + Hash> Hash for Members<V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let is_sorted = self.0.is_sorted_by(|(one, _), (other, _)| one <= other);
        if !is_sorted && self.len() > SMALL {
            return self.sorted().hash(state);
        }
        // As the sorted members are hashed, without a list of them.
        let mut order: [usize; SMALL] = std::array::from_fn(|at| at);
        if !is_sorted {
            order[..self.len()].sort_unstable_by_key(|at| &self.0[*at].0);
        }
        state.write_usize(self.len());
        let place = |at: usize| if is_sorted { at } else { order[at] };
        for (key, value) in (0..self.len()).map(|at| &self.0[place(at)]) {
            (key.as_str(), value).hash(state);
        }
    }
}

impl<V: Clone + fmt::Debug> fmt::Debug for Members<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}
