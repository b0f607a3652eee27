import { badRequest } from '../../../engine/api-error.ts';

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

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Parses an ISO 8601 date: midnight if it has no time, UTC if it has no offset. */
function dateOf(text: string | undefined): Date {
  if (text === undefined)
    throw badRequest("Missing parameter 'anchor_date', which the anchor 'date' requires.");
  const [, day, time = '00:00', seconds = '00', fraction = '0', zone = 'Z'] = ISO.exec(text.trim()) ?? [];
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const at = new Date(`${day}T${time}:${seconds}.${fraction.padEnd(3, '0')}${offset.toUpperCase()}`);
  // Date would accept a day that the month does not have as a day of the next month.
  const midnight = new Date(`${day}T00:00Z`);
  if (Number.isNaN(at.getTime()) || midnight.toISOString().slice(0, 10) !== day)
    throw badRequest(`The parameter 'anchor_date' is not an ISO 8601 date: '${text}'.`);
  return at;
}
