//! The formats that a text of a form may have: `email`, `uri`, `date` and `date-time`.

/// Whether a text has this format. A format that the protocol does not have demands nothing.
pub fn has(format: &str, text: &str) -> bool {
    match format {
        "email" => is_email(text),
        "uri" => is_uri(text),
        "date" => is_date(text),
        "date-time" => is_date_time(text),
        _ => true,
    }
}

/// Something, an `@`, and the name of a host (RFC 5321). What is before the `@` is its host's matter.
fn is_email(text: &str) -> bool {
    let is_host = |host: &str| !host.is_empty() && host.chars().all(|c| c.is_alphanumeric() || ".-[]:".contains(c));
    text.rsplit_once('@')
        .is_some_and(|(own, host)| !own.is_empty() && !own.contains(char::is_whitespace) && is_host(host))
}

/// A scheme, a colon, and no blanks (RFC 3986).
fn is_uri(text: &str) -> bool {
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    };
    text.split_once(':').is_some_and(|(scheme, rest)| is_scheme(scheme) && !rest.is_empty())
        && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// A number of so many digits.
fn digits(text: &str, count: usize) -> Option<u32> {
    (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

/// A day of the calendar (RFC 3339, full-date).
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let (Some(year), Some(month), Some(day)) = (digits(year, 4), digits(month, 2), digits(day, 2)) else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// A moment with its zone (RFC 3339, date-time).
fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once(['T', 't']) else { return false };
    let zone = time.find(['Z', 'z', '+', '-']);
    let Some((clock, zone)) = zone.map(|at| time.split_at(at)) else { return false };
    let (clock, part) = clock.split_once('.').unwrap_or((clock, "0"));
    let is_clock = |text: &str, limits: &[u32]| {
        let parts: Vec<&str> = text.split(':').collect();
        parts.len() == limits.len()
            && parts.iter().zip(limits).all(|(part, limit)| digits(part, 2).is_some_and(|part| part <= *limit))
    };
    let is_zone = matches!(zone, "Z" | "z") || is_clock(zone.trim_start_matches(['+', '-']), &[23, 59]);
    // A minute may have a second more.
    is_date(date) && is_clock(clock, &[23, 59, 60]) && is_zone && digits(part, part.len()).is_some()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    #[rstest]
    #[case("email", "ada@example.com", true)]
    #[case("email", "Ada.L+x@Example.COM", true)]
    #[case("email", "nobody", false)]
    #[case("email", "@example.com", false)]
    #[case("email", "ada@", false)]
    #[case("email", "a da@example.com", false)]
    #[case("uri", "https://example.com/a%2Fb?x=%20", true)]
    #[case("uri", "urn:isbn:1", true)]
    #[case("uri", "example.com", false)]
    #[case("uri", "https://exam ple.com", false)]
    #[case("uri", "1a:b", false)]
    #[case("date", "2026-02-28", true)]
    #[case("date", "2024-02-29", true)]
    #[case("date", "2000-02-29", true)]
    #[case("date", "1900-02-29", false)]
    #[case("date", "2026-02-30", false)]
    #[case("date", "2026-13-01", false)]
    #[case("date", "2026-2-1", false)]
    #[case("date", "2026-04-00", false)]
    #[case("date-time", "2026-02-28T23:59:59.120+02:00", true)]
    #[case("date-time", "2026-02-28T23:59:60Z", true)]
    #[case("date-time", "2026-02-28 23:59:59Z", false)]
    #[case("date-time", "2026-02-28T24:00:00Z", false)]
    #[case("date-time", "2026-02-28T23:59:59", false)]
    #[case("date-time", "2026-02-28T23:59:59.Z", false)]
    #[case("phone", "anything", true)]
    fn a_text_has_a_format_or_not(#[case] format: &str, #[case] text: &str, #[case] expected: bool) {
        assert_eq!(super::has(format, text), expected);
    }
}
