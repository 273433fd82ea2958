//! The shell over a real socket. wiremock serves the script's plans on loopback, and hyper sends the requests.
//!
//! One server and one client live as long as the shell, on a runtime of their own. The session is in a slot between
//! them. wiremock can only send a whole body, or end the connection before it. So our own server, on the same runtime,
//! plays the sessions that reset a connection or end it in the middle of a reply.

use std::{
    future::ready,
    io,
    net::TcpListener,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use futures::future::BoxFuture;
use tokio::runtime::{Builder, Runtime};
use wiremock::{Mock, MockServer, Respond, ResponseTemplate};

use super::{Client, Delivery, ModelShell, Plan, Session};
use crate::{
    llm::{
        Ending, Format, ShellError, WireRequest, encode_request,
        serve::{Answer, Answers, HostFilter, Incoming, Limits, Served, serve},
    },
    model::{ModelRequest, Op},
};

/// The shell over HTTP.
pub struct Http {
    runtime: Runtime,
    server: MockServer,
    /// How many sessions the mocks have served.
    sessions: usize,
    /// The address of our own server, once a reply that breaks has needed it.
    own_server: Option<String>,
    /// Whether our own server is used for every session.
    only_own: bool,
    /// The address for the current session.
    base: String,
    client: Client,
    slot: Slot,
    format: Format,
    hosts: HostFilter,
}

/// After this many sessions the mocks are mounted anew, because a mock keeps every request that it has taken.
const SESSIONS_MAX: usize = 200;

/// The current session, and the plan of the request that is being answered.
#[derive(Clone, Default)]
struct Slot(Arc<Mutex<(Session, Option<Plan>)>>);

impl Slot {
    fn lock(&self) -> MutexGuard<'_, (Session, Option<Plan>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the session answer, and keeps the plan for the mock that sends it.
    fn plan(&self, request: &wiremock::Request) -> Ending {
        let mut slot = self.lock();
        let request = WireRequest {
            method: request.method.to_string(),
            path: request.url.path().to_owned(),
            body: Bytes::copy_from_slice(&request.body),
        };
        let plan = slot.0.reply(request);
        let ending = plan.ending;
        slot.1 = Some(plan);
        ending
    }
}

impl Answers for Slot {
    fn answer<'a>(&'a self, incoming: Incoming<'a>) -> BoxFuture<'a, Option<Answer>> {
        let mut slot = self.lock();
        let plan = slot.0.reply(incoming.request.clone());
        slot.1 = Some(plan.clone());
        Box::pin(ready(Some(Answer::now(plan))))
    }

    fn served(&self, _: &Served) {}
}

/// Sends the plan that the first matcher has put into the slot.
struct SendPlan(Slot);

impl Respond for SendPlan {
    fn respond(&self, _: &wiremock::Request) -> ResponseTemplate {
        let slot = self.0.lock();
        let Some(plan) = &slot.1 else { return ResponseTemplate::new(500) };
        let kind = plan.headers.iter().find(|(name, _)| *name == "content-type").map_or("", |(_, value)| value);
        let response = ResponseTemplate::new(plan.status).set_body_raw(plan.frames.concat(), kind);
        plan.headers
            .iter()
            .filter(|(name, _)| *name != "content-type")
            .fold(response, |response, (name, value)| response.insert_header(*name, value.as_str()))
    }
}

/// Mounts what answers the requests: what refuses them, what ends their connection, and what sends the plan.
async fn mount(server: &MockServer, slot: &Slot, hosts: &HostFilter) {
    let (planning, sending) = (slot.clone(), slot.clone());
    // wiremock asks its mocks in the order of mounting. The first one takes the requests that are refused. The
    // second one lets the session answer, and takes the request only if the connection must end. Otherwise the
    // third one sends the plan.
    let (refusing, answering) = (hosts.clone(), hosts.clone());
    let is_refused = move |request: &wiremock::Request| {
        let refusal = refusing.check(&request.headers);
        if let Err(why) = &refusal {
            refusing.remember(request.method.as_str(), request.url.path(), why);
        }
        refusal.is_err()
    };
    let refuse = move |request: &wiremock::Request| {
        let why = answering.check(&request.headers).err().map(|why| format!("refused: {why}\n"));
        ResponseTemplate::new(403).set_body_string(why.unwrap_or_default())
    };
    Mock::given(is_refused).respond_with(refuse).mount(server).await;
    let drops = move |request: &wiremock::Request| planning.plan(request).is_before_anything();
    let reset = |_: &wiremock::Request| io::Error::from(io::ErrorKind::ConnectionReset);
    Mock::given(drops).respond_with_err(reset).mount(server).await;
    Mock::given(wiremock::matchers::any()).respond_with(SendPlan(sending)).mount(server).await;
}

impl Http {
    /// Starts a server on a free port of the loopback interface, for requests in `format` and for these hosts.
    ///
    /// # Errors
    /// If the operating system gives no port, or no runtime can be started.
    pub fn start(format: Format, hosts: HostFilter) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_io().enable_time().build()?;
        let slot = Slot::default();
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let server = runtime.block_on(async {
            let server = MockServer::builder().listener(listener).disable_request_recording().start().await;
            mount(&server, &slot, &hosts).await;
            server
        });
        let client = Client::default();
        let base = server.uri();
        let sessions = 0;
        Ok(Self { runtime, server, sessions, own_server: None, only_own: false, base, client, slot, format, hosts })
    }

    /// Uses our own server for every session, for tests that compare the shells.
    #[cfg(test)]
    pub(crate) const fn only_own(mut self) -> Self {
        self.only_own = true;
        self
    }

    /// Starts our own server, which can end a connection in the middle of a reply.
    fn start_own_server(&self) -> io::Result<String> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        listener.set_nonblocking(true)?;
        let base = format!("http://{}", listener.local_addr()?);
        let guard = self.runtime.enter();
        let listener = tokio::net::TcpListener::from_std(listener)?;
        drop(guard);
        let answers = Arc::new(self.slot.clone());
        let (hosts, forever) = (self.hosts.clone(), futures::future::pending::<()>());
        self.runtime.spawn(serve(listener, answers, Limits::default(), hosts, forever));
        Ok(base)
    }
}

