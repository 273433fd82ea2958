// The form as it is first shown. Handling keys is left to you: claim `keys` when you add it.

import type { Question } from './question.ts';

const RULE = '─'.repeat(60);
const OTHER = { label: 'Other (type your answer)', description: undefined };

/** A list with more options than this scrolls, and shows one row less. */
const OPTIONS_MAX = 6;

/** The form of a call: its first question, and tabs if there are several. */
export function draw(questions: Question[]): object {
  const [first = { question: '' }, ...others] = questions;
  const isAlone = others.length === 0;
  const title = isAlone && first.header !== undefined ? ` ${first.header}` : undefined;
  const head = isAlone ? title : tabs(questions);
  const lines = [
    ...[RULE, ...(head === undefined ? [] : [head, ''])],
    ...[`  ${first.question}`, '', ...body(first), ''],
    ...[`  ${keys(first, isAlone)}`, RULE],
  ];
  const choices = first.options?.map((option) => option.label) ?? [];
  return { text: lines.join('\n'), offers: { choices, several: first.multiSelect === true, typing: 'echoed' } };
}

function tabs(questions: Question[]): string {
  const names = questions.map(({ header }, at) => `□ ${header ?? `Q${at + 1}`}`);
  return ` ← ${[...names, '✓ Submit'].join('  ')} →`;
}

/** The rows that can be picked or typed into. */
function body({ options, multiSelect }: Question): string[] {
  if (options === undefined) return ['  > █'];
  const rows = [...options, OTHER];
  const shown = options.length > OPTIONS_MAX ? rows.slice(0, OPTIONS_MAX - 1) : rows;
  const lines = shown.flatMap(({ label, description }, at) => {
    const cursor = at === 0 ? '  > ' : '    ';
    const row = multiSelect ? `${cursor}[ ] ${label}` : `${cursor}${at + 1}. ${label}`;
    return description ? [row, `${multiSelect ? '        ' : '       '}${description}`] : [row];
  });
  const hidden = rows.length - shown.length;
  return hidden > 0 ? [...lines, `    ↓ ${hidden} more...`] : lines;
}

function keys({ options, multiSelect }: Question, isAlone: boolean): string {
  if (!isAlone) return `Tab/←→ switch • ${options === undefined ? '' : '↑↓ select • '}Enter confirm • Esc cancel`;
  if (options === undefined) return 'Enter to submit • Esc to cancel';
  if (multiSelect) return 'Space to toggle • Enter to submit • Esc to cancel';
  return '↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel';
}
