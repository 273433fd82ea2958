//! A free port for a server that is started.

use std::{
    collections::BTreeSet,
    io,
    net::{Ipv4Addr, TcpListener},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The ports that were given to servers of this process. Another worker must not be given one before its server listens there.
static TAKEN: Mutex<BTreeSet<u16>> = Mutex::new(BTreeSet::new());

/// How often another port is looked for.
const TRIES_MAX: usize = 100;

fn taken() -> MutexGuard<'static, BTreeSet<u16>> {
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A port of loopback, which no other server of this process is given until this is dropped.
#[derive(Debug, Eq, PartialEq)]
pub struct Port(u16);

impl Port {
    /// Finds a port.
    ///
    /// # Errors
    /// If none is free.
    pub fn find() -> io::Result<Self> {
        for _ in 0..TRIES_MAX {
            let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
            if taken().insert(port) {
                return Ok(Self(port));
            }
        }
        Err(io::ErrorKind::AddrInUse.into())
    }

    /// A text with the number in the place of `{port}`.
    pub fn fill(&self, text: &str) -> String {
        text.replace(Self::WORD, &self.0.to_string())
    }

    /// What stands for the number in a text.
    pub const WORD: &str = "{port}";
}

impl Drop for Port {
    fn drop(&mut self) {
        taken().remove(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::Port;

    #[test]
    fn no_two_servers_are_given_one_port() {
        let ports: Vec<Port> = (0..50).map(|_| Port::find().unwrap()).collect();
        for (at, port) in ports.iter().enumerate() {
            assert!(!ports[..at].contains(port));
        }
        assert_eq!(ports[0].fill("http://127.0.0.1:{port}/"), format!("http://127.0.0.1:{}/", ports[0].0));
    }
}
