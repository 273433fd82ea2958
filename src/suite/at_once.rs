//! Work on several threads. Its results have the order of the work, whichever thread did it.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// How many threads read features: as many as there are processors.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Does `work` for each of `items` on `jobs` threads. The results have the order of `items`.
pub fn at_once<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    at_once_with::<T, R, ()>(items, jobs, |(), item| work(item))
}

/// As [`at_once`]. Each thread has something of its own to work with. On one thread it is the thread of the caller.
pub fn at_once_with<T: Sync, R: Send, Own: Default>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&mut Own, &T) -> R + Sync,
) -> Vec<R> {
    let jobs = jobs.min(items.len());
    if jobs <= 1 {
        let mut own = Own::default();
        return items.iter().map(|item| work(&mut own, item)).collect();
    }
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::with_capacity(items.len())));
    thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                let mut own = Own::default();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { return };
                    let one = work(&mut own, item);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((at, one));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::at_once;

    #[rstest]
    fn the_results_have_the_order_of_the_items(
        #[values(0, 1, 2, 7)] jobs: usize,
        #[values(0, 1, 5, 100)] count: usize,
    ) {
        let items: Vec<usize> = (0..count).collect();
        assert_eq!(at_once(&items, jobs, |item| item * 2), items.iter().map(|item| item * 2).collect::<Vec<_>>());
    }
}
