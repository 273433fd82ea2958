//! Refuses requests that no agent sends: those for another host, and those of web pages.
//!
//! The server listens on loopback only. But a web page in the user's browser can send requests to loopback, too. If the
//! page makes its own name resolve to 127.0.0.1 (DNS rebinding), it can even read the replies. A browser says in the
//! headers for which host a request is and where it comes from, and no page can change that. So these headers decide.

use std::{
    str::FromStr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use hyper::{
    HeaderMap,
    header::{HOST, HeaderName, HeaderValue, ORIGIN},
};

use crate::{
    llm::{HostNameError, Refusal},
    model::text::shorten,
};

/// The names that are always allowed.
const LOOPBACK: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];
/// The header in which a browser compares the site of a page with that of the server.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// How much of a header or path is kept, in characters.
const SHOWN: usize = 120;
/// How many reasons are kept. A web page can make up any number of them.
const KEPT: usize = 8;

/// The name of a host, without a port. An IPv6 address is in brackets, as in a URL.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HostName(String);

impl HostName {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for HostName {
    type Err = HostNameError;

    fn from_str(text: &str) -> Result<Self, HostNameError> {
        let address = text.strip_prefix('[').map_or(Some(text), |rest| rest.strip_suffix(']'));
        if let Some(Ok(address)) = address.map(str::parse::<std::net::Ipv6Addr>) {
            return Ok(Self(format!("[{address}]")));
        }
        let is_part_of_name = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
        if text.is_empty() || !text.chars().all(is_part_of_name) {
            return Err(HostNameError(text.to_owned()));
        }
        Ok(Self(text.to_ascii_lowercase()))
    }
}

/// The hosts that a scripted model answers for, and the requests that it has refused. Clones share the refused requests.
#[derive(Clone, Debug, Default)]
pub struct HostFilter {
    allowed: Arc<[HostName]>,
    refused: Arc<Mutex<Refused>>,
}

#[derive(Debug, Default)]
struct Refused {
    /// Each reason with the first request that was refused for it, and how many there were.
    reasons: Vec<(Refusal, String, u64)>,
    /// How many requests were refused for a reason that is not kept.
    more: u64,
}

impl HostFilter {
    /// Allows these names, beside those of loopback.
    pub fn allowing(names: &[HostName]) -> Self {
        Self { allowed: names.into(), refused: Arc::default() }
    }

    /// Checks the headers of a request. What says that a web page has sent the request comes first: then the
    /// agent is not blamed for it.
    ///
    /// # Errors
    /// If a web page of another site has sent the request, or it is for another host.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        if headers.get_all(SITE).iter().any(|site| site.as_bytes().eq_ignore_ascii_case(b"cross-site")) {
            return Err(Refusal::CrossSite);
        }
        for origin in headers.get_all(ORIGIN) {
            let host = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
            let host = host.and_then(without_port);
            if !self.allows(host) {
                return Err(Refusal::Origin(shown(origin), self.advice(host)));
            }
        }
        if !headers.contains_key(HOST) {
            return Err(Refusal::NoHost);
        }
        for host in headers.get_all(HOST) {
            if !self.allows(host.to_str().ok().and_then(without_port)) {
                return Err(Refusal::Host(shown(host), self.advice(host.to_str().ok().and_then(without_port))));
            }
        }
        Ok(())
    }

    fn allows(&self, name: Option<&str>) -> bool {
        let mut allowed = LOOPBACK.into_iter().chain(self.allowed.iter().map(HostName::as_str));
        name.is_some_and(|name| allowed.any(|one| one.eq_ignore_ascii_case(name)))
    }

    /// What to do about a name that is not allowed.
    fn advice(&self, name: Option<&str>) -> String {
        let allowed: Vec<&str> = LOOPBACK.into_iter().chain(self.allowed.iter().map(HostName::as_str)).collect();
        let option = match name.map(str::parse::<HostName>) {
            Some(Ok(name)) => format!("`--allow-host {}` allows this name, too", name.as_str()),
            _ => "`--allow-host NAME` allows another name".to_owned(),
        };
        format!("expected one of {}; {option}", allowed.join(", "))
    }

    /// Remembers a request that was refused.
    pub fn remember(&self, method: &str, path: &str, why: &Refusal) {
        let mut refused = self.refused();
        if let Some((_, _, times)) = refused.reasons.iter_mut().find(|(reason, ..)| reason == why) {
            *times += 1;
        } else if refused.reasons.len() < KEPT {
            refused.reasons.push((why.clone(), format!("{method} {}", shorten(path, SHOWN)), 1));
        } else {
            refused.more += 1;
        }
    }

    /// The refused requests, as notices for the user.
    pub fn notices(&self) -> Vec<String> {
        let Refused { reasons, more } = &*self.refused();
        let mut notices: Vec<String> = reasons
            .iter()
            .map(|(why, first, times)| match times {
                1 => format!("the scripted model refused {first}: {why}"),
                _ => format!("the scripted model refused {times} requests, first {first}: {why}"),
            })
            .collect();
        notices.extend((*more > 0).then(|| format!("the scripted model refused {more} more requests")));
        notices
    }

    fn refused(&self) -> MutexGuard<'_, Refused> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The name in `host`, which may have a port.
