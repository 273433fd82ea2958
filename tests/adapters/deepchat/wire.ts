// The messages to and from the model, independent of the wire, and the interface of a wire.

import type { Json, JsonObject } from './json.ts';

/** A message, for any wire. The arguments of a call are the text that the model wrote. */
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

/** A wire throws this if a reply is malformed, or says that it failed. */
export class ReplyError extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind) {
    super(kind);
    this.kind = kind;
  }
}

/** A wire format. */
export type Wire = {
  /** The path after the base URL. */
  path: string;
  headers: Record<string, string>;
  body: (conversation: Conversation, streamed: boolean) => JsonObject;
  /** Reads a reply that comes as one body. */
  whole: (body: Json) => Reply;
  /** Reads a reply event by event. `end` returns the reply, or `undefined` if the last event is missing. */
  stream: () => { event: (data: Json) => void; end: () => Reply | undefined };
};
