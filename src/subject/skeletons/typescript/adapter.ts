// An adapter for Hotseat: it connects an agent to Hotseat over stdin and stdout.
//
// The adapter hears one thing at a time: a line from Hotseat, or a reply of the model. Most of them are deliveries: the
// agent hears each, and `idle` follows. Nothing here waits for a clock.

import { Agent, CLAIMS } from './agent.ts';
import { type Json, RpcError, UNKNOWN_METHOD, listen, need, send } from './rpc.ts';
import { Run } from './run.ts';

/** The claims that do not depend on the agent. */
const ADAPTER = { protocol: 1, wires: ['anthropic'], many: true };

/** The methods of an agent that claims `client`. */
type Hosted = { clientLine?(line: Json): void; clientAttached?(): void; clientGone?(): void };

/**
 * The deliveries: each passes its parameters to the agent's method. Add `timer/fired` here when you claim `clock`, and
 * `client/written` if your agent splits the client's stream into lines itself.
 */
const DELIVERIES = new Map<unknown, (params: Json) => (agent: Agent & Hosted) => void>([
  ['user/message', (params) => {
    const text = need(params, 'text');
    return (agent) => agent.userMessage(text);
  }],
  ['prompt/act', (params) => {
    const [op, act] = [need(params, 'op'), need(params, 'act')];
    return (agent) => agent.promptAct(op, act);
  }],
  ['tool/event', (params) => {
    const [op, event] = [need(params, 'op'), need(params, 'event')];
    return (agent) => agent.toolEvent(op, event);
  }],
  ['signal', (params) => {
    const signal = need(params, 'signal');
    return (agent) => agent.signal(signal);
  }],
  ['client/line', (params) => {
    const line = need(params, 'line');
    return (agent) => agent.clientLine?.(line);
  }],
  ['client/attached', () => (agent) => agent.clientAttached?.()],
  ['client/gone', () => (agent) => agent.clientGone?.()],
]);

let current: { run: Run; agent: Agent } | undefined;

function message(method: unknown, params: Json, id: Json): void {
  const delivery = DELIVERIES.get(method);
  if (delivery !== undefined) {
    const hear = delivery(params);
    if (current !== undefined) {
      const { run, agent } = current;
      run.deliver(() => hear(agent), params.now_ms);
    }
  } else if (method === 'initialize') {
    send({ id, result: { ...ADAPTER, ...CLAIMS } });
  } else if (method === 'scenario/start') {
    const run = new Run(need(params, 'scenario'), need(params, 'model'), (reply) => agent.replied(reply));
    const agent = new Agent(run, params);
    stop();
    current = { run, agent };
    send({ id, result: {} }); // before any other message
    run.deliver(() => agent.start(), params.now_ms);
  } else if (method === 'scenario/stop') {
    stop();
    send({ id, result: {} });
  } else if (method === 'shutdown') {
    send({ id, result: {} });
    exit();
  } else {
    throw new RpcError(UNKNOWN_METHOD, `there is no method ${method}`);
  }
}

function stop(): void {
  current?.run.giveUp();
  current = undefined;
}

/** Exits when all messages are written, even if requests are still open. */
function exit(): void {
  stop();
  process.stdout.write('', () => process.exit(0));
}

listen(message, exit);