fn without_port(host: &str) -> Option<&str> {
    let (name, port) = host.rsplit_once(':').filter(|_| !host.ends_with(']')).unwrap_or((host, ""));
    port.bytes().all(|byte| byte.is_ascii_digit()).then_some(name)
}

fn shown(value: &HeaderValue) -> String {
    shorten(&String::from_utf8_lossy(value.as_bytes()), SHOWN)
}

#[cfg(test)]
mod tests {
    use hyper::{HeaderMap, header::HeaderName};
    use rstest::rstest;

    use super::{HostFilter, HostName};

    fn verdict(headers: &[(&'static str, &str)]) -> Result<(), String> {
        let hosts = HostFilter::allowing(&["Agent.internal".parse().unwrap(), "fd00::1".parse().unwrap()]);
        let headers = headers.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
        hosts.check(&headers.collect::<HeaderMap>()).map_err(|why| why.to_string())
    }

    #[rstest]
    #[case("127.0.0.1")]
    #[case("127.0.0.1:4100")]
    #[case("LocalHost:4100")]
    #[case("localhost:")]
    #[case("[::1]")]
    #[case("[::1]:4100")]
    #[case("agent.internal:4100")]
    #[case("[fd00::1]:4100")]
    fn an_allowed_host_may_have_any_port(#[case] host: &str) {
        assert_eq!(verdict(&[("host", host)]), Ok(()));
        let origin = format!("https://{host}");
        assert_eq!(verdict(&[("host", host), ("origin", &origin), ("sec-fetch-site", "same-site")]), Ok(()));
    }

    #[rstest]
    #[case("")]
    #[case("evil.example")]
    #[case("127.0.0.1.evil.example:80")]
    #[case("localhost.")]
    #[case("127.0.0.1:80:80")]
    #[case("evil@localhost")]
    #[case("localhost:evil")]
    #[case("::1")]
    #[case("[::1]evil")]
    fn another_host_is_refused_in_each_header(#[case] host: &str) {
        let why = verdict(&[("host", host)]).unwrap_err();
        assert!(why.contains("`Host`") && why.contains("`--allow-host "), "{why}");
        let why = verdict(&[("host", "localhost"), ("origin", &format!("http://{host}"))]).unwrap_err();
        assert!(why.contains("`Origin`") && why.contains("`--allow-host "), "{why}");
    }

    #[test]
    fn a_request_that_cannot_come_from_an_agent_is_refused() {
        assert!(verdict(&[]).unwrap_err().contains("no header `Host`"));
        assert!(verdict(&[("host", "localhost"), ("host", "evil.example")]).is_err());
        assert!(verdict(&[("host", "localhost"), ("origin", "null")]).is_err());
        assert!(verdict(&[("host", "localhost"), ("sec-fetch-site", "Cross-Site")]).is_err());
    }

    #[rstest]
    #[case("")]
    #[case("agent:80")]
    #[case("http://agent")]
    #[case("agent/v1")]
    #[case("*")]
    #[case("[::1")]
    fn what_is_not_a_name_is_refused(#[case] text: &str) {
        assert!(text.parse::<HostName>().is_err());
    }

    #[test]
    fn refused_requests_are_counted_by_their_reason() {
        let hosts = HostFilter::default();
        for n in 0..9 {
            let headers: HeaderMap = [(hyper::header::HOST, format!("h{n}").parse().unwrap())].into_iter().collect();
            let why = hosts.check(&headers).unwrap_err();
            (0..2).for_each(|_| hosts.remember("POST", "/v1/messages", &why));
        }
        let notices = hosts.clone().notices();
        assert_eq!(notices.len(), 9);
        insta::assert_snapshot!(notices[0], @r#"the scripted model refused 2 requests, first POST /v1/messages: its header `Host` is "h0", expected one of 127.0.0.1, localhost, [::1]; `--allow-host h0` allows this name, too"#);
        assert_eq!(notices[8], "the scripted model refused 2 more requests");
    }
}
