//! The time of a pending file, as text.

use crate::model::Millis;

/// A point in virtual time as ISO 8601, in UTC. A run begins at the epoch.
pub fn timestamp(now: Millis) -> String {
    let seconds = now.0 / 1000;
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// The year, month and day, so many days after the epoch.
const fn date(mut days: u64) -> (u64, u64, u64) {
    // The calendar repeats itself every 400 years.
    let mut year = 1970 + days / 146_097 * 400;
    days %= 146_097;
    loop {
        let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let length = if is_leap { 366 } else { 365 };
        if days >= length {
            days -= length;
            year += 1;
            continue;
        }
        let lengths = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let mut month = 0;
        while days >= lengths[month] {
            days -= lengths[month];
            month += 1;
        }
        return (year, month as u64 + 1, days + 1);
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::timestamp;
    use crate::model::Millis;

    #[rstest]
    #[case(0, "1970-01-01T00:00:00Z")]
    #[case(951_782_400_000, "2000-02-29T00:00:00Z")]
    #[case(4_107_542_399_000, "2100-02-28T23:59:59Z")]
    #[case(4_107_542_400_000, "2100-03-01T00:00:00Z")]
    fn a_time_is_written_as_a_date(#[case] now: u64, #[case] written: &str) {
        assert_eq!(timestamp(Millis(now)), written);
    }
}
