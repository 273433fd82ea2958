//! The address of a server: plain HTTP, on this machine.

use std::{
    fmt,
    net::{Ipv4Addr, Ipv6Addr, TcpStream, ToSocketAddrs},
    time::Duration,
};

use hyper::Uri;
use thiserror::Error;

/// How long a connection may take to be accepted on this machine.
const ACCEPT_PATIENCE: Duration = Duration::from_secs(1);
/// The port of an address without one.
const USUAL_PORT: u16 = 80;

/// An address.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Endpoint(Uri);

/// Why an address is none that hotseat asks.
#[derive(Debug, Error, Eq, PartialEq)]
pub enum EndpointError {
    /// It is no address of HTTP.
    #[error("{0:?} is no address of a server: expected one such as http://127.0.0.1:8000/mcp")]
    NoAddress(String),
    /// It is one of HTTPS.
    #[error(
        "{0}: hotseat speaks plain HTTP, on this machine alone: start the server without TLS, and give its http:// address"
    )]
    Https(String),
    /// It is one of another machine.
    #[error(
        "{url}: `{host}` is not this machine: scenarios call the tools of a server, so only 127.0.0.1, [::1] and localhost are asked; \
         start the server here"
    )]
    Elsewhere {
        /// The address.
        url: String,
        /// Its host.
        host: String,
    },
    /// It has a user or a password.
    #[error("the address of `{0}` has a user or a password: hotseat logs in nowhere; start the server without a login")]
    User(String),
}

impl Endpoint {
    /// Reads an address.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(url: &str) -> Result<Self, EndpointError> {
        let none = || EndpointError::NoAddress(url.to_owned());
        let uri: Uri = url.parse().map_err(|_| none())?;
        match uri.scheme_str() {
            Some("http") => {}
            Some("https") => return Err(EndpointError::Https(url.to_owned())),
            _ => return Err(none()),
        }
        let (authority, host) =
            uri.authority().zip(uri.host()).filter(|(_, host)| !host.is_empty()).ok_or_else(none)?;
        if authority.as_str().contains('@') {
            return Err(EndpointError::User(host.to_owned()));
        }
        if !is_here(host) {
            return Err(EndpointError::Elsewhere { url: url.to_owned(), host: host.to_owned() });
        }
        // `http://127.0.0.1:x` has an authority and no port.
        let has_port = authority.as_str().len() > host.len();
        if has_port && authority.port_u16().is_none_or(|port| port == 0) {
            return Err(none());
        }
        Ok(Self(uri))
    }

    /// The address for a request.
    pub const fn uri(&self) -> &Uri {
        &self.0
    }

    /// Whether somebody accepts a connection there.
    pub fn is_open(&self) -> bool {
        let host = self.0.host().unwrap_or_default().trim_matches(['[', ']']);
        let port = self.0.port_u16().unwrap_or(USUAL_PORT);
        let connected = |address| {
            let stream = TcpStream::connect_timeout(&address, ACCEPT_PATIENCE).ok()?;
            // A connection to a port that nobody listens on may come out at itself.
            Some(stream.local_addr().ok()? != stream.peer_addr().ok()?)
        };
        let addresses = (host, port).to_socket_addrs();
        addresses.is_ok_and(|mut addresses| addresses.any(|address| connected(address) == Some(true)))
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whether a host is this machine by its name alone: nobody is asked for a name.
fn is_here(host: &str) -> bool {
    let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
        || inside.is_some_and(|host| host.parse::<Ipv6Addr>().is_ok_and(|address| address.is_loopback()))
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use rstest::rstest;

    use super::Endpoint;

    #[rstest]
    #[case::with_a_path("http://127.0.0.1:8000/mcp")]
    #[case::another_number("http://127.1.2.3:8000/")]
    #[case::a_name("http://LocalHost:8000/mcp")]
    #[case::version_6("http://[::1]:8000/mcp")]
    #[case::no_port("http://127.0.0.1/mcp")]
    fn this_machine_is_asked(#[case] url: &str) {
        assert_eq!(Endpoint::read(url).map(|_| ()), Ok(()));
    }

    #[rstest]
    #[case::a_word("localhost:8000/mcp", "is no address of a server: expected one such as http://127.0.0.1:8000/mcp")]
    #[case::another_scheme("ftp://127.0.0.1/mcp", "is no address of a server")]
    #[case::nothing("", "is no address of a server")]
    #[case::no_host("http:///mcp", "is no address of a server")]
    #[case::no_port("http://127.0.0.1:x/mcp", "is no address of a server")]
    #[case::port_zero("http://127.0.0.1:0/mcp", "is no address of a server")]
    #[case::a_large_port("http://127.0.0.1:70000/mcp", "is no address of a server")]
    #[case::a_space("http://127.0.0.1:8000/m cp", "is no address of a server")]
    #[case::https("https://127.0.0.1:8000/mcp", "start the server without TLS")]
    #[case::a_name("http://example.com/mcp", "`example.com` is not this machine")]
    #[case::a_longer_name("http://127.0.0.1.example.com/mcp", "`127.0.0.1.example.com` is not this machine")]
    #[case::every_address("http://0.0.0.0:8000/mcp", "`0.0.0.0` is not this machine")]
    #[case::a_neighbour("http://192.168.0.7/mcp", "`192.168.0.7` is not this machine")]
    #[case::version_6("http://[::2]:8000/mcp", "`[::2]` is not this machine")]
    #[case::a_user("http://me:secret@127.0.0.1/mcp", "the address of `127.0.0.1` has a user or a password")]
    fn anything_else_is_refused(#[case] url: &str, #[case] expected: &str) {
        let error = Endpoint::read(url).unwrap_err().to_string();
        assert!(error.contains(expected) && !error.contains("secret"), "{error}");
    }

    #[test]
    fn a_port_is_open_while_somebody_listens() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = Endpoint::read(&format!("http://{}/mcp", listener.local_addr().unwrap())).unwrap();
        assert!(endpoint.is_open());
        drop(listener);
        assert!(!endpoint.is_open());
    }
}
