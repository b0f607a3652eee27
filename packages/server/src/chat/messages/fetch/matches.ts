import { escapeText } from '../html-diff/html.ts';
import type { PresentedMessage } from '../present.ts';
import { highlight } from '../search/html-text.ts';
import type { Unit } from '../search/units.ts';

/** HTML with highlighted matches. */
export type Match = { match_content: string; match_subject: string };

/** Highlights the matches of a search in a message. Without units, nothing is highlighted. */
export function matchIn(units: readonly Unit[], { message, rendered }: PresentedMessage): Match {
  return {
    match_content: highlight(units, rendered),
    match_subject: highlight(units, escapeText(message.subject)),
  };
}
