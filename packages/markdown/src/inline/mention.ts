import type { MarkdownIt, StateInline } from 'markdown-it';
import type { User } from '../context.ts';
import { escapeCode, openTag } from '../html.ts';
import { type Job, jobOf } from '../job.ts';
import { pushAtom } from './atom.ts';

/** `@**Ada**`, `@**Ada|10**`, `@**|10**` and the wildcards; `@_` makes them silent. */
export function mention(md: MarkdownIt): void {
  md.inline.ruler.push('mention', parse);
}

const SYNTAX = /@(_?)\*\*([^*\n]+)\*\*/y;
const MAY_PRECEDE = /[\s'"({[/<]/;
const CHANNEL_WILDCARDS: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream']);

function parse(state: StateInline): boolean {
  if (state.src[state.pos] !== '@' || !standsFree(state, MAY_PRECEDE)) return false;
  SYNTAX.lastIndex = state.pos;
  const match = SYNTAX.exec(state.src);
  if (match === null) return false;
  const job = jobOf(state.env);
  const name = match[2] ?? '';
  const html = mentionHtml(job, name, match[1] === '_' || job.quoted);
  if (html === undefined) return false;
  pushAtom(state, html);
  state.pos += match[0].length;
  return true;
}

/** Whether the text before the current position lets a mention or channel link begin here. */
export function standsFree(state: StateInline, mayPrecede: RegExp): boolean {
  return state.pos === 0 || mayPrecede.test(state.src[state.pos - 1] ?? '');
}

function mentionHtml(job: Job, name: string, silent: boolean): string | undefined {
  if (CHANNEL_WILDCARDS.has(name)) return channelWildcardHtml(job, name, silent);
  if (name === 'topic') return topicWildcardHtml(job, silent);
  const user = userCalled(job, name);
  return user && userHtml(job, user, silent || !user.active);
}

function userCalled(job: Job, name: string): User | undefined {
  const withId = /^(.*)\|([0-9]{1,15})$/s.exec(name);
  if (withId === null) return job.userByName(name);
  const user = job.userById(Number(withId[2]));
  return withId[1] === '' || withId[1] === user?.name ? user : undefined;
}

function userHtml(job: Job, user: User, silent: boolean): string {
  if (!silent) job.found.users.add(user.id);
  const attributes = {
    class: silent ? 'user-mention silent' : 'user-mention',
    'data-user-id': String(user.id),
  };
  return `${openTag('span', attributes)}${silent ? '' : '@'}${escapeCode(user.name)}</span>`;
}

function channelWildcardHtml(job: Job, name: string, silent: boolean): string {
  if (!silent) job.found.everyone = true;
  const attributes = {
    class: `user-mention channel-wildcard-mention${silent ? ' silent' : ''}`,
    'data-user-id': '*',
  };
  return `${openTag('span', attributes)}${silent ? '' : '@'}${name}</span>`;
}

function topicWildcardHtml(job: Job, silent: boolean): string {
  if (!silent) job.found.topic = true;
  return silent
    ? '<span class="topic-mention silent">topic</span>'
    : '<span class="topic-mention">@topic</span>';
}
