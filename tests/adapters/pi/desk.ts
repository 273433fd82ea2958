// The desk of one run: what the agent says, and the books that `idle` shows.

import { choices } from './choices.ts';
import { type Address, type Reply, askModel } from './model.ts';
import { type Json, send } from './wire.ts';

export class Desk {
  readonly #scenario: string;
  readonly #model: Address;
  readonly #replied: (reply: Reply) => void;
  #heard = 0;
  #sent = 0;
  #serial = 0;
  readonly #open = new Set<string>();
  readonly #flying = new Map<string, () => void>();
  readonly asked = new Set<string>();
  /** Virtual time; the end of a reply brings none, so the last one stands. */
  now = 0;
  /** The implementation's process has ended: nothing is said or done any more. */
  gone = false;

  constructor(scenario: string, model: Address, replied: (reply: Reply) => void) {
    this.#scenario = scenario;
    this.#model = model;
    this.#replied = replied;
  }

  /** One delivery: `react` does everything that follows from it. */
  deliver(react: () => void, now?: number): void {
    this.#heard += 1;
    this.now = now ?? this.now;
    if (!this.gone) react();
    send({
      method: 'idle',
      params: {
        scenario: this.#scenario,
        heard: this.#heard,
        requests: { open: this.#flying.size, sent: this.#sent },
        asked: [...this.asked],
        open: [...this.#open],
      },
    });
  }

  /** A name that this run has not used. */
  name(kind: string): string {
    this.#serial += 1;
    return `${kind}~${this.#serial.toString(36).padStart(4, '0')}`;
  }

  say(method: string, params: object = {}): void {
    if (!this.gone) send({ method, params });
  }

  notice(text: string): void {
    this.say('notice', { text });
  }

  refuse(why: string): void {
    this.say('refused', { why });
  }

  show(op: string, prompt: object): void {
    this.#open.add(op);
    this.say('prompt/show', { op, prompt });
  }

  callTool(op: string, call: object): void {
    this.#open.add(op);
    this.say('tool/call', { op, call });
  }

  setTimer(op: string, after: number): void {
    this.#open.add(op);
    this.say('timer/set', { op, after_ms: after });
  }

  /** The operation has come to its end by itself. */
  close(op: string): void {
    this.#open.delete(op);
  }

  /** We end the operation: `method` is `prompt/withdraw`, `tool/cancel` or `timer/clear`. */
  revoke(method: string, op: string, why: string): void {
    if (this.#open.delete(op)) this.say(method, { op, why });
  }

  /** To the client. */
  tell(line: Json): void {
    this.say('client/line', { line });
  }

  store(event: object): void {
    this.say('event', { event });
  }

  request(body: object): void {
    if (choices.asksForTitle && this.#sent === 0) this.#askForTitle();
    const name = this.name('ask-model');
    this.#sent += 1;
    this.say('model/request', { request: name });
    const giveUp = askModel(this.#model, name, body, (reply) => {
      if (this.#flying.delete(name)) this.deliver(() => this.#replied(reply));
    });
    this.#flying.set(name, giveUp);
  }

  /** A request of the agent's own, which no scenario sees. Nothing depends on its reply. */
  #askForTitle(): void {
    const body = { model: 'small', max_tokens: 30, messages: [{ role: 'user', content: 'A title for this, please.' }] };
    askModel({ ...this.#model, url: this.#model.side_url }, 'title', body, (reply) => {
      if (!('blocks' in reply)) throw new Error(`no title: ${reply.failed}`);
    });
  }

  giveUpRequests(why?: string): void {
    for (const [name, giveUp] of this.#flying) {
      giveUp();
      if (why !== undefined) this.say('model/cancel', { request: name, why });
    }
    this.#flying.clear();
  }

  exit(status: number): void {
    this.giveUpRequests();
    this.#open.clear();
    this.asked.clear();
    this.say('exited', { status });
    this.gone = true;
  }
}
