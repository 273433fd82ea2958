// JSON-RPC 2.0 over lines: one message a line, in on stdin, out on stdout. This file knows nothing about the content.

import { type Json, type JsonObject, field, isObject } from './json.ts';

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;

/** A handler throws this to answer a request with an error. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** One message to us. `answer` answers a request, once; for a notification it does nothing. */
export type Incoming = { method: string; params: JsonObject; answer: (result: Json) => void };

export class Rpc {
  readonly #write: (line: string) => void;
  readonly #handle: (message: Incoming) => void;

  constructor(write: (line: string) => void, handle: (message: Incoming) => void) {
    this.#write = write;
    this.#handle = handle;
  }

  notify(method: string, params: JsonObject): void {
    this.#send({ method, params });
  }

  /** Handles one line. After a wrong line, the next one is handled as usual. */
  hear(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return this.#fail(null, PARSE_ERROR, 'a line that is not JSON');
    }
    const id = field(message, 'id') ?? null;
    const method = field(message, 'method');
    if (!isObject(message) || typeof method !== 'string') {
      return this.#fail(id, INVALID_REQUEST, 'a message without a method');
    }
    const params = message['params'] ?? {};
    const isRequest = Object.hasOwn(message, 'id');
    const answer = (result: Json): void => {
      if (isRequest) this.#send({ id, result });
    };
    try {
      if (!isObject(params)) throw new RpcError(INVALID_PARAMS, `${method}: the parameters are no object`);
      this.#handle({ method, params, answer });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      this.#fail(id, error.code, error.message);
    }
  }

  #fail(id: Json, code: number, message: string): void {
    this.#send({ id, error: { code, message } });
  }

  #send(message: JsonObject): void {
    this.#write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}

/**
 * Calls `line` for each line of a stream, and `end` at its end. `node:readline` would also end a line at U+2028 and U+2029,
 * which may stand in a JSON text.
 */
export function readLines(stream: NodeJS.ReadableStream, line: (text: string) => void, end: () => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string | Buffer) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const one of lines) if (one.trim() !== '') line(one);
  });
  stream.on('end', end);
  stream.on('error', end);
}
