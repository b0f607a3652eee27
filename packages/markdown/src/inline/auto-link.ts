import type { MarkdownIt } from 'markdown-it';
import { bareLinks } from '../links/bare.ts';
import { linkPieces } from './split.ts';

/** Addresses, domains and e-mail addresses that stand bare in the text. */
export function autoLink(md: MarkdownIt): void {
  md.inline.ruler2.push('auto_link', (state) =>
    linkPieces(state, (text, startsFree) =>
      bareLinks(text, startsFree).map((link) => ({ ...link, bare: true })),
    ),
  );
}
