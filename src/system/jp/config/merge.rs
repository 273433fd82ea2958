//! Merging of layers: a value of the upper layer replaces the lower layer's, and all other values stay.

use std::sync::Arc;

use indexmap::IndexMap;

/// A value that a layer may give in part.
pub trait Partial: Clone + Default + PartialEq {
    /// Merges `over` into this value. What `over` gives wins, and the rest stays (CFG-17).
    fn merge(&mut self, over: Self);

    /// The difference of `next` to this value. Merged into this value, it gives `next` (CFG-24).
    #[must_use]
    fn delta(&self, next: &Self) -> Self;

    /// Whether the value gives nothing.
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl<T: Clone + PartialEq> Partial for Option<T> {
    fn merge(&mut self, over: Self) {
        if over.is_some() {
            *self = over;
        }
    }

    fn delta(&self, next: &Self) -> Self {
        if self == next { None } else { next.clone() }
    }
}

/// A value that is shared until a layer changes it.
impl<T: Partial> Partial for Arc<T> {
    fn merge(&mut self, over: Self) {
        if !over.is_empty() {
            Self::make_mut(self).merge(Self::unwrap_or_clone(over));
        }
    }

    fn delta(&self, next: &Self) -> Self {
        T::delta(self, next).into()
    }
}

/// A table is merged key by key (CFG-35).
impl<T: Partial> Partial for IndexMap<String, T> {
    fn merge(&mut self, over: Self) {
        for (key, value) in over {
            self.entry(key).or_default().merge(value);
        }
    }

    fn delta(&self, next: &Self) -> Self {
        let delta = |(key, value): (&String, &T)| match self.get(key) {
            None => Some((key.clone(), value.clone())),
            Some(before) => Some((key.clone(), before.delta(value))).filter(|(_, delta)| !delta.is_empty()),
        };
        next.iter().filter_map(delta).collect()
    }
}

/// A struct is merged field by field.
macro_rules! partial {
    ($type:ident { $($field:ident),+ }) => {
        impl Partial for $type {
            fn merge(&mut self, over: Self) {
                $(self.$field.merge(over.$field);)+
            }

            fn delta(&self, next: &Self) -> Self {
                Self { $($field: self.$field.delta(&next.$field)),+ }
            }
        }
    };
}
pub(super) use partial;