impl ModelShell for Http {
    fn begin(&mut self, session: Session) {
        self.sessions += 1;
        if self.sessions.is_multiple_of(SESSIONS_MAX) {
            self.runtime.block_on(async {
                self.server.reset().await;
                mount(&self.server, &self.slot, &self.hosts).await;
            });
        }
        let breaks = self.only_own || session.breaks();
        if breaks && self.own_server.is_none() {
            // Without a second port, wiremock sends the body up to the break. A client decodes that in the same way.
            self.own_server = self.start_own_server().ok();
        }
        let own_server = self.own_server.clone().filter(|_| breaks);
        self.base = own_server.unwrap_or_else(|| self.server.uri());
        *self.slot.lock() = (session, None);
    }

    fn exchange(&mut self, _: Op, request: &ModelRequest) -> Result<Delivery, ShellError> {
        let structured = request.schema.is_some();
        let format = self.slot.lock().0.format(self.format);
        let asked = self.client.ask(&self.base, None, encode_request(request, format), format, structured);
        let events = self.runtime.block_on(asked)?;
        let mut slot = self.slot.lock();
        let plan = slot.1.take().ok_or(ShellError::Unreached)?;
        Ok(Delivery { events, after: plan.after })
    }

    fn finish(&mut self) -> Session {
        std::mem::take(&mut self.slot.lock().0)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::{Read, Write},
        net::TcpStream,
    };

    use rstest::rstest;

    use super::{Format, HostFilter, Http, ModelShell, Session};

    /// No such request reaches the session, or the slot would have a plan.
    #[rstest]
    fn a_request_for_another_host_is_refused(#[values(false, true)] own: bool) {
        let hosts = HostFilter::default();
        let http = Http::start(Format::default(), hosts.clone()).unwrap();
        let mut http = if own { http.only_own() } else { http };
        http.begin(Session::default());
        let mut stream = TcpStream::connect(http.base.trim_start_matches("http://")).unwrap();
        let head =
            "POST /v1/messages HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}";
        stream.write_all(head.as_bytes()).unwrap();
        // The server runs only while its runtime does.
        let reading = http.runtime.handle().spawn_blocking(move || {
            let mut reply = String::new();
            stream.read_to_string(&mut reply).map(|_| reply)
        });
        let reply = http.runtime.block_on(reading).unwrap().unwrap();
        assert!(reply.starts_with("HTTP/1.1 403 ") && reply.contains("`--allow-host evil.example`"), "{reply}");
        assert!(!reply.to_lowercase().contains("access-control-"), "{reply}");
        assert!(http.slot.lock().1.is_none());
        assert_eq!(hosts.notices().len(), 1);
    }
}
