// The messages that an agent can send in a run, and the counts that `idle` needs. Change this only to add the messages
// of a capability: timers, lines to the client, files. `hotseat protocol` describes them.

import { type Address, type Reply, ask } from './model.ts';
import { type Json, send } from './rpc.ts';

export class Run {
  readonly #scenario: string;
  readonly #model: Address;
  readonly #replied: (reply: Reply) => void;
  /** The virtual time in milliseconds, from the last message of Hotseat. A reply of the model has no time. */
  now = 0;
  /** The names of questions that the client asks, without a prompt. */
  readonly asked = new Set<string>();
  #heard = 0;
  /** The names of prompts that wait, and of tools that run. */
  readonly #open = new Set<string>();
  #sent = 0;
  /** For each request that waits for its reply, the function that gives it up. */
  readonly #requests = new Set<() => void>();

  constructor(scenario: string, model: Address, replied: (reply: Reply) => void) {
    this.#scenario = scenario;
    this.#model = model;
    this.#replied = replied;
  }

  /** Passes a delivery to the agent, which does everything that follows from it. Then says `idle`. */
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

  /** Shows a prompt, or draws it again. The prompt is open until it is settled or withdrawn. */
  show(op: string, prompt: object): void {
    this.#open.add(op);
    this.say('prompt/show', { op, prompt });
  }

  withdraw(op: string, why: string): void {
    this.settle(op);
    this.say('prompt/withdraw', { op, why });
  }

  /** Has a tool of the host executed. The execution is open until it is settled or cancelled. */
  callTool(op: string, call: { id: string; name: string; arguments: Json }): void {
    this.#open.add(op);
    this.say('tool/call', { op, call });
  }

  cancelTool(op: string, why: string): void {
    this.settle(op);
    this.say('tool/cancel', { op, why });
  }

  /** Closes a prompt that was answered, or an execution that has ended. */
  settle(op: string): void {
    this.#open.delete(op);
  }

  /** Sends a request. When its reply was read, or has failed, that is a delivery: `Agent.replied`. */
  askModel(body: object): void {
    this.#sent += 1;
    const giveUp = ask(this.#model, body, (reply) => {
      if (this.#requests.delete(giveUp)) this.deliver(() => this.#replied(reply));
    });
    this.#requests.add(giveUp);
  }

  /** Gives up all requests. None of them is a delivery afterwards. */
  giveUp(): void {
    for (const giveUp of this.#requests) giveUp();
    this.#requests.clear();
  }
}
