// JSON-RPC 2.0 on stdin and stdout, one message a line. You need not change this.

/** A parsed JSON value of unknown type. */
export type Json = any;

export const [NOT_JSON, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS] = [-32700, -32600, -32601, -32602];

/** The error that answers a message that cannot be handled. */
export class RpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Calls `hear` for each message on stdin, and `end` at its end. */
export function listen(hear: (method: unknown, params: Json, id: Json) => void, end: () => void): void {
  // Not `node:readline`: it ends a line at U+2028, too, which may stand in a JSON text.
  let rest = '';
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) read(line, hear);
  });
  process.stdin.on('end', end);
  process.stdin.on('error', end);
}

function read(line: string, hear: (method: unknown, params: Json, id: Json) => void): void {
  let id = null;
  try {
    const message = parse(line);
    if (typeof message !== 'object' || message === null) throw new RpcError(INVALID_REQUEST, 'no message');
    id = message.id ?? null;
    hear(message.method, message.params ?? {}, id);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    send({ id, error: { code: error.code, message: error.message } });
  }
}

function parse(line: string): Json {
  try {
    return JSON.parse(line);
  } catch {
    throw new RpcError(NOT_JSON, 'no JSON');
  }
}

/** A required parameter. */
export function need(params: Json, name: string): Json {
  if (params?.[name] === undefined) throw new RpcError(INVALID_PARAMS, `there is no parameter ${name}`);
  return params[name];
}

export function send(message: object): void {
  process.stdout.write(`${dump({ jsonrpc: '2.0', ...message })}\n`);
}

/** JSON for UTF-8. UTF-8 cannot encode an unpaired surrogate, so U+FFFD replaces it. */
export function dump(value: object): string {
  const escapes = /\\(?:ud[89a-f][0-9a-f]{2}|.)/g;
  return JSON.stringify(value).replace(escapes, (escape) => (escape.length > 2 ? '\ufffd' : escape));
}
