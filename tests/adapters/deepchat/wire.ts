// What is said to the model and by it, in no wire's words, and what a wire has to bring.

import type { Json, JsonObject } from './json.ts';

/** What is said, whichever wire carries it. The arguments of a call are the text that the model wrote. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'reasoning'; text: string; signature?: string }
  | { kind: 'call'; id: string; name: string; arguments: string }
  | { kind: 'result'; id: string; text: string; failed: boolean };
export type Message = { role: 'user' | 'assistant'; parts: Part[] };

export type Tool = { name: string; description: string; parameters: Json };
export type Conversation = { messages: Message[]; tools: Tool[] };

/** `cut`: the provider stopped at the limit of output tokens, in the middle of something. */
export type Reply = { parts: Part[]; cut: boolean };

export type FailureKind = 'rate_limited' | 'overloaded' | 'server' | 'rejected' | 'dropped' | 'truncated' | 'malformed';

/** What a wire throws where a reply is not what it promises, or says that it failed. */
export class ReplyError extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind) {
    super(kind);
    this.kind = kind;
  }
}

/** A wire format. */
export type Wire = {
  /** The path behind the base URL. */
  path: string;
  headers: Record<string, string>;
  body: (conversation: Conversation, streamed: boolean) => JsonObject;
  /** Reads a reply that comes as one body. */
  whole: (body: Json) => Reply;
  /** Reads a reply event by event. `end` is the reply, or `undefined` where its last event did not come. */
  stream: () => { event: (data: Json) => void; end: () => Reply | undefined };
};
