// Results: what the model is told of them, and what is stored with them.

import { type Answer, readWritten } from './answers.ts';
import type { Mode } from './args.ts';
import { choices } from './choices.ts';
import { originals, readAnswers } from './pending.ts';
import type { Waiting } from './session.ts';
import type { Question } from './tool.ts';
import { Bad, type Json, json } from './wire.ts';

export type Outcome = { answered: boolean; answers: Answer[] } & ({ cancelled?: true } | { connectionLost: true } | { pendingFile: string });

/** What the model is told. */
export function told(outcome: Outcome): string {
  if (!choices.tellsJson) return inWords(outcome);
  const { answers, ...rest } = outcome;
  return json(choices.leavesOutNoAnswers && answers.length === 0 ? rest : { ...rest, answers });
}

function inWords(outcome: Outcome): string {
  if ('connectionLost' in outcome) return 'The connection to the user was lost.';
  if (!outcome.answered) return 'User cancelled the questions.';
  return blocks(outcome.answers);
}

function blocks(answers: Answer[]): string {
  const block = ({ question, answer, wasCustom }: Answer, at: number): string =>
    `Q${at + 1}: ${question}\nA${at + 1}: ${wasCustom ? '(custom) ' : ''}${Array.isArray(answer) ? answer.join(',') : answer}`;
  return answers.map(block).join('\n\n');
}

/** What is stored beside it. */
export function detailsOf(outcome: Outcome, asked: { questions: Question[]; metadata?: object }, mode: Mode, now: number): object {
  const { questions, metadata } = asked;
  return { mode, ...(outcome.answered ? { answeredAt: now } : {}), metadata, ...outcome, questions };
}

/** Answers by their places. Throws `Bad`. */
export function byPosition(questions: Question[], given: Json[]): Answer[] {
  if (given.length !== questions.length) throw new Bad(`there are ${given.length} for ${questions.length} questions`);
  return questions.map((question, at) => readWritten(question, given[at]));
}

/** The answers of a file, or those of the command line for its questions. Throws `Bad`. */
export function fromFile(content: Json, given: Json[] | undefined, waiting: Waiting[]): { questions: Question[]; answers: Answer[]; words: string } {
  const entries: Json[] = content.questions;
  if (given !== undefined && given.length !== entries.length) throw new Bad(`there are ${given.length} answers for ${entries.length} questions`);
  const filled = given === undefined ? entries : entries.map((entry, at) => ({ ...entry, answer: given[at] }));
  originals({ ...content, questions: filled }, waiting);
  const { questions, answers } = readAnswers({ ...content, questions: filled }, waiting);
  return { questions, answers, words: `My answers to the pending questions:\n\n${blocks(answers)}` };
}
