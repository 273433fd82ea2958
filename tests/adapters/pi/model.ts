// The model over Anthropic Messages: one request, one connection, no retries.

import { Agent as Connections, type IncomingMessage, request } from 'node:http';
import { type Json, isObject, json, tidy } from './wire.ts';

export type Address = { url: string; side_url: string; streamed: boolean };

/** A block of a reply. A call with broken arguments has `broken`. */
export type Block =
  | { type: 'text'; text: string }
  | { type: 'thinking'; thinking: string; signature?: string }
  | { type: 'tool_use'; id: string; name: string; input: Json; broken?: boolean };

export type Reply = { blocks: Block[] } | { failed: string };

class Malformed extends Error {}

const lines = new Connections({ keepAlive: false });

/** Sends the request under its name; `heard` comes once, later. What is returned gives the request up. */
export function askModel(to: Address, name: string, body: object, heard: (reply: Reply) => void): () => void {
  const bytes = Buffer.from(json({ ...body, stream: to.streamed }), 'utf8');
  const headers = {
    'content-type': 'application/json',
    'content-length': bytes.length,
    'anthropic-version': '2023-06-01',
    'x-api-key': 'unused',
    'hotseat-request': name,
  };
  let over = false;
  const finish = (reply: Reply): void => {
    if (over) return;
    over = true;
    heard(reply);
  };
  const sent = request(`${to.url}/v1/messages`, { method: 'POST', agent: lines, headers }, (response) => {
    collect(response, to.streamed, finish);
  });
  sent.on('error', () => finish({ failed: 'dropped' }));
  let written = false;
  sent.end(bytes, () => {
    written = true;
    if (over) sent.destroy();
  });
  return () => {
    over = true;
    if (written) sent.destroy();
  };
}

function collect(response: IncomingMessage, streamed: boolean, finish: (reply: Reply) => void): void {
  const pieces: Buffer[] = [];
  response.on('data', (piece: Buffer) => pieces.push(piece));
  response.on('error', () => {});
  response.on('close', () => {
    const status = response.statusCode ?? 0;
    if (status !== 200) return finish({ failed: failure(status) });
    if (!response.complete) return finish({ failed: 'truncated' });
    const text = Buffer.concat(pieces).toString('utf8');
    try {
      finish(streamed ? fromStream(text) : fromBody(text));
    } catch (error) {
      if (!(error instanceof Malformed || error instanceof SyntaxError)) throw error;
      finish({ failed: 'malformed' });
    }
  });
}

function failure(status: number): string {
  if (status === 429) return 'rate_limited';
  if (status === 529) return 'overloaded';
  return status >= 500 ? 'server' : 'rejected';
}

function fromBody(text: string): Reply {
  const body = JSON.parse(text);
  if (!isObject(body) || !Array.isArray(body.content)) throw new Malformed();
  return { blocks: body.content.flatMap((block: Json) => toBlock(block)) };
}

function toBlock(block: Json): Block[] {
  if (!isObject(block)) throw new Malformed();
  if (block.type === 'text') {
    if (typeof block.text !== 'string') throw new Malformed();
    return [tidy({ type: 'text', text: block.text })];
  }
  if (block.type === 'thinking') {
    const thinking = { type: 'thinking', thinking: String(block.thinking ?? '') };
    return [tidy(block.signature === undefined ? thinking : { ...thinking, signature: block.signature })];
  }
  if (block.type !== 'tool_use') return [];
  if (typeof block.id !== 'string' || typeof block.name !== 'string') throw new Malformed();
  const call = { type: 'tool_use', id: block.id, name: block.name };
  return [tidy(isObject(block.input) ? { ...call, input: block.input } : { ...call, input: {}, broken: true })];
}

/** Reads server-sent events and builds the blocks from them. */
function fromStream(text: string): Reply {
  const blocks: Json[] = [];
  const inputs = new Map<number, string>();
  let isComplete = false;
  for (const event of eventsOf(text)) {
    if (!isObject(event)) throw new Malformed();
    switch (event.type) {
      case 'error':
        return { failed: ofError(event.error?.type) };
      case 'content_block_start':
        blocks[event.index] = { ...event.content_block };
        break;
      case 'content_block_delta':
        extend(blocks, inputs, event.index, event.delta);
        break;
      case 'message_stop':
        isComplete = true;
    }
  }
  if (!isComplete) return { failed: 'truncated' };
  for (const [index, written] of inputs) {
    try {
      blocks[index].input = written === '' ? {} : JSON.parse(written);
    } catch {
      blocks[index].input = null;
    }
  }
  return { blocks: blocks.filter((block) => block !== undefined).flatMap(toBlock) };
}

function ofError(type: Json): string {
  if (type === 'overloaded_error') return 'overloaded';
  return type === 'rate_limit_error' ? 'rate_limited' : 'server';
}

function extend(blocks: Json[], inputs: Map<number, string>, index: number, delta: Json): void {
  const block = blocks[index];
  if (block === undefined || !isObject(delta)) throw new Malformed();
  if (delta.type === 'input_json_delta') inputs.set(index, (inputs.get(index) ?? '') + delta.partial_json);
  else if (delta.type === 'text_delta') block.text = (block.text ?? '') + delta.text;
  else if (delta.type === 'thinking_delta') block.thinking = (block.thinking ?? '') + delta.thinking;
  else if (delta.type === 'signature_delta') block.signature = (block.signature ?? '') + delta.signature;
}

function eventsOf(text: string): Json[] {
  return text
    .split(/\r?\n\r?\n/)
    .map((part) =>
      part
        .split(/\r?\n/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).replace(/^ /, ''))
        .join('\n'),
    )
    .filter((data) => data !== '')
    .map((data) => JSON.parse(data));
}
