//! The agent's end of the wire: an HTTP client.

use bytes::Bytes;
use futures::StreamExt;
use http_body_util::{BodyExt, BodyStream, Full};
use hyper::{Request, header};
use hyper_util::{
    client::legacy::{self, connect::HttpConnector},
    rt::TokioExecutor,
};

use super::{dropped, failure_of_status, read_body};
use crate::{
    llm::{Format, ShellError, WireRequest, serve::NAME_HEADER},
    system::ModelEvent,
};

/// Asks a model over HTTP. Use it on one runtime only.
#[derive(Clone)]
pub struct Client(legacy::Client<HttpConnector, Full<Bytes>>);

impl Default for Client {
    fn default() -> Self {
        Self(legacy::Client::builder(TokioExecutor::new()).build_http())
    }
}

impl Client {
    /// Sends `request` to the server at `base`, with `name` in a header if there is one. Reads the reply, which is in
    /// `format`, to its end.
    ///
    /// # Errors
    /// If the request cannot be built, because `base` is not a URL.
    pub async fn ask(
        &self,
        base: &str,
        name: Option<&str>,
        request: WireRequest,
        format: Format,
        structured: bool,
    ) -> Result<Vec<ModelEvent>, ShellError> {
        let WireRequest { method, path, body } = request;
        let mut wire = Request::builder()
            .method(method.as_str())
            .uri(format!("{base}{path}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header("anthropic-version", "2023-06-01");
        if let Some(name) = name {
            wire = wire.header(NAME_HEADER, name);
        }
        let wire = wire.body(Full::new(body))?;
        let Ok(response) = self.0.request(wire).await else { return Ok(vec![dropped()]) };
        let status = response.status().as_u16();
        if status == 200 {
            let frames = BodyStream::new(response.into_body());
            let bytes = frames.map(|frame| frame.map(|frame| frame.into_data().unwrap_or_default()));
            return Ok(read_body(bytes, format, structured).await);
        }
        let retry_after = response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
        let failure = failure_of_status(status, retry_after);
        // A connection can be used again only after its body was read.
        drop(response.into_body().collect().await);
        Ok(vec![failure])
    }
}
