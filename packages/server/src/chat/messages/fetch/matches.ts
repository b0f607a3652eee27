import type { Reader } from '../../../engine/db/sql.ts';
import { escapeText } from '../html-diff/html.ts';
import type { PresentedMessage } from '../present.ts';
import { highlightIn } from './highlight.ts';
import type { SearchText } from './search-text.ts';

/** HTML with highlighted matches. */
export type Match = { match_content: string; match_subject: string };

/** Highlights the matches of a search in messages. Without search text, nothing is highlighted. */
export async function matchesIn(
  reader: Reader,
  search: SearchText | undefined,
  shown: readonly PresentedMessage[],
): Promise<(one: PresentedMessage) => Match> {
  const topics = new Set(shown.map(({ message }) => escapeText(message.subject)));
  const pieces = [...topics, ...shown.map(({ rendered }) => rendered)];
  const highlight = await highlightIn(reader, search?.lexemes ?? [], pieces);
  return ({ message, rendered }) => ({
    match_content: highlight(rendered),
    match_subject: highlight(escapeText(message.subject)),
  });
}
