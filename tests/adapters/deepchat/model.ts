// Asking the model: one HTTP request, one reply or one failure. The wire knows the form of requests and replies. Nothing is
// retried here, because that is the agent's decision.

import { Agent, type IncomingMessage, request } from 'node:http';
import { anthropic } from './anthropic.ts';
import type { Json } from './json.ts';
import { type Conversation, type FailureKind, type Reply, ReplyError, type Wire } from './wire.ts';

export type Result = { reply: Reply } | { failed: FailureKind };

const WIRES: Record<string, Wire> = { anthropic };

/** The wires that can be claimed. */
export const WIRE_NAMES = Object.keys(WIRES);

/** The address of the model, and the format of requests. */
export type Address = { url: string; wire: Wire; streamed: boolean };

export function wireOf(name: string): Wire | undefined {
  return Object.hasOwn(WIRES, name) ? WIRES[name] : undefined;
}

/** Each request has a connection of its own. Closing the connection cancels the request. */
const connections = new Agent({ keepAlive: false });

/**
 * Sends a request with this `name`. Calls `done` once, after the end of the reply or its failure, but never before `ask` has
 * returned. The returned function cancels the request; after that, `done` is not called.
 */
export function ask(
  address: Address,
  name: string,
  conversation: Conversation,
  done: (result: Result) => void,
): () => void {
  const { wire } = address;
  const body = JSON.stringify(wire.body(conversation, address.streamed));
  let over = false;
  const finish = (result: Result): void => {
    if (over) return;
    over = true;
    done(result);
  };

  const sent = request(`${address.url}${wire.path}`, {
    method: 'POST',
    agent: connections,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'hotseat-request': name,
      ...wire.headers,
    },
  });
  sent.on('response', (response) => {
    const failure = failureOf(response.statusCode ?? 0);
    if (failure === undefined) read(response, wire, address.streamed, finish);
    else response.resume().on('close', () => finish({ failed: failure }));
  });
  sent.on('error', () => finish({ failed: 'dropped' }));
  sent.end(body);
  return () => {
    over = true;
    sent.destroy();
  };
}

function failureOf(status: number): FailureKind | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 429) return 'rate_limited';
  if (status === 529) return 'overloaded';
  return status >= 500 ? 'server' : 'rejected';
}

/** Reads a reply to the end of its body. Its last event is not the end. */
function read(response: IncomingMessage, wire: Wire, streamed: boolean, finish: (result: Result) => void): void {
  const stream = wire.stream();
  let body = '';
  let problem: FailureKind | undefined;
  const attempt = (step: () => void): void => {
    if (problem !== undefined) return;
    try {
      step();
    } catch (error) {
      problem = error instanceof ReplyError ? error.kind : 'malformed';
    }
  };

  // As text, so that no character is cut in two where a chunk ends.
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    body += chunk;
    if (!streamed) return;
    const events = body.split(/\r?\n\r?\n/);
    body = events.pop() ?? '';
    for (const event of events) attempt(() => readEvent(event, stream.event));
  });
  // The connection may end in the middle of the body.
  response.on('error', () => (problem ??= 'truncated'));
  response.on('close', () => {
    let reply: Reply | undefined;
    if (!response.complete) problem ??= 'truncated';
    attempt(() => (reply = streamed ? stream.end() : wire.whole(JSON.parse(body))));
    finish(problem === undefined && reply !== undefined ? { reply } : { failed: problem ?? 'truncated' });
  });
}

/** One server-sent event: its data, which may stand on several lines. */
function readEvent(event: string, heard: (data: Json) => void): void {
  const data = event
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trimStart())
    .join('\n');
  if (data !== '' && data !== '[DONE]') heard(JSON.parse(data));
}
