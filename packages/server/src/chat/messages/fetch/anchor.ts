import { badRequest } from '../../../engine/api-error.ts';
import { momentOf } from '../moment.ts';

/** An id above that of every message. */
export const NEWEST = 10_000_000_000_000_000;

/** The position around which messages are fetched. */
export type Anchor =
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'first unread' }
  | { readonly kind: 'date'; readonly at: Date };

export function anchorOf(text: string, date?: string): Anchor {
  switch (text) {
    case 'oldest':
      return { kind: 'id', id: 0 };
    case 'newest':
      return { kind: 'id', id: NEWEST };
    case 'first_unread':
      return { kind: 'first unread' };
    case 'date':
      return { kind: 'date', at: dateOf(date) };
    default:
      if (!/^\s*[+-]?\d+\s*$/.test(text)) throw badRequest(`The parameter 'anchor' is invalid: '${text}'.`);
      return { kind: 'id', id: Math.min(Math.max(Number(text), 0), NEWEST) };
  }
}

function dateOf(text: string | undefined): Date {
  if (text === undefined)
    throw badRequest("Missing parameter 'anchor_date', which the anchor 'date' requires.");
  const moment = momentOf(text);
  if (moment === undefined)
    throw badRequest(`The parameter 'anchor_date' is not an ISO 8601 date: '${text}'.`);
  return moment.at;
}
