// What the user may say with a slash.

import type { Agent } from './agent.ts';
import { summaryOf } from './compact.ts';
import { type Found, find, remove } from './pending.ts';
import { Bad, type Json } from './wire.ts';

/** Does what a command says; whether the words are one. */
export function command(agent: Agent, words: string): boolean {
  const [, name, rest = ''] = /^\/(questions|compact|tree)(?:\s+(.*))?$/s.exec(words.trim()) ?? [];
  if (name === undefined) return false;
  if (name === 'questions') questions(agent, rest.trim());
  else if (name === 'tree') tree(agent, rest.trim());
  else if (agent.session.isEmpty) show(agent, 'There is nothing to compact yet.');
  else agent.compact(summaryOf(agent.session.told()));
  return true;
}

function show(agent: Agent, message: string): void {
  const isHosted = agent.begin.profile === 'pi-rpc' && agent.setup.mode === 'rpc' && agent.hasClient;
  if (!isHosted) return agent.desk.notice(message);
  agent.desk.tell({ notifyType: 'info', message, method: 'notify', id: agent.desk.name('note'), type: 'extension_ui_request' });
}

function questions(agent: Agent, what: string): void {
  const files = find(agent.begin.folder, agent.settings.session);
  if (what !== '' && what !== 'clear') return show(agent, 'Say /questions, or /questions clear.');
  if (files.length === 0) return show(agent, 'No questions are waiting in a file.');
  if (what === '') return show(agent, files.map(describe).join('\n\n'));
  for (const { path } of files.filter(({ wrong }) => wrong !== 'it is no file')) {
    remove(agent.begin.folder, path);
    agent.desk.say('file/written', { path });
  }
  show(agent, `Removed: ${files.map(({ path }) => path).join(', ')}`);
}

function describe({ path, content, wrong }: Found): string {
  const entries: Json[] = Array.isArray(content?.questions) ? content.questions : [];
  const lines = entries.flatMap((entry, at) => {
    const answer = (entry?.answer ?? null) === null ? 'open' : `answered: ${[entry.answer].flat().join(', ')}`;
    const options = Array.isArray(entry?.options) ? entry.options.map((label: Json) => `     - ${label}`) : [];
    return [`  ${at + 1}. ${entry?.question} (${answer})`, ...options];
  });
  return [`${path}${wrong === undefined ? '' : ` (unusable: ${wrong})`}`, ...lines].join('\n');
}

function tree(agent: Agent, id: string): void {
  try {
    agent.session.goTo(id);
    show(agent, `The conversation goes on from ${id}.`);
  } catch (error) {
    if (!(error instanceof Bad)) throw error;
    show(agent, `Nothing has changed: ${error.message}.`);
  }
}
