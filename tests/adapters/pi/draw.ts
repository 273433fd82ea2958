// How the form looks.

import { discardQuestion, isList, labelsOf, longWarning } from './answers.ts';
import { choices } from './choices.ts';
import { FULL, type Form, type Part, WINDOW } from './form.ts';
import { OTHER, type Question } from './tool.ts';

export type Picture = { text: string; offers: object };

const RULE = '─'.repeat(72);
const KEYS = {
  list: '↑↓ navigate • 1-9 quick select • Enter to select • Esc to cancel',
  many: 'Space to toggle • Enter to submit • Esc to cancel',
  text: 'Enter to submit • Esc to cancel',
  tabs: 'Tab/←→ switch • ↑↓ select • Enter confirm • Esc cancel',
  manyTabs: 'Tab/←→ switch • ↑↓ select • Space toggle • Enter confirm • Esc cancel',
  textTabs: 'Tab/←→ switch • Enter confirm • Esc cancel',
};

export function draw(form: Form): Picture {
  const lines = [RULE, title(form), '', ...inside(form)];
  const below = form.note === '' ? [] : [`  (${form.note})`];
  return { offers: offers(form), text: [...lines, RULE, ...below].join('\n') };
}

/** The form when it is over: nothing can be done with it any more. */
export function drawEnd(questions: Question[], how: string): Picture {
  const lines = questions.flatMap(({ question, options }) => [
    `  ${clean(question)}`,
    ...(options ?? []).map(({ label }) => `    · ${clean(label)}`),
  ]);
  return { offers: {}, text: [`  [${how}]`, ...lines].join('\n') };
}

/** The question, what can be picked or typed, and the line of keys. */
function inside(form: Form): string[] {
  const { overlay, part } = form;
  if (part === undefined && overlay === undefined) {
    const all = form.parts.flatMap((one, at) => [`  ${at + 1}) ${clean(one.question.question)}`, `     ${summary(one)}`]);
    return ['  Ready to submit?', '', ...all, '', `  ${KEYS.textTabs}`];
  }
  const asked = part === undefined ? [] : [`  ${clean(part.question.question)}`, ''];
  if (overlay?.kind === 'discard') {
    return [...asked, `  ${discardQuestion(overlay.count)}`, '    y = Yes, discard', '    n = No, go back', '', '  y/n • Esc goes back'];
  }
  const shown = part as Part;
  if (overlay?.kind === 'long') {
    return [...asked, ...body(form, shown), '', `  ${longWarning(overlay.text)}`, '', '  y/n • Esc goes back'];
  }
  return [...asked, ...body(form, shown), '', `  ${keyLine(form, shown)}`];
}

function title(form: Form): string {
  if (form.isAlone) return ` ${clean(form.parts[0]?.question.header ?? choices.title)}`;
  const names = form.parts.map((part, at) => {
    const isFilled = choices.squareIsCurrent ? at === form.tab : part.isAnswered;
    return `${isFilled ? '■' : '□'} ${tabName(part.question, at)}`;
  });
  return ` ← ${[...names, '✓ Submit'].join('  ')} →`;
}

/** The first word of the header, behind the number of the tab. */
function tabName({ header }: Question, at: number): string {
  const word = clean(header ?? '').trim().split(/\s+/)[0];
  return word ? `${at + 1}:${word}` : `#${at + 1}`;
}

function keyLine(form: Form, part: Part): string {
  const isText = part.isTyping || !isList(part.question);
  const isMany = part.question.multiSelect === true;
  if (!form.isAlone) return isText ? KEYS.textTabs : isMany ? KEYS.manyTabs : KEYS.tabs;
  return isText ? KEYS.text : isMany ? KEYS.many : KEYS.list;
}

function body(form: Form, part: Part): string[] {
  if (!isList(part.question)) return [`  > ${clean(part.text)}█`];
  if (!part.isTyping) return list(form, part);
  return [...labelsOf(part.question).map((label) => `    · ${clean(label)}`), '', `  > ${clean(part.text)}█`];
}

function list(form: Form, part: Part): string[] {
  const isMany = part.question.multiSelect === true;
  const options = [...(part.question.options ?? []), { label: OTHER }];
  const other = options.length - 1;
  const isScrolling = other > FULL;
  const end = isScrolling ? Math.min(part.top + WINDOW, options.length) : options.length;
  const lines: string[] = [];
  if (isScrolling && part.top > 0 && choices.announcesAbove) lines.push(`    ↑ ${part.top} more...`);
  const describes = form.isAlone || choices.describesBehindTabs;
  for (let row = isScrolling ? part.top : 0; row < end; row += 1) {
    const { label, description } = options[row]!;
    const cursor = row === part.row ? '  > ' : '    ';
    const isPicked = row === other ? part.hasOther : part.picks.includes(row);
    lines.push(`${cursor}${isMany ? (isPicked ? '[x]' : '[ ]') : `${row + 1}.`} ${clean(label)}`);
    if (description && describes) lines.push(`${isMany ? '        ' : '       '}${clean(description)}`);
    if (row === other && part.hasOther && isMany) lines.push(`        ${clean(part.text)}`);
  }
  const hidden = options.length - end;
  if (hidden > 0) lines.push(`    ↓ ${choices.countsOther ? hidden : Math.max(hidden - 1, 1)} more...`);
  return lines;
}

function summary(part: Part): string {
  if (!part.isAnswered) return '(open)';
  if (!isList(part.question)) return `= ${clean(part.text)}`;
  const picked = part.picks.map((row) => labelsOf(part.question)[row] ?? '');
  const all = part.hasOther ? [...picked, part.text] : picked;
  return all.length === 0 ? '= (nothing)' : `= ${all.map(clean).join(' + ')}`;
}

function offers(form: Form): object {
  if (form.overlay !== undefined) return { choices: ['Yes', 'No'], keys: ['y', 'n', 'Enter', 'Esc'] };
  const moves = form.isAlone ? [] : ['Tab', 'Left', 'Right'];
  const { part } = form;
  if (part === undefined) return { keys: ['Enter', 'Esc', ...moves] };
  if (!isList(part.question)) return { typing: 'echoed', keys: ['Enter', 'Backspace', 'Esc', ...moves] };
  const labels = labelsOf(part.question);
  const isMany = part.question.multiSelect === true;
  return {
    typing: 'echoed',
    several: isMany,
    keys: [...(part.isTyping ? ['Backspace'] : ['Up', 'Down', 'Space']), 'Enter', 'Esc', ...moves],
    choices: choices.offersOther ? [...labels, OTHER] : labels,
  };
}

/** Control characters and those that turn the direction of text are not drawn. */
function clean(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ').replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
