// Asks the model, over Anthropic Messages. Put your own client here if you want to test it, too. It must use
// the address of the run, and must not retry by itself.

import { Agent as Connections, type IncomingMessage, request } from 'node:http';
import { type Json, dump } from './rpc.ts';

export type Address = { url: string; streamed: boolean };

/** The content of a reply, or one of the kinds of failure in `turn/ended`. */
export type Reply = { blocks: Json[] } | { failed: string };

const HEADERS = { 'content-type': 'application/json', 'x-api-key': 'none', 'anthropic-version': '2023-06-01' };

/** Each request has its own connection, so that giving one up closes no other. */
const connections = new Connections({ keepAlive: false });

/** Sends a request. `done` is called once, later. The returned function gives up the request. */
export function ask(address: Address, body: object, done: (reply: Reply) => void): () => void {
  const sent = request(`${address.url}/v1/messages`, { method: 'POST', agent: connections, headers: HEADERS });
  let isOver = false;
  const finish = (reply: Reply): void => {
    if (!isOver) done(reply);
    isOver = true;
  };
  sent.on('response', (response) => read(response, address.streamed, finish));
  sent.on('error', () => finish({ failed: 'dropped' }));
  sent.end(dump({ ...body, stream: address.streamed }));
  return () => {
    isOver = true;
    sent.destroy();
  };
}

/** Reads a reply to the end of its body. */
function read(response: IncomingMessage, isStreamed: boolean, finish: (reply: Reply) => void): void {
  let text = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => (text += chunk));
  response.on('error', () => {}); // `close` follows, and reports the failure
  response.on('close', () => {
    if (response.statusCode !== 200) return finish({ failed: kindOf(response.statusCode ?? 0) });
    if (!response.complete) return finish({ failed: 'truncated' });
    try {
      const reply = isStreamed ? streamed(text) : { blocks: JSON.parse(text).content };
      finish('failed' in reply ? reply : { blocks: reply.blocks.map(withObject) });
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
      finish({ failed: 'malformed' });
    }
  });
}

function kindOf(status: number): string {
  if (status === 429) return 'rate_limited';
  if (status === 529) return 'overloaded';
  return status >= 500 ? 'server' : 'rejected';
}

/** Builds the content from the events of a stream. */
function streamed(text: string): Reply {
  const blocks: Json[] = [];
  const written = new Map<Json, string>(); // a call's arguments, as the model writes them
  let isWhole = false;
  for (const event of events(text)) {
    if (event.type === 'error') {
      return { failed: event.error.type === 'overloaded_error' ? 'overloaded' : 'server' };
    } else if (event.type === 'content_block_start') {
      blocks.push(event.content_block);
    } else if (event.type === 'content_block_delta') {
      const block = blocks[event.index];
      if (event.delta.type === 'input_json_delta') {
        written.set(block, (written.get(block) ?? '') + event.delta.partial_json);
      } else {
        const key = event.delta.type.replace('_delta', ''); // text, thinking, signature
        block[key] = (block[key] ?? '') + event.delta[key];
      }
    } else if (event.type === 'message_stop') {
      isWhole = true;
    }
  }
  if (!isWhole) return { failed: 'truncated' };
  for (const [block, text] of written) block.input = parsed(text);
  return { blocks };
}

function events(text: string): Json[] {
  const data = text.split(/\r?\n\r?\n/).map((event) =>
    event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length))
      .join('\n'),
  );
  return data.filter((data) => data !== '').map((data) => JSON.parse(data));
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A model may write arguments that are no object or no JSON. We must send an object, so it is empty. */
function withObject(block: Json): Json {
  const { type, input } = block;
  const isWrong = type === 'tool_use' && (typeof input !== 'object' || input === null || Array.isArray(input));
  return isWrong ? { ...block, input: {} } : block;
}
