import type { State } from '@parley/client';
import { fold } from '../../words/fold.ts';
import { dayNamed, isTimeOperator } from './days.ts';
import { fixedTerm, type SearchTerm } from './fixed-terms.ts';

export type UserOperator = 'sender' | 'dm-including' | 'mentions';

/** Operators that take a name, by what users type for them. */
const NAMED: Readonly<Record<string, UserOperator | 'channel' | 'topic'>> = {
  from: 'sender',
  sender: 'sender',
  with: 'dm-including',
  dm: 'dm-including',
  'dm-including': 'dm-including',
  mentions: 'mentions',
  in: 'channel',
  channel: 'channel',
  stream: 'channel',
  topic: 'topic',
};

export function namedOperator(typed: string): UserOperator | 'channel' | 'topic' | undefined {
  const name = typed.toLowerCase();
  return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
}

const WORD = /(?:[^\s"]|"[^"]*")+/g;
const TERM = /^(-?)([a-z][\w-]*):(.+)$/i;

/** Splits a typed text into the terms that the server knows and the words of a search. */
export function typedTerms(
  state: State,
  typed: string,
): { readonly terms: readonly SearchTerm[]; readonly text: string } {
  const terms: SearchTerm[] = [];
  const words: string[] = [];
  for (const [word] of typed.matchAll(WORD)) {
    const [, minus, operator = '', quoted = ''] = TERM.exec(word) ?? [];
    const term =
      operator === '' ? undefined : termOf(state, operator.toLowerCase(), quoted.replaceAll('"', ''));
    // The opposite of a day is no period, and the server counts days in UTC.
    if (term === undefined || (minus === '-' && term.operator === 'date')) words.push(word);
    else terms.push(minus === '-' ? { ...term, negated: true } : term);
  }
  return { terms, text: words.join(' ') };
}

function termOf(state: State, operator: string, operand: string): SearchTerm | undefined {
  const fixed = fixedTerm({ operator, operand: operand.toLowerCase() });
  if (fixed !== undefined) return fixed.term;
  if (operator === 'id') return /^\d{1,10}$/.test(operand) ? { operator, operand } : undefined;
  if (isTimeOperator(operator)) {
    const day = dayNamed(operand);
    return day === undefined ? undefined : { operator, operand: day };
  }
  const kind = namedOperator(operator);
  if (kind === undefined) return undefined;
  if (kind === 'topic') return { operator: 'topic', operand };
  const id = kind === 'channel' ? channelNamed(state, operand) : userNamed(state, operand);
  return id === undefined ? undefined : { operator: kind, operand: id };
}

function channelNamed({ subscriptions = [], unsubscribed = [] }: State, name: string): number | undefined {
  return [...subscriptions, ...unsubscribed].find((channel) => fold(channel.name) === fold(name))?.stream_id;
}

/** A user by the whole name, by the address, or by a first name that only one user has. */
function userNamed({ realm_users: users = [], user_id: selfId }: State, name: string): number | undefined {
  const wanted = fold(name);
  if (wanted === 'me') return selfId;
  const whole = users.find(
    (user) => fold(user.full_name) === wanted || fold(user.delivery_email ?? user.email ?? '') === wanted,
  );
  const [first, ...others] = users.filter(({ full_name: full }) => fold(full).startsWith(`${wanted} `));
  return whole?.user_id ?? (others.length === 0 ? first?.user_id : undefined);
}
