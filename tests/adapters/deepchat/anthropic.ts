// The wire `anthropic`: the Messages API.

import { type Json, type JsonObject, field, isObject, text } from './json.ts';
import { parseLoosely } from './json-repair.ts';
import { type Message, type Part, type Reply, ReplyError, type Wire } from './wire.ts';

export const anthropic: Wire = {
  path: '/v1/messages',
  headers: { 'x-api-key': 'none', 'anthropic-version': '2023-06-01' },

  body: ({ messages, tools }, streamed) => ({
    model: 'any',
    max_tokens: 4096,
    stream: streamed,
    messages: alternating(messages).map(({ role, parts }) => ({ role, content: parts.flatMap(block) })),
    tools: tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
  }),

  whole: (body) => {
    const content = field(body, 'content');
    if (!Array.isArray(content)) throw new ReplyError('malformed');
    return { parts: content.flatMap((one) => finished(one) ?? []), cut: isCut(field(body, 'stop_reason')) };
  },

  stream: () => {
    const blocks: JsonObject[] = [];
    let stopReason: Json | undefined;
    let stopped = false;
    return {
      event: (data) => {
        switch (field(data, 'type')) {
          case 'content_block_start': {
            const start = field(data, 'content_block');
            if (isObject(start)) blocks.push({ ...start });
            break;
          }
          case 'content_block_delta':
            append(blocks[Number(field(data, 'index'))], field(data, 'delta'));
            break;
          case 'message_delta':
            stopReason = field(field(data, 'delta'), 'stop_reason') ?? stopReason;
            break;
          case 'message_stop':
            stopped = true;
            break;
          case 'error':
            throw new ReplyError(field(field(data, 'error'), 'type') === 'overloaded_error' ? 'overloaded' : 'server');
        }
      },
      end: () =>
        stopped ? { parts: blocks.flatMap((one) => finished(one) ?? []), cut: isCut(stopReason) } : undefined,
    };
  },
};

function isCut(stopReason: Json | undefined): Reply['cut'] {
  return stopReason === 'max_tokens';
}

/** Messages of one role that follow each other are one message here. */
function alternating(messages: Message[]): Message[] {
  const merged: Message[] = [];
  for (const { role, parts } of messages) {
    const last = merged.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else merged.push({ role, parts: [...parts] });
  }
  return merged;
}

function block(part: Part): JsonObject[] {
  switch (part.kind) {
    case 'text':
      return [{ type: 'text', text: part.text }];
    case 'reasoning':
      // Reasoning is sent back only with its signature. Older chats have no signature.
      return part.signature === undefined ? [] : [{ type: 'thinking', thinking: part.text, signature: part.signature }];
    case 'call': {
      // The wire accepts only an object here, whatever the model wrote.
      const input = parseLoosely(part.arguments);
      return [{ type: 'tool_use', id: part.id, name: part.name, input: isObject(input) ? input : {} }];
    }
    case 'result':
      return [{ type: 'tool_result', tool_use_id: part.id, content: part.text, is_error: part.failed }];
  }
}

/** Appends a delta to its block; `partial_json` is kept as text, because it may not be valid JSON. */
function append(to: JsonObject | undefined, delta: Json | undefined): void {
  if (to === undefined) throw new ReplyError('malformed');
  for (const key of ['text', 'thinking', 'signature', 'partial_json']) {
    const piece = text(field(delta, key));
    if (piece !== undefined) to[key] = (text(to[key]) ?? '') + piece;
  }
}

/** The content of a finished block of a reply. */
function finished(from: Json): Part | undefined {
  switch (field(from, 'type')) {
    case 'text': {
      const said = text(field(from, 'text')) ?? '';
      return said === '' ? undefined : { kind: 'text', text: said };
    }
    case 'thinking': {
      const signature = text(field(from, 'signature'));
      const thought = text(field(from, 'thinking')) ?? '';
      return { kind: 'reasoning', text: thought, ...(signature === undefined ? {} : { signature }) };
    }
    case 'tool_use': {
      const id = text(field(from, 'id'));
      const name = text(field(from, 'name'));
      if (id === undefined || name === undefined) throw new ReplyError('malformed');
      const input = field(from, 'input') ?? {};
      const args = text(field(from, 'partial_json')) ?? text(input) ?? JSON.stringify(input);
      return { kind: 'call', id, name, arguments: args };
    }
    default:
      return undefined;
  }
}
