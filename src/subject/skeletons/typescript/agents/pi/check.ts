// Checks for JSON that others have written: a call of the model, a client's reply, a session.

import type { Json } from './rpc.ts';

/** A mistake in the JSON, with its place. */
export class Wrong extends Error {}

/** The result of `read`, or the mistake that it throws. */
export function orWrong<T>(read: () => T): T | Wrong {
  try {
    return read();
  } catch (error) {
    if (error instanceof Wrong) return error;
    throw error;
  }
}

export function list(value: Json, at: string): Json[] {
  if (!Array.isArray(value)) throw new Wrong(`${at}: expected a list`);
  return value;
}

export function object(value: Json, at: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Wrong(`${at}: expected an object`);
  return value;
}

export function text(value: Json, at: string): string {
  if (typeof value !== 'string' || value === '') throw new Wrong(`${at}: expected a text that is not empty`);
  return value;
}
