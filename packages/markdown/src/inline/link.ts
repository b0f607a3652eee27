import type { MarkdownIt, StateInline } from 'markdown-it';
import { openTag } from '../html.ts';
import { jobOf } from '../job.ts';
import { relativeIfLocal, safeUrl } from '../links/url.ts';
import { pushAtom } from './atom.ts';
import { bracketedAt } from './brackets.ts';
import { textWithCode } from './code-span.ts';

/** `[label](target "title")`; the label is plain text. */
export function link(md: MarkdownIt): void {
  md.inline.ruler.push('link', parse);
}

function parse(state: StateInline): boolean {
  if (state.src[state.pos] !== '[') return false;
  const found = bracketedAt(state, state.pos);
  if (found === undefined) return false;
  const job = jobOf(state.env);
  const url = safeUrl(found.target);
  if (url === undefined) {
    // The whole construct stays text: its target must not become a link by itself.
    state.pending += state.src.slice(state.pos, found.end);
    state.pos = found.end;
    return true;
  }
  const href = relativeIfLocal(url, job.context.origin);
  const label = found.label.trim() === '' ? url : found.label;
  const tag = openTag('a', found.title ? { href, title: found.title } : { href });
  job.found.addLink(href);
  pushAtom(state, `${tag}${textWithCode(label)}</a>`, label === url ? { href } : { href, label });
  state.pos = found.end;
  return true;
}
