// The files with questions that wait for their answers.

import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, labelsOf, readWritten } from './answers.ts';
import { choices } from './choices.ts';
import type { Waiting } from './session.ts';
import type { Asked, Question } from './tool.ts';
import { Bad, type Json, isObject, isTexts, json } from './wire.ts';

const FOLDER = '.pi';
const NAME = /^pending-questions(-\d+)?\.json$/;
const nameOf = (number: number): string => (number === 1 ? 'pending-questions.json' : `pending-questions-${number}.json`);

/** A file, by its path in the folder of the run. `wrong` says why it cannot be used. */
export type Found = { path: string; content?: Json; wrong?: string };

export function instructions(path: string): string {
  return [
    'Questions pending. User input required.',
    '',
    'To answer, re-run with:',
    `  pi -p @${path} "your answers"`,
    '',
    'Or edit the JSON file and run:',
    '  pi -c',
    '',
    `Questions saved to: ${path}`,
  ].join('\n');
}

/** All pending files, the first one first. */
export function find(folder: string, session: string): Found[] {
  const names = existsSync(join(folder, FOLDER)) ? readdirSync(join(folder, FOLDER)).filter((name) => NAME.test(name)) : [];
  names.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return names.map((name) => look(folder, `${FOLDER}/${name}`, session));
}

function look(folder: string, path: string, session: string): Found {
  let content: Json;
  if (!lstatSync(join(folder, path)).isFile()) return { path, wrong: 'it is no file' };
  try {
    content = JSON.parse(readFileSync(join(folder, path), 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    return { path, wrong: error instanceof SyntaxError ? 'it is no JSON' : 'it cannot be read' };
  }
  if (!isObject(content) || !Array.isArray(content.questions) || content.questions.length === 0) return { path, wrong: 'it has no questions' };
  if (!content.questions.every((one: Json) => isObject(one) && typeof one.question === 'string')) return { path, content, wrong: 'an entry has no question' };
  const owner = content.sessionId ?? session;
  return owner === session ? { path, content } : { path, content, wrong: `it belongs to the session ${JSON.stringify(owner)}` };
}

/** Writes the questions down, and returns the path and the id of the file. */
export function save(folder: string, session: string, { questions, metadata }: Asked): { path: string; id: string } {
  mkdirSync(join(folder, FOLDER), { recursive: true });
  const open = choices.addsToFile ? find(folder, session).find((file) => file.wrong === undefined) : undefined;
  const entries = questions.map(toEntry);
  if (open !== undefined) {
    const { id = randomUUID(), ...rest } = open.content;
    const content = { ...rest, id, sessionId: session, questions: [...open.content.questions, ...entries] };
    if (metadata !== undefined) content.metadata = { ...(isObject(rest.metadata) ? rest.metadata : {}), ...metadata };
    write(folder, open.path, content);
    return { path: open.path, id };
  }
  let number = 1;
  while (lstatSync(join(folder, FOLDER, nameOf(number)), { throwIfNoEntry: false }) !== undefined) number += 1;
  const [path, id] = [`${FOLDER}/${nameOf(number)}`, randomUUID()];
  write(folder, path, { questions: entries, metadata, id, timestamp: new Date().toISOString(), sessionId: session });
  return { path, id };
}

function toEntry(question: Question): object {
  const { options, ...rest } = question;
  return { answer: null, ...rest, ...(labelsOf(question).length > 0 ? { options: labelsOf(question) } : {}) };
}

function write(folder: string, path: string, content: Json): void {
  writeFileSync(join(folder, path), `${JSON.stringify(JSON.parse(json(content)), undefined, 2)}\n`, { mode: 0o600 });
  chmodSync(join(folder, path), 0o600);
}

export function remove(folder: string, path: string): void {
  rmSync(join(folder, path), { force: true });
}

/** The original questions of a file, each with the answer that the user has written. Throws `Bad`. */
export function readAnswers(content: Json, waiting: Waiting[]): { questions: Question[]; answers: Answer[] } {
  const entries: Json[] = content.questions;
  const questions = originals(content, waiting);
  const order = [...questions.keys()].toSorted((a, b) => questions[a]!.place - questions[b]!.place);
  const unanswered = entries.find((entry) => (entry.answer ?? null) === null);
  if (unanswered !== undefined) throw new Bad(`${JSON.stringify(unanswered.question)} has no answer yet`);
  const answers = order.map((at) => readWritten(questions[at]!.question, entries[at].answer));
  return { answers, questions: order.map((at) => questions[at]!.question) };
}

/** The questions as they were asked, one for each entry of the file. The user may have moved or shortened them. */
export function originals(content: Json, waiting: Waiting[]): { question: Question; place: number }[] {
  const entries: Json[] = content.questions;
  const ours = waiting.filter(({ file }) => content.id === undefined || file === undefined || file === content.id);
  const free = new Map(ours.map(({ question }, place) => [place, question]));
  if (free.size > entries.length) throw new Bad(`the file has ${entries.length} of ${free.size} questions`);
  const found: ({ question: Question; place: number } | undefined)[] = entries.map((entry) => {
    const same = [...free].find(([, question]) => question.question === entry.question);
    if (same === undefined) return undefined;
    free.delete(same[0]);
    return { question: same[1], place: same[0] };
  });
  return found.map((one, at) => {
    if (one !== undefined) return one;
    const left = free.has(at) ? at : free.keys().next().value;
    if (left === undefined) return { question: ofEntry(entries[at]), place: ours.length + at };
    const question = free.get(left) as Question;
    free.delete(left);
    return { question, place: left };
  });
}

/** A question of which only the file is known. */
function ofEntry({ question, options, multiSelect, answer }: Json): Question {
  const labels = isTexts(options) ? options.map((label) => ({ label })) : [];
  return { question, ...(labels.length > 0 ? { options: labels } : {}), multiSelect: multiSelect === true || Array.isArray(answer) };
}
