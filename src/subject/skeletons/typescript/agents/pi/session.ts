// The stored session: a tree of entries, each with its parent, and the branch that the run is on.

import { Wrong, list, object, text } from './check.ts';
import type { Json } from './rpc.ts';

/** The messages from the first one to the entry `leaf`, or to the last one. Throws `Wrong` if this is no session. */
export function branch(entries: Json[], leaf?: string): Json[] {
  const known = new Map<Json, Json>();
  for (const [index, entry] of entries.entries()) {
    const at = `stored entry ${index + 1}`;
    const { id, parentId = null, type, message } = object(entry, at);
    if (known.has(text(id, `${at}/id`))) throw new Wrong(`${at}/id: another has it`);
    if (parentId !== null && !known.has(parentId)) throw new Wrong(`${at}/parentId: it is none before it`);
    if (type === 'message') check(message, `${at}/message`);
    known.set(id, entry);
  }
  if (leaf !== undefined && !known.has(leaf)) throw new Wrong(`the setting \`leaf\`: no entry is called ${leaf}`);
  const found = [];
  for (let at = known.get(leaf ?? entries.at(-1)?.id); at !== undefined; at = known.get(at.parentId)) found.unshift(at);
  return found.filter((entry) => entry.type === 'message');
}

function check(message: Json, at: string): void {
  const { role, content, toolCallId } = object(message, at);
  if (!['user', 'assistant', 'toolResult'].includes(role)) throw new Wrong(`${at}/role: expected one that is known`);
  if (role === 'toolResult') text(toolCallId, `${at}/toolCallId`);
  for (const block of list(content, `${at}/content`)) {
    const { type, id, name, arguments: input } = object(block, `${at}/content`);
    if (type !== 'toolCall') continue;
    text(id, `${at}/content/id`);
    text(name, `${at}/content/name`);
    object(input, `${at}/content/arguments`);
  }
}

/** A block of the model, in its stored form. */
export function storedBlock(block: Json): object {
  if (block.type !== 'tool_use') return block;
  const { id, name, input } = block;
  return { type: 'toolCall', id, name, arguments: input };
}
