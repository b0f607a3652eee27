import type { MarkdownIt, StateInline } from 'markdown-it';
import { jobOf } from '../job.ts';
import { safeUrl } from '../links/url.ts';
import { linkPieces } from './split.ts';

/** The organization's own patterns, such as `TICK-42`. */
export function linkifier(md: MarkdownIt): void {
  md.inline.ruler2.push('linkifier', apply);
}

function apply(state: StateInline): void {
  const job = jobOf(state.env);
  const linkifiers = job.context.linkifiers;
  if (linkifiers === undefined || linkifiers.length === 0) return;
  const engine = job.engines.linkifiers;
  if (engine === undefined) {
    job.found.missing.add('linkifiers');
    return;
  }
  linkPieces(state, (text, startsFree) =>
    engine(linkifiers, text, startsFree).flatMap(({ start, end, url }) => {
      const href = safeUrl(url);
      return href === undefined ? [] : [{ start, end, href, bare: false }];
    }),
  );
}
