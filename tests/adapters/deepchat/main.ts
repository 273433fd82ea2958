// An adapter for Hotseat in TypeScript, with an implementation of DeepChat's `question` behind it. It needs node 22.18
// or later, which runs TypeScript directly, and nothing else:
//
//     hotseat run --system deepchat --subject 'node tests/adapters/deepchat/main.ts'
//
// This file has the protocol: the claims, the messages from Hotseat, and the end. `run.ts` sends our messages, and `agent.ts` is the
// implementation.

import { Agent } from './agent.ts';
import { type Json, type JsonObject, field, isObject, text } from './json.ts';
import { type Address, WIRE_NAMES, wireOf } from './model.ts';
import { INVALID_PARAMS, type Incoming, METHOD_NOT_FOUND, Rpc, RpcError, readLines } from './rpc.ts';
import { Run } from './run.ts';
import type { Tool } from './wire.ts';

const CLAIMS: JsonObject = {
  protocol: 1,
  who: 'deepchat-question in TypeScript 1.0.0',
  systems: [{ system: 'deepchat', profiles: ['seed'] }],
  // We set no timer, read no clock and write no file. That is enough for `clock` and `files`.
  capabilities: ['idle', 'tools', 'clock', 'keys', 'client', 'files', 'kill'],
  wires: WIRE_NAMES,
  many: true,
};

/** The current run, if there is one. */
let current: { run: Run; agent: Agent } | undefined;

/** The messages from Hotseat. Each is a delivery, except `initialize` and the two at the bottom. */
const METHODS: Record<string, (message: Incoming) => void> = {
  initialize: ({ answer }) => answer(CLAIMS),

  'scenario/start': ({ params, answer }) => {
    const run = new Run(need(params, 'scenario'), addressOf(params['model']), (method, told) =>
      rpc.notify(method, told),
    );
    const agent = new Agent(run, {
      config: merged(list(params, 'config')),
      tools: list(params, 'tools').map(toolOf),
      stored: list(params, 'stored'),
    });
    current?.run.stop();
    current = { run, agent };
    answer({});
    run.deliver(() => agent.start());
  },

  'user/message': ({ params }) => {
    const said = need(params, 'text');
    deliver((agent) => agent.say(said));
  },

  'prompt/act': ({ params }) => {
    const op = need(params, 'op');
    const act = params['act'] ?? null;
    deliver((agent) => agent.act(op, act));
  },

  'tool/event': ({ params }) => {
    const op = need(params, 'op');
    const event = params['event'] ?? null;
    deliver((agent) => agent.toolEvent(op, event));
  },

  'client/line': ({ params }) => {
    const line = params['line'] ?? null;
    deliver((agent) => agent.line(line));
  },

  // A question waits even without a client, and we set no timers.
  'client/attached': () => deliver(() => {}),
  'client/gone': () => deliver(() => {}),
  'timer/fired': () => deliver(() => {}),

  // Every signal stops the generation.
  signal: () => deliver((agent) => agent.stop()),

  'scenario/stop': ({ answer }) => {
    current?.run.stop();
    current = undefined;
    answer({});
  },

  shutdown: ({ answer }) => {
    answer({});
    exit();
  },
};

const rpc = new Rpc(
  (line) => void process.stdout.write(line),
  (message) => {
    const method = Object.hasOwn(METHODS, message.method) ? METHODS[message.method] : undefined;
    if (method === undefined) throw new RpcError(METHOD_NOT_FOUND, `there is no method ${message.method}`);
    method(message);
  },
);

readLines(process.stdin, (line) => rpc.hear(line), exit);

function deliver(what: (agent: Agent) => void): void {
  // Between two runs, no run can take the message.
  if (current === undefined) return;
  const { run, agent } = current;
  run.deliver(() => what(agent));
}

/** Ends the process at once, but not before all messages are written. */
function exit(): void {
  current?.run.stop();
  process.stdout.write('', () => process.exit(0));
}

/** A required text. */
function need(from: Json | undefined, key: string): string {
  const value = text(field(from, key));
  if (value === undefined) throw new RpcError(INVALID_PARAMS, `${key} must be a text`);
  return value;
}

function list(from: JsonObject, key: string): Json[] {
  const value = from[key] ?? [];
  if (!Array.isArray(value)) throw new RpcError(INVALID_PARAMS, `${key} must be an array`);
  return value;
}

function addressOf(model: Json | undefined): Address {
  const wire = wireOf(need(model, 'wire'));
  if (wire === undefined) throw new RpcError(INVALID_PARAMS, `wire must be one of ${WIRE_NAMES.join(', ')}`);
  return { url: need(model, 'url'), wire, streamed: field(model, 'streamed') !== false };
}

function toolOf(tool: Json): Tool {
  return {
    name: need(tool, 'name'),
    description: text(field(tool, 'description')) ?? '',
    parameters: field(tool, 'parameters') ?? { type: 'object' },
  };
}

/** The layers of the configuration. The last one has the highest precedence. */
function merged(layers: Json[]): JsonObject {
  const config: JsonObject = {};
  for (const layer of layers) {
    const value = field(layer, 'value');
    if (isObject(value)) Object.assign(config, value);
  }
  return config;
}
