// The files of a run: the pending one that is read at its start, and those of the command line.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Agent } from './agent.ts';
import { type Found, find } from './pending.ts';
import { detailsOf, fromFile } from './results.ts';
import { text } from './session.ts';
import { Bad, type Json } from './wire.ts';

/** The answers of a pending file, which become a message of the user. */
export type Later = { content: Json[]; details: object; path: string; id: string | true };

export const at = (agent: Agent, path: string): string => resolve(agent.begin.folder, path);

/**
 * The answers of the pending file. `none`: there is no file, or it is not to be read. `leave`: it goes with a message.
 * `used`: an earlier run has told its answers already. Throws `Bad`.
 */
export function readPendingFile(agent: Agent): 'none' | 'leave' | { used: string } | Later {
  const { continues, answers, files, mode } = agent.setup;
  if (!continues && answers === undefined) return 'none';
  const found = find(agent.begin.folder, agent.settings.session);
  const file = found.find(({ wrong }) => wrong === undefined);
  if (found.length === 0) return 'none';
  if (file === undefined) throw new Bad(`${found[0]?.path}: ${found[0]?.wrong}`);
  const { path, content } = file;
  if (typeof content.id === 'string' && agent.session.usedFiles().includes(content.id)) return { used: path };
  if (answers === undefined && files.some((name) => at(agent, name) === at(agent, path))) return 'leave';
  const read = fromFile(content, answers, agent.session.waiting());
  const details = detailsOf({ answered: true, answers: read.answers }, read, mode, agent.desk.now);
  return { path, details, id: content.id ?? true, content: [text(read.words)] };
}

/** The files of the command line, which go with the first message. Returns those that are pending files. */
export function takeFiles(agent: Agent, content: Json[]): Found[] {
  const names = agent.setup.files;
  agent.setup.files = [];
  for (const name of names) {
    try {
      content.push(text(`File ${name}:\n${readFileSync(at(agent, name), 'utf8')}`));
    } catch {
      throw new Bad(`the file ${name} cannot be read`);
    }
  }
  const all = names.length === 0 ? [] : find(agent.begin.folder, agent.settings.session);
  return all.filter(({ path }) => names.some((name) => at(agent, name) === at(agent, path)));
}
