//! The socket of a connection. It breaks where a script says so.
//!
//! A client may send a request and close its end of the connection at once. The request still counts. But hyper drops
//! the service as soon as it reads the end, perhaps before the service has seen the request. So this socket reports the
//! end one poll later.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    sync::{Arc, OnceLock},
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use crate::llm::Ending;

/// How a connection is broken.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Break {
    /// The connection is closed.
    Close,
    /// The connection is reset. The client may lose bytes that it has not read yet.
    Reset,
}

impl Break {
    /// How a reply with this ending breaks its connection. `None` if it does not.
    pub const fn of(ending: Ending) -> Option<Self> {
        match ending {
            Ending::Whole => None,
            Ending::Dropped | Ending::Cut => Some(Self::Close),
            Ending::Reset | Ending::CutByReset => Some(Self::Reset),
        }
    }
}

/// Tells a socket to break. Only the first call has an effect.
#[derive(Clone, Debug, Default)]
pub struct Breaker(Arc<OnceLock<Break>>);

impl Breaker {
    /// Makes the socket break as soon as everything before is written.
    pub fn set(&self, how: Break) {
        // A connection breaks once.
        let _ = self.0.set(how);
    }
}

/// A socket with its breaker.
#[derive(Debug)]
pub struct Socket {
    stream: TcpStream,
    breaker: Breaker,
    /// Whether the end of the client's side was read, and held back once.
    has_end: bool,
}

impl Socket {
    pub const fn new(stream: TcpStream, breaker: Breaker) -> Self {
        Self { stream, breaker, has_end: false }
    }
}

impl AsyncRead for Socket {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let filled = buf.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        let is_end = matches!(read, Poll::Ready(Ok(()))) && buf.filled().len() == filled && buf.remaining() > 0;
        if is_end && !std::mem::replace(&mut self.has_end, true) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        read
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// hyper flushes when it has written everything, so a break at this point loses nothing that comes before it.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some(how) = self.breaker.0.get() else { return Pin::new(&mut self.stream).poll_flush(cx) };
        if *how == Break::Reset {
            self.stream.set_zero_linger()?;
        }
        Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::Write,
        net::{Shutdown, TcpStream as Client},
    };

    use tokio::{
        io::{AsyncReadExt, ReadBuf},
        net::TcpListener,
    };
    use tokio_test::{assert_pending, assert_ready_ok, task};

    use super::{AsyncRead, Breaker, Pin, Socket};

    /// The reader gets one poll between the last bytes and the end.
    #[test]
    fn the_end_comes_one_poll_later() {
        tokio_test::block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let mut client = Client::connect(listener.local_addr().unwrap()).unwrap();
            client.write_all(b"asked").unwrap();
            client.shutdown(Shutdown::Write).unwrap();
            let (stream, _) = listener.accept().await.unwrap();
            let mut socket = Socket::new(stream, Breaker::default());
            let mut asked = [0; 5];
            socket.read_exact(&mut asked).await.unwrap();
            assert_eq!(socket.stream.peek(&mut [0]).await.unwrap(), 0, "the end has arrived");
            let mut bytes = [0; 8];
            let mut buf = ReadBuf::new(&mut bytes);
            let mut read = task::spawn(());
            let mut poll = |buf: &mut ReadBuf<'_>| read.enter(|cx, _| Pin::new(&mut socket).poll_read(cx, buf));
            assert_pending!(poll(&mut buf));
            assert_ready_ok!(poll(&mut buf));
            assert_eq!((&asked, buf.filled()), (b"asked", &[][..]));
        });
    }
}
