// The pending file: questions that the user answers with an editor. Reading the answers back is left to you.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Question } from './question.ts';

/** The largest number of pending files. */
const FILES_MAX = 100;

/** The text of a pending file. */
export function text(session: string, now: number, questions: Question[]): string {
  const written = questions.map(({ question, options, multiSelect }) => ({
    question,
    multiSelect,
    options: options?.map((option) => option.label),
    answer: null,
  }));
  const file = { sessionId: session, timestamp: new Date(now).toISOString(), questions: written };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The text that tells the model about the file. */
export function instructions(path: string): string {
  return `Questions pending. User input required.

To answer, re-run with:
  pi -p @${path} "your answers"

Or edit the JSON file and run:
  pi -c

Questions saved to: ${path}`;
}

/** Writes the file under the first free name, for its owner only. An existing file may be in use, so we keep it. */
export function create(folder: string, text: string): string {
  mkdirSync(join(folder, '.pi'), { recursive: true });
  for (let number = 1; ; number += 1) {
    const path = `.pi/pending-questions${number === 1 ? '' : `-${number}`}.json`;
    try {
      writeFileSync(join(folder, path), text, { flag: 'wx', mode: 0o600 });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || number === FILES_MAX) throw error;
    }
  }
}
