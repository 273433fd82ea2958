//! Parses the values of `--seeds` and `--for`.

use std::{str::FromStr, time::Duration};

use crate::cli::argument_error::ArgumentError;

/// The first seed, and the end of the range if there is one. Without an end, a campaign runs until its time is over.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Seeds(pub u64, pub Option<u64>);

impl FromStr for Seeds {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| text.parse::<u64>().map_err(|_| ArgumentError::Seed(text.to_owned()));
        let Some((from, to)) = text.split_once("..") else {
            let only = number(text)?;
            let next = only.checked_add(1).ok_or(ArgumentError::SeedTooLarge)?;
            return Ok(Self(only, Some(next)));
        };
        let from = number(from)?;
        if to.is_empty() {
            let is_any = from < u64::MAX;
            return is_any.then_some(Self(from, None)).ok_or(ArgumentError::NoSeedFrom(from));
        }
        let to = number(to)?;
        if from >= to {
            return Err(ArgumentError::NoSeed { from, to });
        }
        Ok(Self(from, Some(to)))
    }
}

/// Parses a duration: between a second and a year, in seconds, minutes or hours.
pub fn duration(text: &str) -> Result<Duration, ArgumentError> {
    let wrong = || ArgumentError::Duration(text.to_owned());
    let unit = match text.chars().last() {
        Some('s') => 1,
        Some('m') => 60,
        Some('h') => 3600,
        _ => return Err(wrong()),
    };
    let count: u64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    let seconds = count.checked_mul(unit).filter(|seconds| (1..=365 * 86_400).contains(seconds)).ok_or_else(wrong)?;
    Ok(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use rstest::rstest;

    use super::{Seeds, duration};

    #[rstest]
    #[case("0..10", Seeds(0, Some(10)))]
    #[case("7", Seeds(7, Some(8)))]
    #[case("7..", Seeds(7, None))]
    #[case("0..18446744073709551615", Seeds(0, Some(u64::MAX)))]
    #[case("18446744073709551614", Seeds(u64::MAX - 1, Some(u64::MAX)))]
    #[case("18446744073709551614..", Seeds(u64::MAX - 1, None))]
    fn seeds_are_parsed(#[case] text: &str, #[case] expected: Seeds) {
        assert_eq!(text.parse(), Ok(expected));
    }

    #[rstest]
    #[case("5..5", "there is no seed in 5..5: the end is not included")]
    #[case("9..1", "there is no seed in 9..1: the end is below the start")]
    #[case("0..18446744073709551616", "from 0 to 18446744073709551615")]
    #[case("18446744073709551615", "the last seed is")]
    #[case("18446744073709551615..", "the last seed is 18446744073709551614")]
    #[case("-1..3", "found \"-1\"")]
    #[case("", "found \"\"")]
    #[case("..", "found \"\"")]
    fn invalid_seeds_are_refused_with_a_reason(#[case] text: &str, #[case] expected: &str) {
        let error = text.parse::<Seeds>().unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    #[rstest]
    #[case("30s", Some(30))]
    #[case("5m", Some(300))]
    #[case("2h", Some(7200))]
    #[case("0s", None)]
    #[case("5", None)]
    #[case("", None)]
    #[case("é", None)]
    #[case("99999999999999999999h", None)]
    fn durations_are_parsed_and_invalid_ones_refused(#[case] text: &str, #[case] seconds: Option<u64>) {
        assert_eq!(duration(text).ok(), seconds.map(Duration::from_secs));
    }
}
