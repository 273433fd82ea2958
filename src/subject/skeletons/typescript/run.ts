// What an agent can do in a run, and the counting that `idle` needs. You need not change this, but to add what comes
// with a capability: timers, lines to the client, files. `hotseat protocol` has their messages.

import { type Address, type Reply, ask } from './model.ts';
import { type Json, send } from './rpc.ts';

export class Run {
  readonly #scenario: string;
  readonly #model: Address;
  readonly #replied: (reply: Reply) => void;
  /** The virtual time in milliseconds, as the last delivery told it; a reply of the model does not. */
  now = 0;
  /** The names of questions that the client asks, without a prompt. */
  readonly asked = new Set<string>();
  #heard = 0;
  /** The names of prompts that wait, and of tools that run. */
  readonly #open = new Set<string>();
  #sent = 0;
  /** How each request that waits for its reply is given up. */
  readonly #requests = new Set<() => void>();

  constructor(scenario: string, model: Address, replied: (reply: Reply) => void) {
    this.#scenario = scenario;
    this.#model = model;
    this.#replied = replied;
  }

  /** The agent hears something, and does all that follows from it; then it is idle. */
  deliver(hear: () => void, now: number = this.now): void {
    this.#heard += 1;
    this.now = now;
    hear();
    const [open, asked] = [[...this.#open], [...this.asked]];
    const requests = { sent: this.#sent, open: this.#requests.size };
    this.say('idle', { scenario: this.#scenario, heard: this.#heard, open, asked, requests });
  }

  say(method: string, params: object = {}): void {
    send({ method, params });
  }

  /** Shows a prompt, or draws it again. It waits until it is settled or withdrawn. */
  show(op: string, prompt: object): void {
    this.#open.add(op);
    this.say('prompt/show', { op, prompt });
  }

  withdraw(op: string, why: string): void {
    this.settle(op);
    this.say('prompt/withdraw', { op, why });
  }

  /** Has a tool of the host executed. It runs until it is settled or cancelled. */
  callTool(op: string, call: { id: string; name: string; arguments: Json }): void {
    this.#open.add(op);
    this.say('tool/call', { op, call });
  }

  cancelTool(op: string, why: string): void {
    this.settle(op);
    this.say('tool/cancel', { op, why });
  }

  /** A prompt is answered, or a tool has ended. */
  settle(op: string): void {
    this.#open.delete(op);
  }

  /** Sends a request. That its reply was read, or has failed, is a delivery: `Agent.replied`. */
  askModel(body: object): void {
    this.#sent += 1;
    const giveUp = ask(this.#model, body, (reply) => {
      if (this.#requests.delete(giveUp)) this.deliver(() => this.#replied(reply));
    });
    this.#requests.add(giveUp);
  }

  /** Gives up all requests: nothing comes of them any more. */
  giveUp(): void {
    for (const giveUp of this.#requests) giveUp();
    this.#requests.clear();
  }
}
