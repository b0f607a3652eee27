import type { MarkdownIt, StateInline } from 'markdown-it';
import { escapeCode, openTag } from '../html.ts';
import { jobOf } from '../job.ts';
import { pushAtom } from './atom.ts';
import { standsFree } from './mention.ts';

/** `@*support*`; `@_*support*` is silent. */
export function groupMention(md: MarkdownIt): void {
  md.inline.ruler.push('group_mention', parse);
}

const SYNTAX = /@(_?)\*([^*\n]+)\*/y;
const MAY_PRECEDE = /[\s'"({[/<]/;

function parse(state: StateInline): boolean {
  if (state.src[state.pos] !== '@' || !standsFree(state, MAY_PRECEDE)) return false;
  SYNTAX.lastIndex = state.pos;
  const match = SYNTAX.exec(state.src);
  if (match === null) return false;
  const job = jobOf(state.env);
  const group = job.group(match[2] ?? '');
  if (group === undefined) return false;
  const silent = match[1] === '_' || job.quoted || !group.active;
  if (!silent) job.found.groups.add(group.id);
  const attributes = {
    class: silent ? 'user-group-mention silent' : 'user-group-mention',
    'data-user-group-id': String(group.id),
  };
  const shown = escapeCode(group.displayName ?? group.name);
  pushAtom(state, `${openTag('span', attributes)}${silent ? '' : '@'}${shown}</span>`);
  state.pos += match[0].length;
  return true;
}
