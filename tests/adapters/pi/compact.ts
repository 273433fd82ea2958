// Summaries: what `/compact` keeps of the conversation.

import { NAME } from './tool.ts';
import type { Entry } from './session.ts';
import { type Json, isObject } from './wire.ts';

/** How many characters of a message are kept. */
const KEPT = 400;

export function summaryOf(entries: Entry[]): string {
  return entries.flatMap(lineOf).join('\n');
}

function lineOf({ type, message, summary }: Entry): string[] {
  if (type === 'compaction') return [summary];
  if (type !== 'message') return [];
  const said = wordsOf(message.content);
  if (isObject(message.details)) {
    const lines = ofDetails(message.details);
    if (lines.length > 0) return lines;
  }
  if (message.role === 'user') return said === '' ? [] : [`The user said: ${cut(said)}`];
  if (message.role === 'assistant') return said === '' ? [] : [`The assistant said: ${cut(said)}`];
  if (message.toolName === NAME) return [`The questions to the user ended with: ${cut(said)}`];
  return [`The tool ${message.toolName} returned: ${cut(said)}`];
}

/** The questions and answers of a call of `ask_user`. */
function ofDetails({ questions, answers, cancelled, connectionLost, pendingFile }: Json): string[] {
  if (Array.isArray(answers) && answers.length > 0) {
    return answers.map(({ question, answer, wasCustom }: Json) => {
      const words = Array.isArray(answer) ? answer.map((one) => `"${one}"`).join(' and ') || 'nothing' : `"${answer}"`;
      return `The user was asked "${question}" and ${wasCustom ? 'answered in own words' : 'chose'}: ${words}.`;
    });
  }
  if (!Array.isArray(questions)) return [];
  const why = cancelled ? 'cancelled' : connectionLost ? 'could not answer, as the client was gone' : 'has not answered yet';
  if (!cancelled && !connectionLost && pendingFile === undefined) return [];
  return questions.map(({ question }: Json) => `The user was asked "${question}" and ${why}.`);
}

function wordsOf(content: Json[]): string {
  return content.filter((block) => block.type === 'text').map((block) => block.text).join('\n');
}

function cut(words: string): string {
  const letters = [...words];
  return letters.length > KEPT ? `${letters.slice(0, KEPT).join('')}...` : words;
}
