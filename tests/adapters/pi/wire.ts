// JSON-RPC 2.0, one message a line, and the little tools that every file needs for JSON of unknown shape.

/** A JSON value that nobody has checked yet. */
export type Json = any;

export class RpcFault extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Something that a person, a model or a client wrote wrongly; the message says what. */
export class Bad extends Error {}

export const isObject = (value: Json): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
export const isTexts = (value: Json): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** A deep copy in which every text can be written as UTF-8. */
export function tidy(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(tidy);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toWellFormed(), tidy(one)]));
}

export const json = (value: Json): string => JSON.stringify(tidy(value));

export function send(message: object): void {
  process.stdout.write(`${json({ jsonrpc: '2.0', ...message })}\n`);
}

export function param(params: Json, name: string): Json {
  const value = isObject(params) ? params[name] : undefined;
  if (value === undefined) throw new RpcFault(-32602, `the parameter ${name} is missing`);
  return value;
}

/** Reads messages from stdin until it ends. */
export function serve(hear: (method: string, params: Json, id: Json) => void, end: () => void): void {
  let begun = '';
  let isFirst = true;
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk: string) => {
    begun += chunk;
    for (let cut = begun.indexOf('\n'); cut >= 0; cut = begun.indexOf('\n')) {
      const line = begun.slice(0, cut);
      begun = begun.slice(cut + 1);
      hearLine(isFirst ? line.replace(/^\ufeff/, '') : line, hear);
      isFirst = false;
    }
  });
  process.stdin.on('end', end);
  process.stdin.on('error', end);
}

function hearLine(line: string, hear: (method: string, params: Json, id: Json) => void): void {
  if (line.trim() === '') return;
  let id: Json = null;
  try {
    let message: Json;
    try {
      message = JSON.parse(line);
    } catch {
      throw new RpcFault(-32700, 'this line is no JSON');
    }
    if (!isObject(message) || typeof message.method !== 'string') throw new RpcFault(-32600, 'this is no request');
    id = message.id ?? null;
    hear(message.method, message.params ?? {}, id);
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error;
    send({ id, error: { code: error.code, message: error.message } });
  }
}
