import type { NarrowOperator, NarrowTerm } from '@parley/contract/objects/narrow.ts';
import { EMPTY_TOPIC_NAME } from '../../topics/name.ts';
import { momentOf } from '../moment.ts';
import { badNarrow } from './error.ts';
import type { NamedCondition, ChannelKind, Has, Is, NameOrId, Narrow, Period, Term } from './term.ts';

export type PlainTerm = {
  readonly operator: NarrowOperator;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean | undefined;
};

/** Converts a term to its object form; the older pair form cannot be negated. */
export function plainTerm(term: NarrowTerm): PlainTerm {
  return Array.isArray(term) ? { operator: term[0], operand: term[1] } : term;
}

/** PostgreSQL parses the whole search text for each query, and looks for each quoted phrase in each candidate. */
const MAX_SEARCH_CHARACTERS = 1_000;
const MAX_PHRASES = 20;

/** Parses and validates a narrow without database lookups. */
export function parseNarrow(wire: readonly NarrowTerm[]): Narrow {
  const plain = wire.map(plainTerm);
  const terms = plain.flatMap(termOf);
  const searches = plain.flatMap(({ operator, operand }) => (operator === 'search' ? String(operand) : []));
  refuseContradiction(terms);
  return { terms, search: searches.length === 0 ? undefined : checkSearch(searches.join(' ')) };
}

function checkSearch(search: string): string {
  if (search.length > MAX_SEARCH_CHARACTERS)
    throw badNarrow(`its search text has more than ${MAX_SEARCH_CHARACTERS} characters.`);
  if ((search.match(/"[^"]+"/g)?.length ?? 0) > MAX_PHRASES)
    throw badNarrow(`its search text has more than ${MAX_PHRASES} phrases.`);
  return search;
}

function termOf({ operator, operand, negated = false }: PlainTerm): Term[] {
  const term = (condition: NamedCondition, isNegated = negated): Term[] => [{ condition, isNegated }];
  switch (operator) {
    case 'channel':
    case 'stream':
      return term({ kind: 'channel', channel: named(operand) });
    case 'channels':
    case 'streams':
      return term({ kind: 'channels', which: operandOf(operator, operand, CHANNEL_KINDS) });
    case 'topic':
      return term({ kind: 'topic', topic: operand === EMPTY_TOPIC_NAME ? '' : String(operand) });
    case 'sender':
      return term({ kind: 'sender', who: named(operand) });
    case 'dm':
    case 'pm-with':
    case 'pm_with':
      return term({ kind: 'dm', who: namedMany(operand) });
    case 'dm-including':
    case 'group-pm-with':
    case 'group_pm_with':
      return term({ kind: 'dm-including', who: named(operand) });
    case 'mentions':
      return term({ kind: 'mentions', who: named(operand) });
    case 'is':
      return term({ kind: 'is', what: operandOf(operator, operand, IS_OPERANDS) });
    case 'has':
      return term({ kind: 'has', what: operandOf(operator, operand, HAS_OPERANDS) });
    case 'in':
      return operandOf(operator, operand, IN_OPERANDS) === 'all'
        ? []
        : term({ kind: 'is', what: 'muted' }, !negated);
    case 'id':
      return term({ kind: 'id', id: idOf(operand) });
    case 'before':
    case 'after':
    case 'date':
      return term({ kind: 'sent', period: periodOf(operator, String(operand)) });
    // Handled elsewhere, or relevant only to the client.
    case 'search':
    case 'with':
    case 'near':
      return [];
    default:
      throw badNarrow(`there is no operator '${String(operator)}'.`);
  }
}

const IS_OPERANDS: Readonly<Record<string, Is>> = {
  dm: 'dm',
  private: 'dm',
  unread: 'unread',
  starred: 'starred',
  mentioned: 'mentioned',
  alerted: 'alerted',
  resolved: 'resolved',
  followed: 'followed',
  muted: 'muted',
};
const HAS_OPERANDS: Readonly<Record<string, Has>> = {
  attachment: 'attachment',
  image: 'image',
  link: 'link',
  reaction: 'reaction',
};
const CHANNEL_KINDS: Readonly<Record<string, ChannelKind>> = {
  public: 'public',
  'web-public': 'web-public',
  archived: 'archived',
};
const IN_OPERANDS: Readonly<Record<string, 'home' | 'all'>> = { home: 'home', all: 'all' };

function operandOf<T extends string>(
  operator: string,
  operand: PlainTerm['operand'],
  known: Readonly<Record<string, T>>,
): T {
  const word = Object.hasOwn(known, String(operand)) ? known[String(operand)] : undefined;
  if (word === undefined)
    throw badNarrow(`the operator '${operator}' does not support '${String(operand)}'.`);
  return word;
}

function named(operand: PlainTerm['operand']): NameOrId {
  return typeof operand === 'number' ? operand : String(operand);
}

function namedMany(operand: PlainTerm['operand']): NameOrId[] {
  if (typeof operand === 'number') return [operand];
  return typeof operand === 'string' ? operand.split(',').map((one) => one.trim()) : [...operand];
}

/** Higher ids are refused by the public API. */
const MAX_MESSAGE_ID = 2_147_483_647;

function idOf(operand: PlainTerm['operand']): number {
  const text = String(operand);
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= MAX_MESSAGE_ID)) throw badNarrow(`'${text}' is not the id of a message.`);
  return id;
}

const DAY_MS = 86_400_000;

function periodOf(operator: 'before' | 'after' | 'date', text: string): Period {
  const moment = momentOf(text);
  if (moment === undefined) throw badNarrow(`'${text}' is not an ISO 8601 date.`);
  const { at, isDay } = moment;
  if (operator === 'before') return { to: at };
  const end = new Date(at.getTime() + DAY_MS);
  if (operator === 'after') return { from: isDay ? end : at };
  if (!isDay) throw badNarrow(`the operator 'date' takes a day without a time, not '${text}'.`);
  return { from: at, to: end };
}

/** A message cannot be both in a channel and direct. */
function refuseContradiction(terms: readonly Term[]): void {
  if (terms.some(isAboutChannels) && terms.some(isAboutDirect))
    throw badNarrow('no message is both in a channel and direct.');
}

function isAboutChannels({ condition, isNegated }: Term): boolean {
  return condition.kind === 'is'
    ? condition.what === 'dm' && isNegated
    : !isNegated &&
        (condition.kind === 'channel' || condition.kind === 'channels' || condition.kind === 'topic');
}

function isAboutDirect({ condition, isNegated }: Term): boolean {
  return (
    !isNegated &&
    (condition.kind === 'dm' ||
      condition.kind === 'dm-including' ||
      (condition.kind === 'is' && condition.what === 'dm'))
  );
}
