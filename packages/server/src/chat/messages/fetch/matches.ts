import type { Reader } from '../../../engine/db/sql.ts';
import { escapeText } from '../html-diff/html.ts';
import type { Shown } from '../present.ts';
import { highlightIn } from './highlight.ts';
import type { SearchText } from './search-text.ts';

/** HTML in which hits are highlighted. */
export type Match = { match_content: string; match_subject: string };

/** Shows where in messages stands what was searched for. Without a search, nothing is highlighted. */
export async function matchesIn(
  reader: Reader,
  search: SearchText | undefined,
  shown: readonly Shown[],
): Promise<(one: Shown) => Match> {
  const topics = new Set(shown.map(({ message }) => escapeText(message.subject)));
  const pieces = [...topics, ...shown.map(({ rendered }) => rendered)];
  const highlight = await highlightIn(reader, search?.lexemes ?? [], pieces);
  return ({ message, rendered }) => ({
    match_content: highlight(rendered),
    match_subject: highlight(escapeText(message.subject)),
  });
}
