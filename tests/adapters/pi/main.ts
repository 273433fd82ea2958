// An agent with pi's `ask_user`, as an adapter on stdin and stdout.

import { Agent } from './agent.ts';
import { Desk } from './desk.ts';
import { type Json, RpcFault, param, send, serve } from './wire.ts';

const CLAIMS = {
  protocol: 1,
  who: 'another pi 1.0.0',
  systems: [{ system: 'pi', profiles: ['seed', 'pi-rpc'] }],
  capabilities: ['idle', 'tools', 'clock', 'keys', 'client', 'files', 'kill'],
  lanes: ['model', 'tool', 'prompt', 'record', 'client', 'file', 'clock', 'turn'],
  wires: ['anthropic'],
  many: true,
};

let running: { desk: Desk; agent: Agent } | undefined;

/** For each delivery, what it needs and what the agent does with it. */
const DELIVERIES: Record<string, [string[], (agent: Agent, ...values: Json[]) => void]> = {
  'user/message': [['text'], (agent, text) => agent.message(text)],
  'prompt/act': [['op', 'act'], (agent, op, act) => agent.act(op, act)],
  'tool/event': [['op', 'event'], (agent, op, event) => agent.toolEvent(op, event)],
  'timer/fired': [['op'], (agent, op) => agent.fired(op)],
  'client/line': [['line'], (agent, line) => agent.clientLine(line)],
  'client/written': [['text'], (agent, text) => agent.clientWrote(text)],
  'client/attached': [[], (agent) => agent.clientCame()],
  'client/gone': [[], (agent) => agent.clientLeft()],
  signal: [['signal'], (agent, signal) => agent.signal(signal)],
};

function hear(method: string, params: Json, id: Json): void {
  const delivery = Object.hasOwn(DELIVERIES, method) ? DELIVERIES[method] : undefined;
  if (delivery !== undefined) {
    const [names, react] = delivery;
    const values = names.map((name) => param(params, name));
    if (running === undefined) return;
    const { desk, agent } = running;
    desk.deliver(() => react(agent, ...values), params.now_ms);
  } else if (method === 'scenario/start') {
    begin(params, id);
  } else if (method === 'initialize') {
    if (param(params, 'protocol') !== 1) throw new RpcFault(-32602, 'only version 1 of the protocol is spoken here');
    send({ id, result: CLAIMS });
  } else if (method === 'scenario/stop') {
    end();
    send({ id, result: {} });
  } else if (method === 'shutdown') {
    end();
    send({ id, result: {} });
    leave();
  } else {
    throw new RpcFault(-32601, `${method} is not known here`);
  }
}

function begin(params: Json, id: Json): void {
  for (const name of ['argv', 'config', 'stored', 'tools', 'folder', 'terminal', 'profile']) param(params, name);
  const desk: Desk = new Desk(param(params, 'scenario'), param(params, 'model'), (reply) => agent.replied(reply));
  const agent: Agent = new Agent(desk, params);
  end();
  running = { desk, agent };
  send({ id, result: {} });
  desk.deliver(() => agent.start(), params.now_ms);
}

function end(): void {
  running?.desk.giveUpRequests();
  running = undefined;
}

function leave(): void {
  end();
  process.stdout.write('', () => process.exit(0));
}

serve(hear, leave);
