import type { NarrowOperator, NarrowTerm } from '@parley/contract/objects/narrow.ts';
import { EMPTY_TOPIC_NAME } from '../../topics/name.ts';
import { badNarrow } from './error.ts';
import type { Ask, ChannelKind, Has, Is, Named, Narrow, Term } from './term.ts';

export type PlainTerm = {
  readonly operator: NarrowOperator;
  readonly operand: string | number | readonly number[];
  readonly negated?: boolean | undefined;
};

/** The older form of a term is a pair, which cannot be negated. */
export function plainTerm(term: NarrowTerm): PlainTerm {
  return Array.isArray(term) ? { operator: term[0], operand: term[1] } : term;
}

/** Every term may have to be looked up. */
const MOST_TERMS = 100;

/** Understands a search as far as it goes without looking anything up. */
export function parseNarrow(wire: readonly NarrowTerm[]): Narrow {
  if (wire.length > MOST_TERMS) throw badNarrow(`it has more than ${MOST_TERMS} terms.`);
  const plain = wire.map(plainTerm);
  const terms = plain.flatMap(termOf);
  const searches = plain.flatMap(({ operator, operand }) => (operator === 'search' ? String(operand) : []));
  refuseContradiction(terms);
  return { terms, search: searches.length === 0 ? undefined : searches.join(' ') };
}

function termOf({ operator, operand, negated = false }: PlainTerm): Term[] {
  const term = (ask: Ask, isNegated = negated): Term[] => [{ ask, isNegated }];
  switch (operator) {
    case 'channel':
    case 'stream':
      return term({ kind: 'channel', channel: named(operand) });
    case 'channels':
    case 'streams':
      return term({ kind: 'channels', which: wordOf(operator, operand, CHANNEL_KINDS) });
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
      return term({ kind: 'is', what: wordOf(operator, operand, IS) });
    case 'has':
      return term({ kind: 'has', what: wordOf(operator, operand, HAS) });
    case 'in':
      return wordOf(operator, operand, IN) === 'all' ? [] : term({ kind: 'is', what: 'muted' }, !negated);
    case 'id':
      return term({ kind: 'id', id: idOf(operand) });
    // These are understood elsewhere, or say only how to show what was found.
    case 'search':
    case 'with':
    case 'near':
      return [];
    default:
      throw badNarrow(`there is no operator '${String(operator)}'.`);
  }
}

const IS: Readonly<Record<string, Is>> = {
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
const HAS: Readonly<Record<string, Has>> = {
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
const IN: Readonly<Record<string, 'home' | 'all'>> = { home: 'home', all: 'all' };

function wordOf<T extends string>(
  operator: string,
  operand: PlainTerm['operand'],
  words: Readonly<Record<string, T>>,
): T {
  const word = Object.hasOwn(words, String(operand)) ? words[String(operand)] : undefined;
  if (word === undefined) throw badNarrow(`the operator '${operator}' does not know '${String(operand)}'.`);
  return word;
}

function named(operand: PlainTerm['operand']): Named {
  return typeof operand === 'number' ? operand : String(operand);
}

function namedMany(operand: PlainTerm['operand']): Named[] {
  if (typeof operand === 'number') return [operand];
  return typeof operand === 'string' ? operand.split(',').map((one) => one.trim()) : [...operand];
}

/** Ids of messages are not looked for beyond this one. */
const MOST_ID = 2_147_483_647;

function idOf(operand: PlainTerm['operand']): number {
  const text = String(operand);
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= MOST_ID)) throw badNarrow(`'${text}' is not the id of a message.`);
  return id;
}

/** What is in a channel is never among direct messages. */
function refuseContradiction(terms: readonly Term[]): void {
  if (terms.some(isAboutChannels) && terms.some(isAboutDirect))
    throw badNarrow('no message is both in a channel and direct.');
}

function isAboutChannels({ ask, isNegated }: Term): boolean {
  return ask.kind === 'is'
    ? ask.what === 'dm' && isNegated
    : !isNegated && (ask.kind === 'channel' || ask.kind === 'channels' || ask.kind === 'topic');
}

function isAboutDirect({ ask, isNegated }: Term): boolean {
  return (
    !isNegated &&
    (ask.kind === 'dm' || ask.kind === 'dm-including' || (ask.kind === 'is' && ask.what === 'dm'))
  );
}
