// The adapter's part of a run: it counts deliveries, knows the open operations, and sends the effects of the implementation.
// The implementation knows neither deliveries nor `idle`.

import type { Prompt } from './card.ts';
import type { Json, JsonObject } from './json.ts';
import { type Address, type Result, ask } from './model.ts';
import type { Conversation } from './wire.ts';

export type Why = 'not_offered' | 'late' | 'foreign' | 'idle' | 'busy' | 'interrupted' | 'superseded';
export type TurnEnd = 'completed' | 'interrupted' | { failed: string };
export type ToolCall = { id: string; name: string; arguments: Json };

/** A request to the model that is under way; `cancel` gives it up. */
export type Request = { cancel: (why: Why) => void };

export class Run {
  readonly #scenario: string;
  readonly #model: Address;
  readonly #notify: (method: string, params: JsonObject) => void;
  #heard = 0;
  #sent = 0;
  /** Names of prompts that wait and of tools that run. */
  readonly #open = new Set<string>();
  /** How each request that waits for its reply is given up, by its name. */
  readonly #requests = new Map<string, () => void>();

  constructor(scenario: string, model: Address, notify: (method: string, params: JsonObject) => void) {
    this.#scenario = scenario;
    this.#model = model;
    this.#notify = notify;
  }

  /** Passes one delivery to the implementation, and sends `idle` after all its effects. */
  deliver(what: () => void): void {
    this.#heard += 1;
    what();
    this.#notify('idle', {
      scenario: this.#scenario,
      heard: this.#heard,
      open: [...this.#open],
      requests: { sent: this.#sent, open: this.#requests.size },
    });
  }

  /** Ends the run. No message of it follows. */
  stop(): void {
    for (const giveUp of this.#requests.values()) giveUp();
    this.#requests.clear();
  }

  turnBegan(): void {
    this.#notify('turn/began', {});
  }

  turnPaused(): void {
    this.#notify('turn/paused', {});
  }

  turnEnded(how: TurnEnd): void {
    this.#notify('turn/ended', { how });
  }

  /** Stores an event of the conversation. */
  store(event: Json): void {
    this.#notify('event', { event });
  }

  refuse(why: Why): void {
    this.#notify('refused', { why });
  }

  /** Shows a prompt, or draws it again, for as long as it waits. */
  show(op: string, prompt: Prompt): void {
    this.#open.add(op);
    this.#notify('prompt/show', { op, prompt });
  }

  /** Draws a prompt for the last time: it is settled. */
  settle(op: string, prompt: Prompt): void {
    this.#open.delete(op);
    this.#notify('prompt/show', { op, prompt });
  }

  withdraw(op: string, why: Why): void {
    this.#open.delete(op);
    this.#notify('prompt/withdraw', { op, why });
  }

  execute(op: string, call: ToolCall): void {
    this.#open.add(op);
    this.#notify('tool/call', { op, call });
  }

  /** Closes a tool's execution. Returns whether the execution was open. */
  executed(op: string): boolean {
    return this.#open.delete(op);
  }

  cancelTool(op: string, why: Why): void {
    this.#open.delete(op);
    this.#notify('tool/cancel', { op, why });
  }

  /** Asks the model. The end of its reply, or its failure, is a delivery. */
  ask(conversation: Conversation, done: (result: Result) => void): Request {
    this.#sent += 1;
    // The name shows where the request stands among the other effects of this delivery.
    const name = `ask-${this.#sent}`;
    this.#notify('model/request', { request: name });
    const giveUp = ask(this.#model, name, conversation, (result) => {
      this.#requests.delete(name);
      this.deliver(() => done(result));
    });
    this.#requests.set(name, giveUp);
    return {
      cancel: (why) => {
        if (!this.#requests.delete(name)) return;
        giveUp();
        this.#notify('model/cancel', { request: name, why });
      },
    };
  }
}
