// An adapter for Hotseat: it puts an agent into the hot seat, over stdin and stdout.
//
// One thing is heard at a time: a line from the harness, or a reply of the model. Most of it is a delivery, which the
// agent hears, and which `idle` follows. Nothing here waits for a clock.

import { Agent, CLAIMS } from './agent.ts';
import { type Json, RpcError, UNKNOWN_METHOD, listen, need, send } from './rpc.ts';
import { Run } from './run.ts';

/** What holds of any agent behind this adapter. */
const ADAPTER = { protocol: 1, wires: ['anthropic'], many: true };

/** What an agent hears that claims `client`. */
type Hosted = { clientLine?(line: Json): void; clientAttached?(): void; clientGone?(): void };

/**
 * The deliveries, each with what the agent is given of it. Add `timer/fired` here once you claim `clock`, and
 * `client/written` where it is yours to find the lines of a client's stream.
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
    send({ id, result: {} }); // before anything else is said
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

/** Ends the process, whatever is under way, once all that was said is written. */
function exit(): void {
  stop();
  process.stdout.write('', () => process.exit(0));
}

listen(message, exit);
