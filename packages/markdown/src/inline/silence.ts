import type { MarkdownIt, StateCore } from 'markdown-it';
import { jobOf } from '../job.ts';

/** Parses the inline text of every block, telling the rules whether it stands in a quote. */
export function silenceInQuotes(md: MarkdownIt): void {
  md.core.ruler.at('inline', parseInline);
}

function parseInline(state: StateCore): void {
  const job = jobOf(state.env);
  let quotes = 0;
  for (const token of state.tokens) {
    if (token.type === 'blockquote_open') quotes++;
    else if (token.type === 'blockquote_close') quotes--;
    else if (token.type === 'inline') {
      job.quoted = quotes > 0;
      state.md.inline.parse(token.content, state.md, state.env, (token.children ??= []));
    }
  }
}
