// The command line and the configuration.

import { type Json, isObject, isTexts } from './wire.ts';
import { Bad } from './wire.ts';

export type Mode = 'interactive' | 'print' | 'rpc';
export type Setup = {
  mode: Mode;
  continues: boolean;
  /** Answers by position, each a text or texts. */
  answers?: Json[];
  files: string[];
};
export type Settings = { session: string; leaf?: string; timeout?: number };

/** Throws `Bad`. */
export function readWords(words: string[], terminal: boolean): Setup {
  const setup: Setup = { mode: terminal ? 'interactive' : 'print', continues: false, files: [] };
  let said: Mode | undefined;
  const rest = [...words];
  const value = (option: string): string => {
    const next = rest.shift();
    if (next === undefined) throw new Bad(`${option} needs a value`);
    return next;
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '-c' || word === '--continue') setup.continues = true;
    else if (word === '-p' || word === '--print') said ??= 'print';
    else if (word === '--mode') said = modeOf(value(word));
    else if (word === '--answers') setup.answers = readAnswers(value(word));
    else if (word.startsWith('@') && word.length > 1) setup.files.push(word.slice(1));
    else throw new Bad(`what is ${JSON.stringify(word)}? There is no such option`);
  }
  setup.mode = said ?? setup.mode;
  return setup;
}

function modeOf(name: string): Mode {
  if (name === 'rpc') return 'rpc';
  if (name === 'json' || name === 'text') return 'print';
  throw new Bad(`--mode knows rpc, json and text, not ${JSON.stringify(name)}`);
}

function readAnswers(text: string): Json[] {
  let read: Json;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Bad('the value of --answers is no JSON');
  }
  if (!Array.isArray(read) || !read.every((one) => typeof one === 'string' || isTexts(one))) {
    throw new Bad('--answers takes an array with a text, or an array of texts, for each question');
  }
  return read;
}

/** Throws `Bad`. */
export function readSettings(layers: Json[]): Settings {
  const of = (key: string): Json => layers.map((layer) => layer.value).filter(isObject).findLast((one) => one[key] !== undefined)?.[key];
  const [session, leaf, timeout] = [of('session') ?? 'unknown', of('leaf'), of('dialog_timeout_ms') ?? undefined];
  if (typeof session !== 'string') throw new Bad('the setting session has to be a text');
  if (leaf !== undefined && leaf !== null && typeof leaf !== 'string') throw new Bad('the setting leaf has to be an id');
  if (timeout !== undefined && !(Number.isInteger(timeout) && timeout >= 0)) {
    throw new Bad('the setting dialog_timeout_ms has to be a number of milliseconds');
  }
  return { session, leaf: leaf ?? undefined, timeout };
}
